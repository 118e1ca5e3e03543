"""Questions: made from levels 1 to 4, every check silent, and each break of a question found under its own code."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from generators.tandem.allocation import allocate, capacity
from generators.tandem.dealing import Turned, generate
from generators.tandem.english import BETTER_PLAN
from generators.tandem.presenting import Variant, show
from generators.tandem.scenarios import TandemConfig, screen_all, tasks_of
from schemas.canonical import canonical_bytes, content_id
from schemas.tandem import OptionRecord, TandemQuestion
from tests.tandem.test_spaces import OTHER
from validators.registry import run_rules
from validators.tandem import Context, check_question, check_questions
from validators.tandem.groups import folds_of, groups_of
from validators.tandem.surface import SMALLEST, decision_scores, upper_bound, verification_scores
from worlds.kitchen.rules import Kitchen, read_kitchen

VARIANTS: tuple[Variant, ...] = ("base", "retained", "removed")
CANARY = "00000000-0000-4000-8000-000000000000"


def made(kitchen: Kitchen, scenarios: int, levels: tuple[int, ...], seed: int = 7) -> list[TandemQuestion]:
    config = TandemConfig(seed, scenarios, "test", CANARY, levels)
    return [one for one in generate(kitchen, config) if not isinstance(one, Turned)]


@pytest.fixture(scope="module")
def questions(kitchen: Kitchen) -> list[TandemQuestion]:
    return made(kitchen, 18, (1, 2, 4))


def test_the_questions_pass_every_check(kitchen: Kitchen, questions: list[TandemQuestion]) -> None:
    assert len(questions) == 36
    assert list(check_questions(questions, Context(kitchen))) == []


def test_the_same_recipe_gives_the_same_bytes_and_another_seed_others(kitchen: Kitchen) -> None:
    first, again, other = (made(kitchen, 10, (1, 2), seed) for seed in (7, 7, 8))
    assert [canonical_bytes(q) for q in first] == [canonical_bytes(q) for q in again]
    assert {q.id for q in first}.isdisjoint(q.id for q in other)
    assert {q.state for q in map(_key, first)} == {q.state for q in map(_key, other)}


class Key:
    """A scenario's state, comparable."""

    def __init__(self, question: TandemQuestion) -> None:
        self.state = (question.scenario, canonical_bytes(question.state))


def _key(question: TandemQuestion) -> Key:
    return Key(question)


def test_renamed_twins_are_few(questions: list[TandemQuestion]) -> None:
    assert len({q.structure for q in questions}) >= len(questions) - 4


def test_short_goals_come_before_the_delivery_and_conflicts_are_there(questions: list[TandemQuestion]) -> None:
    for short, long in zip(questions[::2], questions[1::2], strict=True):
        assert short.scenario == long.scenario
        assert short.optimum.cost < long.optimum.cost
    assert any(q.conflict for q in questions)
    assert any(option.cost is None for q in questions for option in q.options)


def option(question: TandemQuestion, number: int, **changes: object) -> TandemQuestion:
    options: list[OptionRecord] = list(question.options)
    options[number] = options[number].model_copy(update=changes)
    return question.model_copy(update={"options": tuple(options)})


def other(question: TandemQuestion) -> int:
    """A feasible option that isn't the optimum."""
    return next(n for n, o in enumerate(question.options) if n != question.gold and o.cost is not None)


def dearer(question: TandemQuestion) -> TandemQuestion:
    cost = question.options[other(question)].cost or 0
    return option(question, other(question), cost=cost + 1)


def slower(question: TandemQuestion) -> TandemQuestion:
    """An optimum said to be one step more, with the gold option and the witness made to fit."""
    best = question.optimum
    lengthened = question.model_copy(
        update={
            "optimum": best.model_copy(update={"cost": best.cost + 1, "witness": (("wait", "wait"), *best.witness)})
        }
    )
    return option(lengthened, question.gold, cost=best.cost + 1)


def same_programs(question: TandemQuestion) -> TandemQuestion:
    return option(question, other(question), programs=question.options[question.gold].programs)


def other_text(question: TandemQuestion) -> TandemQuestion:
    return option(question, 0, text=question.options[1].text)


