"""A ZIM file that is made wrong under a right checksum ends in one line or is read as it says, and never kills us."""

from __future__ import annotations

import hashlib
import random
import struct
from pathlib import Path

import pytest

from schemas.errors import InputError
from tests.worlds.zimfiles import article, write_zim
from worlds import zimcheck, zimprobe
from worlds.pages import DamagedPage
from worlds.zim import ZimSource
from worlds.zimlayout import refuse_misplaced

PARTS = ("header", "paths", "clusters", "entries", "bodies", "types", "anywhere")
TEXTS = {f"Page {number}": f"Page {number} tells of {'words ' * number}" for number in range(12)}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    pages = {title: article(f"<p>{text}</p><a href='Page_{7}'>seven</a>") for title, text in TEXTS.items()}
    path = tmp_path_factory.mktemp("zim") / "made.zim"
    return write_zim(path, pages, {"Alias": "Page 1"}, main="Page 3", full_text=True).read_bytes()


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BENCHWRIGHT_CACHE", str(tmp_path / "cache"))


def sealed(data: bytearray) -> bytes:
    """The file with its checksum made right."""
    return bytes(data[:-16]) + hashlib.md5(data[:-16], usedforsecurity=False).digest()


def crafted(made: bytes, rng: random.Random) -> bytes:
    """One to three bytes or words changed in some part of the file."""
    count, clusters = struct.unpack_from("<II", made, 24)
    paths_at, _, clusters_at, types_at = struct.unpack_from("<QQQQ", made, 32)
    entries = struct.unpack_from(f"<{count}Q", made, paths_at)
    bodies = struct.unpack_from(f"<{clusters}Q", made, clusters_at)
    data = bytearray(made)
    for _ in range(rng.choice((1, 1, 3))):
        places = {
            "header": rng.randrange(4, 80),
            "paths": paths_at + rng.randrange(8 * count),
            "clusters": clusters_at + rng.randrange(8 * clusters),
            "entries": rng.choice(entries) + rng.randrange(30),
            "bodies": rng.choice(bodies) + rng.randrange(40),
            "types": types_at + rng.randrange(20),
            "anywhere": rng.randrange(80, len(made) - 20),
        }
        at = min(places[rng.choice(PARTS)], len(made) - 20)
        if rng.random() < 0.3:
            struct.pack_into("<I", data, at, rng.choice((0, 1, 0x7FFFFFFF, 0xFFFFFFFF, rng.randrange(1 << 32))))
        else:
            data[at] = rng.randrange(256)
    return sealed(data)


def use(path: Path) -> str:
    """All that is asked of a file: the line that it ends in, or nothing."""
    try:
        source = ZimSource(path)
        for title in source.titles():
            source.links(title)
            source.aliases(title)
            page = source.get(title)
            if title in TEXTS and TEXTS[title] in page.html:
                assert page.title == title
        source.find("words")
        assert all((source.name, source.digest, source.licence))
    except InputError as error:  # DamagedPage and MissingPage too
        return str(error)
    return ""


@pytest.mark.parametrize("seed", range(8))
def test_no_crafted_file_ends_the_process(tmp_path: Path, made: bytes, seed: int) -> None:
    """Reading goes on in this very process, so an abort of libzim would end the tests."""
    outcomes = []
    path = tmp_path / "crafted.zim"
    for number in range(30):
        path.write_bytes(crafted(made, random.Random(1000 * seed + number)))
        outcomes.append(use(path))
    lines = [line for line in outcomes if line]
    assert len(lines) > 10
    assert all(str(path) in line and "\n" not in line for line in lines)


