"""The benchmark's metrics (paper 5.1 and appendices D to H) over answers to tandem questions.

An answer is one output for one presentation: question, variant, rotation and sample. In rotation r the option with
index i stands at position (i - r) mod 4; in verification variants the statement that a better plan exists takes the
place of the option that is taken out.
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from schemas.errors import InputError
from schemas.tandem import TandemQuestion

__all__ = ["Answer", "Report", "Variant", "auroc", "normalised", "option_at", "score"]

Variant: TypeAlias = Literal["base", "retained", "removed"]
Failure: TypeAlias = Literal["truncated", "missing", "multiple", "infrastructure"]

ROTATIONS = 4
TOLERANCE = Fraction(1, 10_000)


class Answer(NamedTuple):
    """One output: the position chosen (0 to 3), or why there is none, and the better plan's probability if told."""

    question: str
    variant: Variant
    rotation: int
    sample: int
    position: int | None
    failure: Failure | None = None
    better: Fraction | None = None


class Report(NamedTuple):
    """The metrics of one set of answers; shares are exact fractions, None where nothing counts.

    `decision` equation 8, `verification` equation 9 with its `detection` and `false_alarm` rates and the paired
    responses (retained, removed) in `pairs`; `regret` equation 10 over feasible choices; `outcomes` the shares of
    feasible, unfinishable and invalid choices; `rotations` decision accuracy a rotation; `consistency` the share of
    questions answered by one and the same plan in all rotations; `conflict_fast` how often an earlier stage that
    costs more is chosen on conflict questions; `matched` decision accuracy short and long on pairs that share plans;
    `marked` says of each answer, those left out included, whether it is right.
    """

    questions: int
    answers: int
    failures: dict[str, int]
    decision: Fraction | None
    task_macro: Fraction | None
    by_tag: dict[str, Fraction]
    by_horizon: dict[str, Fraction]
    verification: Fraction | None
    detection: Fraction | None
    false_alarm: Fraction | None
    pairs: dict[str, int]
    regret: Fraction | None
    outcomes: dict[str, Fraction]
    rotations: tuple[Fraction | None, ...]
    consistency: Fraction | None
    conflict_fast: Fraction | None
    matched: tuple[Fraction | None, Fraction | None]
    auroc: Fraction | None
    marked: tuple[tuple[Answer, bool], ...]

    @property
    def rotation_range(self) -> Fraction | None:
        """The best rotation's decision accuracy less the worst's; None unless all four were asked."""
        shares = [share for share in self.rotations if share is not None]
        return max(shares) - min(shares) if len(shares) == ROTATIONS else None


def option_at(rotation: int, position: int) -> int:
    """The option that stands at a position in a rotation."""
    return (position + rotation) % ROTATIONS


def normalised(probabilities: Sequence[Fraction]) -> tuple[Fraction, ...] | None:
    """Probabilities scaled to one where their sum is within 1e-4 of it; None where the row can't be used."""
    total = sum(probabilities, Fraction(0))
    if any(p < 0 for p in probabilities) or abs(total - 1) > TOLERANCE:
        return None
    return tuple(p / total for p in probabilities)


