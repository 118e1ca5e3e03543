"""Cells with more than one reading, or none, give no fact, and the sheet says why (rule L8)."""

from __future__ import annotations

from typing import get_args

import pytest

from tests.worlds.factpages import box, page, read, reason, row
from worlds.facts.reader import extract_facts
from worlds.facts.reading import REASONS, Reason

HIDDEN_DATE = '<span style="display:none">(<span class="bday dtstart">1956-06-01</span>)</span>'

CELLS = [
    # dates
    ("song", "Released", "1957, 1962", "released", "list"),
    ("song", "Released", "9 December 1974 (US)<br>20 December 1974 (UK)", "released", "list"),
    ("song", "Released", "<ul><li>May 1, 1970</li><li>June 1, 1970</li></ul>", "released", "list"),
    ("song", "Released", "1954–1955", "released", "range"),
    ("song", "Released", "1954-1955", "released", "range"),
    ("song", "Released", "June 2003–March 2004", "released", "range"),
    ("song", "Released", "from 1954 to 1955", "released", "range"),
    ("song", "Released", "c. 1955", "released", "circa"),
    ("song", "Released", "circa 1955", "released", "circa"),
    ("song", "Released", "before 1955", "released", "circa"),
    ("song", "Released", "1955?", "released", "circa"),
    ("song", "Released", "1955 or earlier", "released", "ambiguous"),
    ("song", "Released", "Summer 1965", "released", "coarse"),
    ("song", "Released", "1960s", "released", "coarse"),
    ("song", "Released", "1895 (poem)", "released", "qualified"),
    ("song", "Released", "1955 (first version)", "released", "qualified"),
    ("song", "Released", "February 30, 1955", "released", "implausible"),
    ("song", "Released", "1655", "released", "implausible"),
    ("song", "Released", "05/06/1955", "released", "ambiguous"),
    ("song", "Released", "Acuff-Rose", "released", "not-a-date"),
    ("song", "Released", "N/A", "released", "no-value"),
    ("song", "Released", "", "released", "no-value"),
    ("song", "Released", f"June 1, 1955{HIDDEN_DATE}", "released", "two-readings"),
    ("song", "Recorded", "28–29 April and 6 June 1966, London", "recorded", "range"),
    ("song", "Recorded", "February – May 2006 at Los Angeles", "recorded", "range"),
    ("song", "Recorded", "July 5, 1958 / May 28, 1959", "recorded", "list"),
    ("song", "Recorded", "May 1958, Studio 54", "recorded", "list"),
    ("song", "Recorded", "May 1958 (strings)", "recorded", "qualified"),
    ("song", "Recorded", "Take 1958 of many", "recorded", "ambiguous"),
    ("person", "Born", "1950 or 1951 (age 73–74)", "born", "list"),
    ("person", "Born", "1950/1951", "born", "range"),
    ("person", "Born", "c. 1050 Albany", "born", "circa"),
    ("person", "Born", "44 BC", "born", "era"),
    ("person", "Born", "5 March 1712 (O.S.) London", "born", "era"),
    ("person", "Died", "after 1612", "died", "circa"),
    # durations
    ("person", "Born", "bapt. 5 March 1712", "born", "circa"),
    ("song", "Length", "3:38 (album version)<br>3:24 (radio edit)", "length", "list"),
    ("song", "Length", "2:37 (single version)", "length", "qualified"),
    ("song", "Length", "3:03–3:20", "length", "range"),
    ("song", "Length", "about 3:03", "length", "circa"),
    ("song", "Length", "3:75", "length", "implausible"),
    ("song", "Length", "0:03", "length", "implausible"),
    ("album", "Length", "2 hours", "length", "coarse"),
    ("album", "Length", "79", "length", "qualified"),
    ("film", "Running time", "22–24 minutes", "running_time", "range"),
    ("film", "Running time", "108 minutes<br>120 minutes (director's cut)", "running_time", "list"),
    ("film", "Running time", "approx. 30 minutes", "running_time", "circa"),
    ("film", "Running time", "1:48:12", "running_time", "unit"),
    ("film", "Running time", "12000 minutes", "running_time", "qualified"),
    ("film", "Running time", "950 minutes", "running_time", "implausible"),
    # counts
    ("country", "Population", "8–9 million", "population", "range"),
    ("country", "Population", "~5,000", "population", "circa"),
    ("country", "Population", "5,000+", "population", "circa"),
    ("country", "Population", "5M", "population", "magnitude"),
    ("country", "Population", "5 crore", "population", "magnitude"),
    ("country", "Population", "1.234.567", "population", "grouping"),
    ("country", "Population", "12,34", "population", "grouping"),
    ("country", "Population", "0", "population", "implausible"),
    ("country", "Population", "12.5", "population", "implausible"),
    ("country", "Population", "10,000,000,000", "population", "implausible"),
    ("country", "Population", "5,000 (urban)", "population", "qualified"),
    ("country", "Population", "5,000 (urban 9,000)", "population", "list"),
    ("country", "Population", "unknown", "population", "no-value"),
    ("country", "Population", "few", "population", "not-a-number"),
    ("series", "No. of episodes", "146 (12 unaired)", "episodes", "list"),
    ("country", "Calling code", "+1-684", "calling_code", "list"),
    ("country", "Calling code", "none yet", "calling_code", "no-value"),
    # measures
    ("city", "Elevation", "10–20 m", "elevation", "range"),
    ("city", "Elevation", "10 m – 20 m", "elevation", "range"),
    ("city", "Elevation", "–28 m", "elevation", "sign"),
    ("city", "Elevation", "28", "elevation", "unit"),
    ("city", "Elevation", "28 fathoms", "elevation", "unit"),
    ("city", "Elevation", "392 ft (150 m)", "elevation", "two-readings"),
    ("city", "Elevation", "12,000 m", "elevation", "implausible"),
    ("city", "Elevation", "40 m (harbour)", "elevation", "qualified"),
    ("city", "Elevation", "40 m, 60 m", "elevation", "list"),
    ("city", "Elevation", "high", "elevation", "not-a-number"),
    ("city", "Area", "12 ha", "area", "unit"),
    ("city", "Area", "12 m", "area", "unit"),
    ("city", "Area", "301.5 km<sup>2</sup> (216.4 sq mi)", "area", "two-readings"),
    ("city", "Area", "over 300 km<sup>2</sup>", "area", "circa"),
    ("city", "Area", "0 km<sup>2</sup>", "area", "implausible"),
    ("person", "Height", "6 ft 2 in", "height", "feet-only"),
    ("person", "Height", "6′ 2″", "height", "feet-only"),
    ("person", "Height", "6 ft 2 in (1.68 m)", "height", "two-readings"),
    # money
    ("film", "Budget", "$30–35 million", "budget", "range"),
    ("film", "Budget", "$30 million – $35 million", "budget", "range"),
    ("film", "Budget", "£30 million", "budget", "currency"),
    ("film", "Budget", "A$30 million", "budget", "currency"),
    ("film", "Budget", "CA$30 million", "budget", "currency"),
    ("film", "Budget", "30 million", "budget", "currency"),
    ("film", "Budget", "$30 million (£20 million)", "budget", "currency"),
    ("film", "Budget", "$30 million (estimated)", "budget", "circa"),
    ("film", "Budget", "$30M", "budget", "magnitude"),
    ("film", "Budget", "$30", "budget", "implausible"),
    ("film", "Box office", "$30 million (domestic)", "box_office", "qualified"),
    ("film", "Box office", "$30 million (US), $50 million (worldwide)", "box_office", "list"),
    # names and codes
    ("song", "Writer(s)", "Felice and Boudleaux Bryant", "writer", "list"),
    ("song", "Writer(s)", "A. B., C. D.", "writer", "list"),
    ("song", "Writer(s)", "A. B.<br>C. D.", "writer", "list"),
    ("song", "Writer(s)", "Lennon–McCartney", "writer", "list"),
    ("song", "Writer(s)", "Nesuhi Ertegün / Zenas Sears", "writer", "list"),
    ("song", "Writer(s)", "Clarence E. Snow (Hank Snow)", "writer", "qualified"),
    ("song", "Writer(s)", "Mr. 305", "writer", "not-a-name"),
    ("song", "Writer(s)", "?", "writer", "no-value"),
    ("song", "Writer(s)", "x" * 121, "writer", "too-long"),
    ("song", "Writer(s)", "Jane <span style='display:none'>Q. </span>Doe", "writer", "hidden"),
    ("song", "Writer(s)", "Jane \u202eeoD", "writer", "hidden"),
    ("country", "Driving side", "right (left in Y)", "driving_side", "not-a-code"),
    ("song", "Label", "Various artists", "label", "no-value"),
    ("song", "Label", "Tangerine/ABC", "label", "list"),
    ("song", "Label", "Studio 54", "label", "catalogue"),
    ("song", "Genre", "Jazz and soul", "genre", "list"),
    ("song", "Genre", "R&amp;B, soul", "genre", "list"),
    ("airport", "ICAO", "K1JFK", "icao", "not-a-code"),
    ("airport", "ICAO", "KJFK, KLGA", "icao", "list"),
    ("city", "Time zone", "UTC−4 to −12", "time_zone", "list"),
    ("city", "Population", "10<sup>6</sup>", "population", "typeset"),
    ("city", "Population", "5.000", "population", "grouping"),
    # coordinates
    ("city", "Coordinates", "40°42′N", "coordinates", "half-coordinates"),
    ("city", "Coordinates", "95°42′N 10°0′E", "coordinates", "implausible"),
    ("city", "Coordinates", "40°72′N 10°0′E", "coordinates", "implausible"),
    ("city", "Coordinates", "40°42′N 10°0′E 50°0′N 11°0′E", "coordinates", "list"),
    ("city", "Coordinates", "unknown", "coordinates", "no-value"),
]


