"""The clue grammar itself: every sentence that a clue can be, with the step it means.

The symbols: `clue` is a whole clue; `start`, `stay`, `go`, `search` move to a page; `extract` asks for a field;
`target` singles out the next page, `told` does so in sentences; `number`, `ref` and their like point back to earlier
clues; `…_thing` and `…_how` are noun phrases and inner questions for what is to be computed.
"""

from __future__ import annotations

from collections.abc import Mapping

from solvers.clues import moves
from solvers.clues.detours import DETOURS
from solvers.clues.frames import DETOUR_FRAMES, MEASURE_FRAMES, MERGE_FRAMES
from solvers.clues.grammar import Alternative, Grammar, Wording, alternative
from solvers.clues.joins import BARE, END, FINISH_FRAMES, FINISHES, MERGES, SEVERAL, SINGLE
from solvers.clues.properties import CONDITIONS
from solvers.clues.roadblocks import ROADBLOCKS
from solvers.clues.vocabulary import KINDS, NAMES, POIS, RELATIONS, UNITS, YEARS, alternatives, with_article

__all__ = ["CLUES"]


def _all(texts: tuple[str, ...], **fixes: str) -> tuple[Alternative, ...]:
    return tuple(alternative(text, **fixes) for text in texts)


def _operations(name: str, feature: str, wordings: Mapping[str, Wording], frames: tuple[str, ...]) -> Grammar:
    """The symbols of operations that are told apart by one feature: own sentences, and frames around noun phrases."""
    sentences = [one for key, said in wordings.items() for one in _all(said.sentences, **{feature: key})]
    framed = _all(
        tuple(text.replace("{thing}", f"{{{name}_thing}}").replace("{how}", f"{{{name}_how}}") for text in frames)
    )
    return {
        name: (*sentences, *framed),
        f"{name}_thing": tuple(o for key, said in wordings.items() for o in _all(said.things, **{feature: key})),
        f"{name}_how": tuple(o for key, said in wordings.items() for o in _all(said.hows, **{feature: key})),
    }


REF = (
    "the answer to clue {INT:n}",
    "the result of clue {INT:n}",
    "your answer to clue {INT:n}",
    "your result from clue {INT:n}",
    "the outcome of clue {INT:n}",
)

YEAR = (
    "the year from clue {INT:a}",
    "the year in the answer to clue {INT:a}",
    "the year that clue {INT:a} gave you",
    "the year of the date from clue {INT:a}",
)

NUMBER = (*_all(YEAR, part="value.year"), *_all(("{ref:a}", "the number from clue {INT:a}"), part="value"))

WORD = _all(("the name from clue {INT:a}", "{ref:a}", "the name that clue {INT:a} gave you"), part="value")


def _from_clue(noun: str, other: str) -> tuple[Alternative, ...]:
    """What an earlier clue led to, by two words for what it is."""
    return _all(
        (
            f"the {noun} from clue {{INT:n}}",
            f"the {noun} that clue {{INT:n}} gave you",
            f"the {noun} you got from clue {{INT:n}}",
            f"the {other} found in clue {{INT:n}}",
            f"the {other} behind clue {{INT:n}}",
            f"clue {{INT:n}}'s {noun}",
        )
    )


def _property(key: tuple[str, str], texts: tuple[str, ...]) -> tuple[Alternative, ...]:
    """Wordings of one property: its field and relation."""
    return _all(texts, field=key[0], relation=key[1])


ROUNDED = (
    *_all((", rounded to the nearest whole number", ", to the nearest whole number"), rounding="nearest"),
    *_all((" (round to the nearest whole number)",), rounding="nearest"),
    *_all((", counted in tenths", ", as a whole number of tenths", " (in tenths)"), rounding="tenths"),
    *_all((", with any fraction dropped", ", leaving out any fraction", " (drop any fraction)"), rounding="down"),
    alternative("", rounding="none"),
)

