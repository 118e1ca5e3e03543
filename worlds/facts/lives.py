"""Birth and death in the parentheses behind a person's name: `(September 23, 1930 – June 10, 2004)`, `(born 1933)`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from schemas.facts import Fact
from worlds.facts.cells import Cell
from worlds.facts.fields import FIELDS, read_field
from worlds.facts.paragraphs import LEAD
from worlds.facts.reading import Reason, Refused, Said
from worlds.facts.sentences import Sentence
from worlds.facts.stated import stated
from worlds.facts.subjects import Subject

__all__ = ["read_life"]

_PARENTHESES = re.compile(r"\(((?:[^()]|\([^()]*\))*)\)")
_DOUBT = re.compile(
    r"\b(?:circa|ca?\.|or|about|before|after|probably|possibly|baptised|baptized|bapt|fl\.|floruit|reigned|BCE?|AD|O\.?S\.?|"
    r"N\.?S\.?|unknown|disputed|between|by|active|aged)(?!\w)|[?~/]",
    re.IGNORECASE,
)
_CIRCA = re.compile(r"\b(?:c\.|ca\.|circa)\s?$")
_DASH = re.compile(r"[\s,]*(?:[–—−-]|&ndash;)[\s,]*(?:died\s+(?:on\s+)?)?$|[\s,;]*(?:and\s+)?died\s+(?:on\s+|in\s+)?$")
_TOKEN = re.compile(
    r"[\"“]?[A-Z][\w.'’-]*[\"”]?,?|(?:of|de|del|la|le|van|von|der|née|né|the|in|on|at|near|as|and|born),?|,"
)


def _opens(words: str) -> bool:
    """Whether before a life's first date stands nothing, names with a comma behind them, or "born" and names.

    `r. 1150`, `in office 1950` and `late 1950` are no births.
    """
    tokens = words.split()
    named = not tokens or "born" in tokens or tokens[-1].endswith(",")
    return named and all(_TOKEN.fullmatch(token) for token in tokens)


_BORN = re.compile(r"(?:^|[;,]\s*|\s)born\b[^;()]*$")


def read_life(cell: Cell, sentence: Sentence, subject: Subject) -> Iterator[Said]:
    """The dates in the first parentheses of the first sentence that hold any, of a person."""
    if subject.matter != "person":
        return
    for group in _PARENTHESES.finditer(sentence.words):
        dates = [date for date in sentence.dates if group.start() < date.begin and date.end < group.end()]
        if dates:
            if not re.search(r"\s(?:is|was|are|were)\s", sentence.masked[: group.start()]):
                yield from _dates(cell, sentence, group, [(date.begin, date.end) for date in dates])
            return


def _dates(cell: Cell, sentence: Sentence, group: re.Match[str], dates: list[tuple[int, int]]) -> Iterator[Said]:
    words = sentence.words
    inside = words[group.start() + 1 : group.end() - 1]
    before = words[group.start() + 1 : dates[0][0]]
    after = words[dates[-1][1] : group.end() - 1]
    fields: tuple[str, ...]
    if len(dates) == 2 and _DASH.match(words[dates[0][1] : dates[1][0]]) and not after.strip():
        fields = ("born", "died")
    elif len(dates) == 1 and _BORN.search(before) and not re.search(r"\d|[–—-]\s*$", after):
        fields = ("born",)
    elif len(dates) == 1 and re.fullmatch(r"\s*died\s+(?:on\s+|in\s+)?", before) and not after.strip():
        fields = ("died",)
    else:
        return
    opening = before[before.rfind(";") + 1 :]
    near = inside[before.rfind(";") + 1 :]  # pronunciations and other names stand before a semicolon
    doubt: Reason | None = "circa" if _DOUBT.search(near) else None
    if not doubt and fields != ("died",) and not _opens(opening):
        return
    for field, (begin, end) in zip(fields, dates, strict=False):
        named = field in inside
        label = field if named else words[dates[0][1] : dates[1][0]].strip()
        yield _said(cell, sentence, (field, label), (begin, end), doubt)


def _said(cell: Cell, sentence: Sentence, what: tuple[str, str], where: tuple[int, int], doubt: Reason | None) -> Said:
    (field, label), (begin, end) = what, where
    spec = FIELDS[field]
    words = cell.words(LEAD, sentence.begin, sentence.begin + len(sentence.words))
    if doubt:
        hedge = _CIRCA.search(sentence.words, 0, begin)
        told = stated(spec, cell.part(sentence.begin + hedge.start(), sentence.begin + end), doubt) if hedge else None
        return Said(field, label, None, doubt, words, told)
    try:
        part = cell.part(sentence.begin + begin, sentence.begin + end)
        reading = read_field(spec, part)
        source = cell.source(sentence.begin + begin, sentence.begin + end)
    except Refused as refused:
        return Said(field, label, None, refused.reason, words)
    fact = Fact(
        field=field, value=reading.value, section=LEAD, label=label, start=source[0], end=source[1], quote=part.text,
        link=None,
    )  # fmt: skip
    return Said(field, label, fact, None, words)
