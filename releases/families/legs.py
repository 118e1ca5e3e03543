"""The legs family at the release's door."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from generators.legs import LEVELS, LegConfig, candidate, config_for, world_pools
from generators.legs.paraphrase import paraphrased
from releases.families.base import Context, Door, Family, Moved, Summary, Tick
from releases.families.legs_card import adversary_stats, leg_stats, leg_summary
from releases.families.legs_door import LegDoor, facts_of, path_of
from releases.families.legs_drift import leg_drift
from releases.families.legs_paraphrase import model_for
from releases.families.legs_plots import leg_plots
from releases.families.legs_text import example_leg, explain_leg, leg_edges
from releases.findings import critical
from releases.likeness import Likeness
from releases.recording import opened
from releases.work import Job, Made, Unit
from schemas.base import Record, parse_record
from schemas.canonical import JSON, canonical_bytes
from schemas.errors import InputError, ReleaseError
from schemas.findings import Finding
from schemas.legs import Leg, Roadblock, RouteInfo
from schemas.recipes import LegBatch, LegKnobs, Recipe
from schemas.values import Value, show_value
from validators.legs import LEVELS as LEVELS_CHECKED
from validators.legs import Knobs, LegContext
from validators.legs.adversaries import play
from validators.registry import Rule, rules
from worlds.world import World, open_world

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Legs", "leg_config"]

INSTRUCTIONS = (
    "Give the agent the seed page's address, all clues in order, the tools and the step budget, nothing else of the "
    "record. It ends with one digit. `pages` are the exact titles that it opened, `calls` its tool calls in order."
)


def leg_config(batch: LegBatch, levels: Mapping[str, LegKnobs]) -> LegConfig:
    """The generator's configuration for a batch: its level, with the recipe's and then the batch's own knobs in place.

    `levels` are those that the recipe describes. Raises InputError for a level that is neither known nor described in
    full.
    """
    described = (levels.get(batch.level, LegKnobs()), batch.knobs)
    given = {key: value for knobs in described for key, value in knobs.model_dump().items() if value is not None}
    ranges = {"stops", "roadblocks", "detours", "diamonds"}
    told: dict[str, object] = {
        key: dict(zip(("low", "high"), value, strict=True)) if key in ranges else value for key, value in given.items()
    }
    if batch.level in LEVELS:
        base: dict[str, object] = config_for(batch.level, batch.variant).model_dump()
    else:
        missing = sorted((ranges | {"crawl_depth"}) - given.keys())
        if missing:
            known = ", ".join(LEVELS)
            raise InputError(
                f"level {batch.level!r} is none of those known ({known}); one of your own needs these knobs too: "
                f"{', '.join(missing)}"
            )
        base = {"level": batch.level, "variant": batch.variant, "extraction": "infobox"}
    if batch.variant == "sequential":
        told["diamonds"] = {"low": 0, "high": 0}
    return parse_record(LegConfig, json.dumps({**base, **told}), f"level {batch.level}: knobs")


NEED_WORLD = frozenset(
    {
        "check_adversaries", "check_article", "check_calls", "check_depth", "check_edges", "check_inputs",
        "check_links", "check_own_values", "check_pools", "check_provenance", "check_readings", "check_requests",
        "check_searches", "check_self_links", "check_sensitivity", "check_targets", "check_titles", "check_trials",
        "check_values",
    }
)  # fmt: skip
"""The checks of legs that look into the recorded world."""


class _Worldless(LegContext):
    """The context of legs whose recorded world isn't at hand."""


def _leg(item: Record) -> Leg:
    if not isinstance(item, Leg):
        raise TypeError(f"not a leg: {type(item).__name__}")
    return item


