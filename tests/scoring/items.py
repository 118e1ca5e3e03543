"""Triplets for tests of scoring, exports, splits and panels: one packaged template a cell, which stay the same."""

from __future__ import annotations

from functools import cache

from generators.triplets import candidate
from generators.triplets.library import LIBRARY, load_template
from schemas.triplets import Template, Triplet
from tests.triplets.making import config_for

__all__ = ["made"]

NAMES = (
    "afraid-of-heights cabin-without-power circuit-conductor evening-reading first-and-last-of-the-day "
    "fridge-unpacking group-transfer hand-wash-woollens magnet-tray melting-moulds "
    "microwave-bowls moving-crates quiet-nap-time rainy-commute-voucher redecorating-jobs "
    "seasick-client swim-before-breakfast temperature-probes toddler-presents vegetarian-team-lunch"
)


@cache
def _library() -> tuple[Template, ...]:
    return tuple(load_template(LIBRARY / f"{name}.toml") for name in NAMES.split())


@cache
def made(seed: int, count: int = 20, twins: int = 3) -> tuple[Triplet, ...]:
    """So many items of a test split."""
    return tuple(candidate(config_for(count, twins), seed, "test", index, 0, _library()) for index in range(count))
