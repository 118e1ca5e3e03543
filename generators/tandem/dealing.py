"""Scenarios one by one: which task and which pick the n-th scenario of a release is, whoever makes it and when."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from generators.rejection import Rejected
from generators.tandem.allocation import Pick
from generators.tandem.scenarios import (
    Kit,
    Screened,
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

__all__ = ["Questions", "deal", "forget"]


class Questions(NamedTuple):
    """The two questions of one scenario."""

    short: TandemQuestion
    long: TandemQuestion


class _Dealt(NamedTuple):
    screened: dict[str, Screened]
    tasks: tuple[Task, ...]


def deal(kitchen: str | KitchenFile, config: TandemConfig, index: int, attempt: int) -> Questions:
    """The questions of scenario `index` (from 0, task after task) in a packaged kitchen, or in one of one's own.

    The first attempt is at the pick that the task's order of picks has for it, the others at the picks that the
    allotment left over, in their order. Raises Rejected where the pick makes no scenario, and InputError where the
    kitchen has no such scenario or the task no picks left.
    """
    made = _made(kitchen if isinstance(kitchen, str) else kitchen.model_dump_json(), config, index, attempt)
    if isinstance(made, Rejected):
        raise made
    return made


def forget() -> None:
    """Drop everything that was dealt, kits and tables with it."""
    for known in (_made, _dealt, _kit, _rules):
        known.cache_clear()


@lru_cache(maxsize=8)
def _rules(kitchen: str) -> Kitchen:
    """The kitchen of a name, or of a file's JSON text."""
    if kitchen.startswith("{"):
        return own_kitchen(parse_record(KitchenFile, kitchen, "a kitchen"))
    return packaged_kitchen(kitchen)


@lru_cache(maxsize=2048)
def _made(kitchen: str, config: TandemConfig, index: int, attempt: int) -> Questions | Rejected:
    rules = _rules(kitchen)
    dealt = _dealt(kitchen, config)
    task, number = _place(dealt.tasks, index)
    pick = _pick(task, number, attempt)
    try:
        made = make_scenario(
            config, task, number + 1, renamed_pick(rules, task.order, pick, task.model), _kit(kitchen, task.order)
        )
    except Rejected as turned:
        return turned
    return Questions(*made)


@lru_cache(maxsize=2)
def _dealt(kitchen: str, config: TandemConfig) -> _Dealt:
    rules = _rules(kitchen)
    screened = screen_all(rules, config.levels)
    return _Dealt(screened, tasks_of(rules, config, screened))


@lru_cache(maxsize=2)
def _kit(kitchen: str, order: str) -> Kit:
    return kit_of(_rules(kitchen), order)


def _place(tasks: tuple[Task, ...], index: int) -> tuple[Task, int]:
    """The task of a scenario, and which of the task's it is (from 0)."""
    left = index
    for task in tasks:
        if left < task.allotted:
            return task, left
        left -= task.allotted
    most = sum(task.allotted for task in tasks)
    raise InputError(f"tandem: the kitchen has {most} scenarios for these levels; ask for no more, or for more levels")


def _pick(task: Task, number: int, attempt: int) -> Pick:
    place = number if attempt == 0 else task.allotted + attempt - 1
    if place >= len(task.picks):
        raise InputError(
            f"tandem: order {task.order}: none of its {len(task.picks)} representatives is left for scenario "
            f"{number + 1}; ask for fewer scenarios, or take another seed"
        )
    return task.picks[place]
