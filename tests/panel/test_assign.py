"""A panel's assignment keeps every rule, is the same every time, and what is impossible is counted out in words."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas.amounts import OPERATIONS
from schemas.errors import InputError
from schemas.triplets import SCENARIOS
from solvers.panel.assign import FORMS, Assignment, Panel, PanelItem, assign, why_impossible
from solvers.panel.deal import deal_items


def items_of(count: int) -> list[PanelItem]:
    return [PanelItem(f"i{n}", (SCENARIOS[n % 5], OPERATIONS[n // 5 % 4])) for n in range(count)]


def check(items: list[PanelItem], panel: Panel, made: Assignment) -> None:
    """Every rule, counted from the questions alone."""
    answered = Counter((one.item, one.form) for one in made.questions)
    assert answered == Counter({(item.id, form): panel.copies for item in items for form in FORMS})
    seen = Counter((one.person, one.item) for one in made.questions)
    assert set(seen.values()) == {1}
    loads = Counter(one.person for one in made.questions)
    assert max(loads.values()) <= panel.load
    assert max(loads.values()) - min(loads[person] for person in range(panel.people)) <= 1
    turns = {person: [one.turn for one in made.questions if one.person == person] for person in loads}
    assert all(own == list(range(len(own))) for own in turns.values())


def test_the_papers_panel_is_assigned_with_even_loads_cells_and_forms() -> None:
    items, panel = items_of(180), Panel(45, 12)
    made = assign(items, panel)
    check(items, panel, made)
    assert made.slack == 0
    traits = {item.id: item.traits for item in items}
    for person in range(45):
        own = [one for one in made.questions if one.person == person]
        assert len(own) == 12
        assert set(Counter(one.form for one in own).values()) == {4}
        assert set(Counter(traits[one.item][0] for one in own).values()) <= {2, 3}
        assert set(Counter(traits[one.item][1] for one in own).values()) == {3}
        assert set(Counter(traits[one.item] for one in own).values()) == {1}


@settings(max_examples=25)
@given(st.integers(1, 40), st.integers(1, 30), st.integers(1, 60), st.integers(1, 2), st.integers(0, 9))
def test_a_panel_is_assigned_exactly_when_counting_allows_it(
    count: int, people: int, load: int, copies: int, seed: int
) -> None:
    items, panel = items_of(count), Panel(people, load, copies)
    why = why_impossible(count, panel)
    if why is None:
        check(items, panel, assign(items, panel, seed))
    else:
        with pytest.raises(InputError, match=re.escape(why)):
            assign(items, panel, seed)


def test_the_same_seed_gives_the_same_assignment_and_another_another() -> None:
    items, panel = items_of(40), Panel(12, 10)
    assert assign(items, panel, 1) == assign(items, panel, 1)
    assert assign(items, panel, 1) != assign(items, panel, 2)


def test_a_panel_one_person_short_is_explained_with_what_would_do() -> None:
    why = why_impossible(180, Panel(44, 12))
    assert why == (
        "180 items × 3 forms × 1 answer(s) are 540 answers; 44 people × 12 questions are 528: 12 answers short. "
        "It takes 45 people at 12 questions each, or 13 questions each for 44 people, or 176 items for this panel"
    )
    assert why_impossible(180, Panel(45, 12)) is None
    assert why_impossible(180, Panel(44, 13)) is None
    assert why_impossible(176, Panel(44, 12)) is None
    assert why_impossible(177, Panel(44, 12)) is not None


@pytest.mark.parametrize(
    ("count", "panel", "told"),
    [
        (5, Panel(2, 100), "3 different people are needed, and there are 2"),
        (5, Panel(5, 100, 2), "6 different people are needed, and there are 5"),
        (0, Panel(5, 5), "at least one item"),
        (5, Panel(0, 5), "at least one item"),
        (5, Panel(3, 4), "15 answers; 3 people × 4 questions are 12"),
    ],
)
def test_other_panels_that_cannot_be_are_explained(count: int, panel: Panel, told: str) -> None:
    assert told in (why_impossible(count, panel) or "")


@settings(max_examples=60)
@given(st.data())
def test_items_are_dealt_whatever_the_counts(data: st.DataObject) -> None:
    """Counts are made from a random assignment, so that one exists; the deal must find one too."""
    count, people = data.draw(st.integers(1, 9)), data.draw(st.integers(3, 12))
    copies = data.draw(st.integers(1, people // 3))
    counts = [[0, 0, 0] for _ in range(people)]
    for _ in range(count):
        order = data.draw(st.permutations(range(people)))
        for place, person in enumerate(order[: 3 * copies]):
            counts[person][place % 3] += 1
    dealt = deal_items(counts, range(100, 100 + count), copies)
    assert Counter((one.item, one.form) for one in dealt) == Counter(
        {(item, form): copies for item in range(100, 100 + count) for form in range(3)}
    )
    assert set(Counter((one.person, one.item) for one in dealt).values()) == {1}
    assert Counter((one.person, one.form) for one in dealt) == Counter(
        {(person, form): own for person, row in enumerate(counts) for form, own in enumerate(row) if own}
    )


def test_counts_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(InputError):
        deal_items([[1, 1, 1]], [0], 1)
    with pytest.raises(InputError):
        deal_items([[2, 0, 0], [0, 1, 0], [0, 0, 1]], [0], 1)
