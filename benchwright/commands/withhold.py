"""`benchwright withhold`: the public half of a private test."""

from __future__ import annotations

from pathlib import Path

import click

from benchwright.output import json_option, print_json

__all__ = ["withhold"]


@click.command(short_help="Write the public half of a private test.")
@click.argument("path", metavar="DIR", type=click.Path(path_type=Path))
@click.option("-o", "--out", required=True, type=click.Path(path_type=Path), help="The public folder.")
@click.option("--force", is_flag=True, help="Replace another release that is in the folder.")
@json_option
def withhold(path: Path, out: Path, force: bool, as_json: bool) -> None:
    """Write the questions of DIR, a private test built from a recipe with private = true, without their answers.

    The public folder commits to the answers. The key of the commitment is made on first use, in DIR (commitment.key,
    readable by you alone): keep it with DIR, and publish neither.
    """
    from benchwright.running import existing
    from releases.withheld import withhold as run

    manifest = run(existing(path), out, force)
    splits = {f"{entry.config}/{entry.split}": entry.items for entry in manifest.splits}
    commitment = manifest.commitment.value if manifest.commitment else ""
    if as_json:
        print_json({"out": str(out), "splits": {**splits}, "commitment": commitment})
    else:
        told = ", ".join(f"{count} {name}" for name, count in splits.items())
        click.echo(f"{out}: {told}, without answers\ncommitment (HMAC-SHA-256): {commitment}")
