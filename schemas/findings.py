"""What a validator says: one finding, at one place of one item."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import StringConstraints

from schemas.base import Record

__all__ = ["Finding", "Severity"]

Severity = Literal["critical", "warning", "note"]


class Finding(Record):
    """One thing found.

    `code` is the rule and the kind of fault (`L8.misread-year`); `item` is an item id, or `release` where the
    whole release is meant; `place` is a path into the item (`stops[3].value`) or a file and line; `message` is
    one plain sentence. A critical finding keeps an item out of a release.
    """

    code: Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Za-z]*[0-9]*\.[a-z0-9-]+$")]
    severity: Severity
    item: str
    place: str
    message: Annotated[str, StringConstraints(min_length=1, max_length=1000)]
