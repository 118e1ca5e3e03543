"""The visible text of one table cell, each character mapped to the page source that shows it.

BeautifulSoup finds cells but keeps no positions of text, so this one thing is ours: the standard library's tokenizer
over a single cell, remembering where every visible character came from.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from html.parser import HTMLParser
from typing import NamedTuple

from worlds.facts.lines import LineStarts
from worlds.facts.reading import Refused, Words
from worlds.facts.visibility import is_hidden, is_raised, is_turned, touching

__all__ = ["Anchor", "Cell", "Marked", "plain_cell", "read_cell"]

_CHUNK = 4096
_LIMIT = 400_000
_LONGEST_TEXT = 2000
_DEPTH = 200
"""Source characters read of one cell, and elements open in it; beyond either it is cut, and gives no fact."""

_QUOTE = 200
"""Characters kept of a row or sentence that gives no fact."""

_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)
_BLOCK = frozenset(
    ("address", "article", "blockquote", "br", "caption", "center", "dd", "div", "dl", "dt", "figcaption", "figure",
     "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "section", "table", "tbody", "td", "tfoot",
     "th", "thead", "tr", "ul")
)  # fmt: skip
_TABLE_END = frozenset(("td", "th", "tr", "tbody", "thead", "tfoot", "table"))
_MARKS = frozenset(("bday", "dday", "dtend", "dtstart", "geo", "geo-dec", "geo-dms"))


class Anchor(NamedTuple):
    """A link's words, as a range of the cell's text, and where it points."""

    begin: int
    end: int
    href: str


class Marked(NamedTuple):
    """Text that a microformat class marks (`geo`, `bday`, …), shown or not, with its source range."""

    name: str
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Cell:
    """What a reader sees of a cell: lines joined by newlines, runs of white space folded to one space.

    `starts[i]` and `ends[i]` bound the source of `text[i]`; `holes` are the source starts of elements that are not
    shown. `whole` is false where the cell was cut for its size or depth, or never ends. `at` is where it starts.
    `misset` are the places of characters that don't read as they are written: raised figures beside others, and text
    in reversed order.
    """

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    anchors: tuple[Anchor, ...]
    marked: tuple[Marked, ...]
    holes: tuple[int, ...]
    whole: bool
    at: int
    misset: tuple[int, ...] = ()

    @cached_property
    def flat(self) -> str:
        """The text with line breaks shown as spaces: same length, same positions."""
        return self.text.replace("\n", " ")

    @property
    def too_long(self) -> bool:
        """Whether the cell was cut, or holds more text than any value and what may stand beside it."""
        return not self.whole or len(self.text) > _LONGEST_TEXT

    def refuse_unfit(self) -> None:
        """Raise Refused where no value can be read safely, whatever the cell says: too long, or misset."""
        if self.too_long:
            raise Refused("too-long")
        if self.misset:
            raise Refused("typeset")

    def part(self, begin: int, end: int) -> Cell:
        """A range of the text as a cell of its own, without microformats; what is misset right beside it counts."""
        anchors = tuple(
            Anchor(max(0, a.begin - begin), min(end, a.end) - begin, a.href)
            for a in self.anchors
            if a.begin < end and begin < a.end
        )
        return Cell(
            self.text[begin:end], self.starts[begin:end], self.ends[begin:end], anchors, (), self.holes, self.whole,
            self.at, tuple(place - begin for place in self.misset if begin - 1 <= place <= end),
        )  # fmt: skip

    def words(self, section: str, begin: int = 0, end: int | None = None) -> Words:
        """A range of the text, its first 200 characters, as what a section of the page says.

        Unlike that of a fact, its source may span lines and hold what no reader sees. Of an empty cell it is empty.
        """
        end = min(len(self.text) if end is None else end, begin + _QUOTE)
        if begin >= end:
            return Words(section, self.at, self.at, "")
        return Words(section, self.starts[begin], self.ends[end - 1], self.flat[begin:end])

    def source(self, begin: int, end: int) -> tuple[int, int]:
        """The source range of `text[begin:end]`. Raises Refused where the range hides something or spans lines."""
        start, stop = self.starts[begin], self.ends[end - 1]
        if "\n" in self.text[begin:end] or any(start <= hole < stop for hole in self.holes):
            raise Refused("hidden")
        return start, stop

    def link(self, begin: int, end: int) -> str | None:
        """The href of the link whose words are exactly this range, quotation marks aside."""
        found = [a for a in self.anchors if self.text[a.begin : a.end].strip() and a.begin < end and begin < a.end]
        if len(found) != 1:
            return None
        inner = self.text[found[0].begin : found[0].end].strip(" \"'“”")
        return found[0].href if inner == self.text[begin:end].strip(" \"'“”") else None


class _Done(Exception):
    """The cell has ended."""


class _Open(NamedTuple):
    tag: str
    hides: bool
    raises: bool
    turns: bool
    href: str | None
    mark: str | None
    shown_at: int
    raw_at: int


class _Reader(HTMLParser):
    """Reads from a cell's start tag to its end, whatever ends it: `ended` is set back where it is too deep."""

    ended = True

    def __init__(self, html: str, at: int, lines: LineStarts, unseen: frozenset[str]) -> None:
        super().__init__(convert_charrefs=False)
        self._unseen = unseen
        self._html = html
        self._line, self._column = lines.place(at)
        self._lines = lines
        self._stack: list[_Open] = []
        self._open: Counter[str] = Counter()
        self._hidden = 0
        self._raised = 0
        self._turned = 0
        self._raw: list[str] = []
        self._raw_spans: list[tuple[int, int]] = []
        self.chars: list[str] = []
        self.spans: list[tuple[int, int]] = []
        self.raised: list[int] = []
        self.turned: list[int] = []
        self.anchors: list[Anchor] = []
        self.marked: list[Marked] = []
        self.holes: list[int] = []

    @property
    def _in_paragraph(self) -> bool:
        """Whether a paragraph is read: the next block ends it, with or without an end tag."""
        return bool(self._stack) and self._stack[0].tag == "p"

    def _here(self) -> int:
        line, column = self.getpos()
        return self._lines.offset(self._line + line - 1, column + (self._column if line == 1 else 0))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        here = self._here()
        if tag in ("td", "th", "tr") and len(self._stack) == 1:
            raise _Done
        if self._in_paragraph and tag in _BLOCK and tag != "br":
            raise _Done
        attributes = {name: value or "" for name, value in attrs}
        hides = bool(self._stack) and is_hidden(tag, attributes, self._unseen)
        if tag in _BLOCK and self._stack and not hides:
            self._break(here)
        if tag in _VOID:
            return
        if len(self._stack) >= _DEPTH:
            self.ended = False
            raise _Done
        self._open[tag] += 1
        if hides:
            self._hidden += 1
            self.holes.append(here)
        raises, turns = is_raised(tag, attributes), is_turned(tag, attributes)
        self._raised += raises
        self._turned += turns
        marks = _MARKS.intersection(attributes.get("class", "").split())
        href = attributes.get("href") if tag == "a" else None
        mark = min(marks, default=None)
        self._stack.append(_Open(tag, hides, raises, turns, href, mark, len(self.chars), len(self._raw)))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self._open[tag]:
            if tag in _TABLE_END or (self._in_paragraph and tag in _BLOCK):
                raise _Done
            return
        while self._stack:
            entry = self._stack.pop()
            self._close(entry)
            if entry.tag == tag:
                break
        if not self._stack:
            raise _Done
        if tag in _BLOCK:
            self._break(self._here())

    def _close(self, entry: _Open) -> None:
        self._open[entry.tag] -= 1
        self._hidden -= entry.hides
        self._raised -= entry.raises
        self._turned -= entry.turns
        if entry.href is not None and not self._hidden:
            self.anchors.append(Anchor(entry.shown_at, len(self.chars), entry.href))
        if entry.mark is not None:
            text = "".join(self._raw[entry.raw_at :])
            spans = self._raw_spans[entry.raw_at :]
            if text.strip():
                self.marked.append(Marked(entry.mark, " ".join(text.split()), spans[0][0], spans[-1][1]))

    def _break(self, here: int) -> None:
        if not self._hidden:
            self.chars.append("\n")
            self.spans.append((here, here))

    def _show(self, text: str, spans: list[tuple[int, int]]) -> None:
        self._raw.extend(text)
        self._raw_spans.extend(spans)
        if not self._hidden:
            places = range(len(self.chars), len(self.chars) + len(text))
            if self._raised:
                self.raised.extend(places)
            if self._turned:
                self.turned.extend(places)
            self.chars.extend(" " if c in "\n\t\r\f" else c for c in text)
            self.spans.extend(spans)

    def handle_data(self, data: str) -> None:
        here = self._here()
        self._show(data, [(here + i, here + i + 1) for i in range(len(data))])

    def _reference(self, written: str) -> None:
        here = self._here()
        end = here + len(written)
        end += self._html[end : end + 1] == ";"
        text = unescape(self._html[here:end])
        self._show(text, [(here, end)] * len(text))

    def handle_entityref(self, name: str) -> None:
        self._reference("&" + name)

    def handle_charref(self, name: str) -> None:
        self._reference("&#" + name)

    def finish(self) -> None:
        """Close what is still open."""
        while self._stack:
            self._close(self._stack.pop())


