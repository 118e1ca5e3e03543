"""L7, L8 and L9: every fact stands in the article where its record says, and has no other reading."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from lxml import etree

from schemas.canonical import dump, sha256_of
from schemas.findings import Finding
from schemas.legs import Leg, Roadblock, RouteInfo
from schemas.values import DateValue, NumberValue, TextValue, Value, show_value
from schemas.worlds import Exchange
from validators.legs.cells import read_cell
from validators.legs.context import LegContext
from validators.legs.findings import found
from validators.legs.markup import Place, chrome_over, fold, locate, raw_over, strip_tags, text_of
from validators.legs.prose import Said, contradicted, doubt, said_at
from validators.legs.reader import PageReading, Row
from validators.legs.readings import Unread
from validators.legs.recompute import NotTaken, named_arguments, request_of
from validators.registry import rule

__all__ = ["check_article", "check_provenance", "check_readings", "check_requests", "check_world"]


PAGE_VOLATILITY = {"atlas": "frozen", "live": "archival", "zim": "archival"}
"""How fast pages may change, by the kind of source they were recorded from."""


def _recorded(leg: Leg, context: LegContext) -> Iterator[tuple[int, RouteInfo]]:
    """The route infos whose pages are recorded, with their places."""
    for place, stop in enumerate(leg.stops):
        if isinstance(stop, RouteInfo) and stop.evidence.title in context.pages:
            yield place, stop


@rule("L7", "leg")
def check_provenance(leg: Leg, context: LegContext) -> Iterator[Finding]:
    """Page, revision, address, digest, section, label and span of every fact are the recorded page's."""
    for place, stop in enumerate(leg.stops):
        if isinstance(stop, RouteInfo) and stop.evidence.title not in context.pages:
            yield found(
                leg,
                "L7.page-not-recorded",
                f"stops[{place}].evidence.title",
                f"the recorded world has no page {stop.evidence.title}",
            )
    for place, stop in _recorded(leg, context):
        evidence, page, where = stop.evidence, context.pages[stop.evidence.title], f"stops[{place}].evidence"
        if evidence.digest != hashlib.sha256(page.html.encode()).hexdigest():
            yield found(leg, "L7.wrong-digest", f"{where}.digest", f"it isn't that of the recorded page {page.title}")
        if evidence.about != context.reading(page.title).kind:
            message = f"{page.title} is about a {context.reading(page.title).kind}, not a {evidence.about}"
            yield found(leg, "L7.wrong-kind", f"{where}.about", message)
        if evidence.revision != page.revision:
            yield found(leg, "L7.wrong-revision", f"{where}.revision", f"the page was recorded at {page.revision}")
        if evidence.url != page.url:
            yield found(leg, "L7.wrong-url", f"{where}.url", f"the page was recorded from {page.url}")
        span = locate(page.html, evidence.start, evidence.end)
        if span is None:
            yield found(
                leg, "L7.wrong-span", f"{where}.start", "the span is no text of the page: it ends outside or in markup"
            )
            continue
        says = strip_tags(page.html[evidence.start : evidence.end])
        if fold(evidence.quote) not in says:
            yield found(
                leg, "L7.wrong-quote", f"{where}.quote", f"the span says “{min(says)[:200]}”, not “{evidence.quote}”"
            )
        if re.search(r"^(?:\s|<)|(?:\s|<[^<>]*>)$", page.html[evidence.start : evidence.end]):
            yield found(
                leg, "L7.loose-span", f"{where}.start", "the span begins or ends with space or markup", "warning"
            )
        if evidence.section in {"infobox", "title"}:
            yield from _section(leg, where, stop, span, context.reading(page.title))
        else:
            yield from _sentence(leg, where, stop, said_at(page.html, evidence.start, evidence.end))


