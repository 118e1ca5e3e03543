"""One mended leg as upstream's JSON, so that a repaired set goes back to the tools that it came from."""

from __future__ import annotations

from releases.exports.aar.programs import finish_code, transform_code
from schemas.canonical import JSON, dump
from schemas.errors import ReleaseError
from schemas.foreign import ForeignStop
from schemas.mended import MendedDetour, MendedFinish, MendedLeg, MendedPage, MendedStop
from schemas.values import DateValue, NumberValue, TextValue, Value
from validators.mended.published import published

__all__ = ["mended_as_upstream"]


def mended_as_upstream(leg: MendedLeg) -> dict[str, JSON]:
    """The record. What was changed, and what isn't proven, stands in `metadata`."""
    theirs = published(leg)
    record: dict[str, JSON] = theirs.model_dump(mode="json")
    stops: list[JSON] = [_stop(leg, *pair) for pair in zip(theirs.stops, leg.stops, strict=True)]
    changes: list[JSON] = [dump(change) for change in leg.changes]
    metadata: dict[str, JSON] = {
        "source": "benchwright",
        "mended": leg.id,
        "mended_from": leg.source,
        "step_budget": leg.step_budget,
        "live_depth": leg.live_depth,
        "changes": changes,
        "unproven": [*leg.unproven],
    }
    return {**record, "stops": stops, "metadata": metadata, "generated_at": None}


def _stop(leg: MendedLeg, theirs: ForeignStop, ours: MendedStop) -> dict[str, JSON]:
    """A stop with the program that computes it, where one does."""
    made: dict[str, JSON] = {**theirs.model_dump(mode="json"), "reasoning": f"{ours.stop_type} {ours.index}"}
    match ours:
        case MendedPage():
            return made | {"reasoning": f"Page: {ours.asks}"}
        case MendedDetour(source=ref):
            return made | {"reason_code": transform_code(ours.transform, _operand(leg.stops[ref.stop].value))}
        case MendedFinish(sources=refs):
            numbers = [_operand(leg.stops[ref.stop].value) for ref in refs]
            code = finish_code(ours.operation, [number for number in numbers if isinstance(number, int)])
            return made | {"bridge": {**theirs.bridge.model_dump(mode="json"), "expression_code": code}}


def _operand(value: Value) -> int | str:
    match value:
        case TextValue(value=text):
            return text
        case DateValue(value=text):
            return int(text[:4])
        case NumberValue(value=text):
            return int(text)
    raise ReleaseError(f"a {value.type} is no operand")
