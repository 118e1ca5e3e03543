"""The history of an item as a timeline, told to each reader as far as it is theirs to know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
from annotation.state import CLOSED, Item, Logged, Person, State

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
ANSWERED: Final = "answered"


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
    told: list[Entry] = []
    for entry in _entries(state, item, person, view):
        before = next((one for one in reversed(told) if (one.who, one.version) == (entry.who, entry.version)), None)
        if before is not None and before.what == entry.what == ANSWERED:  # the three answers stand together
            told.remove(before)
            told.append(entry._replace(words=f"{before.words}\n{entry.words}"))
        else:
            told.append(entry)
    return tuple(told)


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
            names = {one.id: one.name for one in state.people.values()}
            yield _told(logged, version, names.get(actor, "the machine"), names, item)
            continue
        who = _unnamed(data, actor, person, named)
        open_now = item.versions[version - 1].phase not in CLOSED
        if isinstance(data, GoldShown | Released) or (open_now and isinstance(data, Answered) and data.part != "math"):
            continue
        if open_now and isinstance(data, Checked | Answered | Compared | Feedback):
            if not isinstance(data, Compared):
                yield Entry(logged.at, version, who, "has spoken; their words come when the version is out of review")
            continue
        yield _told(logged, version, who, named, item)


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
    what, words, good = _what(logged.data)
    return Entry(logged.at, version, "you", what, words, good)


def _told(logged: Logged, version: int, who: str, names: Mapping[str, str], item: Item) -> Entry:
    what, words, good = _what(logged.data)
    if isinstance(logged.data, Compared):
        judged = item.versions[version - 1]
        words = "\n".join(
            f"{names.get(one.person, one.person)}, {PART_WORDS[one.part]}: {one.answer}"
            for one, match in zip(judged.answers, logged.data.matches, strict=True)
            if not match.same
        )
        if good is False and judged.adjudicated is not None and judged.adjudicated.same:
            good = None
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
            return ANSWERED, f"{PART_WORDS[data.part]}: {data.answer}", None
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
