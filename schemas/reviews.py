"""What a release says of the review of its triplets: which version of which item each is, and how reviewers agreed."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from schemas.base import CanaryString, DecimalString, IdString, Record, Sha256

__all__ = ["AgreementFigures", "Figure", "ReviewRecord", "ReviewedItem"]

Number = Annotated[int, Field(ge=0)]


class Figure(Record):
    """A coefficient and its 95 % interval, to three decimals; null where the ratings don't define it."""

    value: DecimalString | None
    low: DecimalString | None
    high: DecimalString | None


class AgreementFigures(Record):
    """Agreement on one question over `units`, the versions of items that two or more people rated.

    `alpha` is Krippendorff's (nominal), `ac1` Gwet's, `raw` the share of pairs of ratings that agree.
    """

    question: Annotated[str, StringConstraints(min_length=1, max_length=60)]
    units: Number
    alpha: Figure
    ac1: Figure
    raw: Figure


class ReviewedItem(Record):
    """A triplet of the release, and the item and version of the review that it is."""

    id: IdString
    item: Annotated[str, StringConstraints(pattern=r"^T[1-9][0-9]{0,5}$")]
    version: Annotated[int, Field(ge=1)]
    status: Literal["draft", "accepted"]


class ReviewRecord(Record):
    """The review as it stood when the release was made.

    `head` is the digest of the ledger's last event that was read and `events` how many there were up to it;
    `reviewers` is how many people each round takes. `submitted` counts the review's items, `rewritten` those with
    more than one version, `adjudicated` the versions that an adjudicator decided. Agreement is over all of them,
    whether they came into the release or not.
    """

    format: Literal["benchwright-review-1"]
    canary: CanaryString
    head: Sha256
    events: Number
    reviewers: Number
    submitted: Number
    rewritten: Number
    adjudicated: Number
    items: tuple[ReviewedItem, ...]
    agreement: tuple[AgreementFigures, ...]
