"""The answers of `readings.txt`, each with the number that a person reads in it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

__all__ = ["Answer", "answers"]


class Answer(NamedTuple):
    """One answer text, the number in it (None: no single number), the unit where it is stated, and its line."""

    text: str
    number: Fraction | None
    unit: str | None
    line: int


def answers() -> list[Answer]:
    """Every answer of the corpus."""
    path = Path(__file__).with_name("readings.txt")
    made: list[Answer] = []
    for number, line in enumerate(path.read_bytes().decode().split("\n"), start=1):
        if not line or line.startswith("# "):
            continue
        text, _, told = line.rpartition(" => ")
        value, _, unit = told.partition(" ")
        text = text.replace("\\n", "\n").replace("\\r", "\r")
        made.append(Answer(text, None if value == "?" else Fraction(value), unit or None, number))
    return made
