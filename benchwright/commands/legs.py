"""`benchwright legs …`: the legs family's own verbs."""

from __future__ import annotations

from pathlib import Path

import click

from benchwright.commands.crawl import crawl
from benchwright.commands.explain import explain
from benchwright.commands.sources import knobs_option, levels_in, seed_pages, source_options, source_spec
from benchwright.output import json_option, print_json, print_table

__all__ = ["legs"]


@click.group(short_help="Scavenger hunts over pages and tools.")
def legs() -> None:
    """Make legs, and look at the facts that they are made from."""


@legs.command(short_help="Make legs into a folder of JSON lines.")
@source_options
@click.option("--level", default="easy", show_default=True)
@click.option("--variant", type=click.Choice(["sequential", "compositional"]), default="sequential", show_default=True)
@click.option("--count", type=click.IntRange(1), default=10, show_default=True)
@click.option("--seed", type=click.IntRange(0), required=True)
@click.option("--seed-title", "titles", multiple=True, metavar="TITLE", help="Start on this page; may come repeatedly.")
@knobs_option
@click.option("--levels", type=click.Path(path_type=Path), metavar="FILE", help="TOML with [levels.NAME] of your own.")
@click.option("--split", type=click.Choice(["dev", "test"]), default="test", show_default=True)
@click.option("--max-attempts", type=click.IntRange(1), default=1000, show_default=True, help="Per leg.")
@click.option("-o", "--out", required=True, type=click.Path(path_type=Path), help="The folder to write.")
@click.option("--workers", type=click.IntRange(1), help="Processes to use; all processors when not given.")
@click.option("--force", is_flag=True, help="Replace legs that are in the folder already.")
@json_option
def generate(
    source: str, api: str | None, level: str, variant: str, count: int, seed: int, titles: tuple[str, ...], knobs: str,
    levels: Path | None, split: str, max_attempts: int, out: Path, workers: int | None, force: bool, as_json: bool,
) -> None:  # fmt: skip
    """Write `legs.jsonl`, `rejected.jsonl` and the recorded `world/` into a folder.

    `check`, `replay` and `explain` read that folder. Stopped and run again with the same options it goes on. Legs start
    on pages drawn by the seed, or on those named.
    """
    from benchwright.running import built_json, built_text, make
    from releases.build import build_folder
    from releases.recipe import recipe_from

    batch = {"level": level, "variant": variant, "split": split, "count": count}
    table = {
        "name": "legs", "version": "0.0.0", "title": "Legs", "seed": seed, "max_attempts": max_attempts,
        "legs": [batch], "seed_pages": seed_pages(titles, knobs), "levels": levels_in(levels) if levels else {},
    }  # fmt: skip
    built = make(build_folder, recipe_from(table, "options"), source_spec(source, api), out, workers, force)
    if as_json:
        print_json(built_json(built))
    else:
        click.echo(built_text(built))


@legs.command(short_help="Show what is read from one page.")
@source_options
@click.argument("title")
@json_option
def facts(source: str, api: str | None, title: str, as_json: bool) -> None:
    """Show the typed facts of the page TITLE: where each is said, and what gave no single safe reading, with why."""
    from benchwright.commands.legs_facts import print_sheet, sheet_of_title
    from schemas.canonical import dump
    from worlds.world import open_world

    sheet = sheet_of_title(open_world(source_spec(source, api)).pages, title)
    if as_json:
        print_json(dump(sheet))
    else:
        print_sheet(sheet)


legs.add_command(crawl)
legs.add_command(explain)


@legs.command(short_help="How the steps of legs, or of other benchmarks' items, hang together.")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE…")
@click.option("--shape", help="What the items are, where that can't be told from them (docs/structure.md).")
@json_option
def structure(paths: tuple[Path, ...], shape: str | None, as_json: bool) -> None:
    """Show, for each FILE, the percentages of linear and of branching items, steps, longest paths and diamonds.

    A FILE holds our legs (a release, a folder, JSONL), published Amazing Agent Race legs (a folder, an archive, JSON),
    or the gold calls of another benchmark in its own shape.
    """
    from releases.structure.files import read_graphs
    from releases.structure.telling import COLUMNS, structure_json, structure_row

    read = [read_graphs(path, shape) for path in paths]
    if as_json:
        print_json({"files": [structure_json(one) for one in read]})
    else:
        print_table(COLUMNS, [structure_row(one) for one in read])


@legs.command(short_help="Mend published legs as far as that takes no new fact.")
@click.argument("path", type=click.Path(path_type=Path))
@click.option("-o", "--out", required=True, type=click.Path(path_type=Path), help="The folder to write.")
@click.option("--force", is_flag=True, help="Replace what an earlier repair wrote there.")
@json_option
def repair(path: Path, out: Path, force: bool, as_json: bool) -> None:
    """Mend the Amazing Agent Race legs of PATH (a folder, an archive, JSON) into `mended.jsonl`.

    Dead stops and steps that change nothing are cut, values derived again, computed clues written anew. A leg whose
    mending would take a new fact goes to `rejected.jsonl` with the reasons.
    """
    from releases.foreign.repair import repair as mend
    from releases.foreign.repair import repair_json, repair_text

    made = mend(path, out, force)
    if as_json:
        print_json(repair_json(made))
    else:
        click.echo(repair_text(made))
