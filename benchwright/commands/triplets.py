"""`benchwright triplets …`: the triplets family's own verbs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchwright.commands.triplets_review import review, serve
from benchwright.commands.triplets_study import VERBS
from benchwright.output import json_option, order_option, print_checked, print_findings, print_json, strict_option

if TYPE_CHECKING:
    from schemas.findings import Finding
    from schemas.triplets import Order

__all__ = ["triplets"]


@click.group(short_help="Composed questions and their two parts.")
def triplets() -> None:
    """Write templates, try them, and make triplets from them."""


@triplets.command(short_help="Make triplets into one file of JSON lines.")
@click.option("--count", type=click.IntRange(1), required=True)
@click.option("--seed", type=click.IntRange(0), required=True)
@click.option("--split", type=click.Choice(["dev", "test"]), default="test", show_default=True)
@click.option("--twins", type=click.IntRange(1), default=3, show_default=True, help="Most instances of one template.")
@click.option("-o", "--out", required=True, type=click.Path(path_type=Path), help="The JSONL file to write.")
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help="Processes to use.")
@click.option("--force", is_flag=True, help="Replace the file if it exists.")
@json_option
def generate(
    count: int, seed: int, split: str, twins: int, out: Path, workers: int, force: bool, as_json: bool
) -> None:
    """Write COUNT unreviewed triplets, drawn from the packaged templates, to a file."""
    from benchwright.running import built_json, built_text, make
    from releases.build import build_file
    from releases.recipe import recipe_from

    asked = {split: count, "unreviewed": True, "twins": twins}
    table = {"name": "triplets", "version": "0.0.0", "title": "Triplets", "seed": seed, "triplets": asked}
    built = make(build_file, recipe_from(table, "options"), None, out, workers, force)
    if as_json:
        print_json(built_json(built))
    else:
        click.echo(built_text(built))


@triplets.command(short_help="Start a template, or a maths-first item, from a form.")
@click.argument("scenario")
@click.argument("operation")
@click.option("--name", help="The template's name, which is also its file's.")
@click.option("-o", "--out", type=click.Path(path_type=Path), help="The TOML file to write; stdout when not given.")
@order_option
def new(scenario: str, operation: str, name: str | None, out: Path | None, order: Order) -> None:
    """Write the form of a template for SCENARIO ("travel agent") and OPERATION ("addition"), to be filled in.

    Maths-first triplets are written one by one, not made from templates: with --order maths-first it is the form of an
    item. `triplets check` says what is still to be filled in, or wrong.
    """
    from annotation.forms import form, is_name
    from annotation.mathsfirst import reversed_form
    from benchwright.running import one_of
    from schemas.amounts import OPERATIONS
    from schemas.errors import InputError
    from schemas.files import write_atomically
    from schemas.triplets import SCENARIOS

    cell = one_of(scenario, SCENARIOS, "scenario"), one_of(operation, OPERATIONS, "operation")
    write = reversed_form if order == "maths-first" else form
    called = name or (out.stem if out else None)
    if called is not None and not is_name(called):
        raise InputError(f"{called}: no name of an item; lower case, words joined by hyphens: pets-on-the-train")
    text = write(*cell, called)
    if out is None:
        click.echo(text, nl=False)
    elif out.exists():
        raise InputError(f"{out}: exists already; name another file")
    else:
        write_atomically(out, text.encode())
        click.echo(f"{out}: fill it in, then: benchwright triplets check {out}")


@triplets.command(short_help="Check the file of a template or an item, or a file of triplets.")
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--watch", is_flag=True, help="Go on checking a .toml file, or a folder's, as they are written.")
@strict_option
@json_option
@click.pass_context
def check(ctx: click.Context, path: Path, watch: bool, strict: bool, as_json: bool) -> None:
    """Check FILE: a template or an item (.toml), whose faults are named by line, triplets as JSON lines, or a CSV.

    With --watch, FILE may be a folder of .toml files, and every change is checked until Ctrl+C.
    """
    from benchwright.running import existing
    from releases.check import check as check_items
    from releases.exports.audit import audit

    if watch:
        _watch(path, as_json)
        return
    if existing(path).suffix == ".toml":
        ctx.exit(print_checked(path, 1, _written_findings(path), strict=strict, as_json=as_json))
    report = audit(path) if path.suffix.lower() == ".csv" else check_items(path)
    code = print_checked(
        path, report.items, report.findings, strict=strict, as_json=as_json, rules=report.rules,
        not_checkable=report.not_checkable,
    )  # fmt: skip
    ctx.exit(code)


def _written_findings(path: Path) -> tuple[Finding, ...]:
    """The findings about the file of a template or an item."""
    from annotation.itemfile import check_item, is_item
    from generators.triplets import check_template

    return tuple(check_item(path) if is_item(path) else check_template(path))


def _watch(path: Path, as_json: bool) -> None:
    """Print the findings about each .toml file as it is written, until interrupted."""
    from benchwright.watching import changes
    from schemas.errors import InputError

    if as_json or (path.is_file() and path.suffix != ".toml"):
        raise InputError(f"{path}: --watch looks at .toml files, and prints for people: leave --json out")
    try:
        for changed in changes(path, ".toml"):
            for file in changed.gone:
                click.echo(f"{file}: removed")
            for file in changed.written:
                try:
                    findings = _written_findings(file)
                except InputError as error:  # half written, or gone again: the next look says
                    click.echo(f"{' '.join(str(error).split())}")
                    continue
                print_findings(findings)
                click.echo(f"{file}: {len(findings) or 'no'} finding{'' if len(findings) == 1 else 's'}")
    except KeyboardInterrupt:
        click.echo("", err=True)


for command in (review, serve, *VERBS):
    triplets.add_command(command)
