"""What a reader sees of an element: all of it, nothing, or figures set so that they don't read as they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

__all__ = ["hidden_classes", "is_hidden", "is_raised", "is_turned", "touching"]

_HIDDEN_TAGS = frozenset(
    ("style", "script", "noscript", "template", "audio", "video", "math", "title", "desc", "datalist", "rp", "iframe",
     "canvas", "noembed", "noframes", "progress", "meter")
)  # fmt: skip
_FORM_TAGS = frozenset(("bdo", "select", "textarea", "object"))
"""Elements of which a browser shows what their text alone doesn't tell: other order, one option, a fallback."""

_CLOSED_TAGS = frozenset(("details", "dialog"))
_STRUCK_TAGS = frozenset(("del", "s", "strike"))
_HIDDEN_CLASSES = frozenset(
    (
        "d-none", "display-none", "geo-multi-punct", "geo-nondefault", "is-hidden", "mw-editsection", "mw-empty-elt",
        "mw-ref", "noprint", "printonly", "reference", "screen-reader-only", "screen-reader-text", "sortkey", "sr-only",
        "visually-hidden", "visuallyhidden",
    )
)  # fmt: skip
"""Classes that MediaWiki's own style sheets, or the usual ones of other sites, don't show on a screen."""

_ZERO = r"0*\.?0+(?:[a-z]{1,4}|%)?\s*(?:!|;|$)"
_UNSEEN_STYLE = re.compile(
    r"\s*(?:-[a-z]+-)?(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|"
    r"text-decoration(?:-line)?\s*:.*line-through|clip\s*:\s*rect\(\s*(?:[01](?:px)?[\s,]*){4}\)|"
    r"clip-path\s*:\s*(?:inset\(\s*(?:50|100)%|(?:circle|ellipse)\(\s*0)|content-visibility\s*:\s*hidden|"
    r"transform\s*:.*\bscale[xy]?\(\s*0(?:\.0*)?\s*[,)]|filter\s*:.*\bopacity\(\s*0(?:\.0*)?%?\s*\)|"
    rf"color\s*:\s*(?:rgba|hsla)\([^)]*[,/]\s*0?\.?0+%?\s*\)|color\s*:\s*transparent|(?:opacity|font-size)\s*:\s*{_ZERO}|"
    r"(?:left|right|top|bottom|text-indent|margin-left|margin-top)\s*:\s*-(?:\d{3,}|\d{2,}(?:\.\d+)?(?:r?em|%|v[wh])))",
    re.IGNORECASE | re.DOTALL,
)
"""One declaration that hides: no display, struck through, clipped away, of no size or colour, far outside the page."""

_NO_BOX = re.compile(r"(?<![\w-])(?:max-)?(?:width|height)\s*:\s*[01](?:px)?\s*(?:!|;|$)", re.IGNORECASE)
_CUT_OFF = re.compile(r"overflow(?:-[xy])?\s*:\s*(?:hidden|clip)", re.IGNORECASE)
_SHEET = re.compile(r"<style\b[^<>]*>|</style", re.IGNORECASE)
_MOST_STYLE = 1024 * 1024
_OF_ONE_CLASS = re.compile(r"\s*(?:\.mw-parser-output\s+)?[a-z0-9]*\.([\w-]+)\s*", re.IGNORECASE)

_RAISED_STYLE = re.compile(r"vertical-align\s*:\s*(?:super|sub)\b", re.IGNORECASE)
_TURNED_STYLE = re.compile(r"unicode-bidi\s*:\s*(?:bidi|isolate)-override", re.IGNORECASE)
_TOUCHING = re.compile(r"\d[ ,.\n]?(\0+)|(?<![^\W\d_\0])(\0+)|(\0+)\d")


