"""From a kitchen to its scenarios and questions: classes screened once, tasks allocated, questions made in order."""

from __future__ import annotations

import random
from collections import Counter
from typing import NamedTuple

from generators.rejection import Rejected
from generators.tandem.allocation import Pick, allocate, capacity, name_of, ranked
from generators.tandem.balance import LEVEL, Leaning, together
from generators.tandem.choosing import Chosen, choose
from generators.tandem.pool import Judges, Pool, make_pool
from generators.tandem.questions import Setting, make_question
from generators.tandem.screening import Representative, Screener
from schemas.errors import InputError
from schemas.randomness import stream
from schemas.tandem import TandemQuestion, TaskRecord
from solvers.tandem.encoding import Encoding
from solvers.tandem.space import space_of, start_code
from solvers.tandem.witness import Witnesses
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.states import Utensil

__all__ = [
    "Kit",
    "Scenario",
    "Screened",
    "TandemConfig",
    "Task",
    "kit_of",
    "make_scenario",
    "renamed_pick",
    "screen",
    "screen_all",
    "tasks_of",
]


class TandemConfig(NamedTuple):
    """What decides a tandem release, apart from the kitchen: scenarios in all, which levels, seed, split, canary.

    `matched` is the share of scenarios whose two questions should have the same options and optimum.
    """

    seed: int
    scenarios: int
    split: str
    canary: str
    levels: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    matched: float = 0.4


class Screened(NamedTuple):
    """One structural class: an order that stands for it, and its representatives in that order's names."""

    order: str
    optimum: int
    representatives: tuple[Representative, ...]


class Task(NamedTuple):
    """One order with the number of scenarios it should have and its picks in the order in which they are tried.

    The picks are in the names of `model`, an order of the same class.
    """

    order: str
    model: str
    level: int
    representatives: int
    optimum: int
    capacity: int
    allotted: int
    picks: tuple[Pick, ...]


class Scenario(NamedTuple):
    """The two questions of one scenario, and how all questions up to them lean."""

    short: TandemQuestion
    long: TandemQuestion
    so_far: Leaning


def screen(kitchen: Kitchen, order: str) -> Screened:
    """Screen the class of an order. Raises InputError where the order can't be delivered at all."""
    encoding = Encoding(kitchen, order)
    space = space_of(encoding)
    number = space.number(start_code(encoding))
    optimum = 255 if number is None else int(space.cost[number])
    if optimum == 255:
        raise InputError(f"kitchen {kitchen.name}, order {order}: it can't be delivered, so it makes no scenarios")
    return Screened(order, optimum, tuple(Screener(encoding, space).representatives()))


def tasks_of(kitchen: Kitchen, config: TandemConfig, screened: dict[str, Screened]) -> tuple[Task, ...]:
    """The tasks with their allotments, by name. `screened` is keyed by the digest of a class.

    Raises InputError where no recipe is of the asked levels.
    """
    orders = sorted(r.order for r in kitchen.recipes.values() if r.level in config.levels)
    if not orders:
        raise InputError(f"kitchen {kitchen.name} has no recipe of level {', '.join(map(str, config.levels))}")
    of = {order: screened[Encoding(kitchen, order).digest] for order in orders}
    capacities = {order: capacity(len(of[order].representatives), of[order].optimum) for order in orders}
    allotted = allocate(capacities, config.scenarios)
    used: dict[str, Counter[str]] = {}
    tasks = []
    for order in orders:
        count = used.setdefault(of[order].order, Counter())
        picks = ranked(of[order].representatives, count)
        count.update(name_of(pick.representative) for pick in picks[: allotted.get(order, 0)])
        tasks.append(
            Task(
                order,
                of[order].order,
                kitchen.recipe(order).level,
                len(of[order].representatives),
                of[order].optimum,
                capacities[order],
                allotted.get(order, 0),
                tuple(picks),
            )
        )
    return tuple(tasks)


class Kit(NamedTuple):
    """What making questions of one order needs, made once."""

    screener: Screener
    judges: Judges
    witnesses: Witnesses


