"""A file that is no whole ZIM ends in one line that names it, wherever it was cut or changed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from schemas.errors import InputError
from tests.worlds.zimfiles import NO_SHARED, SHARED_ZIM, article, write_zim
from worlds.world import open_world
from worlds.zim import ZimSource


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    pages = {f"Page {number}": article(f"<p>{'words ' * number}</p>") for number in range(40)}
    return write_zim(tmp_path_factory.mktemp("zim") / "whole.zim", pages, {"Alias": "Page 1"}).read_bytes()


def refusal(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        ZimSource(path)
    message = str(caught.value)
    assert message.startswith(str(path))
    assert "\n" not in message
    return message


@pytest.mark.parametrize("parts", [0, 1, 100, 500, 900, 990, 999])
def test_a_truncated_file_is_refused(tmp_path: Path, whole: bytes, parts: int) -> None:
    path = tmp_path / "cut.zim"
    path.write_bytes(whole[: len(whole) * parts // 1000])
    assert "not a whole ZIM file" in refusal(path)


@pytest.mark.parametrize("missing", [1, 15, 16, 17])
def test_a_file_that_lacks_its_last_bytes_is_refused(tmp_path: Path, whole: bytes, missing: int) -> None:
    path = tmp_path / "cut.zim"
    path.write_bytes(whole[:-missing])
    refusal(path)


def test_every_changed_byte_is_noticed_at_opening(tmp_path: Path, whole: bytes) -> None:
    rng = random.Random(7)
    path = tmp_path / "changed.zim"
    for place in [*range(0, 80, 5), *rng.sample(range(80, len(whole)), 60)]:
        changed = bytearray(whole)
        changed[place] ^= 1 << rng.randrange(8)
        path.write_bytes(changed)
        refusal(path)


@pytest.mark.parametrize("size", [0, 10, 80, 4096])
def test_random_bytes_are_refused(tmp_path: Path, size: int) -> None:
    path = tmp_path / "noise.zim"
    path.write_bytes(random.Random(size).randbytes(size))
    assert "not a whole ZIM file" in refusal(path)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    assert "no such file" in refusal(tmp_path / "none.zim")
    assert "is a folder" in refusal(tmp_path)


@pytest.mark.skipif(not SHARED_ZIM.is_file(), reason=NO_SHARED)
@pytest.mark.parametrize("kept", [0.1, 0.5, 0.9, 0.999])
def test_the_real_file_truncated_is_refused(tmp_path: Path, kept: float) -> None:
    data = SHARED_ZIM.read_bytes()
    path = tmp_path / "cut.zim"
    path.write_bytes(data[: int(len(data) * kept)])
    refusal(path)


@pytest.mark.parametrize("spec", ["", "zim", "zim:", "snapshot:", "Atlas", "atlas:x", "http://example.org", "zip:a"])
def test_a_spec_that_names_no_world_is_refused(spec: str) -> None:
    with pytest.raises(InputError, match="say atlas, zim:PATH or snapshot:FOLDER"):
        open_world(spec)
