"""Rules and states of a kitchen in plain English, written from the same data that the simulator runs on."""

from __future__ import annotations

from worlds.kitchen.layout import COOKS, Station
from worlds.kitchen.recipes import DISH, Recipe, Step
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.states import State, Utensil

__all__ = ["TITLES", "place_words", "rules_prose", "state_prose", "words"]

TITLES = {"chef": "Chef", "assistant": "Assistant"}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def words(name: str) -> str:
    """A food or order as people write it."""
    return name.replace("_", " ")


def place_words(station: Station) -> str:
    """A place as people write it."""
    match station.kind:
        case "counter":
            return f"counter {station.name}"
        case "ingredients":
            return "the ingredient dispenser"
        case "dishes":
            return "the dish dispenser"
        case "serve":
            return "the serving hatch"
        case "utensil":
            return f"the {station.name}"


def rules_prose(kitchen: Kitchen, order: str) -> str:
    """Everything a reader has to know to work out what a plan comes to, as paragraphs."""
    recipe = kitchen.recipe(order)
    parts = [
        f"Two cooks, Chef and Assistant, make one order together: {words(order)}. "
        "Time passes in joint steps. In each joint step each cook does one thing: it moves, it interacts with the "
        "cell that it faces, or it waits.",
        _layout(kitchen),
        _moving(),
        _handling(kitchen, recipe),
        _steps(recipe),
        "A joint step goes in this order: Chef interacts; then Assistant interacts and already sees what Chef did; "
        "then both move; then every utensil works on. So Assistant can take from a counter what Chef puts there in "
        "the same joint step, but not the other way round. If both put something on the same empty counter, only "
        "Chef's goes down; if both take from it, only Chef gets the thing; if Chef takes from it, Assistant can put "
        "something there in the same joint step. An action that is not possible changes nothing.",
    ]
    return "\n\n".join(parts)


def _layout(kitchen: Kitchen) -> str:
    layout = kitchen.layout
    lines = [
        "Cells are written (x, y); x grows to the east and y to the south. The cooks can never stand in the same "
        "part of the kitchen."
    ]
    for number, name in enumerate(COOKS):
        cells = sorted({pose.at for pose in layout.poses[number]})
        lines.append(f"{TITLES[name]} walks on {_list([str(cell) for cell in cells])}.")
    for number, name in enumerate(COOKS):
        mine = [f"{place_words(s)} at {s.cell}" for s in layout.stations if s.users == (number,)]
        lines.append(f"Only {TITLES[name]} reaches {_list(mine)}." if mine else f"{TITLES[name]} has no place alone.")
    shared = [f"{place_words(s)} at {s.cell}" for s in layout.stations if len(s.users) == 2]
    lines.append(f"Both reach {_list(shared)}." if shared else "They share no place.")
    return " ".join(lines)


def _moving() -> str:
    return (
        "A move north, south, east or west turns the cook that way and takes it one cell on if that cell is free "
        "floor; otherwise it only turns. Either takes one joint step."
    )


def _handling(kitchen: Kitchen, recipe: Recipe) -> str:
    most = _NUMBERS[kitchen.contents] if kitchen.contents < len(_NUMBERS) else str(kitchen.contents)
    sentences = [
        "A cook carries at most one thing, and a counter holds at most one thing.",
        f"The ingredient dispenser gives any of {_list([words(leaf) for leaf in recipe.leaves])}, as often as wanted, "
        "to a cook with an empty hand.",
        _dishes(kitchen, recipe),
        f"A utensil takes foods one at a time, at most {most}, until it is started; until then they can be taken back "
        "one at a time. Starting takes an interaction with an empty hand. Contents that are not exactly what a step "
        "below names are destroyed by a start. A running utensil can't be opened. A finished product stays inside "
        "until it is taken and never burns; then the utensil is empty again.",
        "Dishes, empty or filled, don't go into utensils.",
        "The serving hatch takes any food out of the hand of a cook and uses it up; an empty dish is not food.",
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def _dishes(kitchen: Kitchen, recipe: Recipe) -> str:
    if not any(station.kind == "dishes" for station in kitchen.layout.stations):
        return ""
    use = "" if recipe.plated else "; this order needs none"
    return f"The dish dispenser gives an empty dish to a cook with an empty hand{use}."


def _steps(recipe: Recipe) -> str:
    lines = [_step(step, recipe) for step in recipe.steps]
    end = "The order is done when the filled dish is handed in at the serving hatch." if recipe.plated else (
        f"The order is done when the {words(recipe.order)} is handed in at the serving hatch."
    )  # fmt: skip
    return "The recipe: " + " ".join(lines) + " " + end


def _step(step: Step, recipe: Recipe) -> str:
    takes = _list([words(item) for item in step.takes])
    last = step.gives == recipe.order
    ready = (
        "in the joint step after its start"
        if step.time == 1
        else f"from the {_ordinal(step.time)} joint step after its start"
    )
    how = " with a dish in hand, which it fills" if last and recipe.plated else " with an empty hand"
    return f"The {step.utensil} makes {words(step.gives)} of {takes}; it can be taken out {ready},{how}."


def state_prose(kitchen: Kitchen, state: State) -> str:
    """The whole joint state, one sentence a thing."""
    lines = []
    for number, name in enumerate(COOKS):
        pose, hand = state.poses[number], state.hands[number]
        ahead = kitchen.layout.station_at(pose.ahead)
        faces = f"faces {pose.faces}, towards {place_words(ahead)}" if ahead else f"faces {pose.faces}"
        carries = "has an empty hand" if hand is None else f"carries {_thing(hand)}"
        lines.append(f"{TITLES[name]} is at {pose.at}, {faces}, and {carries}.")
    full = [(c, item) for c, item in zip(kitchen.layout.counters, state.counters, strict=True) if item]
    lines += [f"On {place_words(counter)}: {_thing(item)}." for counter, item in full]
    empty = [c.name for c, item in zip(kitchen.layout.counters, state.counters, strict=True) if not item]
    if empty:
        lines.append(f"{'Counters' if len(empty) > 1 else 'Counter'} {_list(empty)} {_are(empty)} empty.")
    for place, inside in zip(kitchen.layout.utensils, state.utensils, strict=True):
        lines.append(_inside(place, inside))
    if state.delivered:
        lines.append("The order has been delivered.")
    return " ".join(lines)


def _inside(place: Station, inside: Utensil) -> str:
    name = place_words(place).capitalize()
    if inside.product and inside.left:
        steps = f"{_NUMBERS[inside.left]} more joint step{'s' if inside.left > 1 else ''}"
        return f"{name} is making {words(inside.product)} and needs {steps} of work before it can be taken."
    if inside.product:
        return f"{name} holds finished {words(inside.product)}."
    if inside.contents:
        return f"{name} holds {_list([words(item) for item in inside.contents])} and has not been started."
    return f"{name} is empty."


def _thing(item: str) -> str:
    return "an empty dish" if item == DISH else words(item)


def _are(names: list[str]) -> str:
    return "are" if len(names) > 1 else "is"


def _ordinal(number: int) -> str:
    return {2: "second", 3: "third"}.get(number, f"{number}th")


def _list(names: list[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
