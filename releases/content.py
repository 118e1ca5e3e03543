"""A release's content, before anything is said about it: items as JSONL or tables, what was rejected, the world."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from releases.admission import Admitted, Turned
from releases.families.base import Family
from releases.families.registry import families
from releases.layout import REJECTED
from releases.reading import Item
from releases.tables import write_shards
from schemas.canonical import canonical_bytes
from schemas.files import write_atomically
from schemas.legs import Split
from schemas.manifest import SplitEntry
from schemas.recipes import Recipe
from schemas.rejections import Rejection

__all__ = ["Batch", "rejections", "write_jsonl", "write_rejected", "write_tables"]


class Batch(NamedTuple):
    """What one pass admitted and what it turned away, each in order."""

    admitted: tuple[Admitted, ...]
    turned: tuple[Turned, ...]

    def of(self, family: Family) -> tuple[Admitted, ...]:
        """The items of one family."""
        return tuple(one for one in self.admitted if one.unit.family == family.config)

    def items(self) -> tuple[Item, ...]:
        """The items as records, each with its unit as its place."""
        return tuple(
            Item(family, family.parse(one.made.item, str(one.unit)), str(one.unit))
            for family in families()
            for one in self.of(family)
        )


def write_tables(folder: Path, recipe: Recipe, batch: Batch) -> tuple[SplitEntry, ...]:
    """Write every config's splits as parquet below `folder`/data. A split without items is not written."""
    entries: list[SplitEntry] = []
    about = {"canary": recipe.canary, "release": f"{recipe.name} {recipe.version}"}
    for family in families():
        splits: dict[Split, list[Admitted]] = {}
        for one in batch.of(family):
            splits.setdefault(one.unit.split, []).append(one)
        for split, admitted in sorted(splits.items()):
            rows = (family.row(family.parse(one.made.item, str(one.unit))) for one in admitted)
            target = folder / "data" / family.config
            count = write_shards(target, split, family.table(), rows, about)
            entries.append(SplitEntry(config=family.config, split=split, items=len(admitted), shards=count))
    return tuple(entries)


def write_jsonl(path: Path, items: Iterable[Admitted]) -> None:
    """Write items as one canonical JSON line each."""
    write_atomically(path, (one.made.item.encode() + b"\n" for one in items))


def write_rejected(folder: Path, recipe: Recipe, batch: Batch) -> None:
    """Write `rejected.jsonl`."""
    write_atomically(folder / REJECTED, (canonical_bytes(one) + b"\n" for one in rejections(recipe, batch)))


def rejections(recipe: Recipe, batch: Batch) -> Iterator[Rejection]:
    """The published record of every attempt turned away."""
    for unit, refused in batch.turned:
        yield Rejection(
            family=unit.family,
            group=unit.group,
            split=unit.split,
            index=unit.index,
            attempt=refused.attempt,
            code=refused.code,
            message=refused.message,
            findings=refused.findings,
            draft=refused.draft,
            canary=recipe.canary,
        )
