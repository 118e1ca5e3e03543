"""A model's answer as plain text: no mark-up, no typographic digits, and where in it the final answer stands."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final, NamedTuple

__all__ = ["BOLD", "Tail", "plain_text", "sentences", "tails"]

BOLD: Final = "\x02"
"""Stands in plain text where bold type begins and ends."""

VULGAR: Final = {
    "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5", "⅗": "3/5", "⅘": "4/5",
    "⅙": "1/6", "⅚": "5/6", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8",
}  # fmt: skip
RAISED: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")

_LATEX: Final = (
    (re.compile(r"\\(?:text|mathrm|mathbf|textbf|operatorname|mbox|emph)\s*\{([^{}]*)\}"), r"\1"),
    (re.compile(r"(\d)\s*\\d?t?frac\s*\{?(\d+)\}?\s*\{?(\d+)\}?"), r"\1 \2/\3"),
    (re.compile(r"\\d?t?frac\s*\{?(\d+)\}?\s*\{?(\d+)\}?"), r"\1/\2"),
    (re.compile(r"(?<=\d)\{,\}(?=\d)"), ","),
    (re.compile(r"\\(?:times|cdot)(?![a-z])"), "×"),
    (re.compile(r"\\div(?![a-z])"), "÷"),
    (re.compile(r"\\(?:approx|simeq)(?![a-z])"), "≈"),
    (re.compile(r"(?<=\d)\\[,;: ](?=\d{3})"), ","),
    (re.compile(r"\\[,;:!]|\\[()\[\]]|\\q?quad(?![a-z])|\\(?:left|right)(?![a-z])"), " "),
    (re.compile(r"\\([$%#&_])"), r"\1"),
    (re.compile(r"\$\$"), " "),
)
_BOXED: Final = re.compile(r"\\f?boxed\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
_STRONG: Final = re.compile(
    r"(?<!not the )(?<!\w)final\s+(?:numeric(?:al)?\s+)?(?:answer|result)(?!\w)"
    r"(?:\s*\([^()\n]*\))?(?:\s+is(?!\w)|\s+would\s+be|\s+comes\s+to|\s+equals)?\s*[:=→-]?(?!\d)\s*|\#{4,}\s*(?=[-+$£€(\d])|\x03",
    re.IGNORECASE,
)
_WEAK: Final = re.compile(
    r"(?<!intermediate )(?<!\w)answer(?:\s+(?:to\s+(?:the|this|your)\s+question|in\s+\w+))?"
    r"[\"']?(?:\s+is(?!\w)|\s+would\s+be|\s*[:=→])\s*[:=]?\s*",
    re.IGNORECASE,
)
_END: Final = re.compile(r"(?<=[.!?])(?:[\"'”’)\]\x02]*)\s+|\n+|(?<=[^\s\d]);\s+")
_ABBREVIATION: Final = re.compile(
    r"(?:^|[\s(])(?:approx|ca|e\.g|i\.e|no|nr|vs|incl|excl|min|hrs?|etc|rs|kr|max|est)\.$", re.IGNORECASE
)


class Tail(NamedTuple):
    """What follows a mark of the final answer; `strong` when the mark can mean nothing else."""

    text: str
    strong: bool


def plain_text(text: str) -> str:
    """An answer without mark-up: LaTeX and Markdown taken off, raised digits as powers, one form for each letter."""
    made = "".join(f" {VULGAR[mark]} " if mark in VULGAR else mark for mark in text)
    made = re.sub(r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+", lambda match: "^" + match.group().translate(RAISED), made)
    made = unicodedata.normalize("NFKC", re.sub("[\u00a0\u2009\u202f](?=\\d{3}(?!\\d))", "\u2009", made))
    made = "".join(str(unicodedata.decimal(mark)) if mark.isdecimal() else mark for mark in made)
    made = made.replace("\r\n", "\n").replace("\u2044", "/").replace("\u2212", "-").replace("’", "'")
    for pattern, put in _LATEX:
        made = pattern.sub(put, made)
    made = _BOXED.sub("\n\x03\\1 \n", made)
    made = re.sub(r"(?<=\d)(?:\*\*| \*\* )(?=\d)", "^", made)
    made = re.sub(r"\*\*|__|</?(?:b|strong)>", BOLD, made)
    made = re.sub(r"(?<=\d)_(?=\d)", "", made)
    made = re.sub(r"[`_~]|</?[a-z]{1,6}/?>", " ", made)
    return re.sub(r"(?<=\d)\s*[xX]\s*(?=\d)", " × ", made).replace("–", "-")


def tails(text: str) -> Iterator[Tail]:
    """What follows each mark of the final answer in a plain text, the last first: the clear marks, or else others."""
    strong = list(_STRONG.finditer(text))
    for match in reversed(strong or list(_WEAK.finditer(text))):
        yield Tail(text[match.end() :], bool(strong))


def sentences(text: str) -> list[str]:
    """The sentences and lines of a plain text, in order; an abbreviation's dot ends none."""
    made: list[str] = []
    begin = 0
    for match in _END.finditer(text):
        piece = text[begin : match.start()]
        if "\n" not in match.group() and _ABBREVIATION.search(piece):
            continue
        made.append(piece)
        begin = match.end()
    made.append(text[begin:])
    return [piece for piece in made if piece.strip()]
