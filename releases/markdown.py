"""Pieces of a dataset card: front matter, tables, and cells that can't break out of theirs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import yaml

__all__ = ["folded", "front_matter", "percent", "plain", "quoted", "table"]


def front_matter(values: Mapping[str, object]) -> str:
    """A card's YAML block, plain types only (yaml.safe_load gives the values back), between its two marks.

    Raises yaml.YAMLError for a value that plain YAML can't hold.
    """
    body = yaml.safe_dump(dict(values), sort_keys=False, allow_unicode=True, width=100, default_flow_style=False)
    return f"---\n{body}---\n"


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table."""
    lines = [_line(columns), _line(["---"] * len(columns)), *(_line([str(cell) for cell in row]) for row in rows)]
    return "\n".join(lines) + "\n"


def plain(text: str) -> str:
    """Text in which nothing is mark-up."""
    return re.sub(r"([\\`*_<>\[\]#~])", r"\\\1", text)


def quoted(text: str) -> str:
    """Text set off from the card's own, line by line as it stands."""
    lines = [re.sub(r"^(\d*)([-+.)])", r"\1\\\2", plain(line)) for line in text.strip().splitlines()]
    broken = [line + ("\\" if line and after else "") for line, after in zip(lines, [*lines[1:], ""], strict=True)]
    return "".join(f"> {line}".rstrip() + "\n" for line in broken)


def folded(title: str, body: str) -> str:
    """Something long behind its title."""
    return f"<details><summary>{title}</summary>\n\n{body}\n</details>\n"


def percent(part: int, whole: int) -> str:
    """A share in whole per cents, halves rounded up; a dash of nothing."""
    return f"{int(Fraction(100 * part, whole) + Fraction(1, 2))} %" if whole else "–"


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |"
