"""Countries by their exact names, with rough figures, to tell whether a tool answered about another territory."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from countryinfo import CountryInfo

__all__ = ["Country", "country_named", "is_country"]


_BESIDES: Mapping[str, str] = {
    "Kosovo": "XK", "Macao": "MO", "Macedonia": "MK", "Micronesia": "FM", "Türkiye": "TR", "Vatican City": "VA",
}  # fmt: skip
"""Common names that the table lacks. XK is in use, though not of ISO 3166-1."""


class Country(NamedTuple):
    """An ISO 3166-1 country: its code, and people and square kilometres where the table has them."""

    code: str
    population: int | None
    area: int | None


@cache
def _countries() -> Mapping[str, frozenset[str]]:
    """The codes of each name, spelling and official name; one of two letters is a code, not a name."""
    names: dict[str, set[str]] = {}
    for row in CountryInfo.all().values():
        code = (row.get("ISO") or {}).get("alpha2")
        for name in (row.get("name"), *(row.get("altSpellings") or ())):
            if code and isinstance(name, str) and len(name) > 2:
                names.setdefault(name, set()).add(str(code))
    for name, code in _BESIDES.items():
        names.setdefault(name, {code})
    return {name: frozenset(codes) for name, codes in names.items()}


@cache
def _figures() -> Mapping[str, Country]:
    figures: dict[str, Country] = {}
    for row in CountryInfo.all().values():
        code = str((row.get("ISO") or {}).get("alpha2"))
        known = figures.get(code, Country(code, None, None))
        population, area = (_whole(row.get(key)) for key in ("population", "area"))
        figures[code] = Country(code, known.population or population, known.area or area)
    return figures


def _whole(number: object) -> int | None:
    return int(number) if isinstance(number, int | float) and number > 0 else None


def country_named(name: str) -> Country | None:
    """The one country that has exactly this English or official name, or None."""
    codes = _countries().get(name, frozenset())
    if len(codes) != 1:
        return None
    (code,) = codes
    return _figures().get(code, Country(code, None, None))


def is_country(name: str) -> bool:
    """Whether a text is the name of a country and nothing more."""
    return name in _countries()
