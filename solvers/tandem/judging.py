"""What a team plan costs under a goal (paper A.2), with the state optimum that it is held against."""

from __future__ import annotations

from typing import NamedTuple

from schemas.tandem import GoalRecord
from solvers.tandem.certificate import SEARCHED, Certified, Certifier, certifier_for
from solvers.tandem.execution import Executor, Run
from solvers.tandem.goals import goal_test, milestone_costs
from solvers.tandem.programs import Plan
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.states import State

__all__ = ["Judge", "Verdict"]


class Verdict(NamedTuple):
    """A plan's cost in joint steps (None: it can never finish), the step after which both programs are over, the
    least remaining cost from there (long horizon), and the run that shows it.
    """

    cost: int | None
    stage: int | None
    rest: int | None
    run: Run


class Judge:
    """Costs of plans and states under one goal, exact over everything the rules allow."""

    def __init__(self, kitchen: Kitchen, order: str, goal: GoalRecord) -> None:
        self.goal = goal
        self._executor = Executor(kitchen, order)
        self._delivery = certifier_for(kitchen, order)
        encoding, space = self._delivery.encoding, self._delivery.space
        self._test = goal_test(kitchen, order, goal.milestone)
        self._optimum = self._delivery
        if goal.horizon == "short" and goal.milestone != "delivered":
            cost = milestone_costs(encoding, space, goal.milestone)
            self._optimum = Certifier(encoding, space, cost, self._test)
        self._known: dict[State, Certified] = {}

    @property
    def certifier(self) -> Certifier:
        """The certifier of this goal's optima."""
        return self._optimum

    @property
    def table(self) -> str:
        """The digest of the rules and domain behind the optimum's table."""
        return self._optimum.table

    def optimum(self, state: State) -> Certified:
        """The state optimum. Raises SearchLimit where the search is given up."""
        return self._optimum.certify(state)

    def run(self, state: State, plan: Plan) -> Run:
        """What becomes of a plan, with the goal watched for."""
        return self._executor.run(state, plan, self._test)

    def judge(self, state: State, plan: Plan) -> Verdict:
        """A plan's cost from a state. Raises SearchLimit where the rest can't be settled."""
        return self.verdict(self.run(state, plan))

    def verdict(self, run: Run, limit: int = SEARCHED) -> Verdict:
        """The cost of a plan that was run from a state; the rest is searched for among at most `limit` states.

        Raises SearchLimit where that doesn't settle it.
        """
        if self.goal.horizon == "short":
            return Verdict(run.reached, run.ended, None, run)
        run = run.staged()
        if run.delivered is not None:
            return Verdict(run.delivered, run.ended, 0, run)
        if run.ended is None:
            return Verdict(None, None, None, run)
        last = run.states[-1]
        if last not in self._known:
            self._known[last] = self._delivery.certify(last, limit)
        rest = self._known[last].cost
        return Verdict(None if rest is None else run.ended + rest, run.ended, rest, run)
