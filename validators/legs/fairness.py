"""L15: every digit is as often the answer as any other, by level and variant, over all, and by finish."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction

from schemas.findings import Finding, Severity
from schemas.legs import FinishLine, Leg
from validators.legs.context import LegContext
from validators.registry import rule

__all__ = ["check_digits", "check_finishes", "check_over_all", "chi_square"]

JUDGED = 20
"""From how many legs a batch is judged that comes without its recipe: fewer may be a part of one."""

FROM = 200
"""From how many legs chi-square is reported."""

TOO_SKEWED = Fraction("27.88")
"""The 99.9 % point of chi-square with nine degrees of freedom."""

ENOUGH = 150
"""From how many legs a finish that misses a digit is no accident: with fair digits, in 1.4 cases of a million."""


def chi_square(answers: Counter[int]) -> Fraction:
    """Pearson's statistic of the ten digits' counts against equal ones."""
    expected = Fraction(answers.total(), 10)
    return sum(((answers[digit] - expected) ** 2 / expected for digit in range(10)), Fraction(0))


def _found(code: str, severity: Severity, place: str, message: str) -> Finding:
    return Finding(code=code, severity=severity, item="release", place=place, message=message)


@rule("L15", "leg", "release")
def check_digits(legs: Sequence[Leg], context: LegContext) -> Iterator[Finding]:
    """By split, level and variant the counts of the digits differ by one at most, as a balanced schedule has them."""
    batches: dict[tuple[str, str, str], Counter[int]] = defaultdict(Counter)
    for leg in legs:
        batches[leg.split, leg.level, leg.variant][leg.answer] += 1
    for key, answers in sorted(batches.items()):
        counts = [answers[digit] for digit in range(10)]
        told = ", ".join(f"{digit}: {count}" for digit, count in enumerate(counts))
        place, whole = "/".join(key), context.page_share is not None or answers.total() >= JUDGED
        if whole and max(counts) - min(counts) > 1:
            yield _found("L15.unbalanced", "critical", place, f"the answers' digits aren't equally frequent: {told}")
        else:
            yield _found("L15.digit-counts", "note", place, f"answers of {answers.total()} legs by digit: {told}")


@rule("L15", "leg", "release")
def check_over_all(legs: Sequence[Leg], _context: LegContext) -> Iterator[Finding]:
    """Over a release of 200 legs and more the digits don't stray from equal counts."""
    if len(legs) < FROM:
        return
    statistic = chi_square(Counter(leg.answer for leg in legs))
    message = f"chi-square of the answers of {len(legs)} legs is {float(statistic):.1f} with nine degrees of freedom"
    skewed = statistic > TOO_SKEWED
    yield _found("L15.skewed" if skewed else "L15.chi-square", "critical" if skewed else "note", "answers", message)


@rule("L15", "leg", "release")
def check_finishes(legs: Sequence[Leg], _context: LegContext) -> Iterator[Finding]:
    """No finish misses a digit, where there are enough legs of it to tell."""
    by_finish: dict[str, Counter[int]] = defaultdict(Counter)
    for leg in legs:
        if isinstance(leg.stops[-1], FinishLine):
            by_finish[leg.stops[-1].operation][leg.answer] += 1
    for operation, answers in sorted(by_finish.items()):
        missing = [digit for digit in range(10) if not answers[digit]]
        if answers.total() >= ENOUGH and missing:
            message = f"none of {answers.total()} legs that end in it has the answer {', '.join(map(str, missing))}"
            yield _found("L15.missing-digit", "critical", f"finish: {operation}", message)
