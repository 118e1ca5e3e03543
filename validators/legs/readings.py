"""Readings of numbers and names in an infobox's words: the one value they say, or why they say none (rule L8)."""

from __future__ import annotations

import itertools
import re
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from schemas.values import Unit
from validators.legs.units import FACTORS, SPELLINGS

__all__ = [
    "BRACKETS",
    "DASH",
    "VAGUE",
    "NumberReading",
    "Unread",
    "outside_brackets",
    "read_count",
    "read_duration",
    "read_label",
    "read_measure",
    "read_money",
    "read_names",
    "read_point",
    "without_points",
]  # fmt: skip


class Unread(NamedTuple):
    """Words that give no single safe value; `reason` is the second half of a rule-L8 code."""

    reason: str


class NumberReading(NamedTuple):
    """A number, its unit (None where the words give none), and half the last place that its words give."""

    number: Fraction
    unit: Unit | None
    half: Fraction
    rounded: bool


DASH = r"[-–—−‒]|\bto\b|\buntil\b|\bthrough\b"
"""What joins the two ends of a range."""

VAGUE = re.compile(
    r"\b(?:c\.|ca\.|circa|about|around|approx\w*|before|after|by|early|mid|late|or|est\.?|estimated|over|under|"
    r"more than|less than|up to|at least|spring|summer|autumn|fall|winter|unknown|disputed)(?=\W|$|\d)|[?~≈<>≤≥]",
    re.IGNORECASE,
)
"""Words before a value that take its exactness away."""

_NUMBER = r"(?<![0-9.,])(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]+)?(?![0-9,]*[0-9])"
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_UNIT = "|".join(sorted(map(re.escape, SPELLINGS), key=len, reverse=True))
_MEASURE = re.compile(
    rf"(?P<sign>(?<![\w)])[-−+])?\s*(?P<number>{_NUMBER})\s*(?P<scale>{'|'.join(_SCALES)})?[ -]?"
    rf"(?:(?P<unit>{_UNIT})(?![\w²2])\.?)?",
    re.IGNORECASE,
)
BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
"""Round and square brackets with what is in them."""

_RANK = re.compile(r"\([^()]*\d(?:st|nd|rd|th)\b[^()]*\)")
_ARC = (
    r"(?P<{0}d>\d{{1,3}}(?:\.\d+)?)\s*°\s*(?:(?P<{0}m>\d{{1,2}}(?:\.\d+)?)\s*[′'])?\s*"
    r"(?:(?P<{0}x>\d{{1,2}}(?:\.\d+)?)\s*[″\"])?"
)
_ARCS = re.compile(
    _ARC.format("n") + r"\s*(?P<n>[NS])\b[\s,;/]*" + _ARC.format("e") + r"\s*(?P<e>[EW])\b", re.IGNORECASE
)
_SIGNED = re.compile(r"(?<![\d.])([-−]?\d{1,2}(?:\.\d+)?)\s*[;,]\s*([-−]?\d{1,3}(?:\.\d+)?)(?![\d.])")
_FIVE_PLACES = Decimal("0.00001")


_BESIDE = re.compile(
    r"\D*|(?:ranked\s+)?\d+(?:st|nd|rd|th)(?:/\d+(?:st|nd|rd|th))?|"
    r"(?:as of\s+)?(?:[A-Z][a-z]+\s+)?[12]\d{3}(?:\s+\w+\.?)?"
)
"""What may stand in brackets behind a number without touching it: words, its rank, its year."""


def _in_brackets(words: str) -> Unread | None:
    """What brackets say against the number that they stand beside: another figure, or a doubt."""
    for bracket in re.findall(r"\([^()]*\)", words):  # square ones hold notes
        inside = bracket[1:-1].strip()
        if not _BESIDE.fullmatch(inside):
            return Unread("two-readings")
        if VAGUE.search(re.sub(r"\best(?:imated?|\.)?", "", inside)):
            return Unread("circa")
    return None


def read_duration(words: str) -> NumberReading | Unread:
    """The one length of time that words say: seconds for `3:05`, `1:02:03` or `2 min 5 s`, minutes for `1 h 48 min`."""
    doubt = _in_brackets(words)
    if doubt:
        return doubt
    plain = outside_brackets(words).strip(" .\n")
    clock = re.fullmatch(r"(?:(\d{1,2}):(?=\d\d:))?(\d{1,3}):(\d\d)", plain)
    if clock:
        return _time(*(int(part or 0) for part in clock.groups()), seconds_given=True)
    if len(re.findall(r"\d:\d\d", plain)) > 1:
        return Unread("range" if re.search(r"\d\s*[-–—]\s*\d", plain) else "two-readings")
    parts = re.findall(r"(\d+)\s*(h|m|s)(?:[a-z]*)\.?", plain, re.IGNORECASE)
    rest = re.sub(r"(\d+)\s*(?:h(?:ours?|rs?)?|m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?)\b\.?|\band\b|,", "", plain,
                  flags=re.IGNORECASE).strip()  # fmt: skip
    if re.search(r"\d\s*(?:[-–—]|to)\s*\d", plain):
        return Unread("range")
    names = [unit.lower() for _, unit in parts]
    if not parts or rest:
        return Unread("circa" if VAGUE.search(plain) else "no-unit" if re.fullmatch(r"\d+", plain) else "unclear")
    if len(set(names)) < len(names) or names != sorted(names):
        return Unread("two-readings")
    sizes = {unit.lower(): int(number) for number, unit in parts}
    return _time(sizes.get("h", 0), sizes.get("m", 0), sizes.get("s", 0), seconds_given="s" in sizes)


