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

    `stops` counts route infos, roadblocks and the finish; what lies inside diamonds counts neither there nor as
    roadblocks or detours. `extraction` is the one section that facts come from, or `any`. `crawl_depth` bounds the
    link distance of any page from the seed. `max_links` keeps clues checkable: a page with more links is not left by
    a link. `stay_percent` is how often a second fact is taken from the page one is on, where it has one, and
    `search_percent` how often the next page is searched for rather than linked. A leg visits at least `fewest_pages`
    different pages, so that none can be walked without a step.
    """

    level: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,30}$")]
    variant: Variant
    stops: Range
    roadblocks: Range
    detours: Range
    diamonds: Range
    extraction: Literal["infobox", "any"]
    crawl_depth: Annotated[int, Field(ge=1, le=5)]
    max_links: Annotated[int, Field(ge=1, le=2000)] = 120
    stay_percent: Annotated[int, Field(ge=0, le=100)] = 25
    search_percent: Annotated[int, Field(ge=0, le=100)] = 10
    fewest_pages: Annotated[int, Field(ge=1, le=30)] = 2


class _Named(Record):
    """A level of the specification: ranges of stops, roadblocks, detours and diamonds, sections, crawl depth."""

    stops: Range
    roadblocks: Range
    detours: Range
    diamonds: Range
    extraction: Literal["infobox", "any"]
    crawl_depth: int


def _level(
    stops: tuple[int, int],
    roadblocks: tuple[int, int],
    detours: tuple[int, int],
    diamonds: tuple[int, int],
    extraction: Literal["infobox", "any"],
    crawl_depth: int,
) -> _Named:
    ranges = (Range(low=low, high=high) for low, high in (stops, roadblocks, detours, diamonds))
    first, second, third, fourth = ranges
    return _Named(
        stops=first,
        roadblocks=second,
        detours=third,
        diamonds=fourth,
        extraction=extraction,
        crawl_depth=crawl_depth,
    )


LEVELS: dict[str, _Named] = {
    "easy": _level((3, 6), (1, 2), (1, 2), (1, 1), "infobox", 1),
    "medium": _level((7, 12), (2, 4), (2, 3), (1, 2), "any", 2),
    "hard": _level((13, 16), (4, 5), (3, 4), (2, 3), "any", 3),
    "extreme": _level((17, 21), (5, 7), (4, 6), (3, 5), "any", 3),
}
"""The named levels (paper, section 3.5: easy and extreme; the rest from upstream's code)."""


def config_for(level: str, variant: Variant) -> LegConfig:
    """The configuration of a named level. Raises InputError that lists the levels there are."""
    named = LEVELS.get(level)
    if named is None:
        raise InputError(f"no level is called {level!r}: the levels are {', '.join(LEVELS)}")
    knobs = named.model_dump()
    if variant == "sequential":
        knobs["diamonds"] = {"low": 0, "high": 0}
    return LegConfig.model_validate({"level": level, "variant": variant, **knobs})
