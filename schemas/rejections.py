"""An attempt that made no item of a release, and why."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, JsonValue, StringConstraints

from schemas.base import CanaryString, Record
from schemas.findings import Finding
from schemas.legs import Split

__all__ = ["Rejection"]


class Rejection(Record):
    """One line of `rejected.jsonl`.

    `group` and `index` say which item was tried (`easy-sequential`, 3), `attempt` which try it was. `code` is the
    generator's own reason, or the code of the first of the validators' `findings`. `draft` is what was made, as
    far as it was made.
    """

    family: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z_]*$")]
    group: str
    split: Split
    index: Annotated[int, Field(ge=0)]
    attempt: Annotated[int, Field(ge=0)]
    code: Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9]*\.[a-z0-9-]+$")]
    message: str
    findings: tuple[Finding, ...]
    draft: JsonValue
    canary: CanaryString
