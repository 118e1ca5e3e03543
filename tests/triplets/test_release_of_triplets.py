"""Whole releases from the packaged library: clean, balanced, reproducible, and different for every seed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from generators.rejection import Rejected
from generators.triplets import SplitCount, TripletConfig, candidate, cells, generate, load_library
from schemas.canonical import content_id
from schemas.errors import InputError
from schemas.randomness import stream
from schemas.recipes import PROJECT_CANARY
from schemas.triplets import Template, Triplet
from solvers.triplets.replay import replay
from tests.triplets.making import config_for, made, one_a_cell
from validators.triplets import check_triplets

ROOT = Path(__file__).resolve().parents[2]


def renamed(templates: tuple[Template, ...], times: int) -> tuple[Template, ...]:
    """A larger library: the packaged templates under several names."""
    return tuple(
        template.model_copy(update={"name": f"{template.name}-copy{copy}", "domain": f"{template.domain}-copy{copy}"})
        for copy in range(times)
        for template in templates
    )


def packaged(seed: int, count: int = 20) -> tuple[Triplet, ...]:
    """The first attempt at every item of a test split, from the whole packaged library."""
    return tuple(candidate(config_for(count), seed, "test", index, 0) for index in range(count))


def test_the_library_fills_a_release_of_the_papers_size_with_one_instance_a_template() -> None:
    sizes = {"dev": 80, "test": 180}
    splits = tuple(SplitCount(split=split, count=count) for split, count in sizes.items())  # type: ignore[arg-type]
    config = TripletConfig(canary=PROJECT_CANARY, splits=splits, twins=1)
    items = [candidate(config, 9, part.split, index, 0) for part in splits for index in range(part.count)]
    assert len({item.template for item in items}) == 260
    cell_sizes = Counter((item.split, item.scenario, item.operation) for item in items)
    assert {split: {n for (one, *_), n in cell_sizes.items() if one == split} for split in sizes} == {
        "dev": {4},
        "test": {9},
    }
    assert [str(finding) for finding in check_triplets(items)] == []
    assert sum(item.luck.lucky for item in items) == 0


@pytest.mark.parametrize("seed", range(12))
def test_twenty_items_cover_the_twenty_cells_and_are_clean(seed: int) -> None:
    items = packaged(seed)
    assert {(item.scenario, item.operation) for item in items} == set(cells())
    assert [str(finding) for finding in check_triplets(items)] == []
    for item in items:
        assert replay(item) == item.answer_composition == item.answer_math
        assert item.id == content_id("triplet", item)
        assert item.luck.lucky == 0
        assert item.status == "draft"


def test_sixty_items_stay_even_and_clean() -> None:
    items = made(11, 60)
    assert set(Counter((item.scenario, item.operation) for item in items).values()) == {3}
    assert [str(finding) for finding in check_triplets(items)] == []
    assert len({item.id for item in items}) == 60


def test_neighbouring_seeds_share_no_item() -> None:
    assert not {item.id for item in made(5)} & {item.id for item in made(6)}
    assert not {item.question_composition for item in made(5)} & {item.question_composition for item in made(6)}


def test_a_candidate_depends_on_its_arguments_alone() -> None:
    again = tuple(candidate(config_for(), 5, "test", index, 0) for index in reversed(range(20)))
    assert again[::-1] == packaged(5)
    assert candidate(config_for(), 5, "test", 0, 1) != again[-1]


def test_every_attempt_keeps_template_and_positions() -> None:
    for index in (0, 7, 13):
        attempts = [candidate(config_for(), 5, "test", index, attempt) for attempt in range(4)]
        assert len({item.template for item in attempts}) == 1
        places = {
            tuple(place for place, option in enumerate(item.options) if option.name in item.choice) for item in attempts
        }
        assert len(places) == 1
        assert len({item.id for item in attempts}) == 4


PRINTS = """
from generators.triplets import SplitCount, TripletConfig, candidate
from schemas.canonical import canonical_bytes, sha256_bytes
config = TripletConfig(canary="{canary}", splits=(SplitCount(split="test", count=20),))
print(sha256_bytes(b"".join(canonical_bytes(candidate(config, 5, "test", index, 0)) for index in range(20))))
"""


@pytest.mark.parametrize("hash_seed", ["0", "4242"])
def test_hash_seed_and_folder_change_no_byte(hash_seed: str, tmp_path: Path) -> None:
    from schemas.canonical import canonical_bytes, sha256_bytes

    run = subprocess.run(
        [sys.executable, "-c", PRINTS.format(canary=PROJECT_CANARY)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == sha256_bytes(b"".join(canonical_bytes(item) for item in packaged(5)))


def test_two_splits_never_separate_twins() -> None:
    library = renamed(load_library(), 3)
    config = TripletConfig(
        canary=PROJECT_CANARY, splits=(SplitCount(split="dev", count=40), SplitCount(split="test", count=70)), twins=4
    )
    items: list[Triplet] = []
    for part in config.splits:
        for index in range(part.count):
            item = candidate(config, 3, part.split, index, 0, library)
            assert item.split == part.split
            items.append(item)
    codes = {finding.code for finding in check_triplets(items) if finding.code != "T10.near-duplicate"}
    assert codes <= {"T9.too-many-twins"}  # the check is given no higher cap here
    for template in {item.template for item in items}:
        assert len({item.split for item in items if item.template == template}) == 1
        assert sum(item.template == template for item in items) <= 4


def test_splits_that_need_more_templates_than_there_are_say_so() -> None:
    config = TripletConfig(
        canary=PROJECT_CANARY, splits=(SplitCount(split="dev", count=20), SplitCount(split="test", count=20))
    )
    with pytest.raises(
        InputError, match=r"20 dev items and 20 test items take 2 templates of this cell .* there are 1"
    ):
        candidate(config, 1, "dev", 0, 0, one_a_cell())


def test_more_items_than_the_cap_on_twins_allows_say_so() -> None:
    with pytest.raises(InputError, match="61 test items take 2 templates"):
        candidate(config_for(61), 1, "test", 0, 0, one_a_cell())
    assert len(made(1, 60)) == 60


def test_an_index_that_nobody_asked_for_is_refused() -> None:
    with pytest.raises(InputError, match="test item 20: the config asks for no such item"):
        candidate(config_for(20), 1, "test", 20, 0)


def test_the_same_split_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="names a split twice"):
        TripletConfig(
            canary=PROJECT_CANARY, splits=(SplitCount(split="dev", count=1), SplitCount(split="dev", count=1))
        )


REJECTIONS = [
    ("fridge-unpacking", {"low": 1, "high": 5}, "T1.two-readings"),  # 1, 2, 3, 4, 5 in some order
    ("fridge-unpacking", {"low": 2, "high": 4}, "T1.no-numbers"),  # fewer numbers than options
    ("hand-wash-woollens", {"low": 501, "high": 599}, "T1.not-by-hand"),
]


@pytest.mark.parametrize(("name", "numbers", "code"), REJECTIONS)
def test_a_draw_that_keeps_no_condition_is_rejected_with_its_code(
    name: str, numbers: dict[str, int], code: str
) -> None:
    template = next(template for template in load_library() if template.name == name)
    tight = template.model_copy(update={"numbers": template.numbers.model_copy(update=numbers)})
    with pytest.raises(Rejected) as rejected:
        generate(config_for(), tight, stream(1, "tight"), split="test")
    assert rejected.value.code == code
    assert name in rejected.value.message


def test_an_answer_in_another_unit_is_rejected() -> None:
    template = next(template for template in load_library() if template.name == "swim-before-breakfast")
    with pytest.raises(Rejected) as rejected:
        generate(config_for(), template.model_copy(update={"answer_unit": "nights"}), stream(1, "u"), split="test")
    assert rejected.value.code == "T1.units"
