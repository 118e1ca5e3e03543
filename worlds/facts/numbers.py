"""Numbers as articles write them: grouping, decimals, signs and magnitude words, exact to the last place."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from worlds.facts.reading import Reason, Refused
from worlds.facts.words import DASH

__all__ = ["NUMBER", "Number", "parse_number"]

_MAGNITUDES = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_WORDS = "|".join(_MAGNITUDES)
_ODD_MAGNITUDE = re.compile(r"\d ?(?:mn|mil|bn|[kKmMbB]|lakh|crore|milliard|hundred|dozen)\b", re.IGNORECASE)

NUMBER = rf"(?<![\w.,])(?:[{DASH}+] ?)?\d(?:[\d,.]*\d)?(?: \d{{3}}(?!\d))*(?: ?(?:{_WORDS}))?"
"""What looks like one number, for use in larger expressions; parse_number says whether it is. .5 is no 5."""

_SHAPE = re.compile(
    rf"(?P<sign>[{DASH}+] ?)?(?P<whole>\d{{1,3}}(?:,\d{{3}})+|\d{{1,3}}(?: \d{{3}})+|\d+)(?:\.(?P<part>\d+))?"
    rf"(?: ?(?P<word>{_WORDS}))?",
    re.IGNORECASE,
)


class Number(NamedTuple):
    """A value, with half the place of its last written digit and half that of its last digit but zeros.

    Zeros behind a point count as written: 5.30 is not 5.3.

    `rounded` says that a magnitude word or decimals show the source rounding.
    """

    value: Decimal
    half: Decimal
    tolerance: Decimal
    rounded: bool


def parse_number(written: str) -> Number:
    """Read one number exactly.

    A comma or space groups thousands and a point starts decimals, as English articles write them; anything else
    (1.234.567, 12,34) is refused, since it would mean two things. A hyphen or U+2212 is a minus; another dash
    before a number is not safely one.
    """
    match = _SHAPE.fullmatch(written.strip())
    if not match:
        raise Refused(_why(written))
    sign = (match["sign"] or "").strip()
    if sign and sign not in "-\u2212+":
        raise Refused("sign")
    digits = re.sub(r"[ ,]", "", match["whole"])
    if len(digits) > 1 and digits[0] == "0":
        raise Refused("not-a-number")
    part = match["part"] or ""
    power = _MAGNITUDES[match["word"].casefold()] if match["word"] else 0
    value = Decimal(f"{digits}.{part}" if part else digits).scaleb(power)
    half = Decimal(5).scaleb(power - len(part) - 1)
    zeros = len(digits) - len(digits.rstrip("0")) if value and not part else 0
    return Number(-value if sign in ("-", "\u2212") else value, half, half.scaleb(zeros), bool(part or power))


def _why(written: str) -> Reason:
    if _ODD_MAGNITUDE.search(written):
        return "magnitude"
    return "grouping" if re.fullmatch(rf"[{DASH}+]? ?\d[\d,. ]*", written.strip()) else "not-a-number"
