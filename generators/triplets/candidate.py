"""The work unit of a release: one attempt at the item of one index, pure in its arguments."""

from __future__ import annotations

from collections.abc import Iterator

from generators.rejection import Rejected
from generators.triplets.config import SplitCount, TripletConfig
from generators.triplets.instance import generate
from generators.triplets.plan import packaged_plan, plan
from schemas.errors import InputError
from schemas.randomness import stream
from schemas.triplets import Split, Template, Triplet

__all__ = ["candidate", "sample"]

SAMPLE_CANARY = "00000000-0000-0000-0000-000000000000"


def candidate(
    config: TripletConfig,
    seed: int,
    split: Split,
    index: int,
    attempt: int,
    library: tuple[Template, ...] | None = None,
) -> Triplet:
    """One attempt at item `index` of a split; `library` is the packaged one unless given.

    Template and positions depend on the index alone, so that a release stays even whichever attempt is taken.
    Raises Rejected when the draw is no item, InputError for an index that the config doesn't ask for.
    """
    slots = packaged_plan(config, seed) if library is None else plan(config, seed, library)
    slot = slots.get(split, index)
    if slot is None:
        raise InputError(f"{split} item {index}: the config asks for no such item")
    rng = stream(seed, "triplet", split, index, attempt, "instance")
    return generate(config, slot.template, rng, split=split, places=slot.places)


def sample(template: Template, count: int, seed: int = 0) -> Iterator[Triplet | Rejected]:
    """Instances of one template to look at while writing it, and the draws that were none."""
    config = TripletConfig(canary=SAMPLE_CANARY, splits=(SplitCount(split="dev", count=count),))
    for index in range(count):
        try:
            yield generate(config, template, stream(seed, "triplet", "sample", template.name, index), split="dev")
        except Rejected as rejected:
            yield rejected
