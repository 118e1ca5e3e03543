"""The 917 published legs beside this checkout: their counts are in proportion to those that are known of all 1,400."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from pathlib import Path
from statistics import mean, variance

import pytest

from releases.foreign.audit import LegAudit, audit_legs
from releases.foreign.figures import groups, measure, percent
from releases.foreign.report import BEGIN, END
from releases.foreign.source import read_legs
from releases.structure.files import read_graphs
from releases.structure.graphs import measure as measure_graphs
from tests.foreign.known import OTHERWISE, SAME, WHOLE, Known, rows, told
from tests.foreign.making import command
from validators.foreign.together import chi_square, digits

LEGS = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "aar-legs.tar.xz"
REPORT = Path(__file__).resolve().parents[2] / "docs" / "audit-report.md"

ERRORS = 3
"""How many standard errors sampling may explain, where some thirty totals are compared."""


@pytest.fixture(scope="module")
def audit() -> LegAudit:
    if not LEGS.is_file():
        pytest.skip("the shared folder with the published legs isn't beside this checkout")
    return audit_legs(LEGS)


@pytest.mark.parametrize("known", SAME, ids=[known.what for known in SAME])
def test_counts_are_in_proportion(audit: LegAudit, known: Known) -> None:
    assert abs(told(audit, known).errors) <= ERRORS, told(audit, known).cells()


@pytest.mark.parametrize("pair", OTHERWISE, ids=[pair[1].what for pair in OTHERWISE])
def test_why_other_counts_differ(audit: LegAudit, pair: tuple[Known, Known]) -> None:
    """A total that a rule's count isn't in proportion to is so when counted the other way."""
    _, otherwise = pair
    assert abs(told(audit, otherwise).errors) <= ERRORS, told(audit, otherwise).cells()


def test_dead_stops_answers_and_twins_are_in_proportion(audit: LegAudit) -> None:
    for variant, known in (("sequential", 0.626), ("compositional", 0.711)):
        shares = [len(one.graph.dead) / len(one.leg.stops) for one in audit.legs if one.variant == variant]
        left = 1 - len(shares) / WHOLE[variant]
        assert abs(mean(shares) - known) <= ERRORS * sqrt(left * variance(shares) / len(shares))
    answers = digits(audit.legs)
    assert abs(max(answers.values()) / len(audit.legs) - 0.114) < 0.02
    assert chi_square(answers) < 17.7 + 9
    twins = sum(finding.code == "L17.same-path" for finding in audit.findings)
    share = 532 / 600 * 513 / 800
    assert abs(twins - 404 * share) <= ERRORS * sqrt(404 * share * (1 - share))


def test_upstream_s_own_checks_find_nothing_critical(audit: LegAudit) -> None:
    assert [finding for finding in audit.static if finding.severity == "critical"] == []
    assert audit.misfits == ()


def test_the_structure_is_that_of_the_paper(audit: LegAudit) -> None:
    """Section 2: no leg is linear, and compositional ones have 22.1 stops on average."""
    graphs = read_graphs(LEGS).graphs
    assert len(graphs) == len(audit.legs)
    assert measure_graphs(graphs).share_linear == 0
    legs = [one for one in read_legs(LEGS).legs if one.variant == "compositional"]
    assert abs(mean(len(one.leg.stops) for one in legs) - 22.1) < 0.05


def test_the_committed_report_is_what_the_command_in_it_writes(audit: LegAudit, tmp_path: Path) -> None:
    committed = REPORT.read_bytes()
    assert b"benchwright check aar-legs.tar.xz --markdown docs/audit-report.md" in committed
    head, _, rest = committed.partition(BEGIN)
    (tmp_path / "report.md").write_bytes(head + BEGIN + b"old figures\n" + END + rest.partition(END)[2])
    assert command("check", LEGS, "--markdown", tmp_path / "report.md").exit_code == 1
    assert (tmp_path / "report.md").read_bytes() == committed
    assert len(audit.legs) == 917


def test_the_figures_of_its_reading_are_true(audit: LegAudit) -> None:
    reading = " ".join(REPORT.read_bytes().partition(BEGIN)[0].decode().split())
    for line in rows(audit).splitlines():
        assert " ".join(line.split()) in reading
    cells = {str(group): measure(legs, ()) for group, legs in groups(audit.legs).items()}
    whole = [cells["all sequential"], cells["all compositional"]]
    hits = Counter(finding.code for finding in audit.findings)
    items = {code: len({f.item for f in audit.findings if f.code == code}) for code in hits}
    facts = sum(stop.stop_type == "page" for one in audit.legs for stop in one.leg.stops)
    frame = hits["L9.interface-languages"] + hits["L9.table-of-contents"]
    for figure in (
        f"{sum(cell.dead for cell in whole):,} of {sum(cell.stops for cell in whole):,} stops are dead",
        f"{percent(whole[0].mean_dead)} % in the sequential and {percent(whole[1].mean_dead)} % in the compositional",
        f"{sum(cell.fully_live for cell in whole)} legs are fully live",
        f"{whole[1].live_diamonds} of {whole[1].diamonds} are live, and in only {whole[1].on_value} of these",
        f"{hits['L8.misread-year']} years are days",
        f"{hits['L11.saturated-count']} of 1,426 place counts",
        f"{hits['L10.wrong-territory']} figures of countries",
        f"{hits['L10.bare-latitude']} calls ask",
        f"{frame:,} of {facts:,} facts are about Wikipedia's interface",
        f"{sum(cell.volatile for cell in whole)} legs rest on tools whose answers change",
        f"{items['L12.title']} riddles name a page",
        f"{items['L12.operand-printed']} last clues print an operand",
        f"{items['L13.last-clue-extra']} cite a clue",
        f"{items['L12.preamble']} riddles open with",
        f"{items['L17.same-path']} of 404 compositional legs",
        f"{items['L2.variant']} compositional legs have no diamond",
    ):
        assert figure in reading
