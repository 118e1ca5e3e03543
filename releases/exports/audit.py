"""Audits an AgentCoMa CSV by the checks of triplets that its six columns allow; what they don't is not checkable."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from releases.check import Report
from releases.exports.agentcoma import COLUMNS, Row, Sourced, read_csv, read_rows
from releases.foreign.source import first_line
from releases.scoring.numbers import read_number
from schemas.amounts import BOUNDS, Operation
from schemas.canonical import JSON
from schemas.errors import InputError
from schemas.findings import Finding, Severity
from validators.triplets.amounts import Figures, figures, worth
from validators.triplets.duplicates import Asked, near_duplicates
from validators.triplets.exact import Rational
from validators.triplets.hidden import hidden_in
from validators.triplets.names import plain_form
from validators.triplets.reckoning import MOST_NUMBERS, Way, ways_to

__all__ = ["CHECKED", "NOT_CHECKABLE", "audit", "holds_rows"]

CHECKED: Final = ("T1", "T3", "T4", "T5", "T10")
"""The rules that are applied, in part or whole."""

NOT_CHECKABLE: Final = (
    "T1.units (no unit is recorded)",
    "T2 (no options or verdicts are recorded: neither the choice nor the lucky choices can be evaluated)",
    "T3 beyond numbers and context (the parts of a question are not recorded)",
    "T4.ordered-by-answer, T4.ordered-by-rank, T4.choice-named (no options are recorded)",
    "T6 (no ids)",
    "T7 (no scenarios)",
    "T8 (no positions of chosen options)",
    "T9 (no templates)",
)
"""What six columns can't tell, with the reason."""

QUESTIONS: Final = ("question_composition", "question_math")


def holds_rows(path: Path) -> bool:
    """Whether a file is a CSV, or JSON lines with the columns of the CSV."""
    if path.suffix.lower() == ".csv":
        return True
    if not path.is_file() or path.suffix.lower() != ".jsonl":
        return False
    keys = first_line(path).keys()
    return set(COLUMNS) <= keys and "family" not in keys  # an item of ours has these columns too


def audit(path: Path) -> Report:
    """Check an AgentCoMa CSV, or JSON lines with its columns, row by row, and its rows against each other.

    Raises InputError for no such file.
    """
    rows = read_csv(path) if path.suffix.lower() == ".csv" else read_rows(path)
    if not rows:
        raise InputError(f"{path}: it holds no row")
    found = [finding for sourced in rows for finding in _row_findings(sourced)]
    found += _together(rows)
    operations = Counter(operation for sourced in rows if (operation := _operation(sourced.row)))
    unclear = len(rows) - operations.total()
    stats: dict[str, JSON] = {"operations": {**dict(sorted(operations.items()))}, "operation_unclear": unclear}
    return Report(len(rows), tuple(found), NOT_CHECKABLE, CHECKED, {"agentcoma": stats})


def _row_findings(sourced: Sourced) -> Iterator[Finding]:
    name, row = sourced
    yield from _numbers(name, row)
    yield from _readings(name, row)
    yield from _parts(name, row)
    yield from _answers(name, row)


def _numbers(name: str, row: Row) -> Iterator[Finding]:
    """T1: every number is read, the same ones stand in both questions, no word hides a step; answers are equal."""
    for place in QUESTIONS:
        text: str = getattr(row, place)
        for word in figures(text).unread:
            yield _found("T1.unread-number", name, place, f"{word!r} holds a number that is no quantity", "warning")
        for words in hidden_in(text):
            yield _found("T1.hidden-step", name, place, f"{words!r} brings a step or a number without writing it")
    whole, part = (Counter(_worths(figures(getattr(row, place)))) for place in QUESTIONS)
    for number in sorted(part - whole):
        told = f"{number} stands in the maths question and not in the composed one"
        yield _found("T1.missing-number", name, "question_composition", told)
    gold = [_gold(getattr(row, place)) for place in ("answer_composition", "answer_math")]
    if None not in gold and gold[0] != gold[1]:
        told = f"the composed answer is {row.answer_composition}, the maths answer {row.answer_math}"
        yield _found("T1.answers-differ", name, "answer_math", told)


def _readings(name: str, row: Row) -> Iterator[Finding]:
    """T1: exactly one single operation on a question's numbers gives its answer, and people do it by hand."""
    for place, answer in zip(QUESTIONS, (row.answer_composition, row.answer_math), strict=True):
        numbers = _worths(figures(getattr(row, place)))
        gold = _gold(answer)
        if gold is None:
            continue  # told as T5.not-a-number
        if len(numbers) > MOST_NUMBERS:
            told = f"{len(numbers)} numbers; at most {MOST_NUMBERS} are checked"
            yield _found("T1.too-many-numbers", name, place, told)
            continue
        ways = _ways(gold, answer, numbers)
        if not ways:
            yield _found("T1.no-reading", name, place, f"no single operation on its numbers gives {answer}")
        elif len(ways) > 1:
            told = "; ".join(f"{way.operation} of {_shown(numbers, way)}" for way in ways[:4])
            yield _found("T1.two-readings", name, place, f"{len(ways)} single operations give the answer: {told}")
        elif place == "question_math":
            yield from _by_hand(name, ways[0], [numbers[at] for at in ways[0].places], gold)