def score(questions: Iterable[TandemQuestion], answers: Sequence[Answer]) -> Report:
    """All metrics. Where some question was answered in a variant, rotation and sample, every question has to be:
    what isn't there counts as missing.

    Raises InputError for an answer to an unknown question, out of range, or given twice.
    """
    known = {question.id: question for question in questions}
    _refuse_faulty(known, answers)
    answers = _completed(known, answers)
    base = [a for a in answers if a.variant == "base"]
    right = {a: _right(known[a.question], a) for a in base}
    retained = [a for a in answers if a.variant == "retained"]
    removed = [a for a in answers if a.variant == "removed"]
    reports = {a: _reports_better(known[a.question], a) for a in (*retained, *removed)}
    detection = _share(reports[a] is True for a in removed)
    rejection = _share(reports[a] is False for a in retained)
    false_alarm = _share(reports[a] is True for a in retained)
    verification = None if detection is None or rejection is None else (detection + rejection) / 2
    return Report(
        questions=len(known),
        answers=len(answers),
        failures=dict(sorted(Counter(a.failure for a in answers if a.failure).items())),
        decision=_share(right.values()),
        task_macro=_macro([(known[a.question].order, right[a]) for a in base]),
        by_tag=_grouped((tag, right[a]) for a in base for tag in known[a.question].tags),
        by_horizon=_grouped((known[a.question].goal.horizon, right[a]) for a in base),
        verification=verification,
        detection=detection,
        false_alarm=false_alarm,
        pairs=_paired(retained, removed, reports),
        regret=_regret(known, base),
        outcomes=_outcomes(known, base),
        rotations=tuple(_share(right[a] for a in base if a.rotation == r) for r in range(ROTATIONS)),
        consistency=_consistency(base),
        conflict_fast=_share(_fast(known[a.question], a) for a in base if known[a.question].conflict),
        matched=_matched(known, right),
        auroc=auroc(
            [a.better for a in removed if a.better is not None], [a.better for a in retained if a.better is not None]
        ),
        marked=tuple((a, right[a] if a.variant == "base" else reports[a] is (a.variant == "removed")) for a in answers),
    )


def _completed(known: Mapping[str, TandemQuestion], answers: Sequence[Answer]) -> list[Answer]:
    """The answers, and a missing one wherever a question was left out of a round that others were asked in."""
    rounds = sorted({(a.variant, a.rotation, a.sample) for a in answers})
    there = {(a.question, a.variant, a.rotation, a.sample) for a in answers}
    absent = [
        Answer(question, variant, rotation, sample, None, "missing")
        for variant, rotation, sample in rounds
        for question in sorted(known)
        if (question, variant, rotation, sample) not in there
    ]
    return [*answers, *absent]


def _refuse_faulty(known: Mapping[str, TandemQuestion], answers: Sequence[Answer]) -> None:
    seen: set[tuple[str, str, int, int]] = set()
    for answer in answers:
        key = (answer.question, answer.variant, answer.rotation, answer.sample)
        if answer.question not in known:
            raise InputError(f"an answer to {answer.question}, which is no question of the release")
        if key in seen:
            raise InputError(f"two answers to {answer.question}, {answer.variant}, rotation {answer.rotation}")
        if not 0 <= answer.rotation < ROTATIONS or not (answer.position is None or 0 <= answer.position < ROTATIONS):
            raise InputError(f"an answer to {answer.question} with a rotation or position that isn't 0 to 3")
        if (answer.position is None) == (answer.failure is None):
            raise InputError(f"an answer to {answer.question} needs either a position or a failure")
        seen.add(key)


def _chosen(answer: Answer) -> int | None:
    return None if answer.position is None else option_at(answer.rotation, answer.position)


def _right(question: TandemQuestion, answer: Answer) -> bool:
    return _chosen(answer) == question.gold


def _reports_better(question: TandemQuestion, answer: Answer) -> bool | None:
    """Whether the statement was chosen; None for an invalid answer."""
    gone = question.gold if answer.variant == "removed" else question.pair.removed_when_retained
    chosen = _chosen(answer)
    return None if chosen is None else chosen == gone


def _share(values: Iterable[bool]) -> Fraction | None:
    counted = list(values)
    return Fraction(sum(counted), len(counted)) if counted else None


def _grouped(rows: Iterable[tuple[str, bool]]) -> dict[str, Fraction]:
    groups: dict[str, list[bool]] = defaultdict(list)
    for name, value in rows:
        groups[name].append(value)
    return {name: Fraction(sum(values), len(values)) for name, values in sorted(groups.items())}


def _macro(rows: list[tuple[str, bool]]) -> Fraction | None:
    groups = _grouped(rows)
    return sum(groups.values(), Fraction(0)) / len(groups) if groups else None


