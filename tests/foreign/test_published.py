"""The 917 published legs beside this checkout: their counts are in proportion to those that are known of all 1,400."""

from __future__ import annotations

import re
from collections import Counter
from math import sqrt
from pathlib import Path
from statistics import mean, pvariance

import pytest

from releases.foreign.audit import LegAudit, audit_legs
from releases.foreign.figures import groups, measure
from releases.foreign.report import audit_markdown
from releases.foreign.source import read_legs
from releases.structure.files import read_graphs
from releases.structure.graphs import measure as measure_graphs
from validators.foreign import Audited
from validators.foreign.exactness import volatility
from validators.foreign.graph import last_key
from validators.foreign.places import elevations

LEGS = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "aar-legs.tar.xz"

WHOLE = {"sequential": 800, "compositional": 600}
"""How many legs each variant has in all."""

KNOWN = {
    "L3.stale-transform": 28, "L3.stale-answer": 6, "L8.misread-year": 691, "L8.feet-only": 34,
    "L9.interface-languages": 2112, "L9.table-of-contents": 1291, "L10.bare-latitude": 308,
    "L10.wrong-territory": 117, "L10.market-holiday": 44, "L11.saturated-count": 1194, "L11.no-rating": 49,
    "L12.preamble": 372, "L13.last-clue-omits": 64, "L13.last-clue-extra": 174, "L18.identity": 392,
    "L18.self-link": 3197,
}  # fmt: skip
"""Hits over all 1,400 legs, of the codes that are counted alike here and there."""

ERRORS = 3
"""How many standard errors sampling may explain."""


@pytest.fixture(scope="module")
def audit() -> LegAudit:
    if not LEGS.is_file():
        pytest.skip("the shared folder with the published legs isn't beside this checkout")
    return audit_legs(LEGS)


def estimate(legs: tuple[Audited, ...], counts: dict[str, float]) -> tuple[float, float]:
    """A total over all 1,400 from these legs by variant, and its standard error without replacement."""
    total = variance = 0.0
    for variant, whole in WHOLE.items():
        each = [counts.get(one.name, 0.0) for one in legs if one.variant == variant]
        total += whole * mean(each)
        variance += whole**2 * (1 - len(each) / whole) * pvariance(each) / len(each)
    return total, sqrt(variance)


def near(audit: LegAudit, counts: dict[str, float], known: float) -> bool:
    total, error = estimate(audit.legs, counts)
    return abs(total - known) <= ERRORS * error


@pytest.mark.parametrize("code", KNOWN)
def test_counts_are_in_proportion(audit: LegAudit, code: str) -> None:
    hits = Counter(finding.item for finding in audit.findings if finding.code == code)
    assert near(audit, {**hits}, KNOWN[code]), (code, hits.total(), estimate(audit.legs, {**hits}))


def test_dead_stops_diamonds_and_answers_are_in_proportion(audit: LegAudit) -> None:
    cells = {group.variant: measure(legs, ()) for group, legs in groups(audit.legs).items() if group.level is None}
    assert abs(float(cells["sequential"].mean_dead) - 0.626) < 0.01
    assert abs(float(cells["compositional"].mean_dead) - 0.711) < 0.01
    assert near(audit, {one.name: float(not one.graph.dead) for one in audit.legs}, 37)
    assert near(audit, {one.name: float(len(one.graph.diamonds)) for one in audit.legs}, 1138)
    live = {
        one.name: float(sum(d.whole and d.merge in one.graph.live for d in one.graph.diamonds)) for one in audit.legs
    }
    assert near(audit, live, 156)
    places = {one.name: float(sum(last_key(stop) == "poi_count" for stop in one.leg.stops)) for one in audit.legs}
    assert near(audit, places, 2174)


def test_upstream_s_own_checks_find_nothing_critical(audit: LegAudit) -> None:
    assert [finding for finding in audit.static if finding.severity == "critical"] == []
    assert audit.misfits == ()


def test_why_other_counts_differ(audit: LegAudit) -> None:
    """Each published count is in proportion when counted the other way that docs/audit.md names."""
    order = {one.name: float(sum(s.depends_on == (s.index - 1,) for s in one.leg.stops)) for one in audit.legs}
    assert near(audit, order, 9276), "L4: every stop that depends on the one before it, data or not"
    cut = {f.item: 1.0 for f in audit.findings if f.code == "L5.truncated-operand"}
    assert near(audit, cut, 499), "L5: legs with such an operand, not operands"
    tools = {one.name: float(any(_changes(one, place) for place in one.graph.live)) for one in audit.legs}
    assert near(audit, tools, 544 + 495), "L6: arithmetic counted as changing, archives and stocks not"
    ((_, stops),) = sorted(elevations(audit.legs).items(), key=lambda row: -len(row[1]))[:1]
    assert near(audit, {**Counter(one.name for one, _, _ in stops)}, 145), "L10: the centre of one country"
    large = {f.item: 1.0 for f in audit.findings if f.code == "L12.operand-printed" and _large(f.message)}
    assert near(audit, large, 181), "L12: operands above 10"


def _changes(one: Audited, place: int) -> bool:
    stop = one.leg.stops[place]
    archived = stop.bridge.tool_chain and re.match("stock|crypto|weather", stop.bridge.tool_chain[-1].tool_name)
    return volatility(stop) is not None and not archived


def _large(message: str) -> bool:
    printed = re.search(r"prints ([\d.]+),", message)
    return printed is not None and float(printed[1]) > 10


def test_the_structure_is_that_of_the_paper(audit: LegAudit) -> None:
    """Section 2: no leg is linear, and compositional ones have 22.1 stops on average."""
    graphs = read_graphs(LEGS).graphs
    assert len(graphs) == len(audit.legs)
    told = measure_graphs(graphs)
    assert told.share_linear == 0
    legs = [one for one in read_legs(LEGS).legs if one.variant == "compositional"]
    assert abs(mean(len(one.leg.stops) for one in legs) - 22.1) < 0.05


def test_the_committed_report_is_what_the_command_writes(audit: LegAudit) -> None:
    committed = (Path(__file__).resolve().parents[2] / "docs" / "audit-report.md").read_bytes()
    assert audit_markdown(audit) == committed, "benchwright check aar-legs.tar.xz --markdown docs/audit-report.md"
