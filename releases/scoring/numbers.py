"""Reads the one number that an answer gives, as a person reads it, or says why there is none."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import islice, pairwise
from typing import Final, NamedTuple

from releases.scoring.numerals import Numeral, in_unit, numerals
from releases.scoring.plain import BOLD, plain_text, sentences, tails
from schemas.amounts import CURRENCIES, OTHER_UNITS, AmountUnit

__all__ = ["NumberReading", "agrees", "read_number"]

LONGEST: Final = 20_000
"""Of a longer answer only the end is read, where the final answer stands."""

MONEY: Final = frozenset(CURRENCIES.values())

MARKS: Final = 10
"""How many marks of the final answer are looked at, from the last, while each is followed by denied numbers only."""

NEAR: Final = 60
"""How many characters before a number may say that it is not the answer."""

_NEGATION: Final = re.compile(
    r"(?:(?<!\w)not|n't|(?<!\w)(?:rather than|instead of|no longer|never|nor|as opposed to|unlike))"
    r"(?:\s+(?!but\b|more\b|less\b)[a-z$£€]+){0,2}\s*[$£€]?$",
    re.IGNORECASE,
)
_ALSO_NEGATED: Final = re.compile(r"\s*(?:,|,?\s*(?:or|nor|and))\s*(?:not\s+)?[$£€]?", re.IGNORECASE)
_REFUSAL: Final = re.compile(
    r"(?<!\w)(?:cannot|can't|can not|could not|couldn't|unable|impossible|undetermined|not enough|not determinable|"
    r"don't know|do not know|unknown|insufficient)(?!\w)",
    re.IGNORECASE,
)
_BESIDE: Final = re.compile(
    r"(?<!\w)(?:for (?:the|all|these|those|our|your)(?: of (?:us|the))?|out of)\s+$", re.IGNORECASE
)
_PAID_FOR: Final = re.compile(r"(?<!\w)(?:for|over|during)\s+$", re.IGNORECASE)
_ALTERNATIVE: Final = re.compile(
    r"[\s,;\x02\"']*(?:-|,|;|&|(?:either |and/)?or|and|to|through|till|until)?[\s,;\x02\"']*"
    r"(?:(?:maybe|perhaps|possibly|even|also)\s+)?",
    re.IGNORECASE,
)
_OPERATOR: Final = re.compile(
    r"\s*(?!(?:at|by|was|were|be|leaves?|drops?|falls?|only|about)(?!\w))[a-z]{0,14},?\s*"
    r"(?:[-+×*÷/]|(?<!\w)(?:plus|minus|less|times|multiplied by|divided by)(?!\w))\s*[a-z]{0,14}\s*",
    re.IGNORECASE,
)
_SIGN: Final = re.compile(r"minus\s+|-\s+", re.IGNORECASE)
"""A sign apart from its number, which behind another number takes away."""

_PARTS: Final = re.compile(
    rf"\s*(?:{'|'.join(re.escape(word) for word in OTHER_UNITS)})\s*,?\s*(?:and\s+)?", re.IGNORECASE
)
"""Between two numbers that are one amount together, in units that are not read: `5 ft 2 in`."""

_EQUALS: Final = re.compile(r"=|≈|(?<!\w)(?:is(?: equal to)?|equals?|i\.\s?e\.?|makes?|gives?)(?!\w)", re.IGNORECASE)


class NumberReading(NamedTuple):
    """The number an answer gives, exact, and the unit it is written with; or None and why there is none."""

    value: Fraction | None
    unit: AmountUnit | None
    why: str


def read_number(text: str) -> NumberReading:
    """The number that a model's or a person's answer gives.

    After the last mark of the final answer (`So the final answer is:`, `Answer:`, a box, in any case) the number of
    the sentence that follows; without a mark, that of the last sentence that holds one. Numbers said not to be the
    answer, and workings in parentheses beside it, are left out. Alternatives (`5 or 7`), ranges and sums that are
    not worked out are no answer.
    """
    plain = plain_text(text[-LONGEST:])
    plain = re.sub(r"^(\s*)-\s+(?=[$£€]?[\d.,]+\s*$)", r"\1-", plain)
    marked = False
    for tail in islice(tails(plain), MARKS):
        marked = True
        pieces = sentences(tail.text)
        said = next((piece for piece in pieces if re.search(r"[^\W_]", piece)), "")
        if not said:
            return NumberReading(None, None, "nothing follows the mark of the final answer")
        found = _candidates(said)
        if found.numbers:
            return _first(said, found.numbers)
        if not found.denied:
            return NumberReading(None, None, f"no number follows the mark of the final answer: {said.strip()[:60]!r}")
    if marked:
        return NumberReading(None, None, "every number is said not to be the answer")
    for said in reversed(sentences(plain)):
        found = _candidates(said)
        if found.numbers:
            return _last(said, found.numbers)
        if found.denied:
            return NumberReading(None, None, "every number is said not to be the answer")
    return NumberReading(None, None, "it holds no number")


def agrees(reading: NumberReading, gold: str, unit: AmountUnit, precision: int) -> bool:
    """Whether a number is the gold number: equal when rounded to `precision` decimals of the gold's unit.

    A number written in another unit of the same quantity (1.5 kg for 1500 g) is converted; any other unit is not
    judged.
    """
    if reading.value is None:
        return False
    value = in_unit(reading.value, reading.unit, unit)
    return value == Fraction(gold) or 2 * abs(value - Fraction(gold)) * 10**precision < 1


class _Candidates(NamedTuple):
    """The numbers that may be the answer, and whether any was said not to be."""

    numbers: list[Numeral]
    denied: bool


def _candidates(said: str) -> _Candidates:
    """The numbers of a sentence but those denied, and those in parentheses where there are others."""
    found = numerals(said)
    if found and (refusal := _REFUSAL.search(said)) and refusal.start() < found[0].start:
        return _Candidates([], denied=False)
    kept: list[Numeral] = []
    denied: list[Numeral] = []
    for one in found:
        chained = denied and _ALSO_NEGATED.fullmatch(said[denied[-1].end : one.start])
        if _NEGATION.search(said[max(0, one.start - NEAR) : one.start]) or chained:
            denied.append(one)
        else:
            kept.append(one)
    open_air = [one for one in kept if not _inside(said, one)]
    return _Candidates(open_air or kept, bool(denied))


def _inside(said: str, one: Numeral) -> bool:
    """Whether a number stands in parentheses or brackets that are about something else."""
    before = said[: one.start]
    return any(before.count(opens) > before.count(closes) for opens, closes in ("()", "[]"))


def _first(said: str, found: list[Numeral]) -> NumberReading:
    """The number that opens the answer; of a worked equation its result."""
    parts = _sides(said, found)
    if len(parts) > 1 and _worked(said, parts[0][:2]):
        parts = [side for side in parts if not _worked(said, side)][-1:] or parts[-1:]
    return _alone(said, parts[0], parts[0][0])


def _last(said: str, found: list[Numeral]) -> NumberReading:
    """The number that a sentence without a mark ends in: in bold type, alone on a side of an equation, or last."""
    bold = [one for one in found if said[: one.start].count(BOLD) % 2]
    if bold:
        return _alone(said, bold, bold[-1])
    paid = any(one.unit in MONEY for one in found)
    found = [one for one in found if not _beside(said, one, paid)] or found
    parts = _sides(said, found)
    single = [side for side in parts if not _worked(said, side)]
    if len(parts) > 1 and single:
        return _alone(said, single[-1], single[-1][-1])
    return _alone(said, found, found[-1])


def _beside(said: str, one: Numeral, paid: bool) -> bool:
    """Whether a number tells for whom the answer is, or where money is `paid`, for what: `$96 for 3 nights`."""
    before = said[max(0, one.start - NEAR) : one.start]
    if _BESIDE.search(before):
        return True
    return paid and one.unit not in MONEY and _PAID_FOR.search(before) is not None


def _sides(said: str, found: list[Numeral]) -> list[list[Numeral]]:
    """The numbers between signs of equality; a side without numbers is none."""
    cuts = [match.start() for match in _EQUALS.finditer(said)]
    sides: dict[int, list[Numeral]] = {}
    for one in found:
        sides.setdefault(sum(cut < one.start for cut in cuts), []).append(one)
    return list(sides.values())


def _worked(said: str, side: list[Numeral]) -> bool:
    """Whether a side is a sum that is still to be worked out."""
    return side[0].stroke or any(_reckons(said, one, two) for one, two in pairwise(side))


def _reckons(said: str, one: Numeral, two: Numeral) -> bool:
    """Whether what stands between two numbers is a step of arithmetic."""
    sign = _SIGN.match(said, two.start)
    return _OPERATOR.fullmatch(said[one.end : sign.end() if sign else two.start]) is not None


def _alone(said: str, side: list[Numeral], chosen: Numeral) -> NumberReading:
    """The chosen number, unless its neighbours are as much the answer as it is."""
    place = side.index(chosen)
    for one, two in ((place - 1, place), (place, place + 1)):
        if one < 0 or two >= len(side):
            continue
        between = said[side[one].end : side[two].start]
        units = {side[one].unit, side[two].unit}
        same = side[one].value == side[two].value and between != " "
        other = same or (len(units) > 1 and None not in units)  # 12, $12; 3 nights, $96
        if (
            _reckons(said, side[one], side[two])
            or (_ALTERNATIVE.fullmatch(between) and not other)
            or (_PARTS.fullmatch(between) and not other)
        ):
            told = said[side[one].start : side[two].end].strip()
            return NumberReading(None, None, f"no single number: {told[:60]!r}")
    return NumberReading(chosen.value, chosen.unit, "")
