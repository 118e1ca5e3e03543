"""What a release asks of its legs together: no two alike, and no page in too many of them (rule L17)."""

from __future__ import annotations

from collections import Counter

from releases.families.base import Door
from releases.work import Made, Refused, Unit
from schemas.base import parse_record
from schemas.legs import Leg, RouteInfo
from schemas.recipes import Recipe

__all__ = ["LegDoor", "facts_of", "path_of"]

ALWAYS_ALLOWED = 5
"""How many legs may share a page in any release."""


def path_of(leg: Leg) -> tuple[str, ...]:
    """The pages that a leg visits, in order."""
    return tuple(stop.evidence.title for stop in leg.stops if isinstance(stop, RouteInfo))


def facts_of(leg: Leg) -> tuple[tuple[str, str], ...]:
    """The (page, field) pairs that a leg rests on, sorted: a multiset."""
    return tuple(sorted((stop.evidence.title, stop.field) for stop in leg.stops if isinstance(stop, RouteInfo)))


class LegDoor(Door):
    """Admits a leg unless it repeats an admitted one's id, page path or facts, or crowds a page."""

    def __init__(self, recipe: Recipe) -> None:
        total = sum(batch.count for batch in recipe.legs)
        self._most = max(ALWAYS_ALLOWED, total * recipe.page_share // 100)
        self._ids: set[str] = set()
        self._paths: set[tuple[str, ...]] = set()
        self._facts: set[tuple[tuple[str, str], ...]] = set()
        self._pages: Counter[str] = Counter()

    def refuse(self, unit: Unit, made: Made) -> Refused | None:
        """Why this leg can't join, or None."""
        leg = parse_record(Leg, made.item, str(unit))
        crowded = sorted(title for title in set(path_of(leg)) if self._pages[title] >= self._most)
        reasons = (
            (leg.id in self._ids, "L17.duplicate-id", f"{leg.id} is in the release already"),
            (path_of(leg) in self._paths, "L17.same-path", f"another leg visits {', '.join(path_of(leg))} in order"),
            (facts_of(leg) in self._facts, "L17.same-facts", "another leg rests on the same facts of the same pages"),
            (bool(crowded), "L17.crowded-page", f"{', '.join(crowded)}: in {self._most} legs already"),
        )
        for holds, code, message in reasons:
            if holds:
                return Refused(attempt=made.attempt, code=code, message=message)
        return None

    def admit(self, made: Made) -> None:
        """Count a leg as one of the release."""
        leg = parse_record(Leg, made.item, "an admitted leg")
        self._ids.add(leg.id)
        self._paths.add(path_of(leg))
        self._facts.add(facts_of(leg))
        self._pages.update(set(path_of(leg)))
