"""Choices are matched by what an answer names; a wrong option among them is never passed over."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from releases.scoring.choices import match_choice
from releases.scoring.triplets import choice_of
from schemas.triplets import Triplet
from tests.scoring.items import made

ITEMS = made(5)
FRAMES = (
    "{}",
    "So the final answer is: {}",
    "so THE final answer is: {}.",
    "I thought about it.\n\n**Final Answer:** {}",
    "Answer: {}\n\nThese fit best.",
    "Those would be {}.",
)


def listed(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + ", and " + names[-1]


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.template)
def test_the_choice_is_right_in_any_frame_and_no_other_choice_is(item: Triplet) -> None:
    choice = choice_of(item)
    for frame in FRAMES:
        assert match_choice(frame.format(listed(item.choice)), choice).right is True
        assert match_choice(frame.format(listed(item.choice).upper()), choice).right is True
    names = [option.name for option in item.options]
    for size in range(1, len(names) + 1):
        for some in combinations(names, size):
            if set(some) != set(item.choice):
                assert match_choice(f"So the final answer is: {listed(some)}", choice).right is False


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.template)
def test_order_counts_for_two_ends_only(item: Triplet) -> None:
    match = match_choice(listed(item.choice[::-1]), choice_of(item))
    if item.structure == "take-ends":
        assert (match.right, match.by) == (None, "other-order")
    else:
        assert match.right is True


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.template)
def test_an_option_said_not_to_be_chosen_is_not_chosen(item: Triplet) -> None:
    other = next(option.name for option in item.options if option.name not in item.choice)
    text = f"So the final answer is: {listed(item.choice)}, not {other}"
    assert match_choice(text, choice_of(item)).right is True
    assert match_choice(f"So the final answer is: not {listed(item.choice[:1])}", choice_of(item)).right is not True


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.template)
def test_a_list_in_bullets_is_one_answer(item: Triplet) -> None:
    bullets = "\n".join(f"- {name}" for name in item.choice)
    assert match_choice(f"The final answer is:\n\n{bullets}", choice_of(item)).right is True
    other = next(option.name for option in item.options if option.name not in item.choice)
    assert match_choice(f"The final answer is:\n{bullets}\n- {other}", choice_of(item)).right is False


def test_accepted_answers_are_accepted_as_they_stand() -> None:
    for item in ITEMS:
        for accepted in item.answers_commonsense:
            match = match_choice(accepted, choice_of(item))
            assert match.right is True
            assert match.by == "accepted"


@pytest.mark.parametrize("text", ["", "I can't say.", "None of them.", "So the final answer is:"])
def test_an_answer_that_names_nothing_is_undecided(text: str) -> None:
    for item in ITEMS:
        assert match_choice(text, choice_of(item)).right is None


@given(st.text(max_size=300))
def test_any_text_is_matched_without_an_error(text: str) -> None:
    assert match_choice(text, choice_of(ITEMS[2])).right is not True
