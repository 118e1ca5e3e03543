"""The history of an item as a timeline, told to each reader as far as it is theirs to know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from annotation.events import (
    Adjudicated,
    Answered,
    Check,
    Checked,
    Compared,
    Confirmed,
    Data,
    Feedback,
    GoldShown,
    Part,
    Released,
    Submitted,
    Withdrawn,
)
from annotation.rules import Refused, may_open
from annotation.state import Item, Logged, Person, State

__all__ = ["CHECK_WORDS", "PART_WORDS", "Entry", "View", "history", "view_of"]

View: TypeAlias = Literal["all", "author", "blind"]
"""How much somebody is told: everything with names; everything but names, once a version is out of review; or
their own part only."""

CHECK_WORDS: Final[dict[Check, str]] = {
    "real-scenario": "Would somebody really ask an assistant this?",
    "needs-commonsense": "Does it take common sense to choose?",
    "one-step": "Is it exactly one arithmetic step?",
    "unambiguous": "Is there only one way to understand it?",
}
PART_WORDS: Final[dict[Part, str]] = {
    "composition": "composed question",
    "commonsense": "commonsense question",
    "math": "maths question",
}
CLOSED: Final = frozenset({"returned", "accepted", "final-check", "withdrawn"})


class Entry(NamedTuple):
    """One line of the timeline: when (Unix seconds), which version, who, what, and their words."""

    at: int
    version: int
    who: str
    what: str
    words: str = ""
    good: bool | None = None


def view_of(person: Person, item: Item) -> View:
    """How much of an item's history somebody may read. Raises Refused for nothing at all."""
    if person.id in item.authors:
        return "author"
    if person.id in item.shown and may_open(person, item):
        return "all"
    if "reviewer" in person.roles:
        return "blind"
    raise Refused(f"{item.id}: its history is not for you")


def history(state: State, item: Item, person: Person, view: View) -> tuple[Entry, ...]:
    """The timeline for somebody with that view, oldest first."""
    return tuple(_entries(state, item, person, view))


def _entries(state: State, item: Item, person: Person, view: View) -> Iterator[Entry]:
    version = 1
    named: dict[str, str] = {}
    for logged in item.log:
        data = logged.data
        version = data.version if isinstance(data, Submitted) else version
        actor = getattr(data, "person", "")
        if view == "blind":
            if actor == person.id or isinstance(data, Submitted):
                yield _blind(logged, version)
            continue
        if view == "all":
            who = state.people[actor].name if actor in state.people else "the machine"
            yield _told(logged, version, who)
            continue
        who = _unnamed(data, actor, person, named)
        open_now = item.versions[version - 1].phase not in CLOSED
        if isinstance(data, GoldShown | Released) or (open_now and isinstance(data, Answered) and data.part != "math"):
            continue
        if open_now and isinstance(data, Checked | Answered | Compared | Feedback):
            if not isinstance(data, Compared):
                yield Entry(logged.at, version, who, "has spoken; their words come when the version is out of review")
            continue
        yield _told(logged, version, who)


def _unnamed(data: Data, actor: str, person: Person, named: dict[str, str]) -> str:
    if actor == person.id:
        return "you"
    if isinstance(data, Compared):
        return "the machine"
    if isinstance(data, Adjudicated):
        return "an adjudicator"
    if isinstance(data, Withdrawn):
        return "a maintainer"
    return named.setdefault(actor, f"reviewer {len(named) + 1}")


def _blind(logged: Logged, version: int) -> Entry:
    """Somebody's own act, or that a version came in, without a word of anybody else's."""
    if isinstance(logged.data, Submitted):
        return Entry(logged.at, version, "", f"version {version} came in")
    return _told(logged, version, "you")


def _told(logged: Logged, version: int, who: str) -> Entry:
    what, words, good = _what(logged.data)
    return Entry(logged.at, version, who, what, words, good)


def _what(data: Data) -> tuple[str, str, bool | None]:
    match data:
        case Submitted():
            return ("wrote it" if data.version == 1 else f"wrote version {data.version}"), data.reply, None
        case Checked():
            noes = [CHECK_WORDS[verdict.check] for verdict in data.verdicts if not verdict.yes]
            what = "said no to: " + " ".join(noes) if noes else "said yes to all four checks"
            return what, data.note, not noes
        case Answered():
            return f"answered the {PART_WORDS[data.part]}", data.answer, None
        case Compared():
            other = sum(not match.same for match in data.matches)
            what = f"{other} of {len(data.matches)} answers differ" if other else "all answers are the author's"
            return what, "", not other
        case Feedback():
            return ("found nothing ambiguous" if data.clear else "found an ambiguity"), data.note, data.clear
        case _:
            return _what_else(data)


def _what_else(data: Data) -> tuple[str, str, bool | None]:
    match data:
        case Adjudicated():
            told = "judged the answers the same" if data.same else "judged the answers different"
            return told, data.note, data.same
        case Confirmed():
            told = "confirmed that the rewrite answers the feedback" if data.answers else "wants to rewrite it again"
            return told, data.note, data.answers
        case GoldShown():
            return "opened it with its answers", "", None
        case Released():
            return "freed a solver's place", "", None
        case Withdrawn():
            return "withdrew it", data.note, False
        case _:
            return data.kind, "", None
