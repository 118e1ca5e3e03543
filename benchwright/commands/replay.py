"""`benchwright replay`: every answer again, from the folder alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from benchwright.output import DETAILS, json_option, print_findings, print_json

if TYPE_CHECKING:
    from releases.replay import Replayed
    from schemas.canonical import JSON

__all__ = ["replay"]


@click.command(short_help="Re-derive every answer from a release alone.")
@click.argument("path", metavar="DIR")
@json_option
@click.pass_context
def replay(ctx: click.Context, path: str, as_json: bool) -> None:
    """Re-derive every value and answer of the release or folder DIR from its own recorded world, without network.

    Exits 1 when an item comes out otherwise than recorded, or a file is not what the manifest says; the items that
    rest on a damaged page or call are named. DIR may be a dataset on the Hub, hf://datasets/OWNER/NAME@TAG.
    """
    from benchwright.fetched import fetched
    from benchwright.progress import SHORT, Bars
    from benchwright.running import existing
    from releases.replay import replay as run

    with fetched(path) as here:
        replayed = run(existing(here), Bars(delay=SHORT))
    if as_json:
        print_json(_json(replayed))
    else:
        print_findings(replayed.findings)
        bad = len(replayed.different)
        click.echo(f"{path}: {replayed.items} items replayed, {replayed.same} as recorded, {bad} not")
    ctx.exit(1 if replayed.findings else 0)


def _json(replayed: Replayed) -> dict[str, JSON]:
    from releases.counting import as_json
    from schemas.canonical import dump

    different: list[JSON] = [*replayed.different]
    details: list[JSON] = [dump(finding) for finding in replayed.findings[:DETAILS]]
    return {
        "items": replayed.items,
        "same": replayed.same,
        "different": different,
        "findings": as_json(replayed.findings),
        "details": details,
    }
