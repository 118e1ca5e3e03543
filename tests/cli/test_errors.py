"""Bad input: one clear line, the right exit code, nothing half-written, and never a traceback."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.releases.building import RECIPE, ROOT, TRIPLETS, ZIM, fine, one_line, run

LEGS = ("legs", "generate", "--level", "easy", "--variant", "sequential", "--count", "2", "--seed", "5")


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    path = tmp_path / "r.toml"
    path.write_text(TRIPLETS.format(seed=3))
    return path


def test_a_recipe_with_an_unknown_key(tmp_path: Path) -> None:
    (tmp_path / "r.toml").write_text(RECIPE.format(seed=1).replace("seed", "sede"))
    told = one_line(run("build", "r.toml", "-o", "out", cwd=tmp_path), 2)
    assert told == "benchwright: r.toml: line 6: unknown key 'sede': did you mean 'seed'?"
    assert [path.name for path in tmp_path.iterdir()] == ["r.toml"]


@pytest.mark.parametrize("length", [0, 10, 5_000, 700_000])
def test_a_truncated_zim(tmp_path: Path, length: int) -> None:
    if not ZIM.is_file():
        pytest.skip("the sample ZIM file is not beside this checkout")
    (tmp_path / "cut.zim").write_bytes(ZIM.read_bytes()[:length])
    for words in ((*LEGS, "--source", "zim:cut.zim"), ("build", "wikipedia-zim", "--world", "zim:cut.zim")):
        told = one_line(run(*words, "-o", "out", cwd=tmp_path), 2)
        assert "cut.zim" in told
    assert [path.name for path in tmp_path.iterdir()] == ["cut.zim"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"family": "leg"\n', "x.jsonl: line 1: not JSON"),
        ("\n\nnonsense\n", "x.jsonl: line 3: not JSON"),
        ("[1]\n", "x.jsonl: line 1: an item is a JSON object"),
        ('{"family": "riddle"}\n', "x.jsonl: line 1: family: 'riddle' is none of ours (leg, tandem, "),
        ("\udcff\n", "x.jsonl: line 1"),
    ],
)
def test_a_jsonl_line_that_is_no_item(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "x.jsonl").write_bytes(text.encode("utf-8", "surrogateescape"))
    for verb in ("check", "replay"):
        assert told in one_line(run(verb, "x.jsonl", cwd=tmp_path), 2)
    assert told in one_line(run("explain", "x.jsonl", "leg-1", cwd=tmp_path), 2)


@pytest.mark.parametrize("kind", ["build", "legs", "triplets"])
def test_an_output_whose_parent_is_a_file(tmp_path: Path, recipe: Path, kind: str) -> None:
    words: dict[str, tuple[str, ...]] = {
        "build": ("build", str(recipe)),
        "legs": (*LEGS, "--source", "atlas"),
        "triplets": ("triplets", "generate", "--count", "1", "--seed", "1"),
    }
    told = one_line(run(*words[kind], "-o", recipe / "sub" / "out"), 2)
    assert "can't be written: Not a directory" in told
    assert recipe.read_text() == TRIPLETS.format(seed=3)


def test_a_folder_of_somebody_elses_is_left_alone(tmp_path: Path, recipe: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("x")
    told = one_line(run("build", recipe, "-o", tmp_path / "mine", "--force"), 2)
    assert "was not made here" in told
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("check", "nowhere"), "nowhere: there is no such file or folder"),
        (("replay", "nowhere"), "nowhere: there is no such file or folder"),
        (("explain", "nowhere", "leg-1"), "nowhere: there is no such file or folder"),
        (("check", "."), "neither a release (no manifest.json) nor a folder with legs.jsonl or tandem_decision"),
        (("build", "nowhere.toml", "-o", "out"), "nowhere.toml: no such recipe file"),
        (("build", "wikipedia-zim", "-o", "out"), "names no world; give one: --world"),
        (("build", "wikipedia-zim", "--world", "mars", "-o", "out"), "no world is called 'mars'"),
        (("build", "wikipedia-zim", "--world", "zim:none.zim", "-o", "out"), "none.zim"),
        ((*LEGS[:-6], "--level", "odd", "--seed", "5", "--source", "atlas", "-o", "out"), "level 'odd'"),
        (("legs", "facts", "--source", "atlas", "Atlantis"), "Atlantis"),
        (("legs", "facts", "--source", "snapshot:.", "Spain"), "world.json"),
    ],
)
def test_what_is_not_there_is_named(tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    assert told in one_line(run(*words, cwd=tmp_path), 2)
    assert list(tmp_path.iterdir()) == []


def test_a_recipe_that_the_templates_cannot_fill(tmp_path: Path) -> None:
    (tmp_path / "r.toml").write_text(TRIPLETS.format(seed=1).replace("test = 12", "test = 9000"))
    told = one_line(run("build", "r.toml", "-o", "out", cwd=tmp_path), 2)
    assert "ask for fewer items" in told
    assert [path.name for path in tmp_path.iterdir()] == ["r.toml"]


def test_drafts_need_to_be_asked_for(tmp_path: Path) -> None:
    (tmp_path / "r.toml").write_text(TRIPLETS.format(seed=1).replace("unreviewed = true", ""))
    assert "unreviewed = true" in one_line(run("build", "r.toml", "-o", "out", cwd=tmp_path), 2)


@pytest.mark.parametrize("words", [("build",), ("check", "--odd", "x"), ("fly",), ("legs", "generate", "--seed", "x")])
def test_bad_usage_exits_2_and_says_how(words: tuple[str, ...]) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert done.stderr.startswith("Usage: ")
    assert "Traceback" not in done.stderr


def test_a_reader_that_stops_early_sees_no_traceback(tmp_path: Path) -> None:
    fine("triplets", "generate", "--count", "20", "--seed", "1", "-o", tmp_path / "t.jsonl")
    command = f"{sys.executable} -m benchwright check t.jsonl --json | true"
    done = subprocess.run(
        ["bash", "-c", command], cwd=tmp_path, env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_ctrl_c_is_one_line_and_leaves_what_was_done(tmp_path: Path) -> None:
    (tmp_path / "r.toml").write_text(RECIPE.format(seed=11))
    command = [sys.executable, "-m", "benchwright", "build", "r.toml", "-o", "out", "--workers", "2"]
    env = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
    process = subprocess.Popen(
        command, cwd=tmp_path, env=env, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    journal = tmp_path / ".out.work" / "journal.sqlite"
    while not journal.is_file():
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate()
    assert process.returncode == 130
    assert "benchwright: interrupted; the same command goes on where this one stopped" in told
    assert "Traceback" not in told
    assert journal.is_file()
    assert not (tmp_path / "out").exists()
