"""L17 and L3 for a release: no leg repeats another's pages, no page is in too many, and recorded calls are right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from schemas.findings import Finding
from schemas.legs import Leg
from schemas.values import show_value
from schemas.worlds import Exchange
from validators.legs.context import LegContext
from validators.legs.findings import found
from validators.legs.graph import pages_of
from validators.legs.tools import CannotSay, Refused, answer, same_answer
from validators.registry import rule

__all__ = ["check_crowded", "check_fresh", "check_ids", "check_recorded_calls"]

ALWAYS_ALLOWED = 5
"""How many legs may share a page in any release."""


@rule("L17", "leg", "release")
def check_ids(legs: Sequence[Leg], _context: LegContext) -> Iterator[Finding]:
    """No two legs have one id."""
    seen: dict[str, int] = {}
    for number, leg in enumerate(legs):
        if leg.id in seen:
            yield found(
                leg, "L17.duplicate-id", f"legs[{number}].id", f"leg {seen[leg.id]} of the release has this id too"
            )
        seen.setdefault(leg.id, number)


@rule("L17", "leg", "release")
def check_fresh(legs: Sequence[Leg], _context: LegContext) -> Iterator[Finding]:
    """No two legs visit the same pages in the same order, or take the same fields of the same pages."""
    paths: dict[object, str] = {}
    fields: dict[object, str] = {}
    for leg in legs:
        path = tuple(title for title, _ in pages_of(leg))
        taken = tuple(sorted(pages_of(leg)))
        yield from _repeats(leg, "L17.same-path", path, paths, "visits the same pages in the same order")
        yield from _repeats(leg, "L17.same-facts", taken, fields, "takes the same fields of the same pages")


def _repeats(leg: Leg, code: str, key: object, seen: dict[object, str], what: str) -> Iterator[Finding]:
    other = seen.setdefault(key, leg.id)
    if other != leg.id:
        yield found(leg, code, "stops", f"{other} {what}")


@rule("L17", "leg", "release")
def check_crowded(legs: Sequence[Leg], context: LegContext) -> Iterator[Finding]:
    """No page is in more legs than the recipe allows; of legs without a recipe that isn't known."""
    if context.page_share is None:
        return
    most = max(ALWAYS_ALLOWED, len(legs) * context.page_share // 100)
    counts = Counter(title for leg in legs for title in {title for title, _ in pages_of(leg)})
    for title, count in sorted(counts.items()):
        if count > most:
            yield Finding(
                code="L17.crowded-page",
                severity="critical",
                item="release",
                place=f"pages: {title}",
                message=f"{count} of {len(legs)} legs visit it; the recipe allows {most}",
            )


@rule("L3", "leg", "release")
def check_recorded_calls(_legs: Sequence[Leg], context: LegContext) -> Iterator[Finding]:
    """Every call that the world recorded, for legs, draws or as a decoy, is answered alike by other means."""
    for request, call in sorted(context.calls.items()):
        if not isinstance(call, Exchange):
            continue
        try:
            own = answer(call.tool, {argument.name: argument.value for argument in call.arguments}, context.live)
        except CannotSay:
            continue
        except Refused as refusal:
            yield _call(request, f"{call.tool} has no answer to this: {refusal}")
            continue
        if not same_answer(call.tool, call.result, own):
            yield _call(request, f"{call.tool} gives {show_value(own)} by other means, not {show_value(call.result)}")


def _call(request: str, message: str) -> Finding:
    return Finding(
        code="L3.recorded-call",
        severity="critical",
        item="release",
        place=f"world/calls.jsonl: {request}",
        message=message,
    )
