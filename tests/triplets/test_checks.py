"""Every check of triplets finds what it guards against, and nothing makes a check fail to answer."""

from __future__ import annotations

import ast
import copy
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from generators.triplets import generate, load_library
from schemas.canonical import JSON, dump
from schemas.randomness import stream
from schemas.triplets import Triplet
from tests.triplets.breaking import BREAKS, Break
from tests.triplets.breaking_maths_first import REVERSED_BREAKS
from tests.triplets.making import config_for, edited, item_of, made, maths_first, remade
from validators.registry import rules
from validators.triplets import ReleaseContext, check_triplet, check_triplets

ROOT = Path(__file__).resolve().parents[2]
CHECKS = sorted((ROOT / "validators" / "triplets").glob("*.py"))


def codes_in(path: Path) -> set[str]:
    """The finding codes that stand in a source file."""
    constants = (node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant))
    return {text for text in constants if isinstance(text, str) and re.fullmatch(r"T[0-9]+\.[a-z-]+", text)}


def together(items: tuple[Triplet, ...], context: ReleaseContext | None = None) -> set[str]:
    """Codes of the findings about the release, not about single items."""
    alone = {finding.code for item in items for finding in check_triplet(item)}
    return {finding.code for finding in check_triplets(items, context)} - alone


ALL_BREAKS = [*BREAKS, *REVERSED_BREAKS]


@pytest.mark.parametrize("case", ALL_BREAKS, ids=[f"{place}-{case.code}" for place, case in enumerate(ALL_BREAKS)])
def test_a_broken_item_is_found(case: Break) -> None:
    item = item_of(case.template)
    assert list(check_triplet(item)) == []
    broken = case.edit(item)
    assert broken != item
    findings = [finding for finding in check_triplet(broken) if finding.code == case.code]
    assert findings
    assert all(finding.item == broken.id and finding.severity == "critical" for finding in findings)


def test_every_code_is_broken_three_ways() -> None:
    """The item codes here, the release codes in the tests below."""
    written = set().union(*(codes_in(path) for path in CHECKS))
    broken = Counter(case.code for case in ALL_BREAKS)
    release = {"T7.cell-balance", "T8.positions", "T9.too-many-twins", "T9.twins-separated", "T10.same-item",
               "T10.seen-before", "T10.near-duplicate"}  # fmt: skip
    assert set(broken) | release == written
    assert min(broken.values()) >= 3


def test_all_rules_are_registered_and_say_what_they_find() -> None:
    item, release = rules("triplet", "item"), rules("triplet", "release")
    assert [made.name for made in item] == sorted((made.name for made in item), key=lambda name: int(name[1:]))
    assert {made.name for made in item} == {f"T{number}" for number in range(1, 7)}
    assert [made.name for made in release] == ["T7", "T8", "T9", "T10"]
    assert all(made.summary.endswith(".") for made in (*item, *release))


def test_cells_out_of_balance_are_found() -> None:
    items = made(5, 60)
    one_cell = [item for item in items if item.template == "magnet-tray"]
    assert "T7.cell-balance" in together(tuple(item for item in items if item not in one_cell[:2]))
    assert "T7.cell-balance" in together(tuple(one_cell))
    moved = tuple(edited(item, ("split", "dev")) if item in one_cell[:2] else item for item in items)
    assert "T7.cell-balance" in together(moved)


@pytest.mark.parametrize(
    ("template", "places"), [("magnet-tray", (0, 2, 4)), ("swim-before-breakfast", (1,)), ("redecorating-jobs", (0, 3))]
)
def test_chosen_options_at_the_same_places_are_found(template: str, places: tuple[int, ...]) -> None:
    chosen = next(one for one in load_library() if one.name == template)
    items = tuple(
        generate(config_for(), chosen, stream(index, "same places"), split="test", places=places) for index in range(3)
    )
    assert "T8.positions" in together(items)
    assert "T8.positions" not in together(tuple(item for item in made(5, 60) if item.template == template))


