"""A first look at whether the stops of one operand matter to its last digit, on draws of its own.

What is recorded is measured on other draws, once the whole leg is known (solvers.legs.sensitivity): a choice that was
made because of a draw would make that draw's count look better than it is. Here values are bare numbers and words, so
that many choices can be looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from generators.legs.frames import Frames, OpenDetour, OpenMerge, Span
from generators.rejection import Rejected
from schemas.legs import DetourName, MergeName, Roadblock, RouteInfo
from schemas.randomness import stream
from schemas.values import CoordsValue, DateValue, NumberValue, TextValue, Value
from solvers.legs.aggregate import aggregate
from solvers.legs.execute import Calls, evaluate
from solvers.legs.keys import named_key, pool_key
from solvers.legs.sensitivity import Pools
from solvers.legs.transforms import OutOfDomain, transform_number, transform_word
from worlds.tools.calls import ToolRefusal

__all__ = ["Bare", "Filled", "FilledDetour", "FilledMerge", "Screen", "bare", "detoured", "matters", "merged"]

Bare: TypeAlias = int | str | CoordsValue | DateValue | NumberValue
"""A whole number or a word without what describes it, and any other value as it is."""

Row: TypeAlias = Mapping[int, Bare]
"""Values by the index of their stop."""

DRAWS = 40
"""How many values are put in place of each stop's output."""

FEWEST = 20
"""How many draws a transform must be defined for to tell anything."""


@dataclass(frozen=True)
class FilledDetour:
    """A detour with its transform and what that comes to."""

    place: OpenDetour
    name: DetourName
    number: int

    def on(self, row: Row) -> int:
        """What it comes to on other values. Raises OutOfDomain."""
        return detoured(self.name, row[self.place.source])


@dataclass(frozen=True)
class FilledMerge:
    """A merge with its operation and what that comes to."""

    place: OpenMerge
    name: MergeName
    number: int

    def on(self, row: Row) -> int:
        """What it comes to on other values. Raises OutOfDomain."""
        return merged(self.name, [row[source] for source in self.place.sources])


Filled: TypeAlias = FilledDetour | FilledMerge


def bare(value: Value) -> Bare:
    """A value without unit, error and type, where it is a whole number or a word."""
    match value:
        case NumberValue(value=number) if "." not in number:
            return int(number)
        case TextValue(value=word):
            return word
        case _:
            return value


def detoured(name: DetourName, source: Bare) -> int:
    """A transform of a number, a date's year or a word. Raises OutOfDomain."""
    match source:
        case int():
            return transform_number(name, source)
        case str():
            return transform_word(name, source)
        case DateValue(value=value):
            return transform_number(name, int(value[:4]))
        case _:
            raise OutOfDomain(f"{name} takes no {source.type}")


def merged(name: MergeName, sources: Sequence[Bare]) -> int:
    """A merge of whole numbers. Raises OutOfDomain."""
    numbers = [source for source in sources if isinstance(source, int)]
    if len(numbers) < len(sources):
        raise OutOfDomain(f"{name} takes whole numbers")
    return aggregate(name, numbers)


def matters(draws: int, differing: int, changed: int) -> bool:
    """At least 80 % of differing draws and 50 % of all draws change the answer (rule L1)."""
    return differing > 0 and changed * 10 >= differing * 8 and changed * 2 >= draws