def kit_of(kitchen: Kitchen, order: str) -> Kit:
    """The kit of an order."""
    encoding = Encoding(kitchen, order)
    space = space_of(encoding)
    screener = Screener(encoding, space)
    return Kit(screener, Judges(screener, order), Witnesses(encoding, space))


def make_scenario(
    config: TandemConfig, task: Task, number: int, pick: Pick, kit: Kit, so_far: Leaning = LEVEL, deal: int = 0
) -> Scenario:
    """One scenario; `pick` is in the order's own names, `so_far` how the scenarios before it lean, and `deal` counts
    how often its options were dealt before.

    Raises Rejected where the pick makes none.
    """
    words = (task.order, number, name_of(pick.representative), *(("again", deal) if deal else ()))
    rng = stream(config.seed, "tandem", config.split, *words)
    state, found = pick.representative.state, pick.found
    pool = make_pool(kit.screener, kit.judges, state, found, rng)
    places = _places(config, task.order, number)
    both = _matched(pool, places[0], rng, so_far) if rng.random() < config.matched else None
    setting = Setting(
        kit.screener.encoding,
        f"{task.order}#{number:02d}",
        TaskRecord(optimum=task.optimum, representatives=task.representatives, capacity=task.capacity),
        config.split,
        config.canary,
        state,
        pick.representative.position,
        found,
    )
    questions = []
    for horizon, goal, known, place in (
        ("short", pool.short_goal, pool.short_optimum, places[0]),
        ("long", pool.long_goal, pool.long_optimum, places[1]),
    ):
        chosen = both or choose(pool, (horizon,), place, rng, so_far)
        if known.cost is None:
            raise Rejected("candidates.out-of-reach", f"the {horizon} goal can't be reached")
        witness = kit.witnesses.of(state, goal, known.cost, kit.judges.of(goal).certifier)
        questions.append(make_question(setting, pool, horizon, chosen, witness))
        so_far = together(so_far, chosen.leaning)
    return Scenario(questions[0], questions[1], so_far)


def _places(config: TandemConfig, order: str, number: int) -> tuple[int, int]:
    """Where the optimum stands in a scenario's two questions: over a task every place comes up equally often."""
    first = stream(config.seed, "tandem", config.split, order, "places").randrange(4)
    return (first + number) % 4, (first + number + 2) % 4


def _matched(pool: Pool, place: int, rng: random.Random, so_far: Leaning) -> Chosen | None:
    """Options that serve both goals with one optimum, where the pool has them."""
    try:
        return choose(pool, ("short", "long"), place, rng, so_far)
    except Rejected:
        return None


def renamed_pick(kitchen: Kitchen, order: str, pick: Pick, model: str) -> Pick:
    """A pick in the names of another order of the class; marks are the same for all of them."""
    names = dict(zip(kitchen.recipe(model).items, kitchen.recipe(order).items, strict=True))
    state, found = pick.representative.state, pick.found

    def food(item: str | None) -> str | None:
        return None if item is None else names[item]

    utensils = tuple(
        Utensil(tuple(sorted(names[item] for item in u.contents)), food(u.product), u.left) for u in state.utensils
    )
    hands = (food(state.hands[0]), food(state.hands[1]))
    state = state._replace(hands=hands, counters=tuple(map(food, state.counters)), utensils=utensils)
    alternatives = tuple(a._replace(name=_renamed(a.name, names)) for a in found.family.alternatives)
    family = found.family._replace(name=_renamed(found.family.name, names), alternatives=alternatives)
    return Pick(pick.representative._replace(state=state), found._replace(family=family))


def _renamed(text: str, names: dict[str, str]) -> str:
    return " ".join(names.get(word, word) for word in text.split(" "))


def screen_all(kitchen: Kitchen, levels: tuple[int, ...]) -> dict[str, Screened]:
    """Every class that has an order of these levels, screened, by the digest of the class."""
    found: dict[str, Screened] = {}
    for order in sorted(r.order for r in kitchen.recipes.values() if r.level in levels):
        digest = Encoding(kitchen, order).digest
        if digest not in found:
            found[digest] = screen(kitchen, order)
    return found
