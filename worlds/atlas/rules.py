"""The rules by which rows and fields of the tables are left out of the atlas, and the known faults among them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["FORMERLY_USED", "KNOWN_FAULTS", "RULES"]

RULES: Mapping[str, str] = MappingProxyType(
    {
        "no-code": "The row has no ISO 3166-1 alpha-2 and alpha-3 code, so it can't be matched exactly.",
        "formerly-used": "ISO 3166-3 lists the code among those no longer used.",
        "no-region": "The row names no region and subregion.",
        "bare-row": "The row gives neither capital nor population nor area.",
        "rows-disagree": "Two rows of one country give the field differently.",
        "known-fault": "The value is known to be wrong or superseded; the source of that is stated.",
        "not-positive": "A population or an area of zero means that the table doesn't know.",
        "copied-area": "Two countries have the same area and no outline confirms it.",
        "outline-area": "The area is under 60 % or over 167 % of the table's own outline of 10,000 km2 or more.",
        "density": "Fewer than 0.01 or more than 25,000 people per square kilometre.",
        "not-one-place": "The field names several places, or is no name.",
        "capital-unconfirmed": "No airport of the country lies within 40 km, or those of that very city lie farther.",
        "one-way-border": "Only one of the two countries names the border.",
        "outlines-apart": "Both outlines are in the table and share no point.",
        "no-such-country": "The code names no country of the atlas.",
        "not-e164": "Not a country code of ITU-T E.164, or a North American one with its area code.",
        "not-in-iso-4217": "No currency in circulation by ISO 4217: withdrawn, or a fund or accounting unit.",
        "not-in-iso-639-1": "No language code of ISO 639-1.",
        "shared-demonym": "Several countries have the demonym, or it is the country's own name, or a list.",
        "not-ascii-cctld": "No two-letter ASCII top-level domain.",
        "no-iata": "The airport has no IATA code of three letters, or shares it.",
        "name-form": "The name lacks the word Airport or holds signs that names don't have.",
        "city-form": "The city is missing, is several places, is joined with an island's name, or is an airport.",
        "city-ambiguous": "Rows that name this city of this country lie over 100 km apart: several places, or a slip.",
        "city-far": "Over 60 km from the capital that it names as its city.",
        "country-unknown": "The airport's country has no page.",
        "elevation-zero": "An elevation of exactly zero means that the table doesn't know.",
        "elevation-range": "Lower than 1,300 feet below sea level or higher than 15,000 above.",
        "elevation-apart": "Differs by over 1,500 feet from the nearest other airport, which is within 30 km.",
        "elevation-below": "Below sea level, and no other airport within 500 km is.",
        "zone-contradicts": "The other table gives the time zone to other countries only.",
        "twice": "Another row within 5 km has the same name, or the very same coordinates.",
        "minutes-as-decimals": "Most four-decimal coordinates of the country read as minutes and seconds (50.5405 "
        "for 50°54'05\"), and this one does.",
        "coarse": "Neither coordinate has three decimals.",
        "cap": "The country already has its 120 airports: those named International first, then by IATA code.",
    }
)
"""Every rule by name: why what it hits is left out. Nothing is ever corrected or replaced."""

FORMERLY_USED = frozenset({"AN", "CS"})
"""Alpha-2 codes in countryinfo that ISO 3166-3 lists as formerly used (ANHH since 2010, CSXX since 2006)."""

KNOWN_FAULTS: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("IE", "population"): "counts the whole island: the census of 2011 found 4.6 million in the state",
        ("PS", "area"): "that of the West Bank alone",
        ("KZ", "capital"): "has been named Astana again since September 2022",
        ("BI", "capital"): "moved to Gitega by law of January 2019",
        ("TK", "capital"): "Tokelau has none: each atoll keeps its own seat",
        ("HK", "capital"): "the City of Victoria is no unit of Hong Kong today",
        ("AW", "languages"): "pa is Panjabi in ISO 639-1; Papiamento, which is meant, has only a three-letter code",
    }
)
"""(alpha-2 code, field) to what is wrong with it; such a field is left out, never mended."""
