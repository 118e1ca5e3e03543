"""Scores runs of legs: FA, PVR and RCR with intervals, by level and variant, failures by class, budget used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import get_args

from releases.scoring.base import Line, Options, Scored, Scorer
from releases.scoring.bootstrap import Counted, Ratio, ratios
from releases.scoring.runs.log import MOST_CALLS, read_log
from releases.scoring.runs.verdict import AnswerVerdict, Failure, Verdict, judge_run
from schemas.base import Record, parse_record
from schemas.canonical import JSON
from schemas.errors import InputError
from schemas.legs import Leg
from schemas.predictions import LegPrediction, ToolCall
from worlds.naming import PageNames
from worlds.snapshot import Snapshot

__all__ = ["LegScorer", "page_names"]

METRICS = ("FA", "PVR", "RCR")
NAMED = 5
"""How many missing or extra ids are named."""


class LegScorer(Scorer):
    """Scoring of the legs config."""

    config = "legs"
    item = "leg"

    def score(self, items: Sequence[Record], lines: Sequence[Line], options: Options) -> Scored:
        """The paper's metrics over the splits that the predictions are about, or the one that is asked for.

        A leg without a prediction counts like one without an answer; what its log shows is counted all the same.
        """
        legs = [item for item in items if isinstance(item, Leg)]
        known = {leg.id: leg for leg in legs}
        given = _predictions(lines)
        splits = {options.split} if options.split else {known[name].split for name in given if name in known}
        held = [leg for leg in legs if leg.split in splits]
        if not held:
            raise InputError(f"{lines[0].where}: no leg of the release that is asked for has this id: {lines[0].id}")
        log = read_log(options.log) if options.log else None
        names = page_names(held, options.world)
        verdicts = {leg.id: _judged(leg, names, given.get(leg.id, _none(leg)), log and log.calls) for leg in held}
        missing = tuple(leg.id for leg in held if leg.id not in given)
        named = dict.fromkeys((*given, *(log.calls if log else ())))
        extra = tuple(name for name in named if name not in known or known[name].split not in splits)
        whole = _figures(list(verdicts.values()), options)
        groups: dict[str, list[Verdict]] = {}
        for leg in held:
            groups.setdefault(f"{leg.level} {leg.variant}", []).append(verdicts[leg.id])
        parts = {name: _figures(some, options) for name, some in sorted(groups.items())}
        report = _report(whole, parts, list(verdicts.values()), options)
        alone = _figures([verdicts[leg.id] for leg in held if leg.id in given], options)
        report |= {"predicted": {"legs": len(held) - len(missing), **_shares(alone)}}
        report |= {"missing": list(missing), "extra": list(extra)}
        told = [*_told(whole, alone, parts, list(verdicts.values()), sorted(splits), missing, extra)]
        if log and log.unread:
            report |= {"unread": {"lines": log.unread, "first": [*log.why]}}
            told += [f"lines of the log that are no calls: {log.unread}", *(f"  {why}" for why in log.why)]
        return Scored(self.config, len(held), missing, extra, report, "\n".join(told), log.unread if log else 0)


def page_names(legs: Sequence[Leg], world: Path | None) -> PageNames:
    """Every name of a recorded world's pages; without the world, only the titles that the legs visit."""
    if world is None:
        names: dict[str, tuple[str, ...]] = {
            stop.evidence.title: () for leg in legs for stop in leg.stops if stop.stop_type == "route_info"
        }
    else:
        pages = Snapshot(world).pages
        names = {title: pages.aliases(title) for title in pages.titles()}
    return PageNames.over(legs[0].seed_url, names)


def _predictions(lines: Sequence[Line]) -> dict[str, LegPrediction]:
    """Predictions by id. Raises InputError for one that is no prediction, or a leg predicted twice."""
    given: dict[str, LegPrediction] = {}
    for line in lines:
        if line.id in given:
            raise InputError(f"{line.where}: {line.id} is predicted already; keep one of the lines")
        given[line.id] = parse_record(LegPrediction, line.text, line.where)
    return given


def _none(leg: Leg) -> LegPrediction:
    """What stands for a prediction that isn't there."""
    return LegPrediction(id=leg.id, answer=None)


def _judged(leg: Leg, names: PageNames, given: LegPrediction, log: dict[str, list[ToolCall]] | None) -> Verdict:
    """The verdict on one run. Where there is a log, it alone says what was read and called."""
    calls = given.calls if log is None else log.get(leg.id, ())
    pages = given.pages if log is None else ()
    verdict = judge_run(leg, names, given.answer, pages, calls[:MOST_CALLS])
    return verdict._replace(steps=len(calls))


