"""Prints how long an audit of published legs takes on one core, and each rule's share of it.

Run as `python bench/audit.py aar-legs.tar.xz` from the checkout. Seconds are of this process alone, so that other work
on the machine doesn't count.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from releases.foreign.source import read_legs
from validators.foreign import FAMILY, AuditContext
from validators.registry import rules


def main(path: Path) -> None:
    """Read the legs, apply rule after rule, and print the seconds."""
    started = time.process_time()
    legs = read_legs(path).legs
    reading = time.process_time() - started
    spent: Counter[str] = Counter()
    for made in rules(FAMILY, "item"):
        started = time.process_time()
        for one in legs:
            list(made.check(one, AuditContext()))
        spent[f"{made.name} {made.check.__name__}"] = time.process_time() - started
    for made in rules(FAMILY, "release"):
        started = time.process_time()
        list(made.check(legs, AuditContext()))
        spent[f"{made.name} {made.check.__name__}"] = time.process_time() - started
    whole = reading + sum(spent.values())
    print(f"{len(legs)} legs in {whole:.2f} s; reading {100 * reading / whole:.0f} %")
    for name, seconds in spent.most_common():
        print(f"  {100 * seconds / whole:5.1f} %  {name}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
