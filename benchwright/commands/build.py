"""`benchwright build`: a recipe in, a release out."""

from __future__ import annotations

from pathlib import Path

import click

from benchwright.output import json_option, print_json

__all__ = ["build"]


@click.command(short_help="Generate, validate and freeze a release.")
@click.argument("recipe")
@click.option("--world", metavar="SPEC", help="atlas, zim:PATH or snapshot:FOLDER; overrides the recipe's own.")
@click.option(
    "--earlier",
    type=click.Path(path_type=Path),
    help="The release that [earlier] of the recipe is about; overrides its own.",
)
@click.option("-o", "--out", required=True, type=click.Path(path_type=Path), help="The release's folder.")
@click.option("--workers", type=click.IntRange(1), help="Processes to use; all processors when not given.")
@click.option("--force", is_flag=True, help="Replace another release that is in the folder.")
@json_option
def build(
    recipe: str, world: str | None, earlier: Path | None, out: Path, workers: int | None, force: bool, as_json: bool
) -> None:
    """Build RECIPE, a TOML file or the name of a packaged recipe, into a release folder.

    The bytes depend on recipe, world, earlier release and version alone. A build that was stopped goes on when it is
    run again. A release of the same recipe and world is replaced; any other folder is left alone.
    """
    from benchwright.running import built_json, built_text, make
    from releases.build import build_release
    from releases.recipe import load_recipe, with_earlier

    loaded = load_recipe(recipe) if earlier is None else with_earlier(load_recipe(recipe), earlier)
    built = make(build_release, loaded, world, out, workers, force)
    if as_json:
        print_json(built_json(built))
    else:
        click.echo(built_text(built))
