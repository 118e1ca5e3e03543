"""Answers every tool call of an agent from a recorded world, and logs it."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from typing import Final

from schemas.canonical import JSON
from schemas.errors import InputError
from schemas.files import parse_json
from worlds.naming import PageNames, page_title
from worlds.pages import DamagedPage
from worlds.serving.answers import Answer, Refusal
from worlds.serving.calls import RecordedCalls
from worlds.serving.log import CallLog
from worlds.serving.reading import readable
from worlds.snapshot import Snapshot
from worlds.tools.registry import REGISTRY
from worlds.tools.sandbox.run import execute_code

__all__ = ["LEG", "SERVER_CODES", "Desk", "unwritable"]

LEG: Final = re.compile(r"[a-z][a-z_]*-[0-9a-f]{20}")
"""How an item's id looks."""

RESULTS = 10
"""Results of a search at most."""
UNKNOWN = "unknown"
"""How a call of no tool is logged, whatever it was called."""
DEEPEST = 64
"""Objects and lists within each other that arguments may have; readers of JSON give up at some depth or other."""
PROGRAMS = 4
"""Programs that run at once; others wait."""

SERVER_CODES: Final[Mapping[str, str]] = {
    "unknown-tool": "No tool has that name.",
    "no-leg": "The call doesn't say which leg it is for, and the log has to.",
    "failed": "The program ended with an error.",
    "timed-out": "The program took too long.",
    "too-much-output": "The program printed too much.",
    "killed": "The program was ended by a signal: it took too much of something.",
    "not-as-recorded": "The record is damaged there.",
    "not-logged": "The log can't be written, and no call is answered that it doesn't hold.",
}
"""Codes of the server itself, beside those of the tools."""


def unwritable(arguments: JSON) -> str | None:
    """Why no line of a log can hold some arguments; None where one can."""
    level: list[JSON] = [arguments]
    for _ in range(DEEPEST):
        inner = (one.values() if isinstance(one, dict) else one for one in level if isinstance(one, dict | list))
        level = [value for values in inner for value in values]
    if level:
        return f"they are nested more than {DEEPEST} deep"
    try:
        parse_json(json.dumps(arguments), "the arguments")
    except (InputError, ValueError) as error:
        return str(error)
    return None


class Desk:
    """The tools of a recorded world.

    `leg` is the leg that calls are for where they don't say. Where there is a log, calls for no leg are refused.
    Raises InputError for a world that can't be read.
    """

    def __init__(self, snapshot: Snapshot, log: CallLog | None = None, leg: str | None = None) -> None:
        if leg is not None and not LEG.fullmatch(leg):
            raise InputError(f"{leg!r}: not the id of a leg")
        self.pages = snapshot.pages
        self.record = snapshot.record
        self._calls = RecordedCalls(snapshot)
        self._log = log
        self._leg = leg
        self._programs = threading.BoundedSemaphore(PROGRAMS)

    def call(self, tool: str, arguments: Mapping[str, JSON], leg: str | None) -> Answer | Refusal:
        """The answer to a call, logged."""
        wanted = leg or self._leg
        if tool not in REGISTRY:
            tool, arguments = UNKNOWN, {}
        fault = unwritable(dict(arguments))
        if self._log is not None and (wanted is None or not LEG.fullmatch(wanted)):
            return Refusal("no-leg", "say which leg the call is for: by the header X-Benchwright-Leg, or ?leg=")
        answer = self._answer(tool, arguments) if fault is None else Refusal("bad-arguments", fault)
        if self._log is not None and wanted is not None:
            try:
                self._log.write(wanted, tool, arguments if fault is None else {}, answer)
            except InputError:
                return Refusal("not-logged", SERVER_CODES["not-logged"])
        return answer

    def refused(self, tool: str, code: str, leg: str | None) -> None:
        """Log a call that could not be read, by the code it was refused with, if it is known for which leg."""
        with suppress(InputError):  # a log that can't be written: nothing was answered, so nothing is missing there
            self._log_seen(leg, tool if tool in REGISTRY else UNKNOWN, {}, Refusal(code, ""))

    def viewed(self, title: str, leg: str | None) -> None:
        """Log that the page was read in the wiki, if it is known for which leg."""
        seen: JSON = {"title": title}
        self._log_seen(leg, "fetch_webpage", {"page": title}, Answer(seen, seen))

    def searched(self, query: str, leg: str | None) -> None:
        """Log that the wiki was searched, if it is known for which leg."""
        if query.strip() and self._log is not None:
            found: JSON = {"titles": [*self.search(query)]}
            self._log_seen(leg, "web_search", {"query": query}, Answer(found, found))

    def _log_seen(self, leg: str | None, tool: str, arguments: Mapping[str, JSON], answer: Answer | Refusal) -> None:
        wanted = leg or self._leg
        if self._log is not None and wanted is not None and LEG.fullmatch(wanted):
            self._log.write(wanted, tool, arguments, answer)

    def find(self, asked: str) -> str | None:
        """The title of the recorded page that a title or an address means."""
        return asked if self.pages.holds(asked) else self._names.find(asked)

    def search(self, query: str) -> tuple[str, ...]:
        """Titles of recorded pages, best first."""
        return self.pages.search(query, RESULTS)

    def _answer(self, tool: str, arguments: Mapping[str, JSON]) -> Answer | Refusal:
        if tool not in REGISTRY:
            return Refusal("unknown-tool", f"the tools are {', '.join(sorted(REGISTRY))}")
        alone = {"fetch_webpage": "page", "web_search": "query", "python_execute_code": "code"}.get(tool)
        if alone is None:
            return self._calls.answer(tool, arguments)
        text = arguments.get(alone)
        if arguments.keys() != {alone} or not isinstance(text, str) or not text.strip():
            return Refusal("bad-arguments", f"it takes {alone}, a text, and nothing else")
        match tool:
            case "fetch_webpage":
                return self._page(text)
            case "web_search":
                return self._found(text)
        return self._run(text)

    def _page(self, asked: str) -> Answer | Refusal:
        title = self.find(asked)
        if title is None and page_title(asked, self._names.host) is None:
            return Refusal("forbidden-address", "only this world's pages can be fetched")
        if title is None:
            return Refusal("not-recorded", f"the world doesn't hold the page {asked!r}")
        try:
            page = self.pages.get(title)
            read = readable(page.html, self.pages, title)
        except DamagedPage as damage:
            return Refusal("not-as-recorded", str(damage))
        about: dict[str, JSON] = {"title": title, "url": page.url, "revision": page.revision}
        links: list[JSON] = [{"title": link.title, "text": link.text} for link in read.links]
        return Answer({**about, "text": read.text, "links": links}, about)

    def _found(self, query: str) -> Answer | Refusal:
        titles: list[JSON] = [*self.search(query)]
        return Answer(titles, titles) if titles else Refusal("empty", "no page matches")

    def _run(self, code: str) -> Answer | Refusal:
        with self._programs:
            done = execute_code(code)
        output: JSON = {"stdout": done.stdout, "stderr": done.stderr}
        if done.ended != "finished":
            return Refusal(done.ended, SERVER_CODES[done.ended], output)
        return Answer(output, output)

    @cached_property
    def _names(self) -> PageNames:
        titles = self.pages.titles()
        if not titles:
            return PageNames("", {})
        url = self.pages.get(titles[0]).url
        return PageNames.over(url, {title: self.pages.aliases(title) for title in titles})
