"""Gets tasks done ahead of need: by an executor when there is one, here otherwise, and never twice."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait

from releases.attempts import run, run_errand
from releases.families.registry import family_of_config
from releases.journal import Journal
from releases.work import Errand, Job, Outcome, Results, Task, Unit
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
        self._job, self._text = job, job.model_dump_json()
        self._limit = job.recipe.max_attempts
        self._journal = journal
        self._executor = executor
        self._running: dict[Future[str], Errand] = {}
        self._asked: dict[tuple[Unit, int], Future[str]] = {}

    def prefetch(self, unit: Unit) -> None:
        """Have a unit's first attempts made, if there is somebody to make them."""
        if self._executor is not None:
            self._submit(unit, 0)

    def outcome(self, unit: Unit, first: int) -> Outcome:
        """What the attempts from `first` on came to. Raises RemoteError when a worker died."""
        while (known := self._journal.get(unit, first)) is None:
            if self._executor is None:
                made = self._keep(run(self._job, self._errand(unit, first)))
                return next(outcome for outcome in made if outcome.task.unit == unit)
            self._submit(unit, first)
            self._collect()
        return known

    def _errand(self, unit: Unit, first: int) -> Errand:
        """The attempts at a unit, and those at the units that are made together with it."""
        attempts = min(ATTEMPTS_A_TASK, self._limit - first)
        together = family_of_config(unit.family).together(unit)
        open_ = [one for one in together if one == unit or self._journal.get(one, first) is None]
        return Errand(tasks=tuple(Task(unit=one, first=first, attempts=attempts) for one in open_))

    def _submit(self, unit: Unit, first: int) -> None:
        if self._executor is None or (unit, first) in self._asked:
            return
        if (known := self._journal.get(unit, first)) is not None:
            self._go_on(known)
            return
        errand = self._errand(unit, first)
        try:
            future = self._executor.submit(run_errand, self._text, errand.model_dump_json())
        except BrokenExecutor as error:
            raise _died() from error
        self._running[future] = errand
        for task in errand.tasks:
            self._asked[task.unit, first] = future

    def _collect(self) -> None:
        """Wait for any task, keep what is done, and go on with units that made nothing yet."""
        for future in wait(self._running, return_when=FIRST_COMPLETED).done:
            errand = self._running.pop(future)
            try:
                outcomes = self._keep(parse_record(Results, future.result(), "results"))
            except BrokenExecutor as error:
                raise _died() from error
            for task in errand.tasks:
                del self._asked[task.unit, task.first]
            for outcome in outcomes:
                self._go_on(outcome)

    def _go_on(self, outcome: Outcome) -> None:
        following = outcome.task.first + outcome.task.attempts
        if outcome.made is None and following < self._limit:
            self._submit(outcome.task.unit, following)

    def _keep(self, results: Results) -> tuple[Outcome, ...]:
        for outcome in results.outcomes:
            self._journal.add(outcome)
        return results.outcomes


def _died() -> RemoteError:
    return RemoteError("a worker process died, perhaps for want of memory; run the same command again to go on")
