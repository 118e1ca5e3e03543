"""Turns a plan and the visits of a walk into stops with values, in reading order."""

from __future__ import annotations

import random
from collections.abc import Mapping

from generators.legs.chains import chain_steps, rounded
from generators.legs.plan import DetourNode, DiamondNode, Leaf, Node, Plan, RoadblockNode
from generators.legs.route import Visit
from generators.rejection import Rejected
from schemas.legs import (
    Detour,
    DetourName,
    Diamond,
    Evidence,
    FinishLine,
    FinishName,
    Merge,
    MergeName,
    Ref,
    Roadblock,
    RoadblockName,
    RouteInfo,
    Sensitivity,
    ToolStep,
)
from schemas.values import CoordsValue, DateValue, NumberValue, TextValue, Value
from schemas.worlds import Exchange, Volatility
from solvers.legs.execute import AnyStop, Calls, compute, count, run_chain, whole
from solvers.legs.transforms import NUMBER_DETOURS, WORD_DETOURS, YEAR_DETOURS, OutOfDomain
from worlds.tools.calls import ToolRefusal
from worlds.world import World

__all__ = ["Assembly", "assemble"]

UNMEASURED = Sensitivity(draws=50, differing=0, changed=0)
"""What stands in a stop until its effect is measured."""

PAGE_VOLATILITY: Mapping[str, Volatility] = {"atlas": "frozen", "zim": "archival"}
"""How lasting the pages of a world are, by the kind of its source (rule L6)."""

FINISHES: tuple[FinishName, ...] = ("sum_mod_10", "absolute_difference_mod_10")
MERGES: tuple[MergeName, ...] = ("sum", "absolute_difference")


class Assembly:
    """The stops made so far, and what was called to make them."""

    def __init__(self, world: World, tools: Calls, visits: list[Visit], rng: random.Random) -> None:
        self.world = world
        self.tools = tools
        self.rng = rng
        self.visits = list(reversed(visits))
        self.stops: list[AnyStop] = []
        self.diamonds: list[Diamond] = []
        self.exchanges: list[Exchange] = []
        self.page_stop = -1

    @property
    def values(self) -> list[Value]:
        """The values of the stops so far."""
        return [stop.value for stop in self.stops]

    def add(self, node: Node) -> Ref:
        """Add a node after the nodes it rests on; the reference to its value."""
        match node:
            case Leaf():
                return self._visit()
            case RoadblockNode():
                return self._roadblock(node.template, tuple(self.add(child) for child in node.inputs))
            case DetourNode():
                return self._detour(self.add(node.input))
            case DiamondNode():
                return self._diamond(node)

    def _visit(self) -> Ref:
        visit = self.visits.pop()
        page = self.world.pages.get(visit.title)
        fact = visit.fact
        stop = RouteInfo(
            stop_type="route_info",
            index=len(self.stops),
            depends_on=(),
            value=fact.value,
            sensitivity=UNMEASURED,
            transition=visit.transition,
            from_stop=None if visit.transition == "seed" else self.page_stop,
            target=visit.target,
            field=fact.field,
            evidence=Evidence(
                title=page.title,
                url=page.url,
                revision=page.revision,
                digest=page.digest,
                section=fact.section,
                label=fact.label,
                start=fact.start,
                end=fact.end,
                quote=fact.quote,
                volatility=PAGE_VOLATILITY[self.world.source.partition(":")[0]],
            ),
        )
        self.page_stop = stop.index
        return self._keep(stop)

    def _keep(self, stop: AnyStop) -> Ref:
        self.stops.append(stop)
        return Ref(kind="stop", stop=stop.index, path="value")

    def _roadblock(self, template: RoadblockName, refs: tuple[Ref, ...]) -> Ref:
        steps = chain_steps(template, refs, self.values, self.rng)
        try:
            chain = run_chain(steps, self.values, self.tools)
        except ToolRefusal as refusal:
            raise Rejected("roadblock.refused", str(refusal)) from refusal
        self.exchanges.extend(chain.exchanges)
        value, rounding = rounded(chain)
        return self._keep(
            Roadblock(
                stop_type="roadblock",
                index=len(self.stops),
                depends_on=tuple(sorted({ref.stop for ref in refs})),
                value=value,
                sensitivity=UNMEASURED,
                transition="tool_call",
                template=template,
                chain=tuple(
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
                ),
                rounding=rounding,
            )
        )

    def _detour(self, ref: Ref) -> Ref:
        source = self.values[ref.stop]
        if isinstance(source, DateValue):
            ref = Ref(kind="stop", stop=ref.stop, path="value.year")
        names = list(_detours_for(source))
        self.rng.shuffle(names)
        for name in names:
            stop = Detour(
                stop_type="detour",
                index=len(self.stops),
                depends_on=(ref.stop,),
                value=source,
                sensitivity=UNMEASURED,
                transition="compute",
                transform=name,
                source=ref,
            )
            try:
                value = compute(stop, self.values)
            except OutOfDomain:
                continue
            if isinstance(source, NumberValue) and source.value == value.value:
                continue
            if isinstance(source, DateValue) and str(int(source.value[:4])) == value.value:
                continue
            return self._keep(stop.model_copy(update={"value": value}))
        raise Rejected("L18.identity", f"no detour changes the value of stop {ref.stop}")

    def _diamond(self, node: DiamondNode) -> Ref:
        source = self.add(node.source)
        first, second = self._roadblock("country_population", (source,)), self._roadblock("country_area", (source,))
        operation = self.rng.choice(MERGES)
        stop = Merge(
            stop_type="merge",
            index=len(self.stops),
            depends_on=(first.stop, second.stop),
            value=self.values[first.stop],
            sensitivity=UNMEASURED,
            transition="compute",
            operation=operation,
            sources=(first, second),
        )
        self.diamonds.append(
            Diamond(name=node.name, source=source.stop, branches=(first.stop, second.stop), merge=stop.index)
        )
        return self._keep(stop.model_copy(update={"value": _computed(stop, self.values)}))

    def finish(self, refs: list[Ref], operation: FinishName) -> FinishLine:
        """The last stop. Raises Rejected where the operands have no last digit."""
        stop = FinishLine(
            stop_type="finish_line",
            index=len(self.stops),
            depends_on=tuple(sorted({ref.stop for ref in refs})),
            value=self.values[refs[0].stop],
            sensitivity=UNMEASURED,
            transition="compute",
            operation=operation,
            sources=tuple(sorted(refs, key=lambda ref: ref.stop)),
        )
        return stop.model_copy(update={"value": _computed(stop, self.values)})


