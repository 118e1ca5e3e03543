"""Splits are of the asked size, even, deterministic, and never separate twins; impossible ones are explained."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas.amounts import OPERATIONS
from schemas.errors import InputError
from schemas.randomness import stream
from schemas.triplets import SCENARIOS
from solvers.splits.divide import SplitItem, divide

STRUCTURES = ("choose-set", "exclude", "take-ends", "pick-one", "group")


def pool(count: int, twins: int = 1, seed: int = 1) -> list[SplitItem]:
    """Items over the 20 cells, some structures rarer, `twins` of a template standing together."""
    rng = stream(seed, "tests", "splits")
    made = []
    for number in range(count):
        cell = (SCENARIOS[number % 5], OPERATIONS[number // 5 % 4])
        family = f"{cell}-{number // 20 // twins}"
        structure = STRUCTURES[stream(seed, family).choices(range(5), (4, 3, 2, 2, 1))[0]]
        made.append(SplitItem(f"item-{number}-{rng.randrange(10**6)}", cell, structure, family))
    return made


def counted(items: list[SplitItem], splits: Mapping[str, str], key: str) -> Counter[tuple[str, object]]:
    return Counter((splits[item.id], getattr(item, key)) for item in items if item.id in splits)


def test_a_full_release_has_four_dev_and_nine_test_items_in_every_cell() -> None:
    items = pool(260)
    made = divide(items, {"dev": 80, "test": 180})
    cells = counted(items, made.splits, "cell")
    assert len(cells) == 40
    assert {(split, count) for (split, _), count in cells.items()} == {("dev", 4), ("test", 9)}
    assert (made.uneven_cells, made.uneven_structures, made.proved) == (0, 0, True)


def test_structures_are_shared_out_in_proportion() -> None:
    items = pool(260)
    splits = divide(items, {"dev": 80, "test": 180}).splits
    structures = counted(items, splits, "structure")
    for structure in STRUCTURES:
        total = structures["dev", structure] + structures["test", structure]
        assert abs(structures["dev", structure] * 260 - total * 80) <= 260


@settings(max_examples=12)
@given(st.integers(1, 3), st.integers(0, 30), st.integers(0, 30), st.integers(0, 99))
def test_sizes_are_exact_and_twins_are_never_separated(twins: int, dev: int, test: int, seed: int) -> None:
    items = pool(60, twins, seed)
    if dev + test == 0:
        return
    made = divide(items, {"dev": dev, "test": test}, seed)
    assert Counter(made.splits.values()) == Counter({"dev": dev, "test": test})
    homes: defaultdict[str, set[str]] = defaultdict(set)
    for item in items:
        if item.id in made.splits:
            homes[item.twins].add(made.splits[item.id])
    assert all(len(home) == 1 for home in homes.values())


def test_the_same_seed_gives_the_same_split_and_another_another() -> None:
    items = pool(120, 2)
    one, again, other = (divide(items, {"dev": 40, "test": 80}, seed).splits for seed in (1, 1, 2))
    assert one == again
    assert list(one) == list(again)
    assert one != other


@pytest.mark.parametrize(
    ("items", "dev", "test", "told"),
    [
        (pool(20), 10, 11, "10 dev and 11 test items are asked for, and there are 20"),
        (pool(20), 0, 0, "0 dev and 0 test items are asked for"),
        (
            [item._replace(twins="all") for item in pool(20)],
            5,
            10,
            "there are 1 templates, and the largest (all) has 20",
        ),
        ([*pool(20), pool(20)[0]], 5, 10, "an item is named twice"),
    ],
)
def test_a_split_that_cannot_be_is_explained(items: list[SplitItem], dev: int, test: int, told: str) -> None:
    with pytest.raises(InputError) as caught:
        divide(items, {"dev": dev, "test": test})
    assert told in str(caught.value)


def test_an_uneven_pool_is_divided_as_evenly_as_it_allows() -> None:
    """One cell has two items only: of 4 and 4 in two cells, two are missing there and stand elsewhere."""
    items = [SplitItem(f"a{n}", ("a",), "s", f"a{n}") for n in range(14)]
    items += [SplitItem(f"b{n}", ("b",), "s", f"b{n}") for n in range(2)]
    made = divide(items, {"dev": 8, "test": 8})
    cells = counted(items, made.splits, "cell")
    assert cells["dev", ("b",)] + cells["test", ("b",)] == 2
    assert made.uneven_cells == 12
    assert made.proved
