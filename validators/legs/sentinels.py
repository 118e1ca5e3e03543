"""L11: no value is a page that was full, a rating that nobody gave, or a zero that stands for failure."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from schemas.findings import Finding
from schemas.legs import Leg, Roadblock, ToolStep
from schemas.values import CoordsValue, NumberValue
from validators.legs.context import LegContext
from validators.legs.findings import found
from validators.registry import rule

__all__ = ["check_sentinels"]

PAGES = {"google": frozenset({20, 60})}
"""At how many places the services' pages are full, by the first word of the provider's name."""

NEVER_ZERO = frozenset(
    {
        "countries_area", "countries_population", "crypto_historical_price", "crypto_volume", "maps_search_places",
        "stock_historical_price", "stock_volume",
    }
)  # fmt: skip
"""Tools whose zero says that nothing was found."""


@rule("L11", "leg")
def check_sentinels(leg: Leg, _context: LegContext) -> Iterator[Finding]:
    """Results are values, not signs that there was none or that there were more."""
    for place, stop in enumerate(leg.stops):
        for number, step in enumerate(stop.chain if isinstance(stop, Roadblock) else ()):
            fault = _fault(step)
            if fault is not None:
                yield found(leg, fault[0], f"stops[{place}].chain[{number}].result", fault[1])


def _fault(step: ToolStep) -> tuple[str, str] | None:
    """A code and what is wrong with a call's result."""
    result = step.result
    if isinstance(result, CoordsValue) and not Fraction(result.lat) and not Fraction(result.lon):
        return "L11.zero", "the point 0, 0 stands for a place that wasn't found"
    if not isinstance(result, NumberValue):
        return None
    number = Fraction(result.value)
    if step.tool in NEVER_ZERO and not number:
        return "L11.zero", f"{step.tool} gives 0 where it finds nothing"
    if step.tool == "maps_place_details" and not 1 <= number <= 5:
        return "L11.no-rating", f"a rating is from 1 to 5; {result.value} says that there is none"
    full = PAGES.get(step.provider.split(" ")[0].casefold(), frozenset())
    if step.tool == "maps_search_places" and number in full:
        return "L11.saturated-count", f"{result.value} places fill a page of {step.provider}; there may be more"
    return None
