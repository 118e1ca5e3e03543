"""`benchwright tandem …`: the tandem family's own verbs."""

from __future__ import annotations

import click

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
    from solvers.tandem.answers import answer_json, answer_text, read_question
    from solvers.tandem.answers import solve as run
    from worlds.kitchen.rules import load_kitchen

    rules = load_kitchen(kitchen)
    answer = run(rules, *read_question(rules, order))
    if as_json:
        print_json(answer_json(answer))
    else:
        click.echo(answer_text(answer).rstrip("\n"))
    ctx.exit(1 if answer.optimum is None else 0)
