"""Scores tandem questions: decision and verification metrics over showings in any rotations and samples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from releases.scoring.base import Line, Options, Scored, Scorer
from releases.scoring.bootstrap import Counted, Ratio, ratios
from schemas.base import Record, parse_record
from schemas.canonical import JSON
from schemas.errors import InputError
from schemas.legs import Split
from schemas.predictions import TandemPrediction
from schemas.tandem import TandemQuestion, TandemVerification
from solvers.tandem.metrics import Answer, Report, Variant, normalised, score

__all__ = ["DecisionScorer", "VerificationScorer"]

LETTERS = "ABCD"
NAMED = 5
"""How many missing or extra ids are named."""


class _Item(NamedTuple):
    """An item of either config: its id and split, its base question, which variant is shown, and where the statement
    that a better plan exists stands (None: nowhere).
    """

    id: str
    split: Split
    base: TandemQuestion
    variant: Variant
    statement: int | None


class _Given(NamedTuple):
    """Answers, and how many rows of probabilities can be used or can't."""

    answers: dict[str, list[Answer]]
    probabilities: Counter[str]


class _TandemScorer(Scorer):
    """What both configs share; `decision` says which metrics are told."""

    decision: bool

    def score(self, items: Sequence[Record], lines: Sequence[Line], options: Options) -> Scored:
        """Metrics over the splits that the predictions are about, or the one that is asked for."""
        known = {one.id: one for one in map(_item, items)}
        given = _answers(known, lines)
        splits = {options.split} if options.split else {known[name].split for name in given.answers if name in known}
        held = [one for one in known.values() if one.split in splits]
        if not held:
            raise InputError(f"{lines[0].where}: no item of the release that is asked for has this id: {lines[0].id}")
        missing = tuple(one.id for one in held if one.id not in given.answers)
        extra = tuple(name for name in given.answers if name not in known or known[name].split not in splits)
        answers = [answer for one in held for answer in given.answers.get(one.id, ())]
        bases = {one.base.id: one.base for one in held}
        found = score(bases.values(), answers)
        intervals = _intervals(bases, found.marked, options)
        report = _json(found, self.decision) | {name: ratio.as_json() for name, ratio in intervals.items()}
        report |= {"probabilities": dict(given.probabilities), "missing": list(missing), "extra": list(extra)}
        told = "\n".join(self._told(found, intervals, given, sorted(splits), len(held), missing, extra))
        return Scored(self.config, len(held), missing, extra, report, told)

    def _told(
        self, found: Report, intervals: dict[str, Ratio], given: _Given, splits: list[str], items: int,
        missing: tuple[str, ...], extra: tuple[str, ...],
    ) -> Iterator[str]:  # fmt: skip
        yield f"{self.config} ({', '.join(splits)}): {items} questions, {found.answers} showings"
        yield from _decision_lines(found) if self.decision else _verification_lines(found)
        for name, ratio in intervals.items():
            if ratio.low is not None and ratio.high is not None:
                yield f"  95 % interval, {name.replace('_', ' ')}: [{100 * ratio.low:.1f}, {100 * ratio.high:.1f}]"
        if found.failures:
            yield "  no valid choice: " + ", ".join(f"{name} {count}" for name, count in found.failures.items())
        if given.probabilities["unusable"]:
            yield f"  probabilities that can't be used: {given.probabilities['unusable']} showings"
        for what, ids in (("no prediction for", missing), ("predictions for no scored item:", extra)):
            if ids:
                more = f" and {len(ids) - NAMED} more" if len(ids) > NAMED else ""
                yield f"{what} {', '.join(ids[:NAMED])}{more} ({len(ids)} in all)"


class DecisionScorer(_TandemScorer):
    """Scoring of decision questions."""

    config = "tandem_decision"
    item = "tandem"
    decision = True


class VerificationScorer(_TandemScorer):
    """Scoring of verification questions."""

    config = "tandem_verification"
    item = "tandem_verification"
    decision = False


def _item(record: Record) -> _Item:
    if isinstance(record, TandemVerification):
        return _Item(record.id, _split(record.split), record.base, record.variant, record.removed)
    if not isinstance(record, TandemQuestion):
        raise TypeError(f"not a tandem question: {type(record).__name__}")
    return _Item(record.id, _split(record.split), record, "base", None)


def _split(name: str) -> Split:
    return "dev" if name == "dev" else "test"


