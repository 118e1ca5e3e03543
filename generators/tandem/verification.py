"""Verification questions: a base question with one plan taken out for the statement that a better one exists."""

from __future__ import annotations

from generators.tandem.english import BETTER_PLAN
from schemas.canonical import content_id
from schemas.tandem import HalfName, TandemQuestion, TandemVerification

__all__ = ["verification"]


def verification(base: TandemQuestion, variant: HalfName) -> TandemVerification:
    """One half of the verification pair of a base question."""
    removed = base.gold if variant == "removed" else base.pair.removed_when_retained
    item = TandemVerification(
        id="tandem_verification-" + "0" * 20,
        family="tandem_verification",
        split=base.split,
        canary=base.canary,
        variant=variant,
        removed=removed,
        statement=BETTER_PLAN,
        better_exists=variant == "removed",
        base=base,
    )
    return item.model_copy(update={"id": content_id("tandem_verification", item.content())})
