"""Metrics: the paper's identities hold by construction, failures count as wrong, small cases by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generators.tandem.dealing import Turned, generate
from generators.tandem.scenarios import TandemConfig
from schemas.errors import InputError
from schemas.tandem import TandemQuestion
from solvers.tandem.metrics import Answer, Variant, auroc, normalised, option_at, score
from worlds.kitchen.rules import packaged_kitchen

HALF = Fraction(1, 2)
VARIANTS: tuple[Variant, ...] = ("base", "retained", "removed")


@pytest.fixture(scope="module")
def questions() -> list[TandemQuestion]:
    config = TandemConfig(3, 12, "test", "00000000-0000-4000-8000-000000000000", (1, 2))
    return [one for one in generate(packaged_kitchen(), config) if not isinstance(one, Turned)]


def at(rotation: int, option: int) -> int:
    """Where an option stands in a rotation."""
    return next(position for position in range(4) if option_at(rotation, position) == option)


def test_every_option_stands_at_every_position_once() -> None:
    for option in range(4):
        assert sorted(at(rotation, option) for rotation in range(4)) == [0, 1, 2, 3]


def test_uniform_choice_gives_a_quarter_and_a_half(questions: list[TandemQuestion]) -> None:
    answers = [
        Answer(q.id, variant, rotation, sample, sample)
        for q in questions for variant in VARIANTS for rotation in range(4) for sample in range(4)
    ]  # fmt: skip
    report = score(questions, answers)
    assert (report.decision, report.verification) == (Fraction(1, 4), HALF)
    assert report.rotations == (Fraction(1, 4),) * 4


def test_one_letter_always_gives_a_quarter_over_the_rotations(questions: list[TandemQuestion]) -> None:
    report = score(questions, [Answer(q.id, "base", rotation, 0, 2) for q in questions for rotation in range(4)])
    assert report.decision == Fraction(1, 4)
    assert report.consistency == 0


def verdicts(questions: list[TandemQuestion], better: bool) -> list[Answer]:
    """Answers that always report a better plan, or always pick the first that is none."""
    answers = []
    for q in questions:
        for variant, gone in (("retained", q.pair.removed_when_retained), ("removed", q.gold)):
            for rotation in range(4):
                option = gone if better else next(n for n in range(4) if n != gone)
                answers.append(Answer(q.id, variant, rotation, 0, at(rotation, option)))
    return answers


def test_always_reporting_and_never_reporting_give_a_half(questions: list[TandemQuestion]) -> None:
    always, never = score(questions, verdicts(questions, True)), score(questions, verdicts(questions, False))
    assert (always.verification, always.detection, always.false_alarm) == (HALF, 1, 1)
    assert (never.verification, never.detection, never.false_alarm) == (HALF, 0, 0)
    assert always.pairs == {"yes/yes": 4 * len(questions)}
    assert never.pairs == {"no/no": 4 * len(questions)}
    assert always.decision is None


def test_gold_scores_one_and_has_no_regret(questions: list[TandemQuestion]) -> None:
    answers = [Answer(q.id, "base", r, 0, at(r, q.gold)) for q in questions for r in range(4)]
    report = score(questions, answers)
    assert (report.decision, report.task_macro, report.consistency, report.regret) == (1, 1, 1, 0)
    assert report.outcomes == {"feasible": 1, "unfinishable": 0, "invalid": 0}
    assert all(share == 1 for share in report.by_tag.values())
    assert report.conflict_fast in (0, None)


def test_the_slowest_feasible_choice_has_the_regret_of_its_costs(questions: list[TandemQuestion]) -> None:
    answers, extra = [], []
    for q in questions:
        worst = max((o.cost, n) for n, o in enumerate(q.options) if o.cost is not None)
        answers.append(Answer(q.id, "base", 0, 0, at(0, worst[1])))
        extra.append(worst[0] - q.optimum.cost)
    assert score(questions, answers).regret == Fraction(sum(extra), len(extra))


def test_failures_and_what_is_left_out_count_as_wrong_and_are_told(questions: list[TandemQuestion]) -> None:
    gold = [Answer(q.id, "base", 0, 0, at(0, q.gold)) for q in questions]
    half = [*gold[::2], *(a._replace(position=None, failure="truncated") for a in gold[1::2][:-1])]
    report = score(questions, half)
    assert report.decision == HALF
    assert report.failures == {"missing": 1, "truncated": len(questions) // 2 - 1}
    assert report.outcomes["invalid"] == HALF


def test_what_can_be_no_answer_is_refused(questions: list[TandemQuestion]) -> None:
    good = Answer(questions[0].id, "base", 0, 0, 1)
    for bad in (
        [good, good],
        [good._replace(question="tandem-" + "0" * 20)],
        [good._replace(rotation=4)],
        [good._replace(position=None)],
        [good._replace(failure="missing")],
    ):
        with pytest.raises(InputError):
            score(questions, bad)


def test_auroc_counts_ties_half() -> None:
    third = Fraction(1, 3)
    assert auroc([HALF], [HALF]) == HALF
    assert auroc([HALF, third], [third]) == Fraction(3, 4)
    assert auroc([], [HALF]) is None


@given(st.lists(st.integers(0, 6), min_size=1, max_size=8), st.lists(st.integers(0, 6), min_size=1, max_size=8))
def test_auroc_is_the_share_of_pairs_in_order(ups: list[int], downs: list[int]) -> None:
    pairs = [Fraction(1) if u > d else HALF if u == d else Fraction(0) for u in ups for d in downs]
    found = auroc([Fraction(u) for u in ups], [Fraction(d) for d in downs])
    assert found == sum(pairs, Fraction(0)) / len(pairs)


def test_probabilities_are_scaled_within_the_tolerance_and_refused_beyond_it() -> None:
    close = [Fraction(1, 4)] * 3 + [Fraction(24_995, 100_000)]
    assert sum(normalised(close) or (), Fraction(0)) == 1
    assert normalised([Fraction(1, 4)] * 3) is None
    assert normalised([Fraction(3, 2), Fraction(-1, 2)]) is None
