"""`benchwright export …`: a release as the task folders of an evaluation harness, or in another's format."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from benchwright.output import json_option, print_json

__all__ = ["export"]

Style = Literal["chain-of-thought", "self-ask"]
STYLES = click.Choice(["chain-of-thought", "self-ask"])
style_option = click.option(
    "--style", type=STYLES, default="chain-of-thought", show_default=True, help="How triplets are prompted."
)
out_option = click.option("-o", "--out", required=True, type=click.Path(path_type=Path), help="The new folder.")


@click.group(short_help="A release for evaluation harnesses and others' tools.")
def export() -> None:
    """Write a release as tasks for an evaluation harness, or in the format of others' tools."""


@export.command("lm-eval", short_help="For EleutherAI's lm-evaluation-harness.")
@click.argument("release", type=click.Path(path_type=Path))
@out_option
@style_option
@json_option
def lm_eval(release: Path, out: Path, style: Style, as_json: bool) -> None:
    """Write the triplets and the tandem questions of RELEASE as a task folder for lm-evaluation-harness."""
    from releases.exports.harness.lm_eval import write_lm_eval

    _told(out, write_lm_eval(release, out, style), as_json)


@export.command(short_help="For the AI Security Institute's Inspect.")
@click.argument("release", type=click.Path(path_type=Path))
@out_option
@style_option
@json_option
def inspect(release: Path, out: Path, style: Style, as_json: bool) -> None:
    """Write the triplets and the tandem questions of RELEASE as a task folder for Inspect."""
    from releases.exports.harness.inspect import write_inspect

    _told(out, write_inspect(release, out, style), as_json)


@export.command(short_help="Legs in the JSON of The Amazing Agent Race.")
@click.argument("path", type=click.Path(path_type=Path))
@out_option
@json_option
def aar(path: Path, out: Path, as_json: bool) -> None:
    """Write the legs of PATH (a release, a folder or a file of legs, mended ones too) as upstream publishes its own."""
    from releases.exports.aar.folder import write_aar

    count = write_aar(path, out)
    if as_json:
        print_json({"out": str(out), "legs": count})
    else:
        click.echo(f"{out}: {count} legs")


@export.command(short_help="Legs as Harbor tasks.")
@click.argument("release", type=click.Path(path_type=Path))
@click.option("--leg", "legs", multiple=True, help="A leg's id, or its beginning; may be given again. All without it.")
@out_option
@json_option
def harbor(release: Path, legs: tuple[str, ...], out: Path, as_json: bool) -> None:
    """Write legs of RELEASE as Harbor task folders: a container that serves its world, an oracle, a verifier.

    RELEASE may also be a folder that `legs generate` made.
    """
    from releases.exports.harbor.folder import write_harbor

    _told(out, write_harbor(release, out, legs), as_json)


@export.command(short_help="Tandem questions as JSON lines.")
@click.argument("release", type=click.Path(path_type=Path))
@click.option("-o", "--out", required=True, type=click.Path(path_type=Path), help="The new file.")
@json_option
def tandem(release: Path, out: Path, as_json: bool) -> None:
    """Write the decision questions of RELEASE as JSON lines that stand by themselves; `check` audits such a file."""
    from releases.exports.tandem import write_published

    count = write_published(release, out)
    if as_json:
        print_json({"out": str(out), "questions": count})
    else:
        click.echo(f"{out}: {count} questions")


def _told(out: Path, names: tuple[str, ...], as_json: bool) -> None:
    if as_json:
        print_json({"out": str(out), "tasks": [*names]})
    else:
        click.echo(f"{out}: {', '.join(names)}")
