"""`benchwright tandem …`: the tandem family's own verbs."""

from __future__ import annotations

from pathlib import Path

import click

from benchwright.commands.explain import explain
from benchwright.output import json_option, print_json

__all__ = ["tandem"]

kitchen_option = click.option(
    "--kitchen",
    default="collab_overcooked",
    show_default=True,
    metavar="NAME|PATH",
    help="A packaged kitchen, or TOML.",
)


@click.group(short_help="Two cooks in a kitchen, and plans for both.")
def tandem() -> None:
    """Solve orders of a kitchen for two cooks, and make questions about team plans."""


@tandem.command(short_help="Find the least joint steps to deliver an order.")
@click.argument("order", metavar="ORDER|FILE")
@kitchen_option
@json_option
@click.pass_context
def solve(ctx: click.Context, order: str, kitchen: str, as_json: bool) -> None:
    """Find the optimum of ORDER from the kitchen's start, or of the joint state in the JSON FILE.

    Shows the certified optimum in joint steps, a plan that takes them, and its timeline. Exits 1 where no plan
    delivers from that state. The first use of a structure of recipes compiles and fills a table, which is kept.
    """
    from benchwright.progress import counter
    from solvers.tandem.answers import answer_json, answer_text, read_question
    from solvers.tandem.answers import solve as run
    from worlds.kitchen.rules import load_kitchen

    rules = load_kitchen(kitchen)
    with counter("arrangements in the table") as tell:
        answer = run(rules, *read_question(rules, order), tell)
    if as_json:
        print_json(answer_json(answer))
    else:
        click.echo(answer_text(answer).rstrip("\n"))
    ctx.exit(1 if answer.optimum is None else 0)


@tandem.command(short_help="Make questions into a folder of JSON lines.")
@click.option("--seed", type=click.IntRange(0), required=True)
@click.option("--scenarios", type=click.IntRange(1), required=True, help="Each makes 2 decision questions and 2 pairs.")
@click.option(
    "--levels", default="1,2,3,4,5,6", show_default=True, metavar="N,N…", help="Levels of the orders, 1 to 6."
)
@kitchen_option
@click.option("--split", type=click.Choice(["dev", "test"]), default="test", show_default=True)
@click.option("-o", "--out", required=True, type=click.Path(path_type=Path), help="The folder to write.")
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help="Processes to use.")
@click.option("--force", is_flag=True, help="Replace questions that are in the folder already.")
@json_option
def generate(
    seed: int, scenarios: int, levels: str, kitchen: str, split: str, out: Path, workers: int, force: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Write `tandem_decision.jsonl`, `tandem_verification.jsonl` and `rejected.jsonl` into a folder.

    `check`, `replay` and `explain` read that folder. Stopped and run again with the same options it goes on.
    """
    from benchwright.running import built_json, built_text, make
    from releases.build import build_folder
    from releases.recipe import recipe_from
    from schemas.canonical import dump
    from worlds.kitchen.rules import load_kitchen

    rules = load_kitchen(kitchen)
    named = rules.name if rules.packaged else dump(rules.file)
    asked = {"scenarios": scenarios, "levels": _levels(levels), "split": split, "kitchen": named}
    table = {"name": "tandem", "version": "0.0.0", "title": "Tandem", "seed": seed, "tandem": asked}
    built = make(build_folder, recipe_from(table, "options"), None, out, workers, force)
    if as_json:
        print_json(built_json(built))
    else:
        click.echo(built_text(built))


tandem.add_command(explain)


def _levels(text: str) -> list[int]:
    """The levels of a list with commas, each once. Raises click.BadParameter."""
    words = [word.strip() for word in text.split(",")]
    if not all(word in ("1", "2", "3", "4", "5", "6") for word in words):
        raise click.BadParameter(f"{text!r} is no list of levels such as 1,2", param_hint="--levels")
    return sorted({int(word) for word in words})
