"""The figures of triplets as lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from releases.scoring.bootstrap import Ratio
from releases.scoring.figures import QUESTIONS, Figures
from releases.scoring.humans import Agreement

__all__ = ["told"]

NAMED = 5
"""How many missing or extra ids are named."""
WIDTH = 24


def told(
    whole: Figures, parts: Mapping[str, Mapping[str, Figures]], splits: Sequence[str], missing: Sequence[str],
    extra: Sequence[str], agreed: Agreement | None,
) -> str:  # fmt: skip
    """The whole report."""
    return "\n".join(_lines(whole, parts, splits, missing, extra, agreed))


def _lines(
    whole: Figures, parts: Mapping[str, Mapping[str, Figures]], splits: Sequence[str], missing: Sequence[str],
    extra: Sequence[str], agreed: Agreement | None,
) -> Iterator[str]:  # fmt: skip
    yield f"triplets ({', '.join(splits)}): {whole.items} items scored"
    names = {"commonsense": "commonsense", "math": "maths", "composition": "composed"}
    for question in QUESTIONS:
        marks = whole.marks[question]
        apart = f"{marks['wrong']} wrong, {marks['unread']} unread"
        unasked = f", {marks['unasked']} not asked" if marks["unasked"] else ""
        yield _row(names[question], whole.right[question], f"{apart}{unasked}")
    yield _row("both steps", whole.both, "")
    yield _row("compositionality gap", whole.gap, "both steps − composed", points=True)
    if whole.read_gap.bottom != whole.gap.bottom:
        yield _row("  where all were read", whole.read_gap, "", points=True)
    yield _row("failures, steps right", whole.explained, "of the wrong composed answers")
    for by, groups in parts.items():
        yield ""
        yield f"by {by}: items, commonsense, maths, both, composed, gap"
        for name, one in groups.items():
            cells = (one.right["commonsense"], one.right["math"], one.both, one.right["composition"])
            shares = "  ".join(_share(cell).rjust(7) for cell in cells)
            yield f"  {name:<{WIDTH}} {one.items:>4}  {shares}  {_share(one.gap, points=True).rjust(7)}"
    if agreed is not None:
        yield ""
        yield f"agreement with people on {agreed.sample} commonsense answers: {agreed.agree}" + _within(
            agreed.interval()
        )
    for what, ids in (("no prediction for", missing), ("predictions for no scored item:", extra)):
        if ids:
            more = f" and {len(ids) - NAMED} more" if len(ids) > NAMED else ""
            yield ""
            yield f"{what} {', '.join(ids[:NAMED])}{more} ({len(ids)} in all)"


def _row(name: str, ratio: Ratio, beside: str, *, points: bool = False) -> str:
    interval = None if ratio.low is None or ratio.high is None else (ratio.low, ratio.high)
    counted = f"{ratio.top}/{ratio.bottom}"
    line = f"  {name:<{WIDTH}} {_share(ratio, points=points):>7}  {counted:>9}{_within(interval)}"
    return f"{line}  {beside}".rstrip()


def _share(ratio: Ratio, *, points: bool = False) -> str:
    share = ratio.share
    if share is None:
        return "–"
    return f"{100 * share:+.1f}" if points else f"{100 * share:.1f} %"


def _within(interval: tuple[float, float] | None) -> str:
    return "" if interval is None else f"  [{100 * interval[0]:.1f}, {100 * interval[1]:.1f}]"
