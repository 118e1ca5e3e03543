"""`benchwright triplets review …`: what authors, reviewers and adjudicators do in the rounds."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from benchwright.output import json_option, order_option, print_json, print_table

if TYPE_CHECKING:
    from annotation.review import Review
    from annotation.state import Item, Person
    from schemas.triplets import Order

__all__ = ["ROUND_COMMANDS"]

F = TypeVar("F", bound=Callable[..., None])
LEDGER = click.argument("ledger", type=click.Path(path_type=Path))
ITEM = click.argument("item")
AS = click.option("--as", "who", required=True, help="Who does it: a name or an id of this review.")
KEY = click.option("--key", help="An idempotency key: the same step with the same key happens once.")
CHECK_NAMES = ("real-scenario", "needs-commonsense", "one-step", "unambiguous")


def _about(command: F) -> F:
    """For a command about an item: its ledger, which it is, and who asks."""
    return LEDGER(ITEM(AS(command)))


def _step(command: F) -> F:
    """For a step of a round: the same, and the key by which it happens once."""
    return _about(KEY(command))


@click.command(short_help="Print the form of a new item.")
@click.argument("scenario")
@click.argument("operation", type=click.Choice(["addition", "subtraction", "multiplication", "division"]))
@order_option
def form(scenario: str, operation: str, order: Order) -> None:
    """Print the commented text on which an author writes one item, such as `form "travel agent" division`."""
    from annotation.itemtext import item_form
    from schemas.amounts import OPERATIONS
    from schemas.errors import InputError
    from schemas.triplets import SCENARIOS

    cells = [(one, two) for one in SCENARIOS for two in OPERATIONS if (one, two) == (scenario, operation)]
    if not cells:
        raise InputError(f"{scenario}: no such scenario; there are {', '.join(SCENARIOS)}")
    click.echo(item_form(*cells[0], order), nl=False)


@click.command(short_help="Hand in items, or a rewrite.")
@LEDGER
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@AS
@click.option("--item", help="The item that the one file rewrites.")
@click.option("--reply", default="", help="With --item: how the rewrite answers the feedback.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="For the draw from a template.")
@KEY
@json_option
def submit(
    ledger: Path,
    files: tuple[Path, ...],
    who: str,
    item: str | None,
    reply: str,
    seed: int,
    key: str | None,
    as_json: bool,
) -> None:
    """Hand in each item of FILES: .toml of an item or a template, .jsonl of triplets. Critical findings keep out."""
    from annotation.authoring import submit as hand_in
    from annotation.authoring import texts_of
    from schemas.errors import InputError

    review, person = _open(ledger, who)
    texts = [one for file in files for one in texts_of(file, seed)]
    if item is not None and len(texts) != 1:
        raise InputError(f"{item}: a rewrite is one item, and the files hold {len(texts)}")
    done: list[str] = []
    for place, (where, text) in enumerate(texts):
        try:
            done.append(hand_in(review, person.id, text, f"{_key(key)}.{place}", item, reply))
        except InputError as error:
            before = f" ({', '.join(done)} handed in before it)" if done else ""
            raise InputError(f"{where}: {error}{before}") from error
    if as_json:
        print_json({"items": list(done)})
    else:
        click.echo(f"handed in: {', '.join(done)}")


@click.command(short_help="What waits for somebody.")
@LEDGER
@AS
@json_option
def queue(ledger: Path, who: str, as_json: bool) -> None:
    """List everything that waits for somebody, the most pressing first."""
    from annotation.tasks import tasks

    review, person = _open(ledger, who)
    found = tasks(review.state, person)
    if as_json:
        print_json({"tasks": [{**task._asdict(), "asks": task.asks} for task in found]})
    elif found:
        print_table(("item", "version", "what"), [(task.item, task.version, task.asks) for task in found])
    else:
        click.echo("nothing waits for you")


@click.command(short_help="Round 1: four yes-or-no questions.")
@_step
@click.option("--no", "noes", type=click.Choice(CHECK_NAMES), multiple=True, help="Say no to this one; else yes.")
@click.option("--yes", "all_yes", is_flag=True, help="Say yes to all four.")
@click.option("--note", default="", help="Why not; needed with a no.")
def check(ledger: Path, item: str, who: str, noes: tuple[str, ...], all_yes: bool, note: str, key: str | None) -> None:
    """Show the composed question of ITEM; with --yes or --no, answer the binary checks."""
    from annotation import acts
    from annotation.blind import check_sheet
    from annotation.history import CHECK_WORDS
    from schemas.errors import InputError

    review, person, held = _open_item(ledger, who, item)
    if all_yes and noes:
        raise InputError("say --yes for all four, or name each --no")
    if all_yes or noes:
        acts.check(review, person.id, item, held.now.number, noes, note, _key(key))
        click.echo(f"{item}: checked")
        return
    sheet = check_sheet(held, person)
    click.echo(f"{sheet.question}\n")
    for name, words in CHECK_WORDS.items():
        click.echo(f"{name}: {words}")


@click.command(short_help="Round 2: answer the questions, blind.")
@_step
@click.option("--answer", "answers", multiple=True, help="The next answer; repeat for the ones after it.")
@json_option
def solve(ledger: Path, item: str, who: str, answers: tuple[str, ...], key: str | None, as_json: bool) -> None:
    """Show the question of ITEM that comes next: the composed, the commonsense, then the maths question.

    In a maths-first item the maths question comes before the commonsense question, which states its answer.

    A question is shown once the one before is answered, by --answer or, at a terminal, when asked.
    """
    from annotation import acts
    from annotation.blind import solve_sheet
    from annotation.rules import next_part

    review, person, held = _open_item(ledger, who, item)
    left = list(answers)
    base = _key(key)
    while (part := next_part(review.state, held.now, person.id)) is not None:
        sheet = solve_sheet(review.state, held, person)
        if not left:
            if as_json:
                print_json(dict(sheet._asdict()))
                return
            click.echo(f"{sheet.step} of 3: {sheet.question}")
            if not sys.stdin.isatty():
                return
            left.append(click.prompt("Your answer"))
        acts.answer(review, person.id, item, sheet.version, part, left.pop(0), f"{base}.{part}")
        held = review.item(item)
    if as_json:
        print_json({"item": item, "answered": len(held.now.parts_of(person.id))})
    else:
        click.echo(f"{item}: {len(held.now.parts_of(person.id))} of 3 questions answered")


@click.command(short_help="Round 3: the answers side by side.")
@_about
@json_option
def compare(ledger: Path, item: str, who: str, as_json: bool) -> None:
    """Show an adjudicator every answer beside the author's. It is written down that they have seen it."""
    from annotation import acts
    from annotation.sheets import compared

    review, person, _ = _open_item(ledger, who, item)
    acts.open_item(review, person.id, item)
    rows = compared(review.state, review.item(item))
    if as_json:
        print_json({"answers": [dict(row._asdict()) for row in rows]})
    else:
        print_table(
            ("question", "who", "answer", "author's", "same"),
            [(row.part, row.name, row.answer, row.gold, "yes" if row.same else "NO") for row in rows],
        )


