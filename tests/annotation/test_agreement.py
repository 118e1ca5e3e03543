"""Agreement coefficients against published examples, a second computation, and their limits."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.agreement import agreement, alpha, gwet_ac1, measure, raw_agreement
from tests.annotation.reviewing import RITA, ROLF, panel

ROWS = st.lists(st.lists(st.booleans(), min_size=2, max_size=4), min_size=1, max_size=12)

# Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), section A: two observers, ten units.
KRIPPENDORFF = list(zip("0100000000", "1110010100", strict=True))


def counts(rows: list[list[bool]]) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    return np.array([[len(row) - sum(row), sum(row)] for row in rows], dtype=np.int64)


def test_alpha_of_krippendorffs_own_example() -> None:
    rows = [[one == "1", two == "1"] for one, two in KRIPPENDORFF]
    value = alpha(counts(rows))
    assert value == pytest.approx(0.095, abs=0.0005)


def test_ac1_where_kappa_fails() -> None:
    """Gwet (2008): 118 both yes, 2 and 5 apart, none both no: raw 0.944, kappa below zero, AC1 0.941."""
    rows = [[True, True]] * 118 + [[True, False]] * 2 + [[False, True]] * 5
    observed, used = Fraction(118, 125), Fraction(118 * 2 + 7, 250)
    chance = 2 * used * (1 - used)
    assert raw_agreement(counts(rows)) == pytest.approx(0.944)
    assert gwet_ac1(counts(rows)) == pytest.approx(float((observed - chance) / (1 - chance)))
    assert gwet_ac1(counts(rows)) == pytest.approx(0.941, abs=0.0005)


@given(ROWS)
def test_against_a_count_of_pairs(rows: list[list[bool]]) -> None:
    """Raw agreement and alpha once more by counting ordered pairs, in exact arithmetic."""
    per_unit = [Fraction(sum(a == b for a, b in permutations(row, 2)), len(row) * (len(row) - 1)) for row in rows]
    assert raw_agreement(counts(rows)) == pytest.approx(float(sum(per_unit) / len(rows)))
    values = [value for row in rows for value in row]
    value = alpha(counts(rows))
    if len(set(values)) < 2:
        assert value is None
        return
    apart = sum(Fraction(sum(a != b for a, b in permutations(row, 2)), len(row) - 1) for row in rows)
    expected = Fraction(sum(a != b for a, b in permutations(values, 2)), len(values) - 1)
    assert value == pytest.approx(float(1 - apart / expected))


def test_full_agreement_is_one_and_its_interval_too() -> None:
    made = measure("x", [[True, True]] * 5 + [[False, False]] * 5)
    assert made.alpha.value == made.ac1.value == made.raw.value == 1
    assert made.raw.low == made.raw.high == 1
    assert measure("x", [[True, True]] * 5).alpha.value is None
    assert measure("x", [[True]] * 5).units == 0
    assert measure("x", []).raw.value is None


def test_intervals_are_seeded_and_hold_the_value() -> None:
    rows = [[True, True]] * 12 + [[True, False]] * 4 + [[False, False]] * 6
    one, again, other = measure("x", rows, 1), measure("x", rows, 1), measure("x", rows, 2)
    assert one == again
    assert one != other
    for estimate in (one.alpha, one.ac1, one.raw):
        assert estimate.value is not None
        assert estimate.low is not None
        assert estimate.high is not None
        assert estimate.low < estimate.value < estimate.high


def test_a_review_gives_one_row_a_question(tmp_path: Path) -> None:
    table = panel(tmp_path)
    table.accept(table.submit())
    item = table.submit(which=1)
    table.check(RITA, item, "one-step")
    table.check(ROLF, item)
    open_item = table.submit(which=2)
    table.check(RITA, open_item)
    table.check(ROLF, open_item)
    rows = {row.question: row for row in agreement(table.review.state)}
    assert rows["all checks"].units == 8, "what is said of the open item counts when it is out of review"
    assert rows["one-step"].raw.value == 0.5
    assert rows["unambiguous"].raw.value == 1
    assert rows["right: math"].units == rows["clear"].units == 1