def moved(question: TandemQuestion) -> TandemQuestion:
    chef = question.state.chef.model_copy(update={"at": (0, 0)})
    return question.model_copy(update={"state": question.state.model_copy(update={"chef": chef})})


def endless(question: TandemQuestion) -> TandemQuestion:
    return option(question, other(question), cost=None, stage=None, rest=None)


BREAKS: dict[str, Callable[[TandemQuestion], TandemQuestion]] = {
    "N2.wrong-cost": dearer,
    "N3.not-optimal": slower,
    "N4.same-programs": same_programs,
    "N4.gold": lambda q: q.model_copy(update={"gold": (q.gold + 1) % 4}),
    "N4.pair": lambda q: q.model_copy(update={"pair": q.pair.model_copy(update={"removed_when_retained": q.gold})}),
    "N4.conflict": lambda q: q.model_copy(update={"conflict": not q.conflict}),
    "N5.text-differs": other_text,
    "N1.bad-state": moved,
    "N1.other-rules": lambda q: q.model_copy(update={"rules": "0" * 64}),
    "N1.level": lambda q: q.model_copy(update={"level": 7 - q.level}),
}


@pytest.mark.parametrize("code", BREAKS)
def test_each_break_is_found_under_its_own_code(kitchen: Kitchen, questions: list[TandemQuestion], code: str) -> None:
    for question in questions[:4]:
        broken = BREAKS[code](question)
        broken = broken.model_copy(update={"id": content_id("tandem", broken)})
        assert code in {finding.code for finding in check_question(broken, Context(kitchen))}


def test_an_option_said_to_be_endless_is_found_out(kitchen: Kitchen, questions: list[TandemQuestion]) -> None:
    codes = {f.code for f in check_question(endless(questions[1]), Context(kitchen))}
    assert {"N1.id", "N2.wrong-cost"} <= codes


def test_a_witness_that_is_cut_short_or_refused_is_found_out(kitchen: Kitchen, questions: list[TandemQuestion]) -> None:
    question = questions[1]
    best = question.optimum
    cut = question.model_copy(update={"optimum": best.model_copy(update={"witness": best.witness[:-1]})})
    codes = {f.code for f in check_question(cut, Context(kitchen))}
    assert {"N3.witness-length", "N3.witness-misses"} <= codes
    wrong = question.model_copy(
        update={"optimum": best.model_copy(update={"witness": (("start", "start"), *best.witness[1:])})}
    )
    assert "N3.witness-refused" in {f.code for f in check_question(wrong, Context(kitchen))}


def test_the_release_misses_a_lost_question_and_sees_a_doubled_one(
    kitchen: Kitchen, questions: list[TandemQuestion]
) -> None:
    def codes(together: list[TandemQuestion]) -> set[str]:
        return {f.code for f in run_rules("tandem", "release", tuple(together), Context(kitchen))}

    assert "N7.horizons" in codes(questions[1:])
    assert "N7.twice" in codes([*questions, questions[0]])
    assert "N7.split" in codes([*questions, questions[0].model_copy(update={"split": "validation"})])


def test_a_surface_that_gives_the_answer_away_is_noticed_by_each_classifier(questions: list[TandemQuestion]) -> None:
    told = [option(q, q.gold, text=q.options[q.gold].text + " " * 500) for q in questions]
    assert all(score.right > 30 for score in decision_scores(told))
    assert all(score.right > 60 for score in verification_scores(told))
    assert all(score.right < 20 for score in decision_scores(questions))


def test_folds_never_part_a_structure_or_a_scenario(questions: list[TandemQuestion]) -> None:
    groups = groups_of(questions)
    for salt in (0, 1):
        folds = folds_of(questions, salt)
        assert set(folds.tolist()) == {0, 1, 2, 3, 4}
        for names in ([q.structure for q in questions], [q.scenario for q in questions], groups):
            assert len({(name, int(fold)) for name, fold in zip(names, folds, strict=True)}) == len(set(names))


