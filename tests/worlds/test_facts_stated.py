"""Refused rows carry their exact words, and what these plainly say instead of one value; never a wrong form of it."""

from __future__ import annotations

import lzma
from datetime import date

import pytest
from bs4 import BeautifulSoup
from bs4.element import PreformattedString
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from benchwright.commands.legs_facts import print_sheet
from schemas.facts import FactSheet, Refusal
from schemas.stated import Alternatives, DateRange, NumberRange, ValueList, show_stated
from schemas.values import DateValue, NumberValue, TextValue
from tests.worlds.factpages import box, page, read, row
from tests.worlds.zimfiles import NO_SHARED, SHARED_ZIM
from validators.legs.reader import read_page
from validators.legs.readings import Unread
from worlds.facts.reader import extract_facts
from worlds.pages import Page
from worlds.zim import ZimSource

STATES = SHARED_ZIM.parent / "wikipedia-html" / "United_States.html.xz"

PLAIN = [
    # approximate and unknown dates
    ("person", "Born", "c. 1712<br>London", "born", "c. 1712"),
    ("person", "Born", "circa 5 March 1712", "born", "c. 1712-03-05"),
    ("song", "Released", "about May 1955", "released", "c. 1955-05"),
    ("person", "Born", "undated", "born", "undated"),
    ("person", "Died", "Unknown", "died", "undated"),
    # spans of time
    ("song", "Released", "1954–1955", "released", "1954 to 1955"),
    ("song", "Released", "1954-1955", "released", "1954 to 1955"),
    ("song", "Released", "1954–55", "released", "1954 to 1955"),
    ("song", "Released", "from 1954 to May 1955", "released", "1954 to 1955-05"),
    ("song", "Released", "between 1954 and 1955", "released", "1954 to 1955"),
    ("song", "Released", "1980-06-20 – 1980-07-01", "released", "1980-06-20 to 1980-07-01"),
    ("album", "Recorded", "June 2003–March 2004", "recorded", "2003-06 to 2004-03"),
    ("album", "Recorded", "February – May 2006", "recorded", "2006-02 to 2006-05"),
    ("album", "Recorded", "February 5–7, 1962", "recorded", "1962-02-05 to 1962-02-07"),
    ("album", "Recorded", "April 30 – May 2, 1956", "recorded", "1956-04-30 to 1956-05-02"),
    ("album", "Recorded", "28–29 April 1966", "recorded", "1966-04-28 to 1966-04-29"),
    ("album", "Recorded", "28 April – 6 June 1966", "recorded", "1966-04-28 to 1966-06-06"),
    ("album", "Recorded", "May 17, 1953 - November 27, 1956, Springfield", "recorded", "1953-05-17 to 1956-11-27"),
    # spans of size
    ("series", "Running time", "22–24 minutes", "running_time", "22 to 24 minutes"),
    ("song", "Length", "3:03–3:20", "length", "183 to 200 seconds"),
    ("country", "Population", "8–9 million", "population", "8000000 to 9000000 people"),
    ("country", "Population", "between 5,000 and 6,000", "population", "5000 to 6000 people"),
    ("city", "Elevation", "10–20 m", "elevation", "10 to 20 metres"),
    ("city", "Elevation", "10 m to 20 m", "elevation", "10 to 20 metres"),
    ("film", "Budget", "$30–35 million", "budget", "30000000 to 35000000 US dollars"),
    ("film", "Budget", "$900,000 – $1.5 million", "budget", "900000 to 1500000 US dollars"),
    # lists
    ("song", "Released", "1957, 1962", "released", "1957; 1962"),
    ("song", "Released", "May 1, 1970, June 1, 1970 and July 1970", "released", "1970-05-01; 1970-06-01; 1970-07"),
    ("song", "Released", "9 December 1974 (US)<br>20 December 1974 (UK)", "released", "1974-12-09; 1974-12-20"),
    ("film", "Running time", "108 minutes<br>120 minutes", "running_time", "108 minutes; 120 minutes"),
    ("city", "Elevation", "40 m, 1,060 m", "elevation", "40 metres; 1060 metres"),
    ("song", "Writer(s)", "A. B.<br>C. D.", "writer", "A. B.; C. D."),
    ("song", "Writer(s)", "Ann Lee, Jr., Bo Orr, and Cy Poe", "writer", "Ann Lee, Jr.; Bo Orr; Cy Poe"),
    ("song", "Writer(s)", "Ann Lee &amp; Bo Orr", "writer", "Ann Lee; Bo Orr"),
    ("song", "Label", 'One, <a href="./X">Two, Ltd &amp; Co</a>', "label", "One; Two, Ltd & Co"),
    ("song", "Genre", "<ul><li>R&amp;B</li><li>rock and roll</li></ul>", "genre", "R&B; rock and roll"),
    ("country", "Capital", "Here, There<br>Elsewhere", "capital", "Here, There; Elsewhere"),
    ("airport", "ICAO", "KJFK, KLGA", "icao", "KJFK; KLGA"),
]

