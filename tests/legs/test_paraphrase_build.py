"""Legs whose clues a model put into other words: what the card says, and that making them again asks nobody."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path

import pytest

from generators.legs.clues import realise
from generators.rejection import Rejected
from releases.families.legs import Legs
from releases.families.legs_card import leg_stats
from releases.families.legs_paraphrase import URL
from releases.recipe import parse_recipe
from releases.recording import opened
from releases.work import Job, Made
from schemas.legs import Leg
from schemas.recipes import Recipe
from solvers.clues import parse
from solvers.clues.grammar import Meaning
from tests.chatting import Server, said, serving
from tests.releases.building import one_line, run
from worlds.world import World

RECIPE = """
name = "in-other-words"
version = "0.1.0"
title = "Clues in a model's words"
seed = 4
world = "atlas"

[[legs]]
level = "easy"
variant = "sequential"
count = 1

[legs.paraphrase]
model = "some-model"
share = 70
"""


def meaning(reading: Mapping[str, object]) -> Meaning:
    """What a clue means, as it is written from: conditions under their places."""
    conditions = reading.get("conditions", ())
    told = {key: value for key, value in reading.items() if key != "conditions"}
    names = ("field", "relation", "operand")
    if isinstance(conditions, tuple):
        for place, condition in zip(("first", "second", "third"), conditions, strict=False):
            told[place] = dict(zip(names, condition, strict=True))
    if told["type"] == "roadblock":
        told.setdefault("rounding", "none")
    step: Meaning = json.loads(json.dumps(told))
    return {**step, **{key: tuple(value) for key, value in told.items() if key == "refs" and isinstance(value, tuple)}}


def reworded(server: Server) -> str:
    """The last clue asked about, in other words of the grammar."""
    messages = server.seen[-1].body["messages"]
    assert isinstance(messages, list)
    plain = str(messages[-1]["content"])
    words = (realise(meaning(parse(plain)[0]), random.Random(seed)) for seed in range(100))
    return next(other for other in words if other != plain and len(parse(other)) == 1)


def first_made(recipe: Recipe) -> Made:
    """The first attempt at the recipe's first leg that makes one."""
    job, unit = Job(recipe=recipe, world="atlas"), next(Legs().units(recipe))
    for attempt in range(200):
        try:
            return Legs().attempt(job, unit, attempt)
        except Rejected:
            continue
    raise AssertionError("no attempt made a leg")


def test_a_leg_in_other_words_is_made_again_without_the_model(
    atlas: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened.cache_clear()
    assert opened("atlas").digest == atlas.digest
    monkeypatch.setenv("BENCHWRIGHT_CACHE", str(tmp_path))
    recipe = parse_recipe(RECIPE.encode(), "recipe").recipe
    with serving(lambda _: said(reworded(server), (200, 30))) as server:
        monkeypatch.setenv(URL, server.base)
        made = first_made(recipe)
    monkeypatch.delenv(URL)
    assert first_made(recipe) == made
    leg = Leg.model_validate_json(made.item)
    assert len(leg.paraphrases) == len(server.seen) > 0
    assert {one.outcome for one in leg.paraphrases} == {"inverts"}
    (table,) = (one for one in Legs().summary([leg], leg_stats([leg])).tables if "model" in one.title)
    wanted = {
        ("model", "some-model"), ("clues put to it", str(len(server.seen))),
        ("kept, read as the same step by the grammar", str(len(server.seen))),
        ("prompt tokens", str(200 * len(server.seen))), ("completion tokens", str(30 * len(server.seen))),
    }  # fmt: skip
    assert wanted <= set(table.rows)


def test_a_build_without_a_model_s_name_ends_in_one_line(tmp_path: Path) -> None:
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(RECIPE.replace('model = "some-model"\n', ""), encoding="utf-8")
    message = one_line(run("build", recipe, "-o", tmp_path / "out"), 2)
    assert "names no model" in message
    assert not (tmp_path / "out").exists()
