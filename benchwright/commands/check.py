"""`benchwright check`: every validator, over whatever holds items."""

from __future__ import annotations

from pathlib import Path

import click

from benchwright.output import json_option, print_findings, print_json, print_table, report_json

__all__ = ["check"]


@click.command(short_help="Check a release, a folder of JSONL files, or one JSONL file.")
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--world", type=click.Path(path_type=Path), help="A recorded world's folder, where PATH has none.")
@click.option("--strict", is_flag=True, help="Exit 1 on warnings too.")
@json_option
@click.pass_context
def check(ctx: click.Context, path: Path, world: Path | None, strict: bool, as_json: bool) -> None:
    """Run every check on PATH: hashes, schemas, each item's rules and those of the whole.

    Exits 1 when there is a critical finding. Rules that can't be decided from what is there are listed as not
    checkable, never as passed.
    """
    from benchwright.running import existing
    from releases.check import check as run
    from releases.counting import by_code

    report = run(existing(path), world)
    if as_json:
        print_json(report_json(report))
    else:
        print_findings(report.findings)
        if report.findings:
            rows = [(count.code, count.severity, count.hits, count.items) for count in by_code(report.findings)]
            print_table(("code", "severity", "hits", "items"), rows)
        click.echo(f"{path}: {report.items} items, {len(report.critical)} critical findings of {len(report.findings)}")
        click.echo(f"rules applied: {', '.join(report.rules) or 'none'}")
        if report.not_checkable:
            click.echo(f"not checkable here: {', '.join(report.not_checkable)}")
    ctx.exit(1 if report.critical or (strict and report.findings) else 0)
