"""Releases of items that people accepted: what comes in, what the card says of the review, and what is held to it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from annotation.review import replayed
from releases.build import Order, build_release
from releases.check import check
from releases.layout import CARD, REVIEW
from releases.recipe import load_recipe
from releases.replay import replay
from schemas.canonical import content_id
from schemas.errors import InputError
from schemas.reviews import ReviewRecord
from tests.annotation.reviewing import RITA, Panel
from tests.releases.building import edit_first, fix_manifest, records, tree

RECIPE = """
name = "reviewed"
version = "1.0.0"
seed = 3
title = "Reviewed"
canary = "11111111-2222-3333-4444-555555555555"

[triplets]
{asked}
ledger = "review.db"
"""


@pytest.fixture
def panel(tmp_path: Path) -> Panel:
    """Four items: T1 accepted, T2 accepted as a rewrite, T3 in review, T4 back with its author."""
    made = Panel(tmp_path / "review.db")
    for which in range(4):
        made.submit(which=which)
    made.accept("T1")
    made.check(RITA, "T2", "one-step")
    made.check("p3", "T2")
    made.submit(which=1, item="T2", version=2, reply="mended")
    made.accept("T2")
    made.confirm("T2")
    made.check(RITA, "T3")
    made.check(RITA, "T4", "unambiguous")
    made.check("p3", "T4")
    return made


def build(folder: Path, asked: str, out: str = "release") -> Path:
    recipe = folder / "recipe.toml"
    recipe.write_text(RECIPE.format(asked=asked))
    build_release(Order(load_recipe(str(recipe)), None, folder / out, "0"))
    return folder / out


def codes(release: Path) -> set[str]:
    return {finding.code for finding in check(release).findings}


def test_accepted_items_come_into_a_release_that_checks_and_replays(panel: Panel, tmp_path: Path) -> None:
    release = build(tmp_path, "dev = 1\ntest = 1")
    assert codes(release) == set()
    assert replay(release).findings == ()
    items = {str(item["id"]): item for item in records(release, "triplets")}
    assert {(item["split"], item["status"]) for item in items.values()} == {("dev", "accepted"), ("test", "accepted")}
    record = ReviewRecord.model_validate_json((release / REVIEW).read_bytes())
    assert record.head == replayed(panel.path).head
    assert {(one.item, one.version) for one in record.items} == {("T1", 1), ("T2", 2)}
    for one in record.items:
        written = panel.review.item(one.item).versions[one.version - 1].submitted.triplet
        changed = {"split": items[one.id]["split"], "status": "accepted", "canary": record.canary}
        assert one.id == content_id("triplet", written.model_copy(update=changed))
    card = (release / CARD).read_text()
    assert "2 of 2 triplets were accepted in review" in card
    assert "| unambiguous | 4 | 0.000 [" in card  # 8 ratings, one of them a no: alpha is 1 - 7 · 1 / (1 · 7)
    assert "Unreviewed" not in card


def test_items_in_review_come_in_as_drafts_if_the_recipe_says_so(panel: Panel, tmp_path: Path) -> None:
    release = build(tmp_path, "test = 3\nunreviewed = true")
    assert codes(release) == set()
    assert sorted(str(item["status"]) for item in records(release, "triplets")) == ["accepted", "accepted", "draft"]
    opening = (release / CARD).read_text().partition("# Reviewed\n")[2].partition("##")[0]
    assert "1 of 3 triplets here are drafts: their review is not finished" in opening
    with pytest.raises(InputError, match="2 items are accepted, and the recipe reviewed asks for 0 dev and 3 test"):
        build(tmp_path, "test = 3", "other")


def test_a_recipe_that_names_the_ledgers_head_gives_the_same_bytes_when_the_review_has_gone_on(
    panel: Panel, tmp_path: Path
) -> None:
    head = replayed(panel.path).head
    first = build(tmp_path, f'test = 2\nhead = "{head}"')
    panel.check("p3", "T3")
    panel.review.refresh()
    assert tree(build(tmp_path, f'test = 2\nhead = "{head}"', "second")) == tree(first)
    with pytest.raises(InputError, match="no event with the digest ffff"):
        build(tmp_path, f'test = 2\nhead = "{"f" * 64}"', "third")


def test_a_release_that_says_more_of_its_review_than_is_so_is_found_out(panel: Panel, tmp_path: Path) -> None:
    release = build(tmp_path, "test = 2")
    card = release / CARD
    said = card.read_text()
    card.write_text(said.replace("| unambiguous | 4 | 0.000", "| unambiguous | 4 | 0.967"))
    fix_manifest(release)
    assert codes(release) == {"Release.wrong-card"}
    card.write_text(said)
    record = json.loads((release / REVIEW).read_bytes())
    spare = {**record, "items": record["items"][:1]}
    (release / REVIEW).write_text(json.dumps(spare))
    fix_manifest(release)
    assert codes(release) == {"Release.wrong-card", "Release.wrong-review"}
    (release / REVIEW).write_text(json.dumps({**record, "events": "many"}))
    fix_manifest(release)
    assert codes(release) == {"Schema.misfit"}
    (release / REVIEW).unlink()
    fix_manifest(release)
    assert codes(release) == {"Release.wrong-review"}


def test_a_triplet_whose_status_is_not_its_reviews_is_found_out(panel: Panel, tmp_path: Path) -> None:
    release = build(tmp_path, "test = 3\nunreviewed = true")
    (draft,) = (place for place, item in enumerate(records(release, "triplets")) if item["status"] == "draft")
    assert draft == 2  # so that the first is not it
    edit_first(release, "triplets", "test", {"status": "draft"}, {"status": "draft"})
    assert codes(release) == {"T6.id", "Release.wrong-review"}


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ('test = 2\ntemplates = "mine"', "items come from a ledger or from templates"),
        ('test = 2\nhead = "abc"', "triplets.head"),
    ],
)
def test_a_recipe_that_contradicts_itself_is_refused(tmp_path: Path, asked: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        build(tmp_path, asked)


def test_a_ledger_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"review\.db: no such ledger"):
        build(tmp_path, "test = 2")
