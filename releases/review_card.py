"""What a card tells of the review, and whether triplets, review record and card of a release say the same of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from releases.findings import critical
from releases.layout import CARD, REVIEW
from releases.markdown import table
from releases.reading import Item
from schemas.base import parse_record
from schemas.errors import InputError
from schemas.files import read_bytes
from schemas.findings import Finding
from schemas.reviews import Figure, ReviewRecord
from schemas.triplets import Triplet

__all__ = ["review_faults", "review_section", "unbacked_faults"]


def review_section(record: ReviewRecord) -> str:
    """The section of the card: who came through, what it took, and how far reviewers agreed."""
    accepted = sum(item.status == "accepted" for item in record.items)
    rows = [
        (row.question, row.units, *(_told(figure) for figure in (row.alpha, row.ac1, row.raw)))
        for row in record.agreement
    ]
    return "\n".join(
        [
            "## Review\n",
            f"{accepted} of {len(record.items)} triplets were accepted in review: {record.reviewers} people checked "
            "the version that is here, solved it blind, answered as its author does (or an adjudicator found that "
            "their words mean the same), and found nothing ambiguous. Nobody reviewed an item they wrote.\n",
            f"In the whole review {record.submitted} items were handed in, {record.rewritten} were written again, and "
            f"{record.adjudicated} comparisons took an adjudicator. Its ledger stood at event {record.events} "
            f'(`head = "{record.head}"`); `{REVIEW}` says which item and version each triplet is.\n',
            "### Agreement of reviewers\n",
            "Over all versions of all items of the review, whether they are in this release or not; a unit is a "
            "version, in the first row one check of it. Coefficient and 95 % bootstrap interval. Alpha is not defined "
            "where all ratings are the same.\n",
            table(["question", "units", "Krippendorff's alpha", "Gwet's AC1", "raw agreement"], rows),
        ]
    )


def review_faults(folder: Path, items: Collection[Item]) -> Iterator[Finding]:
    """Where triplets, review record and card of a release don't say the same of a review."""
    if not (folder / REVIEW).is_file():  # of triplets that say otherwise, each is told of by itself
        return
    try:
        record = parse_record(ReviewRecord, read_bytes(folder / REVIEW), REVIEW)
    except InputError as error:
        yield critical("Schema.misfit", "release", REVIEW, str(error).removeprefix(f"{REVIEW}: "))
        return
    told_of = {item.id: item.status for item in record.items}
    for one in _triplets(items):
        if told_of.pop(one.id, None) != one.status:
            yield critical("Release.wrong-review", one.id, "status", f"{REVIEW} doesn't say that it is {one.status}")
    for name in told_of:
        yield critical("Release.wrong-review", "release", f"{REVIEW}: {name}", "the release has no such triplet")
    if review_section(record) not in read_bytes(folder / CARD).decode("utf-8", errors="replace"):
        yield critical("Release.wrong-card", "release", CARD, f"its section on the review isn't what {REVIEW} says")


def unbacked_faults(item: Item, reviewed: bool) -> Iterator[Finding]:
    """A triplet that says it was accepted, in a release that holds no record of a review."""
    if not reviewed and isinstance(item.record, Triplet) and item.record.status == "accepted":
        told = f"it says that it was accepted, and the release has no {REVIEW}"
        yield critical("Release.wrong-review", item.record.id, "status", told)


def _triplets(items: Collection[Item]) -> Iterator[Triplet]:
    return (item.record for item in items if isinstance(item.record, Triplet))


def _told(figure: Figure) -> str:
    if figure.value is None:
        return "not defined"
    return figure.value if figure.low is None else f"{figure.value} [{figure.low}, {figure.high}]"
