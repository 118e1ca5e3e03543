"""L1 again, without trust in the recorded pools: they must follow from the world, and its own pages must agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from schemas.findings import Finding
from schemas.legs import Leg, RouteInfo
from schemas.randomness import stream
from schemas.values import DateValue, NumberValue, TextValue, Value, show_value
from validators.legs.context import LegContext
from validators.legs.draws import changes
from validators.legs.fields import FIELDS
from validators.legs.findings import found
from validators.legs.graph import is_sound
from validators.legs.reader import PageReading
from validators.legs.readings import Unread
from validators.legs.recompute import fact_key, round_number, value_key
from validators.legs.tables import country_figures
from validators.legs.tools import Refused, answer
from validators.registry import rule

__all__ = ["check_own_values", "check_pools"]

OWN_DRAWS = 60
FEWEST_OWN = 20
"""How many values of the world's own pages must be known to change the answer or not, before they are judged."""

LEAST = Fraction(4, 5)
"""The share of differing values that must change the answer."""


@rule("L1", "leg")
def check_own_values(leg: Leg, context: LegContext) -> Iterator[Finding]:
    """What the pages around a leg give for the same field changes the answer too, three standard errors left."""
    if not is_sound(leg):
        return
    around = _around(leg, context)
    for stop in leg.stops:
        if not isinstance(stop, RouteInfo) or stop.evidence.section != "infobox":
            continue
        known = _known_changes(leg, stop, around, context)
        if len(known) < FEWEST_OWN:
            continue
        share, spread = Fraction(sum(known), len(known)), LEAST * (1 - LEAST) / len(known)
        if share < LEAST and (LEAST - share) ** 2 > 9 * spread:
            message = f"of {len(known)} other values that the pages around it give, {sum(known)} change the answer"
            yield found(leg, "L1.insensitive-here", f"stops[{stop.index}]", message)


def _around(leg: Leg, context: LegContext) -> tuple[PageReading, ...]:
    """The pages that a leg visits and those that they link to, as far as they are recorded."""
    titles: dict[str, None] = {}
    for stop in leg.stops:
        if isinstance(stop, RouteInfo) and stop.evidence.title in context.pages:
            titles |= dict.fromkeys((stop.evidence.title, *context.targets(stop.evidence.title)))
    return tuple(context.reading(title) for title in titles if title in context.pages)


def _known_changes(leg: Leg, stop: RouteInfo, around: Sequence[PageReading], context: LegContext) -> list[bool]:
    """Whether other values of the field on these pages change the answer, where the recorded world can tell."""
    own, about = value_key(stop.field, stop.value), stop.evidence.about
    read = [page.read(stop.field) for page in around if page.kind == about]
    values = [v for v in read if v is not None and not isinstance(v, Unread) and value_key(stop.field, v) == own]
    others = [value for value in dict.fromkeys(values) if value != stop.value]
    if len(others) < FEWEST_OWN:
        return []
    rng = stream(0, "own values", leg.seed_title, stop.index)
    chosen = rng.sample(others, min(OWN_DRAWS, len(others)))
    return [result for value in chosen if (result := changes(leg, stop.index, value, context)) is not None]


@rule("L1", "leg", "release")
def check_pools(_legs: Sequence[Leg], context: LegContext) -> Iterator[Finding]:
    """Every value of the recorded pools is of its kind, sane, and follows from the world where that can be told."""
    for key, values in sorted(context.pools.items()):
        fault = next((told for value in values if (told := _fault(key, value, context))), None)
        if fault is not None:
            yield _pool(key, fault)
    yield from _derived(context)


def _pool(key: str, message: str) -> Finding:
    return Finding(
        code="L1.foreign-pool", severity="critical", item="release", place=f"world/pools.json: {key}", message=message
    )


