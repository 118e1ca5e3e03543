"""A recorded world as the leg validators see it: raw pages, links, calls and pools, read from its files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, TypeVar

from pydantic import TypeAdapter, ValidationError

from schemas.errors import InputError
from schemas.files import read_bytes, read_jsonl
from schemas.legs import Leg
from schemas.values import Value
from schemas.worlds import Call, Exchange, PageRecord, RefusedCall, WorldRecord
from validators.legs.levels import LEVELS, Knobs
from validators.legs.links import body_anchors
from validators.legs.reader import PageReading, read_page

__all__ = ["LegContext", "Parse", "Played"]

T = TypeVar("T")
Parse = Callable[[str], tuple[Mapping[str, object], ...]]
"""What reads a clue back: all its readings."""

_CALL: TypeAdapter[Exchange | RefusedCall] = TypeAdapter(Call)
_POOLS: TypeAdapter[dict[str, tuple[Value, ...]]] = TypeAdapter(dict[str, tuple[Value, ...]])


class Played(NamedTuple):
    """How an adversary did: legs it got right, of all; and how many chance may give in a 99 % band, or None."""

    name: str
    right: Fraction
    legs: int
    allowed: int | None


@dataclass(frozen=True)
class LegContext:
    """What a leg is checked against: pages by exact title, calls by request digest, pools by key, levels by name.

    `world` is what `world.json` says, None where only the parts are at hand. `page_share` is the recipe's (rule L17),
    None without a recipe. `dataclasses.replace` gives other levels.
    What is computed of a page is computed once and kept.
    """

    pages: Mapping[str, PageRecord]
    calls: Mapping[str, Exchange | RefusedCall]
    pools: Mapping[str, tuple[Value, ...]]
    levels: Mapping[str, Knobs] = field(default_factory=lambda: LEVELS)
    world: WorldRecord | None = None
    page_share: int | None = None
    played: dict[tuple[Leg, ...], tuple[Played, ...]] = field(default_factory=dict, compare=False, repr=False)
    _readings: dict[str, PageReading] = field(default_factory=dict, compare=False, repr=False)
    _targets: dict[str, tuple[str, ...]] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def load(cls, folder: Path, damaged: bool = False) -> LegContext:
        """A recorded world's folder as context; of one known to be `damaged`, without the lines that are no records.

        Raises InputError that names file and line where one isn't a record. Digests are the release's to check.
        """
        read = _sound_lines if damaged else _lines
        pages = {page.title: page for page in read(folder / "pages.jsonl", PageRecord.model_validate_json)}
        calls = {call.request: call for call in read(folder / "calls.jsonl", _CALL.validate_json)}
        files = {name: read_bytes(folder / name) for name in ("pools.json", "world.json")}
        pools = _parsed(_POOLS.validate_json, files["pools.json"], str(folder / "pools.json"))
        world = _parsed(WorldRecord.model_validate_json, files["world.json"], str(folder / "world.json"))
        return cls(pages, calls, pools, world=world)

    @property
    def live(self) -> bool:
        """Whether the world that was recorded was a live one."""
        return self.world is not None and self.world.source.startswith("live:")

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The exact title behind each title and alias of a recorded page."""
        aliases = {alias: page.title for page in self.pages.values() for alias in page.aliases}
        return {**aliases, **{title: title for title in self.pages}}

    def reading(self, title: str) -> PageReading:
        """The second reader's view of a recorded page."""
        if title not in self._readings:
            self._readings[title] = read_page(self.pages[title].html)
        return self._readings[title]

    def targets(self, title: str) -> tuple[str, ...]:
        """Where the body of a recorded page links to, each once, itself left out.

        Exact titles of recorded pages; of a link that leads to none, the name that its address spells.
        """
        if title not in self._targets:
            found = [self.names.get(anchor.name, anchor.name) for anchor in body_anchors(self.pages[title].html)]
            self._targets[title] = tuple(dict.fromkeys(one for one in found if one != title))
        return self._targets[title]

    def resolved(self, name: str | None) -> str | None:
        """The exact title of the recorded page that a name or alias means."""
        return None if name is None else self.names.get(name)


def _lines(path: Path, parse: Callable[[bytes], T]) -> list[T]:
    return [_parsed(parse, line, f"{path}: line {number}") for number, line in read_jsonl(path)]


def _sound_lines(path: Path, parse: Callable[[bytes], T]) -> list[T]:
    """The lines that are records; the others are told of as damage, and rules that miss them say so."""
    found: list[T] = []
    for _, line in read_jsonl(path):
        try:
            found.append(parse(line))
        except ValidationError:
            continue
    return found


def _parsed(parse: Callable[[bytes], T], data: bytes, where: str) -> T:
    try:
        return parse(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise InputError(f"{where}: {'.'.join(map(str, first['loc'])) or 'the whole of it'}: {first['msg']}") from error
