"""L16: agents that skip the work, played against a release; none of them may do better than chance."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import comb

from schemas.findings import Finding
from schemas.legs import Leg, RouteInfo
from schemas.randomness import stream
from schemas.values import Value
from validators.legs.context import LegContext, Played
from validators.legs.draws import draws_of
from validators.legs.graph import is_sound
from validators.legs.reader import PageReading
from validators.legs.readings import Unread
from validators.legs.recompute import NotTaken, run_stop
from validators.normal import numbers_in
from validators.registry import rule

__all__ = ["ADVERSARIES", "Played", "interval", "most_by_chance", "play"]

CHANCE = Fraction(1, 10)
LEVEL = Fraction(1, 200)
"""What the upper end of a 99 % band leaves above it."""

GUESSES = 5
"""How many values stand in for each stop when one stop is guessed."""

CITED = re.compile(r"\bclues? (\d+(?:(?:, | and )\d+)*)")


Z = 2.5758293035489004
"""The 99.5 % point of the normal distribution."""


def interval(one: Played) -> tuple[float, float]:
    """The 99 % interval (Wilson 1927) around the share of legs that an adversary got right."""
    if not one.legs:
        return 0.0, 1.0
    share, n = float(one.right / one.legs), one.legs
    middle, spread = share + Z * Z / (2 * n), Z * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    scale = 1 + Z * Z / n
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def most_by_chance(legs: int, tries: int) -> int:
    """The most legs right that still lie in the 99 % band around one in ten, corrected for the number of tries."""
    tail = Fraction(0)
    for right in range(legs, -1, -1):
        tail += comb(legs, right) * CHANCE**right * (1 - CHANCE) ** (legs - right)
        if tail > LEVEL / tries:
            return right
    return 0


Guess = Callable[[Leg, LegContext], int | None]


def _numbers(leg: Leg, _context: LegContext) -> int | None:
    """Adds up every number that the clues print, clue numbers apart."""
    found = [number for clue in leg.clues for number in numbers_in(CITED.sub(" ", clue))]
    whole = [int(number) for number in found if number.isdigit()]
    return sum(whole) % 10 if whole else None


def _last_clue(leg: Leg, _context: LegContext) -> int | None:
    """Adds up the numbers that the last clue prints, clue numbers and all."""
    return sum(int(number) for number in re.findall(r"\d+", leg.clues[-1])) % 10


def _stay(leg: Leg, context: LegContext) -> int | None:
    """Takes every fact from the seed page."""
    return _with_pages(leg, context, lambda _stop, _left: leg.seed_title)


def _first_link(leg: Leg, context: LegContext) -> int | None:
    """Follows the first link, or opens the first result of a search, whose page has the field that is asked for."""

    def first(stop: RouteInfo, left: str) -> str | None:
        if stop.transition not in {"link_follow", "search_query"}:
            return left
        offered = stop.target.results if stop.target and stop.target.results else context.targets(left)
        linked = [title for title in offered if title in context.pages]
        return next((title for title in linked if _read(context.reading(title), stop.field) is not None), None)

    return _with_pages(leg, context, first)


def _read(page: PageReading, field: str) -> Value | None:
    value = page.read(field)
    return None if isinstance(value, Unread) else value


def _with_pages(leg: Leg, context: LegContext, choose: Callable[[RouteInfo, str], str | None]) -> int | None:
    """The answer of an agent that does everything right but goes to pages of its own choice; None where it is stuck."""
    values: list[Value] = []
    here = leg.seed_title
    for stop in leg.stops:
        if not isinstance(stop, RouteInfo):
            try:
                values.append(run_stop(stop, values, context))
            except NotTaken:
                return None
            continue
        title = choose(stop, here)
        if title is None or title not in context.pages:
            return None
        here = title
        value = stop.value if title == stop.evidence.title else _read(context.reading(title), stop.field)
        if value is None:
            return None
        values.append(value)
    return int(values[-1].value) if values[-1].type == "number" else None


ADVERSARIES: dict[str, Guess] = {
    "do nothing": lambda _leg, _context: None,
    "add up the clues' numbers": _numbers,
    "last clue only": _last_clue,
    "stay on the seed page": _stay,
    "first link that resolves": _first_link,
}
"""Adversaries that look at one leg at a time."""

TRIES = len(ADVERSARIES) + 1
"""Against how many adversaries the band is corrected; the best constant counts as ten more."""


def play(legs: Sequence[Leg], context: LegContext) -> tuple[Played, ...]:
    """Every adversary's result over legs that can be computed, in a fixed order; played once for the same legs."""
    key = tuple(legs)
    if key not in context.played:
        context.played[key] = _play(legs, context)
    return context.played[key]


