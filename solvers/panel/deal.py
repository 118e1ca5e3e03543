"""Deals the items of one cell to the people who answer questions of it, so that nobody sees an item twice.

People and forms make a bipartite graph, one edge a question. Colouring its edges with the items, so that no two edges
of one vertex share a colour, is the assignment; König's theorem says that as many colours do as the largest degree.
A form that several people answer is split into as many vertices first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from schemas.errors import InputError

__all__ = ["Question", "deal_items"]


class Question(NamedTuple):
    """A form (by number) of an item (by place) for a person (by number)."""

    person: int
    item: int
    form: int


def deal_items(counts: Sequence[Sequence[int]], items: Sequence[int], copies: int) -> list[Question]:
    """Items for so many questions of each form for each person (`counts[person][form]`).

    Every form of every item is dealt `copies` times. Raises InputError when the counts don't add up to that, or
    somebody is to answer more questions than there are items.
    """
    forms = len(counts[0]) if counts else 0
    totals = [sum(own[form] for own in counts) for form in range(forms)]
    if any(total != len(items) * copies for total in totals) or any(sum(own) > len(items) for own in counts):
        raise InputError(f"{totals} questions can't be dealt over {len(items)} items, {copies} times each")
    at_person: list[dict[int, int]] = [{} for _ in counts]
    at_form: list[dict[int, int]] = [{} for _ in range(forms * copies)]
    for form in range(forms):
        edges = [person for person, own in enumerate(counts) for _ in range(own[form])]
        for number, person in enumerate(edges):
            _colour(at_person, at_form, person, form * copies + number // len(items), len(items))
    return [
        Question(person, items[colour], vertex // copies)
        for person, own in enumerate(at_person)
        for colour, vertex in sorted(own.items())
    ]


def _colour(
    at_person: list[dict[int, int]], at_form: list[dict[int, int]], person: int, form: int, colours: int
) -> None:
    """Colour one more edge; where both ends have no free colour in common, swap two colours along a path."""
    free_person = next(colour for colour in range(colours) if colour not in at_person[person])
    free_form = next(colour for colour in range(colours) if colour not in at_form[form])
    if free_person != free_form:
        path: list[tuple[int, int]] = []
        place, wanted, on_person = form, free_person, False
        while True:
            other = (at_person if on_person else at_form)[place].get(wanted)
            if other is None:
                break
            path.append((place, other) if on_person else (other, place))
            place, on_person = other, not on_person
            wanted = free_form if wanted == free_person else free_person
        _swap(at_person, at_form, path, (free_person, free_form))
    at_person[person][free_person] = form
    at_form[form][free_person] = person


def _swap(
    at_person: list[dict[int, int]], at_form: list[dict[int, int]], path: Sequence[tuple[int, int]],
    colours: tuple[int, int],
) -> None:  # fmt: skip
    """Exchange two colours along a path of edges that wear them in turn, the first colour first."""
    for step, (person, form) in enumerate(path):
        del at_person[person][colours[step % 2]]
        del at_form[form][colours[step % 2]]
    for step, (person, form) in enumerate(path):
        at_person[person][colours[1 - step % 2]] = form
        at_form[form][colours[1 - step % 2]] = person
