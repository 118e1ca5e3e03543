"""Explaining one item: how its answer follows, for people, and as data for machines."""

from __future__ import annotations

from pathlib import Path

from releases.reading import find_item, open_subject
from schemas.canonical import JSON, dump

__all__ = ["explain", "explain_json"]


def explain(path: Path, wanted: str) -> str:
    """The item of an id, or of the beginning of one, as text. Raises InputError when there is no such item."""
    subject = open_subject(path)
    item = find_item(subject, wanted)
    return f"{item.where}\n{item.family.explain(item.record)}"


def explain_json(path: Path, wanted: str) -> dict[str, JSON]:
    """The same for machines: where the item is, its whole record, and its graph as edges where it has one."""
    subject = open_subject(path)
    item = find_item(subject, wanted)
    return {
        "where": item.where,
        "family": item.family.item,
        "item": dump(item.record),
        "graph": item.family.graph(item.record),
        "text": item.family.explain(item.record),
    }
