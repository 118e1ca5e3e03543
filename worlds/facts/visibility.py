"""What a reader sees of an element: all of it, nothing, or figures set so that they don't read as they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

__all__ = ["is_hidden", "is_raised", "is_turned", "touching"]

_HIDDEN_TAGS = frozenset(("style", "script", "noscript", "template", "audio", "video", "math"))
_STRUCK_TAGS = frozenset(("del", "s", "strike"))
_HIDDEN_CLASSES = frozenset(
    (
        "geo-multi-punct", "geo-nondefault", "mw-editsection", "mw-empty-elt", "mw-ref", "noprint", "reference",
        "sortkey",
    )
)  # fmt: skip
_ZERO = r"0*\.?0+(?:[a-z]{1,4}|%)?\s*(?:!|;|$)"
_UNSEEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|text-decoration(?:-line)?\s*:[^;]*line-through|"
    rf"(?<![\w-])(?:opacity|font-size)\s*:\s*{_ZERO}|(?<![\w-])color\s*:\s*transparent|"
    r"(?<![\w-])(?:left|right|top|bottom|text-indent|margin-left|margin-top)\s*:\s*-(?:\d{3,}|\d{2,}(?:\.\d+)?(?:r?em|%|v[wh]))",
    re.IGNORECASE,
)
"""Styles of text that is not shown, struck through, of no size or colour, or far outside the page."""

_RAISED_STYLE = re.compile(r"vertical-align\s*:\s*(?:super|sub)\b", re.IGNORECASE)
_TURNED_STYLE = re.compile(r"unicode-bidi\s*:\s*(?:bidi|isolate)-override", re.IGNORECASE)
_TOUCHING = re.compile(r"\d[ ,.\n]?(\0+)|(?<![^\W\d_])(\0+)[ ,.]?\d|(\0+)\d")


def is_hidden(tag: str, attributes: Mapping[str, str]) -> bool:
    """Whether an element is not part of the article's visible text: styles, reference marks, hidden or struck text."""
    if tag in _HIDDEN_TAGS or tag in _STRUCK_TAGS or "hidden" in attributes:
        return True
    if tag == "sup" and attributes.get("id", "").startswith("cite_ref"):
        return True
    if not _HIDDEN_CLASSES.isdisjoint(attributes.get("class", "").split()):
        return True
    return "style" in attributes and _UNSEEN_STYLE.search(attributes["style"]) is not None


def is_raised(tag: str, attributes: Mapping[str, str]) -> bool:
    """Whether an element sets its text above or below the line."""
    return tag in {"sup", "sub"} or _RAISED_STYLE.search(attributes.get("style", "")) is not None


def is_turned(tag: str, attributes: Mapping[str, str]) -> bool:
    """Whether an element shows its text in another order than it is written."""
    return tag == "bdo" or _TURNED_STYLE.search(attributes.get("style", "")) is not None


def touching(text: str, raised: list[int]) -> Iterator[int]:
    """The places of raised figures, with their signs and points, that touch a figure on the line.

    10⁶ and 180¹ are no 106 and 1801. The 2 of km² touches a letter, and so stays.
    """
    marked = list(text.replace("\0", " "))
    for place in raised:
        if text[place].isdigit() or text[place] in ".,+-\u2212\u2013":
            marked[place] = "\0"
    for match in _TOUCHING.finditer("".join(marked)):
        yield from range(*match.span(match.lastindex or 0))
