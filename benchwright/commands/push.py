"""`benchwright push` and `benchwright pull`: releases to and from the Hugging Face Hub."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from benchwright.output import json_option, print_json

__all__ = ["pull", "push"]


@click.command(short_help="Push a release to the Hub, verified and tagged.")
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("repo", metavar="OWNER/NAME")
@click.option("--dry-run", is_flag=True, help="Say what would be sent and committed, and change nothing.")
@click.option("--revision", default="main", show_default=True, help="The branch that gets the release once tagged.")
@click.option("--create-pr", is_flag=True, help="Open a pull request instead of moving a branch.")
@click.option("--private", is_flag=True, help="Make the repository private if it has to be made.")
@click.option("--gated", type=click.Choice(["auto", "manual"]), help="Ask readers to request access.")
@click.option("--allow-unreviewed", is_flag=True, help="Push items that no expert has reviewed; the card says so.")
@json_option
def push(
    folder: Path, repo: str, dry_run: bool, revision: str, create_pr: bool, private: bool,
    gated: Literal["auto", "manual"] | None, allow_unreviewed: bool, as_json: bool,
) -> None:  # fmt: skip
    """Push the release in FOLDER to the dataset OWNER/NAME and tag it with its version.

    It is checked, committed to a branch of its own, fetched back, compared file by file, and only then tagged; the main
    branch comes last. A push that was cut off goes on when it is run again. The token is the one that `hf auth login`
    or HF_TOKEN gives.
    """
    from benchwright.progress import Bars
    from benchwright.running import existing
    from releases.hub.address import repository
    from releases.hub.gate import Allowances
    from releases.hub.push import PushOrder, plan
    from releases.hub.push import push as run
    from releases.hub.remote import connect
    from schemas.canonical import dump

    order = PushOrder(existing(folder), revision, create_pr, private, gated, Allowances(allow_unreviewed))
    remote = connect(repository(repo), writing=not dry_run)
    if dry_run:
        planned = plan(order, remote)
        if as_json:
            print_json(dump(planned))
            return
        click.echo(f"{repo}: v{planned.version}: {planned.files} files, {planned.bytes} bytes")
        click.echo(f"to send: {planned.send_files} files, {planned.send_bytes} bytes, in {planned.commits} commits")
        click.echo(f"to remove: {planned.remove_files} files; Xet is {'on' if planned.xet else 'off'}")
        return
    pushed = run(order, remote, Bars())
    if as_json:
        print_json({"repository": repo, "xet": remote.xet, **pushed._asdict()})
        return
    where = pushed.pull_request or pushed.branch
    told = "was there already" if pushed.already else "verified and tagged"
    click.echo(f"{repo}: {pushed.tag} {told} at {pushed.commit[:12]} ({where})")


@click.command(short_help="Fetch a release from the Hub.")
@click.argument("address", metavar="hf://datasets/OWNER/NAME@TAG")
@click.option("-o", "--out", required=True, type=click.Path(path_type=Path), help="The new folder.")
@json_option
def pull(address: str, out: Path, as_json: bool) -> None:
    """Fetch a release as it is at a tag, branch or commit; `check` and `replay` then prove it."""
    from benchwright.progress import Bars
    from releases.hub.address import parse_address
    from releases.hub.pull import pull as run
    from releases.hub.remote import connect

    at = parse_address(address)
    manifest = run(at, connect(at.id, writing=False), out, Bars())
    if as_json:
        print_json({"out": str(out), "name": manifest.name, "version": manifest.version})
    else:
        click.echo(f"{out}: {manifest.name} {manifest.version}, {len(manifest.files) + 2} files")
