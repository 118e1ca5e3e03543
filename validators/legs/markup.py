"""Where a span of a page's source lies in its article, found by planting two comments and parsing the page anew."""

from __future__ import annotations

import html as entities
import re
from typing import NamedTuple

from lxml import etree
from lxml import html as parsing

__all__ = [
    "CHROME",
    "RAISED",
    "Place",
    "body_of",
    "chrome_over",
    "classes",
    "fold",
    "is_hidden",
    "locate",
    "parse",
    "raw_over",
    "row_label",
    "strip_tags",
    "text_of",
]  # fmt: skip

_START, _END = "span-starts-here", "span-ends-here"

_TOKEN = re.compile(
    r"""<!--.*?-->                                                  # a comment
      | <(script|style|template)\b.*?</\1\s*>                       # what is never shown
      | </?[A-Za-z](?:[^>"']|"[^"]*"|'[^']*')*>                     # a tag, quoted attributes whole
      | <![A-Za-z][^>]*>""",
    re.DOTALL | re.VERBOSE | re.IGNORECASE,
)
_ENDLESS = re.compile(r"&#[xX]?[0-9A-Fa-f]{100,};?")
"""A reference to a character by a number that no character has, and that Python refuses to read."""

_BREAK = re.compile(r"<(?:br|/?p|/?div|/?li|/?tr|/?td|/?th|/?ul|/?ol)\b", re.IGNORECASE)

CHROME: dict[str, str] = {
    "navbox": "navigation", "vertical-navbox": "navigation", "navigation-box": "navigation", "navbar": "navigation",
    "toc": "table-of-contents", "vector-toc": "table-of-contents", "toclimit": "table-of-contents",
    "interlanguage-link": "interface-languages", "mw-interlanguage-selector": "interface-languages",
    "vector-dropdown": "interface", "mw-editsection": "interface", "catlinks": "categories",
    "printfooter": "interface", "mw-jump-link": "interface", "mw-indicators": "interface",
    "hatnote": "notice", "ambox": "notice", "mbox-small": "notice", "sistersitebox": "notice",
    "reflist": "references", "references": "references", "reference": "references", "mw-references": "references",
    "mw-references-wrap": "references", "shortdescription": "notice",
}  # fmt: skip
"""Classes of elements that aren't the article's own words, each with the code of finding a fact in one."""

_CHROME_IDS: dict[str, str] = {
    "toc": "table-of-contents", "p-lang": "interface-languages", "p-lang-btn": "interface-languages",
    "mw-navigation": "navigation", "mw-panel": "navigation", "catlinks": "categories", "footer": "interface",
    "siteSub": "interface", "siteNotice": "interface", "jump-to-nav": "interface", "mw-head": "interface",
}  # fmt: skip
_CHROME_TAGS: dict[str, str] = {
    "nav": "navigation", "header": "interface", "footer": "interface", "head": "head", "title": "head",
    "script": "code", "style": "code", "template": "code", "noscript": "code", "form": "interface",
    "select": "interface", "button": "interface", "textarea": "interface",
}  # fmt: skip

_HIDDEN = re.compile(
    r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|color\s*:\s*transparent|"
    r"text-decoration(?:-line)?\s*:[^;]*line-through|(?:opacity|font-size)\s*:\s*[0.]+(?:[a-z]+|%)?\s*(?:;|!|$)|"
    r"clip\s*:\s*rect\((?:\s*[01](?:px)?\s*,?){4}\)|clip-path\s*:\s*(?:inset\(\s*(?:50|100)%|(?:circle|ellipse)\(\s*0)|"
    r"content-visibility\s*:\s*hidden|transform\s*:[^;]*scale[xy]?\(\s*0(?:\.0*)?\s*[,)]|"
    r"color\s*:\s*(?:rgba|hsla)\([^)]*[,/]\s*0?\.?0+%?\s*\)|filter\s*:[^;]*opacity\(\s*0(?:\.0*)?%?\s*\)|"
    r"(?:left|right|top|bottom|text-indent|margin-(?:left|top))\s*:\s*-(?:\d{3,}|\d\d+(?:\.\d+)?(?:r?em|%|v[wh])))",
    re.IGNORECASE,
)
"""A style by which an element isn't shown, or only as struck through, without size or colour, or off the page."""

_PIXEL = re.compile(r"(?:^|;)\s*(?:max-)?(?:width|height)\s*:\s*[01](?:px)?\s*(?:;|!|$)", re.IGNORECASE)
_CLIPS = re.compile(r"overflow(?:-[xy])?\s*:\s*(?:hidden|clip)", re.IGNORECASE)
_UNSHOWN_TAGS = frozenset({
    "script", "style", "template", "noscript", "title", "desc", "datalist", "rp", "iframe", "canvas", "noembed",
    "noframes", "progress", "meter",
})  # fmt: skip
_UNSHOWN_CLASSES = frozenset({
    "noprint", "printonly", "sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "screen-reader-only",
    "d-none", "display-none", "is-hidden", "sortkey",
})  # fmt: skip
"""Classes that MediaWiki's style sheets or those of other sites never show on a screen."""