def assemble(world: World, tools: Calls, plan: Plan, visits: list[Visit], digit: int, rng: random.Random) -> Assembly:
    """All stops of a leg whose answer is `digit`. Raises Rejected when this draw doesn't lead there."""
    assembly = Assembly(world, tools, visits, rng)
    refs = [assembly.add(node) for node in plan.operands]
    _refuse_repeats(assembly.stops)
    operations = [name for name in FINISHES if name == "sum_mod_10" or len(refs) == 2]
    rng.shuffle(operations)
    for operation in operations:
        finish = assembly.finish(refs, operation)
        if len(refs) == 1 and finish.value == count(whole(assembly.values[refs[0].stop])):
            raise Rejected("L18.identity", "the answer is its only operand, a single digit")
        if finish.value == NumberValue(type="number", value=str(digit), unit="count"):
            assembly.stops.append(finish)
            return assembly
    raise Rejected("L15.digit", f"no finish gives {digit}, the answer that is this leg's turn")


def _refuse_repeats(stops: list[AnyStop]) -> None:
    """No two facts or tool results of a leg are the same: the second could be had from the first."""
    values = [stop.value for stop in stops if isinstance(stop, RouteInfo | Roadblock)]
    said = [value.value if not isinstance(value, CoordsValue) else f"{value.lat} {value.lon}" for value in values]
    if len(set(said)) < len(said):
        raise Rejected("plan.repeat", "two stops find the same value")


def _computed(stop: Merge | FinishLine, values: list[Value]) -> NumberValue:
    try:
        return compute(stop, values)
    except OutOfDomain as error:
        raise Rejected("plan.domain", f"stop {stop.index}: {error}") from error


def _detours_for(source: Value) -> tuple[DetourName, ...]:
    match source:
        case TextValue():
            return tuple(WORD_DETOURS)
        case DateValue():
            return (*NUMBER_DETOURS, *YEAR_DETOURS)
        case NumberValue():
            return tuple(NUMBER_DETOURS)
        case _:
            return ()
