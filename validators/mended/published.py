"""A mended leg in the shape that The Amazing Agent Race publishes, so that audits and upstream's tools can read it."""

from __future__ import annotations

from pydantic import JsonValue

from schemas.foreign import Bridge, Difficulty, ForeignLeg, ForeignStop
from schemas.mended import MendedDetour, MendedFinish, MendedLeg, MendedPage, MendedStop
from schemas.values import DateValue, NumberValue, TextValue, Value
from validators.foreign.derive import DETOURS

__all__ = ["published"]

THEIRS = {ours: theirs for theirs, ours in DETOURS.items()}
"""Our names of the detours, with upstream's."""


def published(leg: MendedLeg) -> ForeignLeg:
    """The leg, with edges as indices; its code is that of `reason_transform` and `expression`."""
    return ForeignLeg(
        trail_id=leg.trail_id,
        seed_url=leg.seed_url,
        seed_title=leg.seed_title,
        stops=tuple(_stop(leg, stop) for stop in leg.stops),
        passcode=leg.answer,
        difficulty=Difficulty(
            level=leg.level,
            tool_stop_count=0,
            reason_stop_count=sum(isinstance(stop, MendedDetour) for stop in leg.stops),
        ),
        riddle="\n\n".join(f"{number}. {clue}" for number, clue in enumerate(leg.clues, 1)),
    )


def _stop(leg: MendedLeg, stop: MendedStop) -> ForeignStop:
    value, kind = plain(stop.value), stop.value.type
    match stop:
        case MendedPage():
            return ForeignStop(
                index=stop.index, stop_type="page", page_url=stop.page_url, extraction_target=stop.asks,
                extracted_value=value, extracted_value_type=kind, bridge=_onward(leg, stop), depends_on=(),
            )  # fmt: skip
        case MendedDetour():
            return ForeignStop(
                index=stop.index, stop_type="reason", extracted_value=value, extracted_value_type=kind,
                bridge=Bridge(bridge_type="compute"), reason_transform=THEIRS[stop.transform],
                reason_source_stop=stop.source.stop, depends_on=stop.depends_on,
            )  # fmt: skip
        case MendedFinish():
            return ForeignStop(
                index=stop.index, stop_type="compute", extracted_value=value, extracted_value_type=kind,
                bridge=_finish(leg, stop), depends_on=stop.depends_on,
            )  # fmt: skip


def _onward(leg: MendedLeg, stop: MendedPage) -> Bridge:
    """How the next page is reached, by its link or by a search for its title; from the last page, nowhere."""
    after = next((one for one in leg.stops[stop.index + 1 :] if isinstance(one, MendedPage)), None)
    if after is None or after.transition == "stay":
        return Bridge(bridge_type="compute")
    if after.transition == "link_follow":
        return Bridge(bridge_type="link_follow", target_url=after.page_url)
    title = after.page_url.rpartition("/")[2].replace("_", " ")
    return Bridge(bridge_type="search_query", search_query=title, expected_result_url=after.page_url)


def _finish(leg: MendedLeg, stop: MendedFinish) -> Bridge:
    taken = [_operand(leg.stops[ref.stop].value) for ref in stop.sources]
    difference = stop.operation == "absolute_difference_mod_10"
    expression = f"abs({' - '.join(taken)}) % 10" if difference else f"({' + '.join(taken)}) % 10"
    return Bridge(
        bridge_type="compute", expression=expression, referenced_stops=tuple(ref.stop for ref in stop.sources)
    )


def _operand(value: Value) -> str:
    return value.value[:4] if isinstance(value, DateValue) else str(plain(value))


def plain(value: Value) -> JsonValue:
    """A value as upstream writes one."""
    match value:
        case NumberValue(value=text):
            return float(text) if "." in text else int(text)
        case DateValue(value=text) | TextValue(value=text):
            return text
    return None
