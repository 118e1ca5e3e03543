"""One attempt at one leg: plan, walk, assemble, measure, put into words."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from generators.legs.assemble import Assembly, assemble
from generators.legs.clues import realise
from generators.legs.index import CallLog, WorldIndex
from generators.legs.leaks import refuse_leaks
from generators.legs.levels import LegConfig
from generators.legs.meanings import meaning_of
from generators.legs.plan import Leaf, draw_plan, leaves
from generators.legs.pools import world_pools as pools_of
from generators.legs.route import Visit, walk
from generators.rejection import Rejected
from schemas.canonical import content_id, dump
from schemas.legs import Leg, RouteInfo, Sensitivity, Split, WorldRef
from schemas.randomness import stream
from schemas.values import NumberValue, Value
from schemas.worlds import Exchange
from solvers.clues import parse
from solvers.legs.execute import AnyStop
from solvers.legs.graph import live_depth
from solvers.legs.sensitivity import NoPool, sensitivity
from worlds.world import World

__all__ = ["Candidate", "candidate", "target_digit", "world_pools"]

ASSEMBLIES = 40
"""How often the stops of one walk are drawn anew before it is given up."""

SEEDS = 30
"""How many pages are tried as the seed of one attempt."""

WORDINGS = 12
"""How many wordings of a clue are tried."""

FEWEST_LINKS = 3
"""A seed page has at least this many links."""


class Candidate(NamedTuple):
    """A leg, the pages that its replay and its proofs need, and every tool call that it rests on."""

    leg: Leg
    titles: tuple[str, ...]
    exchanges: tuple[Exchange, ...]


@lru_cache(maxsize=4)
def _index(world: World) -> WorldIndex:
    return WorldIndex(world)


@lru_cache(maxsize=4)
def world_pools(world: World) -> Mapping[str, tuple[Value, ...]]:
    """The world's values by kind, from which effects are measured; a release keeps them beside its pages."""
    return pools_of(_index(world))


def target_digit(config: LegConfig, seed: int, split: Split, index: int) -> int:
    """The answer that is this index's turn: each run of ten legs has each digit once, in an order of its own."""
    digits = list(range(10))
    stream(seed, "leg", split, config.level, config.variant, index // 10, "digits").shuffle(digits)
    return digits[index % 10]


def candidate(
    config: LegConfig, world: World, seed: int, split: Split, index: int, attempt: int, canary: str
) -> Candidate:
    """One attempt at the leg of an index; the same arguments give the same leg. Raises Rejected with the reason."""
    rng = stream(seed, "leg", split, config.level, config.variant, index, attempt)
    reading = _index(world)
    pools = world_pools(world)
    plan = draw_plan(config, world.tools.abilities, reading.needs, rng)
    visits = _walk(reading, config, list(leaves(plan.operands)), rng)
    digit = target_digit(config, seed, split, index)
    last: Rejected | None = None
    for _ in range(ASSEMBLIES):
        log = CallLog(reading.call)
        try:
            assembly = assemble(world, log, plan, visits, digit, rng)
            stops = _measured(assembly, pools, visits[0].title, log)
            clues = _clues(stops, rng)
            refuse_leaks(clues, stops, visits[0].title, world.pages)
        except Rejected as rejected:
            last = rejected
            continue
        leg = _leg(config, world, split, stops, clues, assembly, digit, canary)
        return Candidate(leg, _pages(reading, visits), _calls(assembly.exchanges, log.made.values()))
    raise last or Rejected("plan.none", "no assembly was tried")


def _walk(reading: WorldIndex, config: LegConfig, needs: list[Leaf], rng: random.Random) -> list[Visit]:
    """A walk from the first drawn page that allows one."""
    last: Rejected | None = None
    for _ in range(SEEDS):
        title = rng.choice(reading.hubs if rng.randrange(2) else reading.titles)
        if len(reading.links(title)) < FEWEST_LINKS:
            continue
        try:
            return walk(reading, config, needs, title, rng)
        except Rejected as rejected:
            last = rejected
    raise last or Rejected("route.seed", "no drawn page has enough links")


def _measured(
    assembly: Assembly, pools: Mapping[str, tuple[Value, ...]], seed_title: str, log: CallLog
) -> list[AnyStop]:
    """The stops with their measured effect. Raises Rejected when one of them matters too little (rule L1)."""
    stops = list(assembly.stops)
    for index, stop in enumerate(assembly.stops):
        try:
            effect = sensitivity(assembly.stops, index, pools, seed_title, log)
        except NoPool as error:
            raise Rejected("L1.no-pool", str(error)) from error
        if not _matters(effect):
            raise Rejected(
                "L1.insensitive",
                f"{effect.changed} of {effect.differing} other values at stop {index} change the answer",
            )
        stops[index] = stop.model_copy(update={"sensitivity": effect})
    return stops


def _matters(effect: Sensitivity) -> bool:
    """At least 80 % of differing draws and 50 % of all draws change the answer (rule L1)."""
    return effect.differing > 0 and effect.changed * 10 >= effect.differing * 8 and effect.changed * 2 >= effect.draws


def _clues(stops: list[AnyStop], rng: random.Random) -> tuple[str, ...]:
    """A clue a stop, each with exactly one reading. Raises Rejected (`L13.ambiguous`)."""
    clues: list[str] = []
    for stop in stops:
        for _ in range(WORDINGS):
            clue = realise(meaning_of(stop), rng)
            if len(parse(clue)) == 1 and clue not in clues:
                clues.append(clue)
                break
        else:
            raise Rejected("L13.ambiguous", f"no wording of stop {stop.index} has exactly one reading")
    return tuple(clues)


def _leg(
    config: LegConfig,
    world: World,
    split: Split,
    stops: list[AnyStop],
    clues: tuple[str, ...],
    assembly: Assembly,
    digit: int,
    canary: str,
) -> Leg:
    first = stops[0]
    if not isinstance(first, RouteInfo) or not isinstance(stops[-1].value, NumberValue):
        raise Rejected("plan.shape", "a leg starts on a page and ends in a digit")
    draft = Leg(
        family="leg",
        id="leg-" + "0" * 20,
        canary=canary,
        split=split,
        level=config.level,
        variant=config.variant,
        world=WorldRef(name=world.name, version=world.version, fictional=world.fictional),
        seed_title=first.evidence.title,
        seed_url=first.evidence.url,
        clues=clues,
        stops=tuple(stops),
        diamonds=tuple(assembly.diamonds),
        answer=digit,
        step_budget=max(10, len(clues) * 3 // 2),
        live_depth=live_depth(stops),
    )
    return draft.model_copy(update={"id": content_id("leg", dump(draft))})


def _pages(reading: WorldIndex, visits: list[Visit]) -> tuple[str, ...]:
    """The visited pages, and every link of a page that is left by a link: all of them were considered."""
    needed = dict.fromkeys(visit.title for visit in visits)
    for here, following in pairwise(visits):
        if following.transition == "link_follow":
            needed.update(dict.fromkeys(reading.links(here.title)))
    return tuple(needed)


def _calls(made: Iterable[Exchange], tried: Iterable[Exchange]) -> tuple[Exchange, ...]:
    """The calls of the leg, and those of its trials that can't be computed again without a world."""
    kept = {exchange.request: exchange for exchange in made}
    kept.update((each.request, each) for each in tried if each.tool != "python_execute_code")
    return tuple(kept[request] for request in sorted(kept))
