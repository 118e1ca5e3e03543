"""A mended leg as a whole: its id, counts and answer follow from its content, and what it can't show is marked."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.canonical import content_id
from schemas.findings import Finding
from schemas.mended import UNPROVEN, MendedFinish, MendedLeg, MendedPage, found_in
from validators.registry import rule

__all__ = ["check_ends", "check_whole"]


@rule("Shape", "mended_leg")
def check_whole(leg: MendedLeg, _context: None) -> Iterator[Finding]:
    """A leg's id, clue count, step budget, indices and marks are what its content says."""
    own = content_id("mended_leg", leg)
    if leg.id != own:
        yield found_in(leg, "Shape.id-not-content", "id", f"the content's id is {own}: the leg was edited after it")
    if len(leg.clues) != len(leg.stops):
        yield found_in(leg, "Shape.clue-count", "clues", f"{len(leg.clues)} clues stand for {len(leg.stops)} stops")
    budget = max(10, 3 * len(leg.clues) // 2)
    if leg.step_budget != budget:
        told = f"{len(leg.clues)} clues allow {budget} steps, not {leg.step_budget}"
        yield found_in(leg, "Shape.step-budget", "step_budget", told)
    for place, stop in enumerate(leg.stops):
        if stop.index != place:
            told = f"the stop at place {place} calls itself {stop.index}"
            yield found_in(leg, "Shape.index", f"stops[{place}].index", told)
    lost = [proof for proof in UNPROVEN if proof not in leg.unproven]
    if lost:
        yield found_in(leg, "Shape.unmarked", "unproven", f"nothing proves {lost[0]}, and it isn't said")


@rule("Shape", "mended_leg")
def check_ends(leg: MendedLeg, _context: None) -> Iterator[Finding]:
    """The first stop reads the seed, the last is the one finish line, its value the answer."""
    first, last = leg.stops[0], leg.stops[-1]
    if not isinstance(first, MendedPage) or first.transition != "seed" or first.page_url != leg.seed_url:
        yield found_in(leg, "Shape.no-seed", "stops[0]", "the first stop doesn't read the seed page")
    for place, stop in enumerate(leg.stops[1:], 1):
        if isinstance(stop, MendedPage) and stop.transition == "seed":
            yield found_in(leg, "Shape.late-seed", f"stops[{place}]", "only the first stop starts from the seed")
    for place, stop in enumerate(leg.stops[:-1]):
        if isinstance(stop, MendedFinish):
            yield found_in(leg, "Shape.early-finish", f"stops[{place}]", "a finish line stands before the last stop")
    if not isinstance(last, MendedFinish):
        yield found_in(leg, "Shape.no-finish", f"stops[{len(leg.stops) - 1}]", "the last stop is no finish line")
    elif last.value.value != str(leg.answer):
        yield found_in(leg, "Shape.answer", "answer", f"the finish line's value isn't the answer {leg.answer}")
