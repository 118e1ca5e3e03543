"""The clue language: one table of phrases, and the parser that reads a clue back as a structured step."""

from __future__ import annotations

from solvers.clues.parser import Conditions, Reading, parse

__all__ = ["Conditions", "Reading", "parse"]