def _answers(known: dict[str, _Item], lines: Sequence[Line]) -> _Given:
    """The answers by the id that they are for. Raises InputError for one that can't be read or is there twice."""
    given = _Given({}, Counter())
    seen: set[tuple[str, int, int]] = set()
    for line in lines:
        prediction = parse_record(TandemPrediction, line.text, line.where)
        key = (prediction.id, prediction.rotation, prediction.sample)
        if key in seen:
            told = f"rotation {prediction.rotation}, sample {prediction.sample}"
            raise InputError(f"{line.where}: {prediction.id}: a second answer to {told}")
        if (prediction.choice is None) != (prediction.failure is not None):
            raise InputError(f"{line.where}: {prediction.id}: it needs either a choice or a failure")
        seen.add(key)
        own = given.answers.setdefault(prediction.id, [])
        if prediction.id in known:
            own.append(_answer(known[prediction.id], prediction, given.probabilities))
    return given


def _answer(item: _Item, prediction: TandemPrediction, counts: Counter[str]) -> Answer:
    position = None if prediction.choice is None else LETTERS.index(prediction.choice)
    better = None
    if prediction.probabilities is not None:
        scaled = normalised([Fraction(text) for text in prediction.probabilities])
        counts["unusable" if scaled is None else "used"] += 1
        if scaled is not None and item.statement is not None:
            better = scaled[(item.statement - prediction.rotation) % len(LETTERS)]
    return Answer(
        item.base.id, item.variant, prediction.rotation, prediction.sample, position, prediction.failure, better
    )


def _intervals(
    bases: dict[str, TandemQuestion], marked: Sequence[tuple[Answer, bool]], options: Options
) -> dict[str, Ratio]:
    """Accuracy over all showings, with scenarios and then tasks drawn again (paper, appendix H)."""
    rows = [[Counted(int(correct), 1)] for _, correct in marked]
    if not rows:
        return {}
    by = {
        "scenarios_drawn_again": [f"{bases[a.question].split} {bases[a.question].scenario}" for a, _ in marked],
        "tasks_drawn_again": [bases[a.question].order for a, _ in marked],
    }
    return {name: ratios(rows, groups, options.seed, options.samples)[0] for name, groups in by.items()}


def _json(found: Report, decision: bool) -> dict[str, JSON]:
    """The metrics of one config, shares to six decimals."""
    shared: dict[str, JSON] = {"answers": found.answers, "failures": dict(found.failures)}
    if not decision:
        return shared | {
            "verification": _number(found.verification),
            "detection": _number(found.detection),
            "false_alarm": _number(found.false_alarm),
            "pairs": dict(found.pairs),
            "auroc": _number(found.auroc),
        }
    return shared | {
        "decision": _number(found.decision),
        "task_macro": _number(found.task_macro),
        "by_horizon": _numbers(found.by_horizon),
        "by_tag": _numbers(found.by_tag),
        "regret": _number(found.regret),
        "outcomes": _numbers(found.outcomes),
        "rotations": [_number(share) for share in found.rotations],
        "rotation_range": _number(found.rotation_range),
        "consistency": _number(found.consistency),
        "conflict_fast": _number(found.conflict_fast),
        "matched_short": _number(found.matched[0]),
        "matched_long": _number(found.matched[1]),
    }


def _number(share: Fraction | None) -> JSON:
    return None if share is None else round(float(share), 6)


def _numbers(shares: dict[str, Fraction]) -> dict[str, JSON]:
    return {name: _number(share) for name, share in shares.items()}


def _percent(share: Fraction | None) -> str:
    return "–" if share is None else f"{100 * float(share):.2f} %"


def _decision_lines(found: Report) -> Iterator[str]:
    yield f"  decision accuracy       {_percent(found.decision)}  (uniform choice 25 %)"
    yield f"  mean over tasks         {_percent(found.task_macro)}"
    for horizon, share in found.by_horizon.items():
        yield f"  {horizon:<23} {_percent(share)}"
    for tag, share in found.by_tag.items():
        yield f"  {tag:<23} {_percent(share)}"
    yield f"  matched, short to long  {_percent(found.matched[0])} → {_percent(found.matched[1])}"
    extra = "–" if found.regret is None else f"{float(found.regret):.2f} joint steps"
    yield f"  regret                  {extra}"
    yield "  choices                 " + ", ".join(
        f"{name} {_percent(share)}" for name, share in found.outcomes.items()
    )
    yield "  by rotation             " + ", ".join(_percent(share) for share in found.rotations)
    yield f"  range over rotations    {_percent(found.rotation_range)}"
    yield f"  same plan throughout    {_percent(found.consistency)}"
    yield f"  fast stage, conflicts   {_percent(found.conflict_fast)}"


def _verification_lines(found: Report) -> Iterator[str]:
    yield f"  verification accuracy   {_percent(found.verification)}  (always or never reporting 50 %)"
    yield f"  detection               {_percent(found.detection)}"
    yield f"  false alarm             {_percent(found.false_alarm)}"
    pairs = ", ".join(f"{name} {count}" for name, count in found.pairs.items())
    yield f"  retained/removed        {pairs or '–'}"
    area = "–" if found.auroc is None else f"{float(found.auroc):.3f}"
    yield f"  AUROC                   {area}"
