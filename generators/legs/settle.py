"""Chooses detours, merges and the finish of a leg: so that every stop matters, and the answer is the digit wanted."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from generators.legs.frames import UNMEASURED, Frames, OpenDetour, OpenMerge, Span
from generators.legs.index import CallLog
from generators.legs.screen import Bare, Filled, FilledDetour, FilledMerge, Screen, detoured, matters, merged
from generators.rejection import Rejected
from schemas.legs import Detour, DetourName, FinishLine, FinishName, Merge, MergeName, Ref, Roadblock, RouteInfo
from schemas.values import DateValue
from solvers.legs.aggregate import aggregate
from solvers.legs.execute import AnyStop, count
from solvers.legs.sensitivity import Kinds, NoPool, Pools, sensitivity
from solvers.legs.transforms import NUMBER_DETOURS, WORD_DETOURS, YEAR_DETOURS, OutOfDomain

__all__ = ["Settled", "Settler"]

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


class Settled(NamedTuple):
    """The stops of a leg with their measured effects, and the calls and pages that measuring took."""

    stops: tuple[AnyStop, ...]
    trials: CallLog


@dataclass(frozen=True)
class Settler:
    """What choices are measured against: the world's values, the seed, and the numbers that clues print already."""

    frames: Frames
    pools: Pools
    kinds: Kinds
    seed_title: str
    tools: CallLog
    printed: frozenset[str]
    rng: random.Random

    def settle(self, digit: int) -> Settled:
        """The first leg that ends in the digit and of which each stop matters, as measured on the whole.

        Raises Rejected where there is none.
        """
        fault: Rejected | None = None
        screen = Screen(self.frames, self.pools, self.seed_title, self.tools)
        for enough in (FEW, DIGITS):
            made = [self._choices(screen, span, enough) for span in self.frames.spans]
            for stops in self._mixed(made, digit):
                log = self.tools.fresh()
                try:
                    return Settled(tuple(self._measured(stops, log)), log)
                except Rejected as rejected:
                    fault = rejected
        told = f"no choice of detours and finish gives {digit}, the answer of this leg's turn"
        raise fault or Rejected("L15.digit", told)

    def _measured(self, stops: Sequence[AnyStop], log: CallLog) -> Iterator[AnyStop]:
        """The stops with how much each matters. Raises Rejected when one does too little (rule L1)."""
        for stop in stops:
            try:
                effect = sensitivity(stops, stop.index, self.kinds, self.seed_title, log)
            except NoPool as error:
                raise Rejected("L1.no-pool", str(error)) from error
            if not matters(effect.draws, effect.differing, effect.changed):
                told = f"{effect.changed} of {effect.differing} other values of {_name(stop)} change the answer"
                raise Rejected("L1.insensitive", told)
            yield stop.model_copy(update={"sensitivity": effect})

    def _choices(self, screen: Screen, span: Span, enough: int) -> list[Choice]:
        """Different ways to fill an operand in which each of its stops matters. Raises Rejected when none does."""
        found: list[Choice] = []
        tried: set[tuple[str, ...]] = set()
        fault: Rejected | None = None
        own = screen.own(span)
        for _ in range(TRIES * enough):
            try:
                filled = self._filled(span, own)
            except OutOfDomain as error:
                fault = fault or Rejected("plan.domain", str(error))
                continue
            names = tuple(each.name for each in filled)
            if names in tried:
                continue
            tried.add(names)
            try:
                number = self._judged(screen, span, filled)
            except Rejected as rejected:
                fault = rejected
                continue
            if number % 10 not in {choice.number % 10 for choice in found}:
                found.append(Choice(tuple(self._stops(span, filled)), number))
            if len(found) == enough or not filled:
                break
        if not found:
            raise fault or Rejected("plan.none", "no choice was tried")
        return found

    def _filled(self, span: Span, own: Mapping[int, Bare]) -> list[Filled]:
        """The operand's open places filled at random. Raises OutOfDomain."""
        values = dict(own)
        taken: dict[int, Bare] = {}
        filled: list[Filled] = []
        for place in self.frames.places[span.start : span.end]:
            match place:
                case OpenDetour():
                    source = values[place.source]
                    filled.append(self._detour(place, source, taken.get(place.source)))
                    taken[place.index] = source
                case OpenMerge():
                    name = self.rng.choice(MERGES)
                    filled.append(FilledMerge(place, name, merged(name, [values[each] for each in place.sources])))
                case _:
                    continue
            values[place.index] = filled[-1].number
        return filled

    def _detour(self, place: OpenDetour, source: Bare, before: Bare | None) -> FilledDetour:
        """A detour that changes its input, and doesn't undo the detour before, which took `before`.

        Raises OutOfDomain when there is none.
        """
        names = _detours_for(source)
        for name in self.rng.sample(names, len(names)):
            try:
                number = detoured(name, source)
            except OutOfDomain:
                continue
            if number not in {_number_in(source), _number_in(before)}:
                return FilledDetour(place, name, number)
        raise OutOfDomain(f"no detour changes the value of stop {place.source}")

    def _judged(self, screen: Screen, span: Span, filled: Sequence[Filled]) -> int:
        """The operand's value, once its stops seem to matter to its last digit. Raises Rejected."""
        values = screen.own(span) | {each.place.index: each.number for each in filled}
        gold = {str(value) for value in values.values() if isinstance(value, int)}
        if gold & self.printed:
            raise Rejected("L12.gold-number", f"a clue prints {min(gold & self.printed)}, an answer on the way")
        number = values[span.end - 1]
        if not isinstance(number, int) or number < 0:
            raise Rejected("plan.domain", f"stop {span.end - 1} is no number with a last digit")
        screen.judge(span, filled)
        return number

    def _stops(self, span: Span, filled: Sequence[Filled]) -> Iterator[AnyStop]:
        """The operand's stops with its open places filled."""
        by_index = {each.place.index: each for each in filled}
        for place in self.frames.places[span.start : span.end]:
            if isinstance(place, OpenDetour | OpenMerge):
                yield _stop(by_index[place.index], self.frames)
            else:
                yield place

    def _mixed(self, made: Sequence[Sequence[Choice]], digit: int) -> Iterator[tuple[AnyStop, ...]]:
        """Combinations of choices, with a finish, that give the digit."""
        refs = [span.ref for span in self.frames.spans]
        names = [name for name in FINISHES if _takes(name, len(refs))]
        for name in self.rng.sample(names, len(names)):
            seen: set[tuple[int, ...]] = set()
            for _ in range(MIXES):
                picked = tuple(self.rng.randrange(len(choices)) for choices in made)
                if picked in seen:
                    continue
                seen.add(picked)
                chosen = [choices[i] for choices, i in zip(made, picked, strict=True)]
                numbers = [choice.number for choice in chosen]
                try:
                    answer = aggregate(name, numbers)
                except OutOfDomain:
                    continue
                if answer == digit and not (len(numbers) == 1 and numbers[0] == digit):
                    finish = _finish(name, refs, digit, self.frames.spans[-1].end)
                    yield (*(stop for choice in chosen for stop in choice.stops), finish)
                    break


