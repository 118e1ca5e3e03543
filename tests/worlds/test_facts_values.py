"""Values written in the ways of Wikipedia are read back exactly, with their precision, unit and rounding."""

from __future__ import annotations

from datetime import date
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.values import CoordsValue, DateValue, NumberValue, TextValue, decimal_string
from tests.worlds.factpages import fact, read, reason

MONTHS = (
    "January February March April May June July August September October November December"
).split()  # fmt: skip
SPACES = st.sampled_from([" ", "&nbsp;", "\n", "<span>&nbsp;</span>", "&#160;", "\u2009"])
DAYS = st.dates(date(1850, 1, 1), date(2099, 12, 31))


def ordinal(day: int) -> str:
    return f"{day}{'th' if 11 <= day <= 13 else {1: 'st', 2: 'nd', 3: 'rd'}.get(day % 10, 'th')}"


def date_styles(day: date) -> list[str]:
    """A day as six styles write it, with `_` for white space."""
    month = MONTHS[day.month - 1]
    return [
        f"{month}_{day.day},_{day.year}",
        f"{day.day}_{month}_{day.year}",
        f"{month}_{ordinal(day.day)},_{day.year}",
        f"{day.year}_{month}_{day.day}",
        day.isoformat(),
        f"{month[:3]}_{day.day},_{day.year}",
    ]


def grouped(number: Decimal, separator: str) -> str:
    return f"{abs(number):,}".replace(",", separator)


@given(day=DAYS, style=st.integers(0, 5), space=SPACES, after=st.sampled_from(["", "<sup class='reference'>[1]</sup>"]))
def test_a_day_is_read_in_six_styles(day: date, style: int, space: str, after: str) -> None:
    sheet = read("song", "Released", date_styles(day)[style].replace("_", space) + after)
    assert fact(sheet, "released").value == DateValue(type="date", value=day.isoformat(), precision="day")


@given(day=DAYS, comma=st.sampled_from(["", ","]))
def test_a_month_and_a_year_keep_their_precision(day: date, comma: str) -> None:
    month = fact(read("album", "Released", f"{MONTHS[day.month - 1]}{comma} {day.year}"), "released").value
    assert month == DateValue(type="date", value=day.isoformat()[:7], precision="month")
    year = fact(read("album", "Released", f"{day.year}"), "released").value
    assert year == DateValue(type="date", value=day.isoformat()[:4], precision="year")


def test_the_time_since_is_not_a_second_date() -> None:
    cell = 'April 1, 1976<span class="noprint">; 49 years ago</span>'
    assert fact(read("other", "Founded", cell), "founded").quote == "April 1, 1976"
    assert fact(read("other", "Founded", "1903; 122 years ago"), "founded").quote == "1903"


@given(born=DAYS, days=st.integers(0, 40000), style=st.integers(0, 3))
def test_a_death_with_age_and_place_is_one_date(born: date, days: int, style: int) -> None:
    died = date.fromordinal(min(born.toordinal() + days, date(2099, 12, 31).toordinal()))
    cell = (
        f'{date_styles(died)[style].replace("_", " ")}<span style="display:none">(<span class="dday">'
        f"{died.isoformat()}</span>)</span> (aged&nbsp;{(died - born).days // 366})<br>Albany, Georgia, U.S."
    )
    assert fact(read("person", "Died", cell), "died").value == DateValue(
        type="date", value=died.isoformat(), precision="day"
    )


@pytest.mark.parametrize(
    ("cell", "iso"),
    [
        ("Ray Charles Robinson<br>September 23, 1930<br>Albany, Georgia", "1930-09-23"),
        ('<span style="display:none">(<span class="bday">1930-09-23</span>)</span>September 23, 1930', "1930-09-23"),
        ("1950 (age 73–74)<br>Hamburg", "1950"),
        ("1950", "1950"),
        ("May 1950, Orange, New South Wales", "1950-05"),
    ],
)
def test_a_birth_is_found_between_names_and_places(cell: str, iso: str) -> None:
    value = fact(read("person", "Born", cell), "born").value
    assert isinstance(value, DateValue)
    assert value.value == iso


@pytest.mark.parametrize(
    ("cell", "iso"),
    [
        ("Los Angeles, September 14, 1945", "1945-09-14"),
        ("1958 November 5, Some Studios, NYC", "1958-11-05"),
        ("July 5, 1958 in Newport, Rhode Island", "1958-07-05"),
        ("1977; Some Studios, Los Angeles", "1977"),
        ("Atlanta, Georgia, 1954", "1954"),
        ("March 28, 1950<br>Some Radio<br>Nashville", "1950-03-28"),
    ],
)
def test_a_recording_may_name_its_place(cell: str, iso: str) -> None:
    value = fact(read("song", "Recorded", cell), "recorded").value
    assert isinstance(value, DateValue)
    assert value.value == iso


