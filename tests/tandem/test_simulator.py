"""The reference simulator: timers at their borders, every same-step counter case, and what is refused."""

from __future__ import annotations

import pytest

from worlds.kitchen.layout import Pose
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.simulator import WAIT, Action, Simulator, move
from worlds.kitchen.states import EMPTY, State, Utensil, read_state, write_state

SOUP = "baked_potato_soup"
STEW = "sliced_bell_pepper_and_corn_stew"
AT_S2 = (Pose((3, 2), "west"), Pose((1, 2), "east"))
AT_POT = (Pose((3, 1), "north"), Pose((1, 2), "east"))


def made(kitchen: Kitchen, order: str = SOUP, **changes: object) -> tuple[Simulator, State]:
    simulator = Simulator(kitchen, order)
    return simulator, simulator.start()._replace(**changes)


def put_at(kitchen: Kitchen, state: State, **things: object) -> State:
    """A state with things in named places."""
    counters, utensils = list(state.counters), list(state.utensils)
    for name, thing in things.items():
        station = kitchen.station(name)
        if isinstance(thing, Utensil):
            utensils[station.slot] = thing
        else:
            counters[station.slot] = thing if thing is None else str(thing)
    return state._replace(counters=tuple(counters), utensils=tuple(utensils))


def inside(kitchen: Kitchen, state: State, name: str) -> Utensil:
    return state.utensils[kitchen.station(name).slot]


@pytest.mark.parametrize("late", [1, 2, 3, 4])
def test_a_product_started_in_step_t_can_be_taken_in_t_plus_3_and_not_before(kitchen: Kitchen, late: int) -> None:
    simulator, state = made(kitchen, "boiled_egg", poses=AT_POT)
    state = put_at(kitchen, state, pot=Utensil(("egg",)))
    state = simulator.step(state, Action("start"), WAIT).state
    assert inside(kitchen, state, "pot") == Utensil((), "boiled_egg", 2)
    for _ in range(late - 1):
        state = simulator.step(state, WAIT, WAIT).state
    outcome = simulator.step(state, Action("take", "boiled_egg"), WAIT)
    assert (outcome.refused[0] is None) == (late >= 3)
    assert outcome.state.hands[0] == ("boiled_egg" if late >= 3 else None)


def test_a_finished_product_waits_and_never_burns(kitchen: Kitchen) -> None:
    simulator, state = made(kitchen)
    state = put_at(kitchen, state, oven=Utensil((), "baked_potato_slices", 1))
    for _ in range(50):
        state = simulator.step(state, WAIT, WAIT).state
    assert inside(kitchen, state, "oven") == Utensil((), "baked_potato_slices", 0)


def test_every_utensil_works_in_a_step_in_which_another_starts(kitchen: Kitchen) -> None:
    simulator, state = made(kitchen, poses=AT_POT)
    state = put_at(kitchen, state, pot=Utensil(("baked_potato_slices",)), oven=Utensil((), "baked_potato_slices", 2),
                   board=Utensil((), "potato_slices", 1))  # fmt: skip
    state = simulator.step(state, Action("start"), WAIT).state
    assert [inside(kitchen, state, name).left for name in ("pot", "oven", "board")] == [2, 1, 0]


SAME_STEP = {
    # name: (Chef's hand, counter, Assistant's hand, Chef, Assistant) -> (hands, counter, refused)
    "the Assistant takes what Chef puts down": (
        ("potato", None, None, Action("place", "potato"), Action("take", "potato")),
        ((None, "potato"), None, (False, False)),
    ),
    "Chef can't take what the Assistant puts down": (
        (None, None, "potato", Action("take", "potato"), Action("place", "potato")),
        ((None, None), "potato", (True, False)),
    ),
    "both put down: Chef wins": (
        ("potato", None, "dish", Action("place", "potato"), Action("place", "dish")),
        ((None, "dish"), "potato", (False, True)),
    ),
    "both take: Chef gets it": (
        (None, "potato", None, Action("take", "potato"), Action("take", "potato")),
        (("potato", None), None, (False, True)),
    ),
    "Chef takes and the Assistant refills": (
        (None, "potato", "dish", Action("take", "potato"), Action("place", "dish")),
        (("potato", None), "dish", (False, False)),
    ),
    "the Assistant takes and Chef can't refill": (
        ("dish", "potato", None, Action("place", "dish"), Action("take", "potato")),
        (("dish", "potato"), None, (True, False)),
    ),
}


