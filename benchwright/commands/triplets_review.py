"""`benchwright triplets review …` and `triplets serve`: the review of triplets by people."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from benchwright.commands.triplets_labels import LABEL_COMMANDS
from benchwright.commands.triplets_rounds import ROUND_COMMANDS
from benchwright.output import json_option, print_json, print_table

if TYPE_CHECKING:
    from annotation.agreement import Estimate
    from annotation.invites import Invite
    from schemas.canonical import JSON

__all__ = ["review", "serve"]

F = TypeVar("F", bound=Callable[..., None])
LEDGER = click.argument("ledger", type=click.Path(path_type=Path))
ROLES = ("author", "reviewer", "adjudicator", "maintainer")
URL = click.option("--url", default="http://127.0.0.1:8765", show_default=True, help="Where the web app is reached.")


@click.group(short_help="Review by people: rounds, ledger, agreement.")
def review() -> None:
    """Take triplets through the rounds of review. A LEDGER is one file; nothing in it is ever overwritten."""


for command in (*ROUND_COMMANDS, *LABEL_COMMANDS):
    review.add_command(command)


@review.command(short_help="Begin a review: make its ledger.")
@LEDGER
@click.option("--name", default="Review of triplets", show_default=True, help="What the review is called.")
@click.option("--maintainer", required=True, help="The name of who looks after it; a sign-in link is printed.")
@click.option("--reviewers", type=click.IntRange(2, 9), default=2, show_default=True, help="People each round takes.")
@click.option("--days", type=click.IntRange(1, 365), default=7, show_default=True, help="How long the link works.")
@URL
@json_option
def init(ledger: Path, name: str, maintainer: str, reviewers: int, days: int, url: str, as_json: bool) -> None:
    """Make LEDGER, and ask its first maintainer in."""
    from annotation.invites import invite as ask_in
    from annotation.review import Review

    made = Review.begin(ledger, name, reviewers)
    _print_invite(ask_in(made, maintainer, ("maintainer",), days), url, days, as_json)


@review.command(short_help="Ask somebody in: prints their sign-in link.")
@LEDGER
@click.argument("name")
@click.option("--role", "roles", type=click.Choice(ROLES), multiple=True, help="What they are; repeat for several.")
@click.option("--days", type=click.IntRange(1, 365), default=7, show_default=True, help="How long the link works.")
@URL
@json_option
def invite(ledger: Path, name: str, roles: tuple[str, ...], days: int, url: str, as_json: bool) -> None:
    """Ask NAME in, or give NAME another link. The link works once; only its digest is kept."""
    from annotation.events import ROLES as KNOWN
    from annotation.invites import invite as ask_in
    from annotation.review import Review

    chosen = tuple(role for role in KNOWN if role in roles)
    _print_invite(ask_in(Review(ledger), name, chosen, days), url, days, as_json)


@review.command("shut-out", short_help="Sign somebody out everywhere and take their links back.")
@LEDGER
@click.argument("name")
@click.option("--as", "who", required=True, help="Who asks for it: a maintainer, or NAME themselves.")
def shut_out_(ledger: Path, name: str, who: str) -> None:
    """End all sessions of NAME, and let none of the links that they haven't used yet work any more."""
    from annotation.invites import shut_out
    from annotation.review import Review

    review = Review(ledger)
    person = review.person(name)
    shut_out(review, review.person(who).id, person.id, f"shut-out:{secrets.token_hex(16)}")
    click.echo(f"{person.name} ({person.id}): signed out everywhere; unused links work no more")


@review.command(short_help="Who takes part.")
@LEDGER
@json_option
def people(ledger: Path, as_json: bool) -> None:
    """List everybody with their roles."""
    from annotation.review import Review

    held = Review(ledger).state.people.values()
    if as_json:
        print_json({"people": [{"id": one.id, "name": one.name, "roles": list(one.roles)} for one in held]})
    else:
        print_table(("id", "name", "roles"), [(one.id, one.name, ", ".join(one.roles)) for one in held])


@review.command(short_help="The 20 cells and what is missing.")
@LEDGER
@click.option("--csv", "table", type=click.Path(path_type=Path), help="Write the board to this CSV file too.")
@json_option
def board(ledger: Path, table: Path | None, as_json: bool) -> None:
    """Print the board: accepted items of each cell, dev and test, and how many are missing."""
    from annotation.board import WANTED
    from annotation.board import board as board_of
    from annotation.exporting import board_csv
    from annotation.review import Review
    from schemas.files import write_atomically

    state = Review(ledger).state
    made = board_of(state)
    if table is not None:
        write_atomically(table, board_csv(state).encode())
    if as_json:
        cells: list[JSON] = [{**cell._asdict(), "missing": cell.missing} for cell in made.cells]
        print_json({"accepted": made.accepted, "wanted": made.wanted, "missing": made.missing, "cells": cells})
        return
    rows = [
        (
            cell.scenario,
            cell.operation,
            f"{cell.dev}/{WANTED['dev']}",
            f"{cell.test}/{WANTED['test']}",
            cell.reviewing,
            cell.returned,
            cell.missing,
        )
        for cell in made.cells
    ]
    print_table(("scenario", "operation", "dev", "test", "in review", "returned", "missing"), rows)
    click.echo(f"{made.accepted} of {made.wanted} accepted, {made.missing} missing")


