"""Whatever a leg's record holds, the validators answer with findings, and never with an error of their own."""

from __future__ import annotations

import copy
from collections.abc import Iterator

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import ValidationError

from schemas.canonical import JSON, dump
from schemas.legs import Leg
from tests.validators.legworld import LEGS, Json, rebuilt, world
from validators.legs import check_leg

Spot = tuple[str | int, ...]


def spots(value: JSON, path: Spot = ()) -> Iterator[tuple[Spot, JSON]]:
    """Every place inside a record, with what stands there."""
    if path:
        yield path, value
    if isinstance(value, dict):
        for key, each in value.items():
            yield from spots(each, (*path, key))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from spots(each, (*path, index))


RECORDS: dict[str, Json] = {name: dump(leg) for name, leg in world()[1].items()}
BANK: dict[str | int, list[JSON]] = {}
for record in RECORDS.values():
    for where, what in spots(record):
        if what not in BANK.setdefault(where[-1], []):
            BANK[where[-1]].append(what)
"""What stands anywhere in the three legs, by the key it stands under."""


@st.composite
def edits(draw: st.DrawFn) -> tuple[str, Leg]:
    """A leg in which up to three parts are swapped for parts of the same key, dropped, or renumbered."""
    name = draw(st.sampled_from(LEGS))
    plain = copy.deepcopy(RECORDS[name])
    for _ in range(draw(st.integers(1, 3))):
        path, value = draw(st.sampled_from(list(spots(plain))))
        here: JSON = plain
        for step in path[:-1]:
            here = here[step]  # type: ignore[index,call-overload]
        if isinstance(here, list) and len(here) > 1 and draw(st.booleans()):
            del here[int(path[-1])]
        elif isinstance(value, int) and draw(st.booleans()):
            here[path[-1]] = draw(st.integers(0, 12))  # type: ignore[index,call-overload]
        else:
            here[path[-1]] = copy.deepcopy(draw(st.sampled_from(BANK[path[-1]])))  # type: ignore[index,call-overload]
    try:
        return name, rebuilt(plain)
    except (ValidationError, ValueError):
        assume(False)
        raise


@given(edits())
def test_no_record_is_an_error_of_the_validators(edit: tuple[str, Leg]) -> None:
    """And the only changes that go unseen are other words for the same step, another split or another level."""
    name, leg = edit
    found = [one for one in check_leg(leg, world()[0]) if one.severity != "note"]
    same = {"clues", "id", "canary", "split", "level"}
    mine, its = ({key: each for key, each in dump(one).items() if key not in same} for one in (world()[1][name], leg))
    assert found or mine == its


def test_a_date_that_lacks_its_day_is_no_record() -> None:
    plain = copy.deepcopy(RECORDS["dates"])
    plain["stops"][0]["value"] = {"type": "date", "value": "1984", "precision": "day"}  # type: ignore[index,call-overload]
    with pytest.raises(ValidationError, match="1984 is not a date to the day"):
        rebuilt(plain)
