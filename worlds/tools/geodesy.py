"""Great-circle distance on the mean sphere, with digits that are the same on every machine."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal

import mpmath  # type: ignore[import-untyped]  # has neither stubs nor py.typed

from schemas.values import CoordsValue, NumberValue, decimal_string

__all__ = ["MEAN_RADIUS", "great_circle"]

MEAN_RADIUS = "6371.0088"
"""The Earth's mean radius in kilometres, (2a + b) / 3 for GRS 80 (IUGG, 1980)."""

DIGITS = 50
METRE = Decimal("0.001")


def great_circle(origin: CoordsValue, destination: CoordsValue) -> NumberValue:
    """Kilometres along the mean sphere by the haversine formula, rounded half to even at the metre.

    Computed with 50 digits, so no rounding of the arithmetic reaches the last place. The error is half a metre of
    rounding; that the Earth is no sphere is no part of it: this is the distance on the sphere, by definition.
    """
    with mpmath.workdps(DIGITS):
        lat, lon, other_lat, other_lon = (
            mpmath.radians(mpmath.mpf(degrees))
            for degrees in (origin.lat, origin.lon, destination.lat, destination.lon)
        )
        half = (
            mpmath.sin((other_lat - lat) / 2) ** 2
            + mpmath.cos(lat) * mpmath.cos(other_lat) * mpmath.sin((other_lon - lon) / 2) ** 2
        )
        distance = 2 * mpmath.mpf(MEAN_RADIUS) * mpmath.asin(mpmath.sqrt(min(half, mpmath.mpf(1))))
        digits = mpmath.nstr(distance, 40, min_fixed=-40, max_fixed=40)
    rounded = Decimal(digits).quantize(METRE, rounding=ROUND_HALF_EVEN)
    return NumberValue(type="number", value=decimal_string(rounded), unit="kilometres", error="0.0005")
