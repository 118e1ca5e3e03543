"""Numbers are read as a person reads them: a corpus of answers, properties, and the published scorer's mistakes."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from releases.scoring.numbers import agrees, read_number
from schemas.amounts import SPELLINGS, AmountUnit
from tests.scoring.readings import Answer, answers
from tests.scoring.upstream import upstream_number

CORPUS = answers()


def test_the_corpus_is_large_and_covers_what_it_should() -> None:
    assert len(CORPUS) >= 400
    assert len({answer.text for answer in CORPUS}) >= 500
    assert sum(answer.number is None for answer in CORPUS) >= 50
    assert {answer.unit for answer in CORPUS if answer.unit} <= set(SPELLINGS) | {"pounds sterling"}


@pytest.mark.parametrize("answer", CORPUS, ids=lambda answer: f"line{answer.line}")
def test_an_answer_is_read_as_a_person_reads_it(answer: Answer) -> None:
    reading = read_number(answer.text)
    assert reading.value == answer.number, reading
    if answer.unit is not None:
        assert reading.unit == answer.unit
    assert bool(reading.why) == (answer.number is None)


@pytest.mark.parametrize(
    ("text", "gold", "upstream"),
    [
        ("So the final answer is: −5", "-5", 5),
        ("So the final answer is: 1/2", "0.5", 2),
        ("So the final answer is: 3e5", "300000", 5),
        ("So the final answer is: 5 (not 3)", "5", 3),
        ("So the Final Answer is: 12\nThat leaves 4.", "12", 4),
    ],
)
def test_ours_is_right_where_the_published_parser_is_wrong(text: str, gold: str, upstream: int) -> None:
    assert upstream_number(text) == upstream
    assert agrees(read_number(text), gold, "count", 2)


@given(st.text(max_size=400))
def test_any_text_is_read_or_refused_without_an_error(text: str) -> None:
    reading = read_number(text)
    assert (reading.value is None) == bool(reading.why)


@given(st.text(alphabet="0123456789.,-−/e+×^()=$£%½ \nanotr", max_size=120))
def test_any_heap_of_signs_is_read_or_refused_without_an_error(text: str) -> None:
    reading = read_number(text)
    assert (reading.value is None) == bool(reading.why)


@pytest.mark.parametrize(
    "frame", ["{}", "1/{}", "three and 1/{}", "{} hours and a half", "{}.5", "1e{}", "{}^9", "{}%"]
)
def test_a_number_of_thousands_of_digits_is_never_the_answer(frame: str) -> None:
    value = read_number(frame.format("7" * 5000)).value
    assert value is None or value < 10


@given(
    st.integers(-(10**9), 10**9),
    st.integers(0, 4),
    st.sampled_from(["{}", "So the final answer is: {}", "I add them up.\n\n**Final Answer:** {}.", "Total: {} boxes"]),
    st.booleans(),
)
def test_a_decimal_is_read_back_exactly(scaled: int, places: int, frame: str, grouped: bool) -> None:
    whole, decimals = divmod(abs(scaled), 10**places)
    written = f"{whole:,}" if grouped else str(whole)
    written = ("-" if scaled < 0 else "") + written + (f".{decimals:0{places}}" if places else "")
    assert read_number(frame.format(written)).value == Fraction(scaled, 10**places)


@given(st.integers(0, 500), st.integers(2, 99), st.integers(1, 98))
def test_a_mixed_number_is_read_back_exactly(whole: int, bottom: int, top: int) -> None:
    assert read_number(f"So the final answer is: {whole} {top}/{bottom} cups").value == whole + Fraction(top, bottom)


@pytest.mark.parametrize(
    ("answer", "gold", "unit", "precision", "right"),
    [
        ("1.5 kg", "1500", "grams", 0, True),
        ("1500 g", "1.5", "kilograms", 1, True),
        ("1 hour 35 minutes", "95", "minutes", 0, True),
        ("95", "95", "minutes", 0, True),
        ("95 people", "95", "minutes", 0, True),
        ("95 hours", "95", "minutes", 0, False),
        ("10.5", "10.50", "US dollars", 2, True),
        ("10.499", "10.5", "US dollars", 2, True),
        ("10.49", "10.5", "US dollars", 2, False),
        ("33.333", "33.33", "count", 2, True),
        ("1050 cents", "10.5", "US dollars", 2, True),
        ("20%", "20", "percent", 0, True),
        ("8.5", "8", "count", 0, False),
        ("unknown", "0", "count", 0, False),
    ],
)
def test_a_number_agrees_to_the_precision_of_the_gold_in_its_unit(
    answer: str, gold: str, unit: AmountUnit, precision: int, right: bool
) -> None:
    assert agrees(read_number(answer), gold, unit, precision) is right
