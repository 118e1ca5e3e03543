"""L12 and L13 of foreign legs: what clues give away, and whether the last one cites what the finish takes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from schemas.findings import Finding
from schemas.foreign import ForeignStop
from validators.foreign.context import FAMILY, AuditContext, Audited, found
from validators.foreign.riddle import CITED, cited, plain
from validators.foreign.values import number, truncated
from validators.normal import holds, numbers_in
from validators.registry import rule

__all__ = ["check_clue_count", "check_last_clue", "check_operands", "check_preamble", "check_titles", "title_of"]

_NO_VALUES = re.compile(
    r"(?:\bmod(?:ul\w*)?\b|%|\bdivid\w*|\bdivision\b|\breduc\w*|\bremainder\b)[^\d\n]{0,30}?(?:\b10\b|\bten\b)"
    r"|\b0\s*(?:-|–|—|to|through|and)\s*9\b|\bzero (?:to|through|and) nine\b"
    r"|\b(?:one|two|three|four|five|six)\b"
    r"(?=[ -](?:digits?\b|of your|(?:\w+ )?(?:clues|values|numbers|discover\w+|findings|results)\b))",
    re.IGNORECASE,
)
"""Numbers that a last clue may print without giving anything away."""


def title_of(url: str) -> str:
    """The title of the page at a Wikipedia address."""
    return unquote(url.partition("/wiki/")[2].partition("#")[0]).replace("_", " ")


@rule("L12", FAMILY)
def check_titles(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """No clue names a page after the seed; a bracket that tells namesakes apart may be missing."""
    seed = title_of(one.leg.seed_url)
    titles = dict.fromkeys(title_of(stop.page_url) for stop in one.leg.stops if _is_page(stop) and stop.page_url)
    for title in titles:
        bare = re.sub(r" \([^()]*\)$", "", title)
        if title not in {seed, ""} and holds(one.leg.riddle, bare):
            yield found(one, "L12.title", "riddle", f"it names {title!r}, a page to be found")


def _is_page(stop: ForeignStop) -> bool:
    return stop.stop_type == "page"


@rule("L12", FAMILY)
def check_operands(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """The last clue prints no operand of the finish, in digits or words; numbers of clues are none."""
    if one.graph.finish is None:
        return
    text = _NO_VALUES.sub(" ", CITED.sub(" ", plain(one.riddle.last)))
    printed = set(numbers_in(text))
    values = {place: one.leg.stops[place].extracted_value for place in one.graph.feeds[one.graph.finish]}
    for place, value in values.items():
        whole, exact = truncated(value), number(value)
        forms = {str(abs(whole))} if whole is not None else set()
        forms |= {f"{abs(float(exact)):g}"} if exact is not None and exact.denominator != 1 else set()
        for form in sorted(forms & printed):
            yield found(one, "L12.operand-printed", "riddle", f"the last clue prints {form}, the value of stop {place}")


@rule("L12", FAMILY)
def check_preamble(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """Nothing stands before the first clue."""
    if one.riddle.clues and one.riddle.preamble:
        yield found(one, "L12.preamble", "riddle", "words before the first clue belong to no clue")


@rule("L13", FAMILY)
def check_clue_count(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """There are as many clues as stops."""
    if len(one.riddle.clues) != len(one.leg.stops):
        told = f"{len(one.riddle.clues)} numbered clues for {len(one.leg.stops)} stops"
        yield found(one, "L13.clue-count", "riddle", told)


@rule("L13", FAMILY)
def check_last_clue(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """The last clue cites the clues that the finish takes and no other; one without numbers can't be judged."""
    if one.graph.finish is None:
        return
    told = cited(one.riddle.last) - {len(one.leg.stops)}
    taken = {place + 1 for place in one.graph.feeds[one.graph.finish]}
    if not told:
        return
    for code, numbers, what in (
        ("L13.last-clue-omits", taken - told, "doesn't cite clues that the finish takes"),
        ("L13.last-clue-extra", told - taken, "cites clues that the finish doesn't take"),
    ):
        if numbers:
            listed = ", ".join(map(str, sorted(numbers)[:20]))
            yield found(one, code, "riddle", f"the last clue {what}: {listed}")