@review.command(short_help="How far reviewers agree.")
@LEDGER
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="For the bootstrap intervals.")
@json_option
def agreement(ledger: Path, seed: int, as_json: bool) -> None:
    """Print Krippendorff's alpha, Gwet's AC1 and raw agreement with 95 % bootstrap intervals."""
    from annotation.agreement import agreement as agreement_of
    from annotation.review import Review

    rows = agreement_of(Review(ledger).state, seed)
    if as_json:
        print_json(
            {
                "agreement": [
                    {
                        "question": row.question,
                        "units": row.units,
                        "alpha": dict(row.alpha._asdict()),
                        "ac1": dict(row.ac1._asdict()),
                        "raw": dict(row.raw._asdict()),
                    }
                    for row in rows
                ]
            }
        )
        return
    shown = [(row.question, row.units, *map(_estimate, (row.alpha, row.ac1, row.raw))) for row in rows]
    print_table(("question", "units", "alpha", "AC1", "raw"), shown)


@review.command(short_help="Fold the ledger again from its first event.")
@LEDGER
@click.option("--head", help="The digest that the last event must have, as printed before.")
@json_option
def replay(ledger: Path, head: str | None, as_json: bool) -> None:
    """Check every event against the chain and the rules. Exit code 1 names the first that was tampered with.

    A ledger that was cut short still holds together: keep the head that is printed, and give it with --head.
    """
    from annotation.review import Review, replayed, same_state
    from schemas.errors import ReleaseError

    state = replayed(ledger)
    if not same_state(state, Review(ledger).state):
        raise ReleaseError(f"{ledger}: its replay gives another state")
    if head is not None and head != state.head:
        raise ReleaseError(f"{ledger}: its last event {state.seq} has the digest {state.head}, not {head}")
    if as_json:
        print_json({"events": state.seq, "items": len(state.items), "head": state.head})
    else:
        click.echo(f"{state.seq} events, {len(state.items)} items; head {state.head}")


@review.command(short_help="Write accepted items for a release.")
@LEDGER
@click.option("-o", "--out", required=True, type=click.Path(path_type=Path), help="The JSONL file to write.")
@click.option(
    "--ratings", type=click.Path(path_type=Path), help="Write ratings and answers of ended items to this CSV file."
)
@json_option
def export(ledger: Path, out: Path, ratings: Path | None, as_json: bool) -> None:
    """Write the accepted items as JSON lines, each with status `accepted`."""
    from annotation.exporting import accepted, accepted_lines, ratings_csv
    from annotation.review import Review
    from schemas.files import write_atomically

    state = Review(ledger).state
    write_atomically(out, accepted_lines(state))
    if ratings is not None:
        write_atomically(ratings, ratings_csv(state).encode())
    count = len(accepted(state))
    if as_json:
        print_json({"accepted": count, "out": str(out)})
    else:
        click.echo(f"{count} accepted items in {out}")


@click.command(short_help="The web app of a review.")
@LEDGER
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; loopback by default.")
@click.option("--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="0 takes a free one.")
@click.option("--url", help="Where people reach it, when a proxy stands before it: https://review.example")
def serve(ledger: Path, host: str, port: int, url: str | None) -> None:
    """Serve LEDGER's web app until interrupted. People sign in by the links that `review invite` prints."""
    from schemas.errors import InputError

    try:
        from annotation.web.serving import serve as serve_app
    except ImportError as error:
        raise InputError(
            f"triplets serve needs the review extra ({error.name} is missing): pip install 'benchwright[review]'"
        ) from error
    serve_app(ledger, host, port, url, lambda line: click.echo(line, err=True))


def _print_invite(made: Invite, url: str, days: int, as_json: bool) -> None:
    link = f"{url.rstrip('/')}/invite/{made.token}"
    person = made.person
    if as_json:
        print_json({"person": person.id, "name": person.name, "roles": list(person.roles), "link": link, "days": days})
    else:
        click.echo(f"{person.name} ({person.id}): {', '.join(person.roles)}")
        click.echo(f"{link}  (works once, for {days} days)")


def _estimate(one: Estimate) -> str:
    if one.value is None:
        return "not defined"
    if one.low is None or one.high is None:
        return f"{one.value:.3f}"
    return f"{one.value:.3f} [{one.low:.3f}, {one.high:.3f}]"
