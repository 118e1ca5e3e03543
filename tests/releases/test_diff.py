"""Two releases compared: every kind of change is told apart, versions follow from it, and overlap is bounded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from releases.build import Order, build_release
from releases.diff import BUMPS, Bump, diff, version_fault
from releases.layout import read_manifest
from releases.likeness import NearTexts
from releases.recipe import parse_recipe, with_earlier
from schemas.canonical import JSON, content_id, sha256_bytes
from schemas.errors import InputError, ReleaseError
from tests.releases.building import (
    TRIPLETS,
    copied,
    edit_first,
    fine,
    fix_manifest,
    one_line,
    records,
    run,
    shared_release,
    tree,
)

EARLIER = TRIPLETS.replace("\n[triplets]", "\n[earlier]\n{bounds}\n[triplets]")


def built(out: Path, text: str, earlier: Path | None = None) -> Path:
    loaded = parse_recipe(text.encode(), "r.toml")
    if earlier is not None:
        loaded = with_earlier(loaded, earlier)
    build_release(Order(loaded, None, out, "0"))
    return out


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("old") / "old", TRIPLETS.format(seed=5))


def recontent(release: Path, changes: dict[str, JSON]) -> tuple[str, str]:
    """Change the first test item in content, under the id of its new content; gives the old id and the new."""
    item = next(one for one in records(release, "triplets") if one["split"] == "test")
    name = content_id("triplet", {**item, **changes})
    edit_first(release, "triplets", "test", {**changes, "id": name}, {**changes, "id": name})
    return str(item["id"]), name


def test_a_release_is_the_same_as_itself(old: Path, tmp_path: Path) -> None:
    found = diff(old, copied(old, tmp_path / "again"))
    assert found.due == "none"
    assert [(one.same, one.added, one.removed, one.changed) for one in found.configs] == [(15, (), (), ())]
    assert found.configs[0].overlap.paths == found.configs[0].overlap.near == 15


def test_another_card_alone_is_a_patch(old: Path, tmp_path: Path) -> None:
    new = copied(old, tmp_path / "new")
    (new / "README.md").write_text((new / "README.md").read_text() + "More words.\n")
    fix_manifest(new)
    assert diff(old, new).due == "patch"


def test_an_answer_changed_is_a_major_change_that_names_both_ids(old: Path, tmp_path: Path) -> None:
    new = copied(old, tmp_path / "new")
    pair = recontent(new, {"answer_math": "1", "answer_composition": "1"})
    (one,) = diff(old, new).configs
    assert (one.due, one.changed, one.same) == ("major", (pair,), 14)


def test_a_note_changed_is_a_patch(old: Path, tmp_path: Path) -> None:
    new = copied(old, tmp_path / "new")
    pair = recontent(new, {"source": "Another author's notes."})
    (one,) = diff(old, new).configs
    assert (one.due, one.changed, one.relabelled) == ("patch", (), (pair,))


def test_more_items_are_a_minor_change_and_fewer_a_major_one(tmp_path: Path, old: Path) -> None:
    more = copied(old, tmp_path / "more")
    fewer = built(tmp_path / "fewer", TRIPLETS.replace("test = 12", "test = 11").format(seed=5))
    common = {str(item["id"]) for item in records(fewer, "triplets")}
    (one,) = diff(fewer, more).configs
    if set(one.added) | common == {str(item["id"]) for item in records(more, "triplets")}:
        assert one.due == "minor"
    (two,) = diff(more, fewer).configs
    assert two.due == "major"
    assert len(two.removed) >= 1


def test_legs_that_both_have_are_the_same_and_pages_are_counted(tmp_path_factory: pytest.TempPathFactory) -> None:
    release = shared_release(tmp_path_factory)
    by_config = {one.config: one for one in diff(release, release).configs}
    overlap = by_config["legs"].overlap
    assert by_config["legs"].same == overlap.paths == 3
    assert overlap.pages == overlap.all_pages > 0
    assert overlap.structures == overlap.all_structures > 0


def test_the_command_says_it_to_people_and_to_machines(old: Path, tmp_path: Path) -> None:
    new = copied(old, tmp_path / "new")
    was, now = recontent(new, {"answer_math": "1", "answer_composition": "1"})
    told = fine("diff", old, new)
    assert "1 changed so that scores can move" in told
    assert told.endswith("due: major\n")
    machine = json.loads(fine("diff", old, new, "--json"))
    assert machine["configs"]["triplets"]["changed"] == [{"old": was, "new": now}]


def test_what_is_no_release_or_damaged_is_one_line(old: Path, tmp_path: Path) -> None:
    spoilt = copied(old, tmp_path / "spoilt")
    (spoilt / "CANARY").write_text("x")
    assert "it is damaged" in one_line(run("diff", old, spoilt), 1)
    (tmp_path / "t.jsonl").write_text(json.dumps(records(old, "triplets")[0]))
    assert "not a release" in one_line(run("diff", old, tmp_path / "t.jsonl"), 2)


VERSIONS = st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3))


@given(VERSIONS, VERSIONS, st.sampled_from(BUMPS))
def test_a_version_is_fine_exactly_when_it_goes_up_by_what_is_due(
    old: tuple[int, int, int], new: tuple[int, int, int], due: Bump
) -> None:
    """Versions are compared part by part, after Semantic Versioning 2.0.0, section 11."""
    told = version_fault(".".join(map(str, old)), ".".join(map(str, new)), due)
    fine_ones = {
        "none": new >= old,
        "patch": new > old,
        "minor": new[:2] > old[:2],
        "major": new[0] > old[0],
    }
    assert (told is None) == fine_ones[due]


def test_near_texts_are_those_of_a_plain_comparison() -> None:
    words = "the class sweeps a strong magnet over the tray until nothing more sticks"
    near = NearTexts([words + " to 9 of it"])
    assert near.has_near(words + " to 12 of it")
    assert near.has_near(words)
    assert not near.has_near("a strong magnet over the tray, and a class of whatever else there may be in a school")
    assert not NearTexts([]).has_near(words)
    assert not near.has_near("")


def test_a_release_kept_apart_shares_no_item_and_its_card_says_how_much_it_shares(old: Path, tmp_path: Path) -> None:
    text = EARLIER.replace('name = "questions"', 'name = "others"')
    new = built(tmp_path / "new", text.format(seed=5, bounds="near = 100"), old)
    ids = [{str(item["id"]) for item in records(path, "triplets")} for path in (old, new)]
    assert ids[0].isdisjoint(ids[1])
    rejected = (new / "rejected.jsonl").read_text()
    assert rejected.count('"Earlier.same-item"') == 15, "under the same seed every first draw is one of the old release"
    card = (new / "README.md").read_text()
    assert "## Beside questions 0.1.0" in card
    assert "about the same as an item of the old release: 0 of 15 items" in card
    entry = read_manifest(new).earlier
    assert entry is not None
    assert entry.manifest == sha256_bytes((old / "manifest.json").read_bytes())


def test_too_much_overlap_ends_the_build(old: Path, tmp_path: Path) -> None:
    text = EARLIER.replace('name = "questions"', 'name = "others"').format(seed=5, bounds="near = 0")
    with pytest.raises(ReleaseError, match=r"triplets: \d+ of 15 of the items nearly repeat the text .* to 0 %"):
        built(tmp_path / "new", text, old)
    assert list(tmp_path.iterdir()) == []


def test_a_next_version_that_does_not_go_up_enough_is_refused(old: Path, tmp_path: Path) -> None:
    text = EARLIER.format(seed=6, bounds="again = true")
    for version, told in (
        ("0.1.0", "doesn't come after 0.1.0"),
        ("0.2.0", "answers or items changed, so 1.0.0 is due"),
    ):
        with pytest.raises(ReleaseError, match=told):
            built(tmp_path / "new", text.replace('"0.1.0"', f'"{version}"'), old)
    assert "the same" in (built(tmp_path / "new", text.replace('"0.1.0"', '"1.0.0"'), old) / "README.md").read_text()


def test_an_earlier_release_has_to_be_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--earlier DIR"):
        built(tmp_path / "new", EARLIER.format(seed=6, bounds=""))
    with pytest.raises(InputError, match=r"has no \[earlier\]"):
        built(tmp_path / "new", TRIPLETS.format(seed=6), tmp_path)


def test_an_earlier_release_changes_no_byte_by_where_it_stands(old: Path, tmp_path: Path) -> None:
    text = EARLIER.replace('name = "questions"', 'name = "others"').format(seed=9, bounds="")
    one = built(tmp_path / "one", text, old)
    two = built(tmp_path / "two", text, copied(old, tmp_path / "elsewhere"))
    assert tree(one) == tree(two)
