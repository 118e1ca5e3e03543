"""Facts that an article's sentences state of its own subject, in words that allow one reading (rule L8)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from schemas.facts import Fact
from worlds.facts.cells import Cell
from worlds.facts.fields import FIELDS, FieldSpec, fitted, read_field
from worlds.facts.kinds import Kind
from worlds.facts.lives import read_life
from worlds.facts.paragraphs import LEAD, Paragraph
from worlds.facts.reading import Reason, Refused, Said
from worlds.facts.sentences import DATE, NAME, Sentence, read_sentences
from worlds.facts.stated import stated
from worlds.facts.statements import FRONTED, STATEMENTS, Statement, speaks_of_another
from worlds.facts.structure import Structure
from worlds.facts.subjects import Subject, subject_of
from worlds.facts.targets import target_of

__all__ = ["read_prose"]

_CUE = re.compile(
    r"released|recorded|founded|established|formed|opened|born|died|population|home to|area|covers|occupies|elevation|"
    r"altitude|sea level|height|tall|high|length|long|capacity|seats|running time|runtime|budget|grossed|capital|"
    r"largest|currency",
    re.IGNORECASE,
)
"""Words without which no statement that counts outside the lead can be there."""

_OTHER_MATTERS = re.compile(
    r"\b(?:plot|synopsis|story|premise|summary|characters?|fiction\w*|popular culture|versions?|covers?|remakes?|"
    r"sequels?|prequels?|re-?releases?|reissues?|remix\w*|soundtracks?|adaptations?|track list\w*|spin-?offs?|other|"
    r"legacy|"
    r"influences?|related|rivals?|compet\w+|subsidiar\w+|discography|filmography|bibliography|works|personnel|credits|"
    r"notes|references)\b",
    re.IGNORECASE,
)
"""Sections that speak of other things, or of things that never were."""

_OWN_MATTERS = re.compile(
    r"\b(?:histor\w+|overview|background|geograph\w+|demograph\w+|descript\w+|origins?|establish\w*|founding|foundation|"
    r"production|release|recording|life|biograph\w+|topograph\w+|climate|construct\w+|structure|location|facilit\w+|"
    r"development|reception|box office)\b",
    re.IGNORECASE,
)
"""Sections in which "the city" is the article's own."""

_OTHERS_DATE = re.compile(
    rf"\s*,?\s*(?:and\s+)?(?:again\s+)?(?:(?:in|on)\s+)?{DATE}+(?!\s+(?:it|he|she|they|the)\b)|"
    r"\s*,?\s*(?:and|or)\s+(?:on\s+|in\s+)?(?:\d|[A-Z][a-z]+\s+\d)"
)
_ON = re.compile(r"\s*(?:[–—-]|to\b|or\b|until\b|through\b|/|\?)")
_WHERE = re.compile(rf"\b(?:in|to|throughout|across)\s+(?:the\s+)?[A-Z{NAME}]")
_MEDIUM = re.compile(
    r"\b(?:DVDs?|CDs?|VHS|Blu-rays?|video|iTunes|streaming|vinyl|remaster\w*|theat\w+|cinemas?|limited|digital\w*|LPs?)\b"
)
_AFTER_NUMBER = re.compile(
    rf"(?:\s*(?:people|inhabitants|residents|seats|spectators)\b)?"
    rf"(?:\s*(?:above\s+(?:mean\s+)?sea\s+level|worldwide|long|tall|high|in\s+(?:length|height)|as\s+of(?:\s+the)?\s+{DATE}+"
    rf"(?:\s+census)?|(?:according\s+to|at|in)\s+the\s+{DATE}+\s+census)\b)?"
    rf"\s*(?:$|[.;]|,(?!\s*(?:or|to|in|at|excluding|except|including|not|without|with|counting|if|when|before|after|but|though|"
    rf"although|later|down|up|raised|cut)\b)|and\b(?!\s*\d)|making\b|which\s+makes\b)"
)
"""What may follow a number: what is counted, a census, and then an end; any other words limit it."""

