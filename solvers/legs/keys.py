"""The names of the pools that a world's values are kept in, so that a proof and its check draw from the same ones."""

from __future__ import annotations

from collections.abc import Sequence

from schemas.legs import Roadblock, RouteInfo, Setting
from schemas.values import DateValue, NumberValue, Value

__all__ = ["fact_key", "pool_key"]


def fact_key(field: str, value: Value) -> str:
    """The kind of a fact: its field, and the precision of a date or the unit of a number."""
    match value:
        case DateValue():
            return f"fact:{field}:{value.precision}"
        case NumberValue():
            return f"fact:{field}:{value.unit}"
        case _:
            return f"fact:{field}:{value.type}"


def pool_key(stop: RouteInfo | Roadblock, values: Sequence[Value]) -> str:
    """The key of a page's or a tool's values in the world's pools.

    A roadblock's is its template; for a unit conversion also the units, as in `tool:unit_conversion:minutes>hours`.
    """
    if isinstance(stop, RouteInfo):
        return fact_key(stop.field, stop.value)
    if stop.template != "unit_conversion":
        return f"tool:{stop.template}"
    source = values[stop.depends_on[0]]
    unit = source.unit if isinstance(source, NumberValue) else source.type
    target = next(
        a.source.value for a in stop.chain[0].arguments if a.name == "to_unit" and isinstance(a.source, Setting)
    )
    return f"tool:unit_conversion:{unit}>{target}"
