"""The numbered clues of a foreign riddle, what stands before them, and the clues that a clue cites."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from validators.normal import numbers_in

__all__ = ["CITED", "Riddle", "cited", "plain", "read_riddle", "renumbered"]

_MARKER = re.compile(
    r"^[ \t*_#>-]{0,8}(?:clue[ \t]+)?(\d{1,3})(?:[.):][*_]*|[*_]+[.):]?)[ \t]*", re.IGNORECASE | re.MULTILINE
)
_NUMBER_WORD = (
    r"(?:(?:twenty|thirty|forty)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?|one|two|three|four|five|six|"
    r"seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)"
)
_ONE = rf"(?:#?\d{{1,3}}(?![\d.]*\d)|{_NUMBER_WORD}\b)"
_RANGE = rf"\bclues[ ]{_ONE}\s*(?:to|through|–|-)\s*{_ONE}"
CITED = re.compile(
    rf"{_RANGE}|\b(?:clues?|stops?|steps?)[ ]*{_ONE}(?:(?:\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+|\s*&\s*)"
    rf"(?:the\s+)?(?:(?:clues?|stops?|steps?)\s*)?{_ONE})*",
    re.IGNORECASE,
)
"""A clue cited by its number, in digits or words, with those listed after it, or a range of clues."""
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
)  # fmt: skip
_ORDINAL = re.compile(rf"\b({'|'.join(_ORDINALS)})(?= (?:clue|stop)\b)", re.IGNORECASE)
"""A clue cited by its rank; the first of something else is none."""
_TOKEN = re.compile(rf"(?P<digits>\d+)|\b(?P<word>{_NUMBER_WORD})\b", re.IGNORECASE)


class Riddle(NamedTuple):
    """What stands before the first clue, and the clues in order."""

    preamble: str
    clues: tuple[str, ...]

    @property
    def last(self) -> str:
        """The last clue, or the last paragraph of a text without numbered clues."""
        return self.clues[-1] if self.clues else self.preamble.rpartition("\n\n")[2].strip()


def read_riddle(text: str) -> Riddle:
    """The clues of a riddle; a number at the head of a line begins one only if it is the next."""
    found: list[re.Match[str]] = []
    for match in _MARKER.finditer(text):
        if int(match[1]) == len(found) + 1:
            found.append(match)
    ends = [match.start() for match in found[1:]] + [len(text)]
    clues = tuple(text[match.end() : end].strip() for match, end in zip(found, ends, strict=True)) if found else ()
    return Riddle(text[: found[0].start()].strip() if found else text.strip(), clues)


def plain(text: str) -> str:
    """A text without mark-up."""
    return re.sub(r"[*_`$\\]", "", text)


def cited(clue: str) -> frozenset[int]:
    """The numbers of the clues that a clue cites; `clues 2 to 4` cites three, `the first clue` one."""
    text = plain(clue)
    found = {_ORDINALS.index(match[1].lower()) + 1 for match in _ORDINAL.finditer(text)}
    for match in CITED.finditer(text):
        numbers = [_number(one) for one in _TOKEN.finditer(match[0])]
        is_range = len(numbers) == 2 and re.fullmatch(_RANGE, match[0], re.IGNORECASE)
        found.update(range(numbers[0], numbers[1] + 1) if is_range else numbers)
    return frozenset(found)


def renumbered(clue: str, new: Mapping[int, int]) -> str:
    """A clue, without mark-up, that cites other clues by their new numbers, none of which is above the old one."""

    def in_digits(match: re.Match[str]) -> str:
        return _TOKEN.sub(lambda one: _put(_number(one), one[0]), match[0])

    def by_rank(match: re.Match[str]) -> str:
        rank = _ORDINALS.index(match[1].lower()) + 1
        return match[0] if new.get(rank, rank) == rank else _ORDINALS[new[rank] - 1]

    def _put(number: int, written: str) -> str:
        return written if new.get(number, number) == number else str(new[number])

    return _ORDINAL.sub(by_rank, CITED.sub(in_digits, plain(clue)))


def _number(token: re.Match[str]) -> int:
    if token["digits"]:
        return int(token["digits"])
    return 1 if token["word"].lower() == "one" else int(next(numbers_in(token["word"])))
