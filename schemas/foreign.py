"""A leg as The Amazing Agent Race publishes it, read as it is: strict on structure, tolerant of what is in it.

Field names are upstream's. Unknown keys are ignored, and a value keeps whatever JSON type it was written in.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from schemas.errors import InputError

__all__ = ["Bridge", "Difficulty", "ForeignLeg", "ForeignStep", "ForeignStop", "parse_foreign"]

Index: TypeAlias = Annotated[int, Field(ge=0, le=9999)]


class Foreign(BaseModel):
    """The base of what others wrote: frozen, no type coerced, unknown keys ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


class ForeignStep(Foreign):
    """One call of a tool chain. Arguments may hold placeholders that begin with `__from_previous`."""

    tool_name: str
    arguments: dict[str, JsonValue] = {}
    expected_output: JsonValue = None
    output_key: str | None = None


class Bridge(Foreign):
    """What follows a stop: a link, a search, a chain of calls, or a computation."""

    bridge_type: str
    target_url: str | None = None
    search_query: str | None = None
    expected_result_url: str | None = None
    tool_chain: tuple[ForeignStep, ...] = ()
    expression: str | None = None
    expression_code: str | None = None
    referenced_stops: tuple[Index, ...] = ()


class ForeignStop(Foreign):
    """One pit stop. `depends_on` is None where the record says nothing of dependencies."""

    index: Index
    stop_type: Literal["page", "tool", "reason", "compute"]
    page_url: str | None = None
    extraction_target: str | None = None
    extraction_section: str | None = None
    extracted_value: JsonValue = None
    extracted_value_type: str | None = None
    bridge: Bridge
    reasoning: str | None = None
    reason_transform: str | None = None
    reason_source_stop: Index | None = None
    reason_code: str | None = None
    depends_on: tuple[Index, ...] | None = None


class Difficulty(Foreign):
    """What the record says of a leg's size."""

    level: str
    depth: int | None = None
    tool_stop_count: int | None = None
    reason_stop_count: int | None = None
    extraction_difficulty: str | None = None


class ForeignLeg(Foreign):
    """A published leg."""

    trail_id: str
    seed_url: str
    seed_title: str
    stops: Annotated[tuple[ForeignStop, ...], Field(min_length=1, max_length=200)]
    passcode: JsonValue
    difficulty: Difficulty
    riddle: str


def parse_foreign(text: str | bytes, where: str) -> ForeignLeg:
    """One published leg. Raises InputError naming `where`, the first key at fault and what is wrong."""
    try:
        return ForeignLeg.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
        told = f"{place}: {first['msg']}{more}" if place else first["msg"]
        raise InputError(f"{where}: no leg of The Amazing Agent Race: {told}") from error
