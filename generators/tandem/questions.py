"""A question as a record: options with their costs, evidence, rationale, tags and the id of its structure."""

from __future__ import annotations

from typing import NamedTuple

from generators.tandem.choosing import Chosen, is_conflict, verdict
from generators.tandem.english import plan_prose
from generators.tandem.pool import Judged, Pool
from generators.tandem.screening import Found
from schemas.canonical import JSON, content_id, sha256_of
from schemas.tandem import (
    ContrastRecord,
    GoalRecord,
    OptimumRecord,
    OptionRecord,
    PairRecord,
    ProgramsRecord,
    Tag,
    TandemQuestion,
    TaskRecord,
)
from solvers.tandem.encoding import Encoding
from solvers.tandem.execution import Run
from solvers.tandem.goals import goal_prose
from solvers.tandem.programs import Plan, Program, holds
from solvers.tandem.witness import Witness
from worlds.kitchen.prose import TITLES, words
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.simulator import Action
from worlds.kitchen.states import State, write_state

__all__ = ["Setting", "make_question", "short_of_room", "structure_of"]

LETTERS = "ABCD"


class Setting(NamedTuple):
    """What all questions of one scenario have in common."""

    encoding: Encoding
    scenario: str
    task: TaskRecord
    split: str
    canary: str
    state: State
    position: int
    found: Found


def make_question(setting: Setting, pool: Pool, horizon: str, chosen: Chosen, witness: Witness) -> TandemQuestion:
    """One base question from its chosen options. `witness` shows the state optimum step by step."""
    kitchen, order = setting.encoding.kitchen, setting.encoding.recipe.order
    short = horizon == "short"
    goal = pool.short_goal if short else pool.long_goal
    known = pool.short_optimum if short else pool.long_optimum
    if known.cost is None or known.lower is None:
        raise ValueError(f"{setting.scenario}: a goal that can't be reached")
    recipe = kitchen.recipe(order)
    question = TandemQuestion(
        id="tandem-" + "0" * 20,
        family="tandem",
        scenario=setting.scenario,
        split=setting.split,
        canary=setting.canary,
        kitchen=kitchen.name,
        own_kitchen=kitchen.own(order),
        rules=kitchen.digest(order),
        order=order,
        level=recipe.level,
        task=setting.task,
        position=setting.position,
        state=write_state(kitchen, order, setting.state),
        goal=goal,
        contrast=_contrast(setting.found),
        options=tuple(_option(kitchen, one, horizon) for one in chosen.options),
        gold=chosen.gold,
        optimum=OptimumRecord(
            cost=known.cost,
            lower_bound=known.lower,
            evidence=known.evidence,
            table=pool.tables[0 if short else 1],
            witness=witness,
        ),
        pair=PairRecord(removed_when_retained=chosen.removed),
        rationale=_rationale(setting, goal, horizon, chosen, known.cost),
        tags=_tags(kitchen, setting.found, horizon, chosen),
        structure=structure_of(setting.encoding, setting.state, goal, [one.candidate.plan for one in chosen.options]),
        conflict=not short and is_conflict(chosen.options, chosen.gold),
    )
    return question.model_copy(update={"id": content_id("tandem", question)})


def _option(kitchen: Kitchen, one: Judged, horizon: str) -> OptionRecord:
    known = verdict(one, horizon)
    chef, assistant = one.candidate.plan
    return OptionRecord(
        programs=ProgramsRecord(chef=tuple(map(str, chef)), assistant=tuple(map(str, assistant))),
        text=plan_prose(kitchen, one.candidate.plan),
        cost=known.cost,
        stage=known.stage,
        rest=known.rest,
    )


def _contrast(found: Found) -> ContrastRecord:
    return ContrastRecord(
        family=found.family.name,
        theme=found.family.theme,
        alternatives=tuple(alternative.name for alternative in found.family.alternatives),
        penalties=found.penalties,
        shared_prefix=found.shared,
    )


def _rationale(setting: Setting, goal: GoalRecord, horizon: str, chosen: Chosen, best: int) -> str:
    """The facts behind the answer: what the contrast costs, what each option comes to, and where it first differs."""
    found, encoding = setting.found, setting.encoding
    parts = [
        f"From this state {goal_prose(encoding.kitchen, encoding.recipe.order, goal.milestone)} after {best} joint "
        f"step{'' if best == 1 else 's'} at the earliest.",
        f"The choice here ({words(found.family.name)}): "
        + "; ".join(
            f"{words(alternative.name)} " + ("is impossible" if penalty is None else f"costs {penalty} more to deliver")
            for alternative, penalty in zip(found.family.alternatives, found.penalties, strict=True)
        )
        + ".",
    ]
    gold = chosen.options[chosen.gold]
    for n, one in enumerate(chosen.options):
        known = verdict(one, horizon)
        outcome = "never finishes" if known.cost is None else f"comes to {known.cost}"
        if horizon == "long" and known.cost is not None and known.stage is not None and known.rest:
            outcome += f" ({known.stage} for its own stage and {known.rest} after it)"
        difference = "" if n == chosen.gold else f": {_difference(gold.candidate.plan, one.candidate.plan)}"
        parts.append(f"{LETTERS[n]} {outcome}{difference}.")
    return " ".join(parts)


