"""Generates legs of each level and variant, checks them all, and prints rules against groups, yields and rejections.

Run as `python bench/legs_levels.py FOLDER [COUNT] [SOURCE] [SEED]` from the checkout; 50 legs of the atlas with seed 1
where nothing else is said. Each group goes through the command line, as anyone would make it, into a folder of its own;
what is there already is kept. The exit code is 1 when a rule is broken, or a group is short of legs.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
LEVELS = ("easy", "medium", "hard", "extreme")
VARIANTS = ("sequential", "compositional")
RULES = (*(f"L{number}" for number in range(1, 19)), "Shape")


class Group(NamedTuple):
    """What came of one level and variant."""

    name: str
    legs: int
    broken: Counter[str]
    warned: Counter[str]
    unknown: frozenset[str]
    rejected: Counter[str]


def command(*words: str) -> str:
    """What the command prints; findings (exit code 1) are no failure here."""
    done = subprocess.run(  # noqa: S603 (our own interpreter)
        [sys.executable, "-m", "benchwright", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode > 1:
        sys.exit(f"benchwright {' '.join(words)} ended with {done.returncode}")
    return done.stdout


def group(level: str, variant: str, count: int, source: str, seed: int, folder: Path) -> Group:
    """One level and variant, generated and checked."""
    out = folder / f"{level}-{variant}"
    words = ("--level", level, "--variant", variant, "--count", str(count), "--seed", str(seed), "--workers", "1")
    command("legs", "generate", "--source", source, *words, "-o", str(out))
    told = json.loads(command("check", str(out), "--json"))
    items: dict[tuple[str, str], set[str]] = {}
    for one in told["details"]:
        items.setdefault((one["severity"], one["code"].partition(".")[0]), set()).add(one["item"])
    broken = Counter({rule: len(ids) for (severity, rule), ids in items.items() if severity == "critical"})
    warned = Counter({rule: len(ids) for (severity, rule), ids in items.items() if severity == "warning"})
    lines = (out / "rejected.jsonl").read_text("utf-8").splitlines()
    rejected = Counter(str(json.loads(line)["code"]) for line in lines)
    unknown = frozenset(name.partition(" ")[0] for name in told["not_checkable"])
    return Group(f"{level} {variant[:3]}", told["items"], broken, warned, unknown, rejected)


def main(folder: Path, count: int, source: str, seed: int) -> int:
    """Print the tables; 1 when a rule is broken somewhere."""
    groups = [group(level, variant, count, source, seed, folder) for level in LEVELS for variant in VARIANTS]
    print("| rule | " + " | ".join(each.name for each in groups) + " |")
    print("| --- |" + " --- |" * len(groups))
    for rule in RULES:
        cells = ("not checkable" if rule in each.unknown else f"{each.broken[rule]} of {each.legs}" for each in groups)
        print(f"| {rule} | " + " | ".join(cells) + " |")
    for each in groups:
        attempts = each.legs + each.rejected.total()
        reasons = ", ".join(f"{code} {hits}" for code, hits in each.rejected.most_common())
        print(f"{each.name}: {each.legs} legs of {attempts} attempts ({each.legs / attempts:.0%}); {reasons or 'none'}")
        if each.warned:
            print(f"  warnings: {dict(each.warned)}")
    return 1 if any(each.broken or each.legs < count for each in groups) else 0


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if not arguments:
        sys.exit(__doc__)
    sys.exit(
        main(
            Path(arguments[0]).resolve(),
            int(arguments[1]) if len(arguments) > 1 else 50,
            arguments[2] if len(arguments) > 2 else "atlas",
            int(arguments[3]) if len(arguments) > 3 else 1,
        )
    )