_LONGEST_SHEET = 200_000
_ONE_CLASS = re.compile(r"(?:\.mw-parser-output\s+)?\w*\.([\w-]+)")

RAISED = "^"
"""Stands in an element's words before figures that are set higher or lower beside others, as in 10^6 for 10⁶, and
before words whose order is turned."""

_STRUCK = frozenset({"del", "s", "strike"})
_TURNED = re.compile(r"unicode-bidi\s*:\s*(?:bidi|isolate)-override", re.IGNORECASE)
_LIFTED = re.compile(r"vertical-align\s*:\s*su[pb]", re.IGNORECASE)

_BLOCKS = frozenset({"br", "p", "div", "li", "tr", "td", "th", "ul", "ol", "dd", "dt", "table", "caption", "h1", "h2"})


class Place(NamedTuple):
    """Where a span lies: the elements over both of its ends, innermost first."""

    over: tuple[etree._Element, ...]

    @property
    def infobox(self) -> etree._Element | None:
        """The outermost infobox table over the span."""
        boxes = [one for one in self.over if one.tag == "table" and "infobox" in classes(one)]
        return boxes[-1] if boxes else None

    @property
    def row(self) -> etree._Element | None:
        """The table row over the span that belongs to the infobox itself, not to a table inside it."""
        box = self.infobox
        inside = [] if box is None else self.over[: self.over.index(box)]
        return next((one for one in reversed(inside) if one.tag == "tr"), None)


def fold(text: str) -> str:
    """A text with every run of white space as one space, none at its ends."""
    return " ".join(text.split())


def strip_tags(source: str) -> frozenset[str]:
    """What a piece of HTML source says without its markup, entities decoded and white space folded.

    Two readings where they differ: a line break in the markup as a space, or as nothing.
    """
    source = _ENDLESS.sub("\ufffd", source)
    tight = fold(entities.unescape(_TOKEN.sub("", source)))
    loose = fold(entities.unescape(_TOKEN.sub(lambda hit: " " if _BREAK.match(hit[0]) else "", source)))
    return frozenset({tight, loose})


def parse(source: str) -> etree._Element:
    """A page's tree. An empty page is an empty document."""
    parser = parsing.HTMLParser(encoding="utf-8", huge_tree=True)
    root: etree._Element = parsing.document_fromstring((source or "<html></html>").encode("utf-8", "replace"), parser)
    _apply_sheets(root)
    return root


def _apply_sheets(root: etree._Element) -> None:
    """Give elements that the page's own style sheets hide, by a class alone, that style themselves."""
    hidden: set[str] = set()
    for sheet in root.iter("style"):
        first, *others = (sheet.text or "")[:_LONGEST_SHEET].split("/*")
        text = first + " ".join(one[one.index("*/") + 2 :] for one in others if "*/" in one)
        while "@" in text:  # what holds for print or small screens goes, with the rules inside
            shorter = re.sub(r"@[^{};@]*(?:;|\{(?:[^{}@]|\{[^{}@]*\})*\})", "", text)
            if shorter == text:
                break
            text = shorter
        for rule in text.split("}"):
            selectors, _, declared = rule.partition("{")
            if _is_unseen(declared):
                named = (_ONE_CLASS.fullmatch(one.strip()) for one in selectors.split(","))
                hidden.update(one[1] for one in named if one)
    for element in root.iter() if hidden else ():
        if isinstance(element.tag, str) and not hidden.isdisjoint(classes(element)):
            element.set("style", f"{element.get('style') or ''};display:none")


def _is_unseen(style: str) -> bool:
    return bool(_HIDDEN.search(style) or (_PIXEL.search(style) and _CLIPS.search(style)))


def is_hidden(element: etree._Element) -> bool:
    """Whether a reader doesn't see an element's words for what it is itself; what holds it may hide it too."""
    if element.tag in _STRUCK or element.tag in _UNSHOWN_TAGS or element.get("hidden") is not None:
        return True
    if element.tag in {"details", "dialog"} and element.get("open") is None:
        return True
    return not _UNSHOWN_CLASSES.isdisjoint(classes(element)) or _is_unseen(element.get("style") or "")


def body_of(root: etree._Element) -> etree._Element:
    """The element that holds the article, without the skin around it: MediaWiki's content element, else the body."""
    by_id = [one for one in root.iter() if one.get("id") in {"mw-content-text", "bodyContent"}]
    by_class = [one for one in root.iter() if isinstance(one.tag, str) and "mw-parser-output" in classes(one)]
    plain = list(root.iter("body"))
    for found in (by_id, by_class, plain):
        if found:
            return found[0]
    return root


def classes(element: etree._Element) -> frozenset[str]:
    """An element's classes."""
    return frozenset((element.get("class") or "").split())


