"""The table of statements: in what words a sentence about the page's subject says which field.

Every pattern is matched right behind the subject's mention (or a fronted one before it) on a masked sentence, in
which NAME stands for the words of a link and DATE for a date; `value` is the words that a reader is given. What may
stand between the subject and the statement is limited, so that nothing else can be what it speaks of.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from worlds.facts.numbers import NUMBER
from worlds.facts.sentences import DATE, NAME
from worlds.facts.subjects import Matter
from worlds.units import UNIT

__all__ = ["FRONTED", "HEDGE", "STATEMENTS", "Statement", "speaks_of_another"]

Place = Literal["behind", "possessive", "fronted"]
"""Where a statement stands: behind the subject, as `Its …` or `The … of` it, or before it."""


class Statement(NamedTuple):
    """One way to say a field. `on` is the masking that the pattern reads; `lead` ones count in the lead only."""

    field: str
    matters: frozenset[Matter]
    pattern: re.Pattern[str]
    on: Literal["masked", "named"]
    place: Place = "behind"
    lead: bool = False


HEDGE = (
    r"(?:about|around|approximately|approx\.|roughly|nearly|almost|over|under|some|circa|c\.|ca\.|an?\s+estimated|"
    r"estimated(?:\s+at)?|more\s+than|less\s+than|fewer\s+than|at\s+least|at\s+most|up\s+to|just|well|slightly|close\s+to|"
    r"between|early|mid|late|the\s+early|the\s+late|the\s+mid|spring|summer|autumn|fall|winter|"
    r"the\s+(?:spring|summer|autumn|fall|winter)(?:\s+of)?|before|after|by|~)"
)
"""Words before a value that make it inexact; the readers refuse them."""

_ADVERB = r"(?:(?:originally|first|officially|formally|initially|finally|posthumously)\s+)?"
_TOKENS = rf"(?:(?:[A-Z{NAME}][^\s,.;]*|and|of|the|de|la|le|van|von|brothers|sisters),?\s+){{1,8}}?"
_WHEN = (
    rf"(?:(?:on|in)\s+(?=(?:{HEDGE}[\s-]+)?{DATE})|(?=(?:around|about|circa|c\.|before|after|by|between)\s+{DATE})|"
    rf"(?={DATE}{{9}}))(?P<value>(?:{HEDGE}[\s-]+)?{DATE}+)"
)
_IN_THEATRES = r"(?:\s+(?:in|to)\s+(?:theaters|theatres|cinemas))?"
_IS = r"\s+(?:is|was|are|were)\s+"
_DEFINED = rf"{_IS}(?:an?|the|one\s+of\s+the|[A-Z{NAME}][\w{NAME} ]{{2,30}}['’]s?)\s+(?P<between>[^.;]{{0,250}}?)"

_ROLE = (
    r"(?:written|composed|produced|directed|edited|recorded|performed|created|arranged|published|sung|designed|"
    r"co-written|co-produced|scored|narrated|released)"
)
_PEOPLE: frozenset[Matter] = frozenset({"person"})
_WORKS: frozenset[Matter] = frozenset({"work"})
_SONGS: frozenset[Matter] = frozenset({"song"})
_WORKS_AND_SONGS: frozenset[Matter] = frozenset({"work", "song"})
_BODIES: frozenset[Matter] = frozenset({"thing", "place"})
_THINGS: frozenset[Matter] = frozenset({"thing"})
_PLACES: frozenset[Matter] = frozenset({"place"})
_HIGH: frozenset[Matter] = frozenset({"thing", "place", "person"})

FRONTED = re.compile(rf"(?:[^,.;]{{0,60}},\s+|\s+(?=the\s))(?=[\w\"'“‘{NAME}])")
"""What may follow a fronted statement, up to the subject."""


def _said(
    field: str,
    matters: frozenset[Matter],
    pattern: str,
    on: Literal["masked", "named"] = "masked",
    place: Place = "behind",
    *,
    lead: bool = False,
) -> Statement:
    return Statement(field, matters, re.compile(pattern), on, place, lead)


def _dated(field: str, matters: frozenset[Matter], verbs: str, where: str) -> tuple[Statement, ...]:
    """`was founded in`, `is a … founded in`, `Founded in …, it`; `where` are the prepositions that may come first."""
    by = rf"(?:\s+(?:{where})\s+(?:{_TOKENS}|(?:him|her|them)\s+)|\s+as\s+an?\s+[a-z-]+\s+|{_IN_THEATRES}\s+)"
    return (
        _said(field, matters, rf"\s+(?:was|were)\s+{_ADVERB}(?:{_ROLE}\s+and\s+)?(?P<cue>{verbs}){by}{_WHEN}"),
        _said(field, matters, rf"{_DEFINED}(?:,|\s)\s*(?:and\s+)?{_ADVERB}(?P<cue>{verbs}){by}{_WHEN}", lead=True),
        _said(
            field,
            matters,
            rf"(?P<cue>{verbs.capitalize()}|(?:Originally|First|Officially)\s+{verbs}){by}{_WHEN}",
            place="fronted",
            lead=True,
        ),
    )


_COUNT = rf"(?P<value>(?:{HEDGE}\s+)*{NUMBER})"
_MEASURE = rf"(?P<value>(?:{HEDGE}\s+)*{NUMBER}[\s-]?(?:{UNIT})(?![\w²])(?:\s?\([^()]*\))?)"
_MONEY = rf"(?P<value>(?:{HEDGE}\s+)*(?:[A-Z]{{1,3}}\s?)?[$£€¥]\s?{NUMBER})"
_MINUTES = rf"(?P<value>(?:{HEDGE}\s+)*(?:\d+\s+hours?(?:\s+and)?\s+)?{NUMBER}[\s-]minutes?)"
_BOTH = r"(?:\s+(?:has|covers)\s+(?:[^.;,]|,(?=\d)){3,60}?\s+and)?"


def _sized(field: str, matters: frozenset[Matter], noun: str, value: str) -> tuple[Statement, ...]:
    """`has a population of`, `is a … with a population of`, `Its population is`, `The population of … is`."""
    return (
        _said(field, matters, rf"{_BOTH}\s+(?:has|have|had)\s+(?P<cue>an?\s+{noun})\s+of\s+{value}", "named"),
        _said(field, matters, rf"{_DEFINED},?\s+(?P<cue>with\s+an?\s+{noun})\s+of\s+{value}", "named", lead=True),
        _said(field, matters, rf"(?P<cue>{noun})\s+(?:is|was)\s+{value}", "named", "possessive"),
    )


_PREPOSITION = r"(?!(?:of|from|for|with|at|in|on|by|his|her|their|its|both|members?|fans?)\b)"
_NATION = (
    r"(?:American|British|English|Irish|Scottish|Welsh|Canadian|Australian|French|German|Italian|Spanish|Portuguese|Dutch|"
    r"Swedish|Norwegian|Danish|Finnish|Polish|Russian|Greek|Turkish|Indian|Indonesian|Japanese|Chinese|Korean|Mexican|"
    r"Brazilian|African|Austrian|Swiss|Belgian|Israeli|Jamaican)(?:-[A-Z][a-z]+)?"
)
_DESCRIBED = rf"(?:the\s+)?(?:{_NATION}\s+)?(?:{_PREPOSITION}[a-z][a-z/&-]*,?\s+){{0,7}}?"
_WRITTEN_OUT = (
    r"[A-Z][\w'’.-]*(?:\s+(?:[\"“][^\"”]{1,20}[\"”]|[A-Z][\w'’.-]*|de|van|von)){0,2}\s+[A-Z][\w'’-]+(?:,?\s+[JS]r\.)?"
)
_ONE = rf"(?P<value>{NAME}+|{_WRITTEN_OUT})"
_TITLED = r"[A-Z](?:[\w&'’-]|\.(?=\S))*"
_FIRM = rf"(?P<value>(?:{NAME}+|{_TITLED})(?:\s+(?:{NAME}+|{_TITLED})){{0,3}})"


_MADE_BEFORE = rf"(?:{_ROLE}\s+by\s+[^.;]{{3,60}}?,?\s+(?:and\s+)?)?"


def _made(field: str, matters: frozenset[Matter], verb: str) -> tuple[Statement, ...]:
    """`was written by` and `is a song written and produced by`, where the name is a link."""
    join = r"(?:,\s+(?:and\s+)?|\s+and\s+)"
    roles = rf"(?:{_ROLE}{join}){{0,3}}(?P<cue>{verb})(?:{join}{_ROLE}){{0,3}}"
    return (
        _said(field, matters, rf"{_IS}{_ADVERB}{_MADE_BEFORE}{roles}\s+by\s+{_DESCRIBED}{_ONE}", lead=True),
        _said(field, matters, rf"{_DEFINED}(?:,|\s)\s*(?:and\s+)?{roles}\s+by\s+{_DESCRIBED}{_ONE}", lead=True),
    )


def _issued(verb: str) -> str:
    """`released in 1961 on` the label."""
    how = r"(?:\s+by\s+\w+|\s+as\s+an?\s+[a-z-]+)?"
    return rf"(?P<cue>{verb}){how}(?:\s+(?:on|in))?\s+{DATE}+\s+(?:on|by|through)\s+(?:the\s+)?{_FIRM}"


_RECORD = r"(?:album|compilation|box\s+set|EP)(?:\s+compilation)?(?:\s+of\s+[a-z ,-]{3,60}?)?"
_LIES = r"(?:is|lies|sits|stands)(?:\s+(?:located|situated))?"

STATEMENTS: tuple[Statement, ...] = (
    *_dated("released", _WORKS_AND_SONGS, "released", "by"),
    _said(
        "released",
        _WORKS,
        rf"{_IS}an?\s+(?P<value>{DATE}{{4}})(?!{DATE})\s+(?P<between>(?:[\w{NAME}'’/&-]+,?\s+){{0,7}}?)"
        r"(?P<cue>album|film|EP|compilation)\b(?!\s+(?:series|of\s+the|festival|score))",
        lead=True,
    ),
    *_dated("written", _SONGS, "written", "by"),
    *_dated("published", _WORKS_AND_SONGS, "published", "by|in"),
    *_dated("recorded", _WORKS, "recorded", "by|in|at"),
    *_dated("founded", _BODIES, "founded", "by|in|at|near"),
    *_dated("founded", _BODIES, "established", "by|in|at|near"),
    *_dated("founded", _THINGS, "formed", "by|in|at|near"),
    _said("opened", _THINGS, rf"\s+(?:was\s+)?{_ADVERB}(?P<cue>opened)(?:\s+to\s+(?:the\s+public|traffic))?\s+{_WHEN}"),
    _said("born", _PEOPLE, rf"\s+was\s+(?P<cue>born)(?:\s+(?:as\s+|in\s+|at\s+|near\s+)?{_TOKENS}|,?\s+){_WHEN}"),
    _said(
        "died",
        _PEOPLE,
        rf"\s+(?P<cue>died)(?:\s+(?:of\s+[a-z -]{{1,40}}\s+)?(?:in\s+|at\s+|near\s+){_TOKENS}|\s+){_WHEN}",
    ),
    *_sized("population", _PLACES, r"(?:total\s+|resident\s+|estimated\s+)?population", _COUNT),
    _said(
        "population",
        _PLACES,
        rf"\s+(?P<cue>is\s+home\s+to)\s+{_COUNT}(?=\s+(?:people|inhabitants|residents))",
        "named",
    ),
    *_sized("area", _BODIES, r"(?:total\s+|surface\s+|total\s+surface\s+)?area", _MEASURE),
    _said(
        "area",
        _BODIES,
        rf"{_BOTH}\s+(?P<cue>(?:covers|occupies)(?:\s+an?\s+(?:total\s+)?area\s+of)?)\s+{_MEASURE}",
        "named",
    ),
    *_sized("elevation", _BODIES, r"(?:elevation|altitude)", _MEASURE),
    _said(
        "elevation",
        _BODIES,
        rf"\s+{_LIES}(?:\s+at)?\s+{_MEASURE}(?=\s+(?P<cue>above\s+(?:mean\s+)?sea\s+level))",
        "named",
    ),
    _said("elevation", _BODIES, rf"\s+(?P<cue>{_LIES}\s+at\s+an\s+(?:elevation|altitude)\s+of)\s+{_MEASURE}", "named"),
    *_sized("height", _HIGH, "height", _MEASURE),
    _said("height", _HIGH, rf"\s+(?:is|stands)\s+{_MEASURE}(?=\s+(?P<cue>tall|high|in\s+height)\b)", "named"),
    *_sized("total_length", _BODIES, r"(?:total\s+|overall\s+)?length", _MEASURE),
    _said("total_length", _BODIES, rf"\s+is\s+{_MEASURE}(?=\s+(?P<cue>long|in\s+length)\b)", "named"),
    *_sized("capacity", _THINGS, r"(?:seating\s+|total\s+|maximum\s+)?capacity", _COUNT),
    _said("capacity", _THINGS, rf"\s+(?P<cue>seats)\s+{_COUNT}", "named"),
    *_sized("running_time", _WORKS, r"(?:running\s+time|runtime)", _MINUTES),
    *_sized("budget", _WORKS, r"(?:production\s+)?budget", _MONEY),
    _said(
        "box_office",
        _WORKS,
        rf"\s+(?P<cue>(?:has\s+)?grossed(?:\s+a\s+total\s+of)?)\s+{_MONEY}(?=\s+worldwide\b)",
        "named",
    ),
    *_made("director", _WORKS, "directed"),
    *_made("writer", _WORKS_AND_SONGS, "written"),
    *_made("producer", _WORKS_AND_SONGS, "produced"),
    *_made("composer", _WORKS_AND_SONGS, "composed"),
    _said(
        "artist", _WORKS, rf"{_DEFINED}(?P<cue>{_RECORD}(?:\s+recorded)?\s+(?:by|from))\s+{_DESCRIBED}{_ONE}", lead=True
    ),
    _said("label", _WORKS_AND_SONGS, rf"{_DEFINED}{_issued('released')}", lead=True),
    _said("label", _WORKS_AND_SONGS, rf"{_IS}{_ADVERB}(?:{_ROLE}\s+and\s+)?{_issued('released')}", lead=True),
    _said("label", _WORKS_AND_SONGS, _issued(r"(?:Originally|First)\s+released|Released"), place="fronted", lead=True),
    _said(
        "capital",
        _PLACES,
        rf"(?P<cue>capital(?:\s+city)?(?:\s+and\s+largest\s+city)?)\s+is\s+{_ONE}",
        place="possessive",
    ),
    _said(
        "largest_city",
        _PLACES,
        rf"(?P<cue>(?:capital\s+and\s+)?(?:largest|most\s+populous)\s+city)\s+is\s+{_ONE}",
        place="possessive",
    ),
    _said("currency", _PLACES, rf"(?P<cue>(?:official\s+)?currency)\s+is\s+(?:the\s+)?{_ONE}", place="possessive"),
)
"""Every statement; the first that matches a sentence for its field is read."""

_OTHER_WORDS = re.compile(
    r"\b(?:which|that|who|whose|whom|where|when|while|after|before|because|although|though|but|however|based|"
    r"adaptation|adapted|remake|covers?|version|sequel|prequel|tribute|inspired|than|like|unlike|compared|follow\w*|from|"
    r"featuring|including|also|formerly|originally|initially|later|until|since|between)\b|,\s+(?:an?|the)\s|[–—:]"
)
_NOUN = re.compile(
    r"\b(?:album|song|single|film|movie|novel|book|play|poem|series|soundtrack|show|story|EP|LP|game|comic|manga|opera|"
    r"city|town|village|country|province|state|county|district|region|river|company|university|band)s?\b"
)


def speaks_of_another(between: str) -> bool:
    """Whether the words between subject and statement could make something else its subject."""
    return bool(_OTHER_WORDS.search(between)) or len(_NOUN.findall(between)) > 1