_MADE = r"(?:written|produced|directed|composed|released|recorded|published|edited|performed|credited|arranged)"
_AFTER_NAME = re.compile(
    rf"\s*(?:$|[.;]|(?:in|on|for|under|as|during|based|from|that|which|label|{_MADE})\b|and\s+(?:\w+\s+)?(?:{_MADE}|starring|"
    rf"features|stars)\b|,\s+(?:and\s+)?(?:starring|based|who|which|with|in|on|featuring|consisting|{_MADE})\b|"
    r",\s+(?:and\s+the|it|he|she|they)\b|,\s+(?:originally|first|posthumously)\s)"
)
_ESTIMATE = re.compile(r"\b(?:estimated|projected|planned|expected|approximate)\b", re.IGNORECASE)
_ERA_BEHIND = re.compile(r"\s*\(?(?!(?:AD|A\.D\.)(?!\w))[A-Z](?:\.?\s?[A-Z]){1,2}\b")
_UNSURE = re.compile(
    r"\b(?:perhaps|possibly|probably|sources?|disputed|though|although|allege\w*|claim\w*|legend\w*|tradition\w*|rumou?rs?|"
    r"uncertain|unclear|contested|forge\w+|imagin\w+|novel|myth\w*|latest|earliest|effective|(?:years?|months?|weeks?|days?)\s+"
    r"(?:after|before|later|earlier)|re-\w+ed)\b|\(or\b",
    re.IGNORECASE,
)
"""Words in a sentence by which the date in it may be another one, or none."""

_ELSEWHERE = re.compile(
    rf"\s*,\s*(?:in|at|to)\s+(?:the\s+)?[A-Z{NAME}]|[^.;]*\b(?:festival|premi[eè]re\w*|elsewhere|preview\w*|work\s+print|promo\w*|"
    r"demo)\b|\s+at\b",
    re.IGNORECASE,
)
_AFTER_ANOTHER = re.compile(rf"\b(?:after|before|since|than)\s+(?:[\w-]+\s+){{0,4}}{DATE}")
_LABEL = 80


class _Hit(NamedTuple):
    """A statement that a sentence makes, with the positions of its match."""

    statement: Statement
    match: re.Match[str]


def read_prose(structure: Structure, title: str, kind: Kind) -> Iterator[Said]:
    """What the article's sentences say of its subject: facts, and statements that give no single safe reading.

    Sentences count that begin with the subject, or with a pronoun behind one that does (in the lead alone), outside
    sections about other things; of songs the lead alone, since sections tell their versions apart.
    """
    first = _first_sentence(structure)
    subject = subject_of(title, kind, first)
    for paragraph in structure.paragraphs:
        lead = paragraph.section == LEAD
        if not lead and (subject.matter == "song" or any(_OTHER_MATTERS.search(above) for above in paragraph.above)):
            continue
        end = structure.html.find("</p>", paragraph.at)
        if not lead and not _CUE.search(structure.html, paragraph.at, end if end > 0 else len(structure.html)):
            continue
        cell = structure.cell(paragraph.at)
        if cell.whole:
            subject = subject.beside(cell.text)
            yield from _paragraph(cell, paragraph, subject, first)


def _first_sentence(structure: Structure) -> Sentence | None:
    """The sentence that says what the subject is: the lead's first with "is a"."""
    for paragraph in structure.paragraphs:
        if paragraph.section != LEAD:
            return None
        for sentence in read_sentences(structure.cell(paragraph.at)):
            if re.search(r"\s(?:is|was|are|were)\s", sentence.masked):
                return sentence
            break
    return None


def _paragraph(cell: Cell, paragraph: Paragraph, subject: Subject, first: Sentence | None) -> Iterator[Said]:
    lead = paragraph.section == LEAD
    nouns = lead or any(_OWN_MATTERS.search(above) for above in paragraph.above)
    follows = False
    opens = True
    subject = subject.among(cell.text)
    for sentence in read_sentences(cell):
        if lead and sentence == first:
            yield from read_life(cell, sentence, subject)
        end = subject.end(sentence, lead=lead, follows=follows, nouns=nouns and (lead or follows or opens))
        if lead and sentence == first:
            end = subject.defined_end(sentence) or end
        opens = False
        for hit in _hits(sentence, subject, end, lead=lead, follows=follows, nouns=nouns):
            spec = fitted(FIELDS[hit.statement.field], subject.kind)
            if _told_of(spec, subject.kind):
                yield _said(cell, sentence, hit, spec, paragraph.section)
        follows = end is not None and subject.stays(sentence, end, defines=lead and sentence == first)


def _told_of(spec: FieldSpec, kind: Kind) -> bool:
    """Whether pages of a kind have the field; where nothing tells the kind, all but those of recordings alone."""
    return not spec.kinds or kind in spec.kinds or (kind == "other" and not set(spec.kinds) <= {"album", "song"})


