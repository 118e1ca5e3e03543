"""What the verbs print: findings and counts for people, or one JSON object for machines."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from schemas.canonical import JSON
    from schemas.findings import Finding

__all__ = [
    "DETAILS", "json_option", "order_option", "print_checked", "print_findings", "print_json", "print_table",
    "strict_option",
]  # fmt: skip

DETAILS = 1000
"""The most findings that are written out one by one."""

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object for machines.")

order_option = click.option(
    "--order", type=click.Choice(["commonsense-first", "maths-first"]), default="commonsense-first", show_default=True,
    help="Which step of the item has to be reasoned first.",
)  # fmt: skip

strict_option = click.option("--strict", is_flag=True, help="Exit 1 on warnings too.")


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


def print_checked(
    where: object,
    items: int,
    findings: Sequence[Finding],
    *,
    strict: bool,
    as_json: bool,
    rules: Sequence[str] = (),
    not_checkable: Sequence[str] = (),
    stats: dict[str, JSON] | None = None,
) -> int:
    """Print what a check found, and give the exit code: 1 for a critical finding, when strict for a warning too.

    For machines: counts per code in the documented shape, then the first findings in full.
    """
    from releases.counting import as_json as counted
    from releases.counting import by_code
    from schemas.canonical import dump

    critical = sum(finding.severity == "critical" for finding in findings)
    warnings = sum(finding.severity == "warning" for finding in findings)
    if as_json:
        value: dict[str, JSON] = {"items": items, "findings": counted(findings), "not_checkable": [*not_checkable]}
        value.update({"stats": stats} if stats else {})
        value["details"] = [dump(finding) for finding in findings[:DETAILS]]
        print_json(value)
    else:
        print_findings(findings)
        if findings:
            rows = [(count.code, count.severity, count.hits, count.items) for count in by_code(findings)]
            print_table(("code", "severity", "hits", "items"), rows)
        counted_items = f"{items} item" + ("" if items == 1 else "s")
        click.echo(f"{where}: {counted_items}, {critical} critical findings of {len(findings)}")
        click.echo(f"rules applied: {', '.join(rules) or 'none'}") if rules else None
        click.echo(f"not checkable here: {', '.join(not_checkable)}") if not_checkable else None
    return 1 if critical or (strict and warnings) else 0
