"""What a model's paraphrase of a clue has to pass: rule L12, the same references and names, and the same reading."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from typing import TypeAlias, cast, get_args

from schemas.canonical import JSON
from schemas.worlds import ToolName
from solvers.clues import parse

__all__ = ["Plain", "chatter", "dropped", "plain_reading", "readings_agree", "told"]

Plain: TypeAlias = Mapping[str, JSON]
"""A clue's reading as JSON: names, numbers, lists."""

REFERENCE = re.compile(r"\bclues? (\d+(?:(?:, | and |, and )\d+)*)")
NAME = re.compile(r"“[^”]*”")
NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
LONGEST = 3
"""How many times as long as the plain clue a paraphrase may be."""

CHATTER = re.compile(
    r"\b(?:as an ai|language model|here(?:'s| is| are)\b.*\b(?:clue|version|rewrite)|i hope|let me know|happy to|"
    r"rewritten|reworded|paraphras\w*|original clue)\b|\b(?:sure|certainly|of course)[,!]|```|\*\*|[\n\r\t<>{}\[\]]|"
    r"^[#\"'`\s]|[\"'`\s]$|^(?:clue|riddle|note|answer|output)\s*\d*\s*:",
    re.IGNORECASE,
)
BARE = re.compile(
    r"\b(?:bare|plain) numbers?\b|\bunits? (?:left |set )?(?:aside|ignored)\b|\bunits are ignored\b|"
    r"\b(?:ignor(?:e|ing)|without|leave|leaving|never mind) (?:the |their )?units\b",
    re.IGNORECASE,
)
"""How a clue says that numbers are combined without their units."""

SPELLED = re.compile(
    r"\b(?:zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|"
    r"eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion)\b",
    re.IGNORECASE,
)
"""Number words, none of which a plain clue holds: in a paraphrase they could only be values."""


def chatter(text: str, plain: str) -> str | None:
    """The L12 code of what no clue may hold whatever its leg: talk, markup, a tool's name, a number in words."""
    words = re.sub(r"[\W_]+", " ", text.casefold())
    if not text or CHATTER.search(text) or len(text) > LONGEST * len(plain):
        return "L12.preamble"
    if any(re.sub("_", " ", tool) in words for tool in get_args(ToolName)):
        return "L12.tool-name"
    return "L12.operand-printed" if SPELLED.search(text) else None


def dropped(text: str, plain: str) -> bool:
    """Whether a paraphrase has other clues, names or numbers than the plain clue, or forgets that units are ignored."""
    return _held(text) != _held(plain) or bool(BARE.search(plain) and not BARE.search(text))


def _held(text: str) -> tuple[frozenset[str], Counter[str], Counter[str]]:
    """The clues that a text refers to, its quoted names, and its other numbers, each as often as it stands there."""
    cited = frozenset(number for match in REFERENCE.finditer(text) for number in re.findall(r"\d+", match[1]))
    bare = NAME.sub(" ", REFERENCE.sub(" ", text))
    return cited, Counter(NAME.findall(text)), Counter(NUMBER.findall(bare))


def told(text: str) -> Plain | None:
    """The one reading that the grammar has of a text, as JSON."""
    readings = parse(text)
    return plain_reading(dict(readings[0])) if len(readings) == 1 else None


def plain_reading(reading: Mapping[str, object]) -> Plain:
    """A reading with tuples as lists, as it is written in JSON."""
    return cast("Plain", json.loads(json.dumps(dict(reading))))


def readings_agree(one: Plain, other: JSON) -> bool:
    """Whether two readings are the same step; conditions, and the clues of a finish that adds alike, have no order."""
    return isinstance(other, dict) and _loose(one) == _loose(other)


def _loose(reading: Mapping[str, JSON]) -> dict[str, JSON]:
    ordered = reading.get("operation") == "triple_first_mod_10"
    return {
        key: sorted(value, key=json.dumps) if isinstance(value, list) and not (key == "refs" and ordered) else value
        for key, value in reading.items()
    }
