"""Gets tasks done ahead of need: by an executor when there is one, here otherwise, and never twice."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait

from releases.attempts import run_task
from releases.journal import Journal
from releases.work import Job, Outcome, Task, Unit
from schemas.base import parse_record
from schemas.errors import RemoteError

__all__ = ["ATTEMPTS_A_TASK", "Workshop"]

ATTEMPTS_A_TASK = 8
"""How many attempts one task may make: few enough that little is lost when a build is killed."""


class Workshop:
    """Outcomes of tasks, from the journal, from the executor's workers, or made on the spot.

    Who computes an outcome, and when, changes nothing: a task is a pure function of job, unit and attempt.
    """

    def __init__(self, job: Job, journal: Journal, executor: Executor | None = None) -> None:
        self._text = job.model_dump_json()
        self._limit = job.recipe.max_attempts
        self._journal = journal
        self._executor = executor
        self._running: dict[Future[str], Task] = {}
        self._asked: dict[tuple[Unit, int], Future[str]] = {}

    def prefetch(self, unit: Unit) -> None:
        """Have a unit's first attempts made, if there is somebody to make them."""
        if self._executor is not None:
            self._submit(unit, 0)

    def outcome(self, unit: Unit, first: int) -> Outcome:
        """What the attempts from `first` on came to. Raises RemoteError when a worker died."""
        while (known := self._journal.get(unit, first)) is None:
            if self._executor is None:
                self._keep(run_task(self._text, self._task(unit, first).model_dump_json()))
            else:
                self._submit(unit, first)
                self._collect()
        return known

    def _task(self, unit: Unit, first: int) -> Task:
        return Task(unit=unit, first=first, attempts=min(ATTEMPTS_A_TASK, self._limit - first))

    def _submit(self, unit: Unit, first: int) -> None:
        if self._executor is None or (unit, first) in self._asked:
            return
        if (known := self._journal.get(unit, first)) is not None:
            self._go_on(known)
            return
        task = self._task(unit, first)
        try:
            future = self._executor.submit(run_task, self._text, task.model_dump_json())
        except BrokenExecutor as error:
            raise _died() from error
        self._running[future] = task
        self._asked[unit, first] = future

    def _collect(self) -> None:
        """Wait for any task, keep what is done, and go on with units that made nothing yet."""
        for future in wait(self._running, return_when=FIRST_COMPLETED).done:
            task = self._running.pop(future)
            try:
                outcome = self._keep(future.result())
            except BrokenExecutor as error:
                raise _died() from error
            del self._asked[task.unit, task.first]
            self._go_on(outcome)

    def _go_on(self, outcome: Outcome) -> None:
        following = outcome.task.first + outcome.task.attempts
        if outcome.made is None and following < self._limit:
            self._submit(outcome.task.unit, following)

    def _keep(self, text: str) -> Outcome:
        outcome = parse_record(Outcome, text, "an outcome")
        self._journal.add(outcome)
        return outcome


def _died() -> RemoteError:
    return RemoteError("a worker process died, perhaps for want of memory; run the same command again to go on")
