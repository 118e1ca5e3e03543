"""The command line takes an item from its text to the export, and says every refusal in one line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from annotation.itemfile import read_item
from benchwright.cli import main
from generators.triplets import LIBRARY
from tests.annotation.written import SWIM, SWIM_TEXT


class Desk:
    """A review on the command line."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ledger = folder / "review.db"
        self.item = folder / "item.toml"
        self.item.write_text(SWIM_TEXT, encoding="utf-8")

    def run(self, verb: str, *words: object) -> Result:
        done = CliRunner().invoke(main, ["triplets", "review", verb, str(self.ledger), *map(str, words)])
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exc_info
        return done

    def fine(self, verb: str, *words: object) -> str:
        done = self.run(verb, *words)
        assert done.exit_code == 0, done.output
        return done.output


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    made = Desk(tmp_path)
    made.fine("init", "--maintainer", "Mo")
    for name, role in (("Ada", "author"), ("Rita", "reviewer"), ("Rolf", "reviewer"), ("Juno", "adjudicator")):
        made.fine("invite", name, "--role", role)
    return made


def accept(desk: Desk) -> None:
    for who in ("Rita", "Rolf"):
        desk.fine("check", "T1", "--as", who, "--yes")
    right = ["--answer", "$862.50", "--answer", SWIM.choice[0], "--answer", "862.5"]
    for who in ("Rita", "Rolf"):
        desk.fine("solve", "T1", "--as", who, *right)
    for who in ("Rita", "Rolf"):
        desk.fine("feedback", "T1", "--as", who, "--clear")


def test_from_text_to_export(desk: Desk) -> None:
    assert desk.fine("submit", desk.item, "--as", "Ada") == "handed in: T1\n"
    assert "check" in desk.fine("queue", "--as", "Rita", "--json")
    assert SWIM.question_composition in desk.fine("check", "T1", "--as", "Rita")
    for who in ("Rita", "Rolf"):
        desk.fine("check", "T1", "--as", who, "--yes")
    shown = desk.fine("solve", "T1", "--as", "Rita", "--json")
    assert json.loads(shown)["question"] == SWIM.question_composition
    wrong = ["--answer", "862.5", "--answer", SWIM.choice[0], "--answer", "800"]
    desk.fine("solve", "T1", "--as", "Rita", *wrong)
    right = ["--answer", "862.5", "--answer", SWIM.choice[0], "--answer", "862.5"]
    desk.fine("solve", "T1", "--as", "Rolf", *right)
    rows = json.loads(desk.fine("compare", "T1", "--as", "Juno", "--json"))["answers"]
    assert [(row["part"], row["name"]) for row in rows if not row["same"]] == [("math", "Rita")]
    assert desk.fine("adjudicate", "T1", "--as", "Juno", "--different", "--note", "unclear") == "T1: returned\n"
    assert "rewrite" in desk.fine("queue", "--as", "Ada", "--json")
    desk.item.write_text(SWIM_TEXT.replace("He will stay", "He is going to stay"), encoding="utf-8")
    desk.fine("submit", desk.item, "--as", "Ada", "--item", "T1", "--reply", "clearer now")
    accept(desk)
    assert desk.fine("final", "T1", "--as", "Ada", "--confirm") == "T1: accepted\n"
    out, ratings = desk.folder / "out.jsonl", desk.folder / "ratings.csv"
    desk.fine("export", "-o", out, "--ratings", ratings)
    (line,) = out.read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["status"] == "accepted"
    assert "He is going to stay" in json.loads(line)["question_composition"]
    assert ratings.read_text(encoding="utf-8").count("\n") == 1 + 2 * (8 + 6) + 2
    timeline = desk.fine("history", "T1", "--as", "Mo")
    assert re.search(r"v1 +Juno judged the answers different: unclear", timeline)
    assert re.search(r"v2 +Ada confirmed", timeline)
    assert "1 of 260 accepted, 259 missing" in desk.fine("board")
    assert json.loads(desk.fine("board", "--json"))["missing"] == 259
    assert "all checks" in desk.fine("agreement")
    told = json.loads(desk.fine("replay", "--json"))
    desk.fine("replay", "--head", told["head"])
    assert desk.run("replay", "--head", "0" * 64).exit_code == 1


def test_the_solvers_terminal_shows_no_later_question(desk: Desk) -> None:
    desk.fine("submit", desk.item, "--as", "Ada")
    for who in ("Rita", "Rolf"):
        desk.fine("check", "T1", "--as", who, "--yes")
    assert SWIM.parts.statement not in desk.fine("solve", "T1", "--as", "Rita")
    assert SWIM.parts.statement not in desk.fine("solve", "T1", "--as", "Rita", "--answer", "1")
    assert SWIM.parts.statement in desk.fine("solve", "T1", "--as", "Rita", "--answer", "a house")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("queue", "--as", "Nobody"), "Nobody: nobody in review.db goes by that"),
        (("check", "T1", "--as", "Rita", "--yes"), "T1: there is no such item"),
        (("invite", "Eve"), "Eve: name at least one role"),
        (("submit", "missing.toml", "--as", "Ada"), "missing.toml: can't be read"),
        (("submit", "{item}", "--as", "Rita"), "Rita is no author here"),
        (("submit", "{item}", "--as", "Ada", "--item", "T9"), "T9: there is no such item"),
        (("init", "--maintainer", "Eve"), "nothing in a ledger is overwritten"),
        (("queue", "--as", "\udcff"), "goes by that"),
    ],
)
def test_refusals_are_one_line(desk: Desk, words: tuple[str, ...], told: str) -> None:
    done = desk.run(words[0], *(word.replace("{item}", str(desk.item)) for word in words[1:]))
    assert done.exit_code == 2
    assert told in done.output
    assert done.output.count("\n") == 1


def test_a_key_makes_a_step_happen_once(desk: Desk) -> None:
    for _ in range(2):
        assert desk.fine("submit", desk.item, "--as", "Ada", "--key", "mine") == "handed in: T1\n"
        desk.fine("check", "T1", "--as", "Rita", "--no", "one-step", "--note", "two steps", "--key", "r1")
    assert json.loads(desk.fine("replay", "--json"))["events"] == 8


def test_the_form_is_printed_and_a_strange_scenario_named() -> None:
    done = CliRunner().invoke(main, ["triplets", "review", "form", "travel agent", "division"])
    assert 'operation = "division"' in done.output
    done = CliRunner().invoke(main, ["triplets", "review", "form", "tax office", "division"])
    assert done.exit_code == 2
    assert "tax office: no such scenario" in done.output


def test_the_check_of_a_file_finds_what_the_app_finds(desk: Desk) -> None:
    desk.item.write_text(SWIM_TEXT.replace("862.5", "826.5"), encoding="utf-8")
    done = CliRunner().invoke(main, ["triplets", "check", str(desk.item)])
    assert done.exit_code == 1
    found = {(f"{desk.item}:{one.line}", one.code) for one in read_item(desk.item.read_text(encoding="utf-8")).remarks}
    assert found
    assert all(place in done.output and code in done.output for place, code in found)
    desk.item.write_text(SWIM_TEXT, encoding="utf-8")
    assert CliRunner().invoke(main, ["triplets", "check", str(desk.item)]).exit_code == 0
    template = LIBRARY / "seasick-client.toml"
    assert CliRunner().invoke(main, ["triplets", "check", str(template)]).exit_code == 0
