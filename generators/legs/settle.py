"""Chooses detours, merges and the finish of a leg: so that every stop matters, and the answer is the digit wanted."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from generators.legs.frames import UNMEASURED, Frames, OpenDetour, OpenMerge, Span
from generators.legs.index import CallLog
from generators.rejection import Rejected
from schemas.legs import (
    Detour,
    DetourName,
    FinishLine,
    FinishName,
    Merge,
    MergeName,
    Ref,
    Roadblock,
    RouteInfo,
    Sensitivity,
)
from schemas.values import DateValue, NumberValue, TextValue, Value
from solvers.legs.aggregate import aggregate
from solvers.legs.execute import AnyStop, compute, count, whole
from solvers.legs.sensitivity import NoPool, Pools, sensitivity
from solvers.legs.transforms import NUMBER_DETOURS, WORD_DETOURS, YEAR_DETOURS, OutOfDomain

__all__ = ["Settler", "matters"]

FINISHES: tuple[FinishName, ...] = (
    "sum_mod_10", "absolute_difference_mod_10", "product_mod_10", "sum_complement_mod_10", "digit_sum_mod_10",
    "triple_first_mod_10",
)  # fmt: skip
MERGES: tuple[MergeName, ...] = ("sum", "absolute_difference", "product", "quotient", "remainder")

FEW, DIGITS = 3, 10
"""How many choices are kept for an operand, each with another last digit: at first, and where that doesn't do."""

TRIES = 8
"""How many choices are tried for each that is kept."""

MIXES = 60
"""How many combinations of the operands' choices are tried for one finish."""


class Choice(NamedTuple):
    """One way to fill the open places of an operand: its stops, and its value."""

    stops: tuple[AnyStop, ...]
    number: int


@dataclass(frozen=True)
class Settler:
    """What choices are measured against: the world's values, the seed, and the numbers that clues print already."""

    frames: Frames
    pools: Pools
    seed_title: str
    tools: CallLog
    printed: frozenset[str]
    rng: random.Random

    def legs(self, digit: int) -> Iterator[tuple[AnyStop, ...]]:
        """Legs that end in the digit, each of whose operands matters by itself. Raises Rejected when there are none."""
        offered = 0
        for enough in (FEW, DIGITS):
            made: list[list[Choice]] = []
            before: list[AnyStop] = []
            for span in self.frames.spans:
                made.append(self._choices(span, before, enough))
                before.extend(made[-1][0].stops)
            for leg in self._mixed(made, digit):
                offered += 1
                yield leg
        if not offered:
            raise Rejected("L15.digit", f"no choice of detours and finish gives {digit}, the answer of this leg's turn")

    def _choices(self, span: Span, before: Sequence[AnyStop], enough: int) -> list[Choice]:
        """Different ways to fill an operand in which each of its stops matters. Raises Rejected when none does."""
        found: list[Choice] = []
        tried: set[tuple[str, ...]] = set()
        fault: Rejected | None = None
        for _ in range(TRIES * enough):
            try:
                stops = self._filled(span)
            except OutOfDomain as error:
                fault = fault or Rejected("plan.domain", str(error))
                continue
            key = tuple(_name(stop) for stop in stops)
            if key in tried:
                continue
            tried.add(key)
            try:
                number = self._judged(span, [*before, *stops])
            except Rejected as rejected:
                fault = rejected
                continue
            if number % 10 not in {choice.number % 10 for choice in found}:
                found.append(Choice(stops, number))
            if len(found) == enough or len(stops) == len(self._fixed(span)):
                break
        if not found:
            raise fault or Rejected("plan.none", "no choice was tried")
        return found

    def _fixed(self, span: Span) -> list[AnyStop]:
        return [p for p in self.frames.places[span.start : span.end] if isinstance(p, RouteInfo | Roadblock)]

    def _filled(self, span: Span) -> tuple[AnyStop, ...]:
        """The operand's stops with its open places filled at random. Raises OutOfDomain."""
        values: dict[int, Value] = {}
        taken: dict[int, Value] = {}
        stops: list[AnyStop] = []
        for place in self.frames.places[span.start : span.end]:
            match place:
                case OpenDetour():
                    stop: AnyStop = self._detour(place, values[place.source], taken.get(place.source))
                    taken[place.index] = values[place.source]
                case OpenMerge():
                    stop = self._merge(place, values)
                case _:
                    stop = place
            values[stop.index] = stop.value
            stops.append(stop)
        return tuple(stops)

    def _detour(self, place: OpenDetour, source: Value, before: Value | None) -> Detour:
        """A detour that changes its input, and doesn't undo the detour before, which took `before`.

        Raises OutOfDomain when there is none.
        """
        path = "value.year" if isinstance(source, DateValue) else "value"
        ref = Ref.model_validate({"kind": "stop", "stop": place.source, "path": path})
        names = list(_detours_for(source))
        for name in self.rng.sample(names, len(names)):
            stop = Detour(
                stop_type="detour",
                index=place.index,
                depends_on=(place.source,),
                value=source,
                sensitivity=UNMEASURED,
                transition="compute",
                transform=name,
                source=ref,
            )
            try:
                value = compute(stop, [source] * (place.source + 1))
            except OutOfDomain:
                continue
            if value.value not in {_number_in(source), before and _number_in(before)}:
                return stop.model_copy(update={"value": value})
        raise OutOfDomain(f"no detour changes the value of stop {place.source}")

    def _merge(self, place: OpenMerge, values: Mapping[int, Value]) -> Merge:
        numbers = [whole(values[index]) for index in place.sources]
        operation = self.rng.choice(MERGES)
        first, second = (Ref(kind="stop", stop=index, path="value") for index in place.sources)
        return Merge(
            stop_type="merge",
            index=place.index,
            depends_on=tuple(sorted(place.sources)),
            value=count(aggregate(operation, numbers)),
            sensitivity=UNMEASURED,
            transition="compute",
            operation=operation,
            sources=(first, second),
        )

    def _judged(self, span: Span, stops: Sequence[AnyStop]) -> int:
        """The operand's value, once its stops are known to matter to its last digit. Raises Rejected."""
        gold = {stop.value.value for stop in stops[span.start :] if isinstance(stop.value, NumberValue)}
        if gold & self.printed:
            raise Rejected("L12.gold-number", f"a clue prints {min(gold & self.printed)}, an answer on the way")
        try:
            number = whole(stops[-1].value)
            last = _finish("sum_mod_10", [span.ref], [number], span.end)
        except OutOfDomain as error:
            raise Rejected("plan.domain", str(error)) from error
        for index in reversed(range(span.start, span.end)):
            self.effect([*stops, last], index)
        return number

    def effect(self, stops: Sequence[AnyStop], index: int) -> Sensitivity:
        """How much a stop matters. Raises Rejected when it is too little (rule L1)."""
        try:
            effect = sensitivity(stops, index, self.pools, self.seed_title, self.tools)
        except NoPool as error:
            raise Rejected("L1.no-pool", str(error)) from error
        if not matters(effect):
            told = f"{effect.changed} of {effect.differing} other values of {_name(stops[index])} change the answer"
            raise Rejected("L1.insensitive", told)
        return effect

    def _mixed(self, made: Sequence[Sequence[Choice]], digit: int) -> Iterator[tuple[AnyStop, ...]]:
        """Combinations of choices, with a finish, that give the digit."""
        refs = [span.ref for span in self.frames.spans]
        names = [name for name in FINISHES if _takes(name, len(refs))]
        for name in self.rng.sample(names, len(names)):
            seen: set[tuple[int, ...]] = set()
            for _ in range(MIXES):
                picked = [self.rng.randrange(len(choices)) for choices in made]
                if tuple(picked) in seen:
                    continue
                seen.add(tuple(picked))
                chosen = [choices[i] for choices, i in zip(made, picked, strict=True)]
                numbers = [choice.number for choice in chosen]
                try:
                    finish = _finish(name, refs, numbers, self.frames.spans[-1].end)
                except OutOfDomain:
                    continue
                if finish.value == count(digit) and not (len(numbers) == 1 and numbers[0] == digit):
                    yield (*(stop for choice in chosen for stop in choice.stops), finish)
                    break


