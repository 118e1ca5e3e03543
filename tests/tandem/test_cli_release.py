"""Questions through the doors of a release: made, checked, replayed, explained, and every change to them found."""

from __future__ import annotations

import json
import random
import shutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result
from lxml import etree

from benchwright.cli import main
from generators.rejection import Rejected
from generators.tandem import dealing
from generators.tandem.allocation import Pick
from generators.tandem.balance import LEVEL, Leaning
from generators.tandem.dealing import generate
from generators.tandem.scenarios import Kit, Scenario, TandemConfig, Task, make_scenario, screen_all, tasks_of
from releases.admission import all_units
from releases.build import Order, build_folder
from releases.journal import Journal
from releases.progress import Quiet
from releases.recipe import parse_recipe, recipe_from
from releases.work import Job
from releases.workshop import Workshop
from schemas.canonical import JSON, canonical_bytes, content_id
from schemas.recipes import PROJECT_CANARY
from schemas.tandem import TandemQuestion
from tests.releases.building import fine, one_line, run, tree
from validators.tandem import surface
from worlds.kitchen.rules import packaged_kitchen

SMALL = """
name = "kitchen"
version = "0.1.0"
title = "A kitchen"
seed = {seed}

[tandem]
scenarios = 4
levels = [1, 2]
"""

Items = list[dict[str, JSON]]


