"""Reading and writing files so that bad input is named and nothing is left half-written."""

from __future__ import annotations

import json
import os
import secrets
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import cast

from schemas.canonical import JSON
from schemas.errors import InputError

__all__ = ["parse_json", "parse_toml", "read_bytes", "read_json", "read_jsonl", "write_atomically"]


def write_atomically(path: Path, data: bytes | Iterable[bytes]) -> None:
    """Write to a temporary name in the same folder, fsync, then rename over `path`.

    A failure at any moment leaves the old file or none, never a part. Raises InputError when the folder can't
    be written.
    """
    chunks = (data,) if isinstance(data, bytes) else data
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(6)}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("wb") as file:
            for chunk in chunks:
                file.write(chunk)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        raise InputError(f"{path}: can't be written: {error.strerror or error}") from error
    finally:
        temporary.unlink(missing_ok=True) if temporary.parent.is_dir() else None


def read_bytes(path: Path) -> bytes:
    """A file's bytes. Raises InputError that names the file when it can't be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: can't be read: {error.strerror or error}") from error


def read_json(path: Path) -> JSON:
    """One JSON file. Raises InputError that names the file, line and column of the first fault."""
    return parse_json(read_bytes(path), str(path))


def parse_json(text: str | bytes, where: str) -> JSON:
    """One JSON text from outside. Raises InputError naming `where` for anything that isn't plain, finite JSON."""
    try:
        value = cast("JSON", json.loads(text))
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except json.JSONDecodeError as error:
        line = f"line {error.lineno}, " if "\n" in error.doc else ""
        raise InputError(f"{where}: not JSON: {line}column {error.colno}: {error.msg}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{where}: byte {error.start}: not UTF-8") from error
    except UnicodeEncodeError as error:
        raise InputError(f"{where}: half of a surrogate pair, which is no character") from error
    except RecursionError as error:
        raise InputError(f"{where}: nested too deeply") from error
    except ValueError as error:
        raise InputError(f"{where}: not JSON: {error}") from error
    return value


def parse_toml(text: str, where: str) -> dict[str, object]:
    """One TOML text from outside. Raises InputError naming `where`."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{where}: not TOML: {error}") from error
    except RecursionError as error:
        raise InputError(f"{where}: nested too deeply") from error
    except ValueError as error:
        raise InputError(f"{where}: not TOML: {error}") from error


def read_jsonl(path: Path) -> Iterator[tuple[int, bytes]]:
    """The non-empty lines of a JSONL file with their numbers (from 1), not yet parsed, one in memory at a time.

    Raises InputError that names the file when it can't be read.
    """
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield number, line.removesuffix(b"\n")
    except OSError as error:
        raise InputError(f"{path}: can't be read: {error.strerror or error}") from error