def matters(effect: Sensitivity) -> bool:
    """At least 80 % of differing draws and 50 % of all draws change the answer (rule L1)."""
    return effect.differing > 0 and effect.changed * 10 >= effect.differing * 8 and effect.changed * 2 >= effect.draws


def _takes(name: FinishName, operands: int) -> bool:
    """Whether a finish is for that many operands."""
    if operands == 1:
        return name not in {"absolute_difference_mod_10", "product_mod_10"}
    return operands == 2 or name not in {"absolute_difference_mod_10", "product_mod_10"}


def _finish(name: FinishName, refs: Sequence[Ref], numbers: Sequence[int], index: int) -> FinishLine:
    """The finish line over operands of these numbers. Raises OutOfDomain."""
    return FinishLine(
        stop_type="finish_line",
        index=index,
        depends_on=tuple(sorted(ref.stop for ref in refs)),
        value=count(aggregate(name, numbers)),
        sensitivity=UNMEASURED,
        transition="compute",
        operation=name,
        sources=tuple(refs),
    )


def _detours_for(source: Value) -> tuple[DetourName, ...]:
    match source:
        case TextValue():
            return tuple(WORD_DETOURS)
        case DateValue():
            return (*NUMBER_DETOURS, *YEAR_DETOURS)
        case NumberValue():
            return tuple(NUMBER_DETOURS)
        case _:
            return ()


def _number_in(source: Value) -> str | None:
    """The number that a detour is given."""
    if isinstance(source, DateValue):
        return str(int(source.value[:4]))
    return source.value if isinstance(source, NumberValue) else None


def _name(stop: AnyStop) -> str:
    match stop:
        case Detour():
            return stop.transform
        case RouteInfo():
            return stop.field
        case _:
            return stop.template if isinstance(stop, Roadblock) else stop.operation
