"""pint reads units and edtf dates, exactly; what they can't be asked is shown, and BeautifulSoup sees what we see."""

from __future__ import annotations

import subprocess
import sys
import warnings
from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import product

import pytest
from bs4 import BeautifulSoup
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from schemas.stated import Circa, DateRange, Undated
from schemas.values import DateValue, NumberValue, Unit, decimal_string
from tests.worlds.factpages import fact, read, reason
from validators.legs.units import FACTORS, SPELLINGS
from worlds.dates import edtf_of, normal_date
from worlds.facts.cells import plain_cell, read_cell
from worlds.facts.lines import LineStarts
from worlds.facts.measures import Dimension, read_measure, size_of
from worlds.facts.quantities import read_playing_time, read_running_time
from worlds.facts.reading import Refused
from worlds.tools.units import factor
from worlds.units import CONVERTIBLE, UNIT, unit_written, units_in

with warnings.catch_warnings():  # its grammar draws a diagnostic of pyparsing's when it is built
    warnings.simplefilter("ignore")
    import edtf

LENGTHS = ("metres", "centimetres", "kilometres", "feet", "miles")
WRITTEN: dict[str, Unit] = {
    **{spelling: unit for spelling, unit in SPELLINGS.items() if unit in LENGTHS or unit.startswith("square")},
    "cm": "centimetres", "centimetres": "centimetres", "centimeters": "centimetres", "kilometer": "kilometres",
    "sq. km": "square kilometres", "sq. mi": "square miles",
}  # fmt: skip
"""How pages write lengths and areas: the second reader's own table, and what it lacks."""

WIDE = Decimal("1e30")
FIGURES = st.decimals(min_value="0.01", max_value="9999999", places=2).map(decimal_string)
FOOT = Fraction(3048, 10_000)
"""The international foot of 1959 in metres."""


@pytest.mark.parametrize("spelling", WRITTEN)
@settings(max_examples=25)
@given(figure=FIGURES)
def test_units_are_what_the_second_readers_table_says_to_the_last_digit(spelling: str, figure: str) -> None:
    unit = WRITTEN[spelling]
    kind, size = FACTORS[unit]
    dimension: Dimension = "area" if kind == "area" else "length"
    value = read_measure(plain_cell(f"{figure} {spelling}"), dimension, -WIDE, WIDE).value
    assert isinstance(value, NumberValue)
    assert value.unit == unit
    assert size_of(value) == Fraction(figure) * size / (10**6 if kind == "area" else 1)


@pytest.mark.parametrize(
    "word", ["people", "ha", "acres", "M", "Metres", "nmi", "in", "m2", "m²", "yd", "K", "and", "to", "sq", "per", "μm"]
)
def test_other_words_are_no_unit_of_ours(word: str) -> None:
    assert unit_written(word) is None
    with pytest.raises(Refused):
        read_measure(plain_cell(f"5 {word}"), "length", -WIDE, WIDE)


@given(st.from_regex(UNIT, fullmatch=True) | st.text(max_size=12))
def test_no_word_breaks_the_registry_of_units(word: str) -> None:
    assert unit_written(word) in {None, *CONVERTIBLE}


@given(st.integers(1, 80), st.integers(0, 11), st.sampled_from((0, 4)))
def test_feet_and_inches_are_twelfths_of_the_international_foot(feet: int, inches: int, off: int) -> None:
    size = (feet + Fraction(inches, 12)) * FOOT
    metres = f"{round(size * 100) + off:03}"
    sheet = read("other", "Height", f"{metres[:-2]}.{metres[-2:]} m ({feet} ft {inches} in)")
    assert reason(sheet, "height") == "two-readings" if off else fact(sheet, "height")


@given(st.integers(0, 9), st.integers(0, 59), st.integers(0, 59))
def test_durations_add_up(hours: int, minutes: int, seconds: int) -> None:
    assume(hours and minutes)
    clock = read_playing_time(plain_cell(f"{hours}:{minutes:02}:{seconds:02}"), Decimal(0), WIDE).value
    words = read_running_time(plain_cell(f"{hours} hours {minutes} minutes"), Decimal(0), WIDE).value
    assert isinstance(clock, NumberValue)
    assert isinstance(words, NumberValue)
    assert int(clock.value) == hours * units_in("hours", "seconds") + minutes * units_in("minutes", "seconds") + seconds
    assert int(words.value) == hours * units_in("hours", "minutes") + minutes


def test_the_tools_convert_as_the_validators_table_does() -> None:
    assert set(CONVERTIBLE) == set(FACTORS)
    for unit, to_unit in product(CONVERTIBLE, CONVERTIBLE):
        (kind, size), (to_kind, to_size) = FACTORS[unit], FACTORS[to_unit]
        assert factor(unit, to_unit) == (size / to_size if kind == to_kind else None)
        assert type(units_in(unit, to_unit)) in {Fraction, type(None)}
    assert units_in("people", "people") is None


def test_help_needs_neither_library() -> None:
    """They take a third of a second each, so only those who meet a unit or a date load them."""
    code = "import sys, worlds.facts, worlds.tools.box; print({'pint', 'edtf', 'mwparserfromhtml'} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "set()"


