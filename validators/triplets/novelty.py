"""T9 and T10: twins are few and stay together, and no item repeats another template's or an earlier release's."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from schemas.findings import Finding
from schemas.seen import Seen
from schemas.triplets import Triplet
from validators.registry import rule
from validators.triplets.context import ReleaseContext
from validators.triplets.findings import found, found_together

__all__ = ["check_new", "check_twins"]

NEAR: Final = (1, 2)
"""The share of word triples, as numerator and denominator, from which two questions count as near-duplicates."""

FRAMES: Final = 8
"""How many differing instances of one template are compared with those of others: far more than the cap on twins, and
few enough that a release of any size is compared in the same memory."""

Triples: TypeAlias = frozenset[tuple[str, ...]]


@rule("T9", "triplet", "release")
def check_twins(items: Collection[Triplet], context: ReleaseContext) -> Iterator[Finding]:
    """Instances of one template are no more than the cap, in one split, and no two the same."""
    twins = context.counts(items).twins
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
    frames: dict[str, dict[Triples, Asked]] = {}
    for item in items:
        text = item.question_composition
        first = seen.name_of(text)
        if first is not None:
            yield found(item, "T10.same-item", "question_composition", f"{first} asks exactly this")
        seen.add(text, item.id)
        if item.id in earlier:
            yield found(item, "T10.seen-before", "id", "an earlier release holds this item")
        known = frames.setdefault(item.template, {})
        if len(known) < FRAMES:
            known.setdefault(_triples(item), Asked(item.id, text))
    near = _near(frames, context.earlier)
    for item in items if near else ():
        rivals = near.get(item.template, ())
        own = _triples(item) if rivals else frozenset()
        for theirs, two in rivals:
            if two.text != item.question_composition and _is_near(own, theirs):
                told = f"nearly {two.id}: {item.question_composition[:420]!r} and {two.text[:420]!r}"
                yield found(item, "T10.near-duplicate", "question_composition", told)
                break


class Asked(NamedTuple):
    """A composed question and whose it is."""

    id: str
    text: str


def _near(
    frames: Mapping[str, Mapping[Triples, Asked]], earlier: Iterable[Triplet]
) -> dict[str, list[tuple[Triples, Asked]]]:
    """By template, what its instances nearly repeat: frames of templates after it, and earlier items of others."""
    old = [(item.template, _triples(item), Asked(item.id, item.question_composition)) for item in earlier]
    new = [(template, triples, asked) for template, known in frames.items() for triples, asked in known.items()]
    near: dict[str, list[tuple[Triples, Asked]]] = {}
    for place, (template, own, _) in enumerate(new):
        for other, theirs, asked in (*new[place + 1 :], *old):
            if template != other and _is_near(own, theirs):
                near.setdefault(template, []).append((theirs, asked))
    return near


def _is_near(one: Triples, two: Triples) -> bool:
    shared = len(one & two)
    return shared * NEAR[1] >= (len(one) + len(two) - shared) * NEAR[0]


def _triples(item: Triplet) -> Triples:
    """The runs of three words of the composed question, numbers and option names masked: its sentences."""
    text = item.question_composition.casefold()
    for option in item.options:
        text = text.replace(option.name.casefold(), "@")
    words = re.findall(r"[^\W\d_]+|@|\d+", text)
    words = ["#" if word.isdigit() else word for word in words]
    return frozenset(zip(words, words[1:], words[2:], strict=False))
