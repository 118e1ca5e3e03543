"""Units, dates and markup are read as well-kept libraries read them, exactly; and what these can't say is shown."""

from __future__ import annotations

import re
import warnings
from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import product

import pint
import pytest
from bs4 import BeautifulSoup
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from schemas.stated import Circa, DateRange
from schemas.values import DateValue, NumberValue, decimal_string
from tests.worlds.factpages import fact, read, reason
from worlds.facts.cells import plain_cell, read_cell
from worlds.facts.lines import LineStarts
from worlds.facts.measures import UNIT, Dimension, read_measure, size_of
from worlds.facts.quantities import read_playing_time, read_running_time
from worlds.tools.units import CONVERTIBLE, factor

with warnings.catch_warnings():  # its grammar draws a diagnostic of pyparsing's when it is built
    warnings.simplefilter("ignore")
    import edtf

UNITS: pint.UnitRegistry[Fraction] = pint.UnitRegistry(non_int_type=Fraction)

SPELLINGS: dict[str, tuple[str, Dimension]] = {
    **dict.fromkeys(("m", "metre", "metres", "meter", "meters"), ("metre", "length")),
    **dict.fromkeys(("cm", "centimetres", "centimeters"), ("centimetre", "length")),
    **dict.fromkeys(("km", "kilometre", "kilometres", "kilometer", "kilometers"), ("kilometre", "length")),
    **dict.fromkeys(("ft", "foot", "feet"), ("foot", "length")),
    **dict.fromkeys(("mi", "mile", "miles"), ("mile", "length")),
    **dict.fromkeys(
        ("km2", "km²", "sq km", "sq. km", "square kilometres", "square kilometers"), ("kilometre ** 2", "area")
    ),
    **dict.fromkeys(("sq mi", "sq. mi", "mi2", "mi²", "square miles"), ("mile ** 2", "area")),
}
"""Every spelling that the reader knows, with pint's name of the unit."""

BASE: dict[Dimension, str] = {"length": "metre", "area": "kilometre ** 2"}
WIDE = Decimal("1e30")
FIGURES = st.decimals(min_value="0.01", max_value="9999999", places=2).map(decimal_string)


def by_pint(value: Fraction, unit: str, to_unit: str) -> Fraction:
    """A quantity in another unit."""
    return Fraction(UNITS.Quantity(value, unit).to(to_unit).magnitude)


def test_no_spelling_of_a_unit_is_left_out() -> None:
    assert all(re.fullmatch(UNIT, spelling) for spelling in SPELLINGS)
    assert UNIT.count("|") + 1 == len(SPELLINGS)


@pytest.mark.parametrize("spelling", SPELLINGS)
@settings(max_examples=25)
@given(figure=FIGURES)
def test_sizes_are_those_of_pint_to_the_last_digit(spelling: str, figure: str) -> None:
    unit, dimension = SPELLINGS[spelling]
    value = read_measure(plain_cell(f"{figure} {spelling}"), dimension, -WIDE, WIDE).value
    assert isinstance(value, NumberValue)
    assert size_of(value) == by_pint(Fraction(figure), unit, BASE[dimension])


@given(st.integers(1, 80), st.integers(0, 11), st.sampled_from((0, 4)))
def test_feet_and_inches_are_those_of_pint(feet: int, inches: int, off: int) -> None:
    size = by_pint(Fraction(feet), "foot", "metre") + by_pint(Fraction(inches), "inch", "metre")
    metres = f"{round(size * 100) + off:03}"
    sheet = read("other", "Height", f"{metres[:-2]}.{metres[-2:]} m ({feet} ft {inches} in)")
    assert reason(sheet, "height") == "two-readings" if off else fact(sheet, "height")


@given(st.integers(0, 9), st.integers(0, 59), st.integers(0, 59))
def test_durations_are_those_of_pint(hours: int, minutes: int, seconds: int) -> None:
    assume(hours and minutes)
    parts = ((hours, "hour"), (minutes, "minute"), (seconds, "second"))
    clock = read_playing_time(plain_cell(f"{hours}:{minutes:02}:{seconds:02}"), Decimal(0), WIDE).value
    words = read_running_time(plain_cell(f"{hours} hours {minutes} minutes"), Decimal(0), WIDE).value
    assert isinstance(clock, NumberValue)
    assert isinstance(words, NumberValue)
    assert Fraction(clock.value) == sum(by_pint(Fraction(part), unit, "second") for part, unit in parts)
    assert Fraction(words.value) == sum(by_pint(Fraction(part), unit, "minute") for part, unit in parts[:2])


def test_the_tools_convert_as_pint_does() -> None:
    for unit, to_unit in product(CONVERTIBLE, CONVERTIBLE):
        names = [f"{name[7:]} ** 2" if name.startswith("square ") else name for name in (unit, to_unit)]
        same = UNITS.Unit(names[0]).dimensionality == UNITS.Unit(names[1]).dimensionality
        assert factor(unit, to_unit) == (by_pint(Fraction(1), *names) if same else None)


@pytest.mark.parametrize("written", ["5 sq. mi", "5 mi2", "5 km2"])
def test_pint_does_not_read_what_articles_write(written: str) -> None:
    """So a table of spellings is needed with it as without."""
    with pytest.raises(pint.errors.PintError):
        UNITS.parse_expression(written)


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
    assert value.value == edtf.text_to_edtf(style.format(day))
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
    assert f"{about.date.value}~" == edtf.text_to_edtf(f"c. {year}")
    assert f"{span.first.value}/{span.last.value}" == edtf.text_to_edtf(f"{year}-{last}")


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
    """Why it does not do the reading: each of these would be a wrong gold answer."""
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
