"""Programs, questions and options in plain English; what is written here can be read back without loss."""

from __future__ import annotations

from schemas.tandem import GoalRecord
from solvers.tandem.goals import goal_prose
from solvers.tandem.programs import Plan, Program, Statement
from worlds.kitchen.layout import COOKS
from worlds.kitchen.prose import TITLES, place_words, rules_prose, state_prose, words
from worlds.kitchen.recipes import DISH
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.states import State

__all__ = ["BETTER_PLAN", "plan_prose", "question_prose"]

BETTER_PLAN = "There is a feasible team plan that reaches the goal in fewer joint steps than each of these three."
"""The fourth option of a verification question."""


def plan_prose(kitchen: Kitchen, plan: Plan) -> str:
    """A team plan, one line a member."""
    return "\n".join(f"{TITLES[name]}: {_program(kitchen, program)}" for name, program in zip(COOKS, plan, strict=True))


def _program(kitchen: Kitchen, program: Program) -> str:
    if not program:
        return "nothing to do."
    return " ".join(f"({n}) {_statement(kitchen, statement)}." for n, statement in enumerate(program, start=1))


def _statement(kitchen: Kitchen, statement: Statement) -> str:
    item = _thing(statement.item)
    place = place_words(kitchen.station(statement.place)) if statement.place else ""
    match statement.act:
        case "take":
            return f"Take {item} from {place}"
        case "place":
            return f"Put {item} on {place}"
        case "put":
            return f"Put {item} into {place}"
        case "start":
            return f"Start {place}"
        case "fill":
            return f"Fill the dish from {place}"
        case "deliver":
            return f"Hand in {item} at {place}"
        case "wait":
            return f"Wait for {statement.steps} joint step{'s' if statement.steps > 1 else ''}"
        case "until" if statement.until is not None:
            until = statement.until
            where = place_words(kitchen.station(until.place))
            if until.test == "holds":
                return f"Wait until {where} holds {_thing(until.item)}"
            return f"Wait until {where} {'is empty' if until.test == 'empty' else 'holds a finished product'}"
    raise ValueError(f"no words for {statement}")


def _thing(item: str) -> str:
    return "an empty dish" if item == DISH else f"the {words(item)}"


def question_prose(kitchen: Kitchen, order: str, state: State, goal: GoalRecord) -> str:
    """All but the options: rules, how plans are carried out, the state, and what is asked."""
    return "\n\n".join(
        (
            rules_prose(kitchen, order),
            _protocol(),
            f"Now: {state_prose(kitchen, state)}",
            _asked(kitchen, order, goal),
        )
    )


def _protocol() -> str:
    return (
        "A team plan gives each cook a list of statements that it carries out one after the other, both cooks at the "
        "same time. A cook goes by itself, on a shortest way, to where a statement takes place. What is not possible "
        "yet is tried again in every joint step, and happens as soon as it is possible, even in the same joint step "
        "in which the other cook makes it possible. A wait until something holds is checked between two joint steps. "
        "A cook whose list is done stands still; utensils go on working. A plan that gets stuck never finishes, and "
        "may not be given up."
    )


def _asked(kitchen: Kitchen, order: str, goal: GoalRecord) -> str:
    prose = goal_prose(kitchen, order, goal.milestone)
    if goal.horizon == "short":
        return f"The goal: {prose}. Count the joint steps until this holds for the first time. Which team plan is best?"
    return (
        f"The goal: {prose}. Count the joint steps of the plan until both lists are done, and then the fewest joint "
        "steps in which the two cooks can reach the goal from there; if the goal is reached before the lists are "
        "done, count until then. Which team plan is best?"
    )
