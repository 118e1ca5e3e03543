"""Handing in items: a new one, a rewrite, or a file of many."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from annotation.events import Submitted
from annotation.itemfile import ReadItem, is_item, read_item
from annotation.itemtext import item_text
from annotation.review import NEW, Review, said
from annotation.rules import Refused
from generators.rejection import Rejected
from generators.triplets import load_template, sample
from schemas.base import parse_record
from schemas.errors import InputError
from schemas.files import read_bytes, read_jsonl
from schemas.triplets import Triplet

__all__ = ["Unsound", "submit", "texts_of"]


class Unsound(Refused):
    """The text has critical findings, which `read` holds."""

    def __init__(self, read: ReadItem) -> None:
        first = next(one for one in read.remarks if one.severity == "critical")
        more = len(read.remarks) - 1
        super().__init__(f"line {first.line}: {first.code}: {first.message}" + (f" (and {more} more)" if more else ""))
        self.read = read


def submit(review: Review, person: str, text: str, key: str, item: str | None = None, reply: str = "") -> str:
    """Hand in a new item, or with `item` a rewrite that answers its feedback by `reply`; returns the item's id.

    Raises Unsound when a check finds something critical, Refused when the rules don't allow it or when another
    item of the review is the same.
    """
    read = read_item(text)
    if read.triplet is None or not read.sound:
        raise Unsound(read)
    state = review.refresh()
    held = None if item is None else review.item(item)
    data = said(
        Submitted,
        kind="submitted",
        item=f"T{NEW}" if held is None else held.id,
        version=1 if held is None else held.now.number + 1,
        person=person,
        text=text,
        triplet=read.triplet,
        reply=reply.strip(),
    )
    if review.find(key) is None:
        for other in state.items.values():
            same = other.now.submitted.triplet.id == read.triplet.id
            if same and other.now.phase != "withdrawn" and (held is None or other.id != held.id):
                raise Refused(f"T10.same-item: {other.id} is the same item")
    elif held is not None:
        data = data.model_copy(update={"version": held.now.number})
    event = review.do(data, key)
    if not isinstance(event.data, Submitted):
        raise Refused("the key was used for something else")
    return event.data.item


def texts_of(path: Path, seed: int) -> Iterator[tuple[str, str]]:
    """The items of a file as texts, each with its place: a JSONL of triplets, an item's TOML, or a template's
    TOML, of which one instance is drawn by `seed`.

    Raises InputError naming file and line.
    """
    if path.suffix == ".jsonl":
        for number, line in read_jsonl(path):
            yield f"{path}:{number}", item_text(parse_record(Triplet, line, f"{path}:{number}"))
        return
    if path.suffix != ".toml":
        raise InputError(f"{path}: hand in .toml (an item or a template) or .jsonl (triplets)")
    try:
        text = read_bytes(path).decode()
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: byte {error.start}: not UTF-8") from error
    if is_item(path):
        yield str(path), text
        return
    drawn = next(iter(sample(load_template(path), 1, seed)))
    if isinstance(drawn, Rejected):
        raise InputError(f"{path}: seed {seed} draws no item from this template; take another seed")
    yield str(path), item_text(drawn)
