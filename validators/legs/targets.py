"""L14: of all links of the page that is left, or all results of a search, exactly one fits the clue's description."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal, TypeAlias

from schemas.findings import Finding
from schemas.legs import Condition, Leg, RouteInfo, Target
from schemas.values import DateValue, NumberValue, TextValue, Value
from validators.legs.context import LegContext
from validators.legs.findings import found
from validators.legs.reader import PageReading
from validators.legs.readings import Unread
from validators.registry import rule

__all__ = ["Verdict", "check_links", "check_searches", "check_targets", "found_by", "verdict"]

Verdict: TypeAlias = Literal["holds", "fails", "unknown"]

_LIST = re.compile(r"(?:List|Lists|Index|Outline) of ")
"""How the titles begin of pages that list things of a kind and are none of them."""


def _departures(leg: Leg) -> Iterator[tuple[int, RouteInfo, RouteInfo]]:
    """Each link followed: its place, the stop whose page is left, and the stop that is reached."""
    for place, stop in enumerate(leg.stops):
        if isinstance(stop, RouteInfo) and stop.transition == "link_follow" and stop.from_stop is not None:
            origin = leg.stops[stop.from_stop] if stop.from_stop < place else None
            if isinstance(origin, RouteInfo):
                yield place, origin, stop


@rule("L14", "leg")
def check_links(leg: Leg, context: LegContext) -> Iterator[Finding]:
    """All links of a page that is left were considered, and the pages behind them are recorded."""
    for place, origin, stop in _departures(leg):
        title = origin.evidence.title
        if title not in context.pages:
            continue
        links, where = context.targets(title), f"stops[{place}].target"
        recorded = {link.title for link in context.pages[title].links} - {title}
        if set(links) != recorded:
            apart = sorted(set(links) ^ recorded)
            yield found(
                leg,
                "L14.links-differ",
                where,
                f"{len(apart)} links of {title} are in its page or in its record only: {', '.join(apart[:5])}",
            )
        missing = [link for link in links if link not in context.pages]
        if missing:
            yield found(
                leg,
                "L14.unrecorded-link",
                where,
                f"{len(missing)} links of {title} lead to pages that aren't recorded: {', '.join(missing[:5])}",
            )
        if stop.target is not None and stop.target.considered != len(links):
            yield found(
                leg,
                "L14.considered",
                f"{where}.considered",
                f"{title} has {len(links)} links, not {stop.target.considered}",
            )


@rule("L14", "leg")
def check_targets(leg: Leg, context: LegContext) -> Iterator[Finding]:
    """The description of the next page fits it, and no other link of the page that is left may fit it."""
    for place, stop in enumerate(leg.stops):
        if isinstance(stop, RouteInfo) and (stop.target is not None) != _needs_target(stop):
            yield found(
                leg,
                "L14.no-target" if stop.target is None else "L14.stray-target",
                f"stops[{place}].target",
                "a link or a search has a target, but where an earlier answer names the page; nothing else has one",
            )
    for place, origin, stop in _departures(leg):
        target, left, next_title = stop.target, origin.evidence.title, stop.evidence.title
        if target is None or left not in context.pages or next_title not in context.pages:
            continue
        where = f"stops[{place}].target"
        if target.about != context.reading(next_title).kind:
            yield found(
                leg,
                "L14.wrong-kind",
                f"{where}.about",
                f"{next_title} is about a {context.reading(next_title).kind}, not a {target.about}",
            )
        if target.relation is not None:
            yield from _relation(leg, where, target, left, next_title, context)
        else:
            yield from _description(leg, where, target, context.targets(left), next_title, context)


def _needs_target(stop: RouteInfo) -> bool:
    return stop.transition in {"link_follow", "search_query"} and stop.named is None


@rule("L14", "leg")
def check_searches(leg: Leg, context: LegContext) -> Iterator[Finding]:
    """The results of a search are those that its words find, all recorded, and one of them is the next page."""
    for place, stop in enumerate(leg.stops):
        target = stop.target if isinstance(stop, RouteInfo) else None
        if not isinstance(stop, RouteInfo) or target is None:
            continue
        where, title = f"stops[{place}].target", stop.evidence.title
        if (stop.transition == "search_query") != (target.query is not None):
            yield found(leg, "L14.no-query", f"{where}.query", "a search says what for, and only a search does")
            continue
        if target.query is None:
            continue
        if title in context.pages and target.about != context.reading(title).kind:
            message = f"{title} is about a {context.reading(title).kind}, not a {target.about}"
            yield found(leg, "L14.wrong-kind", f"{where}.about", message)
        if title not in target.results:
            yield found(leg, "L14.not-found", f"{where}.results", f"{title} isn't among the results")
        if target.considered != len(target.results):
            message = f"there are {len(target.results)} results, not {target.considered}"
            yield found(leg, "L14.considered", f"{where}.considered", message)
        missing = [one for one in target.results if one not in context.pages]
        if missing:
            message = f"{len(missing)} results aren't recorded: {', '.join(missing[:5])}"
            yield found(leg, "L14.unrecorded-result", f"{where}.results", message)
        own = found_by(target.query, len(target.results), context)
        if own is not None and not missing and own != target.results:
            apart = [one for one in own if one not in target.results] or list(own)
            message = f"the search finds others, or in another order: {', '.join(apart[:5])}"
            yield found(leg, "L14.results-differ", f"{where}.results", message)
        yield from _description(leg, where, target, target.results, title, context)


def found_by(query: str, limit: int, context: LegContext) -> tuple[str, ...] | None:
    """What a search over the recorded titles and redirects finds first; None where the source has a search of its own.

    Pages that share a word with the query: most shared words first, then fewest others, a name that is the query
    itself before the rest, then A to Z. A part of a source finds in that order what the whole finds.
    """
    if context.world is None or context.world.source.partition(":")[0] == "live":
        return None
    wanted = _folded(query)
    ranked: list[tuple[tuple[int, int, bool], str]] = []
    for page in context.pages.values():
        names = [_folded(name) for name in (page.title, *page.aliases)]
        ranks = [(-len({*wanted} & {*name}), len({*name} - {*wanted}), name != wanted) for name in names]
        best = min(ranks)
        if any(rank[0] for rank in ranks):
            ranked.append((best, page.title))
    return tuple(title for _, title in sorted(ranked)[:limit])


def _folded(text: str) -> list[str]:
    """A text's words in small letters, without marks."""
    plain = unicodedata.normalize("NFKD", text)
    return re.sub(r"[\W_]+", " ", "".join(c for c in plain if not unicodedata.combining(c)).casefold()).split()


