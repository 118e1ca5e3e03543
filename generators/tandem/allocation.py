"""How many scenarios each task gets, and which representatives they are (paper B.1 and B.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from generators.tandem.screening import Found, Representative

__all__ = ["Pick", "allocate", "capacity", "ranked"]


def capacity(representatives: int, optimum: int) -> int:
    """The most scenarios of a task (equation 7)."""
    return min(representatives, optimum // 3)


def allocate(capacities: Mapping[str, int], total: int) -> dict[str, int]:
    """Scenarios a task: one each where there is room, the rest in proportion to capacity less one.

    Largest remainders first, ties by the task's name. A task never gets more than its capacity; where that leaves
    scenarios over, so does the result.
    """
    tasks = sorted(task for task, most in capacities.items() if most > 0)
    given = dict.fromkeys(tasks, 1)
    left = min(total, sum(capacities[task] for task in tasks)) - len(tasks)
    if left <= 0:
        return dict.fromkeys(tasks[:total], 1)
    weights = {task: capacities[task] - 1 for task in tasks}
    whole = sum(weights.values())
    given = {task: 1 + left * weights[task] // whole for task in tasks}
    rest = len(tasks) + left - sum(given.values())
    by_remainder = sorted(tasks, key=lambda task: (-(left * weights[task] % whole), task))
    for task in by_remainder[:rest]:
        given[task] += 1
    return given


class Pick(NamedTuple):
    """A representative together with the family that it was picked for."""

    representative: Representative
    found: Found


def ranked(representatives: Sequence[Representative], used: Counter[str]) -> list[Pick]:
    """A task's representatives in the order in which they are taken, each with one family.

    First those that twins of the task have used least (`used` counts by `name_of`); then by what they add: a new
    event ordering or handoff direction, a new family with its set of optimal arrangements, a new material stage.
    Ties: the larger distance to the nearest one already taken on the same trajectory, the nearness class, the
    earlier position, the name.
    """
    themes: set[str] = set()
    arrangements: set[tuple[str, tuple[str, ...]]] = set()
    stages: set[str] = set()
    order: list[Pick] = []
    left = [Pick(one, found) for one in representatives for found in one.found]

    def rank(pick: Pick) -> tuple[object, ...]:
        one, found = pick
        taken = [p.representative.position for p in order if p.representative.trajectory == one.trajectory]
        distance = min((abs(one.position - position) for position in taken), default=1_000)
        return (
            used[name_of(one)],
            found.family.theme in themes,
            (found.family.name, found.best) in arrangements,
            one.stage in stages,
            -distance,
            found.nearness,
            one.position,
            name_of(one),
            found.family.name,
        )

    while left:
        pick = min(left, key=rank)
        order.append(pick)
        themes.add(pick.found.family.theme)
        arrangements.add((pick.found.family.name, pick.found.best))
        stages.add(pick.representative.stage)
        left = [other for other in left if other.representative is not pick.representative]
    return order


def name_of(representative: Representative) -> str:
    """A representative's own name within its class."""
    return f"{representative.trajectory} @{representative.position}"
