"""The reviewer's pages: round 1, the blind solve, and feedback. Everything they show comes from a blind sheet."""

from __future__ import annotations

from starlette.responses import Response

from annotation import acts
from annotation.blind import CheckSheet, FeedbackSheet, SolveSheet, check_sheet, feedback_sheet, solve_sheet
from annotation.events import CHECKS
from annotation.rules import Refused
from annotation.web.desk import Desk, Signed
from annotation.web.forms import choice_of, part_of

__all__ = ["Reviewer"]


class Reviewer:
    """The pages of reviewers."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def check(self, signed: Signed) -> Response:
        """Round 1: the composed question and the four binary checks."""
        return self._check(signed, "")

    async def checked(self, signed: Signed) -> Response:
        """Take the checks in."""
        item = self.desk.item(signed.item_id())
        try:
            noes = [check for check in CHECKS if not choice_of(signed, check, yes="yes", no="no")]
            version, note, key = signed.version(), signed.field("note"), signed.field("key")
            acts.check(self.desk.review, signed.person.id, item.id, version, noes, note, key)
        except Refused as error:
            return self._check(signed, str(error))
        return self.desk.onwards(signed, item.id)

    async def solve(self, signed: Signed) -> Response:
        """Round 2: the question that comes next."""
        return self._solve(signed, "")

    async def solved(self, signed: Signed) -> Response:
        """Take one answer in, and show the next question."""
        item = self.desk.item(signed.item_id())
        part = part_of(signed)
        try:
            words = signed.field("answer")
            version, key = signed.version(), signed.field("key")
            acts.answer(self.desk.review, signed.person.id, item.id, version, part, words, key)
        except Refused as error:
            return self._solve(signed, str(error))
        return self.desk.onwards(signed, item.id if part == item.now.parts[-1] else "")

    async def feedback(self, signed: Signed) -> Response:
        """Round 4: the questions with one's own answers."""
        return self._feedback(signed, "")

    async def fed_back(self, signed: Signed) -> Response:
        """Take the feedback in."""
        item = self.desk.item(signed.item_id())
        try:
            clear = choice_of(signed, "clear", yes="yes", no="no")
            version, note, key = signed.version(), signed.field("note"), signed.field("key")
            acts.feedback(self.desk.review, signed.person.id, item.id, version, note, key, clear=clear)
        except Refused as error:
            return self._feedback(signed, str(error))
        return self.desk.onwards(signed, item.id)

    def _check(self, signed: Signed, trouble: str) -> Response:
        sheet = check_sheet(self.desk.item(signed.item_id()), signed.person)
        return self._page("check.html", signed, sheet, trouble)

    def _solve(self, signed: Signed, trouble: str) -> Response:
        sheet = solve_sheet(self.desk.review.state, self.desk.item(signed.item_id()), signed.person)
        return self._page("solve.html", signed, sheet, trouble)

    def _feedback(self, signed: Signed, trouble: str) -> Response:
        sheet = feedback_sheet(self.desk.item(signed.item_id()), signed.person)
        return self._page("feedback.html", signed, sheet, trouble)

    def _page(
        self, name: str, signed: Signed, sheet: CheckSheet | SolveSheet | FeedbackSheet, trouble: str
    ) -> Response:
        return self.desk.page(name, signed, 422 if trouble else 200, sheet=sheet, trouble=trouble, form=signed.form)
