"""T9 and T10: twins are few and stay together, and no item repeats another template's or an earlier release's."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from schemas.findings import Finding
from schemas.seen import Seen
from schemas.triplets import Triplet
from validators.registry import rule
from validators.triplets.context import ReleaseContext
from validators.triplets.findings import found, found_together

__all__ = ["check_new", "check_twins"]

NEAR: Final = (1, 2)
"""The share of word triples, as numerator and denominator, from which two questions count as near-duplicates."""


@rule("T9", "triplet", "release")
def check_twins(items: Collection[Triplet], context: ReleaseContext) -> Iterator[Finding]:
    """Instances of one template are no more than the cap, in one split, and no two the same."""
    twins = Counter((item.template, item.split) for item in items)
    for template in sorted({template for template, _ in twins}):
        splits = sorted(split for name, split in twins if name == template)
        total = sum(twins[template, split] for split in splits)
        if total > context.twins:
            told = f"{total} instances of one template; {context.twins} at most"
            yield found_together("T9.too-many-twins", template, told)
        if len(splits) > 1:
            told = f"its instances are separated: they stand in {' and '.join(splits)}"
            yield found_together("T9.twins-separated", template, told)


@rule("T10", "triplet", "release")
def check_new(items: Collection[Triplet], context: ReleaseContext) -> Iterator[Finding]:
    """No item stands twice, nor in an earlier release, and none nearly repeats one of another template."""
    seen = Seen()
    earlier = {item.id for item in context.earlier}
    frames: dict[Frame, Triplet] = {}
    for item in items:
        text = item.question_composition
        first = seen.name_of(text)
        if first is not None:
            yield found(item, "T10.same-item", "question_composition", f"{first} asks exactly this")
        seen.add(text, item.id)
        if item.id in earlier:
            yield found(item, "T10.seen-before", "id", "an earlier release holds this item")
        frames.setdefault(Frame(item.template, _triples(item)), item)
    near = _near(frames, context.earlier)
    for item in items if near else ():
        two = near.get(Frame(item.template, _triples(item)))
        if two is not None and two.question_composition != item.question_composition:
            told = f"nearly {two.id}: {item.question_composition[:420]!r} and {two.question_composition[:420]!r}"
            yield found(item, "T10.near-duplicate", "question_composition", told)


class Frame(NamedTuple):
    """What instances of one template have in common: its name, and the sentences with their things masked."""

    template: str
    triples: frozenset[tuple[str, ...]]


def _near(frames: Mapping[Frame, Triplet], earlier: Iterable[Triplet]) -> dict[Frame, Triplet]:
    """Each frame that is nearly another's: a later one of another template, or one of an earlier release."""
    others = [(Frame(item.template, _triples(item)), item) for item in earlier]
    known = list(frames.items())
    near: dict[Frame, Triplet] = {}
    for place, (one, _) in enumerate(known):
        for two, item in (*known[place + 1 :], *others):
            shared = len(one.triples & two.triples) if one.template != two.template else 0
            if one.template != two.template and shared * NEAR[1] >= len(one.triples | two.triples) * NEAR[0]:
                near[one] = item
                break
    return near


def _triples(item: Triplet) -> frozenset[tuple[str, ...]]:
    """The runs of three words of the composed question, numbers and option names masked: its sentences."""
    text = item.question_composition.casefold()
    for option in item.options:
        text = text.replace(option.name.casefold(), "@")
    words = re.findall(r"[^\W\d_]+|@|\d+", text)
    words = ["#" if word.isdigit() else word for word in words]
    return frozenset(zip(words, words[1:], words[2:], strict=False))
