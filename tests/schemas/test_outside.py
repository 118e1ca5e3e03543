"""Text from outside that isn't what it should be ends in one line that says where, never in another error."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from schemas.errors import InputError
from schemas.files import parse_json, parse_toml, read_jsonl, write_atomically


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "not JSON: column 2: "),
        ("{\n  x}", "not JSON: line 2, column 3: "),
        ("[" * 100_000, "nested too deeply"),
        ('{"answer": ' + "9" * 5000 + "}", "not JSON"),
        ('{"id": "\\ud800"}', "surrogate"),
        (b'{"id": "\xff"}', "not UTF-8"),
    ],
)
def test_json_that_is_none_is_refused_in_one_line(text: str | bytes, told: str) -> None:
    with pytest.raises(InputError, match=told) as caught:
        parse_json(text, "items.jsonl: line 3")
    assert str(caught.value).startswith("items.jsonl: line 3: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("text", "told"), [("a = ", "not TOML"), ("a=" + "[" * 5000, "nested too deeply|not TOML")])
def test_toml_that_is_none_is_refused_in_one_line(text: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        parse_toml(text, "recipe.toml")


def test_what_is_json_is_read() -> None:
    assert parse_json('{"a": [1, "é", null]}', "x") == {"a": [1, "é", None]}


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    write_atomically(path, b"old")

    def chunks() -> Iterator[bytes]:
        yield b"new"
        raise OSError(28, "No space left on device")

    with pytest.raises(InputError, match="No space left on device"):
        write_atomically(path, chunks())
    assert path.read_bytes() == b"old"
    assert [name.name for name in tmp_path.iterdir()] == ["kept"]
    assert list(read_jsonl(path)) == [(1, b"old")]
