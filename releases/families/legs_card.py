"""What a card says of its legs: how many and how hard, how their digits fall, and how much each stop matters."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from releases.families.base import CardTable, Summary
from releases.markdown import percent
from schemas.canonical import JSON
from schemas.legs import Detour, Leg, Roadblock, RouteInfo, Stop
from solvers.legs.graph import live_stops
from validators.legs.adversaries import Played, interval
from validators.legs.variety import MOST_ALIKE, clue_kind, likeness

__all__ = ["adversary_stats", "leg_stats", "leg_summary"]

ABOUT = (
    "A leg starts at a seed page and ends in one digit. Clue *k* leads to stop *k*: a fact of a page, the result of a "
    "chain of tools, a transform of an earlier value, or the digit that earlier values add up to. After The Amazing "
    "Agent Race; every stop's value feeds the answer.",
)
LIMITS = (
    "A leg's truth is the recorded world's, on the day it was recorded.",
    "Clues come from a grammar: they are exact, and less varied than human prose.",
    "Gold values of all stops are published with the legs; a public release is spent once models have trained on it.",
)


def leg_summary(legs: Sequence[Leg], stats: Mapping[str, JSON]) -> Summary:
    """Counts per level and variant, digits, measured effects, and how agents do that skip the work."""
    tables = (_levels(legs), _depths(legs), _digits(legs), _effects(legs), _variety(legs), _adversaries(stats))
    told = _paraphrases(legs)
    return Summary(ABOUT, (*tables, told) if told else tables, LIMITS)


def paraphrase_stats(legs: Sequence[Leg]) -> dict[str, JSON]:
    """How many clues were put to a model, what came of it, and what it cost; empty where none was."""
    tried = [one for leg in legs for one in leg.paraphrases]
    if not tried:
        return {}
    outcomes = Counter(one.outcome for one in tried)
    refused = Counter(one.code for one in tried if one.code is not None)
    return {
        "paraphrases": {
            "models": list[JSON](sorted({one.model for one in tried})),
            "tried": len(tried),
            "inverts": outcomes["inverts"],
            "read_back": outcomes["read_back"],
            "refused": {code: refused[code] for code in sorted(refused)},
            "calls": sum(one.calls for one in tried),
            "prompt_tokens": sum(one.prompt_tokens for one in tried),
            "completion_tokens": sum(one.completion_tokens for one in tried),
        }
    }


def _paraphrases(legs: Sequence[Leg]) -> CardTable | None:
    """How many paraphrases were kept, why the others weren't, and their cost."""
    counts = paraphrase_stats(legs).get("paraphrases")
    if not isinstance(counts, dict):
        return None
    models, refused, tried = counts["models"], counts["refused"], counts["tried"]
    kept = [(str(counts[how]), words) for how, words in (("inverts", "by the grammar"), ("read_back", "by a model"))]
    rows = [("model", ", ".join(map(str, models)) if isinstance(models, list) else ""), ("clues put to it", str(tried))]
    rows += [(f"kept, read as the same step {words}", count) for count, words in kept]
    rows += [("kept in all", f"{sum(int(count) for count, _ in kept) * 100 / int(str(tried)):.0f} %")]
    rows += [(f"refused: {code}", str(count)) for code, count in refused.items()] if isinstance(refused, dict) else []
    rows += [(name.replace("_", " "), str(counts[name])) for name in ("calls", "prompt_tokens", "completion_tokens")]
    return CardTable("Clues in a model's words", ("figure", "value"), tuple(rows))


def adversary_stats(played: Sequence[Played]) -> dict[str, JSON]:
    """Each adversary's legs right (on average, where it draws), of how many, how many chance allows, and the interval.

    The interval is that of 99 % around its share of legs, in per cent.
    """
    return {
        one.name: {
            "right": f"{float(one.right):.2f}".rstrip("0").rstrip("."),
            "legs": one.legs,
            "allowed": one.allowed,
            "interval": [f"{100 * end:.1f}" for end in interval(one)],
        }
        for one in played
    }


def _adversaries(stats: Mapping[str, JSON]) -> CardTable:
    """Rule L16: what agents get right that skip the work."""
    rows: list[tuple[str, ...]] = []
    scores = stats.get("adversaries")
    for name, score in scores.items() if isinstance(scores, dict) else ():
        if isinstance(score, dict):
            allowed = score["allowed"]
            limit = "what the sensitivities allow" if allowed is None else f"{allowed} by chance (99 % band)"
            ends = score["interval"]
            span = f"{ends[0]} to {ends[1]} %" if isinstance(ends, list) else ""
            rows.append((name, f"{score['right']} of {score['legs']}", span, limit))
    columns = ("agent", "legs right", "99 % interval", "allowed")
    return CardTable("Agents that skip the work", columns, tuple(rows))


def _variety(legs: Sequence[Leg]) -> CardTable:
    """How alike the clues of each kind are."""
    rows = tuple(
        (kind, str(told.clues), str(told.wordings), f"{told.mean:.3f}" if told.clues > 1 else "–")
        for kind, told in likeness(legs).items()
    )
    title = f"Likeness of clues (mean cosine of three words in a row over all pairs; up to {MOST_ALIKE} is varied)"
    return CardTable(title, ("kind of clue", "clues", "wordings", "mean likeness"), rows)


