"""Numbers as people write them: what each form is worth, and two readers that agree on anything."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generators.triplets.writing import write_number
from schemas.amounts import CURRENCIES, SPELLINGS
from schemas.errors import InputError
from schemas.triplets import NumberRange
from solvers.triplets.quantities import read_quantities, read_quantity
from validators.triplets.amounts import figures

FORMS = [
    ("1,299.00", "1299", "count", None),
    ("$4.50", "9/2", "US dollars", None),
    ("US$ 5", "5", "US dollars", None),
    ("£1,299", "1299", "pounds sterling", None),
    ("€0.99", "99/100", "euros", None),
    ("-$4.00", "-4", "US dollars", None),
    ("20 euros", "20", "euros", None),
    ("3/4 cup", "3/4", "cups", None),
    ("2 1/2 kg", "5/2", "kilograms", None),
    ("3½ litres", "7/2", "litres", None),
    ("¾ cup", "3/4", "cups", None),
    ("20 %", "20", "percent", None),
    ("20%", "20", "percent", None),
    ("7.5 per cent", "15/2", "percent", None),
    ("2 dozen", "24", "count", None),
    ("a dozen", "12", "count", None),
    ("half a dozen", "6", "count", None),
    ("half", "1/2", "count", None),
    ("half an hour", "1/2", "hours", None),
    ("three quarters of an hour", "3/4", "hours", None),
    ("two and a half hours", "5/2", "hours", None),
    ("zero", "0", "count", None),
    ("Seventeen", "17", "count", None),
    ("twenty minutes", "20", "minutes", None),
    ("a 3-night stay", "3", "nights", None),
    ("250ml", "250", "millilitres", None),
    ("−5 °C", "-5", "degrees Celsius", None),
    ("$80 a night", "80", "US dollars", "nights"),
    ("$80 per night", "80", "US dollars", "nights"),
    ("$9.50 a head", "19/2", "US dollars", "count"),
    ("5 minutes each", "5", "minutes", "count"),
    ("150 ml per plant", "150", "millilitres", "count"),
    ("60 km per hour", "60", "kilometres", "hours"),
    ("a third", "1/3", "count", None),
    ("two-thirds", "2/3", "count", None),
    ("two thirds of a cup", "2/3", "cups", None),
    ("one half", "1/2", "count", None),
    ("an eighth", "1/8", "count", None),
    ("three-quarters", "3/4", "count", None),
    ("three fifths", "3/5", "count", None),
    ("2 and a quarter hours", "9/4", "hours", None),
    ("one and two-thirds", "5/3", "count", None),
    ("3/4 of an hour", "3/4", "hours", None),
    ("1⅛ litres", "9/8", "litres", None),
    ("1 1/2", "3/2", "count", None),
    ("$2 1/2", "5/2", "US dollars", None),
    ("5 €", "5", "euros", None),
    ("5€", "5", "euros", None),
    ("€5", "5", "euros", None),
    ("£3.50", "7/2", "pounds sterling", None),
    ("£ 3.50", "7/2", "pounds sterling", None),
    ("USD 20", "20", "US dollars", None),
    ("USD20", "20", "US dollars", None),
    ("20 USD", "20", "US dollars", None),
    ("20 US dollars", "20", "US dollars", None),
    ("EUR 1,299.00", "1299", "euros", None),
    ("7 GBP", "7", "pounds sterling", None),
    ("3 liters", "3", "litres", None),
    ("one and a half dozen", "18", "count", None),
]


@pytest.mark.parametrize(("text", "value", "unit", "per"), FORMS)
def test_a_written_form_is_worth_what_a_person_reads(text: str, value: str, unit: str, per: str | None) -> None:
    quantity = read_quantity(f"It is {text}.")
    assert (quantity.value, quantity.unit, quantity.per) == (Fraction(value), unit, per)
    (figure,) = figures(f"It is {text}.").known
    assert (Fraction(str(figure.value)), figure.unit, figure.per) == (Fraction(value), unit, per)


@pytest.mark.parametrize(
    "text",
    ["9:30", "3rd", "A4", "4K", "H2O", "2024-05-01", "1,29", "1,2999", "3-5", "1/2/2024", "1/0", "1.2.3", "twenty-one",
     "thirty", "several dozen", "50 cents", "50c", "50¢", "50 p", "5 pounds", "CHF 20", "20 CHF", "¥500", "Rs. 500",
     "C$5", "20 Canadian dollars", "5 ft", "5 feet", "5-foot", "5'", '5"', "5′", "half a pint", "five inches", "70 °F",
     "60 km/h", "12 m²", "1 299", "1 299,00", "1'299", "5k", "5 k", "a couple of hundred", "3 x", "2+", "2³", "⑤",
     "two-bedroom", "half-hour", "third", "the eleventh", "quarters", "and a half", "٣", "1.299,00", "1e3", "tenths",
     "3 percentage points"],
)  # fmt: skip
def test_what_is_no_quantity_is_reported_and_not_guessed(text: str) -> None:
    first, second = read_quantities(f"See {text} here"), figures(f"See {text} here")
    assert first.quantities == second.known == ()
    for reading in (first.unread, second.unread):
        assert len(reading) == 1
        assert reading[0].strip() in text


@pytest.mark.parametrize(
    "text", ["0 US$ 5 100 ", "-7 and a half ", "one kg and a half a dozen ", "US$ 5 100", "US$ 5 3/4kg", "0 1/0 "]
)
def test_readers_agree_where_they_once_differed(text: str) -> None:
    first, second = read_quantities(text), figures(text)
    assert [(one.value, one.unit) for one in first.quantities] == [
        (Fraction(str(two.value)), two.unit) for two in second.known
    ]
    assert bool(first.unread) == bool(second.unread)


def test_plain_words_hold_no_number() -> None:
    text = "The tenant often weighed a tonne of stone at someone's second-hand ten­nis court, eighty-odd"
    assert [
        quantity.value for quantity in read_quantities("Often a tenant attends; someone is alone.").quantities
    ] == []
    assert figures("Often a tenant attends; someone is alone.").known == ()
    assert read_quantities(text).unread == figures(text).unread == ("eighty-odd",)


@pytest.mark.parametrize("text", ["none", "3 or 4", "at 9:30", "3 at 9:30"])
def test_one_quantity_means_one(text: str) -> None:
    with pytest.raises(InputError, match="not exactly one quantity"):
        read_quantity(text)


def test_a_percentage_counts_as_a_share_of_one() -> None:
    assert read_quantity("20 %").factor == Fraction(1, 5)
    assert read_quantity("20 kg").factor == 20


RANGES = st.builds(
    lambda value, unit: (value, NumberRange(low=1, high=10**6, unit=unit)),
    st.fractions(Fraction(1, 100), 10**5).map(lambda number: Fraction(round(number * 100), 100)),
    st.sampled_from(sorted({"count", *CURRENCIES.values(), *SPELLINGS})),
)


@given(RANGES)
def test_what_is_written_is_read_back(case: tuple[Fraction, NumberRange]) -> None:
    value, numbers = case
    text = write_number(value, numbers)
    quantity = read_quantity(f"For {text}, please.")
    assert (quantity.value, quantity.unit) == (value, numbers.unit)


@given(st.integers(1, 20))
def test_words_are_read_back(number: int) -> None:
    assert read_quantity(write_number(Fraction(number), NumberRange(low=1, high=20, style="words"))).value == number


@given(st.integers(1, 80))
def test_quarters_are_read_back(quarters: int) -> None:
    value = Fraction(quarters, 4)
    numbers = NumberRange(low=1, high=20, unit="cups", style="fraction")
    assert read_quantity(write_number(value, numbers)).value == value


@given(st.integers(2, 40))
def test_dozens_are_read_back(count: int) -> None:
    numbers = NumberRange(low=24, high=480, step=12, style="dozens")
    assert read_quantity(write_number(Fraction(12 * count), numbers)).value == 12 * count


DIGITS = st.one_of(
    st.integers(0, 20000).map(lambda number: f"{number:,}"),
    st.integers(0, 20000).map(str),
    st.decimals(0, 500, places=2).map(str),
    st.sampled_from(["3/4", "2 1/2", "½", "3½", "3 ½", "-7", "−7"]),
)
WORDS = st.sampled_from(
    [
        "one",
        "Two",
        "twelve",
        "Twenty",
        "half",
        "half a",
        "three quarters of a",
        "two and a half",
        "5 and a half",
        "a third",
        "Two-thirds",
        "two thirds of a",
        "one half",
        "an eighth of an",
        "7 and three quarters",
        "a half",
    ]
)
APART = [
    "", " kg", " nights", " a night", " each", " a head", " per plant", " each night", " minutes each", " °C", " %",
    " per cent", " percent", " dollars", " a", " of a cup", " lions", " m", " dozen", " €", " USD", " US dollars",
    " cents", " ft", " pounds", " °F", " m²", " km/h", " x", " CHF", " fl oz", " per two", " per 100", " a dozen",
    "'", '"', ".", " and a half", " of an hour", " — nights", "— nights", " nights' stay",
]  # fmt: skip
ATTACHED = ["kg", "-night", "%", "ml", "-litre", "x", "-way", "ft", "€", "-foot", "¢", "k", "²"]
OTHERS = st.sampled_from(
    ["$4.50", "£3.20 a night", "$1,200 each", "9:30", "A4", "3rd", "1,29", "3-5", "twenty-one", "fifty", "3-", "7/",
     "1/0", "USD 20", "EUR 3.50", "CHF 20", "¥500", "Rs. 500", "C$5", "1 299", "$1 299.00", "1'299", "third",
     "quarters", "quarter-final", "half-price", "an hour and a half", "first", "⅛ cup", "$2 1/2", "US$ 5", "5 US$",
     "- $4", "x 4",     "a dozen", "2 dozen lions", "two-bedroom", "one-way", "B12", "2024-05-01"]
)  # fmt: skip
PIECES = st.one_of(
    st.tuples(DIGITS, st.sampled_from([*APART, *ATTACHED])).map("".join),
    st.tuples(WORDS, st.sampled_from(APART)).map("".join),
    OTHERS,
)
BETWEEN = st.sampled_from([" ", ", ", ". ", " and ", " (", ") ", "; ", " or ", " the ", "! "])


@settings(max_examples=600)
@given(st.lists(st.tuples(PIECES, BETWEEN).map("".join), min_size=1, max_size=4))
def test_two_readers_agree_on_any_text(pieces: list[str]) -> None:
    """The validators' reader shares no line with the solvers': where they differ, one of them misreads."""
    text = "Take " + "".join(pieces) + "then."
    first, second = read_quantities(text), figures(text)
    assert [(one.value, one.unit, one.per) for one in first.quantities] == [
        (Fraction(str(two.value)), two.unit, two.per) for two in second.known
    ]
    assert bool(first.unread) == bool(second.unread)


@given(st.text(max_size=200))
def test_no_text_breaks_a_reader(text: str) -> None:
    assert len(read_quantities(text).quantities) <= len(text)
    assert len(figures(text).known) <= len(text)
