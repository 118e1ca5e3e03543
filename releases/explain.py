"""Explaining one item: how its answer follows, for people, and as data for machines."""

from __future__ import annotations

from pathlib import Path

from releases.foreign.again import explain_mended, explained_json, find_mended, holds_mended
from releases.reading import find_item, open_subject
from schemas.canonical import JSON, dump
from schemas.errors import InputError

__all__ = ["drawing", "explain", "explain_json"]


def explain(path: Path, wanted: str) -> str:
    """The item of an id, or of the beginning of one, as text. Raises InputError when there is no such item."""
    if holds_mended(path):
        return explain_mended(find_mended(path, wanted))
    subject = open_subject(path)
    item = find_item(subject, wanted)
    return f"{item.where}\n{item.family.explain(item.record)}"


def drawing(path: Path, wanted: str) -> str:
    """The item as a picture, an SVG document. Raises InputError when there is no such item, or no picture of it."""
    item = find_item(open_subject(path), wanted)
    drawn = item.family.drawing(item.record)
    if drawn is None:
        raise InputError(f"{wanted}: there is no picture of a {item.family.item}; leave out --svg")
    return drawn


def explain_json(path: Path, wanted: str) -> dict[str, JSON]:
    """The same for machines: where the item is, its whole record, and its graph as edges where it has one."""
    if holds_mended(path):
        return explained_json(find_mended(path, wanted))
    subject = open_subject(path)
    item = find_item(subject, wanted)
    return {
        "where": item.where,
        "family": item.family.item,
        "item": dump(item.record),
        "graph": item.family.graph(item.record),
        "text": item.family.explain(item.record),
    }
