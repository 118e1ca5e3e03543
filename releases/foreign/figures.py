"""Figures of an audit, by variant and level: what is live, what the answers rest on, how fair they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from pydantic import JsonValue

from schemas.findings import Finding
from schemas.foreign import ForeignStop
from schemas.legs import Variant
from validators.foreign import Audited
from validators.foreign.exactness import volatility
from validators.foreign.together import chi_square, digits

__all__ = ["LEVELS", "RESTS_ON", "VARIANTS", "Cell", "Group", "clean", "groups", "measure", "percent"]

VARIANTS: tuple[Variant, ...] = ("sequential", "compositional")
LEVELS = ("easy", "medium", "hard", "extreme")
RESTS_ON = ("page", "frozen", "archival", "slow", "live")
"""What an answer may rest on: pages without a revision, and tools by how fast their answers may change."""


class Group(NamedTuple):
    """Legs of one variant, of one level or (None) of all."""

    variant: Variant
    level: str | None

    def __str__(self) -> str:
        return f"{self.level or 'all'} {self.variant}"


class Cell(NamedTuple):
    """What was counted in a group of legs.

    `mean_dead` is the mean of the legs' own shares of dead stops. `clean` legs have no critical finding. `on_value`
    of the live diamonds ask, in both branches, about the very text that their source stop extracted.
    `on_previous` stops say that they depend on the one before them and on no other. `rests_on` counts live stops by
    what they rest on, `volatile` the legs with a slow or live tool among them.
    """

    legs: int
    stops: int
    dead: int
    mean_dead: Fraction
    clean: int
    fully_live: int
    on_previous: int
    mean_depth: Fraction
    deepest: int
    diamonds: int
    live_diamonds: int
    on_value: int
    answers: Mapping[int, int]
    volatile: int
    rests_on: Mapping[str, int]

    @property
    def chi_square(self) -> float:
        """Of the ten digits as answers, against equal counts."""
        return chi_square(self.answers)

    @property
    def best_constant(self) -> Fraction:
        """The share of legs that the commonest digit gets right."""
        return Fraction(max(self.answers.values()), self.legs)


def percent(share: Fraction, places: int = 1) -> str:
    """A share in per cent, to one decimal."""
    exact = Decimal(share.numerator * 100) / share.denominator
    return str(exact.quantize(Decimal(1).scaleb(-places)))


def clean(cell: Cell) -> str:
    """How many legs are clean, and their share."""
    return f"{cell.clean} ({percent(Fraction(cell.clean, cell.legs))} %)"


def groups(legs: Iterable[Audited]) -> dict[Group, list[Audited]]:
    """The legs by variant and level, each variant's levels in order and then all of them together."""
    by_group: dict[Group, list[Audited]] = {}
    for one in legs:
        for level in (one.level, None):
            by_group.setdefault(Group(one.variant, level), []).append(one)

    def order(group: Group) -> tuple[int, int, str]:
        level = group.level
        place = len(LEVELS) + 1 if level is None else LEVELS.index(level) if level in LEVELS else len(LEVELS)
        return VARIANTS.index(group.variant), place, level or ""

    return {group: by_group[group] for group in sorted(by_group, key=order)}


def measure(legs: Sequence[Audited], findings: Iterable[Finding]) -> Cell:
    """The figures of some legs, at least one; `findings` may be about others too."""
    faulty = {finding.item for finding in findings if finding.severity == "critical"}
    live = [stop for one in legs for place, stop in enumerate(one.leg.stops) if place in one.graph.live]
    diamonds = [(one, diamond) for one in legs for diamond in one.graph.diamonds]
    whole = [(one, diamond) for one, diamond in diamonds if diamond.whole and diamond.merge in one.graph.live]
    shares = [Fraction(len(one.graph.dead), len(one.leg.stops)) for one in legs]
    rests = Counter("page" if stop.stop_type == "page" else volatility(stop) or "" for stop in live)
    changing = [
        one for one in legs if any(volatility(one.leg.stops[place]) in {"slow", "live"} for place in one.graph.live)
    ]
    return Cell(
        legs=len(legs),
        stops=sum(len(one.leg.stops) for one in legs),
        dead=sum(len(one.graph.dead) for one in legs),
        mean_dead=sum(shares, Fraction(0)) / len(legs),
        clean=sum(one.name not in faulty for one in legs),
        fully_live=sum(not one.graph.dead for one in legs),
        on_previous=sum(stop.depends_on == (before.index,) for one in legs for before, stop in pairwise(one.leg.stops)),
        mean_depth=Fraction(sum(one.graph.depth for one in legs), len(legs)),
        deepest=max(one.graph.depth for one in legs),
        diamonds=len(diamonds),
        live_diamonds=len(whole),
        on_value=sum(
            all(
                any(_asks(one.leg.stops[branch], one.leg.stops[source].extracted_value) for source in diamond.sources)
                for branch in diamond.branches
            )
            for one, diamond in whole
        ),
        answers=digits(legs),
        volatile=len(changing),
        rests_on={name: rests[name] for name in RESTS_ON},
    )


def _asks(branch: ForeignStop, value: JsonValue) -> bool:
    """Whether a branch's first call holds the text of a value."""
    chain = branch.bridge.tool_chain
    if not isinstance(value, str) or not chain:
        return False
    return any(value in told for told in chain[0].arguments.values() if isinstance(told, str))
