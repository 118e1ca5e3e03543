"""Turns a plan and the visits of a walk into stops in reading order; detours and merges stay open for a choice."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from generators.legs.chains import chain_steps, rounded
from generators.legs.index import CallLog
from generators.legs.offers import said
from generators.legs.plan import DetourNode, DiamondNode, Fork, Leaf, Node, RoadblockNode
from generators.legs.route import Visit
from generators.rejection import Rejected
from schemas.legs import Diamond, Evidence, Named, Ref, Roadblock, RoadblockName, RouteInfo, Sensitivity, ToolStep
from schemas.values import TextValue, Value
from schemas.worlds import Exchange, Volatility
from solvers.legs.execute import run_chain
from worlds.tools.calls import ToolRefusal
from worlds.world import World

__all__ = ["UNMEASURED", "Frame", "Frames", "OpenDetour", "OpenMerge", "Span", "build_frames"]

UNMEASURED = Sensitivity(draws=50, differing=0, changed=0)
"""What stands in a stop until its effect is measured."""

PAGE_VOLATILITY: Mapping[str, Volatility] = {"atlas": "frozen"}
"""How lasting the pages of a world are, by the kind of its source; a revision that is pinned is archival (rule L6)."""

OPEN = TextValue(type="text", value="open")

TRIES = 4
"""How often a roadblock's settings (a day, a kind of place) are drawn anew when its tools refuse."""


@dataclass(frozen=True)
class OpenDetour:
    """A detour whose transform is still to be chosen."""

    index: int
    source: int


@dataclass(frozen=True)
class OpenMerge:
    """A merge whose operation is still to be chosen."""

    index: int
    sources: tuple[int, int]


Frame: TypeAlias = RouteInfo | Roadblock | OpenDetour | OpenMerge


@dataclass(frozen=True)
class Span:
    """The stops of one operand of the finish, which takes the last of them; `end` is one past it."""

    start: int
    end: int

    @property
    def ref(self) -> Ref:
        """The operand."""
        return Ref(kind="stop", stop=self.end - 1, path="value")


@dataclass
class Frames:
    """A leg without its finish: stops and open places by index, the operands, diamonds, and the calls made."""

    places: list[Frame] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    diamonds: list[Diamond] = field(default_factory=list)
    exchanges: list[Exchange] = field(default_factory=list)

    @property
    def fixed(self) -> list[RouteInfo | Roadblock]:
        """The stops that nothing is left to choose of."""
        return [place for place in self.places if isinstance(place, RouteInfo | Roadblock)]

    @property
    def values(self) -> list[Value]:
        """Values by index; what is open has none yet, and nothing fixed rests on it."""
        return [place.value if isinstance(place, RouteInfo | Roadblock) else OPEN for place in self.places]


def build_frames(
    world: World, log: CallLog, operands: Sequence[Node], visits: Sequence[Visit], rng: random.Random
) -> Frames:
    """The stops of operands on a way. Raises Rejected when a tool refuses, or two stops find the same value."""
    builder = _Builder(world, log, visits, rng)
    for node in operands:
        start = len(builder.frames.places)
        builder.add(node, None)
        builder.frames.spans.append(Span(start, len(builder.frames.places)))
    _refuse_repeats(builder.frames.fixed)
    return builder.frames


class _Builder:
    def __init__(self, world: World, log: CallLog, visits: Sequence[Visit], rng: random.Random) -> None:
        self.world, self.log, self.rng = world, log, rng
        self.visits = list(reversed(visits))
        self.frames = Frames()
        self.here: int | None = None

    def add(self, node: Node, fork: int | None) -> int:
        """Add a node after the nodes it rests on; its index. `fork` is the source of the diamond around it."""
        match node:
            case Leaf():
                return self._visit(fork)
            case Fork():
                if fork is None:
                    raise ValueError("a fork stands outside of any diamond")
                return fork
            case RoadblockNode():
                inputs = tuple(self.add(child, fork) for child in node.inputs)
                return self._roadblock(node.template, inputs)
            case DetourNode():
                source = self.add(node.input, fork)
                return self._keep(OpenDetour(len(self.frames.places), source))
            case DiamondNode():
                return self._diamond(node)

    def _keep(self, place: Frame) -> int:
        self.frames.places.append(place)
        return place.index

    def _diamond(self, node: DiamondNode) -> int:
        source = self.add(node.source, None)
        first, second = (self.add(branch, source) for branch in node.branches)
        merge = self._keep(OpenMerge(len(self.frames.places), (first, second)))
        self.frames.diamonds.append(Diamond(name=node.name, source=source, branches=(first, second), merge=merge))
        return merge

    def _visit(self, fork: int | None) -> int:
        visit = self.visits.pop()
        page, fact = self.world.pages.get(visit.title), visit.fact
        named = None
        if visit.named and fork is not None:
            about = self.log.kind(page.title)
            named = Named(source=Ref(kind="stop", stop=fork, path="value"), about=about)
        stop = RouteInfo(
            stop_type="route_info",
            index=len(self.frames.places),
            depends_on=() if named is None else (named.source.stop,),
            value=fact.value,
            sensitivity=UNMEASURED,
            transition=visit.transition,
            from_stop=self.here,
            target=visit.target,
            named=named,
            field=fact.field,
            evidence=Evidence(
                title=page.title,
                about=self.log.kind(page.title),
                url=page.url,
                revision=page.revision,
                digest=page.digest,
                section=fact.section,
                label=fact.label,
                start=fact.start,
                end=fact.end,
                quote=fact.quote,
                volatility=PAGE_VOLATILITY.get(self.world.source.partition(":")[0], "archival"),
            ),
        )
        self.here = stop.index
        return self._keep(stop)

    def _roadblock(self, template: RoadblockName, inputs: tuple[int, ...]) -> int:
        refs = tuple(Ref(kind="stop", stop=index, path="value") for index in inputs)
        values = self.frames.values
        last = Rejected("plan.none", "nothing was tried")
        for _ in range(TRIES):
            steps = chain_steps(template, refs, values, self.rng)
            try:
                chain = run_chain(steps, values, self.log)
                value, rounding = rounded(template, chain)
                break
            except ToolRefusal as refusal:
                last = Rejected("roadblock.refused", str(refusal))
            except Rejected as rejected:
                last = rejected
        else:
            raise last
        self.frames.exchanges.extend(chain.exchanges)
        made = (
            ToolStep(
                tool=tool,
                arguments=arguments,
                result=done.result,
                provider=done.provider,
                volatility=done.volatility,
                request=done.request,
                response=done.response,
            )
            for (tool, arguments), done in zip(steps, chain.exchanges, strict=True)
        )
        return self._keep(
            Roadblock(
                stop_type="roadblock",
                index=len(self.frames.places),
                depends_on=tuple(sorted(set(inputs))),
                value=value,
                sensitivity=UNMEASURED,
                transition="tool_call",
                template=template,
                chain=tuple(made),
                rounding=rounding,
            )
        )


def _refuse_repeats(stops: Sequence[RouteInfo | Roadblock]) -> None:
    """No two facts or tool results of a leg are the same: the second could be had from the first."""
    values = [stop.value for stop in stops]
    if len({said(value) for value in values}) < len(values):
        raise Rejected("plan.repeat", "two stops find the same value")