def _relation(
    leg: Leg, where: str, target: Target, left: str, next_title: str, context: LegContext
) -> Iterator[Finding]:
    if target.conditions:
        yield found(
            leg, "L14.two-descriptions", where, "it has a relation and conditions, and its clue states one of them"
        )
    rows = context.reading(left).rows_of(str(target.relation))
    links = {context.resolved(row.only_link()) for row in rows}
    if links != {next_title}:
        yield found(
            leg,
            "L14.not-satisfied" if next_title not in links else "L14.not-unique",
            f"{where}.relation",
            f"the {target.relation} of {left} isn't exactly one link, to {next_title}",
        )


def _description(
    leg: Leg, where: str, target: Target, among: Sequence[str], next_title: str, context: LegContext
) -> Iterator[Finding]:
    """The description holds for the next page, and may hold for no other of those among which it is."""
    if next_title not in context.pages:
        return
    if not target.conditions:
        yield found(leg, "L14.no-conditions", where, "it describes the next page by nothing but its kind")
    for number, condition in enumerate(target.conditions):
        if verdict(context.reading(next_title), target.about, condition) != "holds":
            yield found(
                leg,
                "L14.not-satisfied",
                f"{where}.conditions[{number}]",
                f"{next_title} doesn't say {condition.field} {condition.relation} {condition.operand}",
            )
    rivals = [title for title in among if title != next_title and title in context.pages]
    fitting = [title for title in rivals if not _LIST.match(title) and _may_fit(context.reading(title), target)]
    if fitting:
        yield found(
            leg,
            "L14.not-unique",
            where,
            f"{len(fitting)} other pages may fit the description: {', '.join(fitting[:5])}",
        )


def _may_fit(page: PageReading, target: Target) -> bool:
    if page.kind not in {target.about, "other"}:
        return False
    return all(verdict(page, target.about, condition) != "fails" for condition in target.conditions)


def verdict(page: PageReading, about: str, condition: Condition) -> Verdict:
    """Whether a page of that kind has a property; unknown where neither its infobox nor its words tell."""
    if page.kind not in {about, "other"}:
        return "fails"
    value = page.read(condition.field) if page.kind == about else None
    if value is not None and not isinstance(value, Unread):
        return "holds" if _meets(value, condition) else "fails"
    if condition.relation in {"year", "equals"} and (condition.relation == "year" or not condition.operand.isdigit()):
        return "unknown" if condition.operand.casefold() in page.words.casefold() else "fails"
    return "unknown"


def _meets(value: Value, condition: Condition) -> bool:
    if isinstance(value, NumberValue) and not re.fullmatch(r"-?\d+(?:\.\d+)?", condition.operand):
        return False
    match value, condition.relation:
        case DateValue(value=iso), "year":
            return iso.partition("-")[0] == condition.operand
        case TextValue(value=text), "equals":
            return text.casefold() == condition.operand.casefold()
        case NumberValue(value=number), "equals":
            return Fraction(number) == Fraction(condition.operand)
        case NumberValue(value=number), "at_least":
            return Fraction(number) >= Fraction(condition.operand)
        case NumberValue(value=number), "below":
            return Fraction(number) < Fraction(condition.operand)
        case _:
            return False
