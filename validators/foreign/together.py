"""L15 and L17 of foreign legs, all together: answers that can be guessed, and pages used over and over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from schemas.findings import Finding
from validators.foreign.context import FAMILY, AuditContext, Audited, found
from validators.foreign.values import truncated
from validators.registry import rule

__all__ = [
    "ENOUGH",
    "check_answers",
    "check_crowded",
    "check_missed_digit",
    "check_reuse",
    "chi_square",
    "digits",
    "page_path",
]

ENOUGH = 200
"""From how many legs on the answers' spread is judged."""

SUSPECT = 16.919
"""What the chi-square statistic of fair digits (9 degrees of freedom) exceeds once in twenty."""

ALWAYS_ALLOWED = 5
"""How many legs may share a page in any set."""


def page_path(one: Audited) -> tuple[str, ...]:
    """The pages that a leg visits, in order."""
    return tuple(stop.page_url or "" for stop in one.leg.stops if stop.stop_type == "page")


def _facts(one: Audited) -> tuple[tuple[str, str], ...]:
    pages = [stop for stop in one.leg.stops if stop.stop_type == "page"]
    return tuple(sorted((stop.page_url or "", stop.extraction_target or "") for stop in pages))


def digits(legs: Sequence[Audited]) -> Mapping[int, int]:
    """How many legs have each digit as their passcode; what is no digit isn't counted."""
    counts = Counter(truncated(one.leg.passcode) for one in legs)
    return {digit: counts[digit] for digit in range(10)}


def chi_square(counts: Mapping[int, int]) -> float:
    """Pearson's statistic of ten counts against equal ones; 0 for none."""
    total = sum(counts.values())
    return sum((10 * count - total) ** 2 for count in counts.values()) / (10 * total) if total else 0.0


@rule("L15", FAMILY, "release")
def check_answers(legs: Sequence[Audited], _context: AuditContext) -> Iterator[Finding]:
    """The ten digits are equally often the answer, from 200 legs on."""
    statistic = chi_square(digits(legs))
    if len(legs) >= ENOUGH and statistic > SUSPECT:
        told = f"chi-square {statistic:.1f} over {len(legs)} legs; fair digits exceed {SUSPECT} once in twenty"
        yield Finding(code="L15.unfair-answers", severity="critical", item="release", place="passcode", message=told)


@rule("L15", FAMILY)
def check_missed_digit(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """No finish misses a digit: a digital root is 0 only for 0."""
    if one.finish is not None and (one.finish.bridge.expression or "").lstrip().startswith("digital_root"):
        place = f"stops[{one.graph.finish}].bridge.expression"
        yield found(one, "L15.missed-digit", place, "a digital root never gives 0")


@rule("L17", FAMILY, "release")
def check_reuse(legs: Sequence[Audited], _context: AuditContext) -> Iterator[Finding]:
    """No two legs visit the same pages in the same order, or read the same facts of the same pages."""
    paths: dict[object, str] = {}
    facts: dict[object, str] = {}
    for one in sorted(legs, key=lambda one: one.variant != "sequential"):  # the sequential ones come first
        for code, key, seen, what in (
            ("L17.same-path", page_path(one), paths, "visits the same pages in the same order"),
            ("L17.same-facts", _facts(one), facts, "reads the same facts of the same pages"),
        ):
            other = seen.setdefault(key, one.name)
            if other != one.name:
                yield found(one, code, "stops", f"{other} {what}")


@rule("L17", FAMILY, "release")
def check_crowded(legs: Sequence[Audited], context: AuditContext) -> Iterator[Finding]:
    """No page is in more than five legs, or the share of legs that the context allows, if that is more."""
    most = max(ALWAYS_ALLOWED, len(legs) * context.page_share // 100)
    visits = Counter(page for one in legs for page in set(page_path(one)))
    for one in legs:
        crowded = sorted(page for page in set(page_path(one)) if visits[page] > most)
        if crowded:
            told = f"{crowded[0]} is in {visits[crowded[0]]} legs, more than {most}"
            yield found(one, "L17.crowded-page", "stops", told)
