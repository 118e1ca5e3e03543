"""L3 and L4: values come only from references, each is derived again, and the three kinds of edge are kept apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from schemas.findings import Finding
from schemas.legs import CallRef, Detour, FinishLine, Leg, Merge, Ref, Roadblock, RouteInfo, Setting, Stop, ToolStep
from schemas.values import TextValue, Value, show_value
from schemas.worlds import Exchange
from validators.legs.context import LegContext
from validators.legs.findings import found
from validators.legs.graph import is_sound, refs_of
from validators.legs.recompute import NotTaken, named_arguments, request_of, run_stop
from validators.legs.tools import CannotSay, Refused, answer, same_answer
from validators.registry import rule

__all__ = ["SETTINGS", "TEMPLATES", "check_calls", "check_edges", "check_references", "check_trials", "check_values"]

SETTINGS: Mapping[str, frozenset[str]] = {
    "python_execute_code": frozenset({"operation", "to_unit"}),
    "maps_distance_matrix": frozenset({"mode"}),
    "maps_search_places": frozenset({"kind", "radius"}),
    "weather_historical": frozenset({"date", "metric"}),
    **dict.fromkeys(("stock_historical_price", "stock_volume"), frozenset({"date"})),
    **dict.fromkeys(("crypto_historical_price", "crypto_volume"), frozenset({"date"})),
}
"""The arguments of each tool that a clue may state in words; every other argument is a value."""


def _at_a_place(tool: str) -> tuple[tuple[str, ...], ...]:
    """The chains that ask a tool about one place."""
    return ((tool,), ("maps_geocode", tool))


_BETWEEN_PLACES = (
    ("maps_distance_matrix",),
    ("maps_geocode", "maps_distance_matrix"),
    ("maps_geocode", "maps_geocode", "maps_distance_matrix"),
)

TEMPLATES: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "days_between": (("python_execute_code",),),
    "unit_conversion": (("python_execute_code",),),
    "country_population": (("countries_population",),),
    "country_area": (("countries_area",),),
    "geocode_elevation": _at_a_place("maps_elevation"),
    **dict.fromkeys(
        ("geocode_temperature", "geocode_precipitation", "geocode_snowfall", "geocode_sunshine"),
        _at_a_place("weather_historical"),
    ),
    "poi_count": _at_a_place("maps_search_places"),
    **dict.fromkeys(("geocode_distance", "driving_distance", "driving_duration"), _BETWEEN_PLACES),
    "place_rating": (("maps_place_details",),),
    "stock_price": (("stock_historical_price",),),
    "stock_volume": (("stock_volume",),),
    "crypto_price": (("crypto_historical_price",),),
    "crypto_volume": (("crypto_volume",),),
}
"""The chains of tools that make each roadblock; a place that is a point already isn't geocoded."""

OPERATIONS: Mapping[str, tuple[str, str]] = {
    "days_between": ("operation", "days_between"),
    "unit_conversion": ("operation", "convert"),
    "geocode_distance": ("mode", "great_circle"),
    "driving_distance": ("mode", "driving"),
    "driving_duration": ("mode", "driving_duration"),
    "geocode_temperature": ("metric", "temperature_max"),
    "geocode_precipitation": ("metric", "precipitation"),
    "geocode_snowfall": ("metric", "snowfall"),
    "geocode_sunshine": ("metric", "sunshine"),
}
"""The setting by which the last call of a template's chain says what is asked for."""


@rule("L3", "leg")
def check_references(leg: Leg, _context: LegContext) -> Iterator[Finding]:
    """References lead to earlier stops and calls, and only what a clue may state is stated."""
    for place, stop in enumerate(leg.stops):
        for ref in refs_of(stop):
            if ref.stop >= place:
                yield found(
                    leg, "L3.bad-reference", f"stops[{place}]", f"it refers to stop {ref.stop}, which isn't earlier"
                )
        if isinstance(stop, Roadblock):
            yield from _chain(leg, place, stop)


