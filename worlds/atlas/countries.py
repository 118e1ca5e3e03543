"""The countries of the atlas: countryinfo's rows, less every field that a rule of `rules.py` leaves out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from worlds.atlas.codes import CURRENCIES, LANGUAGES
from worlds.atlas.fields import Row, calling_code, codes, comparable, coords, one_of, strings, text, tld
from worlds.atlas.outlines import Outline, distance_km
from worlds.atlas.raw import airport_rows, country_rows, decimal_of
from worlds.atlas.records import Coords, Country, Omission
from worlds.atlas.rules import FORMERLY_USED, KNOWN_FAULTS
from worlds.atlas.words import city_key, fold

__all__ = ["country_table"]

DENSITY = (Decimal("0.01"), Decimal(25_000))
OUTLINE_KM2, OUTLINE_RATIO = 10_000, (0.6, 1.67)
CAPITAL_KM = 40


class CountryTable(NamedTuple):
    """The countries by name, and what was left out of the table."""

    rows: tuple[Country, ...]
    omissions: tuple[Omission, ...]


class _Draft(NamedTuple):
    country: Country
    outline: Outline
    borders: frozenset[str]


@cache
def country_table() -> CountryTable:
    """Every country with a region, a subregion and at least a capital, a population or an area."""
    reader = _Reader()
    groups = reader.grouped()
    drafts = [draft for code in sorted(groups) if (draft := reader.draft(code, groups[code]))]
    rows = tuple(sorted(reader.compared(drafts), key=lambda country: country.name))
    return CountryTable(rows, tuple(sorted(reader.omissions)))


class _Reader:
    """One reading of the table; collects what it leaves out."""

    def __init__(self) -> None:
        self.omissions: set[Omission] = set()
        self._airports: dict[str, list[tuple[tuple[float, float], str]]] = {}
        for airport in airport_rows():
            self._airports.setdefault(airport.country, []).append(
                (airport.point, city_key(airport.country, airport.city))
            )

    def _omit(self, row: str, field: str, rule: str) -> None:
        self.omissions.add(Omission("countryinfo", row, field, rule))

    def grouped(self) -> dict[str, list[Row]]:
        """Usable rows by alpha-2 code, the fullest first."""
        groups: dict[str, list[Row]] = {}
        for row in country_rows():
            name, (iso2, iso3) = str(row["name"]), codes(row)
            if not (re.fullmatch("[A-Z]{2}", iso2) and re.fullmatch("[A-Z]{3}", iso3)):
                self._omit(name, "row", "no-code")
            elif iso2 in FORMERLY_USED:
                self._omit(name, "row", "formerly-used")
            elif not (text(row.get("region")) and text(row.get("subregion"))):
                self._omit(name, "row", "no-region")
            else:
                groups.setdefault(iso2, []).append(row)
        for rows in groups.values():
            rows.sort(key=_fullness)
        return groups

    def draft(self, iso2: str, rows: list[Row]) -> _Draft | None:
        """A country from its rows, not yet compared with others; None where there is nothing to say of it."""
        main = rows[0]
        name = str(main["name"])
        outline = Outline(main.get("geoJSON"))
        area = self._area(name, self._agreed(iso2, rows, "area"), outline)
        population = self._population(name, self._agreed(iso2, rows, "population"), area)
        capital = self._capital(name, self._agreed(iso2, rows, "capital"))
        if not (population or area or capital):
            self._omit(name, "row", "bare-row")
            return None

        def kept(field: str, keep: Callable[[str], str | None], rule: str) -> tuple[str, ...]:
            return self._kept(name, field, self._agreed(iso2, rows, field), keep, rule)

        country = Country(
            name=name,
            iso2=iso2,
            iso3=codes(main)[1],
            capital=capital,
            capital_coords=self._confirmed(name, iso2, capital, coords(self._agreed(iso2, rows, "capital_latlng"))),
            population=population,
            area=area,
            latlng=coords(self._agreed(iso2, rows, "latlng")),
            region=text(main["region"]) or "",
            subregion=text(main["subregion"]) or "",
            intermediate=text(main.get("intermediateregion")),
            borders=(),
            calling_codes=kept("callingCodes", calling_code, "not-e164"),
            currencies=kept("currencies", lambda code: code if code in CURRENCIES else None, "not-in-iso-4217"),
            languages=kept("languages", lambda code: code if code in LANGUAGES else None, "not-in-iso-639-1"),
            tlds=kept("tld", tld, "not-ascii-cctld"),
            demonym=text(self._agreed(iso2, rows, "demonym")),
            timezones=tuple(sorted(strings(self._agreed(iso2, rows, "timezoneNames")))),
            spellings=_spellings(rows),
        )
        return _Draft(country, outline, frozenset(code for row in rows for code in strings(row.get("borders"))))

    def compared(self, drafts: list[_Draft]) -> Iterator[Country]:
        """The countries with what only the whole table can tell: copied areas, shared demonyms, mutual borders."""
        areas = Counter(draft.country.area for draft in drafts)
        demonyms = Counter(fold(draft.country.demonym or "") for draft in drafts)
        by_code = {draft.country.iso3: draft for draft in drafts}
        for draft in drafts:
            country = replace(draft.country, borders=self._borders(draft, by_code))
            if country.area and areas[country.area] > 1 and not draft.outline:
                self._omit(country.name, "area", "copied-area")
                country = replace(country, area=None)
            folded = fold(country.demonym or "")
            if folded and (demonyms[folded] > 1 or folded == fold(country.name) or re.search("[,/;]", folded)):
                self._omit(country.name, "demonym", "shared-demonym")
                country = replace(country, demonym=None)
            yield country

    def _agreed(self, iso2: str, rows: list[Row], field: str) -> object:
        """A field's value where all the country's rows that have one agree."""
        name = str(rows[0]["name"])
        if (iso2, field) in KNOWN_FAULTS:
            self._omit(name, field, "known-fault")
            return None
        values = [row[field] for row in rows if row.get(field) not in (None, "", [])]
        if field == "capital":
            values = [one_of(value) for value in values]
        if len({comparable(value) for value in values}) > 1:
            self._omit(name, field, "rows-disagree")
            return None
        return values[0] if values else None

    def _area(self, name: str, value: object, outline: Outline) -> Decimal | None:
        if not isinstance(value, int | float):
            return None
        area = decimal_of(value)
        if area <= 0:
            self._omit(name, "area", "not-positive")
            return None
        if outline and outline.area >= OUTLINE_KM2:
            low, high = OUTLINE_RATIO
            if not low <= float(area) / outline.area <= high:
                self._omit(name, "area", "outline-area")
                return None
        return area

    def _population(self, name: str, value: object, area: Decimal | None) -> int | None:
        if not isinstance(value, int):
            return None
        if value <= 0:
            self._omit(name, "population", "not-positive")
            return None
        if area and not DENSITY[0] <= value / area <= DENSITY[1]:
            self._omit(name, "population", "density")
            return None
        return value

    def _capital(self, name: str, value: object) -> str | None:
        if value is None:
            return None
        capital = text(value)
        if capital is None or not re.fullmatch(r"[^\W\d_]['’.\- \w]*", capital) or re.search(r"\d|_", capital):
            self._omit(name, "capital", "not-one-place")
            return None
        return capital

    def _confirmed(self, name: str, iso2: str, capital: str | None, point: Coords | None) -> Coords | None:
        """The capital's coordinates where the airports of its country are where they should be."""
        if capital is None or point is None:
            return None
        here = (float(point.lat), float(point.lon))
        airports = self._airports.get(iso2, [])
        own = [place for place, city in airports if city == city_key(iso2, capital)]
        nearest = min((distance_km(here, place) for place in own or [place for place, _ in airports]), default=None)
        if nearest is None or nearest > CAPITAL_KM:
            self._omit(name, "capital_latlng", "capital-unconfirmed")
            return None
        return point

    def _kept(
        self, name: str, field: str, value: object, keep: Callable[[str], str | None], rule: str
    ) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for item in strings(value):
            if (good := keep(item)) is None:
                self._omit(name, f"{field} {item}", rule)
            else:
                found[good] = None
        return tuple(found)

    def _borders(self, draft: _Draft, by_code: Mapping[str, _Draft]) -> tuple[str, ...]:
        name, kept = draft.country.name, []
        for code in sorted(draft.borders):
            other = by_code.get(code)
            if other is None:
                self._omit(name, f"borders {code}", "no-such-country")
            elif draft.country.iso3 not in other.borders:
                self._omit(name, f"borders {code}", "one-way-border")
            elif draft.outline and other.outline and draft.outline.points.isdisjoint(other.outline.points):
                self._omit(name, f"borders {code}", "outlines-apart")
            else:
                kept.append(other.country.iso2)
        return tuple(sorted(kept))


def _fullness(row: Row) -> tuple[int, int, str]:
    """Sorts a country's rows: the one with the fuller ISO entry first, then the one with more fields."""
    iso = row.get("ISO")
    held = sum(bool(code) for code in iso.values()) if isinstance(iso, Mapping) else 0
    return -held, -sum(bool(value) for value in row.values()), str(row["name"])


def _spellings(rows: list[Row]) -> tuple[str, ...]:
    names = (str(row["name"]) for row in rows)
    others = (spelling for row in rows for spelling in strings(row.get("altSpellings")))
    return tuple(dict.fromkeys((*names, *others)))
