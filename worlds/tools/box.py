"""The toolboxes of worlds without network: what every world can compute, and the country table."""

from __future__ import annotations

import json
from decimal import Decimal
from functools import cache
from importlib import metadata, resources
from typing import cast

from schemas.worlds import LicenceRecord
from worlds.tools.arithmetic import Conversion, DaysBetween
from worlds.tools.countries import CountryFigures, CountryRow, CountryTable
from worlds.tools.providers import Provider, TableBox

__all__ = ["core_tools", "country_table"]


def core_tools() -> TableBox:
    """The tools that need no place of their world: countries, days between dates, unit conversion."""
    return TableBox(core_providers())


def core_providers() -> dict[str, Provider]:
    """Those tools' providers by ability."""
    table = country_table()
    return {
        "countries_area": CountryFigures(table, "area"),
        "countries_population": CountryFigures(table, "population"),
        "python_execute_code:convert": Conversion(),
        "python_execute_code:days_between": DaysBetween(),
    }


@cache
def country_table() -> CountryTable:
    """The countries of `countryinfo`: rows that have ISO codes, with their figures as that package gives them."""
    version = metadata.version("countryinfo")
    files = sorted(resources.files("countryinfo").joinpath("data").iterdir(), key=lambda file: file.name)
    texts = [file.read_text(encoding="utf-8") for file in files if file.name.endswith(".json")]
    rows = [_row(json.loads(text, parse_float=Decimal)) for text in texts]
    licence = LicenceRecord(spdx="MIT", attribution=f"countryinfo {version}, Porimol Chandro", redistributable=True)
    return CountryTable((row for row in rows if row.alpha2), f"countryinfo {version}", licence)


def _row(data: dict[str, object]) -> CountryRow:
    codes = cast("dict[str, str]", data.get("ISO") or {})
    area = data.get("area")
    population = data.get("population")
    return CountryRow(
        str(data.get("name") or ""),
        codes.get("alpha2", ""),
        codes.get("alpha3", ""),
        population if isinstance(population, int) else None,
        Decimal(area) if isinstance(area, int | Decimal) else None,
    )
