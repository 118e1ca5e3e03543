"""The clue language: whatever is written is read back as the same step, and as nothing else."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generators.legs.clues import realise
from generators.rejection import Rejected
from solvers.clues import parse
from solvers.clues.grammar import Meaning
from solvers.clues.phrases import CLUES
from solvers.clues.sentences import DETOURS, FINISHES, MERGES, ROADBLOCKS
from solvers.clues.vocabulary import CONDITIONS, FIELD_UNITS, KINDS, NAMES, RELATIONS, UNITS

CLUE = st.integers(1, 60)
NAME = st.text(
    st.characters(whitelist_categories=("L", "N", "Zs"), whitelist_characters="'&-.,"), min_size=1, max_size=30
)
NUMBER_WORDS = set(
    "zero one two three four five six seven eight nine ten eleven twelve twenty thirty hundred thousand million".split()
)


def operand(relation: str, field: str) -> st.SearchStrategy[str]:
    """Operands as clues state them for a property."""
    if relation == "year":
        return st.integers(1000, 2100).map(str)
    if field in FIELD_UNITS:
        return st.integers(1, 10**7).map(str)
    return NAME


CONDITION = st.sampled_from(sorted(CONDITIONS)).flatmap(
    lambda key: operand(key[1], key[0]).map(lambda text: {"field": key[0], "relation": key[1], "operand": text})
)


@st.composite
def meanings(draw: st.DrawFn) -> dict[str, object]:
    """Any step that a stop of a leg can be."""
    kind = draw(st.sampled_from(["seed", "stay", "relation", "about", "detour", "roadblock", "merge", "finish"]))
    if kind in {"seed", "stay", "relation", "about"}:
        transition = kind if kind in {"seed", "stay"} else "link_follow"
        step: dict[str, object] = {
            "type": "route_info",
            "transition": transition,
            "field": draw(st.sampled_from(sorted(NAMES))),
        }
        if kind == "relation":
            step["relation"] = draw(st.sampled_from(sorted(RELATIONS)))
        if kind == "about":
            step["about"] = draw(st.sampled_from(sorted(KINDS)))
            properties = draw(st.lists(CONDITION, min_size=1, max_size=3))
            step.update(dict(zip(("first", "second", "third"), properties, strict=False)))
        return step
    if kind == "detour":
        name = draw(st.sampled_from(sorted(DETOURS)))
        words, years = (
            {"vowel_count", "first_letter_position", "scrabble_score"},
            {"new_year_weekday", "leap_years_to_2000"},
        )
        parts = ["value"] if name in words else ["value.year"] if name in years else ["value", "value.year"]
        return {"type": "detour", "transform": name, "a": draw(CLUE), "part": draw(st.sampled_from(parts))}
    if kind == "roadblock":
        name = draw(st.sampled_from(sorted(ROADBLOCKS)))
        step = {"type": "roadblock", "template": name, "a": draw(CLUE)}
        if name in {"days_between", "geocode_distance"}:
            step["b"] = draw(CLUE)
        if name == "unit_conversion":
            step["to_unit"] = draw(st.sampled_from(sorted(UNITS)))
        if name in {"unit_conversion", "geocode_elevation", "geocode_distance"}:
            step["rounding"] = draw(st.sampled_from(["nearest", "down", "none"]))
        return step
    if kind == "merge":
        return {"type": "merge", "operation": draw(st.sampled_from(sorted(MERGES))), "a": draw(CLUE), "b": draw(CLUE)}
    operation = draw(st.sampled_from(sorted(FINISHES)))
    low, high = (1, 6) if operation == "sum_mod_10" else (2, 2)
    return {
        "type": "finish_line",
        "operation": operation,
        "refs": tuple(draw(st.lists(CLUE, min_size=low, max_size=high))),
    }


def flat(meaning: dict[str, object]) -> dict[str, object]:
    """A meaning in the form in which clues are read."""
    ordinals = ("first", "second", "third")
    reading = {
        key: value for key, value in meaning.items() if key not in ordinals and (key, value) != ("rounding", "none")
    }
    said = [meaning[key] for key in ordinals if key in meaning]
    if said:
        reading["conditions"] = tuple((c["field"], c["relation"], c["operand"]) for c in said)  # type: ignore[index]
    return reading


@given(meanings(), st.integers(0, 2**32))
def test_a_clue_is_read_back_as_the_step_it_was_made_from(meaning: Meaning, seed: int) -> None:
    clue = realise(meaning, random.Random(seed))
    assert [dict(reading) for reading in parse(clue)] == [flat(dict(meaning))], clue


@given(meanings(), st.integers(0, 2**32), st.data())
def test_a_clue_with_a_letter_changed_is_not_read_as_another_step_of_the_same_numbers(
    meaning: Meaning, seed: int, data: st.DataObject
) -> None:
    clue = realise(meaning, random.Random(seed))
    letters = [i for i, mark in enumerate(clue) if mark.isalpha()]
    place = data.draw(st.sampled_from(letters))
    broken = f"{clue[:place]}ж{clue[place + 1 :]}"
    inside_name = clue[:place].count("“") > clue[:place].count("”")
    if not inside_name:
        assert parse(broken) == ()


@given(st.text(max_size=300))
def test_other_text_is_no_clue(text: str) -> None:
    assert all(reading.get("type") for reading in parse(text))
    assert parse(f"{text}\x00") == ()


@pytest.mark.parametrize(
    "meaning",
    [
        {"type": "route_info", "transition": "seed", "field": "released"},
        {"type": "route_info", "transition": "stay", "field": "length"},
        {"type": "route_info", "transition": "link_follow", "relation": "capital", "field": "population"},
        {"type": "detour", "transform": "digit_sum", "a": 3, "part": "value"},
        {"type": "detour", "transform": "vowel_count", "a": 3, "part": "value"},
        {"type": "roadblock", "template": "unit_conversion", "a": 3, "to_unit": "hours", "rounding": "nearest"},
        {"type": "merge", "operation": "sum", "a": 3, "b": 4},
        {"type": "finish_line", "operation": "sum_mod_10", "refs": (3, 4)},
        {"type": "finish_line", "operation": "absolute_difference_mod_10", "refs": (3, 4)},
    ],
)
def test_a_step_can_be_said_in_several_ways(meaning: Meaning) -> None:
    least = 5 if meaning["type"] == "finish_line" else 10
    assert len({realise(meaning, random.Random(seed)) for seed in range(400)}) >= least


def test_the_fixed_words_of_clues_hold_no_numbers_that_could_be_taken_for_values() -> None:
    for options in CLUES.values():
        for option in options:
            words = re.sub(r"\{[^}]*\}", " ", option.text).casefold().replace("the year 2000", "")
            assert not re.search(r"\d", words), option.text
            assert not NUMBER_WORDS & set(re.findall(r"[a-z]+", words)), option.text


def test_a_step_without_words_is_rejected_and_not_invented() -> None:
    with pytest.raises(Rejected, match=r"clue\.unsayable"):
        realise({"type": "route_info", "transition": "seed", "field": "flavour"}, random.Random(1))
