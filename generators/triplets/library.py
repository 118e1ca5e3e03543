"""Reads templates from their TOML files: the packaged library, and anyone's own."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import ValidationError

from generators.triplets.faults import template_faults
from generators.triplets.source import KeyPath, line_of
from schemas.errors import InputError
from schemas.files import read_bytes
from schemas.triplets import Template

__all__ = ["LIBRARY", "Parsed", "Trouble", "load_library", "load_template", "parse_template", "read_text"]

LIBRARY: Final = Path(__file__).with_name("library")
"""The folder of the packaged templates, one file each, named like the template."""


class Trouble(NamedTuple):
    """Something wrong with a template's file. `line` counts from 1; `code` is a finding's code."""

    code: str
    line: int
    key: str
    message: str


class Parsed(NamedTuple):
    """A template, or what keeps the file from being one; with a template, `troubles` are faults of its content."""

    template: Template | None
    troubles: tuple[Trouble, ...]


def load_library(folder: Path = LIBRARY) -> tuple[Template, ...]:
    """All templates of a folder, by name.

    Raises InputError naming file, line and key of the first fault, or two templates of one cell that share
    structure and option domain.
    """
    return _load_library(folder)


def load_template(path: Path) -> Template:
    """The template of one file. Raises InputError naming file, line and key of its first fault."""
    parsed = parse_template(read_text(path), path.stem)
    if parsed.template is None or parsed.troubles:
        first = parsed.troubles[0]
        more = f" (and {len(parsed.troubles) - 1} more)" if len(parsed.troubles) > 1 else ""
        raise InputError(f"{path}:{first.line}: {first.key}: {first.message}{more}")
    return parsed.template


def parse_template(text: str, name: str) -> Parsed:
    """A template from the text of the file `name`.toml. Numbers are kept as they are written, never as floats."""
    try:
        values = tomllib.loads(text, parse_float=str)
    except RecursionError:
        return Parsed(None, (Trouble("T0.not-toml", 1, "the file", "nested too deeply"),))
    except ValueError as error:
        place = re.search(r"at line (\d+)", str(error))
        line = int(place[1]) if place else text.count("\n") + 1
        return Parsed(None, (Trouble("T0.not-toml", line, "the file", str(error)),))
    try:
        template = Template.model_validate_json(json.dumps(values, default=str))
    except ValidationError as error:
        return Parsed(None, _by_line(_trouble(text, row["type"], row["loc"], row["msg"]) for row in error.errors()))
    troubles = [Trouble(f.code, line_of(text, f.path), _shown(f.path), f.message) for f in template_faults(template)]
    if template.name != name:
        told = f"the template is named {template.name}, its file {name}.toml; name them alike"
        troubles.append(Trouble("T0.file-name", line_of(text, ("name",)), "name", told))
    return Parsed(template, _by_line(troubles))


def _by_line(troubles: Iterable[Trouble]) -> tuple[Trouble, ...]:
    """In the order of the lines to mend; one key's troubles in the order in which they were found."""
    return tuple(sorted(troubles, key=lambda trouble: trouble.line))


@cache
def _load_library(folder: Path) -> tuple[Template, ...]:
    paths = sorted(folder.glob("*.toml"))
    if not paths:
        raise InputError(f"{folder}: holds no templates (*.toml)")
    templates = tuple(load_template(path) for path in paths)
    for one, two in combinations(templates, 2):
        if _structure(one) == _structure(two):
            raise InputError(
                f"{folder / two.name}.toml: domain: shares cell, selection structure and option domain with "
                f"{one.name}.toml; a cell needs templates that differ in one of them"
            )
    return templates


def _structure(template: Template) -> tuple[str, str, str, str]:
    return template.scenario, template.operation, template.selection.structure, template.domain


def read_text(path: Path) -> str:
    """A template file's text. Raises InputError that names the file."""
    try:
        return read_bytes(path).decode()
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: byte {error.start}: not UTF-8") from error


def _trouble(text: str, kind: str, path: KeyPath, message: str) -> Trouble:
    codes = {"extra_forbidden": "T0.unknown-key", "missing": "T0.missing-key"}
    told = {"extra_forbidden": "no such key in a template", "missing": "this key is missing"}
    known = tuple(part for part in path if not (isinstance(part, str) and part.startswith(("constrained", "int"))))
    return Trouble(codes.get(kind, "T0.bad-value"), line_of(text, known), _shown(known), told.get(kind, message))


def _shown(path: KeyPath) -> str:
    shown = ""
    for part in path:
        shown += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if shown else part
    return shown or "the file"