def leg_stats(legs: Sequence[Leg]) -> dict[str, JSON]:
    """Figures for machines, counted along data edges: dead stops, live diamonds, fully live legs, answers."""
    shares: dict[str, list[tuple[int, int]]] = defaultdict(list)
    diamonds, live_diamonds, fully_live = 0, 0, 0
    for leg in legs:
        live = live_stops(leg.stops)
        shares[f"{leg.level} {leg.variant}"].append((len(leg.stops) - len(live), len(leg.stops)))
        fully_live += len(live) == len(leg.stops)
        diamonds += len(leg.diamonds)
        live_diamonds += sum(_is_live(leg, one.source, one.branches, one.merge, live) for one in leg.diamonds)
    dead: dict[str, JSON] = {
        group: {
            "legs": len(rows),
            "stops": sum(total for _, total in rows),
            "dead": sum(bad for bad, _ in rows),
            "mean_share": _mean_share(rows),
        }
        for group, rows in sorted(shares.items())
    }
    answers = Counter(leg.answer for leg in legs)
    return {
        "dead_stops": dead,
        "diamonds": diamonds,
        "live_diamonds": live_diamonds,
        "fully_live_legs": fully_live,
        "answers": {str(digit): answers[digit] for digit in range(10)},
        **paraphrase_stats(legs),
        "clue_likeness": {
            kind: {"clues": told.clues, "wordings": told.wordings, "mean": f"{told.mean:.3f}"}
            for kind, told in likeness(legs).items()
        },
    }


def _mean_share(rows: Sequence[tuple[int, int]]) -> str:
    """The mean of the legs' own shares of dead stops, in per cent to one decimal."""
    mean = sum((Fraction(dead, total) for dead, total in rows), Fraction(0)) / len(rows)
    return str((Decimal(mean.numerator * 100) / mean.denominator).quantize(Decimal("0.1")))


def _is_live(leg: Leg, source: int, branches: Sequence[int], merge: int, live: frozenset[int]) -> bool:
    """Whether a diamond's source feeds both branches, both feed the merge, and the merge feeds the answer (L2)."""
    fed = all(source in _ancestors(leg, branch) for branch in branches)
    return fed and set(branches) <= _ancestors(leg, merge) and merge in live


def _ancestors(leg: Leg, index: int) -> frozenset[int]:
    return live_stops([*leg.stops[: index + 1]])


def _levels(legs: Sequence[Leg]) -> CardTable:
    groups: dict[tuple[str, str, str], list[Leg]] = defaultdict(list)
    for leg in legs:
        groups[leg.split, leg.level, leg.variant].append(leg)
    rows = tuple(
        (
            *key,
            str(len(group)),
            _span(len(leg.stops) for leg in group),
            _span(_count(leg, RouteInfo) for leg in group),
            _span(_count(leg, Roadblock) for leg in group),
            _span(_count(leg, Detour) for leg in group),
            _span(len(leg.diamonds) for leg in group),
            _span(leg.step_budget for leg in group),
        )
        for key, group in sorted(groups.items())
    )
    columns = ("split", "level", "variant", "legs", "stops", "facts", "roadblocks", "detours", "diamonds", "budget")
    return CardTable("Levels", columns, rows)


def _depths(legs: Sequence[Leg]) -> CardTable:
    depths = Counter(leg.live_depth for leg in legs)
    rows = tuple((str(depth), str(count)) for depth, count in sorted(depths.items()))
    return CardTable("Live depth (values on the longest chain to the answer)", ("live depth", "legs"), rows)


def _digits(legs: Sequence[Leg]) -> CardTable:
    counts = Counter(leg.answer for leg in legs)
    rows = (tuple(str(counts[digit]) for digit in range(10)),)
    return CardTable("Answers", tuple(str(digit) for digit in range(10)), rows)


def _effects(legs: Sequence[Leg]) -> CardTable:
    """Per kind of stop: of the other values put in its place, how many change the answer (rule L1)."""
    measured: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    for leg in legs:
        for stop in leg.stops:
            effect = stop.sensitivity
            measured[_measured_kind(stop)].append((effect.changed, effect.differing, effect.draws))
    rows = tuple(
        (
            kind,
            str(len(effects)),
            percent(sum(one[0] for one in effects), sum(one[1] for one in effects)),
            percent(sum(one[0] for one in effects), sum(one[2] for one in effects)),
        )
        for kind, effects in sorted(measured.items())
    )
    return CardTable("Sensitivity", ("stop", "stops", "differing values that change it", "of all draws"), rows)


def _measured_kind(stop: Stop) -> str:
    return f"fact: {stop.field}" if isinstance(stop, RouteInfo) else clue_kind(stop)


def _count(leg: Leg, kind: type[RouteInfo] | type[Roadblock] | type[Detour]) -> int:
    return sum(isinstance(stop, kind) for stop in leg.stops)


def _span(numbers: Iterator[int]) -> str:
    found = sorted(numbers)
    return str(found[0]) if found[0] == found[-1] else f"{found[0]}–{found[-1]}"
