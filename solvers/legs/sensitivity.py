"""How often a stop's output matters: other values of its kind are put in its place, and the answer watched (rule L1).

The draws, so that anyone can make them again: `pool(...)` gives a stop's values of the same kind in the world;
`stream(0, "sensitivity", seed_title, index)` draws DRAWS of them with `choice`, one after the other. A draw counts
as differing when it is unlike the stop's output, and as changed when the last stop's value then differs. A draw
that a later stop can't take counts as unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from schemas.legs import Detour, FinishLine, Merge, Roadblock, RouteInfo, Sensitivity
from schemas.randomness import stream
from schemas.values import Value
from solvers.legs.execute import AnyStop, Calls, compute, count, evaluate
from solvers.legs.keys import named_key, pool_key
from solvers.legs.transforms import OutOfDomain
from worlds.tools.calls import ToolRefusal

__all__ = ["DRAWS", "NoPool", "Pools", "pool", "sensitivity"]

DRAWS = 60
PAIRS = 200

Pools = Mapping[str, Sequence[Value]]
"""The world's values by kind; solvers.legs.keys says what the keys are."""


class NoPool(LookupError):
    """The world has no values of this kind to draw from."""


def pool(stops: Sequence[AnyStop], index: int, pools: Pools, seed_title: str) -> tuple[Value, ...]:
    """A stop's values of the same kind.

    Of a page or tool: the world's pool; where later stops read the page that the value names, the names of the world's
    pages that are about such a thing and give such facts. Of a detour: its source's pool, transformed where the
    transform is defined. Of a merge: PAIRS pairs drawn by `stream(0, "merge", seed_title, index)`, merged. Of the
    finish: the ten digits.
    Raises NoPool where the world has none.
    """
    stop = stops[index]
    values = [each.value for each in stops]
    match stop:
        case RouteInfo() | Roadblock():
            found = tuple(pools.get(named_key(stops, index) or pool_key(stop, values), ()))
        case FinishLine():
            found = tuple(count(digit) for digit in range(10))
        case Detour():
            source = pool(stops, stop.source.stop, pools, seed_title)
            found = tuple(value for each in source for value in _try(stop, {stop.source.stop: each}, values))
        case Merge():
            first, second = (pool(stops, ref.stop, pools, seed_title) for ref in stop.sources)
            rng = stream(0, "merge", seed_title, index)
            pairs = [(rng.choice(first), rng.choice(second)) for _ in range(PAIRS)]
            a, b = (ref.stop for ref in stop.sources)
            found = tuple(value for one, two in pairs for value in _try(stop, {a: one, b: two}, values))
    if not found:
        raise NoPool(f"the world has no values like those of stop {index}")
    return found


def _try(stop: Detour | Merge, given: Mapping[int, Value], values: Sequence[Value]) -> tuple[Value, ...]:
    """The stop's value on given inputs, or nothing where it isn't defined for them."""
    try:
        return (compute(stop, [given.get(i, value) for i, value in enumerate(values)]),)
    except OutOfDomain:
        return ()


def sensitivity(stops: Sequence[AnyStop], index: int, pools: Pools, seed_title: str, tools: Calls) -> Sensitivity:
    """How often another value of its kind in place of a stop's output changes the answer."""
    choices = pool(stops, index, pools, seed_title)
    rng = stream(0, "sensitivity", seed_title, index)
    own, answer, touched = stops[index].value, stops[-1].value, _touched(stops, index)
    differing = changed = 0
    outcomes: dict[Value, bool] = {}
    for value in (rng.choice(choices) for _ in range(DRAWS)):
        if value == own:
            continue
        differing += 1
        if value not in outcomes:
            outcomes[value] = _answer_with(stops, index, value, touched, tools) not in {None, answer}
        changed += outcomes[value]
    return Sensitivity(draws=DRAWS, differing=differing, changed=changed)


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