def _chain(leg: Leg, place: int, stop: Roadblock) -> Iterator[Finding]:
    tools = tuple(step.tool for step in stop.chain)
    if tools not in TEMPLATES[stop.template]:
        yield found(leg, "L3.wrong-chain", f"stops[{place}].chain", f"{stop.template} isn't made of {', '.join(tools)}")
    name, wanted = OPERATIONS.get(stop.template, ("", ""))
    stated = {one.name: one.source.value for one in stop.chain[-1].arguments if isinstance(one.source, Setting)}
    if wanted and stated.get(name) != wanted:
        yield found(leg, "L3.wrong-chain", f"stops[{place}].chain", f"{stop.template} doesn't ask for {wanted}")
    for number, step in enumerate(stop.chain):
        where = f"stops[{place}].chain[{number}]"
        names = [one.name for one in step.arguments]
        if names != sorted(set(names)):
            yield found(leg, "L3.bad-arguments", where, "its arguments aren't sorted by name, each once")
        for argument in step.arguments:
            yield from _argument(
                leg, f"{where}.arguments.{argument.name}", step, argument.name, argument.source, number
            )


def _argument(
    leg: Leg, place: str, step: ToolStep, name: str, source: Ref | CallRef | Setting, number: int
) -> Iterator[Finding]:
    stateable = name in SETTINGS.get(step.tool, frozenset())
    if isinstance(source, Setting) and not stateable:
        yield found(
            leg, "L3.literal", place, f"{step.tool} takes {name} as a value, and {source.value!r} is written in"
        )
    if not isinstance(source, Setting) and stateable:
        yield found(leg, "L3.value-as-setting", place, f"{step.tool} takes {name} as a setting that the clue states")
    if isinstance(source, CallRef) and source.call >= number:
        yield found(leg, "L3.bad-reference", place, f"it takes the result of call {source.call}, which isn't earlier")


@rule("L3", "leg")
def check_values(leg: Leg, context: LegContext) -> Iterator[Finding]:
    """Every computed value follows again from the stops it refers to."""
    values: list[Value] = [stop.value for stop in leg.stops]
    for place, stop in enumerate(leg.stops):
        where = f"stops[{place}].value"
        if isinstance(stop, RouteInfo):
            yield from _named(leg, place, stop, values, context)
            continue
        try:
            own = run_stop(stop, values[:place], context)
        except NotTaken as error:
            yield found(leg, "L3.undefined", where, f"it can't be derived: {error}")
            continue
        if own != stop.value:
            yield found(
                leg, _stale(stop), where, f"derived again it is {show_value(own)}, not {show_value(stop.value)}"
            )


def _named(leg: Leg, place: int, stop: RouteInfo, values: list[Value], context: LegContext) -> Iterator[Finding]:
    """A page that an earlier value names is the one that the fact is taken from."""
    if stop.named is None or stop.named.source.stop >= place:
        return
    name = values[stop.named.source.stop]
    title = context.resolved(name.value) if isinstance(name, TextValue) else None
    if title != stop.evidence.title:
        message = f"stop {stop.named.source.stop} gives {show_value(name)}, the name of no or another page"
        yield found(leg, "L3.other-page", f"stops[{place}].named", message)


def _stale(stop: Stop) -> str:
    match stop:
        case FinishLine():
            return "L3.stale-answer"
        case Merge():
            return "L3.stale-merge"
        case Detour():
            return "L3.stale-transform"
        case _:
            return "L3.stale-roadblock"


@rule("L3", "leg")
def check_trials(leg: Leg, context: LegContext) -> Iterator[Finding]:
    """Run from its facts to its answer, as often as the record says, a leg gives its recorded values each time."""
    if not is_sound(leg):
        return
    for trial in range(leg.trials):
        values: list[Value] = []
        try:
            for stop in leg.stops:
                values.append(run_stop(stop, values, context))
        except NotTaken:
            return
        for stop, value in zip(leg.stops, values, strict=True):
            if value != stop.value:
                message = f"run from the start, time {trial + 1} of {leg.trials}, it gives {show_value(value)}"
                yield found(leg, "L3.other-run", f"stops[{stop.index}]", message)
                return


