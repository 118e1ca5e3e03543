"""Finding the legs in what others published: a folder of JSON files, an archive of one, a JSON or a JSONL file."""

from __future__ import annotations

import json
import tarfile
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterator
from itertools import islice
from lzma import LZMAError
from pathlib import Path
from typing import NamedTuple

from releases.findings import critical
from releases.layout import is_release
from schemas.canonical import JSON
from schemas.errors import InputError
from schemas.files import parse_json, read_bytes, read_jsonl
from schemas.findings import Finding
from schemas.foreign import ForeignLeg, parse_foreign
from schemas.legs import Variant
from validators.foreign import Audited, audited
from validators.foreign.graph import kind_of

__all__ = ["ARCHIVES", "Found", "Text", "first_line", "holds_foreign_legs", "read_legs", "texts"]

ARCHIVES = (".tar", ".tar.xz", ".tar.gz", ".tar.bz2", ".tgz", ".txz")
LARGEST = 50_000_000
"""Bytes of one file in an archive past which it is no leg."""
MOST = 100_000
"""How many files one archive or folder is read of."""

OURS = ("legs.jsonl", "tandem_decision.jsonl", "tandem_verification.jsonl", "triplets.jsonl")
"""Files by which a folder is one of ours, not another's."""

_VARIANTS: tuple[tuple[Variant, tuple[str, ...]], ...] = (
    ("sequential", ("linear", "sequential")),
    ("compositional", ("dag", "compositional")),
)


LOOKED_AT, HEAD = 100, 100_000
"""How many files of a folder are looked into, and how many of their bytes, to tell whether legs are among them."""


class Text(NamedTuple):
    """One JSON text, the name it goes by (a path without its ending, or a line), and where it stands."""

    name: str
    where: str
    data: bytes


class Found(NamedTuple):
    """The legs that were read, and a finding about each text that is none."""

    legs: tuple[Audited, ...]
    misfits: tuple[Finding, ...]


def first_line(path: Path) -> dict[str, JSON]:
    """The object on the first line of a JSONL file; empty where there is none."""
    _, line = next(read_jsonl(path), (0, b"{}"))
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def holds_foreign_legs(path: Path) -> bool:
    """Whether a path is an archive, a JSON file, JSON lines of published legs, or a folder, not ours, of such."""
    if path.is_dir():
        ours = is_release(path) or any((path / name).is_file() for name in OURS)
        return not ours and any(_names_a_trail(file) for file in islice(path.rglob("*.json"), LOOKED_AT))
    if path.suffix.lower() == ".jsonl":
        first = first_line(path)
        return {"trail_id", "stops"} <= first.keys() and "family" not in first
    return path.suffix.lower() == ".json" or path.name.lower().endswith(ARCHIVES)


def _names_a_trail(file: Path) -> bool:
    """Whether a JSON file begins like a published leg; one that can't be read does not."""
    try:
        with file.open("rb") as opened:
            return b'"trail_id"' in opened.read(HEAD)
    except OSError:
        return False  # whoever reads the folder is told so


def read_legs(path: Path) -> Found:
    """Every leg there is. One that can't be read is a finding (`Schema.misfit`) where there are others.

    Raises InputError for a path that can't be read, that holds no leg, or a lone file that is none.
    """
    legs: list[Audited] = []
    misfits: list[Finding] = []
    wrong: InputError | None = None
    for text in texts(path):
        try:
            leg = parse_foreign(text.data.removeprefix(BOM_UTF8), text.where)
        except InputError as error:
            wrong = wrong or error
            told = str(error).removeprefix(f"{text.where}: ")
            misfits.append(critical("Schema.misfit", text.name, text.where, told))
            continue
        legs.append(audited(text.name, leg, _variant(text.name, leg)))
    if not legs:
        raise wrong or InputError(f"{path}: it holds no JSON file")
    return Found(tuple(legs), tuple(misfits))


def _variant(name: str, leg: ForeignLeg) -> Variant:
    """The variant that the folder names, else compositional for a leg with a merge."""
    folders = name.lower().split("/")[:-1]
    for variant, words in _VARIANTS:
        if any(word in folder for folder in folders for word in words):
            return variant
    return "compositional" if any(kind_of(stop) == "merge" for stop in leg.stops) else "sequential"


def texts(path: Path) -> Iterator[Text]:
    """The JSON texts of a path, in the order of their names. Raises InputError."""
    if path.is_dir():
        for number, file in enumerate(sorted(path.rglob("*.json"))):
            if number >= MOST:
                raise InputError(f"{path}: more than {MOST} JSON files")
            name = file.relative_to(path).as_posix()
            yield Text(name.removesuffix(".json"), str(file), read_bytes(file))
    elif path.name.lower().endswith(ARCHIVES):
        yield from sorted(_members(path))
    elif path.suffix.lower() == ".jsonl":
        for number, line in read_jsonl(path):
            yield Text(f"line {number}", f"{path}: line {number}", line)
    else:
        yield from _lone(path)


def _lone(path: Path) -> Iterator[Text]:
    """The legs of one JSON file: one, or a list of them."""
    data = read_bytes(path).removeprefix(BOM_UTF8)
    if not data.lstrip().startswith(b"["):
        yield Text(path.stem, str(path), data)
        return
    value = parse_json(data, str(path))
    if not value:
        raise InputError(f"{path}: an empty list, which holds no leg")
    for number, one in enumerate(value if isinstance(value, list) else []):
        yield Text(f"{path.stem}[{number}]", f"{path}: [{number}]", json.dumps(one).encode())


def _members(path: Path) -> Iterator[Text]:
    """The JSON files of an archive, read in memory; nothing is unpacked."""
    count = 0
    try:
        with tarfile.open(path) as archive:
            for member in archive:
                if not (member.isfile() and member.name.lower().endswith(".json")):
                    continue
                count += 1
                if member.size > LARGEST or count > MOST:
                    raise InputError(f"{path}: {member.name}: too large, or one of too many, to be a leg")
                file = archive.extractfile(member)
                data = file.read(LARGEST + 1) if file else b""
                yield Text(member.name.removeprefix("./").removesuffix(".json"), f"{path}: {member.name}", data)
    except (tarfile.TarError, LZMAError, zlib.error, EOFError, OSError, ValueError) as error:
        raise InputError(f"{path}: it can't be read as an archive: {error}") from error
