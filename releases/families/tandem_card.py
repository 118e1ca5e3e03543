"""What a card says of its tandem questions: counts a level, what they ask for, and how many structures there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from releases.families.base import CardTable, Summary
from releases.plots import Plot, histogram
from schemas.base import Record
from schemas.canonical import JSON
from schemas.tandem import Tag, TandemQuestion, TandemVerification
from validators.tandem.surface import LIMITS, SMALLEST, decision_scores, verification_scores

__all__ = ["tandem_stats", "tandem_summary"]

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
PAPER = {1: 10, 2: 5, 3: 40, 4: 35, 5: 50, 6: 60}
"""Scenarios a level in the paper's dataset of 200 (appendix B.2)."""
TAGS: dict[Tag, int] = {"work order": 300, "handoff": 376, "parallel work": 355, "resource constraint": 141}
"""Questions with each tag in the paper's dataset (appendix F)."""
SAID = (
    "The kitchen is simulated, and all its rules are told: questions test coordination over plans, not cooking.",
    "Orders of one structure are the same task under other names; `structure` groups such twins.",
)


def tandem_summary(items: Sequence[Record], stats: Mapping[str, JSON]) -> Summary:
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
    tables = (_levels(questions), _tasks(questions), _kinds(questions), *_surface(stats))
    return Summary(DECISION, tables, SAID, _plots(questions))


def tandem_stats(items: Sequence[Record]) -> dict[str, JSON]:
    """What classifiers make of the surface of decision questions, where there are enough of them."""
    questions = [item for item in items if isinstance(item, TandemQuestion)]
    if len(questions) < SMALLEST:
        return {}
    scores = {"decision": decision_scores(questions), "verification": verification_scores(questions)}
    return {
        "tandem_surface": [
            {
                "questions": what,
                "classifier": score.classifier,
                "asked": score.asked,
                "right": score.right,
                "upper": f"{score.upper:.4f}",
                "at_most": f"{LIMITS[what]:.2f}",
            }
            for what, each in scores.items()
            for score in each
        ]
    }


def _surface(stats: Mapping[str, JSON]) -> tuple[CardTable, ...]:
    rows = stats.get("tandem_surface")
    columns = ("questions", "classifier", "asked", "right", "upper", "at_most")
    if not isinstance(rows, list):
        cells = ("decision and verification", "–", "too few questions", "–", "–", "–")
        told: tuple[tuple[str, ...], ...] = (cells,)
    else:
        told = tuple(tuple(str(row[key]) for key in columns) for row in rows if isinstance(row, dict))
    return (
        CardTable(
            "What the surface tells (lengths, waits, first statements, positions; cross-validated by structure)",
            ("questions", "classifier", "asked", "right", "upper 95 % bound", "at most"),
            told,
        ),
    )


def _tasks(questions: Sequence[TandemQuestion]) -> CardTable:
    """Each task's optimum T, representatives |S| and capacity beside the scenarios that it has."""
    tasks = {question.order: question for question in questions}
    scenarios = Counter(order for order, _ in {(q.order, (q.split, q.scenario)) for q in questions})
    rows = [
        (q.order, q.level, q.task.optimum, q.task.representatives, q.task.capacity, scenarios[order])
        for order, q in sorted(tasks.items(), key=lambda task: (task[1].level, task[0]))
    ]
    columns = ("order", "level", "T", "|S|", "capacity", "scenarios")
    return CardTable("Tasks", columns, tuple(tuple(map(str, row)) for row in rows))


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
            PAPER[level],
        )
        rows.append(tuple(map(str, cells)))
    return CardTable(
        "Levels", ("level", "orders", "scenarios", "questions", "structures", "scenarios in the paper"), tuple(rows)
    )


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
        ("distinct structures", len({q.structure for q in questions}), "–"),
        ("an option ends its stage earlier and costs more (conflict)", sum(q.conflict for q in questions), "15"),
        ("an option can never finish", sum(any(o.cost is None for o in q.options) for q in questions), "246"),
        ("scenarios whose short and long question share plans and optimum", matched, "64"),
        *((f"tag: {tag}", tags[tag], str(count)) for tag, count in TAGS.items()),
    ]
    columns = ("what", "count", "in the paper, of 400 questions")
    return CardTable("What they are like", columns, tuple((what, str(count), paper) for what, count, paper in rows))
