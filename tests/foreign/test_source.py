"""Where legs are found, and that whatever is broken ends in one line or a finding, never in a traceback."""

from __future__ import annotations

import io
import json
import random
import tarfile
from pathlib import Path

import pytest

from releases.foreign.audit import audit_legs
from releases.foreign.mended import mend_leg
from releases.foreign.mending import NotMendable
from releases.foreign.source import holds_foreign_legs, read_legs
from releases.foreign.telling import audit_json, audit_text
from schemas.errors import InputError
from schemas.foreign import parse_foreign
from tests.foreign.making import diamond, planted, sequential, written
from validators.foreign import AuditContext, audited, check_foreign
from validators.foreign.static import check_static


def archive(path: Path, **files: str) -> Path:
    with tarfile.open(path, "w:xz") as made:
        for name, text in files.items():
            entry = tarfile.TarInfo(f"./aar-linear/easy/{name}.json")
            entry.size = len(text.encode())
            made.addfile(entry, io.BytesIO(text.encode()))
    return path


def test_a_folder_an_archive_and_files_hold_the_same_legs(tmp_path: Path) -> None:
    folder = written(tmp_path / "legs", one=sequential(), dag_one=diamond())
    packed = archive(tmp_path / "legs.tar.xz", one=json.dumps(sequential()))
    lines, listed, lone = tmp_path / "legs.jsonl", tmp_path / "legs.json", tmp_path / "one.json"
    lines.write_text(json.dumps(sequential()) + "\n\n" + json.dumps(diamond()) + "\n")
    listed.write_text(json.dumps([sequential(), diamond()]))
    lone.write_text(json.dumps(diamond()))
    for path in (folder, packed, lines, listed, lone):
        assert holds_foreign_legs(path)
    assert [(one.name, one.variant) for one in read_legs(folder).legs] == [
        ("aar-dag/easy/dag_one", "compositional"), ("aar-linear/easy/one", "sequential"),
    ]  # fmt: skip
    assert [one.name for one in read_legs(packed).legs] == ["aar-linear/easy/one"]
    assert [(one.name, one.variant) for one in read_legs(lines).legs] == [
        ("line 1", "sequential"), ("line 3", "compositional"),
    ]  # fmt: skip
    assert [one.name for one in read_legs(listed).legs] == ["legs[0]", "legs[1]"]
    assert [(one.name, one.variant) for one in read_legs(lone).legs] == [("one", "compositional")]


def test_a_folder_of_ours_is_not_anothers(tmp_path: Path) -> None:
    (tmp_path / "legs.jsonl").write_text("{}")
    (tmp_path / "extra.json").write_text("{}")
    assert not holds_foreign_legs(tmp_path)
    assert not holds_foreign_legs(tmp_path / "nothing here")
    (tmp_path / "damaged release").mkdir()
    (tmp_path / "damaged release" / "croissant.json").write_text("{}")
    assert not holds_foreign_legs(tmp_path / "damaged release")


