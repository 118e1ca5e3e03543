"""Totals known of all 1,400 published legs, and what the 917 at hand make one expect of each.

`python -m tests.foreign.known aar-legs.tar.xz` prints the table of docs/audit-report.md.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from math import sqrt
from pathlib import Path
from statistics import mean, variance
from typing import NamedTuple

from releases.foreign.audit import LegAudit, audit_legs
from releases.markdown import table
from validators.foreign import Audited
from validators.foreign.clues import title_of
from validators.foreign.exactness import volatility
from validators.foreign.graph import last_key
from validators.foreign.places import elevations
from validators.normal import holds

__all__ = ["OTHERWISE", "SAME", "WHOLE", "Known", "Told", "estimate", "rows", "told"]

WHOLE = {"sequential": 800, "compositional": 600}
"""How many legs each variant has in all."""

Counts = Mapping[str, float]
"""How often something is found in each leg, by the leg's name; 0 where a leg isn't named."""


class Known(NamedTuple):
    """A total over all 1,400 legs, and how it is counted in an audit of some of them."""

    what: str
    total: int
    count: Callable[[LegAudit], Counts]


class Told(NamedTuple):
    """What is found here, the total over all legs that it makes one expect, and that estimate's standard error."""

    known: Known
    here: int
    total: float
    error: float

    @property
    def expected(self) -> float:
        """What would be found here in proportion to the known total."""
        return self.known.total * self.here / self.total

    @property
    def errors(self) -> float:
        """How many standard errors the estimate is above the known total."""
        return (self.total - self.known.total) / self.error

    def cells(self) -> tuple[str, ...]:
        """A row of the table."""
        return (
            self.known.what, f"{self.known.total:,}", f"{self.expected:,.0f}", f"{self.here:,}",
            f"{self.total:,.0f} ± {self.error:.0f}", f"{self.errors:+.1f}",
        )  # fmt: skip


def estimate(audit: LegAudit, counts: Counts) -> tuple[float, float]:
    """A total over all 1,400 from these legs by variant, and its standard error: drawn without replacement."""
    total = square = 0.0
    for variant, whole in WHOLE.items():
        each = [counts.get(one.name, 0.0) for one in audit.legs if one.variant == variant]
        total += whole * mean(each)
        square += whole**2 * (1 - len(each) / whole) * variance(each) / len(each)
    return total, sqrt(square)


def told(audit: LegAudit, known: Known) -> Told:
    """One total against what is found here."""
    counts = known.count(audit)
    return Told(known, round(sum(counts.values())), *estimate(audit, counts))


def hits(code: str) -> Callable[[LegAudit], Counts]:
    """Every finding of a code."""
    return lambda audit: Counter(finding.item for finding in audit.findings if finding.code == code)


def legs(code: str, text: str = "") -> Callable[[LegAudit], Counts]:
    """The legs that have a code, in a finding whose message matches."""
    return lambda audit: {
        finding.item: 1.0 for finding in audit.findings if finding.code == code and re.search(text, finding.message)
    }


def each(measure: Callable[[Audited], float]) -> Callable[[LegAudit], Counts]:
    """A number for each leg."""
    return lambda audit: {one.name: float(measure(one)) for one in audit.legs}


def _of(variant: str, count: Callable[[LegAudit], Counts]) -> Callable[[LegAudit], Counts]:
    """The same count in one variant only."""

    def counted(audit: LegAudit) -> Counts:
        counts = count(audit)
        return {one.name: counts.get(one.name, 0.0) for one in audit.legs if one.variant == variant}

    return counted


def _live_diamonds(one: Audited) -> float:
    return sum(diamond.whole and diamond.merge in one.graph.live for diamond in one.graph.diamonds)


def _named(one: Audited, *, bare: bool) -> bool:
    """Whether a riddle names one of its pages, the seed's too: by its bare title, or whole and only as written."""
    urls = [one.leg.seed_url, *(stop.page_url or "" for stop in one.leg.stops if stop.stop_type == "page")]
    titles = [title_of(url) for url in urls]
    if bare:
        return any(holds(one.leg.riddle, re.sub(r" \([^()]*\)$", "", title)) for title in titles if title)
    return any(title.casefold() in one.leg.riddle.casefold() for title in titles if title)


def _moves(one: Audited) -> bool:
    """Whether a live tool stop is none of stocks, coins and past weather: arithmetic counts as changing then."""
    archives = re.compile("stock|crypto|weather")
    stops = [one.leg.stops[place] for place in one.graph.live]
    return any(volatility(s) is not None and not archives.match(s.bridge.tool_chain[-1].tool_name) for s in stops)


