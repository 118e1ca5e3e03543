"""The tag `resource constraint`: a full hand and a place without room count, waiting for the partner doesn't."""

from __future__ import annotations

import pytest

from generators.tandem.candidates import Candidate
from generators.tandem.pool import Judged
from generators.tandem.questions import short_of_room
from schemas.tandem import GoalRecord
from solvers.tandem.judging import Judge
from solvers.tandem.programs import parse_program
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.states import start_state

ORDER = "sliced_bell_pepper_and_corn_stew"
FETCH = ("take corn from ingredients", "place corn on S2", "take bell_pepper from ingredients")
PLANS: dict[str, tuple[bool, tuple[str, ...], tuple[str, ...]]] = {
    "the counter is taken": (True, (), (*FETCH, "place bell_pepper on S2")),
    "waits for the counter": (True, (), (*FETCH, "wait until S2 is empty", "place bell_pepper on S2")),
    "the hand is full": (True, (), ("take corn from ingredients", "take dish from dishes")),
    "another counter": (False, (), (*FETCH, "place bell_pepper on S3")),
    "a counter that is empty at once": (False, (), (FETCH[0], "wait until S2 is empty", FETCH[1])),
    "waits for the partner": (False, ("take corn from S2",), FETCH[:2]),
    "not what it holds": (False, (), ("take corn from ingredients", "place bell_pepper on S2")),
}


@pytest.mark.parametrize("name", PLANS)
def test_only_what_is_held_up_by_carrying_or_room_is_tagged(kitchen: Kitchen, name: str) -> None:
    expected, *programs = PLANS[name]
    chef, assistant = (
        parse_program(kitchen, ORDER, cook, "\n".join(program), name) for cook, program in enumerate(programs)
    )
    judge = Judge(kitchen, ORDER, GoalRecord(horizon="short", milestone=f"plated {ORDER}"))
    verdict = judge.judge(start_state(kitchen), (chef, assistant))
    one = Judged(Candidate((chef, assistant), name), verdict, verdict)
    assert short_of_room(kitchen, one, "short") is expected
