"""The pool of judged candidates of one scenario, and the milestone of its short question."""

from __future__ import annotations

import random
from typing import NamedTuple

from generators.rejection import Rejected
from generators.tandem.candidates import Candidate, distinct, staged, variants
from generators.tandem.families import families_of
from generators.tandem.screening import Found, Screener
from schemas.tandem import GoalRecord
from solvers.tandem.certificate import Certified, SearchLimit
from solvers.tandem.goals import goal_test, milestones_of
from solvers.tandem.graph import FAR
from solvers.tandem.judging import Judge, Verdict
from solvers.tandem.plans import Plan, constrained_plan, optimal_plan
from worlds.kitchen.states import State

__all__ = ["Judged", "Judges", "Pool", "make_pool"]

MOST_CANDIDATES = 240
CUTS = 3
BEYOND = 3
"""A stage may go on for so many joint steps after the milestone."""


class Judged(NamedTuple):
    """A candidate with its verdicts under the two goals."""

    candidate: Candidate
    short: Verdict
    long: Verdict


class Pool(NamedTuple):
    """Everything that the two questions of a scenario are made from."""

    short_goal: GoalRecord
    long_goal: GoalRecord
    short_optimum: Certified
    long_optimum: Certified
    judged: tuple[Judged, ...]
    tables: tuple[str, str]


class Judges:
    """The judges of one order, one a goal, made once."""

    def __init__(self, screener: Screener, order: str) -> None:
        self._kitchen, self._order = screener.encoding.kitchen, order
        self._made: dict[str, Judge] = {}

    def of(self, goal: GoalRecord) -> Judge:
        """The judge of a goal."""
        if goal.milestone not in self._made:
            self._made[goal.milestone] = Judge(self._kitchen, self._order, goal)
        return self._made[goal.milestone]


def make_pool(screener: Screener, judges: Judges, state: State, found: Found, rng: random.Random) -> Pool:
    """Candidates for a state, cut to stages around the milestone and judged.

    Costs are exact over everything the rules allow; a candidate after which second copies or parked things would pay
    is left out, so that every number also holds in the canonical domain. Raises Rejected where there is no milestone
    to contrast before, or an optimum can't be settled or leaves that domain.
    """
    base = optimal_plan(screener.encoding, screener.space, state)
    milestone = _milestone(screener, base, found)
    short_goal = GoalRecord(horizon="short", milestone=milestone)
    long_goal = GoalRecord(horizon="long", milestone="delivered")
    short, long = judges.of(short_goal), judges.of(long_goal)
    try:
        best = short.optimum(state), long.optimum(state)
    except SearchLimit as error:
        raise Rejected("candidates.optimum-open", f"the state optimum is not settled: {error}") from error
    for known, goal in zip(best, (short_goal, long_goal), strict=True):
        if known.cost is None or known.cost != screener.canonical_cost(state, goal.milestone):
            raise Rejected("candidates.domain", f"the {goal.horizon} optimum leaves the canonical domain")
    judged: list[Judged] = []
    for candidate in _candidates(screener, state, base, milestone, rng):
        run = short.run(state, candidate.plan)
        try:
            one = Judged(candidate, short.verdict(run), long.verdict(run, limit=0))
        except SearchLimit:
            continue  # what the table doesn't settle is left out: a second copy or a thing parked may pay there
        if not one.long.rest or one.long.rest == screener.canonical_cost(one.long.run.states[-1], "delivered"):
            judged.append(one)
    return Pool(short_goal, long_goal, best[0], best[1], tuple(judged), (short.table, long.table))


def _milestone(screener: Screener, base: Plan, found: Found) -> str:
    """The first milestone on the optimal trajectory that comes after the contrast has acted."""
    encoding = screener.encoding
    acted = _acts(screener, base, found)
    reached: list[tuple[int, str]] = []
    for milestone in milestones_of(encoding.recipe):
        test = goal_test(encoding.kitchen, encoding.recipe.order, milestone)
        first = next((n for n, state in enumerate(base.states) if test(state)), None)
        if first:
            reached.append((first, milestone))
    for first, milestone in sorted(reached):
        if first > acted:
            return milestone
    raise Rejected("candidates.no-milestone", "no milestone lies between the contrast and the delivery")


def _acts(screener: Screener, base: Plan, found: Found) -> int:
    """The joint step of an optimal plan in which the first of the family's events happens."""
    deeds = {
        (cook, mark)
        for alternative in found.family.alternatives
        for cook, mark in alternative.choice.settles | alternative.choice.forbids
    }
    for n, pair in enumerate(base.actions):
        for cook in (0, 1):
            if screener.mark(base.states[n], cook, pair[cook]) in deeds:
                return n + 1
    return 0


def _candidates(screener: Screener, state: State, base: Plan, milestone: str, rng: random.Random) -> list[Candidate]:
    """Stages of the certified plans first, then their variants, which are drawn from where there are too many."""
    encoding, space = screener.encoding, screener.space
    trajectories = [("optimal", base), ("optimal, late", optimal_plan(encoding, space, state, taste="late"))]
    number = space.number(encoding.encode(state) or 0) or 0
    for family in families_of(encoding, screener.events, state):
        for n, alternative in enumerate(family.alternatives):
            held = screener.held(family, n)
            if held[number] != FAR:
                plan = constrained_plan(encoding, space, state, held, alternative.choice.rule(encoding))
                trajectories.append((f"{family.name}: {alternative.name}", plan))
    test = goal_test(encoding.kitchen, encoding.recipe.order, milestone)
    stages: list[Candidate] = []
    for origin, plan in trajectories:
        when = next((n for n, after in enumerate(plan.states) if test(after)), len(plan.actions))
        cuts = [
            n + 1
            for n, pair in enumerate(plan.actions)
            if n < when + BEYOND and any(action.verb not in ("move", "wait") for action in pair)
        ]
        stages += [Candidate(staged(encoding.kitchen, plan, cut), origin) for cut in cuts[-CUTS:]]
    stages = distinct(stages)
    others = distinct([*stages, *(v for stage in stages for v in variants(encoding.kitchen, stage))])[len(stages) :]
    room = max(0, MOST_CANDIDATES - len(stages))
    if len(others) > room:
        others = [others[n] for n in sorted(rng.sample(range(len(others)), room))]
    return [*stages, *others]
