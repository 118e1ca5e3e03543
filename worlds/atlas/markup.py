"""The building blocks of a page, in the HTML shapes of Wikipedia's articles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_UP, Decimal
from html import escape
from typing import NamedTuple
from urllib.parse import quote

from schemas.values import decimal_string
from worlds.atlas.records import FOOT, Coords

__all__ = [
    "Row",
    "area",
    "bullets",
    "document",
    "elevation",
    "elevation_words",
    "geo",
    "href",
    "infobox",
    "join",
    "link",
    "number",
    "plainlist",
    "section",
    "table",
]

SQUARE_MILE = Decimal("2.589988110336")
"""Square kilometres in a square mile, exactly (the international mile is 1.609344 km)."""


class Row(NamedTuple):
    """A row of an infobox: a label and its data; a header where there is no data."""

    label: str
    data: str | None = None


def href(title: str) -> str:
    """The address of a page within the wiki, percent-encoded as MediaWiki does it."""
    return "/wiki/" + quote(title.replace(" ", "_"), safe=";@$!*(),/:~")


def link(title: str, text: str | None = None) -> str:
    """A link to a page of the atlas, shown by its title or by other words."""
    return f'<a href="{href(title)}" title="{escape(title)}">{escape(text or title)}</a>'


def number(value: Decimal | int) -> str:
    """A number with thousands separators and the minus sign that Wikipedia uses (U+2212)."""
    whole, _, decimals = decimal_string(value).lstrip("-").partition(".")
    sign = "\N{MINUS SIGN}" if value < 0 else ""
    return f"{sign}{int(whole):,}" + (f".{decimals}" if decimals else "")


def _rounded(value: Decimal, decimals: int) -> Decimal:
    return value.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)


def area(km2: Decimal) -> str:
    """An area as `643,801 km2 (248,573 sq mi)`; miles to the decimals of the kilometres, one more below ten miles."""
    miles = km2 / SQUARE_MILE
    decimals = max(0, -int(km2.normalize().as_tuple().exponent))
    if miles < 10 and not decimals:
        decimals = 1
    return f"{number(km2)}&nbsp;km<sup>2</sup> ({number(_rounded(miles, decimals))}&nbsp;sq&nbsp;mi)"


def elevation(feet: Decimal) -> str:
    """An elevation as `392 ft / 119 m`; metres are rounded, feet are as the table has them."""
    return f"{number(feet)}&nbsp;ft / {number(_rounded(feet * FOOT, 0))}&nbsp;m"


def elevation_words(feet: Decimal) -> str:
    """An elevation as a sentence has it: `392 feet (119 m) above mean sea level`."""
    side = "below" if feet < 0 else "above"
    return f"{number(abs(feet))} feet ({number(_rounded(abs(feet) * FOOT, 0))}&nbsp;m) {side} mean sea level"


def geo(coords: Coords) -> str:
    """Coordinates as Wikipedia writes them in decimal degrees, with the machine-readable `geo` span beside them."""
    lat, lon = coords.strings
    north = f"{lat.lstrip('-')}°{'S' if lat.startswith('-') else 'N'}"
    east = f"{lon.lstrip('-')}°{'W' if lon.startswith('-') else 'E'}"
    return (
        f'<span class="plainlinks nourlexpansion"><span class="geo-default"><span class="geo-dec">{north} {east}</span>'
        f'</span><span class="geo-multi-punct"> / </span><span class="geo-nondefault"><span class="geo">{lat}; {lon}'
        "</span></span></span>"
    )


def infobox(classes: str, above: str, rows: Iterable[Row]) -> str:
    """An infobox: `above` is its title row; `classes` are those that Wikipedia gives the table for its kind."""
    lines = [f'<table class="{classes}"><tbody>', f'<tr><th colspan="2" class="infobox-above">{above}</th></tr>']
    for row in rows:
        if row.data is None:
            lines.append(f'<tr class="mergedtoprow"><th colspan="2" class="infobox-header">{row.label}</th></tr>')
        else:
            label = f'<th scope="row" class="infobox-label">{row.label}</th>'
            lines.append(f'<tr>{label}<td class="infobox-data">{row.data}</td></tr>')
    return "\n".join([*lines, "</tbody></table>"])


def plainlist(items: Sequence[str]) -> str:
    """Several values of one infobox row; one value stands alone."""
    if len(items) == 1:
        return items[0]
    return '<div class="plainlist"><ul>' + "".join(f"<li>{item}</li>" for item in items) + "</ul></div>"


def bullets(items: Iterable[str]) -> str:
    """A list, one item a line."""
    return "<ul>\n" + "\n".join(f"<li>{item}</li>" for item in items) + "\n</ul>"


def table(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A sortable table; the first cell of a row is its header."""
    head = "".join(f'<th scope="col">{header}</th>' for header in headers)
    lines = [
        f'<tr><th scope="row">{first}</th>' + "".join(f"<td>{cell}</td>" for cell in rest) + "</tr>"
        for first, *rest in rows
    ]
    return "\n".join(['<table class="wikitable sortable"><tbody>', f"<tr>{head}</tr>", *lines, "</tbody></table>"])


def section(heading: str, *parts: str) -> str:
    """A section of the article; nothing where it has no parts."""
    body = "\n".join(part for part in parts if part)
    if not body:
        return ""
    anchor = heading.replace(" ", "_")
    return f'<div class="mw-heading mw-heading2"><h2 id="{escape(anchor)}">{escape(heading)}</h2></div>\n{body}'


def join(items: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " and " + items[-1]


def document(title: str, parts: Iterable[str], footer: str) -> str:
    """A whole page: heading, article body, and below it, outside the body, where the facts come from."""
    body = "\n".join(part for part in parts if part)
    return (
        '<!DOCTYPE html>\n<html class="client-nojs" lang="en" dir="ltr">\n<head>\n<meta charset="UTF-8">\n'
        f"<title>{escape(title)} - Atlas</title>\n</head>\n"
        '<body class="mediawiki ltr sitedir-ltr ns-0 ns-subject">\n<main id="content" class="mw-body">\n'
        f'<h1 id="firstHeading" class="firstHeading mw-first-heading">{escape(title)}</h1>\n'
        '<div id="bodyContent" class="vector-body">\n<div id="mw-content-text" class="mw-body-content">'
        f'<div class="mw-content-ltr mw-parser-output" lang="en" dir="ltr">\n{body}\n</div></div>\n'
        f'<div class="printfooter">{escape(footer)}</div>\n</div>\n</main>\n</body>\n</html>\n'
    )
