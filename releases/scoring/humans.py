"""How far the verdicts on commonsense answers agree with people's, on a sample that people judged."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from pathlib import Path
from typing import Final, NamedTuple

from schemas.base import IdString, Record, parse_record
from schemas.canonical import JSON
from schemas.errors import InputError
from schemas.files import read_jsonl

__all__ = ["Agreement", "HumanVerdict", "agreement", "read_human"]

Z: Final = 1.959964
"""The normal quantile of a 95 % interval."""


class HumanVerdict(Record):
    """One person's word on the commonsense answer that a model gave to an item."""

    id: IdString
    right: bool


class Agreement(NamedTuple):
    """On the answers that both judged: how many verdicts agree, and which way the others go."""

    sample: int
    agree: int
    we_right_only: int
    people_right_only: int
    both_wrong: int

    def interval(self) -> tuple[float, float] | None:
        """Wilson's 95 % interval of the raw agreement; None of an empty sample."""
        if not self.sample:
            return None
        share, n = self.agree / self.sample, self.sample
        centre = share + Z * Z / (2 * n)
        spread = Z * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
        scale = 1 + Z * Z / n
        return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)

    def kappa(self) -> float | None:
        """Cohen's kappa, which takes agreement by chance off; None where one side says the same of everything."""
        both_right = self.agree - self.both_wrong
        ours = both_right + self.we_right_only
        theirs = both_right + self.people_right_only
        n = self.sample
        chance = (ours * theirs + (n - ours) * (n - theirs)) / (n * n) if n else 1.0
        return None if chance >= 1 else (self.agree / n - chance) / (1 - chance)

    def as_json(self) -> dict[str, JSON]:
        """Everything, for machines."""
        interval, kappa = self.interval(), self.kappa()
        return {
            "sample": self.sample,
            "agree": self.agree,
            "interval": None if interval is None else [round(end, 4) for end in interval],
            "kappa": None if kappa is None else round(kappa, 4),
            "right_only_by_score": self.we_right_only,
            "right_only_by_people": self.people_right_only,
        }


def agreement(ours: Mapping[str, bool], people: Mapping[str, bool]) -> Agreement:
    """Compare verdicts on the items that both sides judged."""
    pairs = [(ours[name], people[name]) for name in people if name in ours]
    return Agreement(
        sample=len(pairs),
        agree=sum(one == two for one, two in pairs),
        we_right_only=sum(one and not two for one, two in pairs),
        people_right_only=sum(two and not one for one, two in pairs),
        both_wrong=sum(not one and not two for one, two in pairs),
    )


def read_human(path: Path) -> dict[str, bool]:
    """People's verdicts by item. Raises InputError for a line that is none, or an item judged twice."""
    found: dict[str, bool] = {}
    for number, line in read_jsonl(path):
        verdict = parse_record(HumanVerdict, line, f"{path}: line {number}")
        if verdict.id in found:
            raise InputError(f"{path}: line {number}: {verdict.id} is judged twice; settle on one verdict")
        found[verdict.id] = verdict.right
    return found
