"""How often templates were exposed: counted over releases, an item in two of them once, with what the pool showed."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from generators.triplets import LIBRARY
from releases.exposure import exposures
from schemas.canonical import canonical_bytes
from tests.releases.building import fine
from tests.triplets.making import made, one_a_cell


def test_instances_are_counted_over_releases_and_once_in_two_of_them() -> None:
    first, second = made(5), made(6)
    found = {one.template: one for one in exposures([first, second, first], one_a_cell())}
    assert len(found) == 20
    for item in first:
        one = found[item.template]
        assert (one.instances, one.releases, one.held_out) == (2, 3, False)
        twins = [item, *(other for other in second if other.template == item.template)]
        names = Counter(
            name for twin in twins for option in twin.options
            for name in ([member.name for member in option.members] or [option.name])
        )  # fmt: skip
        assert {count.name: count.shown for count in one.pool if count.shown} == dict(names)
        assert one.unseen == len(one.pool) - len(names)


def test_templates_of_ones_own_are_held_out_and_hand_written_items_have_none(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    text = (LIBRARY / "fridge-unpacking.toml").read_text()
    own = text.replace('name = "fridge-unpacking"', 'name = "my-fridge"', 1).replace(
        "held_out = false", "held_out = true"
    )
    (folder / "my-fridge.toml").write_text(own)
    items = [item for item in made(5) if item.template == "fridge-unpacking"]
    mine = [item.model_copy(update={"template": name}) for item in items for name in ("my-fridge", "by-hand")]
    path = tmp_path / "items.jsonl"
    path.write_bytes(b"".join(canonical_bytes(item) + b"\n" for item in mine))
    words = ("triplets", "exposure", path, "--templates", folder)
    told = json.loads(fine(*words, "--json"))["templates"]
    assert [(one["template"], one["held_out"], one["instances"]) for one in told] == [
        ("by-hand", None, 1),
        ("my-fridge", True, 1),
    ]
    assert "my-fridge" in fine(*words, "--held-out")
    assert "by-hand" not in fine(*words, "--held-out")
