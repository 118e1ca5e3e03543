"""Numbers as articles write them: grouping, decimals, signs and magnitude words, exact to the last place."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from worlds.facts.reading import Reason, Refused
from worlds.facts.words import DASH

__all__ = ["NUMBER", "Number", "parse_number"]

_MAGNITUDES = {
    "thousand": 3, "million": 6, "mn": 6, "mil": 6, "m": 6, "billion": 9, "bn": 9, "b": 9, "trillion": 12,
}  # fmt: skip
_WORDS = "thousand|million|billion|trillion"
_UNCLEAR = re.compile(r"(?<=\d) ?(?:mn|mil|bn|[kKmMbB])\b\.?(?!\w)|\b(?:lakh|crore|milliard|hundred|dozen)\b")

NUMBER = rf"(?:[{DASH}+] ?)?\d(?:[\d,.]*\d)?(?:[ ](?=\d{{3}}(?!\d))\d{{3}})*(?:[ ]?(?:{_WORDS}))?"
"""What looks like one number, for use in larger expressions; parse_number says whether it is."""

_SHAPE = re.compile(
    rf"(?P<sign>[{DASH}+] ?)?(?P<whole>\d{{1,3}}(?:,\d{{3}})+|\d{{1,3}}(?: \d{{3}})+|\d+)(?:\.(?P<part>\d+))?"
    rf"(?: ?(?P<word>{_WORDS}))?",
    re.IGNORECASE,
)


class Number(NamedTuple):
    """A value with half its last written place, and with half the place of its last digit that isn't zero."""

    value: Decimal
    half: Decimal
    tolerance: Decimal
    rounded: bool
    whole: bool


def parse_number(written: str) -> Number | Refused:
    """Read one number exactly.

    A comma or space groups thousands and a point starts decimals, as English articles write them; anything else
    (1.234.567, 12,34) is refused, since it would mean two things. A hyphen or U+2212 is a minus, an en dash before
    a number is not safely one. `rounded` says that a magnitude word or decimals show the source rounding.
    """
    match = _SHAPE.fullmatch(written.strip())
    if not match:
        return Refused(_why(written))
    sign = (match["sign"] or "").strip()
    if sign and sign not in "-\u2212+":
        return Refused("sign")
    digits = re.sub(r"[ ,]", "", match["whole"])
    if len(digits) > 1 and digits[0] == "0":
        return Refused("not-a-number")
    part = match["part"] or ""
    power = _MAGNITUDES[match["word"].casefold()] if match["word"] else 0
    value = Decimal(digits + "." + part if part else digits).scaleb(power)
    half = Decimal(5).scaleb(power - len(part) - 1)
    zeros = len(digits + part) - len((digits + part).rstrip("0")) if value else 0
    return Number(
        value=-value if sign in ("-", "\u2212") else value,
        half=half,
        tolerance=half.scaleb(zeros),
        rounded=bool(part or power),
        whole=value == value.to_integral_value(),
    )


def _why(written: str) -> Reason:
    if _UNCLEAR.search(written):
        return "magnitude"
    if re.search(r"\d", written) and re.fullmatch(rf"[{DASH}+]? ?[\d,. ]+", written.strip()):
        return "grouping"
    return "not-a-number"