def test_one_broken_file_among_legs_is_a_finding(tmp_path: Path) -> None:
    folder = written(tmp_path, one=sequential())
    (folder / "aar-linear" / "easy" / "two.json").write_text('{"trail_id": "x"}')
    read = read_legs(folder)
    assert len(read.legs) == 1
    (misfit,) = read.misfits
    assert (misfit.code, misfit.item) == ("Schema.misfit", "aar-linear/easy/two")
    assert "seed_url: Field required" in misfit.message
    assert audit_json(audit_legs(folder))["items"] == 2


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"{", "no leg"),
        (b"[]", "an empty list, which holds no leg"),
        (b'{"trail_id": 1}', "trail_id"),
        (b"\xff\xfe", "no leg"),
        (b'[{"a": 1}', "not JSON"),
        (b"[" * 100_000, "nested too deeply"),
    ],
)
def test_a_lone_file_that_is_no_leg_is_one_line(tmp_path: Path, content: bytes, told: str) -> None:
    (tmp_path / "x.json").write_bytes(content)
    with pytest.raises(InputError, match=r"x\.json") as error:
        read_legs(tmp_path / "x.json")
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_an_archive_that_is_none(tmp_path: Path) -> None:
    whole = archive(tmp_path / "whole.tar.xz", one=json.dumps(sequential())).read_bytes()
    for name, data in (("text.tar", b"no archive"), ("cut.tar.xz", whole[: len(whole) // 2]), ("empty.tar.gz", b"")):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(InputError, match=name):
            read_legs(tmp_path / name)
    with pytest.raises(InputError, match=r"missing\.tar"):
        read_legs(tmp_path / "missing.tar")


ODD: tuple[object, ...] = (
    None, True, -1, 0, 10**30, 1e308, float("nan"), float("inf"), "", "x" * 5000, "\u0000", "٣", [], {}, [[]],
    {"a": None}, "2026-02-30", 99, "__proto__", -0.0,
)  # fmt: skip


def damaged(rng: random.Random, value: object) -> object:
    """A JSON value with one thing in it changed, dropped, doubled or put elsewhere."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(sorted(value))
        act = rng.random()
        if act < 0.12:
            return {name: one for name, one in value.items() if name != key}
        if act < 0.2:
            return {**value, key: value[rng.choice(sorted(value))]}
        return {**value, key: damaged(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.9:
        place = rng.randrange(len(value))
        act = rng.random()
        if act < 0.1:
            return value[:place] + value[place + 1 :]
        if act < 0.2:
            return [*value, value[place]]
        return [*value[:place], damaged(rng, value[place]), *value[place + 1 :]]
    if isinstance(value, str) and value and rng.random() < 0.5:
        place = rng.randrange(len(value))
        return (
            value[:place]
            + rng.choice(("", "9", "clue 400", "\n1. ", "%", "é", "("))
            + value[place + rng.randrange(3) :]
        )
    return rng.choice(ODD)


def test_damaged_legs_give_one_line_or_findings() -> None:
    """2,400 damaged legs: read or refused in one line, and whatever is read is audited and mended or rejected."""
    rng = random.Random(20261130)
    refused: list[str] = []
    unmended: list[int] = []
    whole = 0
    for number in range(2400):
        one: object = sequential() if number % 2 else diamond()
        for _ in range(rng.randrange(1, 4)):
            one = damaged(rng, one)
        text = json.dumps(one)
        if number % 10 == 0:
            text = text[: rng.randrange(len(text))]
        try:
            leg = parse_foreign(text, "a leg")
        except InputError as error:
            refused.append(str(error))
            continue
        made = audited("a leg", leg, "compositional" if number % 4 else "sequential")
        findings = list(check_foreign([made], AuditContext()))
        list(check_static(made))
        try:
            mend_leg(made, findings)
        except NotMendable as reason:
            unmended.append(len(reason.reasons))
        whole += 1
    assert min(len(refused), whole) > 300, (len(refused), whole)
    assert not any("\n" in told for told in refused)
    assert min(unmended) > 0, "a leg is rejected for a reason"


def test_a_text_of_an_audit_names_every_variant_and_level(tmp_path: Path) -> None:
    hard = planted(sequential(), lambda one: one.update(difficulty={"level": "hard"}))
    audit = audit_legs(written(tmp_path, one=sequential(), two=hard, dag_one=diamond()))
    text = "\n".join(audit_text(audit))
    for group in ("easy sequential", "hard sequential", "all sequential", "easy compositional", "all compositional"):
        assert f"\n{group}: " in text


def test_a_byte_order_mark_is_no_part_of_a_leg(tmp_path: Path) -> None:
    leg = json.dumps(sequential())
    for text in (leg, f"[{leg}]"):
        (tmp_path / "leg.json").write_text(text, encoding="utf-8-sig")
        assert len(read_legs(tmp_path / "leg.json").legs) == 1
