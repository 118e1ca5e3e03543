"""The second reader of prose: the sentence that a span stands in, and whether its words say the recorded value.

It shares nothing with the extractor: where the extractor matches whole statements from left to right, this takes the
recorded span as given, asks what stands around it, and looks for other sentences of the page that say otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from lxml import etree

from schemas.values import CoordsValue, DateValue, NumberValue, TextValue, Value
from validators.legs.markup import RAISED, body_of, fold, is_hidden, parse, text_of
from validators.legs.reader import PageReading, may_be_a_life
from validators.legs.readings import Unread, outside_brackets
from validators.legs.units import FACTORS

__all__ = ["CUES", "Said", "alike", "contradicted", "doubt", "said_at"]

_BEGIN, _END = "\ue010", "\ue011"
"""Planted around a span before the page is parsed, so that it is found again in the paragraph's words."""

_HEADINGS = frozenset({"h2", "h3", "h4", "h5", "h6"})
_NOT_PROSE = frozenset({"table", "blockquote", "li", "ul", "ol", "dl", "figure", "nav", "footer", "header", "aside"})

CUES: dict[str, str] = {
    "born": r"\bborn\b|^[–—−-]",
    "died": r"\bdied\b|^[–—−-]",
    "released": r"\b(?:released|album|film|EP|compilation)\b",
    "recorded": r"\brecorded\b",
    "written": r"\bwritten\b",
    "published": r"\bpublished\b",
    "founded": r"\b(?:founded|established|formed)\b",
    "opened": r"\bopened\b",
    "population": r"\bpopulation\b|\bis home to\b",
    "area": r"\barea\b|\b(?:covers|occupies)\b",
    "elevation": r"\b(?:elevation|altitude)\b|above (?:mean )?sea",
    "height": r"\bheight\b|\b(?:tall|high)\b",
    "total_length": r"\blength\b|\blong\b",
    "capacity": r"\bcapacity\b|\bseats\b",
    "running_time": r"\b(?:running time|runtime)\b",
    "budget": r"\bbudget\b",
    "box_office": r"\bgrossed\b",
    "director": r"\bdirected\b",
    "writer": r"\bwritten\b",
    "producer": r"\bproduced\b",
    "composer": r"\bcomposed\b",
    "artist": r"\b(?:album|compilation|box set|EP)\b.*\b(?:by|from)$",
    "label": r"\breleased\b",
    "capital": r"\bcapital\b",
    "largest_city": r"\b(?:largest|most populous) city\b",
    "currency": r"\bcurrency\b",
}
"""By what words a sentence names each field that prose may give."""

_VAGUE = re.compile(
    r"(?:\b(?:about|around|approximately|approx\.?|roughly|nearly|almost|over|under|some|circa|ca?\.|estimated(?: at)?|"
    r"(?:more|less|fewer) than|at (?:least|most)|up to|close to|between|early|mid|late|before|after|spring|summer|"
    r"autumn|fall|winter|since|until)(?:\s+(?:of|in|the|an?))*|[~≈<>≤≥])[\s-]*$",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"\s*(?:[-–—−/]|to\b|or\b|until\b|through\b)\s*(?:\$?\d|in \d|[A-Z][a-z]+ \d)|"
    r"\s*,?\s*(?:and|or)\s+(?:in\s+|on\s+)?\d"
)
DATED = frozenset({"born", "died", "released", "recorded", "written", "published", "founded", "opened"})
_LIMITED = re.compile(
    r"\s*(?:BCE?|AH|SH|CE)\b|(?:\s\w+){0,4}?\s(?:in (?:its|the) (?:metro|greater|opening)|under the age|"
    r"with (?:its|the) s|excluding|at (?:its|the) (?:highest|lowest|latest|earliest|Cannes)|on average|in heels|"
    r"people in \d)"
)
"""What behind a value makes it that of a part, of another time, or of another count of years."""

_UNSURE = re.compile(
    r"\b(?:perhaps|possibly|disputed|alleged\w*|legend|traditionally|rumou?rs?|(?:other|some) sources|"
    r"at the (?:latest|earliest))\b|\(or\b|\((?:r\.|ruled|in office|bap|flourished)",
    re.IGNORECASE,
)
_SENTENCES = re.compile(
    r"(?<=[.!?])(?<!\b[A-Z]\.)(?<!\b(?:St|Dr|Mr|Ms|Jr|Sr|No|vs|ca)\.)(?<!\bMrs\.)[\"”’)]*\s+"
    r"(?=[\"“‘(]*[A-Z])"
)
_VERB = re.compile(
    r"\b(?:is|was|are|were|has|had|have|covers|occupies|lies|sits|stands|died|opened|seats|grossed)\b|,|\("
)
_OPENING = re.compile(
    r"(?:Its?|He|She|His|Her|The|They|Founded|Established|Formed|Released|Recorded|Originally|First)\b"
)


class Said(NamedTuple):
    """A span in its sentence: the words before it, its own, and those after it; the section it stands in."""

    before: str
    words: str
    after: str
    section: str

    @property
    def sentence(self) -> str:
        """The whole sentence."""
        return f"{self.before}{self.words}{self.after}"


def said_at(source: str, start: int, end: int) -> Said | None:
    """The sentence over a span of a page's source; None where it stands in no paragraph of the article's own."""
    if not 0 <= start < end <= len(source) or _BEGIN in source or _END in source:
        return None
    body = body_of(parse(f"{source[:start]}{_BEGIN}{source[start:end]}{_END}{source[end:]}"))
    section = "lead"
    for one in body.iter():
        if one.tag in _HEADINGS:
            section = fold(text_of(one).replace("\n", " "))
        elif one.tag == "p" and _is_prose(one):
            words = fold(text_of(one).replace("\n", " "))
            for sentence in _SENTENCES.split(words):
                if _BEGIN in sentence and _END in sentence:
                    before, _, rest = sentence.partition(_BEGIN)
                    inside, _, after = rest.partition(_END)
                    return Said(before, inside, after, section)
    return None


