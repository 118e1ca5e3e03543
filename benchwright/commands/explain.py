"""`benchwright explain`: one item, and how its answer follows."""

from __future__ import annotations

from pathlib import Path

import click

from benchwright.output import json_option, print_json

__all__ = ["explain"]


@click.command(short_help="Show one item: its graph, evidence and proof.")
@click.argument("path", type=click.Path(path_type=Path))
@click.argument("item_id", metavar="ID")
@click.option("--svg", "picture", type=click.Path(path_type=Path), help="Draw the item into this file.")
@json_option
def explain(path: Path, item_id: str, picture: Path | None, as_json: bool) -> None:
    """Show the item ID of PATH, a release, a folder or a JSONL file; the beginning of an id is enough.

    A leg: its graph, each clue beside its value, the span of the page that says each fact, and why each stop is
    live. A tandem question: state, goal, the plans with their costs, and a fastest way. A triplet: its questions, the
    options with their verdicts, and the algebra.

    `--svg` also draws it. A leg: pages from top to bottom, values from left to right, forks and merges. A tandem
    question: the kitchen, and for each plan a lane a cook and a lane a working utensil.
    """
    from benchwright.running import existing
    from releases.explain import drawing, explain_json
    from releases.explain import explain as run
    from schemas.files import write_atomically

    if picture is not None:
        write_atomically(picture, [drawing(existing(path), item_id).encode()])
    if as_json:
        print_json(explain_json(existing(path), item_id))
    else:
        click.echo(run(existing(path), item_id))
