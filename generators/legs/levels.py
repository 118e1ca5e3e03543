"""Difficulty levels: the knobs of a leg, and the levels that the paper names."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from schemas.base import Record
from schemas.errors import InputError
from schemas.legs import Variant

__all__ = ["LEVELS", "LegConfig", "Range", "config_for"]


class Range(Record):
    """A whole number between two bounds, both included."""

    low: Annotated[int, Field(ge=0, le=60)]
    high: Annotated[int, Field(ge=0, le=60)]

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.low > self.high:
            raise ValueError(f"{self.low} is above {self.high}")
        return self


class LegConfig(Record):
    """What a leg must be like; every knob is met exactly or the attempt is rejected (paper, section 3.5).

    `stops` counts route infos, roadblocks outside diamonds and the finish. `crawl_depth` bounds the link distance
    of any page from the seed. `max_links` keeps clues checkable: a page with more links is not left by a link.
    `stay_percent` is how often a second fact is taken from the page one is on, where it has one. A leg visits at
    least `fewest_pages` different pages, so that none can be walked without a step.
    """

    level: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,30}$")]
    variant: Variant
    stops: Range
    roadblocks: Range
    detours: Range
    diamonds: Range
    extraction: Literal["infobox"]
    crawl_depth: Annotated[int, Field(ge=1, le=5)]
    max_links: Annotated[int, Field(ge=1, le=2000)] = 120
    stay_percent: Annotated[int, Field(ge=0, le=100)] = 25
    fewest_pages: Annotated[int, Field(ge=1, le=30)] = 2


LEVELS: dict[str, dict[str, tuple[int, int]]] = {
    "easy": {"stops": (3, 6), "roadblocks": (1, 2), "detours": (1, 2), "diamonds": (1, 1)},
}
"""Knob ranges of the levels that can be made so far, by name (paper, section 3.5; the rest from upstream's code)."""

DEPTHS = {"easy": 1}


def config_for(level: str, variant: Variant) -> LegConfig:
    """The configuration of a named level. Raises InputError that lists the levels there are."""
    knobs = LEVELS.get(level)
    if knobs is None:
        raise InputError(f"level {level!r} can't be made yet; use one of: {', '.join(sorted(LEVELS))}")
    ranges = {name: Range(low=low, high=high) for name, (low, high) in knobs.items()}
    if variant == "sequential":
        ranges["diamonds"] = Range(low=0, high=0)
    return LegConfig(
        level=level,
        variant=variant,
        stops=ranges["stops"],
        roadblocks=ranges["roadblocks"],
        detours=ranges["detours"],
        diamonds=ranges["diamonds"],
        extraction="infobox",
        crawl_depth=DEPTHS[level],
    )
