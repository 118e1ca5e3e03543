"""`benchwright diff`: two releases compared."""

from __future__ import annotations

from pathlib import Path

import click

from benchwright.output import json_option, print_json

__all__ = ["diff"]


@click.command(short_help="Compare two releases: what changed, and which scores stay comparable.")
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@json_option
def diff(old: Path, new: Path, as_json: bool) -> None:
    """Compare the releases OLD and NEW: items added, removed and changed, what can move a score, and what they share.

    Says which part of the version is due to go up: patch when items stay the same, minor when some were added, major
    when answers or items changed.
    """
    from benchwright.running import existing
    from releases.diff import diff as run
    from releases.diff import diff_json, diff_lines

    found = run(existing(old), existing(new))
    if as_json:
        print_json(diff_json(found))
    else:
        click.echo("\n".join(diff_lines(found)))
