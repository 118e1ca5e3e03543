"""`benchwright drift`: whether a release's items still hold in the world as it is now."""

from __future__ import annotations

from pathlib import Path

import click

from benchwright.output import json_option, print_json

__all__ = ["drift"]


@click.command(short_help="Read a release's sources again: which items are stable, drifted or dead?")
@click.argument("path", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--world", metavar="SPEC", help="Where to read; the world that the release was recorded from if not given."
)
@click.option(
    "--sample",
    type=click.IntRange(1),
    help="How many items to read again, drawn by the release's seed; all if not given.",
)
@json_option
@click.pass_context
def drift(ctx: click.Context, path: Path, world: str | None, sample: int | None, as_json: bool) -> None:
    """Follow the items of the release DIR again in the world as it is now.

    An item is stable when every value comes out as recorded, drifted when one is another, and dead when a page, a fact
    or a tool's answer is gone. Exits 1 when any is not stable, and proposes a patch release. The release itself stays
    right for its recorded world, and is not changed.
    """
    from benchwright.progress import SHORT, Bars
    from benchwright.running import existing
    from releases.drift import drift as run
    from releases.drift import drift_json, drift_lines

    found = run(existing(path), world, sample, Bars(delay=SHORT))
    if as_json:
        print_json(drift_json(found))
    else:
        click.echo("\n".join(drift_lines(found)))
    ctx.exit(1 if found.proposal else 0)
