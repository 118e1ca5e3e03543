"""How often a stop's output matters: other values of its kind are put in its place, and the answer watched (rule L1).

The draws, so that anyone can make them again: `Kinds.of` gives a stop's values of the same kind in the world;
`stream(0, "sensitivity", seed_title, index)` draws DRAWS of them with `choice`, one after the other. A draw counts
as differing when it is unlike the stop's output, and as changed when the last stop's value then differs. A draw
that a later stop can't take counts as unchanged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from schemas.legs import Detour, FinishLine, Merge, Roadblock, RouteInfo, Sensitivity
from schemas.randomness import stream
from schemas.values import Value
from solvers.legs.execute import AnyStop, Calls, compute, count, evaluate
from solvers.legs.keys import named_key, pool_key
from solvers.legs.transforms import OutOfDomain
from worlds.tools.calls import ToolRefusal

__all__ = ["DRAWS", "Kinds", "NoPool", "Pools", "sensitivity"]

DRAWS = 60
PAIRS = 200
REMEMBERED = 4096
"""How many kinds that detours make are remembered."""

DIGITS = tuple(count(digit) for digit in range(10))

Pools = Mapping[str, Sequence[Value]]
"""The world's values by kind; solvers.legs.keys says what the keys are."""


class NoPool(LookupError):
    """The world has no values of this kind to draw from."""


class Kinds:
    """The values of every stop's kind: the world's own, and what detours make of them, remembered."""

    def __init__(self, pools: Pools) -> None:
        self._pools = pools
        self._detoured: dict[tuple[str, ...], tuple[Value, ...]] = {}

    def of(self, stops: Sequence[AnyStop], index: int, seed_title: str) -> tuple[Value, ...]:
        """A stop's values of the same kind.

        Of a page or tool: the world's pool; where later stops read the page that the value names, the names of the
        world's pages that are about such a thing and give such facts. Of a detour: its source's pool, transformed where
        the transform is defined. Of a merge: PAIRS pairs drawn by `stream(0, "merge", seed_title, index)`, merged. Of
        the finish: the ten digits.
        Raises NoPool where the world has none.
        """
        found = self._of(stops, index, seed_title)
        if not found:
            raise NoPool(f"the world has no values like those of stop {index}")
        return found

    def _of(self, stops: Sequence[AnyStop], index: int, seed_title: str) -> tuple[Value, ...]:
        match stops[index]:
            case RouteInfo() | Roadblock() as stop:
                return tuple(self._pools.get(_key(stops, stop), ()))
            case FinishLine():
                return DIGITS
            case Detour() as stop:
                return self._after(stops, stop, seed_title)
            case Merge() as stop:
                first, second = (self.of(stops, ref.stop, seed_title) for ref in stop.sources)
                rng = stream(0, "merge", seed_title, index)
                pairs = [(rng.choice(first), rng.choice(second)) for _ in range(PAIRS)]
                values, (a, b) = [each.value for each in stops], (ref.stop for ref in stop.sources)
                return tuple(value for one, two in pairs for value in _try(stop, {a: one, b: two}, values))

    def _after(self, stops: Sequence[AnyStop], stop: Detour, seed_title: str) -> tuple[Value, ...]:
        """What a detour makes of its source's kind; the same for every leg where that goes back to one page or tool."""
        path = _path(stops, stop)
        if path is None or path not in self._detoured:
            if len(self._detoured) >= REMEMBERED:
                self._detoured.clear()
            values = [each.value for each in stops]
            source = self.of(stops, stop.source.stop, seed_title)
            made = tuple(value for each in source for value in _try(stop, {stop.source.stop: each}, values))
            if path is None:
                return made
            self._detoured[path] = made
        return self._detoured[path]


def _key(stops: Sequence[AnyStop], stop: RouteInfo | Roadblock) -> str:
    return named_key(stops, stop.index) or pool_key(stop, [each.value for each in stops])


def _path(stops: Sequence[AnyStop], stop: Detour) -> tuple[str, ...] | None:
    """The detours from a page's or tool's values to a stop, behind the key of these; None with a merge between."""
    source, made = stops[stop.source.stop], (stop.transform, stop.source.path)
    match source:
        case RouteInfo() | Roadblock():
            return (_key(stops, source), *made)
        case Detour():
            before = _path(stops, source)
            return None if before is None else (*before, *made)
        case _:
            return None


def _try(stop: Detour | Merge, given: Mapping[int, Value], values: Sequence[Value]) -> tuple[Value, ...]:
    """The stop's value on given inputs, or nothing where it isn't defined for them."""
    changed = list(values)
    for index, value in given.items():
        changed[index] = value
    try:
        return (compute(stop, changed),)
    except OutOfDomain:
        return ()


def sensitivity(stops: Sequence[AnyStop], index: int, kinds: Kinds, seed_title: str, tools: Calls) -> Sensitivity:
    """How often another value of its kind in place of a stop's output changes the answer."""
    choices = kinds.of(stops, index, seed_title)
    rng = stream(0, "sensitivity", seed_title, index)
    own, answer, touched = stops[index].value, stops[-1].value, _touched(stops, index)
    drawn = Counter(rng.choice(choices) for _ in range(DRAWS))
    del drawn[own]
    changed = sum(
        times
        for value, times in drawn.items()
        if _answer_with(stops, index, value, touched, tools) not in {None, answer}
    )
    return Sensitivity(draws=DRAWS, differing=drawn.total(), changed=changed)


def _touched(stops: Sequence[AnyStop], index: int) -> tuple[AnyStop, ...]:
    """The later stops that a stop's value reaches, in order."""
    reached = {index}
    for stop in stops[index + 1 :]:
        if not reached.isdisjoint(stop.depends_on):
            reached.add(stop.index)
    return tuple(stop for stop in stops[index + 1 :] if stop.index in reached)


def _answer_with(
    stops: Sequence[AnyStop], index: int, value: Value, touched: Sequence[AnyStop], tools: Calls
) -> Value | None:
    """The last stop's value once `value` stands at `index`; None where a later stop can't take it."""
    values = [stop.value for stop in stops]
    values[index] = value
    for later in touched:
        try:
            values[later.index] = evaluate(later, values, tools)
        except (OutOfDomain, ToolRefusal):
            return None
    return values[-1]
