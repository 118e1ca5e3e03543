"""Scores triplets: numbers by the parser, choices by match and then by a judge where one is given, and the gap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from releases.scoring.base import Line, Options, Scored, Scorer
from releases.scoring.choices import Choice, Match, MatchedBy, match_choice
from releases.scoring.figures import QUESTIONS, Figures, Mark, Outcome, Question, figures, grouped
from releases.scoring.humans import Agreement, agreement, read_human
from releases.scoring.judge import Judge
from releases.scoring.numbers import agrees, read_number
from releases.scoring.telling import told
from schemas.base import Record, parse_record
from schemas.canonical import JSON
from schemas.errors import InputError
from schemas.predictions import TripletPrediction
from schemas.triplets import Split, Triplet

__all__ = ["TripletScorer", "choice_of", "mark_answer", "mark_number"]

UNREAD_KEPT = 50
"""The most unread answers that a report lists one by one."""


class Unread(NamedTuple):
    """An answer that could not be read, and why."""

    item: str
    question: str
    why: str


class TripletScorer(Scorer):
    """Scoring of the triplets config."""

    config = "triplets"
    item = "triplet"

    def score(self, items: Sequence[Record], lines: Sequence[Line], options: Options) -> Scored:
        """The paper's figures over the splits that the predictions are about, or the one that is asked for."""
        triplets = [item for item in items if isinstance(item, Triplet)]
        known = {item.id: item for item in triplets}
        given = _predictions(lines)
        splits = {options.split} if options.split else {known[name].split for name in given if name in known}
        held = [item for item in triplets if item.split in splits]
        if not held:
            raise InputError(_nothing(triplets, options, lines))
        judge = _judge(options)
        marker = _Marker(judge)
        outcomes = [marker.outcome(item, given[item.id]) for item in held if item.id in given]
        missing = tuple(item.id for item in held if item.id not in given)
        extra = tuple(name for name in given if name not in known or known[name].split not in splits)
        whole = figures(outcomes, options.seed, options.samples)
        parts = {
            by: {name: figures(some, options.seed, options.samples) for name, some in groups.items()}
            for by, groups in grouped(outcomes).items()
        }
        agreed = _agreement(marker, options)
        report = _report(whole, parts, splits, marker, judge, agreed, options)
        report |= {"missing": list(missing), "extra": list(extra)}
        text = told(whole, parts, sorted(splits), missing, extra, agreed)
        return Scored(self.config, len(held), missing, extra, report, text)


def choice_of(item: Triplet) -> Choice:
    """What an item's commonsense question asks for, and a maths-first item's composed question."""
    return Choice(item.answers_commonsense, item.options, item.choice, item.structure)


def mark_number(text: str | None, gold: str, item: Triplet) -> tuple[Mark, str]:
    """The mark of a numeric answer, and why it could not be read where it couldn't."""
    if text is None:
        return "unasked", ""
    reading = read_number(text)
    if reading.value is None:
        return "unread", reading.why
    return ("right" if agrees(reading, gold, item.answer_unit, item.precision) else "wrong"), ""


def mark_answer(text: str, question: Question, item: Triplet) -> Mark:
    """The mark of an answer to any of the three questions, without a judge."""
    if item.asks_choice(question):
        right = match_choice(text, choice_of(item)).right
        return "unread" if right is None else "right" if right else "wrong"
    return mark_number(text, _gold(question, item), item)[0]


def _gold(question: Question, item: Triplet) -> str:
    """The right number of a question that asks for one."""
    return item.answer_math if question == "math" else item.answer_composition


