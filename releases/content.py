"""A release's content as it is written: items into tables or JSON lines as they are admitted, and what was rejected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, NamedTuple, Protocol

from releases.admission import Admitted, Turned
from releases.families.base import Family
from releases.families.registry import families, family_of_config
from releases.layout import REJECTED
from releases.sources import Lines, Source, Tables
from releases.tables import SHARD_BYTES, Shards
from schemas.canonical import canonical_bytes
from schemas.legs import Split
from schemas.manifest import SplitEntry
from schemas.recipes import Recipe
from schemas.rejections import Rejection

__all__ = ["Batch", "FileSink", "FolderSink", "Sink", "TableSink", "rejection", "write_content"]


class Batch(NamedTuple):
    """What one pass came to: items by config and split, attempts turned away by config and code."""

    admitted: Counter[tuple[str, Split]]
    turned: Counter[tuple[str, str]]

    def of(self, family: Family) -> int:
        """How many items one family has."""
        return sum(count for (config, _), count in self.admitted.items() if config == family.config)


class Sink(Protocol):
    """Where admitted items are written to, one after the other; complete once its `with` block has ended."""

    def __enter__(self) -> Sink: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def add(self, one: Admitted) -> None:
        """Write one item."""
        ...

    def source(self) -> Source:
        """The items as they were written."""
        ...


class TableSink:
    """Parquet below `folder`/data: a split's shards grow by row groups. A split without items is not written."""

    def __init__(self, folder: Path, recipe: Recipe) -> None:
        self._folder = folder
        self._about = {"canary": recipe.canary, "release": f"{recipe.name} {recipe.version}"}
        self._open = ExitStack()
        self._shards: dict[tuple[str, Split], Shards] = {}

    def __enter__(self) -> TableSink:
        self._open.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.__exit__(kind, error, trace)

    def add(self, one: Admitted) -> None:
        """Write an item's row."""
        unit = one.unit
        family = family_of_config(unit.family)
        writer = self._shards.get((unit.family, unit.split))
        if writer is None:
            target = self._folder / "data" / family.config
            writer = Shards(target, unit.split, family.table(), self._about, SHARD_BYTES)
            self._shards[unit.family, unit.split] = self._open.enter_context(writer)
        text = one.made.item
        writer.add({**family.row(family.parse(text, str(unit))), "record": text})

    def source(self) -> Tables:
        """The tables."""
        return Tables(self._folder, sorted(self._shards))

    def splits(self, batch: Batch) -> tuple[SplitEntry, ...]:
        """What the manifest says of them, family after family."""
        return tuple(
            SplitEntry(config=config, split=split, items=batch.admitted[config, split], shards=writer.count)
            for family in families()
            for (config, split), writer in sorted(self._shards.items())
            if config == family.config
        )


class FolderSink:
    """One JSONL file a family."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open = ExitStack()
        self._files: dict[str, BinaryIO] = {}

    def __enter__(self) -> FolderSink:
        self._open.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.__exit__(kind, error, trace)

    def add(self, one: Admitted) -> None:
        """Write an item as a canonical JSON line."""
        name = self._name(one.unit.family)
        if name not in self._files:
            self._files[name] = self._open.enter_context((self._folder / name).open("wb"))
        self._files[name].write(one.made.item.encode() + b"\n")

    def source(self) -> Lines:
        """The files, in the order of the families."""
        names = [self._name(family.config) for family in families()]
        return Lines([(self._folder / name, name) for name in names if name in self._files])

    def _name(self, config: str) -> str:
        return f"{config}.jsonl"


class FileSink(FolderSink):
    """One JSONL file for everything."""

    NAME = "items.jsonl"

    def source(self) -> Lines:
        """The file."""
        return Lines([(self._folder / self.NAME, self.NAME)])

    def _name(self, config: str) -> str:
        return self.NAME


def write_content(folder: Path, recipe: Recipe, steps: Iterable[Admitted | Turned], sink: Sink) -> Batch:
    """Write a pass as it goes: items into the sink, attempts turned away into `rejected.jsonl`."""
    batch = Batch(Counter(), Counter())
    with sink, (folder / REJECTED).open("wb") as rejected:
        for step in steps:
            if isinstance(step, Admitted):
                sink.add(step)
                batch.admitted[step.unit.family, step.unit.split] += 1
            else:
                rejected.write(canonical_bytes(rejection(recipe, step)) + b"\n")
                batch.turned[step.unit.family, step.refused.code] += 1
    return batch


def rejection(recipe: Recipe, turned: Turned) -> Rejection:
    """The published record of an attempt turned away."""
    unit, refused = turned
    return Rejection(
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