def read_cell(html: str, at: int, lines: LineStarts, unseen: frozenset[str] = frozenset()) -> Cell:
    """The cell, or the paragraph, whose start tag begins at offset `at` of the page; classes `unseen` are not shown."""
    reader = _Reader(html, at, lines, unseen)
    whole = False
    try:
        for chunk in range(at, min(len(html), at + _LIMIT), _CHUNK):
            reader.feed(html[chunk : chunk + _CHUNK])
    except _Done:
        whole = reader.ended
    reader.finish()
    return _fold(reader, whole, at)


def plain_cell(text: str) -> Cell:
    """A text as a cell with no source: for readers of values that a page writes in parts."""
    return Cell(text, (0,) * len(text), (0,) * len(text), (), (), (), True, 0)


def _fold(reader: _Reader, whole: bool, at: int) -> Cell:
    """Fold white space, and carry positions and links over to the folded text."""
    text: list[str] = []
    spans: list[tuple[int, int]] = []
    moved: list[int] = []
    for char, span in zip(reader.chars, reader.spans, strict=True):
        moved.append(len(text))
        if char == "\n":
            if text and text[-1] == " ":
                text.pop()
                spans.pop()
            if text and text[-1] != "\n":
                text.append("\n")
                spans.append(span)
        elif char.isspace():
            if text and text[-1] not in " \n":
                text.append(" ")
                spans.append(span)
        else:
            text.append(char)
            spans.append(span)
    while text and text[-1] in " \n":
        text.pop()
        spans.pop()
    moved.append(len(text))
    anchors = tuple(
        Anchor(min(moved[a.begin], len(text)), min(moved[a.end], len(text)), a.href) for a in reader.anchors
    )
    words = "".join(text)
    raised = [moved[place] for place in reader.raised if moved[place] < len(words)]
    misset = {*touching(words, raised), *(moved[place] for place in reader.turned)}
    return Cell(
        words,
        tuple(start for start, _ in spans),
        tuple(end for _, end in spans),
        anchors,
        tuple(reader.marked),
        tuple(reader.holes),
        whole,
        at,
        tuple(sorted(misset)),
    )
