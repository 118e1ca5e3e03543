"""`benchwright check`: every validator, over whatever holds items."""

from __future__ import annotations

from pathlib import Path

import click

from benchwright.output import json_option, print_checked, strict_option

__all__ = ["check"]


@click.command(short_help="Check a release, a folder of JSONL files, or one JSONL file.")
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--world", type=click.Path(path_type=Path), help="A recorded world's folder, where PATH has none.")
@strict_option
@json_option
@click.pass_context
def check(ctx: click.Context, path: Path, world: Path | None, strict: bool, as_json: bool) -> None:
    """Run every check on PATH: hashes, schemas, each item's rules and those of the whole.

    Exits 1 when there is a critical finding. Rules that can't be decided from what is there are listed as not
    checkable, never as passed. PATH may also be an AgentCoMa CSV, whose rows are audited as far as its columns go.
    """
    from benchwright.progress import SHORT, Bars
    from benchwright.running import existing
    from releases.check import check as run
    from releases.exports.audit import audit

    csv = existing(path).suffix.lower() == ".csv"
    report = audit(path) if csv else run(path, world, Bars(delay=SHORT))
    code = print_checked(
        path,
        report.items,
        report.findings,
        strict=strict,
        as_json=as_json,
        rules=report.rules,
        not_checkable=report.not_checkable,
        stats=report.stats,
    )
    ctx.exit(code)
