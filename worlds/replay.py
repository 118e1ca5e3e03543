"""A recorded world's pages and calls, answered from its files alone."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache

from schemas.errors import InputError
from schemas.worlds import Arguments, Call, Exchange, PageRecord, WorldRecord
from worlds.describe import describe_all
from worlds.lines import Lines
from worlds.pages import DamagedPage, Description, Licence, Link, MissingPage, Page, draw, shuffle
from worlds.record import WORLD, Damage, read_call, read_page
from worlds.search import TitleIndex
from worlds.tools.arithmetic import Conversion, DaysBetween
from worlds.tools.calls import ToolRefusal, UnsupportedTool, bind, request_digest
from worlds.tools.providers import TableBox
from worlds.tools.registry import tool_spec

__all__ = ["DamagedCall", "MissingCall", "RecordedTools", "SnapshotSource"]


PROGRAMS = TableBox({"python_execute_code:convert": Conversion(), "python_execute_code:days_between": DaysBetween()})
"""What is computed without a world."""


class MissingCall(ToolRefusal):
    """A call that a recorded world doesn't hold; `reason` is `not-recorded`."""


class DamagedCall(InputError):
    """A recorded call whose line isn't as it was written; the message names file and line."""


class SnapshotSource:
    """The PageSource of a recorded world. Links are those of the world it was recorded from, held or not."""

    def __init__(self, record: WorldRecord, lines: Lines) -> None:
        """`lines` are those of the record's `pages.jsonl`."""
        self._world = record
        self._lines = lines
        self._listed = frozenset(record.titles)
        self._read = lru_cache(maxsize=256)(self._record)

    @property
    def name(self) -> str:
        """The name of the world that was recorded."""
        return self._world.name

    @property
    def licence(self) -> Licence:
        """The recorded source's."""
        licence = self._world.licence
        return Licence(licence.spdx, licence.attribution, licence.redistributable)

    def titles(self) -> tuple[str, ...]:
        """Every recorded page's title, sorted."""
        return self._world.titles

    def get(self, title: str) -> Page:
        """A recorded page, by exact title or alias.

        Raises MissingPage where the record doesn't hold it, DamagedPage where its line isn't as recorded.
        """
        record = self._read(self._exact(title))
        return Page(record.title, record.html, record.revision, record.url)

    def links(self, title: str) -> tuple[Link, ...]:
        """The page's links as recorded, in order, whether the record holds their targets or not."""
        return tuple(Link(link.title, link.text) for link in self._read(self._exact(title)).links)

    def aliases(self, title: str) -> tuple[str, ...]:
        """Titles that redirected to this one, sorted."""
        return self._read(self._exact(title)).aliases

    def search(self, query: str, limit: int = 10) -> tuple[str, ...]:
        """The results that the recorded source would give, less the pages that aren't held."""
        return self._index.search(query, limit)

    def holds(self, title: str) -> bool:
        """Whether the record has a page of that exact title or alias."""
        return title in self._listed or title in self._titles_by_alias

    def describe(self, titles: Iterable[str]) -> tuple[Description, ...]:
        """What the pages' own HTML says of them, in their order, each once. Raises MissingPage."""
        return describe_all(self, titles)

    def shuffled(self, rng: random.Random) -> Iterator[str]:
        """Every page's title once, in an order drawn by `rng`."""
        return shuffle(self.titles(), rng)

    def random(self, rng: random.Random, n: int) -> tuple[str, ...]:
        """`n` different recorded titles drawn by `rng`. Raises InputError when there aren't that many."""
        return draw(self.titles(), rng, n, str(self._lines.path.parent))

    def _exact(self, title: str) -> str:
        if title in self._lines.by_name:
            return title
        if title in self._listed:
            raise DamagedPage(f"{self._lines.path}: page {title!r} is missing, though {WORLD} lists it")
        if title in self._titles_by_alias:
            return self._titles_by_alias[title]
        raise MissingPage(f"{self._lines.path.parent}: the record doesn't hold the page {title!r}")

    def _record(self, title: str) -> PageRecord:
        line = self._lines.by_name[title]
        try:
            return read_page(self._lines.read(line))
        except Damage as damage:
            message = f"{self._lines.path}: line {line.number}: page {title!r} isn't as recorded: {damage}"
            raise DamagedPage(message) from damage

    @cached_property
    def _aliases(self) -> dict[str, tuple[str, ...]]:
        return {title: self._record(title).aliases for title in self.titles()}

    @cached_property
    def _titles_by_alias(self) -> dict[str, str]:
        return {alias: title for title, aliases in self._aliases.items() for alias in aliases}

    @cached_property
    def _index(self) -> TitleIndex:
        return TitleIndex(self._aliases)


class RecordedTools:
    """The ToolBox of a recorded world: it answers what was answered and refuses what was refused.

    Programs need nothing of the world: they are computed, recorded or not.
    """

    def __init__(self, record: WorldRecord, lines: Lines) -> None:
        """`lines` are those of the record's `calls.jsonl`."""
        self._world = record
        self._lines = lines
        self._listed = frozenset(record.requests)

    @property
    def abilities(self) -> tuple[str, ...]:
        """What could be called in the world that was recorded."""
        return self._world.abilities

    def call(self, tool: str, arguments: Arguments) -> Exchange:
        """The recorded answer.

        Raises ToolRefusal where the call was refused, MissingCall where the record doesn't hold it, DamagedCall
        where its line isn't as recorded.
        """
        mode, _ = bind(tool, arguments)
        spec = tool_spec(tool)
        if spec.ability(mode) not in self.abilities:
            message = f"this world can't answer {spec.ability(mode)}: it has {', '.join(self.abilities)}"
            raise UnsupportedTool(spec.name, arguments, "unsupported", message)
        call = self._find(request_digest(spec.name, arguments))
        if call is None and spec.name == "python_execute_code":
            return PROGRAMS.call(tool, arguments)
        if call is None:
            message = f"{self._lines.path.parent}: the record doesn't hold this call"
            raise MissingCall(spec.name, arguments, "not-recorded", message)
        if isinstance(call, Exchange):
            return call
        raise ToolRefusal(call.tool, call.arguments, call.reason, call.message)

    def decoys(self, tool: str, rng: random.Random, n: int, exclude: Iterable[Arguments]) -> tuple[Arguments, ...]:
        """Up to `n` other recorded calls of the tool that were answered, in the modes that `exclude` shows."""
        known = tuple(exclude)
        spec = tool_spec(tool)
        modes = {bind(tool, arguments)[0] for arguments in known} or set(spec.modes)
        seen = {request_digest(spec.name, arguments) for arguments in known}
        others = [
            call.arguments
            for request in sorted(self._lines.by_name)
            if request not in seen and isinstance(call := self._find(request), Exchange) and call.tool == spec.name
            if bind(tool, call.arguments)[0] in modes
        ]
        return tuple(rng.sample(others, min(n, len(others))))

    def _find(self, request: str) -> Call | None:
        line = self._lines.by_name.get(request)
        if line is None and request in self._listed:
            raise DamagedCall(f"{self._lines.path}: call {request} is missing, though {WORLD} lists it")
        if line is None:
            return None
        try:
            return read_call(self._lines.read(line))
        except Damage as damage:
            message = f"{self._lines.path}: line {line.number}: call {request} isn't as recorded: {damage}"
            raise DamagedCall(message) from damage
