"""A file that is no whole ZIM ends in one line that names it, wherever it was cut or changed."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from schemas.errors import InputError
from tests.worlds.zimfiles import NO_SHARED, SHARED_ZIM, article, write_zim
from worlds import zimcheck
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


def test_damage_is_found_before_the_library_reads_the_file(tmp_path: Path, whole: bytes) -> None:
    """Some damaged files end the whole process in libzim: a child that only opens one must fail in our own words."""
    path = tmp_path / "changed.zim"
    places = random.Random(3).sample(range(80, len(whole) - 16), 40)
    path.write_bytes(bytes(byte ^ 255 if place in places else byte for place, byte in enumerate(whole)))
    code = "import sys; from pathlib import Path; from worlds.zimcheck import refuse_damaged as r; r(Path(sys.argv[1]))"
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "damaged ZIM file: its checksum doesn't match" in done.stderr
    assert "damaged ZIM file" in refusal(path)


def test_a_large_file_is_read_whole_once(tmp_path: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found whole stays so while size and time of change do; anything else is read again."""
    monkeypatch.setattr(zimcheck, "REMEMBERED", 1)
    monkeypatch.setenv("BENCHWRIGHT_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "large.zim"
    path.write_bytes(whole)
    zimcheck.refuse_damaged(path)
    changed = path.stat().st_mtime_ns
    path.write_bytes(whole[:-1] + b"?")
    os.utime(path, ns=(changed, changed))
    zimcheck.refuse_damaged(path)
    os.utime(path, ns=(changed + 1, changed + 1))
    refusal(path)


def test_a_large_file_opens_where_nothing_can_be_kept(
    tmp_path: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(zimcheck, "REMEMBERED", 1)
    (tmp_path / "cache").write_text("no folder")
    monkeypatch.setenv("BENCHWRIGHT_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "large.zim"
    path.write_bytes(whole)
    assert len(ZimSource(path).titles()) == 40


@pytest.mark.skipif(not SHARED_ZIM.is_file(), reason=NO_SHARED)
@pytest.mark.parametrize("kept", [0.1, 0.5, 0.9, 0.999])
def test_the_real_file_truncated_is_refused(tmp_path: Path, kept: float) -> None:
    data = SHARED_ZIM.read_bytes()
    path = tmp_path / "cut.zim"
    path.write_bytes(data[: int(len(data) * kept)])
    refusal(path)


@pytest.mark.parametrize("spec", ["", "zim", "zim:", "snapshot:", "Atlas", "atlas:x", "http://example.org", "zip:a"])
def test_a_spec_that_names_no_world_is_refused(spec: str) -> None:
    with pytest.raises(InputError, match="say atlas, zim:PATH, live:ADDRESS or snapshot:FOLDER"):
        open_world(spec)