DOUBTFUL = [
    ("song", "Released", "before 1955", "released"),
    ("song", "Released", "1955?", "released"),
    ("song", "Released", "c. 1955 or 1956", "released"),
    ("song", "Released", "c. 1655", "released"),
    ("song", "Released", "2003-04", "released"),
    ("song", "Released", "1962–1960", "released"),
    ("song", "Released", "1955–1955", "released"),
    ("song", "Released", "1654–1955", "released"),
    ("song", "Released", "1954–present", "released"),
    ("song", "Released", "30–31 February 1955", "released"),
    ("song", "Released", "1957, 1957", "released"),
    ("person", "Born", "1950 or 1951 (age 73–74)", "born"),
    ("person", "Born", "1950/1951", "born"),
    ("album", "Recorded", "28–29 April and 6 June 1966, London", "recorded"),
    ("album", "Recorded", "February – May 2006 at Home (but the strings)", "recorded"),
    ("song", "Released", 'May 1970 – June 1970<span class="dtstart" hidden>1971-05</span>', "released"),
    ("series", "Running time", "24–22 minutes", "running_time"),
    ("country", "Population", "500–1 million", "population"),
    ("country", "Population", "5–6 crore", "population"),
    ("city", "Elevation", "10 m – 20 ft", "elevation"),
    ("film", "Budget", "$30–£35 million", "budget"),
    ("song", "Length", "3:38 (album version)<br>3:24 (radio edit)", "length"),
    ("song", "Writer(s)", "Felice and Boudleaux Bryant", "writer"),
    ("song", "Writer(s)", "Lennon–McCartney", "writer"),
    ("song", "Writer(s)", "Ann Lee (music)<br>Bo Orr (words)", "writer"),
    ("song", "Label", "Rhyme &amp; Reason", "label"),
    ("song", "Label", "Atlantic Records, Inc.", "label"),
    ("city", "Coordinates", "40°42′N 10°0′E 50°0′N 11°0′E", "coordinates"),
    ("song", "Released", "1–" * 900 + "1955", "released"),
    ("song", "Writer(s)", "<br>".join(f"Ann {'IVX'[n % 3] * (n // 3)}" for n in range(3, 48)), "writer"),
]


def refusal(sheet: FactSheet, field: str) -> Refusal:
    """The field's only refusal; a fact beside it would be the scalar that must not be offered."""
    assert field not in {fact.field for fact in (*sheet.facts, *sheet.everywhere)}
    (only,) = [one for one in sheet.refusals if one.field == field]
    return only


@pytest.mark.parametrize(("kind", "label", "cell", "field", "says"), PLAIN)
def test_what_a_refused_cell_plainly_says_is_typed(kind: str, label: str, cell: str, field: str, says: str) -> None:
    source = page(box(kind, row(label, cell)))
    stated = refusal(extract_facts(source), field).stated
    assert stated is not None
    assert show_stated(stated) == says
    assert _check_words(source) == 1


@pytest.mark.parametrize(("kind", "label", "cell", "field"), DOUBTFUL)
def test_what_allows_doubt_has_no_typed_form_either(kind: str, label: str, cell: str, field: str) -> None:
    assert refusal(read(kind, label, cell), field).stated is None


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Studio album by Ann Lee, Bo Orr", "Ann Lee; Bo Orr"),
        ("Studio album by Ann Lee and Her Five", None),
        ("Studio album by Tyler, the Maker", None),
    ],
)
def test_artists_are_a_list_where_no_band_can_be_meant(line: str, names: str | None) -> None:
    html = f'<table class="infobox"><tr><th colspan="2" class="description">{line}</th></tr></table>'
    stated = refusal(extract_facts(page(html)), "artist").stated
    assert (stated and show_stated(stated)) == names


def test_sentences_and_lives_give_typed_forms_with_section_and_span() -> None:
    html = (
        "<p><b>Ann Lee</b> (c. 1712 – 4 May 1780) was a composer.</p>"
        "<h2>Life</h2><p>Lee died around 1781.</p><h2>Notes</h2>"
    )
    source = page(html, "Ann Lee")
    found = {(one.field, one.section): one for one in extract_facts(source).refusals}
    born, died = found["born", "lead"], found["died", "Life"]
    assert born.stated is not None
    assert show_stated(born.stated) == "c. 1712"
    assert died.stated is not None
    assert show_stated(died.stated) == "c. 1781"
    assert found["died", "lead"].stated is None  # its own words are no approximate date
    assert source.html[died.start : died.end] == died.quote == "Lee died around 1781."


