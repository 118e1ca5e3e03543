"""The atlas's building blocks write numbers, areas, elevations and links that read back as what they were."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from urllib.parse import unquote

from hypothesis import example, given
from hypothesis import strategies as st
from lxml import html as lxml_html

from schemas.values import decimal_string
from worlds.atlas.markup import (
    Row,
    area,
    bullets,
    document,
    elevation,
    elevation_words,
    geo,
    href,
    infobox,
    join,
    link,
    number,
    plainlist,
    section,
    table,
)
from worlds.atlas.records import Coords
from worlds.links import title_links

decimals = st.decimals(-(10**9), 10**9, places=2)
letters = st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"), exclude_characters="#<>[]|{}_:?%\xa0")
title_texts = (
    st.text(letters)
    .map(lambda text: " ".join(text.split()))
    .filter(lambda text: bool(text) and not text.startswith(("/", ".")))
)


def read(text: str) -> Decimal:
    return Decimal(text.replace(",", "").replace("\N{MINUS SIGN}", "-"))


@given(st.one_of(decimals, st.integers(-(10**15), 10**15)))
@example(Decimal("-0.5"))
@example(0)
def test_a_number_reads_back_and_is_grouped_in_threes(value: Decimal | int) -> None:
    text = number(value)
    assert read(text) == value
    assert re.fullmatch(
        r"\N{MINUS SIGN}?\d{1,3}(,\d{3})*(\.\d*[1-9])?".replace(r"\N{MINUS SIGN}", "\N{MINUS SIGN}"), text
    )


@given(st.decimals(Decimal("0.01"), 10**8, places=2))
@example(Decimal("0.49"))
@example(Decimal(12))
@example(Decimal(25))
def test_an_area_gives_both_units_within_half_a_last_place(km2: Decimal) -> None:
    match = re.fullmatch(r"([\d,.]+)&nbsp;km<sup>2</sup> \(([\d,.]+)&nbsp;sq&nbsp;mi\)", area(km2))
    assert match
    assert read(match[1]) == km2
    places = len(match[2].partition(".")[2])
    error = abs(Fraction(read(match[2])) * Fraction("2.589988110336") - Fraction(km2)) / Fraction("2.589988110336")
    assert error <= Fraction(1, 2 * 10**places)
    assert error <= Fraction(1, 2 * 10 ** len(decimal_string(km2).partition(".")[2]))


@given(st.decimals(-1300, 15000, places=1).filter(bool))
def test_an_elevation_keeps_its_feet_and_rounds_its_metres(feet: Decimal) -> None:
    match = re.fullmatch(r"(\S+)&nbsp;ft / (\S+)&nbsp;m", elevation(feet))
    assert match
    assert read(match[1]) == feet
    assert abs(Fraction(read(match[2])) - Fraction(feet) * Fraction("0.3048")) <= Fraction(1, 2)
    assert ("below" in elevation_words(feet)) == (feet < 0)
    assert elevation_words(feet).startswith(number(abs(feet)) + " feet (")


@given(st.decimals(-90, 90, places=6), st.decimals(-180, 180, places=6))
def test_coordinates_read_back_from_both_spans(lat: Decimal, lon: Decimal) -> None:
    spans = {span.get("class"): span.text for span in lxml_html.fragment_fromstring(geo(Coords(lat, lon))).iter("span")}
    machine = (spans["geo"] or "").split("; ")
    assert [Decimal(part) for part in machine] == [lat, lon]
    shown = re.fullmatch(r"([\d.]+)°([NS]) ([\d.]+)°([EW])", spans["geo-dec"] or "")
    assert shown
    assert Decimal(shown[1]) * (1 if shown[2] == "N" else -1) == lat
    assert Decimal(shown[3]) * (1 if shown[4] == "E" else -1) == lon


@given(title_texts, st.text(st.characters(categories=("L", "N", "P", "S")), min_size=1))
@example('N\'Djamena & "Co"', "<b>")
def test_a_link_leads_to_its_title_whatever_it_holds(title: str, text: str) -> None:
    page = document("Elsewhere", [f"<p>{link(title, text)}</p>"], "")
    (anchor,) = lxml_html.fragment_fromstring(f"<p>{link(title, text)}</p>").iter("a")
    assert anchor.get("title") == title
    assert anchor.text == text
    assert href(title).isascii()
    assert unquote(href(title)) == "/wiki/" + title.replace(" ", "_")
    assert [found.title for found in title_links(page, "Elsewhere")] == [title]


def test_an_infobox_has_wikipedias_shape() -> None:
    box = lxml_html.fragment_fromstring(infobox("infobox vcard", "Above", [Row("Area"), Row("Total", "1")]))
    assert box.get("class") == "infobox vcard"
    rows = [[(cell.tag, cell.get("class"), cell.get("scope"), cell.text) for cell in row] for row in box.iter("tr")]
    assert rows == [
        [("th", "infobox-above", None, "Above")],
        [("th", "infobox-header", None, "Area")],
        [("th", "infobox-label", "row", "Total"), ("td", "infobox-data", None, "1")],
    ]


def test_lists_tables_and_sections() -> None:
    assert join(["a"]) == "a"
    assert join(["a", "b"]) == "a and b"
    assert join(["a", "b", "c"]) == "a, b and c"
    assert plainlist(["a"]) == "a"
    assert plainlist(["a", "b"]).count("<li>") == 2
    assert bullets(iter(["a", "b"])).count("<li>") == 2
    assert section("See also") == section("See also", "") == ""
    assert '<h2 id="See_also">See also</h2>' in section("See also", "<p>a</p>")
    cells = [cell.tag for cell in lxml_html.fragment_fromstring(table(["A", "B"], [["a", "b"]])).iter("th", "td")]
    assert cells == ["th", "th", "th", "td"]
