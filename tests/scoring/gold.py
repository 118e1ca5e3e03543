"""The run of somebody who does everything, and results that tell of failures."""

from __future__ import annotations

from schemas.canonical import JSON
from schemas.legs import CallRef, Leg, Ref, Roadblock, RouteInfo
from schemas.predictions import ToolCall
from schemas.values import CoordsValue, DateValue, NumberValue, TextValue, Value
from solvers.legs.compute import resolve


def as_json(value: Value | str) -> JSON:
    """A value as an agent hands it to a tool."""
    match value:
        case NumberValue():
            return {"value": value.value, "unit": value.unit}
        case CoordsValue():
            return {"lat": value.lat, "lon": value.lon}
        case DateValue() | TextValue():
            return value.value
        case str():
            return value


def gold_run(leg: Leg) -> list[ToolCall]:
    """The calls of somebody who does everything."""
    calls: list[ToolCall] = []
    values = [stop.value for stop in leg.stops]
    for stop in leg.stops:
        if isinstance(stop, RouteInfo):
            calls.append(ToolCall(tool="fetch_webpage", arguments={"page": stop.evidence.title}, result="text"))
        if isinstance(stop, Roadblock):
            for step in stop.chain:
                arguments: dict[str, JSON] = {}
                for argument in step.arguments:
                    source = argument.source
                    if isinstance(source, Ref):
                        arguments[argument.name] = as_json(resolve(source, values))
                    elif isinstance(source, CallRef):
                        arguments[argument.name] = as_json(stop.chain[source.call].result)
                    else:
                        arguments[argument.name] = source.value
                calls.append(ToolCall(tool=step.tool, arguments=arguments, result=as_json(step.result)))
    return calls


FAILED: list[JSON] = [None, {"error": {"code": "not-recorded"}}, {"isError": True, "content": []}, '{"error": "no"}']
"""Results that tell of a failure, whether or not `error` says so."""