def call(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `tandem generate` writes."""
    out = tmp_path_factory.mktemp("made") / "questions"
    done = call("tandem", "generate", "--seed", "3", "--scenarios", "4", "--levels", "1,2", "-o", out, "--json")
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["splits"] == {"tandem_decision/test": 8, "tandem_verification/test": 16}
    return out


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small release."""
    where = tmp_path_factory.mktemp("release")
    (where / "r.toml").write_text(SMALL.format(seed=3))
    assert call("build", where / "r.toml", "-o", where / "out", "--workers", "1").exit_code == 0
    return where / "out"


def lines(path: Path) -> Items:
    return [json.loads(line) for line in path.read_text().splitlines()]


def rewrite(path: Path, items: Items) -> None:
    path.write_text("".join(json.dumps(item) + "\n" for item in items))


def codes(path: Path, verb: str = "check") -> set[str]:
    done = call(verb, path, "--json")
    assert done.exit_code == 1, done.output
    return set(json.loads(done.stdout)["findings"])


def test_what_is_made_is_the_generators_own_and_passes_every_check(folder: Path) -> None:
    config = TandemConfig(3, 4, "test", PROJECT_CANARY, (1, 2))
    expected = [canonical_bytes(cast("TandemQuestion", one)) for one in generate(packaged_kitchen(), config)]
    assert (folder / "tandem_decision.jsonl").read_bytes().splitlines() == expected
    assert sorted(path.name for path in folder.iterdir()) == [
        "rejected.jsonl",
        "tandem_decision.jsonl",
        "tandem_verification.jsonl",
    ]
    for verb in ("check", "replay"):
        done = call(verb, folder, "--json")
        assert done.exit_code == 0, done.output
        found = json.loads(done.stdout)
        assert (found["items"], found["findings"]) == (24, {})
    done = call("check", folder / "tandem_decision.jsonl")
    assert (done.exit_code, "8 items, 0 critical" in done.stdout) == (0, True)
    assert "not checkable here: N6 (fewer than 180 decision questions: 8)" in done.stdout
    assert "N6" not in done.stdout.partition("rules applied:")[2].partition("\n")[0]


def test_every_question_has_its_pair_and_half_of_the_statements_are_true(folder: Path) -> None:
    bases = {str(item["id"]) for item in lines(folder / "tandem_decision.jsonl")}
    halves = lines(folder / "tandem_verification.jsonl")
    counts = Counter((cast("dict[str, str]", half["base"])["id"], half["better_exists"]) for half in halves)
    assert counts == Counter({(base, truth): 1 for base in bases for truth in (True, False)})


@pytest.mark.parametrize(
    ("name", "change", "code"),
    [
        ("decision", lambda item: item.update(gold=(item["gold"] + 1) % 4), "N4.gold"),
        ("decision", lambda item: item["optimum"].update(cost=item["optimum"]["cost"] - 1), "N3.witness-length"),
        ("decision", lambda item: item["options"][item["gold"]].update(cost=99), "N2.wrong-cost"),
        ("decision", lambda item: item["goal"].update(milestone="ready banana"), "N1.bad-goal"),
        ("decision", lambda item: item.update(kitchen="elsewhere"), "N1.unknown-kitchen"),
        ("decision", lambda item: item.update(position=item["position"] + 1), "N1.id"),
        ("verification", lambda item: item.update(statement="There is none."), "N8.statement"),
        ("verification", lambda item: item.update(better_exists=not item["better_exists"]), "N8.truth"),
        ("verification", lambda item: item.update(removed=(item["removed"] + 1) % 4), "N8.removed"),
        ("verification", lambda item: item.update(split="dev"), "N8.other-half"),
        ("verification", lambda item: item["base"].update(gold=(item["base"]["gold"] + 1) % 4), "N4.gold"),
        ("verification", lambda item: item.update(variant="removed"), "N9.halves"),
    ],
)
def test_each_change_is_found_under_its_code(
    folder: Path, tmp_path: Path, name: str, change: object, code: str
) -> None:
    assert callable(change)
    path = tmp_path / "x.jsonl"
    items = lines(folder / f"tandem_{name}.jsonl")
    change(items[0])
    rewrite(path, items)
    assert code in codes(path)


@pytest.mark.parametrize("place", ["cost", "lower_bound", "witness", "table", "option", "gold"])
def test_replay_finds_what_was_edited_even_under_a_fresh_id(folder: Path, tmp_path: Path, place: str) -> None:
    items = lines(folder / "tandem_decision.jsonl")
    item = cast("dict[str, dict[str, JSON]]", items[1])
    optimum = item["optimum"]
    match place:
        case "cost" | "lower_bound":
            optimum[place] = cast("int", optimum[place]) - 1
        case "witness":
            cast("list[JSON]", optimum["witness"])[0] = ["wait", "wait"]
        case "table":
            optimum["table"] = "0" * 64
        case "option":
            cast("list[dict[str, JSON]]", items[1]["options"])[2]["cost"] = 77
        case _:
            items[1]["gold"] = (cast("int", items[1]["gold"]) + 1) % 4
    items[1]["id"] = content_id("tandem", items[1])
    rewrite(tmp_path / "x.jsonl", items)
    done = call("replay", tmp_path / "x.jsonl", "--json")
    assert done.exit_code == 1
    assert json.loads(done.stdout)["different"] == [items[1]["id"]]


def test_an_item_is_explained_with_its_plans_and_a_fastest_way(folder: Path) -> None:
    for name in ("decision", "verification"):
        item = lines(folder / f"tandem_{name}.jsonl")[-1]
        done = call("explain", folder, str(item["id"]))
        assert done.exit_code == 0
        base = cast("dict[str, dict[str, JSON]]", item.get("base", item))
        assert f"optimum: {base['optimum']['cost']} joint steps" in done.stdout
        assert all(f"{letter}: " in done.stdout for letter in "ABCD")
        assert "deliver" in done.stdout.rpartition("a fastest way:")[2]


def test_mangled_questions_are_findings_or_one_line(folder: Path, tmp_path: Path) -> None:
    rng = random.Random(7)
    text = (folder / "tandem_decision.jsonl").read_text().splitlines()[0]
    pieces = json.dumps(json.loads(text)).split(" ")
    words = ["3,", "-1,", "null,", '"pot",', '"dish",', '"S9",', "[1,", '"deliver",', '"ready', '"in']
    for _ in range(60):
        changed = list(pieces)
        changed[rng.randrange(len(changed))] = rng.choice(words)
        (tmp_path / "x.jsonl").write_text(" ".join(changed) + "\n")
        for verb, codes_of in (("check", (1, 2)), ("replay", (0, 1, 2))):
            done = call(verb, tmp_path / "x.jsonl")
            assert not done.exception or isinstance(done.exception, SystemExit), " ".join(changed)
            assert done.exit_code in codes_of, (verb, " ".join(changed))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--levels", "1,7"), "no list of levels"),
        (("--levels", ""), "no list of levels"),
        (("--scenarios", "0"), "0 is not in the range"),
    ],
)
def test_bad_options_exit_2(tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    done = call("tandem", "generate", "--seed", "1", "--scenarios", "1", *words, "-o", tmp_path / "out")
    assert (done.exit_code, told in done.stderr) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_more_scenarios_than_there_are_is_one_line(tmp_path: Path) -> None:
    done = call("tandem", "generate", "--seed", "1", "--scenarios", "500", "--levels", "1", "-o", tmp_path / "out")
    assert done.exit_code == 2
    assert "the kitchen has 25 scenarios for these levels" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_same_recipe_gives_the_same_bytes_with_workers_and_another_hash_seed(release: Path, tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text(SMALL.format(seed=3))
    fine("build", "other.toml", "-o", "again", "--workers", "2", cwd=tmp_path, hash_seed="4711")
    assert tree(tmp_path / "again") == tree(release)


def test_a_release_holds_what_a_model_is_shown_and_what_is_right(release: Path) -> None:
    decisions = pq.read_table(release / "data" / "tandem_decision").to_pylist()
    assert len(decisions) == 8
    for row in decisions:
        costs = row["costs"]
        assert costs[row["gold"]] == row["optimum"] == min(cost for cost in costs if cost is not None)
        assert len(row["options"]) == 4
        assert "Which team plan is best?" in row["question"]
    questions = {row["id"]: row for row in decisions}
    for row in pq.read_table(release / "data" / "tandem_verification").to_pylist():
        base = questions[row["base"]]
        kept = [n for n in range(4) if n != row["statement"]]
        assert row["question"] == base["question"]
        assert [row["options"][n] for n in kept] == [base["options"][n] for n in kept]
        assert row["options"][row["statement"]].startswith("There is a feasible team plan")
        assert row["better_exists"] == (row["statement"] == base["gold"])
    card = (release / "README.md").read_text()
    assert "tandem_decision" in card
    assert "tandem_verification" in card
    assert "too few questions" in card
    assert "Not checkable here: N6 (fewer than 180 decision questions: 8)" in card
    for verb in ("check", "replay"):
        assert call(verb, release).exit_code == 0


def test_a_column_that_contradicts_its_record_is_found(release: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(release, tmp_path / "copy")
    path = next((copy / "data" / "tandem_decision").iterdir())
    table = pq.read_table(path)
    gold = table.schema.get_field_index("gold")
    other = pa.array([(n + 1) % 4 for n in table["gold"].to_pylist()], pa.int8())
    pq.write_table(table.set_column(gold, table.schema.field("gold"), other), path)
    assert {"Table.stale-column"} <= codes(copy)


def test_a_recipe_with_bad_levels_or_an_unknown_kitchen_is_one_line(tmp_path: Path) -> None:
    for key, told in (
        ("levels = [2, 1]", "levels are numbers from 1 to 6, rising"),
        ("levels = [1]\nkitchen = 'mine'", "no kitchen named 'mine'"),
    ):
        (tmp_path / "r.toml").write_text(SMALL.format(seed=1).replace("levels = [1, 2]", key))
        assert told in one_line(run("build", "r.toml", "-o", "out", "--workers", "1", cwd=tmp_path), 2)
        assert [path.name for path in tmp_path.iterdir()] == ["r.toml"]


def test_picks_that_make_no_scenario_give_way_to_spare_ones_in_all_six_items(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoilt = {("boiled_egg", 1), ("boiled_egg", 2)}
    states: dict[str, str] = {}

    def spoil(
        config: TandemConfig, task: Task, number: int, pick: Pick, kit: Kit, so_far: Leaning = LEVEL, deal: int = 0
    ) -> Scenario:
        if (task.order, number) in spoilt and pick.representative.state in first[task.order]:
            raise Rejected("test.spoilt", "this pick is spoilt")
        return make_scenario(config, task, number, pick, kit, so_far, deal)

    config = TandemConfig(5, 10, "test", PROJECT_CANARY, (1,))
    kitchen = packaged_kitchen()
    tasks = tasks_of(kitchen, config, screen_all(kitchen, (1,)))
    names = {task.order: task for task in tasks}
    assert names["boiled_egg"].allotted == 2
    first = {"boiled_egg": [pick.representative.state for pick in names["boiled_egg"].picks[:2]]}
    monkeypatch.setattr(dealing, "make_scenario", spoil)
    dealing.forget()
    (tmp_path / "r.toml").write_text(SMALL.format(seed=5).replace("= 4\nlevels = [1, 2]", "= 10\nlevels = [1]"))
    done = call("build", tmp_path / "r.toml", "-o", tmp_path / "out", "--workers", "1", "--json")
    dealing.forget()
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["splits"] == {"tandem_decision/test": 20, "tandem_verification/test": 40}
    # each of six items of two scenarios, which then stand on two spare picks
    assert told["reasons"] == {"test.spoilt": 12}
    for row in pq.read_table(tmp_path / "out" / "data" / "tandem_decision").to_pylist():
        state = json.dumps(json.loads(row["record"])["state"])
        assert states.setdefault(row["scenario"], state) == state
    assert len(set(states.values())) == len(states) == 10
    assert call("check", tmp_path / "out").exit_code == 0


def test_options_are_dealt_again_until_the_surface_tells_too_little(
    release: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rule taken to hold from 8 questions on: what it names is made again, all of a scenario, in its own state."""
    named: list[str] = []

    def scores(questions: Sequence[TandemQuestion], salt: int = 0) -> tuple[surface.Score, ...]:
        told = not named
        named.extend(q.scenario for q in questions[1:2] if told)
        return (surface.Score("a test", len(questions), told, 0.5 if told else 0.1, (1,) if told else ()),)

    monkeypatch.setattr(surface, "SMALLEST", 8)
    monkeypatch.setattr(surface, "decision_scores", scores)
    monkeypatch.setattr(surface, "verification_scores", lambda _: ())
    (tmp_path / "r.toml").write_text(SMALL.format(seed=3))
    done = call("build", tmp_path / "r.toml", "-o", tmp_path / "out", "--workers", "1", "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["reasons"] == {"N6.decision": 6}
    monkeypatch.undo()
    rows = pq.read_table(tmp_path / "out" / "data" / "tandem_decision").to_pylist()
    again = [json.loads(row["record"]) for row in rows if row["scenario"] == named[0]]
    rest = [row["id"] for row in rows if row["scenario"] != named[0]]
    first = {
        row["id"]: json.loads(row["record"]) for row in pq.read_table(release / "data" / "tandem_decision").to_pylist()
    }
    assert set(rest) < set(first)
    assert not {item["id"] for item in again} & set(first)
    assert {canonical_bytes(item["state"]) for item in again} <= {canonical_bytes(q["state"]) for q in first.values()}
    assert call("check", tmp_path / "out").exit_code == 0


def test_a_question_is_drawn_with_every_option_and_a_fastest_way(folder: Path, tmp_path: Path) -> None:
    item = lines(folder / "tandem_decision.jsonl")[1]
    picture = tmp_path / "question.svg"
    assert call("explain", folder, str(item["id"]), "--svg", picture).exit_code == 0
    texts = ["".join(text.itertext()) for text in etree.parse(picture).iter("{http://www.w3.org/2000/svg}text")]
    options = cast("list[dict[str, int | None]]", item["options"])
    for letter, option in zip("ABCD", options, strict=True):
        told = "never finishes" if option["cost"] is None else f"{option['cost']} joint steps"
        assert any(text.startswith(f"{letter}: {told}") for text in texts)
    assert [text.endswith("(best)") for text in texts if text[:3] in ("A: ", "B: ", "C: ", "D: ")].index(True) == (
        item["gold"]
    )
    assert any(text.startswith("a fastest way:") for text in texts)


class Stops(Quiet):
    """Progress that interrupts the build at its n-th sign of life, as Ctrl-C would."""

    def __init__(self, moment: int) -> None:
        self.left = moment

    def step(self, accepted: int = 0, rejected: int = 0) -> None:
        self.left -= 1
        if not self.left:
            raise KeyboardInterrupt


def test_a_build_interrupted_at_many_moments_goes_on_to_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    asked = {"scenarios": 4, "levels": [1, 2], "split": "test", "kitchen": "collab_overcooked"}
    loaded = recipe_from({"name": "tandem", "version": "0.0.0", "title": "Tandem", "seed": 3, "tandem": asked}, "test")
    out, interrupted = tmp_path / "out", 0
    for moment in range(1, 200, 3):
        try:
            build_folder(Order(loaded, None, out, "0", progress=Stops(moment)))
            break
        except KeyboardInterrupt:
            interrupted += 1
            assert not out.exists()
    assert interrupted > 20
    assert {name: data for name, data in tree(out).items() if name.endswith(".jsonl")} == {
        name: data for name, data in tree(folder).items() if name.endswith(".jsonl")
    }


def test_all_questions_of_a_scenario_are_made_in_one_go(tmp_path: Path) -> None:
    recipe = parse_recipe(SMALL.format(seed=3).encode(), "r.toml").recipe
    units = list(all_units(recipe))
    with Journal(tmp_path / "work", {"test": 1}) as journal:
        workshop = Workshop(Job(recipe=recipe, world=None), journal)
        workshop.outcome(units[3], 0)
        made = [str(unit) for unit in units if journal.get(unit, 0) is not None]
    assert made == [f"tandem_decision scenarios test {n}" for n in (2, 3)] + [
        f"tandem_verification scenarios test {n}" for n in (4, 5, 6, 7)
    ]
