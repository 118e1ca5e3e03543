"""`benchwright triplets review tasks` and `labels`: reviewing in Label Studio instead of the web app."""

from __future__ import annotations

from pathlib import Path

import click

from benchwright.output import json_option, print_json

__all__ = ["LABEL_COMMANDS"]

PATH = click.Path(path_type=Path)
LEDGER = click.argument("ledger", type=PATH)


@click.command("tasks", short_help="Blind Label Studio tasks of what waits for reviewers.")
@LEDGER
@click.option("-o", "--out", required=True, type=PATH, help="The tasks to import there.")
@click.option("--form-out", type=PATH, help="Where to write the labelling form too.")
def tasks_(ledger: Path, out: Path, form_out: Path | None) -> None:
    """Write a Label Studio task for every item of LEDGER that waits for checks or answers."""
    from annotation.review import Review
    from releases.exports.labelreview import open_tasks
    from releases.exports.labelstudio import labelling_form
    from schemas.errors import InputError
    from schemas.files import write_atomically

    for path in (out, form_out):
        if path is not None and path.exists():
            raise InputError(f"{path}: exists already; name another file")
    write_atomically(out, open_tasks(Review(ledger)))
    if form_out is not None:
        write_atomically(form_out, labelling_form().encode())
    click.echo(f"{out}: give each task to {Review(ledger).state.reviewers} people, and bring the export back")


@click.command("labels", short_help="Bring Label Studio's annotations into a review.")
@LEDGER
@click.argument("export", type=PATH)
@click.option("--who", multiple=True, metavar="ANNOTATOR=NAME", help="Who an annotator is here; repeat for several.")
@json_option
@click.pass_context
def labels_(ctx: click.Context, ledger: Path, export: Path, who: tuple[str, ...], as_json: bool) -> None:
    """Write what EXPORT (JSON) says to LEDGER: checks, answers, then whether anything was ambiguous.

    The rules decide as they do in the app. Exits 1 when they refuse a step; the same export again changes nothing.
    """
    from annotation.review import Review
    from releases.exports.labelreview import bring_in
    from releases.exports.labelstudio import read_labels
    from schemas.errors import InputError

    if wrong := [one for one in who if "=" not in one]:
        raise InputError(f"{wrong[0]}: write --who ANNOTATOR=NAME, as ada@example.org=Ada")
    people = {annotator: name for annotator, _, name in (one.rpartition("=") for one in who)}
    brought = bring_in(Review(ledger), read_labels(export), people)
    if as_json:
        print_json(
            {
                "annotations": [
                    {"item": one.item, "person": one.person, "steps": [*one.steps], "refused": [*one.refused]}
                    for one in brought
                ]
            }
        )
    for one in () if as_json else brought:
        click.echo(f"{one.item} {one.person}: {', '.join(one.steps) or 'nothing new'}")
        for told in one.refused:
            click.echo(f"  refused: {told}")
    ctx.exit(1 if any(one.refused for one in brought) else 0)


LABEL_COMMANDS: tuple[click.Command, ...] = (tasks_, labels_)
"""What is added to `benchwright triplets review`."""