@rule("L3", "leg")
def check_calls(leg: Leg, context: LegContext) -> Iterator[Finding]:
    """Every recorded tool result is the world's, and what the tables and formulas say."""
    values: list[Value] = [stop.value for stop in leg.stops]
    for place, stop in enumerate(leg.stops):
        results: list[Value] = []
        for number, step in enumerate(stop.chain if isinstance(stop, Roadblock) else ()):
            where = f"stops[{place}].chain[{number}].result"
            try:
                named = named_arguments(step, values[:place], results)
            except NotTaken:
                break
            results.append(step.result)
            recorded = context.calls.get(request_of(step.tool, named))
            if isinstance(recorded, Exchange) and recorded.result != step.result:
                yield found(
                    leg,
                    "L3.stale-call",
                    where,
                    f"the world recorded {show_value(recorded.result)}, the leg {show_value(step.result)}",
                )
            yield from _second_opinion(leg, where, step, named, context.live)


def _second_opinion(
    leg: Leg, place: str, step: ToolStep, named: Mapping[str, Value | str], live: bool
) -> Iterator[Finding]:
    try:
        own = answer(step.tool, named, live)
    except CannotSay:
        return
    except Refused as refusal:
        yield found(leg, "L3.wrong-result", place, f"{step.tool} has no answer to this: {refusal}")
        return
    if not same_answer(step.tool, step.result, own):
        yield found(
            leg,
            "L3.wrong-result",
            place,
            f"{step.tool} gives {show_value(own)} by other means, not {show_value(step.result)}",
        )


@rule("L4", "leg")
def check_edges(leg: Leg, context: LegContext) -> Iterator[Finding]:
    """`depends_on` holds the data edges only, and navigation leaves the page that the reader is on by a real link."""
    here: RouteInfo | None = None
    for place, stop in enumerate(leg.stops):
        wanted = tuple(sorted({ref.stop for ref in refs_of(stop)}))
        extra, missing = set(stop.depends_on) - set(wanted), set(wanted) - set(stop.depends_on)
        where = f"stops[{place}].depends_on"
        if extra:
            yield found(leg, "L4.order-as-data", where, f"it lists {_list(extra)}, whose values it doesn't take")
        if missing:
            yield found(leg, "L4.missing-edge", where, f"it takes the values of {_list(missing)} and doesn't list them")
        if not extra and not missing and stop.depends_on != wanted:
            yield found(leg, "L4.unsorted", where, "its entries aren't sorted, each once")
        if isinstance(stop, RouteInfo):
            yield from _navigation(leg, place, stop, here, context)
            here = stop


def _list(indices: set[int]) -> str:
    return "stops " + ", ".join(map(str, sorted(indices))) if len(indices) > 1 else f"stop {min(indices)}"


def _navigation(
    leg: Leg, place: int, stop: RouteInfo, here: RouteInfo | None, context: LegContext
) -> Iterator[Finding]:
    where = f"stops[{place}].from_stop"
    if stop.transition == "seed":
        if stop.from_stop is not None:
            yield found(leg, "L4.bad-navigation", where, "the seed page is reached from nowhere")
        return
    if here is None or stop.from_stop != here.index:
        yield found(leg, "L4.bad-navigation", where, "it doesn't leave the page that the reader is on")
        return
    if stop.transition == "stay":
        if stop.evidence.title != here.evidence.title:
            yield found(
                leg,
                "L4.stay-elsewhere",
                f"stops[{place}].evidence.title",
                f"it stays on {here.evidence.title} and reads {stop.evidence.title}",
            )
        return
    linked = context.targets(here.evidence.title) if here.evidence.title in context.pages else None
    if stop.transition == "link_follow" and linked is not None and stop.evidence.title not in linked:
        yield found(leg, "L4.no-such-link", where, f"{here.evidence.title} has no link to {stop.evidence.title}")
