"""Near-duplicates are those of a plain comparison of every pair, and found between files of any kind."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from releases.exports.agentcoma import row_of, write_csv
from schemas.canonical import canonical_bytes
from tests.releases.building import run
from tests.scoring.items import made
from validators.triplets.duplicates import Asked, near_duplicates

ITEMS = made(5)
WORDS = st.lists(st.sampled_from(["pack", "the", "3", "red", "crate", "12.5", "and", "saw"]), max_size=9).map(" ".join)


def plain_share(one: str, two: str) -> Fraction:
    """The share of word triples, by the definition."""
    sets = []
    for text in (one, two):
        words = re.findall(r"[a-z]+|#", re.sub(r"\d+(\.\d+)?", "#", text))
        size = 3 if len(words) >= 3 else len(words) or 1
        sets.append({tuple(words[at : at + size]) for at in range(len(words) - size + 1)})
    union = sets[0] | sets[1]
    return Fraction(len(sets[0] & sets[1]), len(union)) if union else Fraction(0)


@given(st.lists(WORDS, max_size=8), st.integers(1, 10))
def test_the_pairs_are_those_of_comparing_each_with_each(texts: list[str], tenths: int) -> None:
    share = Fraction(tenths, 10)
    asked = [Asked(str(place), text) for place, text in enumerate(texts)]
    found = {(int(pair.two.name), int(pair.one.name)) for pair in near_duplicates(asked, (), share)}
    wanted = {
        (one, two) for one, two in combinations(range(len(texts)), 2) if plain_share(texts[one], texts[two]) >= share
    }
    assert found == wanted


def test_exchanged_things_and_numbers_do_not_hide_a_repeated_frame() -> None:
    frame = "In the shed I find {} ({} kg), {} ({} kg) and {} ({} kg). Take out what burns. What does that weigh?"
    one = Asked("a", frame.format("oak logs", 4, "iron rods", 9, "straw", 2), ("oak logs", "iron rods", "straw"), "t1")
    two = Asked("b", frame.format("tins", 7, "paper", 1, "glass jars", 3), ("tins", "paper", "glass jars"), "t2")
    (pair,) = near_duplicates([one, two])
    assert pair.frame == 1
    assert pair.words < 1
    assert (pair.one, pair.two) == (two, one)
    assert list(near_duplicates([one, two._replace(twins="t1")])) == []
    assert len(list(near_duplicates([one], [two._replace(twins="t1")]))) == 1


def test_different_templates_do_not_repeat_each_other() -> None:
    asked = [
        Asked(item.id, item.question_composition, tuple(o.name for o in item.options), item.template) for item in ITEMS
    ]
    assert list(near_duplicates(asked)) == []


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_the_verb_reports_both_texts_against_an_earlier_file(tmp_path: Path, kind: str) -> None:
    new, old = tmp_path / "new.jsonl", tmp_path / f"old.{kind}"
    new.write_bytes(b"".join(canonical_bytes(item) + b"\n" for item in ITEMS[:2]))
    if kind == "csv":
        old.write_bytes(write_csv([row_of(ITEMS[1])]))
    else:
        old.write_bytes(canonical_bytes(ITEMS[1]) + b"\n")
    done = run("triplets", "duplicates", new, old, "--json")
    assert done.returncode == 1
    (pair,) = json.loads(done.stdout)["pairs"]
    assert pair["one"] == {"id": ITEMS[1].id, "text": ITEMS[1].question_composition}
    assert pair["two"]["text"] == ITEMS[1].question_composition
    assert str(old) in pair["two"]["id"]
    alone = run("triplets", "duplicates", new)
    assert (alone.returncode, "0 near-duplicates" in alone.stdout) == (0, True)