def _play(legs: Sequence[Leg], context: LegContext) -> tuple[Played, ...]:
    sound = [leg for leg in legs if is_sound(leg)]
    total = len(sound)
    tries = TRIES + 10
    answers = Counter(leg.answer for leg in sound)
    constant = max(answers.values(), default=0)
    played = [Played("best constant", Fraction(constant), total, most_by_chance(total, tries))]
    played.append(Played("majority of the others", Fraction(_majority(sound)), total, most_by_chance(total, tries)))
    for name, guess in ADVERSARIES.items():
        right = sum(guess(leg, context) == leg.answer for leg in sound)
        played.append(Played(name, Fraction(right), total, most_by_chance(total, tries)))
    played.append(Played("guess one stop", _guess_one(sound, context), total, None))
    return tuple(played)


def _majority(legs: Sequence[Leg]) -> int:
    """Legs right when each half is answered with the other half's most frequent digit."""
    halves = (legs[0::2], legs[1::2])
    right = 0
    for one, other in (halves, halves[::-1]):
        counts = Counter(leg.answer for leg in other)
        usual = max(range(10), key=lambda digit: (counts[digit], -digit))
        right += sum(leg.answer == usual for leg in one)
    return right


def _guess_one(legs: Sequence[Leg], context: LegContext) -> Fraction:
    """Legs right, on average, when one stop before the finish is drawn from the world and the rest is done well."""
    return sum((_guessed(leg, context) for leg in legs), Fraction(0))


def _guessed(leg: Leg, context: LegContext) -> Fraction:
    right = tried = 0
    for index in range(len(leg.stops) - 1):
        choices = draws_of(leg, index, context)
        rng = stream(0, "guess", leg.seed_title, index)
        for _ in range(GUESSES if choices else 0):
            tried += 1
            right += _answer_with(leg, index, rng.choice(choices), context) == leg.answer
    return Fraction(right, tried) if tried else Fraction(0)


def _answer_with(leg: Leg, index: int, value: Value, context: LegContext) -> int | None:
    values: list[Value] = []
    for place, stop in enumerate(leg.stops):
        try:
            values.append(value if place == index else run_stop(stop, values, context))
        except NotTaken:
            return None
    last = values[-1]
    return int(last.value) if last.type == "number" else None


@rule("L16", "leg", "release")
def check_adversaries(legs: Sequence[Leg], context: LegContext) -> Iterator[Finding]:
    """No agent that skips the work is right more often than chance, or than the measured effects, allow."""
    for one in play(legs, context):
        if one.allowed is None:
            yield from _guessable(legs, one)
        elif one.right > one.allowed:
            message = f"“{one.name}” is right on {one.right} of {one.legs} legs; chance allows {one.allowed}"
            yield _shortcut(one, message)


def _shortcut(one: Played, message: str) -> Finding:
    place = f"adversaries: {one.name}"
    return Finding(code="L16.shortcut", severity="critical", item="release", place=place, message=message)


def _guessable(legs: Sequence[Leg], one: Played) -> Iterator[Finding]:
    """Guessing one stop succeeds no more often than the recorded effects allow, three standard errors left."""
    rates: list[Fraction] = []
    for leg in legs:
        if is_sound(leg) and len(leg.stops) > 1:
            kept = [Fraction(s.sensitivity.draws - s.sensitivity.changed, s.sensitivity.draws) for s in leg.stops[:-1]]
            rates.append(sum(kept, Fraction(0)) / len(kept))
    if not rates or not one.legs:
        return
    expected, observed = sum(rates, Fraction(0)) / len(rates), one.right / one.legs
    guesses = sum(GUESSES * (len(leg.stops) - 1) for leg in legs)
    if observed > expected and (observed - expected) ** 2 > 9 * expected * (1 - expected) * Fraction(2, guesses):
        yield _shortcut(
            one, f"it is right in {float(observed):.1%} of cases; the measured effects allow {float(expected):.1%}"
        )
