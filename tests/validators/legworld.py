"""Three legs written by hand over a tiny world of pages, with the real answers of the tools."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from generators.legs.clues import realise
from generators.legs.meanings import meaning_of
from schemas.canonical import JSON, canonical_bytes, content_id, dump
from schemas.legs import Leg
from schemas.randomness import stream
from schemas.values import CoordsValue, DateValue, NumberValue, TextValue, Unit, Value
from schemas.worlds import Exchange, LicenceRecord, WorldRecord
from solvers.clues.grammar import Meaning
from solvers.legs.sensitivity import Kinds, sensitivity
from tests.validators.legpages import REVISION, pages
from validators.legs import LegContext
from validators.legs.reader import read_page
from worlds.tools.box import atlas_tools
from worlds.tools.calls import ToolBox
from worlds.tools.calls import make_arguments as arguments

__all__ = ["CANARY", "LEGS", "POOLS", "RECORD", "Json", "clue", "rebuilt", "world"]

Json = dict[str, JSON]
CANARY = "00000000-0000-4000-8000-000000000000"


def _number(value: str, unit: Unit = "count", error: str = "0") -> NumberValue:
    return NumberValue(type="number", value=value, unit=unit, error=error)


def _date(value: str) -> DateValue:
    return DateValue(type="date", value=value, precision="day")


def _text(value: str) -> TextValue:
    return TextValue(type="text", value=value)


def _point(lat: str, lon: str) -> CoordsValue:
    return CoordsValue(type="coords", lat=lat, lon=lon)


COUNTRIES = (
    "Albania Austria Brazil Cameroon Chad Chile Croatia Denmark Ecuador Finland Ghana Iceland Japan Kenya Latvia Malta "
    "Mongolia Nepal Peru Poland Sweden Togo Turkey Uruguay Zambia"
).split()
CAPITALS = "Oslo Stockholm Copenhagen Lima Santiago Tokyo Accra Nairobi Reykjavik Helsinki Riga Tallinn Vilnius".split()
AIRPORTS = (
    ("60.1939", "11.1004"), ("69.6833", "18.9189"), ("67.2692", "14.3653"), ("63.4578", "10.924"),
    ("58.8767", "5.63778"), ("60.2934", "5.21814"),
)  # fmt: skip
"""Points of six Norwegian airports, as airportsdata has them."""


def _figures(tool: str) -> tuple[Value, ...]:
    """What the country tables give for these countries, as far as the figures aren't rounded ones."""
    figures = (atlas_tools().call(tool, arguments(country=_text(name))).result for name in COUNTRIES)
    return tuple(one for one in figures if isinstance(one, NumberValue) and not one.value.endswith("0"))


POOLS: dict[str, tuple[Value, ...]] = {
    "fact:album:length:seconds": tuple(_number(str(n), "seconds", "0.5") for n in range(1500, 3300, 61)),
    "fact:album:released:day": tuple(
        _date(f"19{year}-0{month}-1{month}") for year in range(60, 90, 3) for month in (2, 5)
    ),
    "fact:person:born:day": tuple(
        _date(f"19{year}-0{month}-2{month}") for year in range(12, 60, 5) for month in (1, 4, 7)
    ),
    "fact:film:country:text": tuple(map(_text, COUNTRIES)),
    "fact:country:capital:text": tuple(map(_text, CAPITALS)),
    "fact:airport:coordinates:coords": tuple(_point(lat, lon) for lat, lon in AIRPORTS),
    "fact:airport:iata:text": tuple(map(_text, ("OSL", "SVG", "TOS", "BOO", "TRD", "CPH", "ARN", "KEF", "ZRH", "QUO"))),
    "tool:unit_conversion:seconds>minutes": tuple(
        _number(str(round(n / 60)), "minutes") for n in range(1500, 3300, 61)
    ),
    "tool:country_population": _figures("countries_population"),
    "tool:country_area": _figures("countries_area"),
    "tool:days_between": tuple(_number(str(n), "days") for n in range(100, 27_000, 319)),
    "tool:geocode_elevation": tuple(_number(str(n), "metres") for n in range(2, 400, 9)),
    "tool:geocode_distance": tuple(_number(str(n), "kilometres") for n in range(50, 3000, 37)),
}  # fmt: skip


@dataclass
class Recorder:
    """The atlas's tools, every answered call kept."""

    tools: ToolBox
    made: dict[str, Exchange]

    @property
    def abilities(self) -> tuple[str, ...]:
        return self.tools.abilities

    def call(self, tool: str, given: tuple[object, ...]) -> Exchange:
        exchange = self.tools.call(tool, given)  # type: ignore[arg-type]  # the protocol's own alias is a union
        self.made[exchange.request] = exchange
        return exchange


def _ref(stop: int, path: str = "value") -> Json:
    return {"kind": "stop", "stop": stop, "path": path}


