"""L13 for clues in a model's words: they say the step that the plain clue says, to the grammar or to a reader."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import cast

from schemas.canonical import JSON
from schemas.findings import Finding
from schemas.legs import Leg, Paraphrase
from solvers.clues import parse
from validators.legs.clues import Step, plain_step, safe_step
from validators.legs.context import LegContext
from validators.legs.findings import found
from validators.registry import rule

__all__ = ["check_paraphrases"]

_CITED = re.compile(r"\bclues? (\d+(?:(?:, and |, | and )\d+)*)")
_QUOTED = re.compile(r"“[^“”]*”")


@rule("L13", "leg")
def check_paraphrases(leg: Leg, _context: LegContext) -> Iterator[Finding]:
    """Each paraphrase is of one clue, whose plain words have one reading, the stop; what is kept says the same."""
    places = [one.clue for one in leg.paraphrases]
    if places != sorted(set(places)):
        yield found(leg, "L13.bad-paraphrase", "paraphrases", "they aren't in the order of the clues, each once")
    for number, one in enumerate(leg.paraphrases):
        where = f"paraphrases[{number}]"
        if one.clue >= min(len(leg.clues), len(leg.stops)):
            yield found(leg, "L13.bad-paraphrase", f"{where}.clue", f"there is no clue {one.clue + 1}")
            continue
        for code, message in _faults(one, leg.clues[one.clue], safe_step(leg.stops[one.clue])):
            yield found(leg, code, where, message)


def _faults(one: Paraphrase, clue: str, wanted: Step) -> Iterator[tuple[str, str]]:
    """What is wrong with a paraphrase, as codes and sentences."""
    if [plain_step(reading) for reading in parse(one.plain)] != [wanted]:
        yield "L13.plain-differs", "its plain clue hasn't exactly one reading, the stop"
    if (one.outcome == "refused") != (one.code is not None) or (one.outcome == "read_back") != (
        one.reading is not None
    ):
        yield "L13.bad-paraphrase", f"{one.outcome} goes with a code where refused, and with a reading where read back"
    if (clue == one.plain) != (one.outcome == "refused"):
        yield (
            "L13.bad-paraphrase",
            f"it is {one.outcome}, and the clue {'is' if clue == one.plain else 'is not'} the plain one",
        )
    if one.outcome != "refused" and _kept(clue) != _kept(one.plain):
        yield "L13.dropped", "the clue has other references, names or numbers than the plain one"
    if one.reading is not None and _read(one.reading) != wanted:
        yield "L13.read-otherwise", "what a model read in it isn't the stop"


def _kept(text: str) -> tuple[set[str], list[str], Counter[str]]:
    """The clues that a text cites, its names in quotation marks, and its other numbers."""
    cited = {number for match in _CITED.findall(text) for number in re.findall(r"\d+", match)}
    rest = _CITED.sub(" ", _QUOTED.sub(" ", text))
    return cited, sorted(_QUOTED.findall(text)), Counter(re.findall(r"\d+(?:[.,]\d+)*", rest))


def _read(reading: str) -> Step:
    """A reading in JSON as a step; an empty one where it is no JSON object."""
    try:
        value = cast("JSON", json.loads(reading))
    except (ValueError, RecursionError):
        return {}
    return plain_step({key: _tuples(each) for key, each in value.items()}) if isinstance(value, Mapping) else {}


def _tuples(value: JSON) -> object:
    return tuple(_tuples(each) for each in value) if isinstance(value, list) else value
