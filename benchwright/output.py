"""What the verbs print: findings and counts for people, or one JSON object for machines."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from releases.check import Report
    from schemas.canonical import JSON
    from schemas.findings import Finding

__all__ = ["DETAILS", "json_option", "print_findings", "print_json", "print_table", "report_json"]

DETAILS = 1000
"""The most findings that are written out one by one."""

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object for machines.")


def print_json(value: dict[str, JSON]) -> None:
    """Print a JSON object, keys in the order given."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def print_table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print aligned columns."""
    lines = [list(columns), *([str(cell) for cell in row] for row in rows)]
    widths = [max(len(line[number]) for line in lines) for number in range(len(columns))]
    for line in lines:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def print_findings(findings: Sequence[Finding]) -> None:
    """Print each finding on a line: item, place, code, sentence."""
    for finding in findings[:DETAILS]:
        mark = "" if finding.severity == "critical" else f" ({finding.severity})"
        click.echo(f"{finding.item}: {finding.place}: {finding.code}{mark}: {finding.message}")
    if len(findings) > DETAILS:
        click.echo(f"… and {len(findings) - DETAILS} more")


def report_json(report: Report) -> dict[str, JSON]:
    """A check's report as `check --json` prints it: counts per code, then the first findings in full."""
    from releases.counting import as_json
    from schemas.canonical import dump

    value: dict[str, JSON] = {
        "items": report.items,
        "findings": as_json(report.findings),
        "not_checkable": list(report.not_checkable),
    }
    if report.stats:
        value["stats"] = report.stats
    value["details"] = [dump(finding) for finding in report.findings[:DETAILS]]
    return value