def locate(source: str, start: int, end: int) -> Place | None:
    """Where the characters from `start` to `end` of a page's source lie.

    None when an end falls outside the source or inside a tag, a comment or code, where it is no text of the page.
    """
    if not 0 <= start < end <= len(source):
        return None
    planted = f"{source[:start]}<!--{_START}-->{source[start:end]}<!--{_END}-->{source[end:]}"
    marks = {one.text: one for one in parse(planted).iter(etree.Comment) if one.text in {_START, _END}}
    if len(marks) != 2:
        return None
    over_end = set(marks[_END].iterancestors())
    return Place(tuple(one for one in marks[_START].iterancestors() if one in over_end))


def chrome_over(place: Place) -> str | None:
    """The kind of page chrome that a span lies in (`navigation`, `table-of-contents`, …), or None for the article.

    `outside-article` when no content element is over it. The article's own coordinates count as its words wherever
    the skin puts them.
    """
    if any(one.get("id") == "coordinates" for one in place.over):
        return None
    for one in place.over:
        kind = _chrome(one)
        if kind is not None:
            return kind
    if not place.over or body_of(place.over[-1]) not in place.over:
        return "outside-article"
    return None


def raw_over(source: str, start: int) -> str | None:
    """The kind of a span that no parser reads as text: in the document's head, or in a script or style sheet."""
    opened = list(re.finditer(r"<(title|script|style|textarea)\b", source[:start], re.IGNORECASE))
    if opened and f"</{opened[-1][1]}".casefold() not in source[opened[-1].start() : start].casefold():
        return _CHROME_TAGS[opened[-1][1].casefold()]
    return "head" if re.search(r"<body\b", source[start:], re.IGNORECASE) else None


def _chrome(element: etree._Element) -> str | None:
    if element.tag in _CHROME_TAGS:
        return _CHROME_TAGS[str(element.tag)]
    if element.get("id") in _CHROME_IDS:
        return _CHROME_IDS[str(element.get("id"))]
    if element.get("role") == "navigation":
        return "navigation"
    return next((CHROME[name] for name in sorted(classes(element)) if name in CHROME), None)


def text_of(element: etree._Element, *, hidden: bool = False) -> str:
    """An element's words as a reader sees them, blocks and breaks as new lines, footnote marks left out.

    With `hidden`, words in elements that aren't displayed, or are struck through, as well.
    """
    parts: list[str] = []
    walk = etree.iterwalk(element, events=("start", "end", "comment", "pi"))
    for event, one in walk:
        block = one.tag in _BLOCKS
        if event == "start":
            if _is_shown(one, hidden):
                parts.append(("\n" if block else "") + _mark(one, parts) + re.sub(r"\s", " ", one.text or ""))
            else:
                walk.skip_subtree()
        else:
            tail = "" if one is element else re.sub(r"\s", " ", one.tail or "")
            parts.append(("\n" if block else _mark_after(one, parts, tail)) + tail)
    lines = "".join(parts).split("\n")
    return "\n".join(line for line in map(fold, lines) if line)


def _is_lifted(element: etree._Element) -> bool:
    return element.tag in {"sup", "sub"} or bool(_LIFTED.search(element.get("style") or ""))


def _mark(element: etree._Element, before: list[str]) -> str:
    """RAISED where an element turns its words, or sets figures off the line right behind a figure."""
    if not isinstance(element.tag, str):
        return ""
    if element.tag in {"bdo", "select", "textarea", "object"} or _TURNED.search(element.get("style") or ""):
        return RAISED
    if not _is_lifted(element) or not re.search(r"\d", "".join(map(str, element.itertext()))):
        return ""
    last = "".join(before)[-20:].rstrip("\ue010\ue011")[-1:]
    return "" if last.isalpha() else RAISED


def _mark_after(element: etree._Element, before: list[str], tail: str) -> str:
    """RAISED where figures off the line stand right before a figure."""
    lifted = isinstance(element.tag, str) and _is_lifted(element)
    figures = lifted and re.search(r"\d$", "".join(map(str, element.itertext())))
    return RAISED if figures and re.match(r"[\ue010\ue011]*\d", tail) and "".join(before)[-1:].isdigit() else ""


def _is_shown(element: etree._Element, hidden: bool) -> bool:
    if element.tag in _UNSHOWN_TAGS or "reference" in classes(element):
        return False
    if element.tag == "sup" and re.fullmatch(r"\[[^\]]{1,30}\]", fold("".join(map(str, element.itertext())))):
        return False
    return hidden or not (isinstance(element.tag, str) and is_hidden(element))


def row_label(row: etree._Element) -> str | None:
    """The words of a row's label: of its one header cell that stands beside a data cell."""
    heads = [cell for cell in row if cell.tag == "th"]
    data = [cell for cell in row if cell.tag == "td"]
    if len(heads) != 1 or len(data) != 1 or any((cell.get("rowspan") or "1").strip() != "1" for cell in heads + data):
        return None
    return fold(text_of(heads[0]).replace("\n", " "))