def _stop(index: int, kind: str, value: Value, depends_on: Sequence[int], **more: JSON) -> Json:
    unmeasured: Json = {"draws": 50, "differing": 0, "changed": 0}
    return {"index": index, "stop_type": kind, "value": dump(value), "depends_on": list[JSON](depends_on),
            "sensitivity": unmeasured, **more}  # fmt: skip


def _visit(
    index: int, title: str, field: str, label: str, words: str, value: Value, came_from: int | None, target: JSON = None
) -> Json:
    recorded = pages()[title]
    start = recorded.html.index(f">{words}", recorded.html.index(f">{label}<")) + 1
    quote = words.replace("<span> </span>", " ").replace("&nbsp;", " ")
    evidence: Json = {
        "title": title, "about": read_page(recorded.html).kind,
        "url": recorded.url, "revision": REVISION, "digest": recorded.digest, "section": "infobox",
        "label": label, "start": start, "end": start + len(words), "quote": quote, "volatility": "archival",
    }  # fmt: skip
    transition = "seed" if came_from is None else "link_follow"
    return _stop(index, "route_info", value, (), transition=transition, from_stop=came_from, target=target,
                 field=field, evidence=evidence)  # fmt: skip


def _step(box: Recorder, tool: str, sources: Json, **given: Value | str) -> Json:
    """A call of the real tool, and where each of its arguments comes from."""
    exchange = box.call(tool, arguments(**given))
    named: list[JSON] = [
        {"name": name, "source": sources.get(name, {"kind": "setting", "value": str(value)})}
        for name, value in sorted(given.items())
    ]
    return {"tool": tool, "arguments": named, "result": dump(exchange.result), "provider": exchange.provider,
            "volatility": exchange.volatility, "request": exchange.request, "response": exchange.response}  # fmt: skip


def _roadblock(
    index: int, template: str, value: Value, depends_on: Sequence[int], chain: Sequence[Json], rounding: JSON = None
) -> Json:
    return _stop(index, "roadblock", value, depends_on, transition="tool_call", template=template,
                 chain=list[JSON](chain), rounding=rounding)  # fmt: skip


def _compute(index: int, kind: str, value: Value, refs: Sequence[int], **more: JSON) -> Json:
    return _stop(index, kind, value, sorted(set(refs)), transition="compute", **more)


def _relation(name: str, about: str, considered: int) -> Json:
    return {"relation": name, "about": about, "conditions": [], "considered": considered}


def _music(box: Recorder) -> tuple[list[Json], list[Json]]:
    """Compositional: a length in minutes, a year's leap years, and Norway's people and area."""
    norway = _text("Norway")
    chain = [_step(box, "python_execute_code", {"quantity": _ref(0)}, operation="convert",
                   quantity=_number("2345", "seconds", "0.5"), to_unit="minutes")]  # fmt: skip
    film: Json = {"relation": None, "about": "film", "considered": 4, "conditions": [
        {"field": "released", "relation": "year", "operand": "1979"},
        {"field": "director", "relation": "equals", "operand": "Per Aune"}]}  # fmt: skip
    stops = [
        _visit(0, "Lanterns (album)", "length", "Length", "39:05", _number("2345", "seconds", "0.5"), None),
        _roadblock(1, "unit_conversion", _number("39", "minutes"), (0,), chain,
                   {"rule": "nearest", "margin": "0.416667", "error": "0.008333834"}),
        _visit(2, "Ada Norrland", "born", "Born", "June 2, 1951", _date("1951-06-02"), 0,
               _relation("artist", "person", 3)),
        _compute(3, "detour", _number("13"), (2,), transform="leap_years_to_2000", source=_ref(2, "value.year")),
        _visit(4, "The Salt Road", "country", "Country", "Norway", norway, 2, film),
        _roadblock(5, "country_population", _number("5156450", "people"), (4,),
                   [_step(box, "countries_population", {"country": _ref(4)}, country=norway)]),
        _roadblock(6, "country_area", _number("323802", "square kilometres"), (4,),
                   [_step(box, "countries_area", {"country": _ref(4)}, country=norway)]),
        _compute(7, "merge", _number("5480252"), (5, 6), operation="sum", sources=[_ref(5), _ref(6)]),
        _compute(8, "finish_line", _number("4"), (1, 3, 7), operation="sum_mod_10",
                 sources=[_ref(1), _ref(3), _ref(7)]),
    ]  # fmt: skip
    diamonds: list[Json] = [{"name": "population_area", "source": 4, "branches": [5, 6], "merge": 7}]
    return stops, diamonds