def test_two_rows_that_disagree_say_each_what_they_say(capsys: pytest.CaptureFixture[str]) -> None:
    sheet = extract_facts(page(box("song", row("Released", "1955"), row("Release date", "May 1956"))))
    assert [one.stated and show_stated(one.stated) for one in sheet.refusals] == ["1955", "1956-05"]
    print_sheet(sheet)
    shown = capsys.readouterr().out.splitlines()
    assert shown[-1].split()[:6] == ["released", "Release", "date", "two-readings", "1956-05", "infobox"]


DAYS = st.dates(date(1877, 1, 1), date(2099, 12, 31))


@given(DAYS, DAYS, st.sampled_from([f"{{}}{to}{{}}" for to in (" – ", "–", " - ", " to ")] + ["from {} to {}"]))
def test_any_two_days_in_order_make_a_range_and_never_a_fact(one: date, other: date, joined: str) -> None:
    first, last = sorted((one, other))
    cell = joined.format(*(f"{day:%B} {day.day}, {day.year}" for day in (first, last)))
    stated = refusal(read("song", "Recorded", cell), "recorded").stated
    assert (stated and show_stated(stated)) == (None if first == last else f"{first} to {last}")


def test_spans_and_lists_that_contradict_themselves_are_no_records() -> None:
    early, late = (DateValue(type="date", value=year, precision="year") for year in ("1954", "1955"))
    one, two = (NumberValue(type="number", value=each, unit="metres") for each in "12")
    feet = NumberValue(type="number", value="9", unit="feet")
    name = TextValue(type="text", value="A")
    for wrong in (
        lambda: DateRange(type="date range", first=late, last=early),
        lambda: DateRange(type="date range", first=early, last=early),
        lambda: NumberRange(type="number range", low=two, high=one),
        lambda: NumberRange(type="number range", low=one, high=feet),
        lambda: ValueList(type="list", values=(name, name)),
        lambda: ValueList(type="list", values=(name,)),
    ):
        with pytest.raises(ValidationError):
            wrong()


@pytest.mark.skipif(not (SHARED_ZIM.is_file() and STATES.is_file()), reason=NO_SHARED)
def test_every_refusal_of_every_article_has_its_exact_words() -> None:
    source = ZimSource(SHARED_ZIM)
    states = Page("United States", lzma.decompress(STATES.read_bytes()).decode("utf-8"), "r", "u")
    assert sum(_check_words(page) for page in (*map(source.get, source.titles()), states)) > 200


def _check_words(source: Page) -> int:
    """How many refusals a page has, each compared with what BeautifulSoup makes of its slice alone."""
    refusals = extract_facts(source).refusals
    for one in refusals:
        assert "".join(_visible(source.html[one.start : one.end]).split()) == "".join(one.quote.split()), one
    return len(refusals)


def _visible(html: str) -> str:
    """What BeautifulSoup makes of a slice, without what Wikipedia hides or sets as a reference mark."""
    soup = BeautifulSoup(html, "html.parser")
    for tag in soup.select(
        "style, script, .reference, sup[id^=cite_ref], .mw-ref, .noprint, .sortkey, .geo-nondefault, .geo-multi-punct"
    ):
        tag.decompose()
    for tag in soup.select("[style]"):
        if not tag.decomposed and "none" in str(tag["style"]):
            tag.decompose()
    return "".join(str(text) for text in soup.find_all(string=True) if not isinstance(text, PreformattedString))


@pytest.mark.parametrize(
    ("kind", "label", "cell", "says"),
    [
        ("person", "Born", "1950 or 1951", "1950 or 1951"),
        ("person", "Born", '1951 <span style="display:none">(<span class="bday">1950-01-02</span>)</span>',
         "1951 or 1950-01-02"),
        ("city", "Population", "5,000 or 6,000", "5000 people or 6000 people"),
        ("city", "Population", "5,000 (6,000)", "5000 people or 6000 people"),
        ("city", "Elevation", "100 m (500 ft)", "100 metres or 500 feet"),
        ("city", "Area", "100 km<sup>2</sup> (80 sq mi)", "100 square kilometres or 80 square miles"),
        ("film", "Budget", "$5 million or $6 million", "5000000 US dollars or 6000000 US dollars"),
        ("album", "Length", "40:10 (50:20)", "2410 seconds or 3020 seconds"),
        ("city", "Population", "5,000 (or so)", None),
        ("person", "Born", "1950 or later", None),
        ("film", "Producer", "Jane Doe or Ann Poe", None),
    ],
)  # fmt: skip
def test_values_that_contradict_each_other_in_one_cell_are_alternatives(
    kind: str, label: str, cell: str, says: str | None
) -> None:
    field = label.casefold()
    sheet = read(kind, label, cell)
    assert field not in {one.field for one in sheet.facts}
    stated = [one.stated for one in sheet.refusals if one.field == field and one.stated and one.label == label]
    assert [show_stated(one) for one in stated] == ([] if says is None else [says])
    assert all(isinstance(one, Alternatives) for one in stated)
    second = read_page(page(box(kind, row(label, cell))).html).read(field)
    assert second is None or isinstance(second, Unread)