@pytest.mark.parametrize(
    ("at", "form", "value", "says"),
    [
        (24, "<I", 1 << 30, "path pointers"),
        (28, "<I", 1 << 30, "cluster pointers"),
        (32, "<Q", 1 << 60, "path pointers"),
        (48, "<Q", 3, "cluster pointers"),
        (56, "<Q", 1 << 40, "MIME list"),
        (64, "<I", 12345678, "main page"),
    ],
)
def test_headers_that_lead_nowhere_are_told(
    tmp_path: Path, made: bytes, at: int, form: str, value: int, says: str
) -> None:
    data = bytearray(made)
    struct.pack_into(form, data, at, value)
    path = tmp_path / "crafted.zim"
    path.write_bytes(sealed(data))
    with pytest.raises(InputError, match=f"damaged ZIM file: .*{says}"):
        ZimSource(path)


@pytest.mark.parametrize(
    ("offset", "form", "value", "says"),
    [
        (0, "<H", 999, "MIME type 999"),
        (8, "<I", 1 << 20, "cluster 1048576"),
        (12, "<I", 1 << 31, "blob"),
        (3, "<B", 255, "no namespace"),
        (16, "<B", 255, "isn't UTF-8"),
    ],
)
def test_entries_that_lead_nowhere_are_told(
    tmp_path: Path, made: bytes, offset: int, form: str, value: int, says: str
) -> None:
    """Of an entry whose cluster isn't packed its blob is checked too; the metadata's last entries are such."""
    count = struct.unpack_from("<I", made, 24)[0]
    entries = struct.unpack_from(f"<{count}Q", made, struct.unpack_from("<Q", made, 32)[0])
    data = bytearray(made)
    for at in entries:
        if struct.unpack_from("<H", made, at)[0] < 0xFFF0:
            struct.pack_into(form, data, at + offset, value)
    path = tmp_path / "crafted.zim"
    path.write_bytes(sealed(data))
    with pytest.raises(InputError, match=says):
        refuse_misplaced(path)


@pytest.mark.parametrize(
    ("program", "says"),
    [
        ("import os; os.abort()", r"libzim ends the process that reads it \(status -6\)"),
        ("import sys; print('no such blob.'); sys.exit(1)", "damaged ZIM file: no such blob: download"),
        ("while True: pass", "doesn't end reading it"),
    ],
)
def test_what_ends_the_probe_is_a_line(
    tmp_path: Path, made: bytes, program: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    probe = tmp_path / "probe.py"
    probe.write_text(program)
    monkeypatch.setattr(zimprobe, "__file__", str(probe))
    monkeypatch.setattr(zimcheck, "_PATIENCE", 2)
    path = tmp_path / "made.zim"
    path.write_bytes(made)
    for _ in range(2):  # what was refused is not remembered as whole
        with pytest.raises(InputError, match=says):
            ZimSource(path)


def test_a_content_is_probed_once(tmp_path: Path, made: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    first, copy = tmp_path / "made.zim", tmp_path / "copy.zim"
    first.write_bytes(made)
    copy.write_bytes(made)
    ZimSource(first)
    monkeypatch.setattr(zimprobe, "__file__", str(tmp_path / "none.py"))
    assert ZimSource(copy).titles() == ZimSource(first).titles()


def test_a_page_above_all_bounds_is_not_unpacked(tmp_path: Path) -> None:
    """A megabyte of ZIM can unpack to gigabytes."""
    pages = {"Small": article("<p>x</p>"), "Vast": b" " * (65 * 2**20)}
    path = write_zim(tmp_path / "vast.zim", pages)
    assert path.stat().st_size < 2**20
    source = ZimSource(path)
    assert "<p>x</p>" in source.get("Small").html
    with pytest.raises(DamagedPage, match="no article is that large"):
        source.get("Vast")


def test_titles_that_would_look_like_others_are_no_pages(tmp_path: Path) -> None:
    body = "<html><body><p>x <a href='Ulm'>y</a></p></body></html>"
    source = ZimSource(write_zim(tmp_path / "a.zim", {"Ulm": body, "Bi\u202edi": body, "Bell\u0007": body}))
    assert source.titles() == ("Ulm",)
    assert not source.holds("Bi\u202edi")