def _by_hand(name: str, way: Way, operands: Sequence[Rational], gold: Rational) -> Iterator[Finding]:
    bounds = BOUNDS[way.operation]
    if len(operands) > bounds.operands or max(operands) > bounds.operand or not 0 < gold <= bounds.result:
        told = f"{way.operation} of {', '.join(map(str, operands))} is not what a person does by hand"
        yield _found("T1.not-by-hand", name, "question_math", told, "warning")


def _parts(name: str, row: Row) -> Iterator[Finding]:
    """T3 and T4: the commonsense question has no number, and no answer is printed in a question."""
    read = figures("" if _is_maths_first(row) else row.question_commonsense)
    words = [row.question_commonsense[figure.start : figure.end] for figure in read.known] + list(read.unread)
    for word in words:
        told = f"{word!r} is a quantity; the commonsense question has none"
        yield _found("T3.quantity-in-commonsense", name, "question_commonsense", told)
    gold = _gold(row.answer_math if _is_maths_first(row) else row.answer_composition)
    for place in QUESTIONS:
        if gold is not None and gold in _worths(figures(getattr(row, place))):
            yield _found("T4.answer-printed", name, place, f"the answer {gold} stands in the text")


def _is_maths_first(row: Row) -> bool:
    """Whether the composed answer is the choice: then the commonsense question states the number that it takes."""
    accepted = {plain_form(answer) for answer in row.answers_commonsense}
    return _gold(row.answer_composition) is None and plain_form(row.answer_composition) in accepted


def _answers(name: str, row: Row) -> Iterator[Finding]:
    """T5: numbers are single numbers, accepted answers are a set."""
    for place in ("answer_math",) if _is_maths_first(row) else ("answer_math", "answer_composition"):
        if _gold(getattr(row, place)) is None:
            yield _found("T5.not-a-number", name, place, f"{getattr(row, place)[:60]!r} is no single number")
    forms = Counter(plain_form(answer) for answer in row.answers_commonsense)
    for form, times in forms.items():
        if times > 1:
            told = f"{form!r} is accepted {times} times, in forms that are compared alike"
            yield _found("T5.not-a-set", name, "answers_commonsense", told, "warning")


def _together(rows: Sequence[Sourced]) -> Iterator[Finding]:
    """T10: no question stands twice, and none nearly repeats another."""
    asked = [Asked(sourced.name, sourced.row.question_composition) for sourced in rows]
    for pair in near_duplicates(asked):
        if pair.one.text == pair.two.text:
            yield _found("T10.same-item", pair.one.name, "question_composition", f"{pair.two.name} asks exactly this")
        else:
            share = int(100 * max(pair.words, pair.frame))
            told = f"nearly {pair.two.name} ({share} %): {pair.one.text[:400]!r} and {pair.two.text[:400]!r}"
            yield _found("T10.near-duplicate", pair.one.name, "question_composition", told, "warning")


def _operation(row: Row) -> Operation | None:
    """The operation of the maths question, where exactly one single operation gives its answer."""
    gold = _gold(row.answer_math)
    numbers = _worths(figures(row.question_math))
    if gold is None or len(numbers) > MOST_NUMBERS:
        return None
    operations = {way.operation for way in _ways(gold, row.answer_math, numbers)}
    return operations.pop() if len(operations) == 1 else None


def _ways(gold: Rational, answer: str, numbers: Sequence[Rational]) -> list[Way]:
    """The single operations that give an answer; a decimal answer may be rounded, half a unit of its last place."""
    ways = list(ways_to(gold, numbers))
    decimals = len(answer.partition(".")[2].strip()) if re.fullmatch(r"\s*\d+\.\d+\s*", answer) else 0
    if ways or not decimals:
        return ways
    near = Rational(1, 2 * 10**decimals)
    return [
        Way("division", (first, second))
        for first, one in enumerate(numbers)
        for second, two in enumerate(numbers)
        if first != second and two != 0 and abs(one / two - gold) <= near
    ]


def _gold(text: str) -> Rational | None:
    """An answer of the CSV as an exact number: a percentage counts as in arithmetic."""
    reading = read_number(text)
    if reading.value is None:
        return None
    value = Rational(reading.value.numerator, reading.value.denominator)
    return value / 100 if reading.unit == "percent" else value


def _worths(read: Figures) -> list[Rational]:
    """What the numbers of a foreign text count as; those in units that our items don't have count bare."""
    return [worth(figure.value, figure.unit) for figure in (*read.known, *read.foreign)]


def _shown(numbers: Sequence[Rational], way: Way) -> str:
    return ", ".join(str(numbers[place]) for place in way.places)


def _found(code: str, name: str, place: str, message: str, severity: Severity = "critical") -> Finding:
    return Finding(code=code, severity=severity, item=name, place=place, message=message[:1000])
