"""Finds the words of a text that bring a step or a number without writing it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from schemas.amounts import HIDDEN_STEPS

__all__ = ["hidden_steps"]


def hidden_steps(text: str) -> Iterator[str]:
    """Every phrase of HIDDEN_STEPS that stands in the text, as the list has it, each once."""
    for phrase, pattern in _PATTERNS:
        if pattern.search(text):
            yield phrase


def _pattern(phrase: str) -> re.Pattern[str]:
    words = [r"(?:[^\s.;?!]+\s+){1,4}?" if word == "…" else re.escape(word) for word in phrase.split()]
    body = r"\s+".join(words).replace(r"{1,4}?\s+", "{1,4}?")  # a gap takes the space behind it along
    begin = r"(?<!\w)" if phrase[0].isalnum() else ""
    return re.compile(rf"{begin}{body}(?!\w)", re.IGNORECASE)


_PATTERNS: Final = tuple((phrase, _pattern(phrase)) for phrase in HIDDEN_STEPS)
