"""N4: four different options, exactly one optimal, gaps kept, and a pair that differs in what it should alone."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.findings import Finding
from schemas.tandem import TandemQuestion
from validators.registry import rule
from validators.tandem.context import Context, finding

__all__ = ["check_options", "check_pair"]

LEAST_GAP = {"short": 1, "long": 2}


@rule("N4", "tandem")
def check_options(question: TandemQuestion, _context: Context) -> Iterator[Finding]:
    """Different programs, at least three feasible, one state optimum named by gold, and the least gap to the rest."""
    programs = [(option.programs.chef, option.programs.assistant) for option in question.options]
    if len(set(programs)) < len(programs):
        yield finding("N4.same-programs", question, "options", "two options have the same programs")
    costs = [option.cost for option in question.options]
    if sum(cost is not None for cost in costs) < 3:
        yield finding("N4.too-few-feasible", question, "options", f"costs are {costs}; at least three have to finish")
    optimal = [n for n, cost in enumerate(costs) if cost == question.optimum.cost]
    if optimal != [question.gold]:
        message = f"the options at the optimum {question.optimum.cost} are {optimal}, gold is {question.gold}"
        yield finding("N4.gold", question, "gold", message)
    gap = LEAST_GAP[question.goal.horizon]
    for n, cost in enumerate(costs):
        if cost is not None and n != question.gold and cost < question.optimum.cost + gap:
            message = f"{cost} joint steps against an optimum of {question.optimum.cost}; the gap is at least {gap}"
            yield finding("N4.gap", question, f"options[{n}].cost", message)
    conflict = question.goal.horizon == "long" and _conflict(question)
    if conflict != question.conflict:
        yield finding("N4.conflict", question, "conflict", f"it is {conflict} by the options' costs and stages")


def _conflict(question: TandemQuestion) -> bool:
    gold = question.options[question.gold]
    return any(
        option.stage is not None and gold.stage is not None and option.stage < gold.stage
        and option.cost is not None and option.cost > question.optimum.cost
        for option in question.options
    )  # fmt: skip


@rule("N4", "tandem")
def check_pair(question: TandemQuestion, _context: Context) -> Iterator[Finding]:
    """In the variant that keeps the optimum another option is taken out; both statements then are true or false."""
    removed = question.pair.removed_when_retained
    if removed == question.gold:
        yield finding("N4.pair", question, "pair", "the option taken out where the optimum stays is the optimum")
    for gone, better_exists in ((removed, False), (question.gold, True)):
        left = [o.cost for n, o in enumerate(question.options) if n != gone and o.cost is not None]
        if not left or (min(left) > question.optimum.cost) != better_exists:
            yield finding(
                "N4.statement", question, "pair", f"without option {gone} the statement isn't {better_exists}"
            )
