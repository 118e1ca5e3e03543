"""Running a build for the command line: workers, progress, and what to say of it afterwards."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from benchwright import __version__
from benchwright.executors import pool
from benchwright.progress import Bars
from releases.admission import all_units
from releases.build import Built, Order
from releases.recipe import LoadedRecipe
from schemas.errors import InputError

if TYPE_CHECKING:
    from schemas.canonical import JSON

__all__ = ["built_json", "built_text", "existing", "make", "one_of"]

T = TypeVar("T", bound=str)

UNITS_AHEAD = 4
"""How many units each worker has waiting, so that none is idle while the serial pass is elsewhere."""


def existing(path: Path) -> Path:
    """The path, if there is something at it. Raises InputError."""
    if not path.exists():
        raise InputError(f"{path}: there is no such file or folder")
    return path


def one_of(word: str, known: Sequence[T], what: str) -> T:
    """The known word that a word means, hyphens read as spaces. Raises InputError that lists those known."""
    for one in known:
        if word.strip().lower().replace("-", " ") == one:
            return one
    raise InputError(f"{word!r} is no {what}; use one of: {', '.join(known)}")


def make(
    how: Callable[[Order], Built], loaded: LoadedRecipe, world: str | None, out: Path, workers: int | None, force: bool
) -> Built:
    """Build by `how` (a release, a folder, a file) with so many worker processes; one a processor when None."""
    units = sum(1 for _ in all_units(loaded.recipe))
    count = workers or min(_processors(), units)
    bars = Bars()
    with pool(count) as executor:
        ahead = UNITS_AHEAD * count if executor else 0
        try:
            return how(Order(loaded, world, out, __version__, force, executor, ahead, bars))
        finally:
            bars.end()


def _processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def built_json(built: Built) -> dict[str, JSON]:
    """What was built, for machines: items per config and split, and rejected attempts per reason."""
    admitted, turned = built.batch
    reasons: Counter[str] = Counter()
    for (_, code), count in turned.items():
        reasons[code] += count
    return {
        "out": str(built.out),
        "items": admitted.total(),
        "splits": {f"{config}/{split}": count for (config, split), count in sorted(admitted.items())},
        "rejected": turned.total(),
        "reasons": dict(sorted(reasons.items())),
    }


def built_text(built: Built) -> str:
    """What was built, for people."""
    admitted, turned = built.batch
    told = ", ".join(f"{count} {config} ({split})" for (config, split), count in sorted(admitted.items()))
    lines = [f"{built.out}: {told}; {turned.total()} attempts rejected"]
    reasons: Counter[str] = Counter()
    for (_, code), count in turned.items():
        reasons[code] += count
    lines += [f"  {count:>6}  {code}" for code, count in sorted(reasons.items(), key=lambda row: (-row[1], row[0]))]
    return "\n".join(lines)
