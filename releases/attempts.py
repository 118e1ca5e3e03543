"""Running an errand: for each of its units attempts until one makes an item. Pure, so that any process may do it."""

from __future__ import annotations

from functools import lru_cache

from generators.rejection import Rejected
from releases.families.registry import family_of_config
from releases.work import Errand, Job, Made, Outcome, Refused, Results, Task
from schemas.base import parse_record

__all__ = ["run", "run_errand"]


def run_errand(job: str, errand: str) -> str:
    """The outcomes of an errand. Arguments and result are JSON texts of Job, Errand and Results."""
    return run(_job(job), parse_record(Errand, errand, "an errand")).model_dump_json()


def run(job: Job, errand: Errand) -> Results:
    """The outcomes of an errand, for one who is in the same process."""
    return Results(outcomes=tuple(_run(job, task) for task in errand.tasks))


@lru_cache(maxsize=4)
def _job(text: str) -> Job:
    return parse_record(Job, text, "a job")


def _run(job: Job, task: Task) -> Outcome:
    family = family_of_config(task.unit.family)
    refused: list[Refused] = []
    made: Made | None = None
    for attempt in range(task.first, task.first + task.attempts):
        try:
            made = family.attempt(job, task.unit, attempt)
        except Rejected as reason:
            draft = getattr(reason, "draft", None)
            refused.append(Refused(attempt=attempt, code=reason.code, message=reason.message, draft=draft))
        else:
            break
    return Outcome(task=task, refused=tuple(refused), made=made)
