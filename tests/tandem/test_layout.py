"""Kitchens as data: the packaged one says what the benchmark's does, and a faulty file gets one clear line."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from schemas.errors import InputError
from worlds.kitchen.layout import Pose
from worlds.kitchen.rules import Kitchen, load_kitchen, read_kitchen

SOURCE = Path(__file__).parents[2] / "worlds" / "kitchen" / "data" / "collab_overcooked.toml"


def test_packaged_kitchen_has_the_benchmarks_geometry(kitchen: Kitchen) -> None:
    layout = kitchen.layout
    assert layout.starts == (Pose((3, 1), "north"), Pose((1, 2), "north"))
    assert [len(poses) for poses in layout.poses] == [10, 10]
    users = {station.name: station.users for station in layout.stations}
    assert {name for name, who in users.items() if who == (0, 1)} == {"S1", "S2", "S3"}
    assert {name for name, who in users.items() if who == (0,)} == {"C1", "C2", "pot", "oven", "serve"}
    assert {name for name, who in users.items() if who == (1,)} == {
        "A0", "ingredients", "board", "dishes", "blender",
    }  # fmt: skip
    facing = {way for pose in layout.poses[1] if pose.at == (1, 1) for way in [pose.faces]}
    assert facing == {"north", "east", "west"}


def test_thirty_orders_in_eight_structural_classes(kitchen: Kitchen) -> None:
    assert Counter(recipe.level for recipe in kitchen.recipes.values()) == dict.fromkeys(range(1, 7), 5)
    classes = Counter((recipe.level, recipe.structure) for recipe in kitchen.recipes.values())
    assert sorted(Counter(level for level, _ in classes).items()) == [(1, 2), (2, 2), (3, 1), (4, 1), (5, 1), (6, 1)]
    assert all(recipe.plated == (recipe.level >= 3) for recipe in kitchen.recipes.values())


def test_items_of_one_class_correspond_in_order(kitchen: Kitchen) -> None:
    one, two = (kitchen.recipe(f"{name}_patty") for name in ("potato_carrot_and_onion", "taro_bean_and_bell_pepper"))
    assert one.leaves == ("potato", "onion", "carrot")
    assert two.leaves == ("taro", "bell_pepper", "bean")
    assert [step.utensil for step in one.steps] == [step.utensil for step in two.steps]


BASE = 'name = "mine"\nbase = "collab_overcooked"\n'
GRID = "XXXPX I.#1X C2#.X D.#.O XBXSX".split()
STATIONS = """
[layout.stations]
P = "pot"
O = "oven"
C = "board"
B = "blender"
S = "serve"
I = "ingredients"
D = "dishes"
"""


def grid(*rows: str, stations: str = STATIONS) -> str:
    return f"{BASE}[layout]\ngrid = {list(rows)}\n{stations}"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name = 3", "name"),
        ("nonsense", "not TOML"),
        ('name = "x"', "needs a [layout]"),
        ('name = "x"\nbase = "y"', "no kitchen named 'y'"),
        ('name = "x"\nday = 2024-01-01', "no dates"),
        (BASE + "surprise = 1", "surprise"),
        (grid(*GRID[:2], "C2..X", *GRID[3:]), "regions join"),
        (grid(*GRID[:2], "C2#.", *GRID[3:]), "row 2 of the grid has 4 cells"),
        (grid("XX#PX", *GRID[1:]), "drawn as shared"),
        (grid("XXXQX", *GRID[1:]), "doesn't explain it"),
        (grid("XPXPX", *GRID[1:]), "two stations are marked P"),
        (grid("XXXXX", *GRID[1:]), "the grid doesn't have it"),
        (grid("XXXPX", "I.#.X", *GRID[2:]), "exactly one 1"),
        (grid("PXXXX", *GRID[1:]), "nobody can reach pot"),
        (grid(*GRID, stations=STATIONS.replace('"pot"', '"wok"')), "station P is a wok"),
        (grid(*GRID, stations=STATIONS.replace('"serve"', '"dishes"')), "no station for serve"),
        (grid(*GRID) + "[layout.counters]\nS9 = [0, 0]\n", "can't be reached"),
        (grid(*GRID) + "[layout.counters]\nS9 = [3, 3]\n", "no counter"),
        (BASE + '[utensils]\nserve = { time = 3, verb = "x" }', "no name for a kind"),
        (BASE + '[[recipe]]\norder = "a"\nlevel = 1\nsteps = [{utensil="wok", takes=["b"], gives="a"}]', "wok"),
        (BASE + '[[recipe]]\norder = "a"\nlevel = 1\nsteps = [{utensil="pot", takes=["b"], gives="c"}]', "give a"),
        (BASE + '[[recipe]]\norder = "a"\nlevel = 1\nsteps = [{utensil="pot", takes=["b", "b"], gives="a"}]', "twice"),
        (
            BASE + '[[recipe]]\norder = "a"\nlevel = 1\nsteps = [{utensil="pot", takes=["b"], gives="a"},'
            '{utensil="pot", takes=["c"], gives="d"}]',
            "doesn't lead to a",
        ),
        (
            BASE + '[[recipe]]\norder = "a"\nlevel = 1\nsteps = [{utensil="pot", takes=["dish"], gives="a"}]',
            "a dish is",
        ),
        (
            BASE + '[[recipe]]\norder = "a"\nlevel = 1\nsteps = [{utensil="pot", takes=["b","c","d","e"], gives="a"}]',
            "holds 3",
        ),
    ],
)
def test_a_faulty_kitchen_gets_one_line_that_says_what_is_wrong(text: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        read_kitchen(text, "mine.toml")
    message = str(caught.value)
    assert message.startswith("mine.toml: ")
    assert says in message
    assert "\n" not in message


def test_five_hundred_mangled_kitchens_each_load_or_give_one_line() -> None:
    text = SOURCE.read_text()
    rng = random.Random(7)
    refused = []
    for _ in range(500):
        mangled = list(text)
        for _ in range(rng.randint(1, 4)):
            place = rng.randrange(len(mangled))
            mangled[place] = rng.choice(["", mangled[place] * 2, rng.choice('X.#12"[]={},\n\x00é9')])
        try:
            read_kitchen("".join(mangled), "mangled.toml")
        except InputError as error:
            refused.append(str(error))
    assert all(line.startswith("mangled.toml: ") and len(line.splitlines()) == 1 for line in refused)
    assert len(refused) > 150


MINE = (
    BASE
    + """
