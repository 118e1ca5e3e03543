"""The base of every record, and the constrained strings that records share."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, TypeVar, cast

from pydantic import BaseModel, ConfigDict, StringConstraints, ValidationError

from schemas.errors import InputError

__all__ = ["CanaryString", "DecimalString", "IdString", "Record", "Sha256", "parse_record"]

DecimalString = Annotated[str, StringConstraints(pattern=r"^-?(0|[1-9][0-9]*)(\.[0-9]+)?$", max_length=64)]
"""An exact number as people write it: no exponent, no leading zeros, no spaces."""

Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""A SHA-256 digest in lower-case hexadecimal."""

IdString = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z_]*-[0-9a-f]{20}$")]
"""An item's id: its family, a hyphen, and 80 bits of the digest of its content."""

CanaryString = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")]
"""The GUID that marks benchmark data, so that it can be filtered out of training corpora."""


class Record(BaseModel):
    """A frozen record: unknown keys are refused, no type is coerced, defaults are validated."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, validate_default=True)


R = TypeVar("R", bound=Record)


@lru_cache(maxsize=8)
def _parsed(model: type[Record], text: str | bytes) -> Record:
    """A record is frozen, so the same text may give the same one: an attempt is read by every rule that admits it."""
    return model.model_validate_json(text)


def parse_record(model: type[R], text: str | bytes, where: str) -> R:
    """Read one JSON text as a record.

    Raises InputError naming `where` (file and line or item), the first key at fault and what is wrong.
    """
    try:
        return cast("R", _parsed(model, text))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the whole record"
        more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
        raise InputError(f"{where}: {place}: {first['msg']}{more}") from error
