"""One attempt at one leg: plan, walk, assemble, measure, put into words."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from generators.legs.clues import realise
from generators.legs.frames import build_frames
from generators.legs.index import CallLog, WorldIndex
from generators.legs.leaks import printed_numbers, refuse_leaks
from generators.legs.levels import LegConfig
from generators.legs.meanings import meaning_of
from generators.legs.plan import Node, draw_plan, leaves
from generators.legs.pools import world_pools as pools_of
from generators.legs.route import Visit, Way, walk
from generators.legs.settle import Settler
from generators.rejection import Rejected
from schemas.canonical import content_id, dump
from schemas.errors import InputError
from schemas.legs import Diamond, Leg, RouteInfo, Split, WorldRef
from schemas.randomness import stream
from schemas.values import NumberValue, Value
from schemas.worlds import Exchange
from solvers.clues import parse
from solvers.legs.execute import AnyStop
from solvers.legs.graph import live_depth
from solvers.legs.replay import replay
from solvers.legs.sensitivity import Kinds
from worlds.world import World

__all__ = ["Candidate", "candidate", "target_digit", "world_pools"]

TRIALS = 2
"""How often a finished leg is derived anew."""

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


@lru_cache(maxsize=4)
def _kinds(world: World) -> Kinds:
    return Kinds(world_pools(world))


def target_digit(config: LegConfig, seed: int, split: Split, index: int) -> int:
    """The answer that is this index's turn: each run of ten legs has each digit once, in an order of its own."""
    digits = list(range(10))
    stream(seed, "leg", split, config.level, config.variant, index // 10, "digits").shuffle(digits)
    return digits[index % 10]


def candidate(
    config: LegConfig,
    world: World,
    seed: int,
    split: Split,
    index: int,
    attempt: int,
    canary: str,
    starts: tuple[str, ...] = (),
) -> Candidate:
    """One attempt at the leg of an index; the same arguments give the same leg.

    `starts` are the pages that it may start on, where not any page will do. Raises Rejected with the reason, and
    InputError for a start that the world hasn't.
    """
    rng = stream(seed, "leg", split, config.level, config.variant, index, attempt)
    reading = _index(world)
    needs, seed_only = reading.needs(config.extraction), reading.seed_only(config.extraction)
    plan = draw_plan(config, world.tools.abilities, needs, rng, seed_only)
    way = _walk(reading, config, plan.operands, _exact(reading, starts), rng)
    visits = way.visits
    log = CallLog(reading)
    frames = build_frames(world, log, [plan.operands[place] for place in way.order], visits, rng)
    clues = {stop.index: _clue(stop, rng) for stop in frames.fixed}
    refuse_leaks(list(clues.values()), frames.fixed, visits[0].title, world.pages)
    printed = frozenset(number for stop in frames.fixed for number in printed_numbers(clues[stop.index], stop))
    settler = Settler(frames, world_pools(world), _kinds(world), visits[0].title, log, printed, rng)
    digit = target_digit(config, seed, split, index)
    stops, trials = settler.settle(digit)
    texts = tuple(clues.get(stop.index) or _clue(stop, rng) for stop in stops)
    refuse_leaks(texts, stops, visits[0].title, world.pages)
    leg = _leg(config, world, split, stops, texts, tuple(frames.diamonds), digit, canary)
    _derive_again(leg, world)
    needed = {**_pages(reading, visits), **trials.read}
    return Candidate(leg, tuple(needed), _calls(frames.exchanges, trials.made.values()))


def _exact(reading: WorldIndex, starts: Sequence[str]) -> tuple[str, ...]:
    """The titles behind the names of pages. Raises InputError for a name that is none's."""
    found: list[str] = []
    for name in starts:
        title = reading.title(name)
        if title is None:
            raise InputError(f"{reading.world.name}: no page is called “{name}”, which legs are to start on")
        found.append(title)
    return tuple(found)


def _walk(
    reading: WorldIndex, config: LegConfig, operands: Sequence[Node], starts: Sequence[str], rng: random.Random
) -> Way:
    """A walk from the first drawn page that allows one."""
    last: Rejected | None = None
    at_seed = {leaf.need for leaf in leaves(operands)} & reading.seed_only(config.extraction)
    if at_seed and not starts:
        starts = [t for t in reading.sample if all(reading.offers(t, need, config.extraction) for need in at_seed)]
    for _ in range(SEEDS):
        title = rng.choice(starts or (reading.hubs if rng.randrange(2) else reading.titles))
        if not FEWEST_LINKS <= len(reading.links(title)) <= config.max_links:
            continue
        try:
            return walk(reading, config, world_pools(reading.world), operands, title, rng)
        except Rejected as rejected:
            last = rejected
    raise last or Rejected("route.seed", f"no drawn page has {FEWEST_LINKS} to {config.max_links} links")


def _clue(stop: AnyStop, rng: random.Random) -> str:
    """A clue with exactly one reading. Raises Rejected (`L13.ambiguous`)."""
    for _ in range(WORDINGS):
        clue = realise(meaning_of(stop), rng)
        if len(parse(clue)) == 1:
            return clue
    raise Rejected("L13.ambiguous", f"no wording of stop {stop.index} has exactly one reading")


def _derive_again(leg: Leg, world: World) -> None:
    """Derives the finished leg anew from its record and the world, as often as the record says."""
    wanted = tuple(stop.value for stop in leg.stops)
    for _ in range(leg.trials):
        if replay(leg, world) != wanted:
            raise Rejected("L3.unstable", "the leg gives other values when it is derived again")


def _leg(
    config: LegConfig,
    world: World,
    split: Split,
    stops: tuple[AnyStop, ...],
    clues: tuple[str, ...],
    diamonds: tuple[Diamond, ...],
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
        stops=stops,
        diamonds=diamonds,
        answer=digit,
        step_budget=max(10, len(clues) * 3 // 2),
        live_depth=live_depth(stops),
        trials=TRIALS,
    )
    return draft.model_copy(update={"id": content_id("leg", dump(draft))})


def _pages(reading: WorldIndex, visits: Sequence[Visit]) -> dict[str, None]:
    """The visited pages, and all pages that were considered: links of a page that is left, results of a search."""
    needed = dict.fromkeys(visit.title for visit in visits)
    for here, following in pairwise(visits):
        if following.transition == "link_follow":
            needed.update(dict.fromkeys(reading.links(here.title)))
        if following.target is not None:
            needed.update(dict.fromkeys(following.target.results))
    return needed


def _calls(made: Iterable[Exchange], tried: Iterable[Exchange]) -> tuple[Exchange, ...]:
    """The calls of the leg, and those of its trials that can't be computed again without a world."""
    kept = {exchange.request: exchange for exchange in made}
    kept.update((each.request, each) for each in tried if each.tool != "python_execute_code")
    return tuple(kept[request] for request in sorted(kept))
