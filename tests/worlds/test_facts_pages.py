"""Which rows of a page count, what kind it is, where its links lead, and that a fact's span is what it says."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.values import NumberValue, TextValue
from tests.worlds.factpages import box, fact, page, read, reason, row
from worlds.facts import FIELDS, read_facts
from worlds.facts.reader import extract_facts
from worlds.facts.structure import read_structure
from worlds.facts.targets import target_of


def test_a_second_box_of_the_same_kind_can_only_contradict() -> None:
    first = box("song", row("Released", "1962"), row("Length", "2:20"), row("Writer", "H. H."))
    second = box("song", row("Released", "1963"), row("Label", "Atlantic"), row("Writer", "H. H."))
    sheet = extract_facts(page(first + "<p>later</p>" + second))
    assert reason(sheet, "released") == "two-readings"
    assert fact(sheet, "writer").value == TextValue(type="text", value="H. H.")
    assert fact(sheet, "length").quote == "2:20"
    assert "label" not in [each.field for each in sheet.facts] + [each.field for each in sheet.refusals]


def test_a_second_box_of_another_kind_says_nothing() -> None:
    sheet = extract_facts(page(box("film", row("Release dates", "1980")) + box("album", row("Released", "1981"))))
    assert sheet.kind == "film"
    assert fact(sheet, "released").quote == "1980"


def test_two_rows_that_disagree_refuse_the_field() -> None:
    sheet = extract_facts(page(box("country", row("Capital", "A"), row("Capital and largest city", "B"))))
    assert reason(sheet, "capital") == "two-readings"
    agree = extract_facts(page(box("country", row("Capital", "A"), row("Capital and largest city", "A"))))
    assert fact(agree, "capital").label == "Capital"
    assert fact(agree, "largest_city").quote == "A"


def test_rows_under_a_heading_are_told_apart() -> None:
    rows = (
        '<tr><th colspan="2">Area<sup class="reference">[1]</sup></th></tr>',
        row("•&nbsp;Total", "643,801 km<sup>2</sup>"),
        row('<div style="x">• <a href="/wiki/Water">Water</a>&nbsp;(%)</div>', "0.26"),
        '<tr><th colspan="2">Population (2020)</th></tr>',
        row("•&nbsp;2018 estimate", "327,167,434 (3rd)"),
        row("•&nbsp;2010 census", "308,745,538"),
        row("•&nbsp;Density", "87/sq&nbsp;mi"),
        '<tr><th>GDP (PPP)</th><td>2018 estimate</td></tr>',
        row("•&nbsp;Total", "$20.580 trillion"),
        row("Area code", "202"),
        row("Population density", "87"),
        row("Population (metro)", "9,000"),
    )  # fmt: skip
    sheet = extract_facts(page(box("country", *rows)))
    read_values = {each.field: each.quote for each in sheet.facts}
    assert read_values == {
        "area": "643,801 km2",
        "population_estimate": "327,167,434",
        "population_census": "308,745,538",
    }
    assert sheet.refusals == ()


@pytest.mark.parametrize("chrome", ["<nav>{}</nav>", '<div id="mw-panel">{}</div>', "<footer>{}</footer>"])
def test_an_infobox_in_the_page_s_chrome_is_not_the_article_s(chrome: str) -> None:
    """Rule L9: facts come from the article."""
    sheet = extract_facts(page(chrome.format(box("city", row("Population", "5")))))
    assert (sheet.kind, sheet.facts) == ("other", ())


def test_what_a_reader_cannot_see_is_no_fact() -> None:
    hidden = "<!-- " + box("city", row("Population", "5")) + " --><script>'<table class=\"infobox\">'</script>"
    assert extract_facts(page(hidden)).facts == ()
    attribute = f"<p data-mw='{box('city', row('Population', '6'))}'>text</p>"
    sheet = extract_facts(page(attribute + box("city", row("Population", '<span style="display:none">1,</span>500'))))
    assert fact(sheet, "population").quote == "500"
    none = '<span style="visibility: hidden">7</span>' + "<style>.a{width:5px}</style>"
    assert reason(read("city", "Population", none), "population") == "no-value"


def test_rows_of_tables_inside_the_box_are_not_its_rows() -> None:
    inner = f'<tr><td colspan="2"><table>{row("Released", "1960")}</table></td></tr>'
    sheet = extract_facts(page(box("song", inner, row("Released", "1955"))))
    assert fact(sheet, "released").quote == "1955"


def test_boxes_that_describe_no_article_are_passed_over() -> None:
    ratings = '<table class="wikitable infobox"><tr><th>Released</th><td>1999</td></tr></table>'
    assert extract_facts(page(ratings + box("album", row("Released", "1961")))).kind == "album"


def test_nothing_after_the_last_heading_is_missed() -> None:
    """Parsing stops early only where no box can follow."""
    first, other = box("song", row("Released", "1955")), box("song", row("Released", "1956"))
    late = first + "<h2>One</h2><p>text</p><h2>Two</h2>" + other + "<h2>Three</h2>"
    assert reason(extract_facts(page(late)), "released") == "two-readings"
    inside = box("song", row("Genre", "<h2>Soul</h2>"), row("Released", "1955"))
    assert fact(extract_facts(page(inside + "<h2>Three</h2>")), "released").quote == "1955"
    point = '<h2>One</h2><span id="coordinates"><span class="geo">1.5; 2.5</span></span><h2>Two</h2>'
    assert fact(extract_facts(page(box("city") + point)), "coordinates").section == "title"


def test_artist_and_album_stand_under_the_title() -> None:
    line = (
        '<tr><th colspan="2" class="description">Song by <a href="George_Harrison.html">George Harrison</a> '
        'from the album <i><a href="Dark_Horse_(album).html">Dark Horse</a></i></th></tr>'
    )
    sheet = extract_facts(page(f'<table class="infobox">{line}</table>'))
    assert sheet.kind == "song"
    assert (fact(sheet, "artist").link, fact(sheet, "artist").label) == ("George Harrison", "Song by")
    assert fact(sheet, "album").link == "Dark Horse (album)"


@pytest.mark.parametrize(
    ("line", "artist"),
    [
        ("Single by the Beatles from the EP All", "the Beatles"),
        ("Promotional single by A", "A"),
        ("Single by A from Some Street", None),
        ("Soundtrack album by various artists", None),
        ("Single by A ft B", None),
        ("Single by A &amp; B", None),
        ('Single by <a href="./Earth">Earth, Wind &amp; Fire</a>', "Earth, Wind & Fire"),
    ],
)
def test_one_artist_or_none(line: str, artist: str | None) -> None:
    sheet = extract_facts(page(f'<table class="infobox"><tr><td class="infobox-subheader">{line}</td></tr></table>'))
    assert sheet.kind in {"song", "album"}
    assert [each.quote for each in sheet.facts if each.field == "artist"] == ([artist] if artist else [])


@pytest.mark.parametrize(
    ("href", "title"),
    [
        ("Ray_Charles_(or%2C_Hallelujah_I_Love_Her_So).html", "Ray Charles (or, Hallelujah I Love Her So)"),
        ("./Washington,_D.C.", "Washington, D.C."),
        ("../A/Ray_Charles", "Ray Charles"),
        ("/wiki/Polish_z%C5%82oty", "Polish złoty"),
        ("/wiki/What%3F", "What?"),
        ("//en.wikipedia.org/wiki/Ray_Charles#Life", "Ray Charles"),
        ("https://en.m.wikipedia.org/wiki/AC/DC", "AC/DC"),
        ("Star_Trek:_Picard.html", "Star Trek: Picard"),
        ("./File:Flag.svg", None),
        ("/wiki/Category:Songs", None),
        ("/w/index.php?title=Gone&action=edit&redlink=1", None),
        ("https://example.org/wiki/Ray", None),
        ("//example.org/wiki/Ray", None),
        ("mailto:a@b.invalid", None),
        ("#cite_note-1", None),
        ("", None),
    ],
)
def test_links_lead_to_exact_titles(href: str, title: str | None) -> None:
    assert target_of(href) == title


def test_a_link_is_given_only_where_the_value_is_that_link() -> None:
    whole = read("country", "Capital", '<a href="./Paris">Paris</a><sup class="reference"><a href="#c">[1]</a></sup>')
    assert fact(whole, "capital").link == "Paris"
    part = read("country", "Capital", 'New <a href="./Paris">Paris</a>')
    assert fact(part, "capital").link is None
    quoted = read("song", "Writer", '"<a href="./Doc">Doc</a>"')
    assert fact(quoted, "writer").link == "Doc"
    point = (
        '<div class="plainlist"><ul><li><a href="./D">D, C.</a></li><li><small>38°53′N 77°01′W</small></li></ul></div>'
    )
    assert fact(read("country", "Capital", point), "capital").link == "D"


FROM_ALBUM = '<tr><th class="description">from the album Y</th></tr>'


@pytest.mark.parametrize(
    ("rows", "kind"),
    [
        ('<tr><th class="description">Live album by X</th></tr>', "album"),
        ('<tr><th class="description">Box set by X</th></tr>', "album"),
        (FROM_ALBUM + '<tr><th class="description">Single by X</th></tr>', "song"),
        ('<tr><td class="infobox-subheader">EP by X</td></tr>', "album"),
        ('<tr><th class="description">Patriotic song</th></tr>', "song"),
        ("<tr><th>IATA</th><td>JFK</td></tr>", "airport"),
        ("<tr><th>Capital</th><td>A</td></tr><tr><th>Currency</th><td>B</td></tr>", "country"),
        ("<tr><th>Country</th><td>A</td></tr><tr><th>Elevation</th><td>1 m</td></tr>", "city"),
        ("<tr><th>Born</th><td>1950</td></tr><tr><th>Occupation</th><td>B</td></tr>", "person"),
        ("<tr><th>Origin</th><td>A</td></tr><tr><th>Past members</th><td>B</td></tr>", "group"),
        ('<tr><th colspan="2">ISO 4217</th></tr><tr><th>Code</th><td>EUR</td></tr>', "currency"),
        ("<tr><th>ISO 639-1</th><td>de</td></tr>", "language"),
        ("<tr><th>Identifier</th><td>A/B</td></tr><tr><th>Countries</th><td>C</td></tr>", "zone"),
        ("<tr><th>Countries and territories</th><td>5</td></tr>", "region"),
        ('<tr><td class="infobox-subheader">Single-engine aircraft</td></tr>', "other"),
        ("<tr><th>Colour</th><td>red</td></tr>", "other"),
    ],
)  # fmt: skip
def test_a_page_s_kind_is_told_from_its_box(rows: str, kind: str) -> None:
    assert extract_facts(page(f'<table class="infobox">{rows}</table>')).kind == kind


def test_sheets_are_kept_by_title_and_content() -> None:
    one = page(box("song", row("Released", "1955")))
    assert read_facts(one) is read_facts(page(box("song", row("Released", "1955"))))
    assert read_facts(one) == extract_facts(one)
    assert fact(read_facts(page(box("song", row("Released", "1956")))), "released").quote == "1956"


def test_every_field_is_documented_by_a_name_that_facts_can_carry() -> None:
    for name, spec in FIELDS.items():
        assert spec.name == name
        assert spec.low <= spec.high
        assert spec.labels or spec.how == "described"


PIECES = st.lists(
    st.sampled_from(
        ["1", "23", ",", " ", "&nbsp;", "&amp;", "&#8211;", "&bogus;", "<b>", "</b>", "<br/>", "<i>x", "</i>", "m",
         " ft", "(", ")", "<sup class='reference'>[1]</sup>", "<span style='display:none'>9", "</span>", "May 5, 19",
         "\n", "<a href='./Y'>Y", "</a>", "<!-- c -->", "&", "<", "é", "\u202e"]
    ),
    max_size=14,
).map("".join)  # fmt: skip


@given(
    cell=PIECES, label=st.sampled_from(["Elevation", "Population", "Country", "Founded", "Coordinates", "Time zone"])
)
def test_a_fact_s_span_says_its_quote(cell: str, label: str) -> None:
    """Whatever the markup: the slice without tags and comments, entities decoded and spaces folded, is the quote."""
    source = page(box("city", row(label, cell)))
    for found in extract_facts(source).facts:
        piece = re.sub(r"<!--.*?-->|<[^>]*>", "", source.html[found.start : found.end], flags=re.DOTALL)
        assert " ".join(unescape(piece).split()) == found.quote


def test_numbers_carry_the_page_s_own_unit() -> None:
    found = fact(read("airport", "Elevation AMSL", "392&nbsp;ft / 119&nbsp;m"), "elevation")
    assert found.value == NumberValue(type="number", value="392", unit="feet", error="0.5")
    assert (found.quote, found.label) == ("392 ft", "Elevation AMSL")


def test_positions_count_characters_of_the_page() -> None:
    html = "<p>línea\r\n\n𝄞</p>\n" + box("song", row("Released", "\n\n 5 August\n1966 "))
    source = page(html)
    found = fact(extract_facts(source), "released")
    assert source.html[found.start : found.end] == "5 August\n1966"
    assert read_structure(source.html, "x").lines.place(found.start)[0] == source.html[: found.start].count("\n") + 1