class Legs(Family):
    """Scavenger hunts over pages and tools."""

    config = "legs"
    item = "leg"
    prediction = "leg-prediction"
    instructions = INSTRUCTIONS
    needs_world = True
    shown = ("id", "split", "level", "variant", "seed_title", "seed_url", "clues", "step_budget")

    def units(self, recipe: Recipe) -> Iterator[Unit]:
        """Batch after batch, index after index."""
        for batch in recipe.legs:
            leg_config(batch, recipe.levels)
            if batch.paraphrase is not None:
                model_for(batch.paraphrase)
            for index in range(batch.count):
                yield Unit(family=self.config, group=_group(batch), split=batch.split, index=index)

    def attempt(self, job: Job, unit: Unit, attempt: int) -> Made:
        """One attempt at one leg."""
        if job.world is None:
            raise InputError("legs need a world")
        recipe = job.recipe
        batch = next(batch for batch in recipe.legs if (_group(batch), batch.split) == (unit.group, unit.split))
        world = opened(job.world)
        config = leg_config(batch, recipe.levels)
        pages = recipe.seed_pages
        starts = () if pages.count else pages.titles
        made = candidate(config, world, recipe.seed, unit.split, unit.index, attempt, recipe.canary, starts)
        leg = made.leg
        if batch.paraphrase is not None:
            asked = batch.paraphrase
            leg = paraphrased(leg, world.pages, model_for(asked), asked.share, recipe.seed)
        visited, gold = self.uses(leg)
        texts = {exchange.request: canonical_bytes(exchange).decode() for exchange in made.exchanges}
        return Made(
            attempt=attempt,
            item=canonical_bytes(leg).decode(),
            visited=visited,
            pages=made.titles,
            calls=tuple(text for request, text in texts.items() if request in gold),
            trials=tuple(text for request, text in texts.items() if request not in gold),
        )

    def door(self, recipe: Recipe) -> Door:
        """Rule L17."""
        return LegDoor(recipe)

    def pools(self, world: World) -> Mapping[str, tuple[Value, ...]]:
        """The world's values, from which effects were measured."""
        return world_pools(world)

    def parse(self, text: str | bytes, where: str) -> Leg:
        """A leg from its JSON text."""
        return parse_record(Leg, text, where)

    def table(self) -> pa.Schema:
        """The legs' columns."""
        from releases.families.legs_table import LEG_TABLE

        return LEG_TABLE

    def row(self, item: Record) -> dict[str, object]:
        """A leg's row."""
        from releases.families.legs_table import leg_row

        return leg_row(_leg(item))

    def context(self, world: Path | None, recipe: Recipe | None, damaged: bool = False) -> Context:
        """The recorded world as the validators read it, and the recipe's own levels."""
        levels = {**LEVELS_CHECKED, **(dict(_knobs(batch, recipe.levels) for batch in recipe.legs) if recipe else {})}
        share = recipe.page_share if recipe else None
        if world is None:
            return _Worldless({}, {}, {}, levels, page_share=share)
        return dataclasses.replace(LegContext.load(world, damaged), levels=levels, page_share=share)

    def check(self, items: Collection[Record], context: Context, tick: Tick) -> Iterator[Finding]:
        """Every rule of legs that the context can decide."""
        legs = [_leg(item) for item in items]
        for leg in legs:
            for made in rules(self.item, "item"):
                if _decides(context, made):
                    yield from made.check(leg, context)
            tick()
        for made in rules(self.item, "release"):
            if _decides(context, made):
                yield from made.check(tuple(legs), context)

    def not_checkable(self, context: Context) -> tuple[str, ...]:
        """Rules that a recorded world decides, wholly or in part, where there is none."""
        return tuple(dict.fromkeys(made.name for made in self.rules() if not _decides(context, made)))

    def rules(self) -> tuple[Rule, ...]:
        """The registered rules."""
        return (*rules(self.item, "item"), *rules(self.item, "release"))

    def stats(self, items: Collection[Record], context: Context) -> dict[str, JSON]:
        """Dead stops, live diamonds, answers, and how agents do that skip the work."""
        legs = [_leg(item) for item in items]
        if not isinstance(context, LegContext) or isinstance(context, _Worldless):
            return leg_stats(legs)
        return {**leg_stats(legs), "adversaries": adversary_stats(play(legs, context))}

    def replay(self, items: Iterable[Record], world: Path | None, tick: Tick) -> Iterator[Finding]:
        """Derive every stop's value again in the recorded world."""
        from solvers.legs.replay import replay

        if world is None:
            raise InputError("legs can be replayed only with their recorded world: the folder `world` beside them")
        try:
            recorded = open_world(f"snapshot:{world}")
        except InputError as error:
            yield from (
                critical("Replay.differs", _leg(item).id, "stops", f"its recorded world can't be opened: {error}")
                for item in items
            )
            return
        for leg in map(_leg, items):
            tick()
            try:
                values = replay(leg, recorded)
            except (ReleaseError, InputError) as error:
                yield critical("Replay.differs", leg.id, "stops", str(error).removeprefix(f"{leg.id}: "))
                continue
            yield from _compare(leg, values)

    def uses(self, item: Record) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The pages of its facts and the digests of its calls."""
        leg = _leg(item)
        titles = {stop.evidence.title for stop in leg.stops if isinstance(stop, RouteInfo)}
        calls = {step.request for stop in leg.stops if isinstance(stop, Roadblock) for step in stop.chain}
        return tuple(sorted(titles)), tuple(sorted(calls))

    def left(self, item: Record) -> tuple[str, ...]:
        """The pages that are left by a link that a clue singles out among all others (rule L14)."""
        stops = [stop for stop in _leg(item).stops if isinstance(stop, RouteInfo)]
        return tuple(dict.fromkeys(a.evidence.title for a, b in pairwise(stops) if b.transition == "link_follow"))

    def likeness(self, item: Record) -> Likeness:
        """A leg is about its page path and the fields it reads; kinds of stops and what they feed are its structure."""
        leg = _leg(item)
        scored: dict[str, JSON] = {
            "split": leg.split, "seed": leg.seed_url, "clues": list(leg.clues), "budget": leg.step_budget,
            "answer": leg.answer, "values": [show_value(stop.value) for stop in leg.stops],
        }  # fmt: skip
        shape: list[JSON] = [[stop.stop_type, *map(str, stop.depends_on)] for stop in leg.stops]
        pages = path_of(leg)
        return Likeness(
            canonical_bytes([list(pages), [list(fact) for fact in facts_of(leg)]]).decode(),
            canonical_bytes(scored).decode(),
            pages,
            canonical_bytes(shape).decode(),
            "\n".join(leg.clues),
        )

    def drift(self, item: Record, world: World) -> Moved | None:
        """The leg followed again."""
        return leg_drift(_leg(item), world)

    def summary(self, items: Collection[Record], stats: Mapping[str, JSON]) -> Summary:
        """Levels, depth, digits, sensitivity."""
        legs = [_leg(item) for item in items]
        return leg_summary(legs, stats)._replace(plots=leg_plots(legs))

    def explain(self, item: Record) -> str:
        """Graph, clues beside values, evidence, sensitivity."""
        return explain_leg(_leg(item))

    def example(self, item: Record) -> str:
        """Seed page, clues, answer."""
        return example_leg(_leg(item))

    def drawing(self, item: Record) -> str | None:
        """The leg's graph: pages, values, forks and merges."""
        from releases.families.legs_drawing import draw_leg

        return draw_leg(_leg(item))

    def graph(self, item: Record) -> list[JSON]:
        """Data edges and navigation edges, told apart."""
        return leg_edges(_leg(item))


