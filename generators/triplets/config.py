"""What decides the triplets of a release, apart from the seed and the templates."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from schemas.amounts import OPERATIONS, Operation
from schemas.base import CanaryString, Record
from schemas.triplets import SCENARIOS, TWINS, Scenario, Split

__all__ = ["Cell", "SplitCount", "TripletConfig", "cells"]

Cell = tuple[Scenario, Operation]


def cells() -> tuple[Cell, ...]:
    """The 20 cells: five scenarios by four operations."""
    return tuple((scenario, operation) for scenario in SCENARIOS for operation in OPERATIONS)


class SplitCount(Record):
    """How many items a split gets."""

    split: Split
    count: Annotated[int, Field(ge=1, le=1_000_000)]


class TripletConfig(Record):
    """The splits in order, and the bounds of drawing.

    `twins` is the most instances that one template may have in the release; `redraws` how often numbers are drawn
    for one attempt before it is rejected.
    """

    canary: CanaryString
    splits: Annotated[tuple[SplitCount, ...], Field(min_length=1)]
    twins: Annotated[int, Field(ge=1)] = TWINS
    redraws: Annotated[int, Field(ge=1, le=10_000)] = 400

    @model_validator(mode="after")
    def _names_each_split_once(self) -> TripletConfig:
        names = [part.split for part in self.splits]
        if len(set(names)) < len(names):
            raise ValueError("names a split twice: add the counts up in one")
        return self