@click.command(short_help="Round 3: decide where answers differ.")
@_step
@click.option("--same/--different", required=True, help="Whether all answers mean the same.")
@click.option("--note", required=True, help="Why.")
def adjudicate(ledger: Path, item: str, who: str, same: bool, note: str, key: str | None) -> None:
    """Decide whether answers that differ mean the same; if not, ITEM goes back to its author."""
    from annotation import acts

    review, person, held = _open_item(ledger, who, item)
    acts.open_item(review, person.id, item)
    acts.adjudicate(review, person.id, item, held.now.number, note, _key(key), same=same)
    click.echo(f"{item}: {review.item(item).now.phase}")


@click.command(short_help="Round 4: was anything ambiguous?")
@_step
@click.option("--clear", is_flag=True, help="Nothing was ambiguous.")
@click.option("--ambiguous", default="", metavar="TEXT", help="How else a question can be read.")
def feedback(ledger: Path, item: str, who: str, clear: bool, ambiguous: str, key: str | None) -> None:
    """Show the questions of ITEM with one's own answers; with --clear or --ambiguous, give feedback."""
    from annotation import acts
    from annotation.blind import feedback_sheet
    from schemas.errors import InputError

    review, person, held = _open_item(ledger, who, item)
    if clear and ambiguous:
        raise InputError("say --clear or --ambiguous, not both")
    if clear or ambiguous:
        acts.feedback(review, person.id, item, held.now.number, ambiguous, _key(key), clear=clear)
        click.echo(f"{item}: feedback given")
        return
    for own in feedback_sheet(held, person).answers:
        click.echo(f"{own.part}: {own.question}\n  you answered: {own.answer}")