[utensils]
pot = { time = 5, verb = "simmer" }
wok = { time = 2, verb = "fry" }

[layout]
grid = ["XXXPX", "I.#1X", "C2=.X", "D.#.O", "XBWSX"]
"""
    + STATIONS
    + """W = "wok"

[[recipe]]
order = "fried_egg"
level = 1
steps = [{ utensil = "pot", takes = ["egg"], gives = "fried_egg" }]
"""
)


def test_a_kitchen_may_take_another_as_its_base(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MINE)
    with pytest.raises(InputError, match="nobody can reach wok"):
        load_kitchen(str(path))
    path.write_text(MINE.replace("XBWSX", "XBXSX").replace('W = "wok"\n', ""))
    mine = load_kitchen(str(path))
    assert len(mine.recipes) == 31
    assert mine.recipe("fried_egg").steps[0].time == 5
    assert mine.recipe("boiled_egg").steps[0].time == 5
    assert [c.name for c in mine.layout.counters if len(c.users) == 2] == ["S1", "S2"]


def test_the_digest_covers_the_order_and_every_rule(kitchen: Kitchen) -> None:
    text = SOURCE.read_text().replace('name = "collab_overcooked"', 'name = "slower"')
    slower = read_kitchen(text.replace("oven = { time = 3", "oven = { time = 4"), "slower")
    assert slower.digest("baked_bell_pepper") != kitchen.digest("baked_bell_pepper")
    assert slower.digest("boiled_egg") == kitchen.digest("boiled_egg")
    assert kitchen.digest("boiled_egg") != kitchen.digest("boiled_mushroom")