def _is_prose(paragraph: etree._Element) -> bool:
    return not any(one.tag in _NOT_PROSE or is_hidden(one) for one in paragraph.iterancestors())


def doubt(said: Said, field: str, label: str, title: str) -> str | None:
    """What in the sentence speaks against its saying this field of the page's subject: a rule-L8 code, or None."""
    cue = CUES.get(field)
    if cue is None or not re.search(cue, label, re.IGNORECASE):
        return "no-such-field"
    if label not in said.sentence:
        return "no-such-field"
    if not _speaks_of(title, said.sentence, lead=said.section == "lead"):
        return "other-subject"
    if RAISED in said.words or said.after.startswith(RAISED) or said.before.endswith(RAISED):
        return "typeset"
    if _VAGUE.search(said.before):
        return "circa"
    if _LIMITED.match(said.after):
        return "qualified"
    if field in DATED and _UNSURE.search(said.sentence):
        return "circa"
    if _GOES_ON.match(said.after) and field != "born":
        return "range"
    if re.search(r"\d\s*[-–—−]\s*$", said.before) and field != "died":
        return "range"
    return None


def _speaks_of(title: str, sentence: str, *, lead: bool) -> bool:
    """Whether a sentence opens with the page's title or a part of it, "the" something, or a pronoun in the lead."""
    name = re.sub(r"\s*\([^()]*\)$", "", title)
    opening = _VERB.split(sentence, maxsplit=1)[0] if not _OPENING.match(sentence) else sentence
    parts = {part.casefold() for part in re.findall(r"\w{2,}|\w", name)}
    named = not parts.isdisjoint(part.casefold() for part in re.findall(r"\w+", opening))
    if named or re.match(r"[Tt]he\b", sentence):
        return True
    return bool(_OPENING.match(sentence)) and (lead or bool(re.match(r"(?:Founded|Established|Released)\b", sentence)))


def contradicted(reading: PageReading, title: str, field: str, value: Value) -> str | None:
    """Where the page says otherwise: in its infobox, or in another sentence that names its subject by its title."""
    other = reading.read({"born": "died", "died": "born"}.get(field, field))
    if isinstance(value, DateValue) and isinstance(other, DateValue):
        born, died = (value, other) if field == "born" else (other, value)
        if field in {"born", "died"} and not may_be_a_life(born, died):
            return "with what the infobox says it makes no life"
    row = reading.read(field)
    if isinstance(row, Unread) and row.reason != "no-value":
        return f"the infobox gives no single {field}"
    if row is not None and not isinstance(row, Unread) and not alike(row, value):
        return "the infobox says otherwise"
    name = re.sub(r"\s*\([^()]*\)$", "", title)
    for sentence in _sentences(reading.body):
        if re.match(rf"[\"“'‘]?(?:The )?{re.escape(name)}\b", sentence) and not _may_agree(field, sentence, value):
            return f"a sentence says otherwise: “{sentence[:120]}”"
    return None


def _sentences(body: etree._Element) -> Iterator[str]:
    for paragraph in body.iter("p"):
        if _is_prose(paragraph):
            yield from _SENTENCES.split(fold(text_of(paragraph).replace("\n", " ")))


_ONE_DATE = {
    "founded": r"\bwas (?:founded|established|formed) in (\d{4})\b",
    "opened": r"\b(?:was )?opened in (\d{4})\b",
    "released": r"\bwas released in (\d{4})\b",
    "born": r"\bwas born in (\d{4})\b",
    "died": r"\bdied in (\d{4})\b",
}
"""The barest statement of a year behind the subject, for fields whose value is a date."""


def _may_agree(field: str, sentence: str, value: Value) -> bool:
    pattern = _ONE_DATE.get(field)
    if pattern is None or not isinstance(value, DateValue):
        return True
    found = re.search(pattern, outside_brackets(sentence)[:120])
    return found is None or value.value.startswith(found[1])


def alike(one: Value, other: Value) -> bool:
    """Whether two readings say the same: to the coarser date, shorter name, or half the coarser number's last place."""
    if isinstance(one, DateValue) and isinstance(other, DateValue):
        shorter = min(len(one.value), len(other.value))
        return one.value[:shorter] == other.value[:shorter]
    if isinstance(one, NumberValue) and isinstance(other, NumberValue):
        (mine, room), (its, more) = _size(one), _size(other)
        return abs(mine - its) <= min(max(room, more), min(abs(mine), abs(its)) / 20)
    if isinstance(one, TextValue) and isinstance(other, TextValue):
        mine_words, its_words = (set(re.findall(r"\w+", text.value.casefold())) for text in (one, other))
        return mine_words <= its_words or its_words <= mine_words
    if isinstance(one, CoordsValue) and isinstance(other, CoordsValue):
        return all(abs(Fraction(a) - Fraction(b)) * 60 <= 1 for a, b in ((one.lat, other.lat), (one.lon, other.lon)))
    return False


def _size(number: NumberValue) -> tuple[Fraction, Fraction]:
    """A number in SI units, and what rounding leaves open: its error, or half its last place that is no zero."""
    scale = FACTORS[number.unit][1] if number.unit in FACTORS else Fraction(1)
    digits = number.value.lstrip("-")
    zeros = 0 if "." in digits else len(digits) - len(digits.rstrip("0"))
    room = max(Fraction(number.error), Fraction(10**zeros, 2) if zeros else Fraction(0))
    return Fraction(number.value) * scale, room * scale