@given(
    people=st.integers(1, 9_000_000_000),
    separator=st.sampled_from([",", "&nbsp;", "&thinsp;", " "]),
    after=st.sampled_from(["", " (3rd)", " (2011 census)", "<sup class='mw-ref'>[4]</sup> (3rd/4th)"]),
)
def test_counts_are_exact(people: int, separator: str, after: str) -> None:
    sheet = read("country", "Population", grouped(Decimal(people), separator) + after)
    value = NumberValue(type="number", value=str(people), unit="people", error="0")
    assert fact(sheet, "population").value == value


@given(
    digits=st.decimals("1", "999", places=1),
    word=st.sampled_from([("thousand", 3), ("million", 6)]),
    sign=st.sampled_from(["$", "US$", "US$&nbsp;", "USD "]),
)
def test_magnitude_words_scale_value_and_error(digits: Decimal, word: tuple[str, int], sign: str) -> None:
    sheet = read("film", "Box office", f"{sign}{digits}&nbsp;{word[0]}")
    value = fact(sheet, "box_office").value
    assert isinstance(value, NumberValue)
    assert Fraction(value.value) == Fraction(digits) * 10 ** word[1]
    assert Fraction(value.error) == Fraction(1, 20) * 10 ** word[1]
    assert value.unit == "US dollars"


@given(dollars=st.integers(1000, 5_000_000_000))
def test_sums_written_out_are_exact(dollars: int) -> None:
    value = fact(read("film", "Budget", f"${dollars:,}<sup id='cite_ref-1'>[2]</sup>"), "budget").value
    assert value == NumberValue(type="number", value=str(dollars), unit="US dollars", error="0")


@given(seconds=st.integers(5, 86399), spoken=st.booleans())
def test_playing_times_are_seconds(seconds: int, spoken: bool) -> None:
    hours, minutes, rest = seconds // 3600, seconds // 60 % 60, seconds % 60
    clock = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
    words = (f"{hours} hours " if hours else "") + f"{minutes} minutes {rest} seconds"
    value = fact(read("album", "Length", words if spoken else clock), "length").value
    assert value == NumberValue(type="number", value=str(seconds), unit="seconds", error="0.5")


def test_a_playing_time_may_have_more_than_sixty_minutes() -> None:
    value = fact(read("album", "Length", '<span class="min">79</span>:<span class="s">29</span>'), "length").value
    assert value == NumberValue(type="number", value="4769", unit="seconds", error="0.5")


@given(minutes=st.integers(1, 900), style=st.sampled_from(["{} minutes", "{}&nbsp;min.", "{} min", "{0} Minutes"]))
def test_running_times_are_minutes(minutes: int, style: str) -> None:
    value = fact(read("film", "Running time", style.format(minutes)), "running_time").value
    assert value == NumberValue(type="number", value=str(minutes), unit="minutes", error="0.5")


@given(minutes=st.integers(60, 899))
def test_hours_and_minutes_are_minutes(minutes: int) -> None:
    cell = f"{minutes // 60} hours {minutes % 60} minutes"
    value = fact(read("series", "Running time", cell), "running_time").value
    assert value == NumberValue(type="number", value=str(minutes), unit="minutes", error="0.5")


UNITS = {
    "m": ("metres", "length", Fraction(1)),
    "ft": ("feet", "length", Fraction(3048, 10000)),
    "km<sup>2</sup>": ("square kilometres", "area", Fraction(1)),
    "km²": ("square kilometres", "area", Fraction(1)),
    "sq&nbsp;mi": ("square miles", "area", Fraction(1609344, 1000000) ** 2),
}
PAIRS = [("m", "ft"), ("ft", "m"), ("km<sup>2</sup>", "sq&nbsp;mi"), ("sq&nbsp;mi", "km²")]