@pytest.mark.parametrize(("kind", "label", "cell", "field", "why"), CELLS)
def test_a_cell_without_one_safe_reading_is_refused(kind: str, label: str, cell: str, field: str, why: str) -> None:
    assert reason(read(kind, label, cell), field) == why


def test_every_reason_is_explained_and_reached() -> None:
    """A code without a cell that leads to it would be a promise nobody tests."""
    assert set(REASONS) == set(get_args(Reason))
    assert {cell[4] for cell in CELLS} == set(REASONS)


OTHERS = [
    # a part of a number, a part of a measure
    ("city", "Population", ".5 million", "population"),
    ("city", "Population", ". 5 million", "population"),
    ("other", "Capacity", ".5 million", "capacity"),
    ("film", "Budget", "$.5 million", "budget"),
    ("person", "Height", "1 m 85 cm", "height"),
    ("other", "Length", "1 km 900 m", "total_length"),
    ("other", "Length", "5 miles 300 feet", "total_length"),
    # another event, or no sure one
    *(("person", "Died", f"{words} 5 May 1950", "died") for words in (
        "buried", "disappeared", "Declared dead", "presumed dead", "last seen", "missing since", "no later than",
        "not earlier than", "later than", "first half of", "abt", "c",
    )),
    *(("person", "Born", f"{words} 3 May 1950", "born") for words in (
        "registered", "allegedly", "reportedly", "traditionally", "fl.", "not", "conceived", "baptism", "(bap.)", "bp.",
        "crowned", "end of", "within",
    )),
    *(("person", "Died", f"3 May 1950 {words}", "died") for words in (
        "or soon thereafter", "at the latest", "at the earliest", "onwards", "(buried)", "(date disputed)",
    )),
    ("person", "Born", "London (m. 5 May 1970)", "born"),
    ("person", "Born", "London; moved to US 5 May 1970", "born"),
    ("person", "Born", "5 March 1345 SH", "born"),
    *(("album", "Recorded", f"{words} May 1990", "recorded") for words in (
        "mixed", "overdubbed", "began", "London, except drums,",
    )),
    # no name, or not only one
    ("country", "Capital", "<a href='./A'>A</a>, <a href='./B'>B</a>", "capital"),
    *(("country", "Capital", words, "capital") for words in (
        "Foo, formerly Bar", "Foo or Bar", "de facto Foo", "Not official", "No official capital", "see text",
        "near Foo",
    )),
    ("country", "Largest city", "capital", "largest_city"),
    ("country", "Largest city", "Same as above", "largest_city"),
    *(("film", "Written by", words, "writer") for words in (
        "based on a story by Bob Lee", "story by Bob Lee", "Trad. arr. Bob Lee", "himself", "uncredited",
        "not credited",
        "see below", "disputed", "N.A.", "The band",
    )),
    # more than a point
    *(("city", "Coordinates", words, "coordinates") for words in (
        "50°N–51°N 10°E", "-50°30′N 10°30′E", "approx. 50°30′N 10°30′E", "50°30′N 10°30′E of Ferro",
        "50°30′N 10°30′E to 51°30′N 11°E", "<span class='geo-dec'>-50.5°S 10.5°W</span>",
    )),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "label", "cell", "field"), OTHERS)
