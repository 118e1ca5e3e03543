"""The clue grammar itself: every sentence that a clue can be, with the step it means.

The symbols: `clue` is a whole clue; `start`, `stay`, `go` move to a page; `extract` asks for a field; `target`
singles out the next page; `number` and `ref` point back to earlier clues.
"""

from __future__ import annotations

from solvers.clues.grammar import Alternative, Grammar, alternative
from solvers.clues.sentences import DETOURS, FINISHES, MERGES, ROADBLOCKS
from solvers.clues.vocabulary import (
    KINDS,
    NAMES,
    RELATIONS,
    UNITS,
    YEARS,
    alternatives,
    condition_alternatives,
)

__all__ = ["CLUES"]


def _all(texts: tuple[str, ...], **fixes: str) -> tuple[Alternative, ...]:
    return tuple(alternative(text, **fixes) for text in texts)


START = _all(
    (
        "Begin on the page you were given.",
        "You are already on the first page.",
        "Start with the page in your envelope.",
        "Stay on the starting page for now.",
        "No travelling yet: read the page you start from.",
        "Your first stop is the starting page itself.",
        "Before you go anywhere, read the page you begin on.",
        "The starting page comes first.",
        "Look over the page where the race begins.",
        "The race opens on the page you were handed.",
    ),
    transition="seed",
)

STAY = _all(
    (
        "Stay on the page you are on.",
        "Don't leave this page yet.",
        "The same page has more to give.",
        "Remain on the page you are reading.",
        "You need this page again.",
        "Keep this page open.",
        "Before you move on, look at this page again.",
        "There is something else on this page.",
        "Read on in the same place.",
        "No new page this time: use the page that is open.",
    ),
    transition="stay",
)

GO = _all(
    (
        "Follow the link to {target}.",
        "From the page you are on, go to {target}.",
        "Follow a link from your page to {target}.",
        "Among the links of your page, find and open {target}.",
        "Leave your page by the link to {target}.",
        "Your next page is {target}; your current page links to it.",
        "Travel by link to {target}.",
        "Your page links to {target}. Open that page.",
        "Find the link that leads to {target}, and follow it.",
        "The page you are on has a link to {target}. Open it.",
    ),
    transition="link_follow",
)

EXTRACT = _all(
    (
        "From the summary box, note {noun}.",
        "Look up {noun} in the summary box.",
        "In the summary box, find {noun}.",
        "Read {noun} off the summary box.",
        "The summary box gives {noun}: write it down.",
        "Take down {noun} from the summary box.",
        "What does the summary box give as {noun}?",
        "You need {noun}, as the summary box gives it.",
        "Make a note of {noun} in the summary box.",
        "Check the summary box for {noun}.",
        "Let the summary box tell you {noun}.",
    )
)

TARGET = (
    alternative("{relation}"),
    alternative("{kind} {modifier:first}"),
    alternative("{kind} {modifier:first} and {modifier:second}"),
    alternative("{kind} {modifier:first}, {modifier:second} and {modifier:third}"),
    alternative("{kind} {clause:first}"),
    alternative("{kind} {clause:first} and {clause:second}"),
    alternative("{kind} {clause:first}, {clause:second} and {clause:third}"),
)

REF = _all(
    (
        "the answer to clue {INT:n}",
        "the result of clue {INT:n}",
        "what clue {INT:n} gave you",
        "your answer to clue {INT:n}",
    )
)

YEAR = _all(
    ("the year from clue {INT:a}", "the year in the answer to clue {INT:a}", "the year that clue {INT:a} gave you"),
    part="value.year",
)

NUMBER = (*YEAR, *_all(("{ref:a}", "the number from clue {INT:a}"), part="value"))

WORD = _all(("the name from clue {INT:a}", "{ref:a}"), part="value")

ROUNDED = (
    *_all((", rounded to the nearest whole number", ", to the nearest whole number"), rounding="nearest"),
    *_all((", with any fraction dropped", ", rounded down to a whole number"), rounding="down"),
    alternative("", rounding="none"),
)

CLUES: Grammar = {
    "clue": (
        alternative("{start} {extract}", type="route_info"),
        alternative("{stay} {extract}", type="route_info"),
        alternative("{go} {extract}", type="route_info"),
        alternative("{detour}", type="detour"),
        alternative("{roadblock}", type="roadblock"),
        alternative("{merge}", type="merge"),
        alternative("{finish}", type="finish_line"),
    ),
    "start": START,
    "stay": STAY,
    "go": GO,
    "extract": EXTRACT,
    "noun": (*alternatives(NAMES, "field"), *alternatives(YEARS, "field", grain="year")),
    "target": TARGET,
    "relation": alternatives(RELATIONS, "relation"),
    "kind": alternatives(KINDS, "about"),
    "modifier": condition_alternatives("modifier"),
    "clause": condition_alternatives("clause"),
    "ref": REF,
    "number": NUMBER,
    "year": YEAR,
    "word": WORD,
    "rounded": ROUNDED,
    "unit": alternatives(UNITS, "to_unit"),
    "detour": tuple(part for name, texts in DETOURS.items() for part in _all(texts, transform=name)),
    "roadblock": tuple(part for name, texts in ROADBLOCKS.items() for part in _all(texts, template=name)),
    "merge": tuple(part for name, texts in MERGES.items() for part in _all(texts, operation=name)),
    "finish": tuple(part for name, texts in FINISHES.items() for part in _all(texts, operation=name)),
}
