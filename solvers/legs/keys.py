"""The names of the pools that a world's values are kept in, so that a proof and its check draw from the same ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from schemas.legs import Detour, FinishLine, Merge, Roadblock, RouteInfo, Setting
from schemas.values import DateValue, NumberValue, Value

__all__ = ["fact_key", "named_key", "page_key", "pool_key", "tool_key", "value_key"]


def value_key(field: str, value: Value) -> str:
    """A field, with the precision of a date or the unit of a number."""
    match value:
        case DateValue():
            return f"{field}:{value.precision}"
        case NumberValue():
            return f"{field}:{value.unit}"
        case _:
            return f"{field}:{value.type}"


def fact_key(about: str, field: str, value: Value) -> str:
    """The kind of a fact: what its page is about, and its field with precision or unit."""
    return f"fact:{about}:{value_key(field, value)}"


def page_key(about: str, keys: Iterable[str]) -> str:
    """The kind of a value that names a page: what the page is about, and the facts that it gives (by value_key)."""
    return f"page:{about}:{','.join(sorted(keys))}"


def tool_key(template: str, detail: str = "") -> str:
    """The kind of a template's results; the detail is what else they hang on, such as units."""
    return f"tool:{template}:{detail}" if detail else f"tool:{template}"


def named_key(stops: Iterable[RouteInfo | Roadblock | Detour | Merge | FinishLine], index: int) -> str | None:
    """The kind of name that a stop's value is, where some of the stops read facts of the page that it names."""
    readers = [
        stop
        for stop in stops
        if isinstance(stop, RouteInfo) and stop.named is not None and stop.named.source.stop == index
    ]
    keys = [value_key(stop.field, stop.value) for stop in readers]
    return page_key(readers[0].evidence.about, keys) if readers else None


def pool_key(stop: RouteInfo | Roadblock, values: Sequence[Value]) -> str:
    """The key of a page's or a tool's values in the world's pools.

    A roadblock's is its template; for a unit conversion also the units, as in `tool:unit_conversion:minutes>hours`.
    """
    if isinstance(stop, RouteInfo):
        return fact_key(stop.evidence.about, stop.field, stop.value)
    if stop.template != "unit_conversion":
        return tool_key(stop.template)
    settings = {a.name: a.source.value for a in stop.chain[-1].arguments if isinstance(a.source, Setting)}
    source = values[stop.depends_on[0]]
    unit = source.unit if isinstance(source, NumberValue) else source.type
    return tool_key(stop.template, f"{unit}>{settings['to_unit']}")