DAYS = st.dates(date(1000, 1, 1), date(2099, 12, 31))
STYLES = {
    "{0:%B} {0.day}, {0.year:04}": "day",
    "{0.day} {0:%B} {0.year:04}": "day",
    "{0.year:04} {0:%B} {0.day}": "day",
    "{0:%b} {0.day}, {0.year:04}": "day",
    "{0:%Y-%m-%d}": "day",
    "{0:%B} {0.year:04}": "month",
    "{0.year:04}": "year",
}


@pytest.mark.parametrize("style", STYLES)
@settings(max_examples=25)
@given(day=DAYS)
def test_dates_keep_the_precision_that_a_date_library_reads(style: str, day: date) -> None:
    value = fact(read("person", "Born", style.format(day)), "born").value
    assert isinstance(value, DateValue)
    own = day.isoformat()
    assert value.value == {"day": own, "month": own[:7], "year": own[:4]}[STYLES[style]]
    parsed = edtf.parse_edtf(value.value)
    assert parsed.precision == value.precision == STYLES[style]
    assert tuple(parsed.lower_strict())[:3] <= (day.year, day.month, day.day) <= tuple(parsed.upper_strict())[:3]


@settings(max_examples=40)
@given(st.integers(1000, 2098), st.integers(1, 99))
def test_approximate_years_and_spans_of_years_are_those_of_a_date_library(year: int, more: int) -> None:
    last = min(2099, year + more)
    about = next(one.stated for one in read("person", "Born", f"c. {year}").refusals)
    span = next(one.stated for one in read("other", "Opened", f"{year}-{last}").refusals)
    assert isinstance(about, Circa)
    assert isinstance(span, DateRange)
    assert edtf_of(about) == f"{year}~" == edtf.text_to_edtf(f"c. {year}")
    assert edtf_of(span) == f"{year}/{last}" == edtf.text_to_edtf(f"{year}-{last}")
    assert all(edtf.is_valid_edtf(form) for form in (edtf_of(about), edtf_of(span)))
    assert edtf_of(Undated(type="undated")) == "XXXX-XX-XX"


@pytest.mark.parametrize(
    ("written", "form"),
    [
        ("June 20, 1980", "1980-06-20"), ("Sept. 4, 1999", "1999-09-04"), ("29 February 2000", "2000-02-29"),
        ("May 1955", "1955-05"), ("1955", "1955"), ("January 1, 1234", "1234-01-01"), ("1234", "1234"),
        ("29 February 1900", ""), ("31 April 1999", ""), ("1999-02-30", ""), ("February 30, 1955", "1955"),
    ],
)  # fmt: skip
def test_normal_forms_keep_the_precision_and_no_calendar_lacks_the_day(written: str, form: str) -> None:
    """The last ones are less than what is written, and so no date."""
    assert normal_date(written) == form
    if form.count("-") < 2 and any(char in written for char in " -") and written != "May 1955":
        assert reason(read("person", "Born", written), "born") == "implausible"


@pytest.mark.parametrize(
    ("cell", "guess"),
    [
        ("05/06/1955", "1955-05-06"),
        ("February 30, 1955", "1955"),
        ("1957, 1962", "1957"),
        ("1954–1955", "1955"),
        ("5 May 1999 or 2000", "1999-05-05"),
        ("28-29 April 1966", "XXXX-XX-28/1966-04-29"),
    ],
)
def test_where_a_date_library_guesses_no_fact_is_read(cell: str, guess: str) -> None:
    """Why it is asked of whole dates alone: each of these would be a wrong gold answer."""
    assert edtf.text_to_edtf(cell) == guess
    assert reason(read("person", "Born", cell), "born")


TEXTS = st.text("ab 1é&<>\n\u00a0", max_size=6).map(lambda text: text.replace("&", "&amp;").replace("<", "&lt;"))
INLINE = ("b", "i", "span", "small", "a")
BLOCKS = ("div", "li")


def _wrapped(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("<{0}>{1}</{0}>".format, st.sampled_from(INLINE), inner),
        st.builds("<ul><li>{}</li><li>{}</li></ul>".format, inner, inner),
        st.builds("<div>{}</div><br>{}".format, inner, inner),
        st.builds('<span style="display:none">{}</span>'.format, inner),
        st.builds('<sup class="reference">{}</sup><!-- {} -->'.format, TEXTS, st.just("note")),
        st.lists(inner, max_size=3).map("".join),
    )


@given(st.recursive(TEXTS, _wrapped, max_leaves=12))
def test_what_a_reader_sees_of_a_cell_is_what_beautifulsoup_sees(inner: str) -> None:
    html = f"<table><tr><td>{inner}</td></tr></table>"
    cell = read_cell(html, html.index("<td>"), LineStarts(html))
    soup = BeautifulSoup(html, "html.parser")
    for hidden in soup.select("[style], .reference"):
        hidden.extract()
    assert "".join(cell.text.split()) == "".join(soup.get_text().split())
    for char, start, end in zip(cell.text, cell.starts, cell.ends, strict=True):
        if not char.isspace():
            assert BeautifulSoup(html[start:end], "html.parser").get_text() == char