def test_too_many_twins_are_found() -> None:
    template = next(one for one in load_library() if one.name == "swim-before-breakfast")
    twins = tuple(
        generate(config_for(), template, stream(index, "twins"), split="test", places=(index,)) for index in range(4)
    )
    assert "T9.too-many-twins" in together(twins)
    assert "T9.too-many-twins" not in together(twins[:3])
    assert "T9.too-many-twins" in together(twins[:3], ReleaseContext(twins=2))
    assert "T9.too-many-twins" not in together(twins, ReleaseContext(twins=4))


@pytest.mark.parametrize("template", ["magnet-tray", "redecorating-jobs", "moving-crates"])
def test_separated_twins_and_near_duplicates_are_found(template: str) -> None:
    one, two, _ = (item for item in made(5, 60) if item.template == template)
    assert "T9.twins-separated" in together((one, edited(two, ("split", "dev"))))
    assert together((one, two)) <= {"T7.cell-balance"}
    other = edited(two, ("template", "another-template"))
    assert "T10.near-duplicate" in together((one, other))
    assert "T10.near-duplicate" in together((one,), ReleaseContext(earlier=(other,)))
    (finding,) = (found for found in check_triplets((one, other)) if found.code == "T10.near-duplicate")
    assert one.question_composition[:60] in finding.message
    assert other.question_composition[:60] in finding.message


def test_repeated_items_are_found() -> None:
    one, two, three = made(5)[:3]
    assert "T10.same-item" in together((one, two, one))
    assert "T10.same-item" in together((one, edited(one, ("template", "another-template"))))
    assert "T10.same-item" in together((one, two, edited(two, ("status", "accepted"))))
    for earlier in (one, two, three):
        assert "T10.seen-before" in together((one, two, three), ReleaseContext(earlier=(earlier,)))
    assert together((one, two), ReleaseContext(earlier=(three,))) == set()


LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 9), st.sampled_from(["", "0", "-1", "1/0", "7", "$5 a night", "x", "½"])
)


def paths_of(value: JSON, here: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every place of a JSON value."""
    inside: list[tuple[str | int, JSON]] = []
    if isinstance(value, dict):
        inside = list(value.items())
    elif isinstance(value, list):
        inside = list(enumerate(value))
    return [here, *(path for key, one in inside for path in paths_of(one, (*here, key)))]


@settings(max_examples=300)
@given(st.sampled_from((*made(5), *maths_first())), st.data())
def test_no_record_that_parses_breaks_a_check(item: Triplet, data: st.DataObject) -> None:
    values: JSON = copy.deepcopy(dump(item))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(paths_of(values)[1:]))
        place: JSON = values
        for part in path[:-1]:
            place = place[part]  # type: ignore[index]
        place[path[-1]] = data.draw(LEAVES)  # type: ignore[index]
    try:
        broken = remade(json.loads(json.dumps(values)), keep_id=True)
    except ValidationError:
        return
    assert all(finding.item in {broken.id, "release"} for finding in check_triplets((broken,)))


CLOSURE = """
import sys
import validators.triplets
foreign = [name for name in sys.modules if name.startswith(("solvers", "generators", "annotation", "releases"))]
print(",".join(sorted(foreign)))
"""


def test_validators_reach_no_solver_and_no_generator() -> None:
    run = subprocess.run([sys.executable, "-c", CLOSURE], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""


def test_generators_reach_no_validator() -> None:
    code = CLOSURE.replace("validators.triplets", "generators.triplets").replace(
        '"solvers", "generators"', '"validators"'
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""


def test_the_table_of_findings_names_every_code_and_no_other() -> None:
    made_codes = set().union(*(codes_in(path) for path in (*CHECKS, *(ROOT / "generators" / "triplets").glob("*.py"))))
    rows = [
        line for line in (ROOT / "docs" / "findings-triplets.md").read_text().splitlines() if line.startswith("| `T")
    ]
    documented = [line.split("`")[1] for line in rows]
    assert sorted(documented) == sorted(made_codes)
    assert all(len(line.split("|")) == 5 and all(cell.strip() for cell in line.split("|")[1:4]) for line in rows)
