"""L12: no clue prints a page to be found, a text or number to be found, a tool's name, or talk about itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import get_args

from schemas.findings import Finding
from schemas.legs import Detour, Leg, Roadblock, RouteInfo, Setting, Stop
from schemas.values import CoordsValue, NumberValue, TextValue, Value
from schemas.worlds import ToolName
from validators.legs.context import LegContext
from validators.legs.findings import found
from validators.legs.graph import refs_of
from validators.legs.recompute import NotTaken, resolve
from validators.normal import holds, numbers_in
from validators.registry import rule

__all__ = ["check_chatter", "check_gold_conditions", "check_numbers", "check_texts", "check_titles", "check_tools"]

_REFERENCES = re.compile(
    r"\b(?:clues?|stops?|steps?|answers?)\s+\d+(?:(?:\s*,\s*|\s+and\s+|\s*,\s*and\s+|\s+or\s+)\d+)*", re.IGNORECASE
)
_CHATTER = re.compile(
    r"\b(?:as an ai|language model|here (?:is|are|'s)(?: the| your| a)? (?:clue|riddle|answer)|"
    r"i hope|let me know|happy to|rewritten|paraphras\w*)\b|\b(?:sure|certainly|of course)[,!]|```|\*\*|^#|^\s|\s$|"
    r"^(?:clue|riddle|note|answer)\s*\d*\s*:|[\n\r\t]",
    re.IGNORECASE,
)


@rule("L12", "leg")
def check_titles(leg: Leg, context: LegContext) -> Iterator[Finding]:
    """No clue names a page after the seed, by its title or by a redirect, in any spelling."""
    titles = dict.fromkeys(stop.evidence.title for stop in leg.stops if isinstance(stop, RouteInfo))
    for title in titles:
        if title == leg.seed_title:
            continue
        page = context.pages.get(title)
        names = (title, re.sub(r"\s*\([^()]*\)$", "", title), *(page.aliases if page else ()))
        for number, clue in enumerate(leg.clues):
            named = next((name for name in names if holds(clue, name)), None)
            if named is not None:
                yield found(leg, "L12.title", f"clues[{number}]", f"it names “{named}”, a page to be found ({title})")


@rule("L12", "leg")
def check_texts(leg: Leg, _context: LegContext) -> Iterator[Finding]:
    """No clue prints a text that some stop gives."""
    for stop in leg.stops:
        if isinstance(stop.value, TextValue):
            for number, clue in enumerate(leg.clues):
                if holds(clue, stop.value.value):
                    yield found(
                        leg,
                        "L12.gold-text",
                        f"clues[{number}]",
                        f"it prints “{stop.value.value}”, the answer to clue {stop.index + 1}",
                    )


@rule("L12", "leg")
def check_numbers(leg: Leg, _context: LegContext) -> Iterator[Finding]:
    """No clue prints a number that some stop gives or takes, in digits or words, where a value could stand."""
    gold: dict[str, int] = {}
    for stop in leg.stops:
        for number in _gold(leg, stop):
            gold.setdefault(number, stop.index)
    for place, clue in enumerate(leg.clues):
        clued = leg.stops[place] if place < len(leg.stops) else None
        printed = list(numbers_in(_REFERENCES.sub(" ", clue)))
        for fixed in _not_values(clued):
            if fixed in printed:
                printed.remove(fixed)
        for number in dict.fromkeys(printed):
            if number in gold:
                yield found(
                    leg, "L12.operand-printed", f"clues[{place}]", f"it prints {number}, a value of stop {gold[number]}"
                )


def _gold(leg: Leg, stop: Stop) -> Iterator[str]:
    """The numbers that a stop gives, takes or passes through, without sign."""
    values: list[Value] = [stop.value]
    if isinstance(stop, Roadblock):
        values += [step.result for step in stop.chain]
    earlier: list[Value] = [one.value for one in leg.stops]
    for ref in refs_of(stop):
        try:
            values.append(resolve(ref, earlier))
        except NotTaken:
            continue
    for value in values:
        if isinstance(value, NumberValue):
            yield value.value.removeprefix("-")
        elif isinstance(value, CoordsValue):
            yield from (value.lat.removeprefix("-"), value.lon.removeprefix("-"))


def _not_values(stop: Stop | None) -> tuple[str, ...]:
    """The numbers that a stop's clue must print and that are no values: days and years of dates, and the year 2000."""
    if isinstance(stop, RouteInfo) and stop.target is not None:
        return tuple(one.operand for one in stop.target.conditions if one.relation == "year")
    if isinstance(stop, Roadblock):
        days = [a.source.value for a in stop.chain[-1].arguments if a.name == "date" and isinstance(a.source, Setting)]
        return tuple(str(int(part)) for day in days for part in re.findall(r"\d+", day))
    return ("2000",) if isinstance(stop, Detour) and stop.transform == "leap_years_to_2000" else ()


@rule("L12", "leg")
def check_gold_conditions(leg: Leg, _context: LegContext) -> Iterator[Finding]:
    """No clue describes a page by a fact that this or another clue asks of that page."""
    asked = {(stop.evidence.title, stop.field): stop.index for stop in leg.stops if isinstance(stop, RouteInfo)}
    for place, stop in enumerate(leg.stops):
        if not isinstance(stop, RouteInfo) or stop.target is None:
            continue
        for number, condition in enumerate(stop.target.conditions):
            index = asked.get((stop.evidence.title, condition.field))
            if index is not None:
                yield found(
                    leg,
                    "L12.gold-condition",
                    f"stops[{place}].target.conditions[{number}]",
                    f"it tells of {condition.field}, which clue {index + 1} asks for",
                )


@rule("L12", "leg")
def check_tools(leg: Leg, _context: LegContext) -> Iterator[Finding]:
    """No clue names a tool."""
    for number, clue in enumerate(leg.clues):
        named = next((tool for tool in get_args(ToolName) if holds(clue, tool)), None)
        if named is not None:
            yield found(leg, "L12.tool-name", f"clues[{number}]", f"it names the tool {named}")


@rule("L12", "leg")
def check_chatter(leg: Leg, _context: LegContext) -> Iterator[Finding]:
    """No clue talks about itself or carries mark-up, line breaks or stray spaces."""
    for number, clue in enumerate(leg.clues):
        said = _CHATTER.search(clue)
        if said:
            yield found(leg, "L12.preamble", f"clues[{number}]", f"“{said[0]}” belongs to no clue")