def test_words_beside_a_value_that_make_it_another_refuse_it(kind: str, label: str, cell: str, field: str) -> None:
    assert reason(read(kind, label, cell), field)


@pytest.mark.parametrize(
    "label",
    [
        "Population (metro 2010)", "Population (urban 2010)", "Population (projected 2050)", "Population (peak 1950)",
        "Population [metro]", "Population [urban]", "2050 population",
    ],
)  # fmt: skip
def test_a_label_that_limits_its_row_is_another_label(label: str) -> None:
    assert read("city", label, "5,000").facts == ()


HEADED = [
    ("Highest point", "Elevation", "4,808 m"), ("Highest point", "Coordinates", "45°50′N 6°52′E"),
    ("Mouth", "Elevation", "0 m"), ("Urban area", "Population", "5,000"), ("Metropolitan", "Area", "900 km2"),
    ("Predecessor", "Founded", "1900"), ("Track", "Length", "5 km"), ("Parking", "Capacity", "500"),
    ("Extension", "Opened", "5 May 1999"),
]  # fmt: skip


@pytest.mark.parametrize(("heading", "label", "cell"), HEADED)
def test_a_row_under_a_heading_about_something_else_is_not_the_pages(heading: str, label: str, cell: str) -> None:
    over = f'<tr><th colspan="2">{heading}</th></tr>'
    assert extract_facts(page(box("other", over, row(label, cell)))).facts == ()
    own = f'<tr><th colspan="2">General information</th></tr>{row(label, cell)}'
    assert extract_facts(page(box("other", own))).facts


def test_a_label_over_two_rows_has_two_values() -> None:
    rows = '<tr><th rowspan="2">Population</th><td>5</td></tr><tr><td>6</td></tr>'
    assert extract_facts(page(box("other", rows))).facts == ()
