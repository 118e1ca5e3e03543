"""The verdict on one run of a leg: FA, PVR and RCR with reasons, the step budget used, and the class of failure.

Definitions: The Amazing Agent Race, section 3; a chain counts only when it was fully executed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from releases.scoring.numbers import read_number
from releases.scoring.runs.chains import ChainVerdict, answered, judge_chain
from schemas.canonical import JSON
from schemas.legs import Leg, Roadblock, RouteInfo
from schemas.predictions import ToolCall
from worlds.naming import PageNames

__all__ = ["AnswerVerdict", "Failure", "PageVerdict", "Verdict", "judge_run"]

AnswerVerdict: TypeAlias = Literal["right", "wrong", "unparseable", "missing"]
Failure: TypeAlias = Literal["navigation", "tool use", "computation"]
"""The paper's classes: a required page was not visited; all were, and a chain was not executed; neither, yet wrong."""

FETCH = "fetch_webpage"
ASKED = ("page", "url", "title")
"""The arguments that say which page, in whichever tool: the first that a call has is meant."""


class PageVerdict(NamedTuple):
    """Whether a required page was visited, and by which call of the log (None: the answer file names it)."""

    title: str
    visited: bool
    evidence: int | None


class Verdict(NamedTuple):
    """All that a run comes to. `steps` counts its calls, `budget` is the leg's."""

    leg: str
    answer: AnswerVerdict
    reason: str
    pages: tuple[PageVerdict, ...]
    chains: tuple[ChainVerdict, ...]
    steps: int
    budget: int

    @property
    def visited(self) -> int:
        """How many required pages were visited."""
        return sum(page.visited for page in self.pages)

    @property
    def executed(self) -> int:
        """How many required chains were executed."""
        return sum(chain.executed for chain in self.chains)

    @property
    def failure(self) -> Failure | None:
        """The class of failure; None for a right answer."""
        if self.answer == "right":
            return None
        if self.visited < len(self.pages):
            return "navigation"
        return "tool use" if self.executed < len(self.chains) else "computation"

    def as_json(self) -> dict[str, JSON]:
        """The verdict with every reason."""
        pages: list[JSON] = [{"title": one.title, "visited": one.visited, "call": one.evidence} for one in self.pages]
        chains: list[JSON] = [
            {"stop": one.stop, "executed": one.executed, "calls": [*one.evidence], "reason": one.reason}
            for one in self.chains
        ]
        return {
            "leg": self.leg,
            "answer": self.answer,
            "reason": self.reason,
            "failure": self.failure,
            "pages": pages,
            "chains": chains,
            "steps": self.steps,
            "budget": self.budget,
        }


def judge_run(leg: Leg, names: PageNames, answer: JSON, pages: Sequence[str], calls: Sequence[ToolCall]) -> Verdict:
    """The verdict on a run: any answer, pages and calls give one."""
    verdict, reason = _answer(leg.answer, answer)
    required = tuple(dict.fromkeys(stop.evidence.title for stop in leg.stops if isinstance(stop, RouteInfo)))
    fetched = _fetched(names, calls)
    said = {names.find(page) for page in pages}
    return Verdict(
        leg.id,
        verdict,
        reason,
        tuple(PageVerdict(title, title in fetched or title in said, fetched.get(title)) for title in required),
        tuple(judge_chain(leg, stop, calls) for stop in leg.stops if isinstance(stop, Roadblock)),
        len(calls),
        leg.step_budget,
    )


def _answer(gold: int, answer: JSON) -> tuple[AnswerVerdict, str]:
    """The verdict on an answer. A text that gives no one digit is unparseable, which is not the same as wrong."""
    if answer is None or (isinstance(answer, str) and not answer.strip()):
        return "missing", "no answer was given"
    if isinstance(answer, float) and answer.is_integer():
        answer = int(answer)  # JSON has one kind of number: 7.0 is 7
    if isinstance(answer, bool) or not isinstance(answer, int | str):
        return "unparseable", "it is neither a number nor a text"
    digit, why = (answer, "") if isinstance(answer, int) else _digit(answer)
    if digit is None:
        return "unparseable", why
    if not 0 <= digit <= 9:
        return "wrong", f"{digit} is no digit"
    return ("right", f"{digit} is the answer") if digit == gold else ("wrong", f"{digit} is not the answer")


def _digit(text: str) -> tuple[int | None, str]:
    """The whole number that a text gives as its answer, and why there is none."""
    reading = read_number(text)
    if reading.value is None:
        return None, reading.why
    if reading.value.denominator != 1:
        return None, "it gives a number that is not whole"
    return int(reading.value), ""


def _fetched(names: PageNames, calls: Sequence[ToolCall]) -> dict[str, int]:
    """Each page that was fetched, and the first call that did: one page a call, and none by one that failed."""
    found: dict[str, int] = {}
    for place, call in enumerate(calls):
        if call.tool != FETCH or not answered(call):
            continue
        asked = next((call.arguments[name] for name in ASKED if name in call.arguments), None)
        title = names.find(asked) if isinstance(asked, str) else None
        if title is not None:
            found.setdefault(title, place)
    return found
