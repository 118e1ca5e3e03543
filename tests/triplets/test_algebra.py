"""Single operations, choices and replay: the solvers' arithmetic against the validators' and against brute force."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.errors import InputError
from solvers.triplets.algebra import compute, single_operations
from solvers.triplets.answers import answer_text, normalise
from solvers.triplets.limits import significant_digits
from solvers.triplets.replay import replay
from tests.triplets.making import edited, item_of, made
from validators.triplets.exact import Rational
from validators.triplets.names import plain_form
from validators.triplets.reckoning import ways_to

NUMBERS = st.lists(
    st.one_of(st.integers(0, 12), st.sampled_from([1, 2, 3, 4, 6, 12])).map(Fraction)
    | st.fractions(0, 5, max_denominator=4),
    max_size=6,
)


def every_way(numbers: list[Fraction], gold: Fraction) -> set[tuple[str, tuple[int, ...]]]:
    """All readings, the plainest way."""
    places = range(len(numbers))
    found: set[tuple[str, tuple[int, ...]]] = set()
    for some in chain.from_iterable(combinations(places, size) for size in range(2, len(numbers) + 1)):
        product = Fraction(1)
        for place in some:
            product *= numbers[place]
        if sum(numbers[place] for place in some) == gold:
            found.add(("addition", some))
        if product == gold:
            found.add(("multiplication", some))
    for one, two in permutations(places, 2):
        if numbers[one] - numbers[two] == gold:
            found.add(("subtraction", (one, two)))
        if numbers[two] != 0 and numbers[one] == gold * numbers[two]:
            found.add(("division", (one, two)))
    return found


@given(NUMBERS, st.data())
def test_solver_validator_and_brute_force_find_the_same_readings(numbers: list[Fraction], data: st.DataObject) -> None:
    possible = {compute(op, [a, b]) for a, b in permutations(numbers, 2) for op in ("addition", "subtraction")}
    gold = data.draw(st.sampled_from(sorted(possible | {Fraction(6)})))
    wanted = every_way(numbers, gold)
    assert {(one.operation, one.places) for one in single_operations(numbers, gold)} == wanted
    exact = [Rational(number.numerator, number.denominator) for number in numbers]
    ways = list(ways_to(Rational(gold.numerator, gold.denominator), exact))
    assert {(way.operation, way.places) for way in ways} == wanted
    assert len(ways) == len(wanted)


def test_order_matters_for_difference_and_quotient_only() -> None:
    assert [one.places for one in single_operations([Fraction(2), Fraction(6)], Fraction(4))] == [(1, 0)]
    assert [one.places for one in single_operations([Fraction(2), Fraction(6)], Fraction(1, 3))] == [(0, 1)]
    assert [one.places for one in single_operations([Fraction(2), Fraction(6)], Fraction(12))] == [(0, 1)]


@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_difference_takes_two_operands(count: int) -> None:
    with pytest.raises(InputError, match="can't be done on"):
        compute("subtraction", [Fraction(1)] * count)


def test_a_division_by_zero_is_named() -> None:
    with pytest.raises(InputError, match="by zero"):
        compute("division", [Fraction(1), Fraction(0)])


@given(st.integers(-(10**9), 10**9), st.integers(0, 4))
def test_an_answer_text_is_exact(number: int, precision: int) -> None:
    value = Fraction(number, 10**precision)
    assert Fraction(answer_text(value, "count", precision)) == value
    assert Fraction(answer_text(value / 100, "percent", precision)) == value


def test_an_answer_that_would_be_rounded_is_refused() -> None:
    with pytest.raises(InputError, match="no number of 2 decimals"):
        answer_text(Fraction(1, 3), "US dollars", 2)


@pytest.mark.parametrize(
    ("number", "digits"), [("4.50", 2), ("120", 2), ("0.05", 1), ("1299", 4), ("0", 1), ("30.03", 4)]
)
def test_significant_digits(number: str, digits: int) -> None:
    assert significant_digits(Fraction(number)) == digits


@pytest.mark.parametrize(
    ("answer", "normal"),
    [("The red crate.", "red crate"), ("  An  umbrella ", "umbrella"), ("Beginner’s book", "beginner's book"),
     ("ＡＢＣ", "abc"), ("the a an umbrella", "umbrella"), ("“Ice”!", "ice"), ("another", "another")],
)  # fmt: skip
def test_answers_are_compared_in_one_form(answer: str, normal: str) -> None:
    assert normalise(answer) == plain_form(answer) == normal


@given(st.text(max_size=40))
def test_normalising_twice_changes_nothing(answer: str) -> None:
    assert normalise(normalise(answer)) == normalise(answer)


def test_replay_reads_no_stated_answer() -> None:
    for item in made(5):
        lying = edited(item, ("answer_composition", "7.25"), ("answer_math", "8"), ("choice", [item.options[0].name]))
        assert replay(lying) == replay(item) == item.answer_composition


def test_replay_follows_the_numbers_and_the_verdicts() -> None:
    item = item_of("swim-before-breakfast")
    place = next(place for place, option in enumerate(item.options) if option.fits)
    dearer = edited(item, (f"options.{place}.amount.value", "1000"))
    assert item.given is not None
    assert Fraction(replay(dearer)) == 1000 * Fraction(item.given.value)
    other = (place + 1) % len(item.options)
    moved = edited(item, (f"options.{place}.fits", False), (f"options.{other}.fits", True))
    assert Fraction(replay(moved)) == Fraction(item.options[other].amount.value) * Fraction(item.given.value)


def test_replay_names_the_item_that_makes_no_clear_choice() -> None:
    item = item_of("swim-before-breakfast")
    unclear = edited(item, *[(f"options.{place}.fits", True) for place in range(len(item.options))])
    with pytest.raises(InputError, match=rf"{unclear.id}: can't be replayed: pick-one: 4 options fit"):
        replay(unclear)