@click.command(short_help="The author's final check of a rewrite.")
@_step
@click.option("--confirm", is_flag=True, help="The rewrite answers the feedback.")
@click.option("--again", default="", metavar="TEXT", help="What it still doesn't answer; it comes back to you.")
def final(ledger: Path, item: str, who: str, confirm: bool, again: str, key: str | None) -> None:
    """Confirm that a rewrite answers the feedback it was written for, or take it back."""
    from annotation import acts
    from schemas.errors import InputError

    review, person, held = _open_item(ledger, who, item)
    if confirm == bool(again):
        raise InputError("say --confirm or --again TEXT")
    acts.confirm(review, person.id, item, held.now.number, again, _key(key), answers=confirm)
    click.echo(f"{item}: {review.item(item).now.phase}")


@click.command(short_help="Take an item out of review.")
@_step
@click.option("--note", required=True, help="Why.")
def withdraw(ledger: Path, item: str, who: str, note: str, key: str | None) -> None:
    """Withdraw ITEM: its author or a maintainer may."""
    from annotation import acts

    review, person, _ = _open_item(ledger, who, item)
    acts.withdraw(review, person.id, item, note, _key(key))
    click.echo(f"{item}: withdrawn")


@click.command(short_help="Free the place of a solver who is gone.")
@_step
@click.argument("solver")
def free(ledger: Path, item: str, solver: str, who: str, key: str | None) -> None:
    """Free the place of SOLVER, who began ITEM and doesn't go on; a maintainer may."""
    from annotation import acts

    review, person, held = _open_item(ledger, who, item)
    acts.free_place(review, person.id, item, held.now.number, review.person(solver).id, _key(key))
    click.echo(f"{item}: a place is free")


@click.command(short_help="An item's timeline.")
@_about
@json_option
def history(ledger: Path, item: str, who: str, as_json: bool) -> None:
    """Print what happened to ITEM, as far as it is somebody's to know. A maintainer's look is written down."""
    from annotation.history import history as history_of
    from annotation.sheets import opened_view

    review, person, _ = _open_item(ledger, who, item)
    view = opened_view(review, person, item)
    entries = history_of(review.state, review.item(item), person, view)
    if as_json:
        print_json({"view": view, "entries": [dict(entry._asdict()) for entry in entries]})
        return
    for entry in entries:
        at = datetime.fromtimestamp(entry.at, UTC).strftime("%Y-%m-%d %H:%M")
        words = f": {entry.words}" if entry.words else ""
        click.echo(f"{at}  v{entry.version}  {entry.who} {entry.what}{words}".replace("  version", " version"))


ROUND_COMMANDS: tuple[click.Command, ...] = (
    form, submit, queue, check, solve, compare, adjudicate, feedback, final, withdraw, free, history,
)  # fmt: skip


def _open(ledger: Path, who: str) -> tuple[Review, Person]:
    from annotation.review import Review

    review = Review(ledger)
    return review, review.person(who)


def _open_item(ledger: Path, who: str, item: str) -> tuple[Review, Person, Item]:
    review, person = _open(ledger, who)
    return review, person, review.item(item)


def _key(given: str | None) -> str:
    return given or secrets.token_hex(16)