def _group(batch: LegBatch) -> str:
    return f"{batch.level}-{batch.variant}"


def _knobs(batch: LegBatch, levels: Mapping[str, LegKnobs]) -> tuple[str, Knobs]:
    """A batch's level as the validators know levels; the diamonds are those of its compositional legs."""
    config = leg_config(batch.model_copy(update={"variant": "compositional"}), levels)
    return batch.level, Knobs(
        stops=(config.stops.low, config.stops.high),
        roadblocks=(config.roadblocks.low, config.roadblocks.high),
        detours=(config.detours.low, config.detours.high),
        diamonds=(config.diamonds.low, config.diamonds.high),
        crawl_depth=config.crawl_depth,
        extraction=config.extraction,
    )


def _decides(context: Context, made: Rule) -> bool:
    return not isinstance(context, _Worldless) or made.check.__name__ not in NEED_WORLD


def _compare(leg: Leg, values: Sequence[Value]) -> Iterator[Finding]:
    """Where derived values are not the recorded ones, and where the answer is not the last of them."""
    for stop, value in zip(leg.stops, values, strict=True):
        if stop.value != value:
            told = f"the record says {show_value(stop.value)}, replay gives {show_value(value)}"
            yield critical("Replay.differs", leg.id, f"stops[{stop.index}].value", told)
    last = show_value(values[-1])
    if last != str(leg.answer):
        yield critical("Replay.differs", leg.id, "answer", f"the record says {leg.answer}, replay gives {last}")
