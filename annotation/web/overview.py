"""Pages that look over a review: items and their history, adjudication, the board, agreement, people, exports."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from annotation import acts
from annotation.agreement import agreement
from annotation.board import WANTED, board
from annotation.events import PARTS, ROLES
from annotation.exporting import accepted_lines, board_csv, ratings_csv
from annotation.history import history
from annotation.invites import invite, shut_out
from annotation.rules import Refused, may_open
from annotation.sheets import compared, gold_of, opened_view
from annotation.state import Item, Person
from annotation.web.desk import Desk, Missing, Signed
from annotation.web.forms import choice_of
from schemas.amounts import OPERATIONS
from schemas.errors import InputError
from schemas.triplets import SCENARIOS

__all__ = ["Overview"]

DAYS = 7


class Overview:
    """The pages that look over a review. `origin` is where invite links point."""

    def __init__(self, desk: Desk, origin: str) -> None:
        self.desk, self.origin = desk, origin

    async def items(self, signed: Signed) -> Response:
        """The items that somebody has to do with."""
        held = [item for item in self.desk.review.state.items.values() if _concerns(signed.person, item)]
        shown = [(item, _is_told(signed.person, item)) for item in reversed(held)]
        return self.desk.page("items.html", signed, items=shown)

    async def item(self, signed: Signed) -> Response:
        """An item's history as a timeline, and the item itself for those who may know it."""
        item = self.desk.item(signed.item_id())
        if not _concerns(signed.person, item):
            raise Missing("There is no such page.")
        view = opened_view(self.desk.review, signed.person, item.id)
        item = self.desk.item(item.id)
        golds = {} if view == "blind" else {part: gold_of(item, part) for part in PARTS}
        entries = history(self.desk.review.state, item, signed.person, view)
        return self.desk.page("item.html", signed, item=item, view=view, entries=entries, golds=golds)

    async def adjudicate(self, signed: Signed) -> Response:
        """Round 3: every answer beside the author's."""
        return self._adjudicate(signed, "")

    async def adjudicated(self, signed: Signed) -> Response:
        """Take the decision in."""
        item = self.desk.item(signed.item_id())
        try:
            same = choice_of(signed, "same", yes="yes", no="no")
            version, note, key = signed.version(), signed.field("note"), signed.field("key")
            acts.adjudicate(self.desk.review, signed.person.id, item.id, version, note, key, same=same)
        except Refused as error:
            return self._adjudicate(signed, str(error))
        return self.desk.onwards(signed, item.id)

    async def board(self, signed: Signed) -> Response:
        """The 20 cells and what is missing; to reviewers, open items by scenario alone."""
        made = board(self.desk.review.state)
        rows = [(scenario, [cell for cell in made.cells if cell.scenario == scenario]) for scenario in SCENARIOS]
        return self.desk.page("board.html", signed, board=made, rows=rows, operations=OPERATIONS, wanted=WANTED)

    async def agreement(self, signed: Signed) -> Response:
        """How far reviewers agree."""
        rows = await run_in_threadpool(agreement, self.desk.review.state)
        return self.desk.page("agreement.html", signed, rows=rows)

    async def people(self, signed: Signed) -> Response:
        """Who takes part, and a form to ask somebody in."""
        return self._people(signed)

    async def asked_in(self, signed: Signed) -> Response:
        """Ask somebody in; the link is shown once."""
        roles = tuple(role for role in ROLES if signed.form.get(role) == "yes")
        try:
            made = invite(self.desk.review, signed.field("name").strip(), roles, DAYS)
        except InputError as error:
            return self._people(signed, trouble=str(error))
        return self._people(signed, link=f"{self.origin}/invite/{made.token}", asked=made.person.name)

    async def free(self, signed: Signed) -> Response:
        """Free the place of a solver who doesn't go on."""
        item = self.desk.item(signed.item_id())
        key, solver = signed.field("key"), signed.field("solver")
        acts.free_place(self.desk.review, signed.person.id, item.id, signed.version(), solver, key)
        return self.desk.onwards(signed, item.id)

    async def shut_out(self, signed: Signed) -> Response:
        """Sign somebody out everywhere, and take their links back."""
        who = str(signed.request.path_params["person"])
        shut_out(self.desk.review, signed.person.id, who, signed.field("key"))
        return RedirectResponse("/people", 303)

    async def accepted(self, signed: Signed) -> Response:
        """The accepted items as JSON lines."""
        return _file(accepted_lines(self.desk.review.state), "application/jsonl", "accepted.jsonl")

    async def ratings(self, signed: Signed) -> Response:
        """The ratings of items at an end as CSV."""
        return _file(ratings_csv(self.desk.review.state).encode(), "text/csv", "ratings.csv")

    async def board_table(self, signed: Signed) -> Response:
        """The board as CSV; to reviewers without the open items of a cell."""
        told = "reviewer" not in signed.person.roles
        return _file(board_csv(self.desk.review.state, open_items=told).encode(), "text/csv", "board.csv")

    def _adjudicate(self, signed: Signed, trouble: str) -> Response:
        item = self.desk.item(signed.item_id())
        person = signed.person
        theirs = item.now.phase == "comparison" and person.id not in (*item.authors, *item.now.reviewers)
        if not theirs or not may_open(person, item):
            raise Missing("There is nothing for you to do here now.")
        acts.open_item(self.desk.review, person.id, item.id)
        item = self.desk.item(item.id)
        rows = compared(self.desk.review.state, item)
        reviewers = {one: f"reviewer {number}" for number, one in enumerate(item.now.solvers, start=1)}
        triplet = item.now.submitted.triplet
        asked = {
            "composition": triplet.question_composition,
            "commonsense": triplet.question_commonsense,
            "math": triplet.question_math,
        }
        shown = [(part, asked[part], gold_of(item, part), [row for row in rows if row.part == part]) for part in PARTS]
        return self.desk.page(
            "adjudicate.html",
            signed,
            422 if trouble else 200,
            item=item,
            shown=shown,
            reviewers=reviewers,
            trouble=trouble,
            form=signed.form,
        )

    def _people(self, signed: Signed, *, link: str = "", asked: str = "", trouble: str = "") -> Response:
        state = self.desk.review.state
        return self.desk.page(
            "people.html",
            signed,
            422 if trouble else 200,
            people=list(state.people.values()),
            roles=ROLES,
            days=DAYS,
            link=link,
            asked=asked,
            trouble=trouble,
        )


def _concerns(person: Person, item: Item) -> bool:
    """Whether an item is on somebody's list: they wrote it, took part in it, or look after items."""
    mine = {getattr(logged.data, "person", "") for logged in item.log}
    return person.id in mine or bool({"adjudicator", "maintainer"} & set(person.roles))


def _is_told(person: Person, item: Item) -> bool:
    """Whether somebody is told in which round an item is: reviewers aren't, it would tell of each other's words."""
    return person.id in item.authors or "reviewer" not in person.roles


def _file(content: bytes, kind: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind, headers=headers)
