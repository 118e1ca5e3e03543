"""Recipes: what is read is what is written, and a fault is one line that names file, key and mend."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from releases.recipe import load_recipe, packaged_recipes, parse_recipe
from schemas.errors import InputError
from schemas.recipes import Recipe

GOOD = """
name = "mine"
version = "1.2.0"
title = "Mine"
seed = 7
world = "atlas"

[[legs]]
level = "easy"
variant = "sequential"
count = 3

[triplets]
test = 4
unreviewed = true
"""


def fault(text: str) -> str:
    with pytest.raises(InputError) as caught:
        parse_recipe(text.encode(), "mine.toml")
    message = str(caught.value)
    assert message.startswith("mine.toml: ")
    assert "\n" not in message
    return message


def test_a_recipe_keeps_its_exact_bytes() -> None:
    loaded = parse_recipe(GOOD.encode(), "mine.toml")
    assert loaded.source == GOOD.encode()
    assert (loaded.recipe.legs[0].count, loaded.recipe.triplets and loaded.recipe.triplets.test) == (3, 4)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("seed = 7", "sede = 7", "line 5: unknown key 'sede': did you mean 'seed'?"),
        ("count = 3", "cuont = 3", "line 11: unknown key 'cuont' in [[legs]] number 1: did you mean 'count'?"),
        ("test = 4", "tset = 4", "line 14: unknown key 'tset' in [triplets]: did you mean 'test'?"),
        ("[triplets]", "[triplet]", "line 13: unknown key 'triplet': did you mean 'triplets'?"),
        ("count = 3", "count = 3\n[legs.knobs]\ndetour = [1, 1]", "unknown key 'detour' in [[legs.knobs]] number 1"),
        ("seed = 7", "seed = 7\nzzz = 1", "line 6: unknown key 'zzz': known keys: canary, decoys, earlier, legs"),
    ],
)
def test_an_unknown_key_is_named_with_its_line_and_the_nearest_known_key(old: str, new: str, told: str) -> None:
    assert told in fault(GOOD.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("seed = 7", 'seed = "7"', "seed"),
        ("seed = 7", "seed = 7.0", "seed"),
        ("seed = 7", "seed = -1", "seed"),
        ('version = "1.2.0"', 'version = "1.2"', "version"),
        ("seed = 7", 'seed = 7\npublished = "2026-02-30"', "2026-02-30 is no day of the calendar"),
        ("seed = 7", 'seed = 7\npublished = "3 May 2026"', "published"),
        ("count = 3", "count = 0", "legs[0].count"),
        ('"sequential"', '"diamonds"', "legs[0].variant"),
        ("test = 4", "test = 0", "asks for no triplet"),
        ("seed = 7", "seed = 2001-01-01", "a recipe holds text, integers"),
        ("seed = 7", "seed = ", "not TOML"),
        ('world = "atlas"', "neighbours = 29", "neighbours"),
        ('world = "atlas"', "decoys = 9", "decoys"),
    ],
)
def test_a_bad_value_is_named(old: str, new: str, told: str) -> None:
    assert told in fault(GOOD.replace(old, new))


def test_one_batch_a_level_variant_and_split() -> None:
    twice = '[[legs]]\nlevel = "easy"\nvariant = "sequential"\ncount = 1\n'
    assert "names easy sequential test twice" in fault(GOOD.replace("[triplets]", f"{twice}\n[triplets]"))


def test_a_recipe_that_makes_nothing_is_refused() -> None:
    assert "makes nothing" in fault('name = "a"\nversion = "1.0.0"\ntitle = "T"\nseed = 1\n')


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(InputError, match=r"^x: byte 1: not UTF-8$"):
        parse_recipe(b"a\xff", "x")


def test_packaged_recipes_are_read_by_name_and_the_quickstart_asks_for_both_families() -> None:
    assert {"quickstart", "wikipedia-zim"} <= set(packaged_recipes())
    for name in packaged_recipes():
        assert load_recipe(name).recipe.name == name
    quick = load_recipe("quickstart").recipe
    variants = {batch.variant: batch.count for batch in quick.legs}
    assert variants["sequential"] >= 6
    assert variants["compositional"] >= 6
    assert quick.triplets is not None
    assert (quick.triplets.test, quick.triplets.unreviewed) == (20, True)


def test_a_file_comes_before_a_packaged_recipe_of_the_same_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("quickstart").write_text(GOOD)
    assert load_recipe("quickstart").recipe.name == "mine"


@pytest.mark.parametrize("name", ["nowhere.toml", "../recipes/quickstart", "/etc", ""])
def test_no_recipe_of_that_name(name: str) -> None:
    with pytest.raises(InputError, match="no such recipe"):
        load_recipe(name)


@given(st.text(max_size=200))
def test_no_text_at_all_gets_more_than_one_line(text: str) -> None:
    with pytest.raises(InputError, match=r"^any\.toml: [^\n]+$"):
        parse_recipe(text.encode("utf-8", "surrogatepass"), "any.toml")


@given(st.sampled_from(sorted(Recipe.model_fields)), st.integers(0, 20))
def test_a_misspelt_key_is_told_from_the_known_ones(key: str, place: int) -> None:
    place %= len(key)
    misspelt = key[:place] + key[place + 1 :]
    if misspelt and misspelt not in Recipe.model_fields:
        told = fault(f"{misspelt} = 1\n")
        assert f"unknown key {misspelt!r}" in told
        assert f"did you mean {key!r}?" in told
