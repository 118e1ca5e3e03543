"""The legs family at the release's door: levels of one's own, release-wide rules, and figures for machines."""

from __future__ import annotations

from pathlib import Path

import pytest

from releases.families.legs import Legs, leg_config
from releases.families.legs_card import leg_stats
from releases.families.legs_door import LegDoor
from releases.recipe import parse_recipe
from releases.work import Made, Unit
from schemas.canonical import canonical_bytes
from schemas.errors import InputError
from schemas.legs import Leg
from tests.releases.building import records, shared_release

OWN = """
name = "own"
version = "1.0.0"
title = "Own"
seed = 1
world = "atlas"
[[legs]]
level = "short"
variant = "compositional"
count = 2
[legs.knobs]
stops = [3, 4]
roadblocks = [1, 1]
detours = [1, 1]
diamonds = [1, 1]
crawl_depth = 2
"""


@pytest.fixture(scope="module")
def legs(tmp_path_factory: pytest.TempPathFactory) -> list[Leg]:
    plain = records(shared_release(tmp_path_factory), "legs")
    return [Leg.model_validate_json(canonical_bytes(record)) for record in plain]


def unit(index: int) -> Unit:
    return Unit(family="legs", group="easy-sequential", split="test", index=index)


def made(leg: Leg) -> Made:
    return Made(attempt=4, item=canonical_bytes(leg).decode())


def test_a_level_of_ones_own_reaches_generator_and_checks_alike() -> None:
    recipe = parse_recipe(OWN.encode(), "own.toml").recipe
    config = leg_config(recipe.legs[0], recipe.levels)
    assert (config.stops.low, config.stops.high, config.crawl_depth) == (3, 4, 2)
    context = Legs().context(None, recipe)
    assert context.levels["short"].stops == (3, 4)
    assert context.levels["short"].crawl_depth == 2


def test_a_level_may_be_described_once_for_all_batches_of_a_recipe() -> None:
    batch, knobs = OWN.split("[legs.knobs]\n")
    text = f"{batch}[levels.short]\n{knobs}search_percent = 100\n"
    recipe = parse_recipe(text.encode(), "own.toml").recipe
    config = leg_config(recipe.legs[0], recipe.levels)
    assert (config.stops.high, config.search_percent) == (4, 100)
    assert Legs().context(None, recipe).levels["short"].diamonds == (1, 1)
    with pytest.raises(InputError, match=r"unknown key 'stop' in \[levels.short\]: did you mean 'stops'"):
        parse_recipe(text.replace("stops =", "stop =").encode(), "own.toml")


def test_a_knob_turns_a_known_level() -> None:
    text = OWN.replace('"short"', '"easy"').replace("stops = [3, 4]\n", "").replace("crawl_depth = 2", "max_links = 7")
    config = leg_config(parse_recipe(text.encode(), "own.toml").recipe.legs[0], {})
    assert (config.stops.low, config.stops.high) == (3, 6)
    assert (config.max_links, config.crawl_depth) == (7, 1)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("detours = [1, 1]\n", "", "needs these knobs too: detours"),
        ("stops = [3, 4]", "stops = [4, 3]", "4 is above 3"),
    ],
)
def test_a_level_that_is_not_described_in_full_or_turned_over_is_refused(old: str, new: str, told: str) -> None:
    recipe = parse_recipe(OWN.replace(old, new).encode(), "own.toml").recipe
    with pytest.raises(InputError, match=told):
        list(Legs().units(recipe))


def test_the_door_admits_each_leg_once(legs: list[Leg]) -> None:
    door = LegDoor(parse_recipe(OWN.encode(), "own.toml").recipe)
    for index, leg in enumerate(legs):
        assert door.refuse(unit(index), made(leg)) is None
        door.admit(made(leg))
    refused = door.refuse(unit(9), made(legs[0]))
    assert refused is not None
    assert (refused.code, refused.attempt) == ("L17.duplicate-id", 4)
    twin = legs[0].model_copy(update={"id": "leg-" + "0" * 20})
    again = door.refuse(unit(9), made(twin))
    assert again is not None
    assert again.code == "L17.same-path"


def test_no_page_is_in_more_legs_than_the_recipe_allows(legs: list[Leg]) -> None:
    text = OWN.replace("count = 2", "count = 200").replace("seed = 1\n", "seed = 1\npage_share = 3\n")
    for recipe_text, most in ((OWN, 5), (text, 6)):
        door = LegDoor(parse_recipe(recipe_text.encode(), "own.toml").recipe)
        for _ in range(most):
            refused = door.refuse(unit(0), made(legs[0]))
            assert refused is None or refused.code != "L17.crowded-page"
            door.admit(made(legs[0]))
        door._ids.clear()
        door._paths.clear()
        door._facts.clear()
        refused = door.refuse(unit(0), made(legs[0]))
        assert refused is not None
        assert refused.code == "L17.crowded-page"


def test_figures_count_what_is_dead(legs: list[Leg]) -> None:
    stats = leg_stats(legs)
    assert stats["fully_live_legs"] == len(legs)
    assert stats["diamonds"] == stats["live_diamonds"] == 1
    leg = next(leg for leg in legs if leg.variant == "sequential")
    *front, finish = leg.stops
    kept = front[-1].index
    cut = finish.model_copy(update={"depends_on": (kept,)})
    dead = leg_stats([leg.model_copy(update={"stops": (*front, cut)})])
    group = dead["dead_stops"]["easy sequential"]
    assert dead["fully_live_legs"] == 0
    assert 0 < group["dead"] < group["stops"] == len(leg.stops)
    assert group["mean_share"] == f"{100 * group['dead'] / group['stops']:.1f}"


def test_a_level_of_ones_own_is_built_checked_and_replayed(tmp_path: Path) -> None:
    from releases.build import Order, build_release
    from releases.check import check

    loaded = parse_recipe(OWN.replace("count = 2", "count = 1").encode(), "own.toml")
    build_release(Order(loaded, None, tmp_path / "out", "0"))
    report = check(tmp_path / "out")
    assert report.critical == ()
    assert "Shape.unknown-level" not in {finding.code for finding in report.findings}