def hidden_classes(html: str) -> frozenset[str]:
    """The classes that the page's own style sheets hide wherever they stand.

    Only rules of one class count (`.x`, `span.x`, `.mw-parser-output .x`): what others hide depends on where it is.
    Rules for print or narrow screens are left out with all that stands inside another rule, and so is what stands
    beyond the first megabyte of style sheets.
    """
    found: set[str] = set()
    for selectors, declared in _rules("".join(_sheets(html))[:_MOST_STYLE]):
        if _is_unseen(declared):
            found.update(match[1] for one in selectors.split(",") if (match := _OF_ONE_CLASS.fullmatch(one)))
    return frozenset(found)


def _sheets(html: str) -> Iterator[str]:
    """The style sheets in a page, without comments."""
    begin: int | None = None
    for tag in _SHEET.finditer(html):
        if tag[0].startswith("</"):
            if begin is not None:
                yield _without_comments(html[begin : tag.start()]) + "\n"
            begin = None
        elif begin is None:
            begin = tag.end()


def _without_comments(css: str) -> str:
    first, *others = css.split("/*")
    return first + "".join(other.partition("*/")[2] for other in others)


def _rules(sheet: str) -> Iterator[tuple[str, str]]:
    """The selectors and declarations of rules that hold always: none of an at-rule, nor nested ones."""
    depth, begin = 0, 0
    opened: int | None = None
    for brace in re.finditer(r"[{}]", sheet):
        if brace[0] == "{":
            opened = None if depth else brace.start()
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                selectors = "" if opened is None else sheet[begin:opened].rpartition(";")[2]
                if opened is not None and "@" not in selectors:
                    yield selectors, sheet[opened + 1 : brace.start()]
                begin = brace.end()


def is_hidden(tag: str, attributes: Mapping[str, str], unseen: frozenset[str] = frozenset()) -> bool:
    """Whether an element is not part of the article's visible text: styles, reference marks, hidden or struck text.

    `unseen` are the classes that the page's style sheets hide (hidden_classes). Text that only screen readers skip
    (`aria-hidden`) is seen.
    """
    if tag in _HIDDEN_TAGS or tag in _STRUCK_TAGS or "hidden" in attributes:
        return True
    if tag in _CLOSED_TAGS and "open" not in attributes:
        return True
    if tag == "sup" and attributes.get("id", "").startswith("cite_ref"):
        return True
    names = attributes.get("class", "").split()
    if not _HIDDEN_CLASSES.isdisjoint(names) or not unseen.isdisjoint(names):
        return True
    return "style" in attributes and _is_unseen(attributes["style"])


def _is_unseen(style: str) -> bool:
    # Each declaration is looked at once, from its name on, so that the time stays in proportion to the style.
    style = _without_comments(style)
    if any(_UNSEEN_STYLE.match(declaration) for declaration in style.split(";")):
        return True
    return _NO_BOX.search(style) is not None and _CUT_OFF.search(style) is not None


def is_raised(tag: str, attributes: Mapping[str, str]) -> bool:
    """Whether an element sets its text above or below the line."""
    return tag in {"sup", "sub"} or _RAISED_STYLE.search(attributes.get("style", "")) is not None


def is_turned(tag: str, attributes: Mapping[str, str]) -> bool:
    """Whether an element may show its text otherwise than it is written: in another order, or one choice of it."""
    return tag in _FORM_TAGS or _TURNED_STYLE.search(attributes.get("style", "")) is not None


def touching(text: str, raised: list[int]) -> Iterator[int]:
    """The places of raised figures, with their signs and points, that are no part of a word.

    10⁶ and 180¹ are no 106 and 1801, and a figure that stands off the line alone is no value. The 2 of km² touches a
    letter, and so stays.
    """
    marked = list(text.replace("\0", " "))
    for place in raised:
        if text[place].isdigit() or text[place] in ".,+-\u2212\u2013":
            marked[place] = "\0"
    for match in _TOUCHING.finditer("".join(marked)):
        yield from range(*match.span(match.lastindex or 0))
