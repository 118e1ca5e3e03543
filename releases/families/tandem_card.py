"""What a card says of its tandem questions: counts a level, what they ask for, and how many structures there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from releases.families.base import CardTable, Summary
from releases.plots import Plot, histogram
from schemas.base import Record
from schemas.tandem import TandemQuestion, TandemVerification

__all__ = ["tandem_summary"]

DECISION = (
    "A question gives the joint state of a kitchen with two cooks, a goal and four team plans; exactly one is as fast "
    "as any legal joint execution can be. A short question counts to a first milestone, a long one to the delivery. "
    "After TandemBench; the kitchen is Collab-Overcooked's, rebuilt from its rules.",
)
VERIFICATION = (
    "A verification question shows three plans of a decision question and the statement that a feasible plan is "
    "faster than each of them. Of each pair one half keeps the optimum, where the statement is false, and one has it "
    "taken out, where it is true.",
)
LIMITS = (
    "The kitchen is simulated, and all its rules are told: questions test coordination over plans, not cooking.",
    "Orders of one structure are the same task under other names; `structure` groups such twins.",
)


def tandem_summary(items: Sequence[Record]) -> Summary:
    """Counts from the items of one config."""
    halves = [item for item in items if isinstance(item, TandemVerification)]
    if halves:
        rows = Counter((half.base.level, half.base.goal.horizon, half.variant) for half in halves)
        table = CardTable(
            "Levels",
            ("level", "horizon", "half", "questions"),
            tuple((str(level), horizon, half, str(count)) for (level, horizon, half), count in sorted(rows.items())),
        )
        return Summary(VERIFICATION, (table,), ())
    questions = [item for item in items if isinstance(item, TandemQuestion)]
    return Summary(DECISION, (_levels(questions), _kinds(questions)), LIMITS, _plots(questions))


def _plots(questions: Sequence[TandemQuestion]) -> tuple[Plot, ...]:
    """How much more the losing plans cost than the best, and how many joint steps that takes."""
    gaps: dict[str, list[int]] = {"short": [], "long": []}
    steps: dict[str, list[int]] = {"short": [], "long": []}
    for question in questions:
        best = question.optimum.cost
        steps[question.goal.horizon].append(best)
        costs = [option.cost for number, option in enumerate(question.options) if number != question.gold]
        gaps[question.goal.horizon] += [cost - best for cost in costs if cost is not None]
    return (
        Plot("tandem-steps", "Joint steps of the best plan", histogram(steps, "joint steps", "questions")),
        Plot(
            "tandem-gaps",
            "Cost gaps: joint steps that a losing plan takes more than the best (plans that never finish left out)",
            histogram(gaps, "joint steps more", "options"),
        ),
    )


def _levels(questions: Sequence[TandemQuestion]) -> CardTable:
    rows = []
    for level in sorted({question.level for question in questions}):
        own = [question for question in questions if question.level == level]
        cells = (
            level,
            len({question.order for question in own}),
            len({(question.split, question.scenario) for question in own}),
            len(own),
            len({question.structure for question in own}),
        )
        rows.append(tuple(map(str, cells)))
    return CardTable("Levels", ("level", "orders", "scenarios", "questions", "structures"), tuple(rows))


def _kinds(questions: Sequence[TandemQuestion]) -> CardTable:
    tags = Counter(tag for question in questions for tag in question.tags)
    pairs: dict[tuple[str, str], list[TandemQuestion]] = {}
    for question in questions:
        pairs.setdefault((question.split, question.scenario), []).append(question)
    matched = sum(
        len(both) == 2
        and [option.programs for option in both[0].options] == [option.programs for option in both[1].options]
        and both[0].gold == both[1].gold
        for both in pairs.values()
    )
    rows = [
        ("an option ends its stage earlier and costs more (conflict)", sum(q.conflict for q in questions)),
        ("an option can never finish", sum(any(o.cost is None for o in q.options) for q in questions)),
        ("scenarios whose short and long question share plans and optimum", matched),
        *((f"tag: {tag}", count) for tag, count in sorted(tags.items())),
    ]
    return CardTable("What they are like", ("what", "count"), tuple((what, str(count)) for what, count in rows))
