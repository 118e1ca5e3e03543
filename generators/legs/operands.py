"""What one operand of the finish is known to come to on given facts, before a leg is built of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

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


class Found(NamedTuple):
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
    if isinstance(number, NumberValue) and not _is_telling(pools.get(search.kind, ()), number):
        raise Rejected("L1.insensitive", f"most values like {said(number)} end in the same digit")
    if len(set(search.found)) < len(search.found):
        raise Rejected("plan.repeat", "two stops find the same value")
    return frozenset(search.found)


@dataclass
class _Search:
    """Facts that are left, the last one first, what was found so far, and the kind of what was found last."""

    index: WorldIndex
    facts: list[Found]
    found: list[str] = field(default_factory=list)
    kind: str = ""

    def value(self, node: Node, fork: Value | None) -> Value | None:
        """What a node comes to; None while something is open. Raises ToolRefusal and Rejected."""
        match node:
            case Leaf():
                about, fact = self.facts.pop()
                return self._kept(fact.value, fact_key(about, fact.field, fact.value))
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
            return self._converted(refs[0], values)
        if template not in CERTAIN:
            return None
        chain = run_chain(chain_steps(template, refs, values, Random(0)), values, self.index)
        return self._kept(rounded(template, chain)[0], tool_key(template))

    def _converted(self, ref: Ref, values: Sequence[Value]) -> Value | None:
        """A quantity in the one unit that it converts to; None where there are several, each of which must do."""
        made: list[Value] = []
        for steps in conversions(ref, values):
            value = rounded("unit_conversion", run_chain(steps, values, self.index))[0]
            units = ">".join(each.unit for each in (values[0], value) if isinstance(each, NumberValue))
            made.append(self._kept(value, tool_key("unit_conversion", units)))
        return made[0] if len(made) == 1 else None

    def _kept(self, value: Value, kind: str) -> Value:
        self.found.append(said(value))
        self.kind = kind
        return value


def _is_telling(pool: Sequence[Value], number: NumberValue) -> bool:
    """Whether most values that are unlike a number end in another digit."""
    unlike = list(_last_digits(pool, number))
    return bool(unlike) and sum(digit != number.value[-1] for digit in unlike) * 100 >= len(unlike) * TELLING


def _last_digits(pool: Sequence[Value], number: NumberValue) -> Iterator[str]:
    for value in pool:
        if isinstance(value, NumberValue) and value.value != number.value:
            yield value.value[-1]
