"""N7: questions together: two a scenario from one state, no twins across splits, no question twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from schemas.findings import Finding
from schemas.tandem import TandemQuestion
from validators.registry import rule
from validators.tandem.context import Context, finding

__all__ = ["check_scenarios", "check_twins"]


@rule("N7", "tandem", "release")
def check_scenarios(questions: Sequence[TandemQuestion], _context: Context) -> Iterator[Finding]:
    """Every scenario has one short and one long question from the same state."""
    of: dict[tuple[str, str], list[TandemQuestion]] = {}
    for question in questions:
        of.setdefault((question.split, question.scenario), []).append(question)
    for (_, scenario), both in sorted(of.items()):
        if sorted(question.goal.horizon for question in both) != ["long", "short"]:
            yield finding("N7.horizons", both[0], "goal", f"scenario {scenario} needs one short and one long question")
        elif both[0].state != both[1].state or both[0].contrast != both[1].contrast:
            yield finding("N7.state", both[0], "state", f"scenario {scenario} has two states or two contrasts")
    tasks: dict[tuple[str, str], set[str]] = {}
    for question in questions:
        tasks.setdefault((question.split, question.order), set()).add(question.scenario)
        if len(tasks[question.split, question.order]) > question.task.capacity:
            message = f"order {question.order} has more scenarios than its capacity, {question.task.capacity}"
            yield finding("N7.capacity", question, "task.capacity", message)


@rule("N7", "tandem", "release")
def check_twins(questions: Sequence[TandemQuestion], _context: Context) -> Iterator[Finding]:
    """No question is there twice, and questions of one structure are in one split."""
    for name, count in sorted(Counter(question.id for question in questions).items()):
        if count > 1:
            yield finding("N7.twice", "release", "id", f"{name} is there {count} times")
    splits: dict[str, set[str]] = {}
    for question in questions:
        splits.setdefault(question.structure, set()).add(question.split)
    for structure, where in sorted(splits.items()):
        if len(where) > 1:
            yield finding(
                "N7.split", "release", "split", f"structure {structure[:12]} is in {', '.join(sorted(where))}"
            )
