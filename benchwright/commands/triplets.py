"""`benchwright triplets …`: the triplets family's own verbs."""

from __future__ import annotations

from pathlib import Path

import click

from benchwright.output import json_option, print_json

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
