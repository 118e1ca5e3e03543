"""The validators read a recorded world's folder by themselves, and reach nothing that made what they check."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from schemas.canonical import canonical_bytes, dump
from schemas.errors import InputError
from tests.validators.legworld import POOLS, RECORD, world
from validators.legs import LegContext, check_legs
from validators.legs.markup import CHROME

ROOT = Path(__file__).resolve().parents[2]


def written(folder: Path) -> Path:
    context = world()[0]
    lines = {"pages.jsonl": context.pages.values(), "calls.jsonl": context.calls.values()}
    for name, records in lines.items():
        (folder / name).write_bytes(b"".join(canonical_bytes(record) + b"\n" for record in records))
    pools = {key: [dump(value) for value in values] for key, values in POOLS.items()}
    (folder / "pools.json").write_bytes(canonical_bytes(pools))  # type: ignore[arg-type]  # plain JSON values
    (folder / "world.json").write_bytes(canonical_bytes(RECORD))
    return folder


def test_a_folder_is_read_as_it_was_recorded(tmp_path: Path) -> None:
    context, legs = world()
    loaded = LegContext.load(written(tmp_path))
    assert loaded == context
    assert [one.code for one in check_legs(list(legs.values()), loaded) if one.severity != "note"] == []


@pytest.mark.parametrize(
    ("name", "line", "said"),
    [
        ("pages.jsonl", b"{", r"pages\.jsonl: line 1: "),
        ("pages.jsonl", b'{"title": 3}', r"pages\.jsonl: line 1: title: "),
        ("calls.jsonl", b'{"outcome": "answered"}', r"calls\.jsonl: line 1: "),
        ("world.json", b'{"name": 3}', r"world\.json: name: "),
        ("pools.json", b'{"fact:born:day": [3]}', r"pools\.json: "),
    ],
)
def test_what_is_no_record_is_named(tmp_path: Path, name: str, line: bytes, said: str) -> None:
    (written(tmp_path) / name).write_bytes(line)
    with pytest.raises(InputError, match=said):
        LegContext.load(tmp_path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    (written(tmp_path) / "calls.jsonl").unlink()
    with pytest.raises(InputError, match=r"calls\.jsonl: can't be read"):
        LegContext.load(tmp_path)


def test_redirects_mean_the_pages_they_lead_to() -> None:
    context = world()[0]
    assert context.resolved("A. Norrland") == "Ada Norrland"
    assert context.resolved("Ada Norrland") == "Ada Norrland"
    assert context.resolved("Nobody") is None
    assert context.targets("Ada Norrland") == ("The Salt Road", "Grey Harbour", "Lanterns (album)", "Plain Notes")


def test_the_validators_never_reach_what_made_a_leg() -> None:
    """By what a fresh process has imported once the validators are there, whatever the imports look like."""
    code = (
        "import sys, validators.legs; print('\\n'.join(name for name in sys.modules"
        " if name.partition('.')[0] in {'generators', 'worlds', 'solvers'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    reached = set(done.stdout.split())
    assert {name for name in reached if not name.startswith("solvers.clues")} == {"solvers"}
    assert "solvers.clues.parser" in reached


def test_every_code_is_explained() -> None:
    """Also those that are put together from a rule's name and a reason."""
    documented = set(
        re.findall(r"`((?:L\d+|Shape)\.[a-z-]+)`", (ROOT / "docs" / "findings-legs.md").read_text("utf-8"))
    )
    sources = {path.name: path.read_text("utf-8") for path in (ROOT / "validators" / "legs").glob("*.py")}
    codes = {code for text in sources.values() for code in re.findall(r'"((?:L\d+|Shape)\.[a-z-]+)"', text)}
    reasons = {reason for text in sources.values() for reason in re.findall(r'Unread\(\s*"([a-z-]+)"', text)}
    reasons |= {reason for text in sources.values() for reason in re.findall(r'else "([a-z]+-[a-z-]+)"\)', text)}
    chrome = set(CHROME.values()) | {"head", "code", "outside-article"}
    codes |= {f"L8.{reason}" for reason in reasons} | {f"L9.{kind}" for kind in chrome}
    codes |= {f"Shape.{knob}" for knob in ("stops", "roadblocks", "detours", "diamonds")}
    assert codes - documented == set()
    assert {code for code in documented if not code.startswith(("L8", "L9"))} - codes == set()
