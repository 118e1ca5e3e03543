"""Typed facts with the exact span that says them, read from an article's infobox; worlds.facts.fields lists them."""

from __future__ import annotations

from worlds.facts.fields import FIELDS, FieldSpec
from worlds.facts.reader import read_facts

__all__ = ["FIELDS", "FieldSpec", "read_facts"]