@pytest.mark.parametrize("name", SAME_STEP)
def test_same_counter_in_the_same_step(kitchen: Kitchen, name: str) -> None:
    (chef_hand, counter, assistant_hand, chef, assistant), (hands, after, refused) = SAME_STEP[name]
    simulator, state = made(kitchen, poses=AT_S2, hands=(chef_hand, assistant_hand))
    state = put_at(kitchen, state, S2=counter)
    outcome = simulator.step(state, chef, assistant)
    assert outcome.state.hands == hands
    assert outcome.state.counters[kitchen.station("S2").slot] == after
    assert tuple(reason is not None for reason in outcome.refused) == refused


REFUSED = {
    "taking from a running utensil": ({"pot": Utensil((), SOUP, 1)}, "dish", Action("fill", SOUP), "still running"),
    "taking a plated order bare-handed": ({"pot": Utensil((), SOUP, 0)}, None, Action("take", SOUP), "needs a dish"),
    "a dish on contents that haven't started": (
        {"pot": Utensil(("baked_potato_slices",))}, "dish", Action("fill", SOUP), "is not in the pot"),
    "an item into a busy utensil": ({"pot": Utensil((), SOUP, 2)}, "potato", Action("put", "potato"), "busy"),
    "a fourth item": ({"pot": Utensil(("potato",) * 3)}, "potato", Action("put", "potato"), "full"),
    "a dish into a utensil": ({}, "dish", Action("put", "dish"), "don't go into"),
    "a plated order into a utensil": ({}, SOUP, Action("put", SOUP), "don't go into"),
    "starting with a full hand": ({"pot": Utensil(("potato",))}, "potato", Action("start"), "hand is full"),
    "starting on nothing": ({}, None, Action("start"), "nothing to start"),
    "putting what isn't in hand": ({}, "dish", Action("put", "potato"), "not in hand"),
    "taking what isn't there": ({"pot": Utensil(("potato",))}, None, Action("take", "dish"), "is not in the pot"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_refused_interactions_change_nothing(kitchen: Kitchen, name: str) -> None:
    things, hand, action, says = REFUSED[name]
    simulator, state = made(kitchen, poses=AT_POT, hands=(hand, None))
    state = put_at(kitchen, state, **things)
    outcome = simulator.step(state, action, WAIT)
    assert outcome.refused[0] is not None
    assert says in outcome.refused[0]
    assert outcome.state == simulator.step(state, WAIT, WAIT).state
    assert action not in simulator.legal(state, 0)


def test_taking_back_frees_the_slot_and_a_wrong_start_deletes(kitchen: Kitchen) -> None:
    simulator, state = made(kitchen, STEW, poses=AT_POT)
    state = put_at(kitchen, state, pot=Utensil(("bell_pepper_slices", "corn")))
    back = simulator.step(state, Action("take", "corn"), WAIT).state
    assert inside(kitchen, back, "pot") == Utensil(("bell_pepper_slices",))
    emptied = simulator.step(back._replace(hands=(None, None)), Action("start"), WAIT).state
    assert inside(kitchen, emptied, "pot") == EMPTY
    going = simulator.step(state, Action("start"), WAIT).state
    assert inside(kitchen, going, "pot") == Utensil((), STEW, 2)


def test_delivery_ends_the_order_and_a_wrong_delivery_only_consumes(kitchen: Kitchen) -> None:
    poses = (Pose((3, 3), "south"), Pose((1, 2), "north"))
    simulator, state = made(kitchen, poses=poses, hands=("potato", None))
    wrong = simulator.step(state, Action("deliver", "potato"), WAIT).state
    assert not wrong.delivered
    assert wrong.hands == (None, None)
    done = simulator.step(state._replace(hands=(SOUP, None)), Action("deliver", SOUP), WAIT).state
    assert done.delivered
    assert simulator.step(done, move("north"), move("south")).state == done
    assert simulator.step(state._replace(hands=("dish", None)), Action("deliver", "dish"), WAIT).refused[0]


def test_a_blocked_way_turns_in_place_and_a_free_one_is_walked(kitchen: Kitchen) -> None:
    simulator, state = made(kitchen)
    turned = simulator.step(state, move("east"), move("south")).state
    assert turned.poses == (Pose((3, 1), "east"), Pose((1, 3), "south"))


def test_states_survive_writing_and_reading(kitchen: Kitchen) -> None:
    _, state = made(kitchen, poses=AT_S2, hands=("dish", "potato"))
    state = put_at(kitchen, state, S1="potato", pot=Utensil((), SOUP, 2), oven=Utensil(("potato_slices",)))
    assert read_state(kitchen, write_state(kitchen, SOUP, state), "state") == state
