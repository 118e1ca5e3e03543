"""Population and area of countries, from a table, by exact English name or ISO code."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Literal, NamedTuple

from schemas.values import NumberValue, TextValue, Unit, Value, decimal_string
from schemas.worlds import Arguments, LicenceRecord, Volatility
from worlds.tools.calls import make_arguments
from worlds.tools.providers import Named, NoAnswer

__all__ = ["CountryFigures", "CountryRow", "CountryTable"]


class CountryRow(NamedTuple):
    """A country: its English name, ISO 3166-1 codes, people, and square kilometres; None where the table has none."""

    name: str
    alpha2: str
    alpha3: str
    population: int | None
    area: Decimal | None


class CountryTable:
    """Countries by exact English name and by ISO code. A name or code of two rows finds neither."""

    def __init__(self, rows: Iterable[CountryRow], source: str, licence: LicenceRecord) -> None:
        """`source` names the table and its version, as exchanges show it."""
        self.source = source
        self.licence = licence
        self.rows = tuple(sorted(rows, key=lambda row: row[:3]))
        self._found: dict[str, set[CountryRow]] = {}
        for row in self.rows:
            for key in (row.name, row.alpha2, row.alpha3):
                if key:
                    self._found.setdefault(key, set()).add(row)

    def row(self, country: str) -> CountryRow:
        """The one row of that name or code. Raises NoAnswer; no spelling is guessed and no part of a name matches."""
        rows = self._found.get(country, set())
        if not rows:
            raise NoAnswer("unknown-country", f"no country has the English name or ISO code {country!r}")
        if len(rows) > 1:
            names = ", ".join(sorted(row.name for row in rows))
            raise NoAnswer("ambiguous-country", f"{country!r} stands for {len(rows)} rows ({names})")
        return next(iter(rows))


class CountryFigures:
    """One figure of the country table."""

    volatility: Volatility = "frozen"

    def __init__(self, table: CountryTable, figure: Literal["population", "area"]) -> None:
        self._table = table
        self._figure: Literal["population", "area"] = figure

    @property
    def name(self) -> str:
        """The table and its version."""
        return self._table.source

    @property
    def licence(self) -> LicenceRecord:
        """The table's."""
        return self._table.licence

    def answer(self, named: Named) -> Value:
        """The figure, as the table has it: exact as a table value. A missing or zero figure is refused."""
        country = named["country"]
        row = self._table.row(country.value if isinstance(country, TextValue) else "")
        figure = row.population if self._figure == "population" else row.area
        unit: Unit = "people" if self._figure == "population" else "square kilometres"
        number = Decimal(figure or 0)
        if number <= 0:
            raise NoAnswer("no-figure", f"the table has no {self._figure} of {row.name}")
        return NumberValue(type="number", value=decimal_string(number), unit=unit)

    def decoys(self, rng: random.Random, like: tuple[Arguments, ...]) -> Iterator[Arguments]:
        """Other countries, by name."""
        while True:
            yield make_arguments(country=TextValue(type="text", value=rng.choice(self._table.rows).name))