@dataclass
class Screen:
    """Draws for the stops of one attempt, each made once, and what comes of them where nothing is open."""

    frames: Frames
    pools: Pools
    seed_title: str
    tools: Calls
    _values: list[Value] = field(default_factory=list)
    _drawn: dict[int, tuple[Bare, ...]] = field(default_factory=dict)
    _rows: dict[int, tuple[Row, ...]] = field(default_factory=dict)

    def own(self, span: Span) -> dict[int, Bare]:
        """The values of an operand's stops of which nothing is open."""
        return {stop.index: bare(stop.value) for stop in self._fixed(span)}

    def judge(self, span: Span, filled: Sequence[Filled]) -> None:
        """Raises Rejected where a stop of an operand, its open places filled like this, matters too little."""
        own: dict[int, Bare] = {**self.own(span), **{each.place.index: each.number for each in filled}}
        drawn: dict[int, tuple[Bare, ...]] = {}
        rows: dict[int, tuple[Row, ...]] = {}
        for stop in self._fixed(span):
            drawn[stop.index], rows[stop.index] = self._of_fixed(span, stop)
        for each in filled:
            drawn[each.place.index] = tuple(_carried(each, drawn))
            rows[each.place.index] = tuple({each.place.index: value} for value in drawn[each.place.index])
        for index in reversed(range(span.start, span.end)):
            touched = _touched(filled, index)
            differing = [row for row in rows[index] if not row or row[index] != own[index]]
            changed = sum(self._changes(span, row, own, touched) for row in differing)
            if len(drawn[index]) < FEWEST or not matters(len(drawn[index]), len(differing), changed):
                told = f"{changed} of {len(differing)} other values of stop {index} change its operand's last digit"
                raise Rejected("L1.insensitive", told)

    def _changes(self, span: Span, row: Row, own: Row, touched: Sequence[Filled]) -> bool:
        """Whether these values give the operand another last digit; an empty row is one that a stop can't take."""
        if not row:
            return False
        values = {**own, **row}
        try:
            for each in touched:
                values[each.place.index] = each.on(values)
        except OutOfDomain:
            return False
        number, before = values[span.end - 1], own[span.end - 1]
        return isinstance(number, int) and isinstance(before, int) and number >= 0 and number % 10 != before % 10

    def _of_fixed(self, span: Span, stop: RouteInfo | Roadblock) -> tuple[tuple[Bare, ...], tuple[Row, ...]]:
        """Draws in place of a stop's output, and each with what the later stops that aren't open make of it."""
        if stop.index not in self._rows:
            fixed, values = self._fixed(span), self._own_values()
            pool = self.pools.get(named_key(fixed, stop.index) or pool_key(stop, values), ())
            if not pool:
                raise Rejected("L1.no-pool", f"the world has no values like those of stop {stop.index}")
            given = stream(0, "screen", self.seed_title, stop.index).choices(pool, k=DRAWS)
            later = _reached(fixed, stop.index)
            rows: dict[Value, Row] = {value: {} for value in given}
            for value in rows:
                rows[value] = self._row(stop.index, value, later)
            self._drawn[stop.index] = tuple(map(bare, given))
            self._rows[stop.index] = tuple(rows[value] for value in given)
        return self._drawn[stop.index], self._rows[stop.index]

    def _row(self, index: int, value: Value, later: Sequence[RouteInfo | Roadblock]) -> Row:
        """A draw and what later stops make of it; empty where one can't take it."""
        values = list(self._own_values())
        values[index] = value
        try:
            for stop in later:
                values[stop.index] = evaluate(stop, values, self.tools)
        except (OutOfDomain, ToolRefusal):
            return {}
        return {place: bare(values[place]) for place in (index, *(stop.index for stop in later))}

    def _own_values(self) -> list[Value]:
        """Values by index, of which those of open places are none yet."""
        if not self._values:
            self._values = self.frames.values
        return self._values

    def _fixed(self, span: Span) -> list[RouteInfo | Roadblock]:
        return [p for p in self.frames.places[span.start : span.end] if isinstance(p, RouteInfo | Roadblock)]


def _carried(filled: Filled, drawn: Mapping[int, Sequence[Bare]]) -> Iterator[int]:
    """What a filled place makes of draws for its sources, where it is defined for them."""
    place = filled.place
    sources = (place.source,) if isinstance(place, OpenDetour) else place.sources
    for values in zip(*(drawn[source] for source in sources), strict=False):
        try:
            yield filled.on(dict(zip(sources, values, strict=True)))
        except OutOfDomain:
            continue


def _touched(filled: Sequence[Filled], index: int) -> list[Filled]:
    """The filled places that a stop's value may reach: all behind it, as an operand is one tree."""
    return [each for each in filled if each.place.index > index]


def _reached(stops: Sequence[RouteInfo | Roadblock], index: int) -> list[RouteInfo | Roadblock]:
    """The later of these stops that a stop's value reaches by way of them, in order."""
    reached = {index}
    later: list[RouteInfo | Roadblock] = []
    for stop in stops:
        if stop.index > index and not reached.isdisjoint(stop.depends_on):
            reached.add(stop.index)
            later.append(stop)
    return later
