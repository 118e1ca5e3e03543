"""REST Countries v3.1: population and area of a country, by its exact name or code.

Formats: restcountries.com, endpoints `name` with `fullText=true` and `alpha`.
"""

from __future__ import annotations

import re
from typing import Literal
from urllib.parse import quote

from schemas.values import TextValue, Unit, Value
from schemas.worlds import LicenceRecord
from worlds.net.messages import Request
from worlds.tools.live.link import Credit, Link, LiveProvider
from worlds.tools.live.reading import Answer, Parsed, decimal, listed, measured, optional
from worlds.tools.providers import Named, NoAnswer

__all__ = ["RestCountry"]

CODE = re.compile(r"[A-Z]{2,3}")


class RestCountry(LiveProvider):
    """One figure of a country."""

    credit = Credit(
        "REST Countries v3.1",
        "slow",
        LicenceRecord(spdx="MPL-2.0", attribution="REST Countries, https://restcountries.com/", redistributable=True),
    )

    def __init__(self, link: Link, figure: Literal["population", "area"]) -> None:
        super().__init__(link)
        self._figure: Literal["population", "area"] = figure

    def answer(self, named: Named) -> Value:
        """People, or square kilometres. Another spelling, a part of a name, or a figure of 0 or -1 is refused."""
        country = named["country"]
        asked = country.value if isinstance(country, TextValue) else ""
        if "/" in asked or asked in {"", ".", ".."}:
            raise NoAnswer("unknown-country", f"no country has the English name or ISO code {asked!r}")
        params = {"fields": "name,cca2,cca3,population,area"}
        if CODE.fullmatch(asked):
            path = f"/v3.1/alpha/{asked}"
        else:
            path, params = f"/v3.1/name/{quote(asked, safe='')}", params | {"fullText": "true"}
        rows = self._rows(self.link.ask(Request(path, params)), asked)
        same = [row for row in rows if asked in _keys(row)]
        if not same:
            raise NoAnswer("partial-match", f"{len(rows)} countries resemble {asked!r}, none has exactly that name")
        if len(same) > 1:
            raise NoAnswer("ambiguous-country", f"{asked!r} stands for {len(same)} countries")
        figure = decimal(same[0], self._figure)
        if figure <= 0:
            raise NoAnswer("no-figure", f"{self._figure} {figure} stands for none")
        unit: Unit = "people" if self._figure == "population" else "square kilometres"
        return measured(figure, unit, "0")

    def _rows(self, answer: Answer, asked: str) -> list[Parsed]:
        """The countries of a reply, which is a list, or one country where a code was asked for with fields."""
        said = optional(answer.data, "message")
        if answer.status == 404 or optional(answer.data, "status") == 404:
            raise NoAnswer("unknown-country", f"no country has the English name or ISO code {asked!r}")
        if answer.status != 200:
            shown = said if isinstance(said, str) else f"status {answer.status}"
            raise NoAnswer("refused-by-service", f"the service answered: {shown}")
        rows: list[Parsed] = [answer.data] if isinstance(answer.data, dict) else listed(answer.data)
        if not rows:
            raise NoAnswer("empty", f"no country came for {asked!r}")
        return rows


def _keys(row: Parsed) -> set[str]:
    name = optional(row, "name")
    found = (optional(name, "common"), optional(name, "official"), optional(row, "cca2"), optional(row, "cca3"))
    return {key for key in found if isinstance(key, str) and key}