def _paired(retained: list[Answer], removed: list[Answer], reports: Mapping[Answer, bool | None]) -> dict[str, int]:
    """Counts of (optimum retained, optimum removed) responses: yes reports a better plan, no picks a plan."""
    words = {True: "yes", False: "no", None: "invalid"}
    first = {(a.question, a.rotation, a.sample): words[reports[a]] for a in retained}
    counts = Counter(
        f"{first[key]}/{words[reports[a]]}" for a in removed if (key := (a.question, a.rotation, a.sample)) in first
    )
    return dict(sorted(counts.items()))


def _regret(known: Mapping[str, TandemQuestion], base: list[Answer]) -> Fraction | None:
    """The mean of extra joint steps over feasible choices; the optimum counts as zero."""
    extra = [
        cost - known[a.question].optimum.cost
        for a in base
        if (chosen := _chosen(a)) is not None and (cost := known[a.question].options[chosen].cost) is not None
    ]
    return Fraction(sum(extra), len(extra)) if extra else None


def _outcomes(known: Mapping[str, TandemQuestion], base: list[Answer]) -> dict[str, Fraction]:
    names: list[str] = []
    for answer in base:
        chosen = _chosen(answer)
        cost = None if chosen is None else known[answer.question].options[chosen].cost
        names.append("invalid" if chosen is None else "unfinishable" if cost is None else "feasible")
    return {name: Fraction(names.count(name), len(names)) for name in ("feasible", "unfinishable", "invalid") if names}


def _consistency(base: list[Answer]) -> Fraction | None:
    """Within each sample, over questions that were answered in all four rotations."""
    groups: dict[tuple[str, int], list[int | None]] = defaultdict(list)
    for answer in base:
        groups[answer.question, answer.sample].append(_chosen(answer))
    whole = [choices for choices in groups.values() if len(choices) == ROTATIONS]
    return _share(None not in choices and len(set(choices)) == 1 for choices in whole)


def _fast(question: TandemQuestion, answer: Answer) -> bool:
    """Whether a feasible option was chosen that ends its stage before the optimum does and costs more."""
    chosen = _chosen(answer)
    if chosen is None:
        return False
    gold, option = question.options[question.gold], question.options[chosen]
    if option.cost is None or option.stage is None or gold.stage is None:
        return False
    return option.stage < gold.stage and option.cost > question.optimum.cost


def _matched(
    known: Mapping[str, TandemQuestion], right: Mapping[Answer, bool]
) -> tuple[Fraction | None, Fraction | None]:
    """Short and long decision accuracy over the scenarios whose two questions share programs and optimum."""
    of: dict[str, list[TandemQuestion]] = defaultdict(list)
    for question in known.values():
        of[question.scenario].append(question)
    shared = {
        question.id
        for both in of.values()
        if len(both) == 2 and both[0].gold == both[1].gold
        and [o.programs for o in both[0].options] == [o.programs for o in both[1].options]
        for question in both
    }  # fmt: skip
    shares = {
        horizon: _share(
            value for a, value in right.items() if a.question in shared and known[a.question].goal.horizon == horizon
        )
        for horizon in ("short", "long")
    }
    return shares["short"], shares["long"]


def auroc(positive: Sequence[Fraction], negative: Sequence[Fraction]) -> Fraction | None:
    """How often a positive ranks above a negative, ties counting half; None without both."""
    if not positive or not negative:
        return None
    ranked = sorted((value, kind) for kind, values in ((0, negative), (1, positive)) for value in values)
    wins, below = Fraction(0), 0
    for _, group in itertools.groupby(ranked, key=lambda row: row[0]):
        kinds = [kind for _, kind in group]
        ups = sum(kinds)
        wins += ups * below + Fraction(ups * (len(kinds) - ups), 2)
        below += len(kinds) - ups
    return wins / (len(positive) * len(negative))