class _Marker:
    """Marks answers one item after the other, and keeps what is told about them."""

    def __init__(self, judge: Judge | None) -> None:
        self._judge = judge
        self.unread: list[Unread] = []
        self.matched: Counter[MatchedBy] = Counter()
        self.verdicts: dict[str, bool] = {}
        """Ids of items whose commonsense answer was decided, and how."""

    def outcome(self, item: Triplet, given: TripletPrediction) -> Outcome:
        """What became of one item."""
        maths = self._mark(item, "math", given.math)
        composed = self._mark(item, "composition", given.composition)
        return Outcome(item, self._mark(item, "commonsense", given.commonsense), maths, composed)

    def _mark(self, item: Triplet, question: Question, text: str | None) -> Mark:
        if text is not None and item.asks_choice(question):
            return self._choice(item, question, text)
        mark, why = mark_number(text, _gold(question, item), item)
        if why:
            self.unread.append(Unread(item.id, question, why))
        return mark

    def _choice(self, item: Triplet, question: Question, text: str) -> Mark:
        match = match_choice(text, choice_of(item))
        if question == "commonsense":
            self.matched[match.by] += 1
        right = match.right
        if right is not True and self._judge is not None:
            right = self._judged(item, question, text, match)
        if right is None:
            why = "it names the two ends in the other order" if match.by == "other-order" else "it names no option"
            self.unread.append(Unread(item.id, question, f"{why}: {match.said[:60]!r}"))
            return "unread"
        if question == "commonsense":
            self.verdicts[item.id] = right
        return "right" if right else "wrong"

    def _judged(self, item: Triplet, question: Question, text: str, match: Match) -> bool | None:
        if self._judge is None:
            return match.right
        asked = item.question_commonsense if question == "commonsense" else item.question_composition
        verdict = self._judge.ask(item.id, asked, item.answers_commonsense, text)
        return match.right if verdict.verdict == "unusable" else verdict.verdict == "right"


def _predictions(lines: Sequence[Line]) -> dict[str, TripletPrediction]:
    """Predictions by id. Raises InputError for one that is no prediction, or an item predicted twice."""
    given: dict[str, TripletPrediction] = {}
    seen: dict[str, str] = {}
    for line in lines:
        prediction = parse_record(TripletPrediction, line.text, line.where)
        if line.id in given:
            raise InputError(f"{line.where}: {line.id} is predicted already, on {seen[line.id]}; keep one of the lines")
        given[line.id], seen[line.id] = prediction, line.where
    return given


def _nothing(items: Sequence[Triplet], options: Options, lines: Sequence[Line]) -> str:
    splits = sorted({item.split for item in items})
    if options.split and options.split not in splits:
        return f"no triplet is in the split {options.split}; there are {', '.join(splits) or 'none'}"
    example = lines[0].id if lines else "none"
    return f"none of the predictions is for an item of this release (the first is for {example}): is it the right one?"


def _judge(options: Options) -> Judge | None:
    if options.judge is None:
        return None
    if not options.judge_model:
        raise InputError("a judge needs the name of its model: --judge-model")
    return Judge(options.judge, options.judge_model, options.verdicts)


def _agreement(marker: _Marker, options: Options) -> Agreement | None:
    return None if options.human is None else agreement(marker.verdicts, read_human(options.human))


def _report(
    whole: Figures, parts: dict[str, dict[str, Figures]], splits: set[Split], marker: _Marker, judge: Judge | None,
    agreed: Agreement | None, options: Options,
) -> dict[str, JSON]:  # fmt: skip
    split_names: list[JSON] = [*sorted(splits)]
    unread: list[JSON] = [
        {"item": one.item, "question": one.question, "why": one.why} for one in marker.unread[:UNREAD_KEPT]
    ]
    by: dict[str, JSON] = {name: {key: one.as_json() for key, one in some.items()} for name, some in parts.items()}
    judged: JSON = None
    if judge is not None:
        words = Counter(verdict.verdict for verdict in judge.used)
        judged = {"model": options.judge_model, "asked": len(judge.used), **dict(sorted(words.items()))}
    return {
        "splits": split_names,
        **whole.as_json(),
        "by": by,
        "bootstrap": {"samples": options.samples, "seed": options.seed, "level": 0.95, "over": "templates"},
        "commonsense_matched_by": dict(sorted(marker.matched.items())),
        "judge": judged,
        "agreement": None if agreed is None else agreed.as_json(),
        "unread": unread,
        "questions": list(QUESTIONS),
    }
