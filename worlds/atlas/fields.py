"""Reading single fields of the country table, whose rows hold any of text, lists, numbers and nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping

from worlds.atlas.raw import decimal_of
from worlds.atlas.records import Coords
from worlds.atlas.words import fold

__all__ = ["Row", "calling_code", "codes", "comparable", "coords", "one_of", "strings", "text", "tld"]

Row = Mapping[str, object]

_TWO_DIGITS = """
    20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86
    90 91 92 93 94 95 98
"""
TWO_DIGITS = frozenset(_TWO_DIGITS.split())
"""Country codes of two digits (ITU-T E.164, list of assigned codes); 1 and 7 have one digit, the rest three."""


def text(value: object) -> str | None:
    """A text that isn't blank, trimmed."""
    return (value.strip() or None) if isinstance(value, str) else None


def strings(value: object) -> tuple[str, ...]:
    """The texts of a list, trimmed, in its order."""
    items = value if isinstance(value, list) else []
    return tuple(item.strip() for item in items if isinstance(item, str) and item.strip())


def coords(value: object) -> Coords | None:
    """A pair of numbers within the range of latitude and longitude."""
    if not (isinstance(value, list) and len(value) == 2):
        return None
    lat, lon = value
    if not (isinstance(lat, int | float) and isinstance(lon, int | float)) or abs(lat) > 90 or abs(lon) > 180:
        return None
    return Coords(decimal_of(lat), decimal_of(lon))


def codes(row: Row) -> tuple[str, str]:
    """A row's ISO 3166-1 alpha-2 and alpha-3 codes, or empty texts."""
    iso = row.get("ISO")
    held = iso if isinstance(iso, Mapping) else {}
    return text(held.get("alpha2")) or "", text(held.get("alpha3")) or ""


def one_of(value: object) -> object:
    """A value out of a list of just one text; anything else as it is."""
    return value[0] if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str) else value


def comparable(value: object) -> object:
    """What two rows must have in common to agree: texts by their folded form, lists by their members."""
    if isinstance(value, str):
        return fold(value)
    return tuple(sorted(map(str, value))) if isinstance(value, list) else value


def calling_code(value: str) -> str | None:
    """A calling code as people write it (`93`, `1-264`), or None where E.164 has no such country code."""
    digits = value.lstrip("+").replace("-", "")
    if not digits.isdecimal():
        return None
    if digits.startswith("1"):
        return "1" if digits == "1" else f"1-{digits[1:]}" if len(digits) == 4 else None
    if digits.startswith("7"):
        return digits if digits == "7" else None
    return digits if len(digits) == (2 if digits[:2] in TWO_DIGITS else 3) else None


def tld(value: str) -> str | None:
    """A country-code top-level domain of two ASCII letters, with its dot."""
    return value.lower() if re.fullmatch(r"\.[A-Za-z]{2}", value) else None