def _fault(key: str, value: Value, context: LegContext) -> str | None:
    """Why a value can't be one of this pool's, if it can't."""
    kind, _, rest = key.partition(":")
    if kind == "fact":
        about, _, said = rest.partition(":")
        field = said.partition(":")[0]
        if fact_key(about, field, value) != key:
            return f"{show_value(value)} is of another kind"
        if not _sane(field, value):
            return f"{show_value(value)} lies outside the sane range of {field}"
    if kind == "page":
        title = context.resolved(value.value) if isinstance(value, TextValue) else None
        about, told, keys = rest.partition(":")
        if not told:
            return "a pool of pages says what they are about and which facts they give"
        return _misnamed(context.reading(title), about, keys) if title is not None else None
    figures = _tables(key, context)
    if figures and not (isinstance(value, NumberValue) and value.value in figures):
        return f"no country of the tables has {show_value(value)}"
    return None


def _misnamed(page: PageReading, about: str, keys: str) -> str | None:
    """Why a page isn't about that kind of thing, or gives no such facts."""
    if page.kind != about:
        return f"one of them is the name of a {page.kind}"
    for key in keys.split(","):
        field = key.partition(":")[0]
        value = page.read(field)
        if value is not None and not isinstance(value, Unread) and value_key(field, value) != key:
            return f"one of them names a page that gives another kind of {field}"
    return None


def _sane(field: str, value: Value) -> bool:
    spec = FIELDS.get(field)
    if spec is None or spec.low is None or spec.high is None:
        return True
    if isinstance(value, DateValue):
        return spec.low <= int(value.value[:4]) <= spec.high
    scaled = spec.manner in {"area", "length", "minutes", "seconds"}
    return scaled or not isinstance(value, NumberValue) or spec.low <= Fraction(value.value) <= spec.high


def _tables(key: str, context: LegContext) -> frozenset[str]:
    """The whole numbers that the packaged tables give for a template, where the world's tools are these tables."""
    if context.world is None or context.world.source.partition(":")[0] not in {"atlas", "zim"}:
        return frozenset()
    which = {"tool:country_population": "population", "tool:country_area": "area"}.get(key)
    figures = country_figures(which) if which else ()
    return frozenset(str(round_number(Fraction(one), "nearest")) for one in figures)


def _derived(context: LegContext) -> Iterator[Finding]:
    """Days between dates, and converted quantities, come from other recorded values."""
    pools: Mapping[str, Sequence[Value]] = context.pools
    days = sorted({v.value for key in pools if key.endswith(":day") for v in pools[key] if isinstance(v, DateValue)})
    if days:
        longest = _number(answer("python_execute_code", _days(days[0], days[-1])))
        apart = [_number(value) for value in pools.get("tool:days_between", ())]
        if any(count > longest for count in apart):
            yield _pool("tool:days_between", f"no two dates of the world are {max(apart)} days apart")
    for key in sorted(pools):
        if key.startswith("tool:unit_conversion:"):
            unit, _, to_unit = key.removeprefix("tool:unit_conversion:").partition(">")
            known = set(_converted(pools, unit, to_unit))
            foreign = next((v for v in pools[key] if isinstance(v, NumberValue) and v.value not in known), None)
            if foreign is not None:
                yield _pool(key, f"no quantity of the world comes to {show_value(foreign)}")


def _number(value: Value) -> Fraction:
    return Fraction(value.value) if isinstance(value, NumberValue) else Fraction(0)


def _days(first: str, last: str) -> dict[str, Value | str]:
    start, end = (DateValue(type="date", value=day, precision="day") for day in (first, last))
    return {"operation": "days_between", "start": start, "end": end}


def _converted(pools: Mapping[str, Sequence[Value]], unit: str, to_unit: str) -> Iterator[str]:
    """Every recorded quantity of a unit in another one, as a whole number."""
    for key, values in pools.items():
        if key.startswith("tool:unit_conversion:"):
            continue
        for value in values:
            if isinstance(value, NumberValue) and value.unit == unit:
                asked: dict[str, Value | str] = {"operation": "convert", "quantity": value, "to_unit": to_unit}
                try:
                    made = answer("python_execute_code", asked)
                except Refused:
                    continue
                if isinstance(made, NumberValue):
                    yield str(round_number(Fraction(made.value), "nearest"))
