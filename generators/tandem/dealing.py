"""Scenarios one by one: which task, pick and deal the n-th scenario of a release is, whoever makes it and when."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from generators.rejection import Rejected
from generators.tandem.balance import LEVEL, Leaning
from generators.tandem.scenarios import (
    Kit,
    Scenario,
    TandemConfig,
    Task,
    kit_of,
    make_scenario,
    renamed_pick,
    screen_all,
    tasks_of,
)
from schemas.base import parse_record
from schemas.errors import InputError
from schemas.tandem import KitchenFile, TandemQuestion
from worlds.kitchen.rules import Kitchen, own_kitchen, packaged_kitchen

__all__ = ["DEALS", "Turned", "deal", "forget", "generate"]

DEALS = 6
"""How often the options of one pick are dealt before the next pick is tried."""


class Turned(NamedTuple):
    """An attempt that made no scenario, and why."""

    scenario: int
    code: str
    message: str


def generate(kitchen: Kitchen, config: TandemConfig) -> Iterator[TandemQuestion | Turned]:
    """All questions of a release, task by task, the short one of a scenario before the long one.

    An attempt that makes no scenario is told as Turned, and the next is made. Raises InputError as `deal` does.
    """
    named = kitchen.name if kitchen.packaged else kitchen.file
    for index in range(config.scenarios):
        for attempt in itertools.count():
            try:
                made = deal(named, config, index, attempt)
            except Rejected as turned:
                yield Turned(index, turned.code, turned.message)
            else:
                yield made.short
                yield made.long
                break


def deal(kitchen: str | KitchenFile, config: TandemConfig, index: int, attempt: int) -> Scenario:
    """The questions of scenario `index` (from 0, task after task) in a packaged kitchen, or in one of one's own.

    The first attempts are at the pick that the task's order of picks has for it, the others at the picks that the
    allotment left over, in their order. A pick that makes a scenario has DEALS attempts, with other options each; one
    that makes none has one. Options are chosen with those of all scenarios before in sight, each at its first attempt
    that makes one. Raises Rejected where the attempt makes no scenario, and InputError where the kitchen has no such
    scenario or the task no picks left.
    """
    release = _release(kitchen if isinstance(kitchen, str) else kitchen.model_dump_json(), config)
    made = release.attempt(index, attempt)
    if isinstance(made, Rejected):
        raise made
    return made


def forget() -> None:
    """Drop everything that was dealt, kits and tables with it."""
    for known in (_release, _kit, _rules):
        known.cache_clear()


class _Before(NamedTuple):
    """What a scenario is made after: how the questions before it lean, and which spare picks are taken."""

    so_far: Leaning = LEVEL
    taken: frozenset[tuple[str, int]] = frozenset()


class _Release:
    """The scenarios of one release, made in their order and remembered."""

    def __init__(self, kitchen: str, config: TandemConfig) -> None:
        self._kitchen, self._config = kitchen, config
        rules = _rules(kitchen)
        self._tasks = tasks_of(rules, config, screen_all(rules, config.levels))
        self._before = [_Before()]
        self._made: dict[tuple[int, int], Scenario | Rejected] = {}

    def attempt(self, index: int, attempt: int) -> Scenario | Rejected:
        """One attempt at a scenario; those before it are made first."""
        while len(self._before) <= index:
            self._go_on()
        task, number = self._place(index)
        place, dealt = 0, 0
        for nth in range(attempt + 1):
            if (index, nth) not in self._made:
                pick = self._picks(task, number, self._before[index])[place:][:1]
                self._made[index, nth] = self._make(task, number, pick, self._before[index].so_far, dealt)
            dealt += 1
            if isinstance(self._made[index, nth], Rejected) or dealt == DEALS:
                place, dealt = place + 1, 0
        return self._made[index, attempt]

    def _go_on(self) -> None:
        """Make the first scenario whose followers can't be made yet."""
        index, before = len(self._before) - 1, self._before[-1]
        attempt = 0
        while isinstance(made := self.attempt(index, attempt), Rejected):
            attempt += 1
        task, number = self._place(index)
        pick = self._picks(task, number, before)[attempt]  # every attempt before it was another pick
        self._before.append(_Before(made.so_far, before.taken | {(task.order, pick)}))

    @staticmethod
    def _picks(task: Task, number: int, before: _Before) -> list[int]:
        """The scenario's own pick, then those that the allotment left over and no scenario before stands on."""
        spare = range(task.allotted, len(task.picks))
        return [number, *(n for n in spare if (task.order, n) not in before.taken)]

    def _make(self, task: Task, number: int, pick: list[int], so_far: Leaning, dealt: int) -> Scenario | Rejected:
        if not pick or pick[0] >= len(task.picks):
            raise InputError(
                f"tandem: order {task.order}: none of its {len(task.picks)} representatives is left for scenario "
                f"{number + 1}; ask for fewer scenarios, or take another seed"
            )
        named = renamed_pick(_rules(self._kitchen), task.order, task.picks[pick[0]], task.model)
        kit = _kit(self._kitchen, task.order)
        try:
            return make_scenario(self._config, task, number + 1, named, kit, so_far, dealt)
        except Rejected as turned:
            return turned

    def _place(self, index: int) -> tuple[Task, int]:
        """The task of a scenario, and which of the task's it is (from 0)."""
        left = index
        for task in self._tasks:
            if left < task.allotted:
                return task, left
            left -= task.allotted
        most = sum(task.allotted for task in self._tasks)
        raise InputError(
            f"tandem: the kitchen has {most} scenarios for these levels; ask for no more, or for more levels"
        )


@lru_cache(maxsize=2)
def _release(kitchen: str, config: TandemConfig) -> _Release:
    return _Release(kitchen, config)


@lru_cache(maxsize=8)
def _rules(kitchen: str) -> Kitchen:
    """The kitchen of a name, or of a file's JSON text."""
    if kitchen.startswith("{"):
        return own_kitchen(parse_record(KitchenFile, kitchen, "a kitchen"))
    return packaged_kitchen(kitchen)


@lru_cache(maxsize=2)
def _kit(kitchen: str, order: str) -> Kit:
    return kit_of(_rules(kitchen), order)