def _hits(
    sentence: Sentence, subject: Subject, end: int | None, *, lead: bool, follows: bool, nouns: bool
) -> Iterator[_Hit]:
    """The first statement of each field that the sentence makes of the subject."""
    seen: set[str] = set()
    for statement in STATEMENTS:
        if statement.field in seen or subject.matter not in statement.matters or (statement.lead and not lead):
            continue
        text = sentence.named if statement.on == "named" else sentence.masked
        match: re.Match[str] | None = None
        if statement.place == "behind" and end is not None:
            match = statement.pattern.match(text, end)
            if match and speaks_of_another(match.groupdict().get("between") or ""):
                match = None
        elif statement.place == "possessive":
            match = _possessive(statement, sentence, text, subject, lead and follows)
        elif statement.place == "fronted":
            match = statement.pattern.match(text)
            comma = FRONTED.match(text, match.end()) if match else None
            if not comma or subject.end(sentence, lead=lead, follows=True, nouns=nouns, at=comma.end()) is None:
                match = None
        if match:
            seen.add(statement.field)
            yield _Hit(statement, match)


def _possessive(
    statement: Statement, sentence: Sentence, text: str, subject: Subject, follows: bool
) -> re.Match[str] | None:
    """`Its population is …` behind a sentence about the subject, or `The population of Kenya is …`."""
    begin = re.match(r"(?:Its|The)\s+", text)
    if not begin:
        return None
    if follows:
        return statement.pattern.match(text, begin.end())
    of = re.search(r"\sof\s+(?=\S)", text[:120])
    stop = subject.end(sentence, lead=False, follows=False, nouns=True, at=of.end()) if of else None
    if of is None or stop is None:
        return None
    # The words "of Kenya" are taken out, so that one pattern serves both forms; positions behind them stay.
    gap = " " * (stop - of.start())
    return statement.pattern.match(text[: of.start()] + gap + text[stop:], begin.end())


def _said(cell: Cell, sentence: Sentence, hit: _Hit, spec: FieldSpec, section: str) -> Said:
    match = hit.match
    cue = sentence.words[match.start("cue") : match.end("cue")]
    label = " ".join(cue.split())[:_LABEL]
    text = sentence.named if hit.statement.on == "named" else sentence.masked
    begin, end = (sentence.begin + place for place in match.span("value"))
    words = cell.words(section, sentence.begin, sentence.begin + len(sentence.words))
    part: Cell | None = None
    try:
        _refuse_tail(spec, text, match.end("value"), sentence)
        part = cell.part(begin, end)
        reading = read_field(spec, part)
        source = cell.source(begin + reading.begin, begin + reading.end)
        href = part.link(reading.begin, reading.end)
    except Refused as refused:
        told = stated(spec, part, refused.reason) if part else None
        return Said(spec.name, label, None, refused.reason, words, told)
    fact = Fact(
        field=spec.name,
        value=reading.value,
        section=section,
        label=label,
        start=source[0],
        end=source[1],
        quote=part.text[reading.begin : reading.end],
        link=None if href is None else target_of(href),
    )
    return Said(spec.name, label, fact, None, words)


def _refuse_tail(spec: FieldSpec, text: str, end: int, sentence: Sentence) -> None:
    """Refuse a value whose sentence goes on to limit it, or to give another."""
    reason: Reason | None = None
    rest = text[end:]
    if _ESTIMATE.search(text, 0, end):
        raise Refused("circa")
    if spec.how.startswith("date"):
        if _ERA_BEHIND.match(sentence.words[end:]):
            reason = "era"
        elif _UNSURE.search(sentence.words) or _AFTER_ANOTHER.search(sentence.masked, end):
            reason = "circa"
        elif _ON.match(rest):
            reason = "range"
        elif _OTHERS_DATE.match(rest):
            reason = "list"
        elif spec.name == "released" and _ELSEWHERE.match(rest):
            reason = "qualified"
        elif spec.name == "released":
            near = re.split(r"[,;.]", rest, maxsplit=1)[0]
            reason = "qualified" if _WHERE.search(near) or _MEDIUM.search(near) else None
    elif spec.how in {"person", "company", "place", "thing", "described"}:
        reason = None if _AFTER_NAME.match(rest) else "list"
    else:
        behind = sentence.masked[end:]
        if re.match(r"\s*(?:[–—-]|to\b|or\b)\s*\d", rest) or re.match(rf"\s*(?:[–—-]|to\b|or\b)\s*[\d{DATE}]", behind):
            reason = "range"
        elif not _AFTER_NUMBER.match(behind):
            reason = "qualified"
    if reason:
        raise Refused(reason)