def _difference(gold: Plan, other: Plan) -> str:
    """Where a plan's programs first part from the optimal option's."""
    told = []
    for name, best, program in zip(TITLES.values(), gold, other, strict=True):
        if best == program:
            continue
        n = next(
            (i for i, (a, b) in enumerate(zip(best, program, strict=False)) if a != b), min(len(best), len(program))
        )
        mine = f"'{words(str(program[n]))}'" if n < len(program) else "nothing more"
        theirs = f"'{words(str(best[n]))}'" if n < len(best) else "nothing more"
        told.append(f"{name}'s statement {n + 1} is {mine} where the best option's is {theirs}")
    return "; ".join(told) or "the same programs"


def _tags(kitchen: Kitchen, found: Found, horizon: str, chosen: Chosen) -> tuple[Tag, ...]:
    """What the options differ in: the order of work, the handoff, overlapping work, or room for things."""
    plans = [one.candidate.plan for one in chosen.options]
    tags: list[Tag] = []
    if found.family.kind == "order" or len({_sorted(plan) for plan in plans}) < len(plans):
        tags.append("work order")
    if found.family.kind == "handoff" or len({_handoffs(plan) for plan in plans}) > 1:
        tags.append("handoff")
    overlaps = [_overlap(one, horizon) for one in chosen.options]
    if overlaps[chosen.gold] > 0 and min(overlaps) < overlaps[chosen.gold]:
        tags.append("parallel work")
    if any(short_of_room(kitchen, one, horizon) for one in chosen.options):
        tags.append("resource constraint")
    return tuple(tags)


def _sorted(plan: Plan) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(sorted(map(str, program))) for program in plan)


def _handoffs(plan: Plan) -> tuple[tuple[str, str], ...]:
    return tuple(sorted({(s.item, s.place) for program in plan for s in program if s.act == "place"}))


def _overlap(one: Judged, horizon: str) -> int:
    """Joint steps in which a statement is carried out while a utensil that was started before works."""
    run = verdict(one, horizon).run
    deeds = {done.step for done in run.done}
    return sum(any(utensil.running for utensil in run.states[step - 1].utensils) for step in deeds)


def short_of_room(kitchen: Kitchen, one: Judged, horizon: str) -> bool:
    """Whether a member is held up by its full hand, or by a counter or utensil that has no room (paper, appendix F)."""
    run = verdict(one, horizon).run
    return any(
        _held_up(state, after, cook, pair[cook])
        for state, pair, after in zip(run.states, run.actions, run.states[1:], strict=False)
        for cook in (0, 1)
    ) or any(_waits_for_room(kitchen, run, cook, program) for cook, program in enumerate(one.candidate.plan))


def _held_up(state: State, after: State, cook: int, action: Action) -> bool:
    """Whether an action is refused because the hand is full, or because what it holds finds no room."""
    hand = state.hands[cook]
    if hand is None or after.hands[cook] != hand:
        return False
    return action.verb in ("take", "start") or (action.verb in ("place", "put") and action.what == hand)


def _waits_for_room(kitchen: Kitchen, run: Run, cook: int, program: Program) -> bool:
    """Whether a member comes to a `wait until … is empty` while something is there."""
    acts = [(done.number, done.step) for done in run.done if done.cook == cook]
    for number, statement in enumerate(program):
        until = statement.until
        if until is None or until.test != "empty":
            continue
        before = [step for done, step in acts if done < number]
        came = len(before) == sum(one.until is None for one in program[:number])
        if came and not holds(kitchen, run.states[max(before, default=0)], until):
            return True
    return False


def structure_of(encoding: Encoding, state: State, goal: GoalRecord, plans: list[Plan]) -> str:
    """The digest that twins share: names of foods replaced by their place in the recipe, options in a fixed order."""
    numbers = {item: f"item{number}" for item, number in encoding.number.items() if item}

    def renamed(text: str) -> str:
        return " ".join(numbers.get(word, word) for word in text.split())

    shown = write_state(encoding.kitchen, encoding.recipe.order, state).model_dump(mode="json")
    options: list[list[str]] = sorted(
        ["|".join(renamed(str(statement)) for statement in program) for program in plan] for plan in plans
    )
    plain: dict[str, JSON] = {
        "class": encoding.digest,
        "state": _renamed_json(shown, numbers),
        "goal": f"{goal.horizon} {renamed(goal.milestone)}",
        "options": [list(option) for option in options],
    }
    return sha256_of(plain)


def _renamed_json(value: JSON, numbers: dict[str, str]) -> JSON:
    """A state with its foods renamed and the order's name left out."""
    if isinstance(value, dict):
        return {key: _renamed_json(part, numbers) for key, part in value.items() if key != "order"}
    if isinstance(value, list):
        renamed = [_renamed_json(part, numbers) for part in value]
        return sorted(renamed, key=str) if all(isinstance(part, str) for part in renamed) else renamed
    return numbers.get(value, value) if isinstance(value, str) else value