def _stop(filled: Filled, frames: Frames) -> Detour | Merge:
    """The stop of a filled place."""
    if isinstance(filled, FilledMerge):
        first, second = (Ref(kind="stop", stop=index, path="value") for index in filled.place.sources)
        return Merge(
            stop_type="merge",
            index=filled.place.index,
            depends_on=tuple(sorted(filled.place.sources)),
            value=count(filled.number),
            sensitivity=UNMEASURED,
            transition="compute",
            operation=filled.name,
            sources=(first, second),
        )
    source = filled.place.source
    dated = isinstance(frames.values[source], DateValue)
    return Detour(
        stop_type="detour",
        index=filled.place.index,
        depends_on=(source,),
        value=count(filled.number),
        sensitivity=UNMEASURED,
        transition="compute",
        transform=filled.name,
        source=Ref(kind="stop", stop=source, path="value.year" if dated else "value"),
    )


def _takes(name: FinishName, operands: int) -> bool:
    """Whether a finish is for that many operands."""
    if operands == 1:
        return name not in {"absolute_difference_mod_10", "product_mod_10"}
    return operands == 2 or name not in {"absolute_difference_mod_10", "product_mod_10"}


def _finish(name: FinishName, refs: Sequence[Ref], digit: int, index: int) -> FinishLine:
    """The finish line over these operands."""
    return FinishLine(
        stop_type="finish_line",
        index=index,
        depends_on=tuple(sorted(ref.stop for ref in refs)),
        value=count(digit),
        sensitivity=UNMEASURED,
        transition="compute",
        operation=name,
        sources=tuple(refs),
    )


def _detours_for(source: Bare) -> tuple[DetourName, ...]:
    match source:
        case str():
            return tuple(WORD_DETOURS)
        case DateValue():
            return (*NUMBER_DETOURS, *YEAR_DETOURS)
        case int():
            return tuple(NUMBER_DETOURS)
        case _:
            return ()


def _number_in(source: Bare | None) -> int | None:
    """The number that a detour is given."""
    if isinstance(source, DateValue):
        return int(source.value[:4])
    return source if isinstance(source, int) else None


def _name(stop: AnyStop) -> str:
    match stop:
        case Detour():
            return stop.transform
        case RouteInfo():
            return stop.field
        case _:
            return stop.template if isinstance(stop, Roadblock) else stop.operation
