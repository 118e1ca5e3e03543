"""T9 and T10: twins are few and stay together, and no item repeats another template's or an earlier release's."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from schemas.findings import Finding
from schemas.triplets import Triplet
from validators.registry import rule
from validators.triplets.context import ReleaseContext
from validators.triplets.findings import found, found_together

__all__ = ["check_new", "check_twins"]

NEAR: Final = (1, 2)
"""The share of word triples, as numerator and denominator, from which two questions count as near-duplicates."""


@rule("T9", "triplet", "release")
def check_twins(items: Sequence[Triplet], context: ReleaseContext) -> Iterator[Finding]:
    """Instances of one template are no more than the cap, in one split, and no two the same."""
    twins: defaultdict[str, list[Triplet]] = defaultdict(list)
    for item in items:
        twins[item.template].append(item)
    for template, group in sorted(twins.items()):
        if len(group) > context.twins:
            told = f"{len(group)} instances of one template; {context.twins} at most"
            yield found_together("T9.too-many-twins", template, told)
        splits = sorted({item.split for item in group})
        if len(splits) > 1:
            told = f"its instances are separated: they stand in {' and '.join(splits)}"
            yield found_together("T9.twins-separated", template, told)


@rule("T10", "triplet", "release")
def check_new(items: Sequence[Triplet], context: ReleaseContext) -> Iterator[Finding]:
    """No item stands twice, nor in an earlier release, and none nearly repeats one of another template."""
    seen: dict[str, str] = {}
    for item in items:
        text = item.question_composition
        if text in seen:
            yield found(item, "T10.same-item", "question_composition", f"{seen[text]} asks exactly this")
        seen.setdefault(text, item.id)
    earlier = {item.id for item in context.earlier}
    for item in items:
        if item.id in earlier:
            yield found(item, "T10.seen-before", "id", "an earlier release holds this item")
    triples = {item.id: _triples(item) for item in (*items, *context.earlier)}
    pairs = [*combinations(items, 2), *((item, old) for item in items for old in context.earlier)]
    for one, two in pairs:
        if one.template == two.template or one.question_composition == two.question_composition:
            continue
        first, second = triples[one.id], triples[two.id]
        shared, all_of_both = len(first & second), len(first | second)
        if shared * NEAR[1] >= all_of_both * NEAR[0]:
            told = f"nearly {two.id}: {one.question_composition[:420]!r} and {two.question_composition[:420]!r}"
            yield found(one, "T10.near-duplicate", "question_composition", told)


def _triples(item: Triplet) -> frozenset[tuple[str, ...]]:
    """The runs of three words of the composed question, numbers and option names masked: its sentences."""
    text = item.question_composition.casefold()
    for option in item.options:
        text = text.replace(option.name.casefold(), "@")
    words = re.findall(r"[^\W\d_]+|@|\d+", text)
    words = ["#" if word.isdigit() else word for word in words]
    return frozenset(zip(words, words[1:], words[2:], strict=False))
