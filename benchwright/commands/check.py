"""`benchwright check`: every validator, over whatever holds items, ours or published by others."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import click

from benchwright.output import json_option, print_checked, print_json, strict_option
from schemas.errors import InputError

__all__ = ["check"]


class Reports(NamedTuple):
    """The files that an audit is written to, where they are asked for."""

    csv: Path | None
    html: Path | None
    markdown: Path | None


@click.command(short_help="Check a release, a folder, a file, or what others published.")
@click.argument("path")
@click.option("--world", type=click.Path(path_type=Path), help="A recorded world's folder, where PATH has none.")
@click.option("--csv", "csv", type=click.Path(path_type=Path), help="Of others' legs: write the counts as CSV.")
@click.option("--html", type=click.Path(path_type=Path), help="Of others' legs: write a report as one HTML page.")
@click.option(
    "--withheld", type=click.Path(path_type=Path), help="Of a private test's public half: its maintainer's folder."
)
@click.option(
    "--markdown",
    type=click.Path(path_type=Path),
    help="Of others' legs: write a report as Markdown, in a file with marks between them.",
)
@strict_option
@json_option
@click.pass_context
def check(
    ctx: click.Context,
    path: str,
    world: Path | None,
    csv: Path | None,
    html: Path | None,
    markdown: Path | None,
    withheld: Path | None,
    strict: bool,
    as_json: bool,
) -> None:
    """Run every check on PATH: hashes, schemas, each item's rules and those of the whole.

    Exits 1 when there is a critical finding. Rules that can't be decided from what is there are listed as not
    checkable, never as passed. The public half of a private test is held to the commitment with --withheld.

    PATH may also be what others published: a folder, an archive (tar) or a file of Amazing Agent Race legs in their
    JSON, an AgentCoMa CSV (or JSONL with its columns), or any JSONL of questions and answers. These are audited as far
    as their records go. A dataset on
    the Hub, hf://datasets/OWNER/NAME@TAG, is fetched first.
    """
    from benchwright.fetched import fetched
    from releases.foreign.source import holds_foreign_legs

    with fetched(path) as here:
        if holds_foreign_legs(here):
            ctx.exit(_audit(here, Reports(csv, html, markdown), strict, as_json))
        if csv or html or markdown:
            raise InputError(f"{path}: --csv, --html and --markdown are for legs that others published")
        ctx.exit(_check(path, here, world, withheld, strict, as_json))


def _check(told: str, path: Path, world: Path | None, withheld: Path | None, strict: bool, as_json: bool) -> int:
    """Check what is ours, or rows in others' columns, and give the exit code; `told` is what the user calls it."""
    from benchwright.progress import SHORT, Bars
    from benchwright.running import existing
    from releases.check import check as run
    from releases.exports.audit import audit, holds_rows
    from releases.exports.questions import audit_questions, holds_questions
    from releases.exports.tandem import audit_published, holds_published
    from releases.foreign.again import check_again, holds_mended

    if holds_mended(existing(path)):
        found = check_again(path)
    elif holds_rows(path):
        found = audit(path)
    elif holds_published(path):
        found = audit_published(path)
    elif holds_questions(path):
        found = audit_questions(path)
    else:
        found = run(path, world, Bars(delay=SHORT))
    if withheld is not None:
        from releases.withheld_check import commitment_faults

        faults = tuple(commitment_faults(path, existing(withheld)))
        found = found._replace(findings=(*found.findings, *faults), not_checkable=())
    return print_checked(
        told,
        found.items,
        found.findings,
        strict=strict,
        as_json=as_json,
        rules=found.rules,
        not_checkable=found.not_checkable,
        stats=found.stats,
    )


def _audit(path: Path, reports: Reports, strict: bool, as_json: bool) -> int:
    """Audit legs that others published, and give the exit code."""
    from releases.foreign.audit import audit_legs
    from releases.foreign.page import audit_page
    from releases.foreign.report import audit_markdown, placed
    from releases.foreign.telling import audit_csv, audit_json, audit_text
    from schemas.files import read_bytes, write_atomically

    audit = audit_legs(path)
    for file, made in zip(reports[:2], (audit_csv, audit_page), strict=True):
        if file is not None:
            write_atomically(file, made(audit))
    if reports.markdown is not None:
        before = read_bytes(reports.markdown) if reports.markdown.is_file() else None
        write_atomically(reports.markdown, placed(audit_markdown(audit), before))
    if as_json:
        print_json(audit_json(audit))
    else:
        for line in audit_text(audit):
            click.echo(line)
    severities = {finding.severity for finding in audit.all_findings}
    return 1 if "critical" in severities or (strict and "warning" in severities) else 0
