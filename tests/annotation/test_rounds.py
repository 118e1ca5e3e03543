"""The rounds: who may do what and when, and that only what passed everything on one version is accepted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotation.events import CHECKS, PARTS, GoldShown, Released, Withdrawn
from annotation.invites import invite
from annotation.review import replayed
from annotation.rules import Refused
from annotation.state import Phase, fold, state_bytes
from tests.annotation.reviewing import ADA, BO, JUNO, MO, RITA, ROLF, Panel, panel


@pytest.fixture
def table(tmp_path: Path) -> Panel:
    return panel(tmp_path)


def phase(table: Panel, item: str = "T1") -> Phase:
    return table.review.item(item).now.phase


def in_solves(table: Panel) -> str:
    item = table.submit()
    table.check(RITA, item)
    table.check(ROLF, item)
    return item


def in_comparison(table: Panel) -> str:
    item = in_solves(table)
    table.solve(RITA, item)
    table.solve(ROLF, item, math="1")
    return item


def test_an_item_that_passes_everything_goes_through_the_rounds_in_order(table: Panel) -> None:
    item = table.submit()
    seen = [phase(table)]
    for who in (RITA, ROLF):
        table.check(who, item)
        seen.append(phase(table))
    for who in (ROLF, RITA):
        table.solve(who, item)
        seen.append(phase(table))
    for who in (ROLF, RITA):
        table.feedback(who, item)
        seen.append(phase(table))
    assert seen == ["checks", "checks", "solves", "solves", "feedback", "feedback", "accepted"]


@pytest.mark.parametrize("check", CHECKS)
def test_one_no_sends_an_item_back_once_both_have_spoken(table: Panel, check: str) -> None:
    item = table.submit()
    table.check(RITA, item, check)
    assert phase(table) == "checks"
    table.check(ROLF, item)
    assert phase(table) == "returned"


@pytest.mark.parametrize("part", PARTS)
def test_one_other_answer_is_adjudicated(table: Panel, part: str) -> None:
    item = in_solves(table)
    table.solve(RITA, item, **{part: "something else"})
    table.solve(ROLF, item)
    assert phase(table) == "comparison"
    compared = table.review.item(item).now.compared
    assert compared is not None
    assert [(match.person, match.part) for match in compared.matches if not match.same] == [(RITA, part)]


@pytest.mark.parametrize(("same", "then"), [(True, "feedback"), (False, "returned")])
def test_the_adjudicator_decides_whether_answers_are_the_same(table: Panel, same: bool, then: Phase) -> None:
    table.adjudicate(in_comparison(table), same=same)
    assert phase(table) == then


def test_an_ambiguity_sends_it_back_and_a_rewrite_starts_again_and_ends_with_its_author(table: Panel) -> None:
    item = in_solves(table)
    for who in (RITA, ROLF):
        table.solve(who, item)
    table.feedback(RITA, item, "is the rake electric?")
    table.feedback(ROLF, item)
    assert phase(table) == "returned"
    table.submit(ADA, 1, item, 2, "it is a hand rake now")
    assert phase(table) == "checks"
    assert table.review.item(item).now.checks == ()
    table.accept(item)
    assert phase(table) == "final-check"
    table.confirm(item, answers=False)
    assert phase(table) == "returned"
    table.submit(ADA, 2, item, 3)
    table.accept(item)
    table.confirm(item)
    assert phase(table) == "accepted"


REFUSALS: dict[str, tuple[Callable[[Panel], object], str]] = {
    "checks their own": (lambda t: t.check(BO, t.submit(BO)), "nobody validates an item they wrote"),
    "checks twice": (lambda t: [t.check(RITA, item) for item in [t.submit()] * 2], "you have checked this version"),
    "checks without the role": (lambda t: t.check(JUNO, t.submit()), "is no reviewer here"),
    "a no without a note": (lambda t: t.check(RITA, t.submit(), "one-step", note=" "), "a no needs a note"),
    "solves too early": (lambda t: t.answer(RITA, t.submit(), "composition"), "not what it waits for"),
    "skips a question": (lambda t: t.answer(RITA, in_solves(t), "math"), "answer the composition question next"),
    "answers nothing": (lambda t: t.answer(RITA, in_solves(t), "composition", " "), "answer the composition"),
    "answers again": (lambda t: t.answer(RITA, in_comparison(t), "math"), "not what it waits for"),
    "feedback too early": (lambda t: t.feedback(RITA, in_solves(t)), "not what it waits for"),
    "judges without the role": (lambda t: t.adjudicate(in_comparison(t), same=True, who=RITA), "no adjudicator"),
    "judges too early": (lambda t: t.adjudicate(in_solves(t), same=True), "not what it waits for"),
    "submits without the role": (lambda t: t.submit(RITA), "is no author here"),
    "rewrites another's": (lambda t: t.submit(BO, 1, in_solves(t), 2), "only its author rewrites it"),
    "rewrites in a round": (lambda t: t.submit(ADA, 1, in_solves(t), 2), "not with its author"),
    "confirms too early": (lambda t: t.confirm(in_solves(t)), "not what it waits for"),
    "a stranger": (lambda t: t.check("p77", t.submit()), "nobody here goes by that"),
    "no such item": (
        lambda t: t.review.do(GoldShown(kind="gold-shown", item="T7", person=MO), "k"),
        "there is no such item",
    ),
    "looks without the role": (
        lambda t: t.review.do(GoldShown(kind="gold-shown", item=in_solves(t), person=RITA), "k"),
        "its answers are not for you",
    ),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_what_the_rules_do_not_allow_is_refused_with_its_reason(table: Panel, name: str) -> None:
    step, told = REFUSALS[name]
    with pytest.raises(Refused, match=told):
        step(table)
    replayed(table.path)


def test_only_two_may_begin_to_solve_and_a_maintainer_can_free_a_place(table: Panel) -> None:
    item = in_solves(table)
    table.answer(RITA, item, "composition")
    table.answer(ROLF, item, "composition")
    with pytest.raises(Refused, match="all places are taken"):
        table.answer(BO, item, "composition")
    table.review.do(Released(kind="released", item=item, version=1, solver=ROLF, person=MO), "free")
    table.solve(BO, item)
    assert table.review.item(item).now.solvers == (BO,)
    with pytest.raises(Refused, match="has no unfinished answers"):
        table.review.do(Released(kind="released", item=item, version=1, solver=BO, person=MO), "free-again")


def test_who_has_seen_the_answers_reviews_no_more(table: Panel) -> None:
    invite(table.review, "Mo Maintainer", ("maintainer", "reviewer"), 7)
    item = in_solves(table)
    table.review.do(GoldShown(kind="gold-shown", item=item, person=MO), "seen")
    assert table.review.item(item).shown == (MO,)
    with pytest.raises(Refused, match="you have seen its answers"):
        table.answer(MO, item, "composition")


def test_an_answer_once_given_stays(table: Panel) -> None:
    item = in_solves(table)
    table.solve(RITA, item)
    for part in PARTS:
        with pytest.raises(Refused, match="you have answered all"):
            table.answer(RITA, item, part)


def test_a_withdrawn_item_stays_withdrawn(table: Panel) -> None:
    item = in_solves(table)
    for who, told in ((RITA, "no maintainer"), (BO, "no maintainer")):
        with pytest.raises(Refused, match=told):
            table.review.do(Withdrawn(kind="withdrawn", item=item, person=who, note="x"), f"no-{who}")
    table.review.do(Withdrawn(kind="withdrawn", item=item, person=ADA, note="a better one exists"), "out")
    assert phase(table) == "withdrawn"
    with pytest.raises(Refused):
        table.solve(RITA, item)


STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ["submit", "rewrite", "check", "check", "solve", "solve", "wrong", "feedback", "judge", "final"]
        ),
        st.sampled_from([ADA, RITA, ROLF, JUNO, BO]),
        st.sampled_from(["T1", "T2"]),
        st.integers(0, 6).map(lambda n: n > 0),
    ),
    max_size=60,
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(STEPS)
def test_whatever_people_try_the_ledger_keeps_the_rules(steps: list[tuple[str, str, str, bool]]) -> None:
    """Any mix of allowed and forbidden steps: accepted means that all passed on that version, by others."""
    with TemporaryDirectory() as folder:
        table = panel(Path(folder))
        table.submit()
        table.submit(BO, 1)
        for name, who, item, well in steps:
            try:
                _try(table, name, who, item, well=well)
            except Refused:
                continue
        state = replayed(table.path)
        events = table.review.events()
        assert state_bytes(state) == state_bytes(table.review.state)
        assert state_bytes(fold(events[7:], fold(events[:7]))) == state_bytes(state)
        for held in state.items.values():
            for version in held.versions:
                assert version.author not in {*version.reviewers, *(said.person for said in version.feedback)}
            for version in held.versions[:-1]:
                assert version.phase == "returned"
            if held.now.phase == "accepted":
                passed = held.now
                assert len({check.person for check in passed.checks}) == 2
                assert all(verdict.yes for check in passed.checks for verdict in check.verdicts)
                assert len(passed.solvers) == 2
                assert {said.person for said in passed.feedback} == set(passed.solvers)
                assert all(said.clear for said in passed.feedback)
                assert passed.compared is not None
                judged = passed.adjudicated is not None and passed.adjudicated.same
                assert judged or all(match.same for match in passed.compared.matches)
                assert passed.number == 1 or (passed.confirmed is not None and passed.confirmed.answers)
        table.review.close()


def _try(table: Panel, name: str, who: str, item: str, *, well: bool) -> None:
    match name:
        case "submit":
            if len(table.review.state.items) < 3:
                table.submit(who, 2)
        case "rewrite":
            table.submit(table.review.item(item).authors[0], 3, item, table.version(item) + 1)
        case "check":
            table.check(who, item, *([] if well else ["one-step"]))
        case "solve":
            table.solve(who, item)
        case "wrong":
            table.solve(who, item, math="nothing of the kind")
        case "feedback":
            table.feedback(who, item, "" if well else "unclear")
        case "judge":
            table.adjudicate(item, same=well)
        case _:
            table.confirm(item, answers=well, who=who)
