"""`tandem solve` at the door: known optima, state files, kitchens of one's own, and what each exit code is for."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from benchwright.cli import main
from schemas.errors import InputError
from solvers.tandem.answers import read_question
from tests.releases.building import run
from worlds.kitchen.rules import packaged_kitchen
from worlds.kitchen.simulator import Action, Simulator

CUT_OFF = """
name = "cut_off"
base = "collab_overcooked"
[layout]
grid = ["XXXPX", "I.=1X", "C2=.X", "D.=.O", "XBXSX"]
[layout.stations]
P = "pot"
O = "oven"
C = "board"
B = "blender"
S = "serve"
I = "ingredients"
D = "dishes"
"""

STATE = {
    "order": "boiled_egg",
    "chef": {"at": [3, 1], "faces": "north", "holds": "egg"},
    "assistant": {"at": [1, 2], "faces": "north"},
}


def call(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.mark.parametrize(
    ("order", "optimum"),
    [("boiled_egg", 15), ("baked_sweet_potato", 16), ("baked_pumpkin_slices", 22), ("baked_carrot_soup", 31)],
)
def test_known_optima_with_plans_that_the_simulator_delivers_by(order: str, optimum: int) -> None:
    done = call("tandem", "solve", order, "--json")
    assert done.exit_code == 0
    found = json.loads(done.stdout)
    assert (found["optimum"], found["lower_bound"], len(found["plan"])) == (optimum, optimum, optimum)
    simulator = Simulator(packaged_kitchen(), order)
    state = simulator.start()
    for row in found["plan"]:
        assert not state.delivered
        pair = [Action(row[cook]["verb"], row[cook]["what"]) for cook in ("chef", "assistant")]
        state = simulator.step(state, pair[0], pair[1]).state
    assert state.delivered
    text = call("tandem", "solve", order)
    assert text.exit_code == 0
    assert text.stdout.startswith(f"{order}: {optimum} joint steps")
    assert text.stdout.rstrip("\n").endswith(found["timeline"].rstrip("\n"))


def test_a_state_file_is_solved_from_there(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_text(json.dumps(STATE))
    done = call("tandem", "solve", path, "--json")
    assert done.exit_code == 0
    found = json.loads(done.stdout)
    assert found["start"]["chef"]["holds"] == "egg"
    # put in step 1, start in 2, take in 5, two moves south, deliver in 8
    assert found["optimum"] == 8


def test_a_kitchen_where_nothing_can_be_handed_over_exits_1(tmp_path: Path) -> None:
    kitchen = tmp_path / "cut.toml"
    kitchen.write_text(CUT_OFF)
    done = call("tandem", "solve", "boiled_egg", "--kitchen", kitchen)
    assert (done.exit_code, "no way to deliver" in done.stdout) == (1, True)
    done = call("tandem", "solve", "boiled_egg", "--kitchen", kitchen, "--json")
    assert (done.exit_code, json.loads(done.stdout)["optimum"]) == (1, None)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("boild_egg",), r"no order is named 'boild_egg'; there are boiled_egg\b"),
        (("baked_soup",), r"baked_\w+_soup"),
        (("egg",), r"there are boiled_egg, sliced_eggplant_and_chickpea_stew$"),
        (("nowhere.json",), r"nowhere.json: can't be read"),
        (("./nowhere",), r"nowhere: can't be read"),
        (("state.json",), r"state.json: chef: "),
        (("boiled_egg", "--kitchen", "elsewhere"), r"there are collab_overcooked"),
        (("boiled_egg", "--kitchen", "none.toml"), r"none.toml: can't be read"),
        (("boiled_egg", "--kitchen", "bad.toml"), r"bad.toml: not TOML"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "state.json").write_text('{"order": "boiled_egg"}')
    (tmp_path / "bad.toml").write_text("name = \n")
    done = call("tandem", "solve", *words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert re.search(told, done.stderr.strip())


def test_bad_usage_exits_2() -> None:
    for words in (("tandem", "solve"), ("tandem", "solve", "boiled_egg", "--odd"), ("tandem", "fry")):
        assert call(*words).exit_code == 2


def test_help_imports_no_compiler() -> None:
    code = "import sys, benchwright.cli; print([m for m in ('numba', 'numpy', 'pyarrow') if m in sys.modules])"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    shown = run("tandem", "--help")
    assert (shown.returncode, "solve" in shown.stdout) == (0, True)


def test_five_hundred_mangled_states_each_read_or_give_one_line(tmp_path: Path) -> None:
    whole = {
        **STATE,
        "counters": {"S1": "egg"},
        "utensils": {"pot": {"product": "boiled_egg", "steps_left": 2}, "board": {"contents": ["egg"]}},
    }
    text, kitchen, rng, path = json.dumps(whole), packaged_kitchen(), random.Random(3), tmp_path / "state.json"
    values = ["egg", "nothing", "north", "S9", -1, 7, None, [], {}, True, 2.5, "x" * 3000]
    refused = []
    for number in range(500):
        if number % 2:
            mangled = list(text)
            for _ in range(rng.randint(1, 3)):
                place = rng.randrange(len(mangled))
                mangled[place] = rng.choice(["", mangled[place] * 2, rng.choice('{}[]:,"01x\x00é')])
            path.write_text("".join(mangled))
        else:
            state = json.loads(text)
            table = state[rng.choice(["chef", "counters", "utensils"])] if rng.random() < 0.7 else state
            table[rng.choice([*table, "else"])] = rng.choice(values)
            path.write_text(json.dumps(state))
        try:
            read_question(kitchen, str(path))
        except InputError as error:
            refused.append(str(error))
    assert all(line.startswith(str(path)) and len(line.splitlines()) == 1 for line in refused)
    assert len(refused) > 300
