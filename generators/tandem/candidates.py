"""Candidate team plans for a state: stages of certified plans under every coordination choice, and what a cook might
do instead: other work first, another counter, an explicit wait, a misunderstanding about the counter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from solvers.tandem.plans import Plan as Trajectory
from solvers.tandem.programs import Condition, Plan, Program, Statement
from worlds.kitchen.layout import Station
from worlds.kitchen.recipes import DISH
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.simulator import Action
from worlds.kitchen.states import State

__all__ = ["Candidate", "distinct", "staged", "variants"]


class Candidate(NamedTuple):
    """A team plan and where it comes from: the choice that its trajectory keeps to, and what was changed."""

    plan: Plan
    origin: str


def staged(kitchen: Kitchen, trajectory: Trajectory, last: int) -> Plan:
    """The programs of both members up to a joint step of a trajectory; waits and ways are left to the executor."""
    programs: list[Program] = []
    for cook in (0, 1):
        done = [
            _statement(kitchen, trajectory.states[n], cook, pair[cook])
            for n, pair in enumerate(trajectory.actions[:last])
            if pair[cook].verb not in ("move", "wait")
        ]
        programs.append(tuple(done))
    return programs[0], programs[1]


def _statement(kitchen: Kitchen, state: State, cook: int, action: Action) -> Statement:
    station = kitchen.layout.station_at(state.poses[cook].ahead)
    if station is None:
        raise ValueError(f"nothing to interact with at {state.poses[cook].ahead}")
    match action.verb:
        case "fill":
            return Statement("fill", DISH, station.name)
        case "start":
            return Statement("start", "", station.name)
        case "take" | "place" | "put" | "deliver":
            return Statement(action.verb, action.what, station.name)
    raise ValueError(f"{action} is no interaction")


def variants(kitchen: Kitchen, candidate: Candidate) -> Iterator[Candidate]:
    """What might be done instead, in a fixed order."""
    yield from _other_order(candidate)
    yield from _other_counter(kitchen, candidate)
    yield from _waits(kitchen, candidate)


def blocks(program: Program) -> list[Program]:
    """A program as jobs: from an empty hand to an empty hand."""
    jobs: list[Program] = []
    job: list[Statement] = []
    for statement in program:
        job.append(statement)
        if statement.act not in ("take", "fill", "until", "wait"):
            jobs.append(tuple(job))
            job = []
    return [*jobs, tuple(job)] if job else jobs


def _other_order(candidate: Candidate) -> Iterator[Candidate]:
    """Two neighbouring jobs of one member the other way round."""
    for cook in (1, 0):
        jobs = blocks(candidate.plan[cook])
        for n in range(len(jobs) - 1):
            if _starts(jobs[n]) & _uses(jobs[n + 1]) or _starts(jobs[n + 1]) & _uses(jobs[n]):
                continue  # nobody starts a utensil before what it works on is in, or looks for a product before
            swapped = [*jobs[:n], jobs[n + 1], jobs[n], *jobs[n + 2 :]]
            program = tuple(statement for job in swapped for statement in job)
            if program != candidate.plan[cook]:
                yield _with(candidate, cook, program, "other order")


def _starts(job: Program) -> set[str]:
    """The utensils that a job starts."""
    return {statement.place for statement in job if statement.act == "start"}


def _uses(job: Program) -> set[str]:
    """The places that a job has to do with."""
    return {statement.place for statement in job}


def _other_counter(kitchen: Kitchen, candidate: Candidate) -> Iterator[Candidate]:
    """One handoff on another shared counter, agreed by both or, at the end, known to one of them only."""
    shared = [station.name for station in kitchen.layout.counters if len(station.users) == 2]
    passed = [
        (giver, statement)
        for giver in (1, 0)
        for statement in candidate.plan[giver]
        if statement.act == "place" and statement.place in shared
    ]
    for _, statement in passed:
        for counter in shared:
            if counter == statement.place:
                continue
            both = [
                tuple(_moved(s, statement.item, statement.place, counter) for s in program)
                for program in candidate.plan
            ]
            yield Candidate((both[0], both[1]), f"{candidate.origin}; {statement.item} over {counter}")
    for giver, statement in passed:
        for counter in shared:
            if counter != statement.place:
                program = tuple(_moved(s, statement.item, statement.place, counter) for s in candidate.plan[giver])
                yield _with(candidate, giver, program, f"only one knows of {counter}")


def _moved(statement: Statement, item: str, old: str, new: str) -> Statement:
    if statement.item == item and statement.place == old and statement.act in ("take", "place"):
        return statement._replace(place=new)
    return statement


def _waits(kitchen: Kitchen, candidate: Candidate) -> Iterator[Candidate]:
    """A wait for what is needed, before the way is taken or on the spot, and a wait of two steps."""
    for cook in (1, 0):
        program = candidate.plan[cook]
        for n, statement in enumerate(program):
            condition = _needed(kitchen.station(statement.place), statement) if statement.place else None
            if condition is not None:
                wait = Statement("until", until=condition)
                yield _with(candidate, cook, (*program[:n], wait, *program[n:]), "waits for it")
        for n in range(len(program)):
            for steps in (1, 2):
                wait = Statement("wait", steps=steps)
                yield _with(candidate, cook, (*program[:n], wait, *program[n:]), "waits a little")


def _needed(station: Station, statement: Statement) -> Condition | None:
    if statement.act == "take" and station.kind == "counter":
        return Condition(station.name, "holds", statement.item)
    if statement.act in ("take", "fill") and station.kind == "utensil":
        return Condition(station.name, "ready")
    if statement.act == "place":
        return Condition(station.name, "empty")
    return None


def _with(candidate: Candidate, cook: int, program: Program, change: str) -> Candidate:
    plan = (program, candidate.plan[1]) if cook == 0 else (candidate.plan[0], program)
    return Candidate(plan, f"{candidate.origin}; {change}")


def distinct(candidates: Iterable[Candidate]) -> list[Candidate]:
    """The first of each plan."""
    seen: dict[Plan, Candidate] = {}
    for candidate in candidates:
        seen.setdefault(candidate.plan, candidate)
    return list(seen.values())
