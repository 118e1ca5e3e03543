"""L13: how alike the clues of one kind are, so that a release of many legs doesn't say everything in one way."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from schemas.findings import Finding
from schemas.legs import Detour, FinishLine, Leg, Merge, Roadblock, RouteInfo, Stop
from validators.legs.context import LegContext
from validators.registry import rule

__all__ = ["MOST_ALIKE", "Alike", "check_variety", "clue_kind", "likeness", "similarity"]

WORDS_IN_A_ROW = 3
MOST_ALIKE = 0.4
"""The mean similarity above which clues of one kind are called monotonous. Clues in k equally frequent wordings that
share no three words in a row have 1/k."""

FEWEST = 20
"""How many clues of a kind there must be before they are judged."""


class Alike(NamedTuple):
    """How many clues there are of a kind, in how many wordings, and their mean similarity, 0 to 1."""

    clues: int
    wordings: int
    mean: float


def clue_kind(stop: Stop) -> str:
    """What kind of clue leads to a stop."""
    match stop:
        case RouteInfo(target=None):
            return f"fact, {stop.transition}"
        case RouteInfo(target=target):
            how = "relation" if target is not None and target.relation is not None else "properties"
            return f"fact, {stop.transition} by {how}"
        case Roadblock():
            return f"roadblock: {stop.template}"
        case Detour():
            return f"detour: {stop.transform}"
        case Merge():
            return f"merge: {stop.operation}"
        case FinishLine():
            return f"finish: {stop.operation}"


def _pieces(clue: str) -> frozenset[tuple[str, ...]]:
    """The runs of three words of a clue, in small letters, with every number alike."""
    words = re.findall(r"[^\W\d_]+|#", re.sub(r"\d[\d,.]*", "#", clue.casefold()))
    return frozenset(tuple(words[at : at + WORDS_IN_A_ROW]) for at in range(max(1, len(words) - WORDS_IN_A_ROW + 1)))


def similarity(clues: Sequence[str]) -> float:
    """The mean over all pairs of the cosine between the clues' sets of three words in a row: 0 unlike, 1 the same.

    With u the unit vector of a clue, the sum over all ordered pairs is |Σu|² less n, so no pair is looked at alone.
    """
    count = len(clues)
    if count < 2:
        return 0.0
    weights: dict[tuple[str, ...], list[float]] = defaultdict(list)
    for clue in clues:
        pieces = _pieces(clue)
        for piece in pieces:
            weights[piece].append(1 / math.sqrt(len(pieces)))
    whole = math.fsum(math.fsum(each) ** 2 for each in weights.values())
    return max(0.0, (whole - count) / (count * (count - 1)))


def likeness(legs: Sequence[Leg]) -> Mapping[str, Alike]:
    """How alike the clues of each kind are, by kind, sorted."""
    clues: dict[str, list[str]] = defaultdict(list)
    for leg in legs:
        for stop, clue in zip(leg.stops, leg.clues, strict=False):
            clues[clue_kind(stop)].append(clue)
    return {kind: Alike(len(said), _wordings(said), similarity(said)) for kind, said in sorted(clues.items())}


def _wordings(clues: Sequence[str]) -> int:
    """Different clues, numbers and quoted names apart."""
    return len(Counter(re.sub(r"“[^”]*”|\d[\d,.]*", "#", clue.casefold()) for clue in clues))


@rule("L13", "leg", "release")
def check_variety(legs: Sequence[Leg], _context: LegContext) -> Iterator[Finding]:
    """The clues of each kind are put in many ways."""
    for kind, told in likeness(legs).items():
        if told.clues >= FEWEST and told.mean > MOST_ALIKE:
            yield Finding(
                code="L13.monotonous",
                severity="warning",
                item="release",
                place=f"clues: {kind}",
                message=f"{told.clues} clues in {told.wordings} wordings have a mean similarity of {told.mean:.3f}; "
                f"up to {MOST_ALIKE} is varied",
            )
