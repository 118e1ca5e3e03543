"""What one operand of the finish is known to come to on given facts, before a leg is built of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from generators.legs.chains import chain_steps, conversions, rounded
from generators.legs.index import WorldIndex
from generators.legs.offers import LOOKED_UP, said
from generators.legs.plan import DetourNode, DiamondNode, Fork, Leaf, Node, RoadblockNode
from generators.rejection import Rejected
from schemas.facts import Fact
from schemas.legs import Ref, RoadblockName
from schemas.values import NumberValue, Value
from solvers.legs.execute import run_chain
from solvers.legs.keys import fact_key, tool_key
from worlds.tools.calls import ToolRefusal

__all__ = ["Found", "findings"]

CERTAIN: frozenset[RoadblockName] = LOOKED_UP | {"geocode_distance", "days_between"}
"""Templates that leave nothing to choose."""

TELLING = 85
"""This percentage of the values of its kind that are unlike an operand must have another last digit."""


@dataclass(frozen=True)
class Found:
    """A fact of a visit, and what its page is about."""

    about: str
    fact: Fact


def findings(
    index: WorldIndex, pools: Mapping[str, Sequence[Value]], node: Node, facts: Sequence[Found]
) -> frozenset[str]:
    """All that the stops of an operand are known to find on these facts, one for each leaf.

    Raises Rejected where a tool has no answer, or none that is safe to round; where two find the same; and where an
    operand on which nothing is open matters too little, as its kind mostly ends in the same digit.
    """
    search = _Search(index, list(reversed(facts)))
    try:
        number = search.value(node, None)
    except ToolRefusal as refusal:
        raise Rejected("roadblock.refused", str(refusal)) from refusal
    if isinstance(number, NumberValue):
        first = facts[0]
        key = fact_key(first.about, first.fact.field, first.fact.value) if isinstance(node, Leaf) else ""
        key = tool_key(node.template) if isinstance(node, RoadblockNode) else key
        if not _is_telling(pools.get(key, ()), number):
            raise Rejected("L1.insensitive", f"most values like {said(number)} end in the same digit")
    if len(set(search.found)) < len(search.found):
        raise Rejected("plan.repeat", "two stops find the same value")
    return frozenset(search.found)


@dataclass
class _Search:
    """Facts that are left, the last one first, and what was found so far."""

    index: WorldIndex
    facts: list[Found]
    found: list[str] = field(default_factory=list)

    def value(self, node: Node, fork: Value | None) -> Value | None:
        """What a node comes to; None while something is open. Raises ToolRefusal and Rejected."""
        match node:
            case Leaf():
                return self._kept(self.facts.pop().fact.value)
            case Fork():
                return fork
            case DetourNode():
                self.value(node.input, fork)
                return None
            case DiamondNode():
                source = self.value(node.source, None)
                for branch in node.branches:
                    self.value(branch, source)
                return None
            case RoadblockNode():
                return self._roadblock(node.template, [self.value(each, fork) for each in node.inputs])

    def _roadblock(self, template: RoadblockName, inputs: Sequence[Value | None]) -> Value | None:
        values = [value for value in inputs if value is not None]
        if len(values) < len(inputs):
            return None
        refs = [Ref(kind="stop", stop=place, path="value") for place in range(len(values))]
        if template == "unit_conversion":
            for steps in conversions(refs[0], values):
                rounded(template, run_chain(steps, values, self.index))
            return None
        if template not in CERTAIN:
            return None
        return self._kept(
            rounded(template, run_chain(chain_steps(template, refs, values, Random(0)), values, self.index))[0]
        )

    def _kept(self, value: Value) -> Value:
        self.found.append(said(value))
        return value


def _is_telling(pool: Sequence[Value], number: NumberValue) -> bool:
    """Whether most values that are unlike a number end in another digit."""
    unlike = list(_last_digits(pool, number))
    return bool(unlike) and sum(digit != number.value[-1] for digit in unlike) * 100 >= len(unlike) * TELLING


def _last_digits(pool: Sequence[Value], number: NumberValue) -> Iterator[str]:
    for value in pool:
        if isinstance(value, NumberValue) and value.value != number.value:
            yield value.value[-1]