def _section(leg: Leg, where: str, stop: RouteInfo, span: Place, reading: PageReading) -> Iterator[Finding]:
    evidence = stop.evidence
    if evidence.section == "infobox" and span.infobox is None:
        yield found(leg, "L7.wrong-section", f"{where}.section", "the span lies outside the infobox")
    elif evidence.section != "infobox" and span.infobox is not None:
        yield found(
            leg, "L7.wrong-section", f"{where}.section", f"the span lies in the infobox, not in {evidence.section}"
        )
    elif not any(row.label == evidence.label for row in _rows(stop.field, span, reading)):
        labels = sorted({row.label for row in reading.rows_of(stop.field)})
        yield found(
            leg,
            "L7.wrong-label",
            f"{where}.label",
            f"the span isn't in a row “{evidence.label}” that gives {stop.field}; such rows are {labels}",
        )


def _sentence(leg: Leg, where: str, stop: RouteInfo, said: Said | None) -> Iterator[Finding]:
    """The same of a fact from prose: the span stands in a paragraph of that section, in a sentence with the label."""
    evidence = stop.evidence
    if said is None or said.section != evidence.section:
        place = "no paragraph of the article" if said is None else said.section
        yield found(leg, "L7.wrong-section", f"{where}.section", f"the span lies in {place}, not in {evidence.section}")
    elif fold(evidence.label) not in said.sentence:
        yield found(leg, "L7.wrong-label", f"{where}.label", f"its sentence has no words “{evidence.label}”")


def _rows(field: str, span: Place, reading: PageReading) -> list[Row]:
    """The rows of a field, of the page's first infobox, that say what the row over the span says."""
    over = (
        span.row if span.row is not None else next((one for one in span.over if one.get("id") == "coordinates"), None)
    )
    return [] if over is None else [row for row in reading.rows_of(field) if row.box == 0 and _same(row, over)]


def _same(row: Row, over: etree._Element) -> bool:
    line = row.cell if row.cell.tag not in {"td", "th"} else row.cell.getparent()
    return line is not None and text_of(line, hidden=True) == text_of(over, hidden=True)


@rule("L7", "leg")
def check_world(leg: Leg, context: LegContext) -> Iterator[Finding]:
    """The leg's world is the recorded one, and its pages are as lasting as that world's source."""
    world = context.world
    if world is None:
        return
    told = (leg.world.name, leg.world.version, leg.world.fictional)
    if told != (world.name, world.version, world.fictional):
        yield found(leg, "L7.other-world", "world", f"the recorded world is {world.name}, {world.version}")
    lasting = PAGE_VOLATILITY.get(world.source.partition(":")[0])
    for place, stop in enumerate(leg.stops):
        if isinstance(stop, RouteInfo) and lasting and stop.evidence.volatility != lasting:
            where = f"stops[{place}].evidence.volatility"
            yield found(leg, "L7.wrong-volatility", where, f"pages of {world.source} are {lasting}")


@rule("L7", "leg")
def check_requests(leg: Leg, context: LegContext) -> Iterator[Finding]:
    """Every call was recorded; request, response, provider and volatility are the record's."""
    values: list[Value] = [stop.value for stop in leg.stops]
    for place, stop in enumerate(leg.stops):
        results: list[Value] = []
        for number, step in enumerate(stop.chain if isinstance(stop, Roadblock) else ()):
            where = f"stops[{place}].chain[{number}]"
            try:
                request = request_of(step.tool, named_arguments(step, values[:place], results))
            except NotTaken:
                break
            results.append(step.result)
            if step.request != request:
                yield found(
                    leg, "L7.wrong-request", f"{where}.request", "it isn't the digest of this tool and these arguments"
                )
            call = context.calls.get(request)
            if not isinstance(call, Exchange):
                yield found(
                    leg, "L7.call-not-recorded", where, f"the recorded world has no answer of {step.tool} to this"
                )
                continue
            outside = {"tool", "arguments", "request", "response"}
            if sha256_of({key: value for key, value in dump(call).items() if key not in outside}) != step.response:
                yield found(leg, "L7.wrong-response", f"{where}.response", "it isn't the digest of the recorded answer")
            if (step.provider, step.volatility) != (call.provider, call.volatility):
                yield found(
                    leg,
                    "L7.wrong-provider",
                    f"{where}.provider",
                    f"the answer came from {call.provider} ({call.volatility})",
                )