def _figures(verdicts: Sequence[Verdict], options: Options) -> list[Ratio]:
    """FA, PVR and RCR: each is a mean of the legs' own shares, and every leg weighs alike."""
    scale = 232_792_560  # the least common multiple of 1 to 22: more pages or chains no leg has
    rows = [
        [
            Counted(scale * (one.answer == "right"), scale),
            Counted(scale * one.visited // max(1, len(one.pages)), scale),
            Counted(scale * one.executed // max(1, len(one.chains)), scale if one.chains else 0),
        ]
        for one in verdicts
    ]
    return ratios(rows, [one.leg for one in verdicts], options.seed, options.samples)


def _report(
    whole: Sequence[Ratio], parts: dict[str, list[Ratio]], verdicts: Sequence[Verdict], options: Options
) -> dict[str, JSON]:
    answers = Counter(one.answer for one in verdicts)
    failures = Counter(one.failure for one in verdicts if one.failure)
    by: dict[str, JSON] = {name: _shares(some) for name, some in parts.items()}
    return {
        "legs": len(verdicts),
        **_shares(whole),
        "by": by,
        "answers": {name: answers[name] for name in get_args(AnswerVerdict)},
        "failures": {name: failures[name] for name in get_args(Failure)},
        "over_budget": sum(one.steps > one.budget for one in verdicts),
        "bootstrap": {"samples": options.samples, "seed": options.seed, "level": 0.95, "over": "legs"},
        "verdicts": [one.as_json() for one in verdicts],
    }


def _shares(figures: Sequence[Ratio]) -> dict[str, JSON]:
    """Share and interval of each metric."""
    made: dict[str, JSON] = {}
    for name, ratio in zip(METRICS, figures, strict=False):
        full = ratio.as_json()
        made[name] = {"share": full["share"], "interval": full["interval"]}
    return made


def _told(
    whole: Sequence[Ratio], alone: Sequence[Ratio], parts: dict[str, list[Ratio]], verdicts: Sequence[Verdict],
    splits: Sequence[str], missing: Sequence[str], extra: Sequence[str],
) -> Iterator[str]:  # fmt: skip
    runs = len(verdicts) - len(missing)
    but = "" if not missing else f" of {len(verdicts)} legs; the other {len(missing)} count as 0"
    yield f"legs ({', '.join(splits)}): {runs} runs scored{but}"
    meanings = ("the answer is right", "required pages visited", "required chains fully executed")
    for name, ratio, meaning in zip(METRICS, whole, meanings, strict=False):
        yield f"  {name:<4} {_percent(ratio):>7}{_within(ratio)}  {meaning}"
    if missing:
        shares = ", ".join(f"{name} {_percent(ratio)}" for name, ratio in zip(METRICS, alone, strict=False))
        yield f"  of the {runs} legs with a prediction alone: {shares}"
    answers = Counter(one.answer for one in verdicts)
    yield "  answers: " + ", ".join(f"{answers[name]} {name}" for name in get_args(AnswerVerdict))
    failures = Counter(one.failure for one in verdicts if one.failure)
    yield "  failures: " + ", ".join(f"{failures[name]} {name}" for name in get_args(Failure))
    over = sum(one.steps > one.budget for one in verdicts)
    steps, budget = sum(one.steps for one in verdicts), sum(one.budget for one in verdicts)
    yield f"  steps: {steps} of {budget} in the budgets; {over} runs went over theirs"
    if len(parts) > 1:
        yield ""
        yield "by level and variant: FA, PVR, RCR"
        for name, some in parts.items():
            yield f"  {name:<24} " + "  ".join(f"{_percent(ratio):>7}" for ratio in some)
    for what, ids in (("no prediction for", missing), ("answers or log lines for no scored leg:", extra)):
        if ids:
            more = f" and {len(ids) - NAMED} more" if len(ids) > NAMED else ""
            yield f"{what} {', '.join(ids[:NAMED])}{more} ({len(ids)} in all)"


def _percent(ratio: Ratio) -> str:
    return "–" if ratio.share is None else f"{100 * ratio.share:.1f} %"


def _within(ratio: Ratio) -> str:
    return "" if ratio.low is None or ratio.high is None else f"  [{100 * ratio.low:.1f}, {100 * ratio.high:.1f}]"