def test_a_surface_that_tells_is_critical_from_180_questions_on(
    kitchen: Kitchen, questions: list[TandemQuestion]
) -> None:
    """The same questions six times under other names; those found are the surest, as many as have to go."""
    told = [option(q, q.gold, text=q.options[q.gold].text + " " * 500) for q in questions]
    many = [
        q.model_copy(update={"id": f"{q.id}-{n}", "scenario": f"{q.scenario[:-2]}{n}{q.scenario[-1]}"})
        for n in range(6)
        for q in told
    ]
    found = [f for f in run_rules("tandem", "release", tuple(many), Context(kitchen)) if f.code == "N6.decision"]
    assert len(found) > 60
    assert upper_bound(45, SMALLEST) <= 0.32 < upper_bound(25, 100)
    assert {f.severity for f in found} == {"critical"}
    assert {f.item for f in found} <= {q.id for q in many}
    assert not [f for f in run_rules("tandem", "release", tuple(many[:179]), Context(kitchen)) if f.code[:2] == "N6"]


def test_a_kitchen_of_ones_own_makes_questions_without_a_line_of_code() -> None:
    mine = read_kitchen(OTHER, "other")
    found = made(mine, 11, (2, 4))
    assert any(q.order == "poached_egg_and_leek" for q in found)
    assert list(check_questions(found, Context(mine))) == []


def test_capacity_and_largest_remainders_give_the_papers_counts() -> None:
    """With two representatives for each task of level 1 and one for level 2 (B.1, B.2 and 4.4 of the paper)."""
    optima = {1: 15, 2: 22, 3: 31, 4: 28, 5: 40, 6: 48}
    representatives = {1: 2, 2: 1, 3: 99, 4: 99, 5: 99, 6: 99}
    capacities = {
        f"l{level}t{n}": capacity(representatives[level], optima[level]) for level in optima for n in range(5)
    }
    given = allocate(capacities, 200)
    counts = [sum(count for task, count in given.items() if task.startswith(f"l{level}")) for level in optima]
    assert counts == [10, 5, 40, 35, 50, 60]
    assert sum(given.values()) == 200


def test_no_task_gets_more_than_its_capacity_and_none_goes_without(kitchen: Kitchen) -> None:
    screened = screen_all(kitchen, (1, 2))
    for scenarios in (4, 10, 17, 300):
        tasks = tasks_of(kitchen, TandemConfig(1, scenarios, "test", CANARY, (1, 2)), screened)
        assert sum(task.allotted for task in tasks) == min(scenarios, sum(task.capacity for task in tasks))
        assert all(task.allotted <= task.capacity for task in tasks)
        assert all(task.allotted >= 1 for task in tasks) or scenarios < len(tasks)


def test_a_pair_differs_in_one_option_and_rotations_balance_positions(
    kitchen: Kitchen, questions: list[TandemQuestion]
) -> None:
    for question in questions[:6]:
        shown = {variant: show(kitchen, question, variant, 0) for variant in VARIANTS}
        assert shown["retained"].question == shown["removed"].question == shown["base"].question
        for variant, gone in (("retained", question.pair.removed_when_retained), ("removed", question.gold)):
            differing = [n for n in range(4) if shown[variant].options[n] != shown["base"].options[n]]
            assert differing == [gone]
            assert shown[variant].options[gone] == BETTER_PLAN
        assert sorted(show(kitchen, question, "base", r).right for r in range(4)) == [0, 1, 2, 3]


def test_the_optimum_stands_at_every_place_equally_often(questions: list[TandemQuestion]) -> None:
    of: dict[str, list[int]] = {}
    for question in questions:
        of.setdefault(question.order, []).append(question.gold)
    for places in of.values():
        counts = [places.count(place) for place in range(4)]
        assert max(counts) - min(counts) <= 2


def test_options_come_in_pairs_that_look_alike(questions: list[TandemQuestion]) -> None:
    """Which pair holds the optimum must not show: both are alike about as often, and more often than not.

    Alike here is as long to the statement, which is coarser than what the options are drawn by.
    """

    def alike(question: TandemQuestion, one: int, other: int) -> bool:
        first, second = (question.options[n].programs for n in (one, other))
        return (len(first.chef), len(first.assistant)) == (len(second.chef), len(second.assistant))

    twins = [alike(q, q.gold, q.pair.removed_when_retained) for q in questions]
    rest = [alike(q, *(n for n in range(4) if n not in (q.gold, q.pair.removed_when_retained))) for q in questions]
    assert min(sum(twins), sum(rest)) > 0.5 * len(questions)
    assert abs(sum(twins) - sum(rest)) < 0.15 * len(questions)