@rule("L8", "leg")
def check_readings(leg: Leg, context: LegContext) -> Iterator[Finding]:
    """The quote, and the whole row it stands in, say the recorded value and no other."""
    for place, stop in _recorded(leg, context):
        where = f"stops[{place}].value"
        if stop.evidence.section not in {"infobox", "title"}:
            yield from _prose_reading(leg, where, stop, context)
            continue
        seen: set[str] = set()
        for source, own in (
            ("the quote", _quoted(stop)),
            ("the page's infobox", context.reading(stop.evidence.title).read(stop.field)),
        ):
            code = _fault(own, stop.value)
            if code and code not in seen:
                seen.add(code)
                yield found(leg, f"L8.{code}", where, _differs(source, own, stop))


def _differs(source: str, own: Value | Unread | None, stop: RouteInfo) -> str:
    says = f"gives no single {stop.field}" if own is None or isinstance(own, Unread) else f"says {show_value(own)}"
    return f"{source} {says}; the record has {show_value(stop.value)}"


def _prose_reading(leg: Leg, where: str, stop: RouteInfo, context: LegContext) -> Iterator[Finding]:
    """The same of a fact from prose: its sentence states it of the page's subject, and nothing on the page differs."""
    evidence = stop.evidence
    own = _quoted(stop)
    code = _fault(own, stop.value)
    if code:
        yield found(leg, f"L8.{code}", where, _differs("the quote", own, stop))
    said = said_at(context.pages[evidence.title].html, evidence.start, evidence.end)
    if said is None:
        return
    against = doubt(said, stop.field, evidence.label, evidence.title)
    if against:
        says = f"its sentence “{said.sentence[:200]}” doesn't safely state {stop.field} of {evidence.title}"
        yield found(leg, f"L8.{against}", where, says)
    other = contradicted(context.reading(evidence.title), evidence.title, stop.field, stop.value)
    if other:
        yield found(leg, "L8.two-readings", where, f"{other}; the record has {show_value(stop.value)}")


def _quoted(stop: RouteInfo) -> Value | Unread:
    """What a quote alone says: a name is the quote as it stands, everything else is read."""
    if isinstance(stop.value, TextValue):
        return TextValue(type="text", value=fold(stop.evidence.quote)[:300] or "-")
    return read_cell(stop.field, stop.evidence.quote)


def _fault(own: Value | Unread | None, recorded: Value) -> str | None:
    """What is wrong with a recorded value beside one's own reading."""
    if own is None:
        return "no-such-field"
    if isinstance(own, Unread):
        return own.reason
    if isinstance(own, NumberValue) and isinstance(recorded, NumberValue):
        same = (own.value, own.unit) == (recorded.value, recorded.unit)
        return None if same else "wrong-unit" if own.value == recorded.value else "misread-number"
    if own == recorded:
        return None
    if isinstance(own, DateValue) or isinstance(recorded, DateValue):
        years = {show_value(one)[:4] for one in (own, recorded)}
        return "misread-year" if len(years) > 1 else "misread-date"
    return "misread-text"


@rule("L9", "leg")
def check_article(leg: Leg, context: LegContext) -> Iterator[Finding]:
    """Every span lies in the article's own words, in its subject's infobox, and not in page chrome."""
    for place, stop in _recorded(leg, context):
        evidence = stop.evidence
        span = locate(context.pages[evidence.title].html, evidence.start, evidence.end)
        kind = raw_over(context.pages[evidence.title].html, evidence.start) if span is None else chrome_over(span)
        if kind is not None:
            yield found(
                leg, f"L9.{kind}", f"stops[{place}].evidence", "the fact stands in page chrome, not in the article"
            )
