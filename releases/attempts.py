"""Running one task: attempts at a unit until one makes an item. Pure, so that any process may do it."""

from __future__ import annotations

from functools import lru_cache

from generators.rejection import Rejected
from releases.families.registry import family_of_config
from releases.work import Job, Made, Outcome, Refused, Task
from schemas.base import parse_record

__all__ = ["run_task"]


def run_task(job: str, task: str) -> str:
    """The outcome of a task. Arguments and result are JSON texts of Job, Task and Outcome."""
    return _run(_job(job), parse_record(Task, task, "a task")).model_dump_json()


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