@given(
    value=st.decimals("1", "8000", places=1) | st.integers(1, 8000).map(Decimal),
    pair=st.sampled_from(PAIRS),
    shape=st.sampled_from(["{} ({})", "{} / {}", "{}&nbsp;({})"]),
    minus=st.booleans(),
)
def test_a_pair_of_units_is_read_by_its_first(value: Decimal, pair: tuple[str, str], shape: str, minus: bool) -> None:
    """The second value is the first converted and rounded, as {{convert}} does it."""
    (unit, dimension, size), (_, _, other) = UNITS[pair[0]], UNITS[pair[1]]
    sign = "\N{MINUS SIGN}" if minus and dimension == "length" else ""
    exact = Fraction(value) * size / other
    second = (Decimal(exact.numerator) / Decimal(exact.denominator)).quantize(Decimal("0.1"), ROUND_HALF_EVEN)
    cell = shape.format(f"{sign}{value:,}&nbsp;{pair[0]}", f"{sign}{second:,}&nbsp;{pair[1]}")
    field = "area" if dimension == "area" else "elevation"
    sheet = read("city", field.title(), cell)
    found = fact(sheet, field).value
    assert isinstance(found, NumberValue)
    assert Decimal(found.value) == (-value if sign else value)
    assert found.unit == unit
    assert Decimal(found.error) == Decimal(5).scaleb(int(value.as_tuple().exponent) - 1)


@given(value=st.integers(20, 8000), pair=st.sampled_from(PAIRS[:2]), wrong=st.sampled_from([2, 10, 100]))
def test_a_pair_that_disagrees_is_refused(value: int, pair: tuple[str, str], wrong: int) -> None:
    size, other = UNITS[pair[0]][2], UNITS[pair[1]][2]
    cell = f"{value} {pair[0]} ({round(value * size / other) * wrong + 1} {pair[1]})"
    assert reason(read("city", "Elevation", cell), "elevation") in {"two-readings", "implausible"}


@given(inches=st.integers(60, 84))
def test_feet_and_inches_count_by_their_metres(inches: int) -> None:
    metres = decimal_string((Decimal(inches) * Decimal("0.0254")).quantize(Decimal("0.01")))
    cell = f"{inches // 12}&nbsp;ft {inches % 12}&nbsp;in ({Decimal(metres):.2f}&nbsp;m)"
    value = fact(read("person", "Height", cell), "height").value
    assert value == NumberValue(type="number", value=metres, unit="metres", error="0.005")


@given(lat=st.decimals(-90, 90, places=3), lon=st.decimals(-180, 180, places=3))
def test_decimal_degrees_are_read_as_written(lat: Decimal, lon: Decimal) -> None:
    shown = f"{abs(lat)}°{'S' if lat < 0 else 'N'} {abs(lon)}°{'W' if lon < 0 else 'E'}"
    cell = (
        f'<span class="geo-dec">{shown}</span><span style="display:none"> / '
        f'<span class="geo">{decimal_string(lat)}; {decimal_string(lon)}</span></span>'
    )
    value = CoordsValue(type="coords", lat=decimal_string(lat), lon=decimal_string(lon))
    assert fact(read("city", "Coordinates", cell), "coordinates").value == value


def test_degrees_minutes_and_seconds_become_decimals_and_must_agree() -> None:
    dms = '<span class="geo-dms">38°53′42″N 77°02′12″W</span>'
    value = fact(read("city", "Coordinates", dms), "coordinates").value
    assert value == CoordsValue(type="coords", lat="38.895", lon="-77.03667")
    other = '<span style="display:none"><span class="geo">39.895; -77.037</span></span>'
    assert reason(read("city", "Coordinates", dms + other), "coordinates") == "two-readings"


@pytest.mark.parametrize(
    ("kind", "label", "cell", "field", "text"),
    [
        ("film", "Edited by", "George Folsey, Jr.", "editor", "George Folsey, Jr."),
        ("song", "Label", "ABC <small>590</small>", "label", "ABC"),
        ("song", "Label", "Savoy <small>(1525)</small>", "label", "Savoy"),
        ("song", "Label", "A&amp;M", "label", "A&M"),
        ("song", "Genre", "Rhythm and blues", "genre", "Rhythm and blues"),
        ("country", "Currency", '<a href="./Euro">Euro</a> (€) (EUR)', "currency", "Euro"),
        ("country", "Driving side", "right", "driving_side", "right"),
        ("country", "Internet TLD", '<a href="./.us">.us</a>', "internet_domain", ".us"),
        ("country", "Demonym(s)", "French", "demonym", "French"),
        ("country", "ISO 3166 code", "NA", "country_code", "NA"),
        ("airport", "ICAO", "KJFK", "icao", "KJFK"),
        ("city", "Time zone", '<a href="./UTC">UTC</a>−05:00 (EST)', "time_zone", "UTC−05:00"),
        ("city", "Country", "Korea, Republic of", "country", "Korea, Republic of"),
    ],
)
def test_names_and_codes_leave_out_what_is_not_the_name(
    kind: str, label: str, cell: str, field: str, text: str
) -> None:
    assert fact(read(kind, label, cell), field).value == TextValue(type="text", value=text)
