"""CP-SAT as a second witness: the optimum can be kept to, one joint step less can't, over everything legal."""

from __future__ import annotations

import pytest

from solvers.tandem.certificate import certifier_for
from solvers.tandem.constraints import ConstraintModel
from solvers.tandem.space import start_code
from tests.tandem.test_agreement import sampled
from tests.tandem.test_spaces import KNOWN
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.simulator import Simulator
from worlds.kitchen.states import Utensil, start_state


@pytest.mark.parametrize(("order", "count"), [("boiled_egg", 2), ("baked_bell_pepper", 0), ("boiled_corn_slices", 0)])
def test_the_optimum_of_states_anywhere_is_proved_a_second_time(kitchen: Kitchen, order: str, count: int) -> None:
    certifier, model = certifier_for(kitchen, order), ConstraintModel(kitchen, order)
    encoding, space = certifier.encoding, certifier.space
    numbers = [space.number(start_code(encoding)) or 0, *sampled(encoding, space, count, nearest=3)]
    assert space.cost[numbers[0]] == KNOWN[order][2]
    for number in numbers:
        state = encoding.decode(space.code(number))
        cost = certifier.certify(state).cost
        assert cost is not None
        assert model.within(state, cost) is True
        assert model.within(state, cost - 1) is False


def test_a_second_copy_that_pays_is_found_by_the_model_too(kitchen: Kitchen) -> None:
    """A boiled egg on Chef's far counter and another in the pot: the nearer one is what counts."""
    order = "boiled_egg"
    start = start_state(kitchen)
    pot, far = kitchen.station("pot").slot, kitchen.station("C2").slot
    counters = tuple(order if n == far else None for n in range(len(start.counters)))
    utensils = tuple(Utensil((), order, 0) if n == pot else u for n, u in enumerate(start.utensils))
    state = start._replace(counters=counters, utensils=utensils)
    cost = certifier_for(kitchen, order).certify(state).cost
    assert cost is not None
    model = ConstraintModel(kitchen, order)
    assert [model.within(state, steps) for steps in (cost - 1, cost, cost + 1)] == [False, True, True]


def test_what_is_delivered_or_has_no_step_left_needs_no_search(kitchen: Kitchen) -> None:
    model, start = ConstraintModel(kitchen, "boiled_egg"), Simulator(kitchen, "boiled_egg").start()
    assert model.within(start, 0) is False
    assert model.within(start._replace(delivered=True), 0) is True
    assert model.within(start, 15, effort=1e-6) is None