THEN_ROUND = (
    *_all((" Round to the nearest whole number.", " Give the nearest whole number."), rounding="nearest"),
    *_all((" Give it in tenths.", " Count the tenths."), rounding="tenths"),
    *_all((" Drop any fraction.", " Leave out whatever follows the decimal point."), rounding="down"),
    alternative("", rounding="none"),
)

CLUES: Grammar = {
    "clue": (
        alternative("{start} {extract}", type="route_info", transition="seed"),
        alternative("{stay} {extract}", type="route_info", transition="stay"),
        alternative("{here}", type="route_info", transition="stay"),
        alternative("{go} {extract}", type="route_info", transition="link_follow"),
        alternative("{errand}", type="route_info", transition="link_follow"),
        alternative("{visit} {extract}", type="route_info", transition="link_follow"),
        alternative("{search} {extract}", type="route_info", transition="search_query"),
        alternative("{detour}", type="detour"),
        alternative("{roadblock}", type="roadblock"),
        alternative("{merge}", type="merge"),
        alternative("{finish}", type="finish_line"),
    ),
    "start": _all(moves.START),
    "stay": _all(moves.STAY),
    "here": _all(moves.HERE),
    "go": _all((*moves.GO, *moves.GO_TOLD)),
    "errand": _all(moves.ERRANDS),
    "hop": _all(moves.HOP),
    "search": _all(moves.SEARCH),
    "query": (alternative("{NAME:query}"), alternative("the name from clue {INT:a}")),
    "extract": _all(moves.EXTRACT),
    "grab": _all(moves.GRAB),
    "source": (
        *_all(moves.BOX),
        *_all(moves.LEAD, where="lead"),
        *_all(moves.TITLE, where="title"),
        *_all(moves.SECTION, where="section"),
    ),
    "noun": (*alternatives(NAMES, "field"), *alternatives(YEARS, "field", grain="year")),
    "visit": _all(moves.VISIT),
    "known": tuple(
        alternative(text.replace("{noun}", noun), about=about)
        for about, nouns in KINDS.items()
        for noun in nouns
        for text in moves.KNOWN
    ),
    "target": _all(moves.TARGET),
    "told": _all(moves.TOLD),
    "relation": alternatives(RELATIONS, "relation"),
    "kind": with_article("the"),
    "some": with_article("a"),
    "modifier": tuple(o for key, said in CONDITIONS.items() for o in _property(key, said.modifiers)),
    "clause": tuple(o for key, said in CONDITIONS.items() for o in _property(key, said.clauses)),
    "statement": tuple(o for key, said in CONDITIONS.items() for o in _property(key, said.statements)),
    "ref": _all(REF),
    "number": NUMBER,
    "year": _all(YEAR, part="value.year"),
    "word": WORD,
    "place": _from_clue("place", "spot"),
    "country": _from_clue("country", "land"),
    "date": _from_clue("date", "day"),
    "share": _all(("the share with the ticker from clue {INT:n}", "the stock that clue {INT:n} gave you")),
    "coin": _all(("the trading pair from clue {INT:n}", "the pair of coins that clue {INT:n} gave you")),
    "day": (alternative("{DAY:day}"), alternative("{DATE:day}")),
    "poi": alternatives(POIS, "poi"),
    "rounded": ROUNDED,
    "then_round": THEN_ROUND,
    "unit": alternatives(UNITS, "to_unit"),
    "finish": (
        *(one for key, said in FINISHES.items() for one in _all(said.sentences, operation=key)),
        *_all(FINISH_FRAMES),
    ),
    "several": _all(SEVERAL),
    "single": _all(SINGLE),
    "bare": _all(BARE),
    "end": _all(END),
    "last": tuple(one for key, said in FINISHES.items() for one in _all(said.things, operation=key)),
    **_operations("detour", "transform", DETOURS, DETOUR_FRAMES),
    **_operations("roadblock", "template", ROADBLOCKS, MEASURE_FRAMES),
    **_operations("merge", "operation", MERGES, MERGE_FRAMES),
}