def _time(hours: int, minutes: int, seconds: int, *, seconds_given: bool) -> NumberReading | Unread:
    if seconds > 59 or (hours and minutes > 59):
        return Unread("no-such-time")
    if seconds_given:
        return NumberReading(Fraction(3600 * hours + 60 * minutes + seconds), "seconds", Fraction(1, 2), True)
    return NumberReading(Fraction(60 * hours + minutes), "minutes", Fraction(1, 2), True)


def read_money(words: str) -> NumberReading | Unread:
    """The one sum in US dollars that words say; other currencies, and two sums, are no reading."""
    plain = outside_brackets(words)
    if re.search(r"[£€¥₹₩₽]|\b(?:A|C|CA|AU|NZ|HK|S|NT|R)\$|\b(?!USD?\b)[A-Z]{3}\b", plain):
        return Unread("currency")
    if not re.search(r"\$|\bUSD\b|\bUS dollars\b", plain):
        return Unread("currency")
    doubt = _in_brackets(words)
    if doubt:
        return doubt
    read = _single(re.sub(r"US ?\$|USD|\$|US dollars", " ", plain))
    if isinstance(read, NumberReading) and read.half == Fraction(1, 2000):
        return Unread("grouping")
    return read._replace(unit="US dollars") if isinstance(read, NumberReading) else read


def read_count(words: str) -> NumberReading | Unread:
    """The one whole number that words say; a unit, if they give one, is that of the things counted.

    With decimals it is none, unless a magnitude word stands behind: 5.000 may be five thousand.
    """
    read = _in_brackets(words) or _single(outside_brackets(words))
    if isinstance(read, Unread):
        return read
    counted = read.half >= Fraction(1, 2) and read.number.denominator == 1 and read.number >= 0
    return read if counted else Unread("not-a-count")


def read_measure(words: str) -> NumberReading | Unread:
    """The first of the measures that words say, if all others are the same in other units.

    Without any unit, none.
    """
    plain = _RANK.sub(" ", words)
    if re.search(r"\d+\s*(?:ft|feet|')\s*\d+\s*(?:in\b|\"|″)", plain):
        return Unread("feet-only")
    if re.search(r"(?<!\d)\+?\(?\d{3}\)?[ -]\d{3}[ -]\d{4}\b|(?<!\d)\+\d", plain):
        return Unread("phone-as-area")
    hits = [hit for hit in _MEASURE.finditer(plain) if hit["unit"]]
    if not hits:
        return Unread("no-unit" if re.search(r"\d", plain) else "not-a-number")
    first = _reading(hits[0])
    if VAGUE.search(plain[: hits[0].start()]):
        return Unread("circa")
    if re.search(rf"\d\s*(?:{DASH})\s*\d", plain[: hits[0].end()]):
        return Unread("range")
    if re.search(r"(?<![\d\w])\.\d", plain):
        return Unread("unclear")
    if any(re.match(r"\s*\d", plain[hit.end() :]) for hit in hits):
        return Unread("two-readings")
    for one, hit in itertools.pairwise(hits):
        if not re.match(r"\W*[(/;,\n]", plain[one.end() : hit.start()] + (hit["sign"] or "") + " "):
            return Unread("range" if hit["sign"] else "two-readings")
    for hit in hits[1:]:
        reason = _unlike(first, _reading(hit))
        if reason:
            between = plain[hits[0].end() : hit.start()] + (hit["sign"] or "")
            return Unread("range" if re.fullmatch(rf"\s*(?:{DASH})\s*", between) else reason)
    return first


def _unlike(first: NumberReading, other: NumberReading) -> str | None:
    """Why two measures aren't one thing in two units; the coarser one's last digits are rounded."""
    mine, its = FACTORS.get(first.unit or "count"), FACTORS.get(other.unit or "count")
    if first.unit == other.unit or mine is None or its is None:
        return "two-readings"
    (kind, size), (other_kind, other_size) = mine, its
    room = max(_slack(first) * size, _slack(other) * other_size)
    same = kind == other_kind and abs(first.number * size - other.number * other_size) <= room
    return None if same else "two-readings"


def _slack(read: NumberReading) -> Fraction:
    """Half the place of a number's last digit that isn't zero, if that is no more than a tenth of it."""
    slack = read.half
    while read.number and read.number % (20 * slack) == 0:
        slack *= 10
    return max(read.half, min(slack, abs(read.number) / 10))