def _centre(audit: LegAudit) -> Counts:
    """Elevations at the commonest of the countries' centres."""
    found = max(elevations(audit.legs).values(), key=len)
    return Counter(one.name for one, _, _ in found)


ABOVE_TEN = r"prints (?:10\.\d|1[1-9]|[2-9]\d|\d{3})"

SAME = (
    Known("legs that are live as a whole", 37, each(lambda one: not one.graph.dead)),
    Known("diamonds", 1138, each(lambda one: len(one.graph.diamonds))),
    Known("diamonds that are live", 156, each(_live_diamonds)),
    Known("counts of places", 2174, each(lambda one: sum(last_key(stop) == "poi_count" for stop in one.leg.stops))),
    Known("`L3.stale-transform`", 28, hits("L3.stale-transform")),
    Known("`L3.stale-answer`", 6, hits("L3.stale-answer")),
    Known("`L5.truncated-operand`, legs", 499, legs("L5.truncated-operand")),
    Known("`L8.misread-year`", 691, hits("L8.misread-year")),
    Known("`L8.feet-only`", 34, hits("L8.feet-only")),
    Known("`L9.interface-languages`", 2112, hits("L9.interface-languages")),
    Known("`L9.table-of-contents`", 1291, hits("L9.table-of-contents")),
    Known("`L10.bare-latitude`", 308, hits("L10.bare-latitude")),
    Known("`L10.wrong-territory`", 117, hits("L10.wrong-territory")),
    Known("`L10.market-holiday`", 44, hits("L10.market-holiday")),
    Known("`L11.saturated-count`", 1194, hits("L11.saturated-count")),
    Known("`L11.no-rating`", 49, hits("L11.no-rating")),
    Known("`L12.preamble`", 372, hits("L12.preamble")),
    Known("`L13.last-clue-omits`", 64, hits("L13.last-clue-omits")),
    Known("`L13.last-clue-extra`", 174, hits("L13.last-clue-extra")),
    Known("`L18.identity`", 392, hits("L18.identity")),
    Known("`L18.self-link`", 3197, hits("L18.self-link")),
)
"""Totals that are counted alike here and there."""

OTHERWISE = (
    (
        Known("`L4.order-as-data`, stops", 9276, hits("L4.order-as-data")),
        Known("stops that depend on the one before and no other", 9276,
              each(lambda one: sum(stop.depends_on == (stop.index - 1,) for stop in one.leg.stops))),
    ),
    (
        Known("`L5.truncated-operand`, operands", 499, hits("L5.truncated-operand")),
        Known("finishes that take such an operand", 499, legs("L5.truncated-operand")),
    ),
    *(
        (
            Known(f"`L6.volatile-answer`, {variant} legs", total, _of(variant, legs("L6.volatile-answer"))),
            Known(f"{variant} legs on any tool but stocks, coins and past weather", total, _of(variant, each(_moves))),
        )
        for variant, total in (("sequential", 544), ("compositional", 495))
    ),
    (
        Known("`L8.phone-as-area`", 17, hits("L8.phone-as-area")),
        Known("areas that are whole numbers under 1,000, in any row", 17, each(lambda one: sum(
            (stop.extraction_target or "").startswith("the area listed in the infobox")
            and isinstance(stop.extracted_value, int) and 0 <= stop.extracted_value < 1000
            for stop in one.leg.stops
        ))),
    ),
    (
        Known("`L10.centroid`", 145, hits("L10.centroid")),
        Known("elevations of one centre, of the United States", 145, _centre),
    ),
    (
        Known("`L12.title`, legs", 310, legs("L12.title")),
        Known("legs that name a page, the seed's too", 310, each(lambda one: _named(one, bare=True))),
    ),
    (
        Known("`L12.title`, legs", 240, legs("L12.title")),
        Known(
            "the same, whole titles, letters as written but for case", 240, each(lambda one: _named(one, bare=False))
        ),
    ),
    (
        Known("`L12.operand-printed`, legs", 181, legs("L12.operand-printed")),
        Known("legs that print an operand above 10", 181, legs("L12.operand-printed", ABOVE_TEN)),
    ),
)  # fmt: skip
"""Totals that differ as the rules count, each with the count that they are in proportion to."""

HEAD = ("what", "known", "in proportion", "here", "estimate", "standard errors")


def rows(audit: LegAudit) -> str:
    """Both tables."""
    alike = table(HEAD, [told(audit, one).cells() for one in SAME])
    otherwise = table(HEAD, [told(audit, one).cells() for pair in OTHERWISE for one in pair])
    return f"{alike}\n{otherwise}"


if __name__ == "__main__":
    sys.stdout.write(rows(audit_legs(Path(sys.argv[1]))))