def _airports(box: Recorder) -> tuple[list[Json], list[Json]]:
    """Sequential: an airport's height, how far a capital is from it, and a code in Scrabble tiles."""
    oslo, there = _text("Oslo"), _point("60.2934", "5.21814")
    capital = _point("59.91333", "10.73897")
    height = _step(box, "maps_elevation", {"location": _ref(0)}, location=there)
    geocode = _step(box, "maps_geocode", {"address": _ref(2)}, address=oslo)
    distance = _step(box, "maps_distance_matrix", {"origin": {"kind": "call", "call": 0}, "destination": _ref(0)},
                     origin=capital, destination=there, mode="great_circle")  # fmt: skip
    serves: Json = {"relation": None, "about": "airport", "considered": 4,
                    "conditions": [{"field": "city", "relation": "equals", "operand": "Stavanger"}]}  # fmt: skip
    stops = [
        _visit(0, "Bergen Airport Flesland", "coordinates", "Coordinates", "60.2934; 5.21814", there, None),
        _roadblock(1, "geocode_elevation", _number("52", "metres"), (0,), [height],
                   {"rule": "nearest", "margin": "0.316", "error": "0.1524"}),
        _visit(2, "Norway", "capital", "Capital", "Oslo", oslo, 0, _relation("country", "country", 4)),
        _roadblock(3, "geocode_distance", _number("309", "kilometres"), (0, 2), [geocode, distance],
                   {"rule": "nearest", "margin": "0.296", "error": "0.0005"}),
        _visit(4, "Stavanger Airport Sola", "iata", "IATA", "SVG", _text("SVG"), 2, serves),
        _compute(5, "detour", _number("7"), (4,), transform="scrabble_score", source=_ref(4)),
        _compute(6, "finish_line", _number("8"), (1, 3, 5), operation="sum_mod_10",
                 sources=[_ref(1), _ref(3), _ref(5)]),
    ]  # fmt: skip
    return stops, []


def _dates(box: Recorder) -> tuple[list[Json], list[Json]]:
    """Sequential: the days between two dates of two pages, and their digits."""
    chain = [_step(box, "python_execute_code", {"start": _ref(0), "end": _ref(1)}, operation="days_between",
                   start=_date("1984-03-09"), end=_date("1951-06-02"))]  # fmt: skip
    stops = [
        _visit(0, "Lanterns (album)", "released", "Released", "March<span> </span>9,<span> </span>1984",
               _date("1984-03-09"), None),
        _visit(1, "Ada Norrland", "born", "Born", "June 2, 1951", _date("1951-06-02"), 0,
               _relation("artist", "person", 3)),
        _roadblock(2, "days_between", _number("11969", "days"), (0, 1), chain),
        _compute(3, "detour", _number("26"), (2,), transform="digit_sum", source=_ref(2)),
        _compute(4, "finish_line", _number("6"), (3,), operation="sum_mod_10", sources=[_ref(3)]),
    ]  # fmt: skip
    return stops, []


def clue(meaning: Meaning) -> str:
    """One wording of a step, always the same."""
    return realise(meaning, stream(0, "tiny world"))


LEGS = ("music", "airports", "dates")
"""The legs by name."""

_MAKERS = {"music": _music, "airports": _airports, "dates": _dates}


def rebuilt(plain: Json) -> Leg:
    """A leg from its JSON values, with the id of its content."""
    leg = Leg.model_validate_json(canonical_bytes(plain))
    return leg.model_copy(update={"id": content_id("leg", leg)})


@cache
def world() -> tuple[LegContext, dict[str, Leg]]:
    """The recorded world and the legs, measured by the one evaluator that generation uses."""
    box = Recorder(atlas_tools(), {})
    legs: dict[str, Leg] = {}
    for name in LEGS:
        stops, diamonds = _MAKERS[name](box)
        first = stops[0]["evidence"]
        last = stops[-1]["value"]
        plain: Json = {
            "family": "leg", "id": "leg-" + "0" * 20, "canary": CANARY, "split": "test", "level": "easy",
            "variant": "compositional" if diamonds else "sequential",
            "world": {"name": "tiny", "version": "1", "fictional": False},
            "seed_title": first["title"], "seed_url": first["url"], "clues": ["-"] * len(stops),
            "stops": list[JSON](stops), "diamonds": list[JSON](diamonds), "answer": int(last["value"]),
            "step_budget": max(10, len(stops) * 3 // 2), "live_depth": DEPTHS[name], "trials": 2,
        }  # fmt: skip
        draft = rebuilt(plain)
        measured = [sensitivity(draft.stops, stop.index, Kinds(POOLS), draft.seed_title, box) for stop in draft.stops]
        plain["stops"] = [{**stop, "sensitivity": dump(each)} for stop, each in zip(stops, measured, strict=True)]
        plain["clues"] = [clue(meaning_of(stop)) for stop in draft.stops]
        legs[name] = rebuilt(plain)
    return LegContext(pages(), dict(box.made), POOLS, world=RECORD), legs


RECORD = WorldRecord(
    name="tiny",
    source="zim:tiny.zim",
    version="1",
    source_digest="0" * 64,
    fictional=False,
    licence=LicenceRecord(spdx="CC0-1.0", attribution="Nobody", redistributable=True),
    abilities=(),
    titles=(),
    requests=(),
    files=(),
    digest="0" * 64,
)
"""What `world.json` says of the tiny world; its digests are left to those who check files."""

DEPTHS = {"music": 4, "airports": 3, "dates": 4}