def _single(plain: str) -> NumberReading | Unread:
    if re.search(r"(?<!\d)\.\s?\d", plain):
        return Unread("unclear")
    hits = list(_MEASURE.finditer(plain))
    if not hits:
        return Unread("not-a-number")
    if len(hits) > 1:
        between = plain[hits[0].end() : hits[1].start()] + (hits[1]["sign"] or "")
        return Unread("range" if re.fullmatch(rf"\s*(?:{DASH})\s*", between) else "two-readings")
    if VAGUE.search(plain[: hits[0].start()]):
        return Unread("circa")
    if re.match(r"\s*(?:[-–—]|\+|\?)", plain[hits[0].end() :]):
        return Unread("range")
    return _reading(hits[0])


def _reading(hit: re.Match[str]) -> NumberReading:
    scale = _SCALES.get((hit["scale"] or "").lower(), 1)
    digits = hit["number"].replace(",", "")
    places = len(digits.partition(".")[2])
    number = Fraction(digits) * scale * (-1 if hit["sign"] in {"-", "−"} else 1)
    unit = SPELLINGS.get((hit["unit"] or "").lower())
    return NumberReading(number, unit, Fraction(scale, 2 * 10**places), bool(places) or scale > 1)


def read_names(words: str, *, conjunctions: bool = True) -> tuple[str, ...]:
    """The names that words list, by lines, commas (not those before `Jr.`) and slashes.

    With `conjunctions` also by `and`, `&` and dashes, as for people; a genre or a firm has them inside its name.
    """
    joints = r"\n|[;•·]|,(?!\s*(?:Jr|Sr|Inc|Ltd)\b)\s*|\s*/\s*|\s+(?:ft|feat|featuring)\.?\s+"
    if conjunctions:
        joints += r"|\s+or\s+|\s+and\s+(?!(?:[Hh]is|[Hh]er|[Tt]heir|[Tt]he)\b)|\s+&\s+|[–—]"
    parts = re.split(joints, outside_brackets(words))
    return tuple(name for name in (" ".join(part.split()).strip(" ,") for part in parts) if re.search(r"\w", name))


def read_label(words: str) -> tuple[str, ...]:
    """The record labels that words list, catalogue numbers (`ABC-435`, `45-1050`) left out."""
    names: list[str] = []
    for name in read_names(words, conjunctions=False):
        alone = re.fullmatch(r"(?:[A-Z]{1,4}[- ]?)?\d[\d-]*", name) and names
        names += [] if alone else [re.sub(r"(?:\s+(?:[A-Z]{1,4}-)?\d[\d-]*)+$", "", name)]
    return tuple(names)


def read_point(words: str) -> tuple[Decimal, Decimal] | Unread:
    """The one point that words give, in degrees north and east.

    Signed decimal degrees stand as written; degrees, minutes and seconds become decimals at five places.
    """
    left = re.sub(r"[-−]?\d{1,3}(?:\.\d+)?\s*;\s*[-−]?\d{1,3}(?:\.\d+)?", " ", _ARCS.sub(" ", words))
    if _ARCS.search(words) and re.search(r"[\d°−–-]|\b(?:approx\w*|about|circa|to|of)\b", left, re.IGNORECASE):
        return Unread("two-readings")
    points = {(_angle(hit, "n"), _angle(hit, "e")) for hit in _ARCS.finditer(words)}
    if not points:
        points = {(_signed(hit[1]), _signed(hit[2])) for hit in _SIGNED.finditer(words)}
    if len(points) > 1:
        decimals = {(_angle(hit, "n"), _angle(hit, "e")) for hit in _ARCS.finditer(words) if not hit["nm"]}
        points = decimals if len(decimals) == 1 else points
    if len(points) != 1:
        return Unread("two-readings" if points else "not-a-point")
    lat, lon = points.pop()
    return (lat, lon) if abs(lat) <= 90 and abs(lon) <= 180 else Unread("implausible")


def _signed(digits: str) -> Decimal:
    return Decimal(digits.replace("−", "-"))


def _angle(hit: re.Match[str], axis: str) -> Decimal:
    whole, minutes, seconds = (Decimal(hit[f"{axis}{part}"] or 0) for part in ("d", "m", "x"))
    size = (whole + minutes / 60 + seconds / 3600).quantize(_FIVE_PLACES)
    return -size if hit[axis].upper() in {"S", "W"} else size


def without_points(words: str) -> str:
    """Words without the coordinates that stand among them."""
    lines = (_ARCS.sub("", line).replace("\ufeff", "").strip(" /") for line in words.split("\n"))
    return "\n".join(line for line in lines if line)


def outside_brackets(words: str) -> str:
    """Words without what stands in round or square brackets."""
    before = None
    while before != words:
        before, words = words, BRACKETS.sub(" ", words)
    return words
