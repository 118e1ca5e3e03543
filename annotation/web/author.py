"""The author's pages: write an item with live checks, hand it in, rewrite it, confirm the rewrite, withdraw it."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from annotation import acts
from annotation.authoring import Unsound, submit
from annotation.board import board
from annotation.history import Entry, history
from annotation.itemfile import LONGEST, ReadItem, read_item
from annotation.itemtext import item_form
from annotation.rules import Refused
from annotation.state import Item
from annotation.web.desk import Desk, Missing, Signed
from annotation.web.forms import choice_of
from schemas.amounts import OPERATIONS
from schemas.triplets import SCENARIOS, Order

__all__ = ["Author"]


class Author:
    """The pages of authors."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def write(self, signed: Signed) -> Response:
        """A new item: first its cell, then its text."""
        asked = signed.request.query_params
        order: Order = "maths-first" if asked.get("order") == "maths-first" else "commonsense-first"
        for scenario in SCENARIOS:
            for operation in OPERATIONS:
                if (asked.get("scenario"), asked.get("operation")) == (scenario, operation):
                    return await self._editor(signed, item_form(scenario, operation, order), None)
        return self.desk.page(
            "cells.html", signed, board=board(self.desk.review.state), operations=OPERATIONS, order=order
        )

    async def hand_in(self, signed: Signed) -> Response:
        """Take a new item in, or show what keeps it out."""
        return await self._hand_in(signed, None)

    async def check(self, signed: Signed) -> Response:
        """The findings about a text: for the live check as a piece of a page, otherwise as the editor's page."""
        text = signed.field("text")[: LONGEST + 1]
        name = signed.form.get("item", "")
        item = self._own(signed, name) if name else None
        if "hx-request" not in signed.request.headers:
            return await self._editor(signed, text, item)
        read = await run_in_threadpool(read_item, text)
        return self.desk.page("findings.html", signed, read=read, lines=text.split("\n"))

    async def edit(self, signed: Signed) -> Response:
        """An item that came back: the feedback, and its text to rewrite."""
        item = self._returned(signed)
        return await self._editor(signed, item.now.submitted.text, item)

    async def rewrite(self, signed: Signed) -> Response:
        """Take a rewrite in, or show what keeps it out."""
        item = self._own(signed, signed.item_id())
        return await self._hand_in(signed, item)

    async def final(self, signed: Signed) -> Response:
        """The final check: the feedback that a rewrite was written for, and the rewrite."""
        item = self._own(signed, signed.item_id())
        if item.now.phase != "final-check":
            raise Missing("There is nothing for you to do here now.")
        return self.desk.page("final.html", signed, item=item, feedback=self._feedback(item, -2, signed), trouble="")

    async def confirm(self, signed: Signed) -> Response:
        """Take the final check in."""
        item = self._own(signed, signed.item_id())
        try:
            answers = choice_of(signed, "answers", yes="yes", no="no")
            acts.confirm(
                self.desk.review,
                signed.person.id,
                item.id,
                signed.version(),
                signed.field("note"),
                signed.field("key"),
                answers=answers,
            )
        except Refused as error:
            shown = self._feedback(item, -2, signed) if len(item.versions) > 1 else ()
            return self.desk.page("final.html", signed, 422, item=item, feedback=shown, trouble=str(error))
        return self.desk.onwards(signed, item.id)

    async def withdraw(self, signed: Signed) -> Response:
        """Take an item out of review."""
        item = self.desk.item(signed.item_id())
        if signed.person.id not in item.authors and "maintainer" not in signed.person.roles:
            raise Missing("There is no such page.")
        acts.withdraw(self.desk.review, signed.person.id, item.id, signed.field("note"), signed.field("key"))
        return RedirectResponse(f"/items/{item.id}", 303)

    async def _hand_in(self, signed: Signed, item: Item | None) -> Response:
        text, reply = signed.field("text"), signed.form.get("reply", "")
        name = None if item is None else item.id
        review, person, key = self.desk.review, signed.person.id, signed.field("key")
        try:
            done = submit(review, person, text, key, name, reply)
        except Unsound:
            return await self._editor(signed, text, item, "Not handed in: mend what is found first.", reply)
        except Refused as error:
            return await self._editor(signed, text, item, str(error), reply)
        return RedirectResponse(f"/items/{done}?done={done}", 303)

    async def _editor(
        self, signed: Signed, text: str, item: Item | None, trouble: str = "", reply: str = ""
    ) -> Response:
        read: ReadItem = await run_in_threadpool(read_item, text)
        return self.desk.page(
            "editor.html",
            signed,
            422 if trouble else 200,
            text=text,
            read=read,
            lines=text.split("\n"),
            item=item,
            reply=reply or signed.form.get("reply", ""),
            trouble=trouble,
            feedback=() if item is None else self._feedback(item, -1, signed),
        )

    def _own(self, signed: Signed, name: str) -> Item:
        item = self.desk.item(name)
        if signed.person.id not in item.authors:
            raise Missing("There is no such page.")
        return item

    def _returned(self, signed: Signed) -> Item:
        item = self._own(signed, signed.item_id())
        if item.now.phase != "returned":
            raise Missing(f"{item.id} is not with you now.")
        return item

    def _feedback(self, item: Item, place: int, signed: Signed) -> tuple[Entry, ...]:
        """What was said against a version, without names."""
        number = item.versions[place].number
        told = history(self.desk.review.state, item, signed.person, "author")
        return tuple(one for one in told if one.version == number and one.good is False)
