"""Whether a sentence speaks of the page's own subject, by its name, by what it is, or by a pronoun right after."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from worlds.facts.kinds import Kind
from worlds.facts.sentences import NAME, Sentence

__all__ = ["Matter", "Subject", "subject_of"]

Matter = Literal["person", "work", "song", "place", "thing"]
"""What statements can be made of a page: of songs less than of other works, since each has many versions."""

_NOUNS: dict[Kind, tuple[str, ...]] = {
    "album": ("album", "record", "LP", "EP", "compilation"),
    "song": ("song",),
    "film": ("film", "movie", "picture"),
    "series": ("series", "show", "sitcom", "programme", "program"),
    "country": ("country", "nation"),
    "city": ("city", "town", "village", "municipality", "settlement"),
    "airport": ("airport",),
    "group": ("band", "group"),
}
_PLACES = frozenset(
    "city town village municipality commune district county province state region country nation republic kingdom "
    "territory borough suburb settlement hamlet parish island islet mountain volcano peak hill river stream lake "
    "reservoir bay ocean sea desert valley glacier park forest canton prefecture department capital archipelago "
    "peninsula".split()
)
_WORKS = frozenset("album film novel book game videogame series musical opera magazine EP".split())
_SONGS = frozenset("song single ballad".split())
_CALLED: dict[str, Kind] = {
    "album": "album", "EP": "album", "film": "film", "series": "series", "song": "song", "single": "song",
    "ballad": "song",
}  # fmt: skip
_THINGS = frozenset(
    "company corporation conglomerate firm chain retailer manufacturer bank brand university college school institute "
    "museum library hospital theatre theater church cathedral mosque temple castle palace fort fortress building "
    "skyscraper tower bridge dam tunnel canal stadium arena venue airport station railway line road highway motorway "
    "street zoo club team league organization organisation association society foundation institution party agency "
    "newspaper publisher label band group orchestra ship airline monument lighthouse observatory hotel mall".split()
)
_PERSON = re.compile(
    r"\b(?:singer|songwriter|musician|composer|actor|actress|writer|author|novelist|poet|playwright|journalist|"
    r"philosopher|politician|statesman|lawyer|judge|general|officer|soldier|engineer|scientist|physicist|chemist|"
    r"mathematician|biologist|psychologist|physician|doctor|nurse|economist|historian|painter|sculptor|artist|"
    r"architect|photographer|designer|director|producer|filmmaker|screenwriter|comedian|presenter|host|DJ|model|"
    r"athlete|footballer|cricketer|player|boxer|wrestler|swimmer|runner|cyclist|driver|coach|manager|businessman|"
    r"businesswoman|entrepreneur|magnate|executive|activist|bishop|priest|theologian|monarch|king|queen|president|"
    r"saxophonist|guitarist|pianist|drummer|bassist|trumpeter|violinist|cellist|conductor|arranger|dancer|"
    r"choreographer|inventor|explorer|astronaut|pilot|chef|teacher|professor|linguist|astronomer|geologist)s?\b",
    re.IGNORECASE,
)
_HEAD = re.compile(r"\s(?:is|was|are|were)\s+(?=(?:an?|the|one)\b)")
_LEAD_IN = re.compile(r"(?:As of|At the|According to|With|Despite|Like)\b[^,;]{0,80},\s+")
"""What may stand before the subject without changing what is said of it now."""

_QUOTES = ('"', "'", "“", "‘")
_CLOSING = re.compile(r"[\"'”’]?(?:,[\"”’])?(?![\w'’-])")
_SHORT = re.compile(r"\b[A-Z](?:[A-Z]|\.[A-Z]){1,6}\.?(?!\w)")
_KIN = re.compile(
    r"\b(?:brother|sister|father|mother|son|daughter|wife|husband|uncle|aunt|cousin|friend|partner|nephew|niece|grand\w+|"
    r"child|children|twin|married|rival|predecessor|successor)s?\b",
    re.IGNORECASE,
)
_OTHERS = re.compile(r"\b(?:based\s+on|adapt\w+|inspired|hosts?|and\s+its|whose|named\s+after|named\s+for)\b")
_HAS = re.compile(
    r"['’]s?\b|\s+(?:has|had|hosts|holds|contains|includes|borders|owns|houses)\s+(?:an?|the|one|its)\s+"
    r"(?!(?:total\s+)?(?:population|area|elevation|height|length|budget|capacity|running)\b)"
)
"""What a place or thing has beside its own measures: a pronoun behind may mean that."""

_BEFORE_A_NAME = frozenset(
    "In When After On As The Although While By With For At Before During Since And But Of To From Later Then That Mr "
    "Mrs Ms Dr Sir Mr. Mrs. Ms. Dr. Lord Lady President Senator Professor King Queen".split()
)
_STOPS = frozenset(
    "of in by for from with that which who whose where located situated based headquartered on at".split()
)


@dataclass(frozen=True)
class Subject:
    """How a page's subject is named, by whole names, surname and nouns after "the", and what can be said of it.

    `kind` is the page's, or what its first sentence calls it where no infobox tells.
    """

    names: tuple[str, ...]
    nouns: frozenset[str]
    matter: Matter
    surname: str
    kind: Kind
    pronouns: bool = True

    def end(self, sentence: Sentence, *, lead: bool, follows: bool, nouns: bool, at: int = 0) -> int | None:
        """Where the subject's mention at `at` ends; `follows` says that the sentence before was about it too.

        None where the sentence does not begin with the subject. Pronouns count in the lead only, "the city" and the
        like where `nouns` says so.
        """
        begun = _LEAD_IN.match(sentence.words) if at == 0 else None
        at = begun.end() if begun else at
        words = sentence.words[at:]
        for name in (*self.names, self.surname):
            end = _named(words, name)
            if end is not None:
                return at + end
        found = re.match(r"[Tt]he (\w+)(?![\w'’-])", words)
        if found and nouns and found[1] in self.nouns:
            return at + found.end()
        pronoun = re.match(r"(?:[Hh]e|[Ss]he)\b" if self.matter == "person" else r"[Ii]t\b(?!['’])", words)
        return at + pronoun.end() if pronoun and lead and follows and self.pronouns else None

    def stays(self, sentence: Sentence, end: int, *, defines: bool) -> bool:
        """Whether a pronoun in the next sentence can mean nothing but the subject, of which this one speaks.

        The sentence names nothing else, nor kin of a person. The one that defines the subject may say where it is.
        """
        rest = sentence.masked[end:]
        if _KIN.search(rest):
            return False
        if defines:
            return not _OTHERS.search(rest)
        if self.matter != "person" and _HAS.match(rest):
            return False
        return not re.search(rf"[{NAME}]|(?<![.!?] )\b[A-Z]", rest)

    def beside(self, text: str) -> Subject:
        """The subject without its surname, from a paragraph on that names another bearer of it."""
        if not self.surname:
            return self
        own = {word for name in self.names for word in re.findall(r"[\w'’-]+", name)} | _BEFORE_A_NAME
        for found in re.finditer(rf"([\w'’-]+\.?)\s+{re.escape(self.surname)}\b", text):
            word = found[1]
            if word[0].isupper() and word not in own and not re.fullmatch(r"[A-Z]\.?", word):
                return replace(self, surname="")
        return self

    def among(self, text: str) -> Subject:
        """The subject as pronouns tell it: none does in a paragraph with both he and she."""
        both = re.search(r"\b[Hh]e\b", text) and re.search(r"\b[Ss]he\b", text)
        return replace(self, pronouns=False) if both else self

    def defined_end(self, sentence: Sentence) -> int | None:
        """Where "is a" begins in the sentence that defines the subject by a longer form of its name."""
        found = _HEAD.search(sentence.masked)
        said = set(re.findall(r"\w+", sentence.words[: found.start()].lower())) if found else set()
        known = {word for name in self.names for word in re.findall(r"\w{3,}", name.lower())}
        return None if found is None or said.isdisjoint(known) else found.start()


def _named(words: str, name: str) -> int | None:
    """Where a name ends with which words begin, perhaps behind "The" and in quotation marks; None where they don't."""
    at = 4 if words[:4].lower() == "the " and not name.startswith("The ") else 0
    at += words[at : at + 1] in _QUOTES
    end = at + len(name)
    if not name or words[at:end].lower() != name.lower():
        return None
    closing = _CLOSING.match(words, end)
    return closing.end() if closing else None


def subject_of(title: str, kind: Kind, first: Sentence | None) -> Subject:
    """How the page's subject is named, by its title, its infobox and its first sentence."""
    name = re.sub(r" \([^()]*\)$", "", title).strip()
    nouns = set(_NOUNS.get(kind, ()))
    matter = _matter(kind)
    said = _defined(first) if first else ""
    if kind == "other":
        noun = _head_noun(said)
        if noun:
            nouns.add(noun)
            kind = _CALLED.get(noun, kind)
            matter = _matter_of(noun)
        elif _PERSON.search(said):
            matter = "person"
    surname = name.split()[-1] if matter == "person" and " " in name and "," not in name else ""
    names = tuple(dict.fromkeys(one for one in (title, name, *_short_names(first)) if one))
    return Subject(names, frozenset(nouns), matter, surname, kind)


def _short_names(first: Sentence | None) -> list[str]:
    """Abbreviations in the parentheses before "is a": `(U.S. or US)`."""
    found = _HEAD.search(first.masked) if first else None
    if not first or not found:
        return []
    return [
        short for group in re.findall(r"\(([^()]*)\)", first.words[: found.start()]) for short in _SHORT.findall(group)
    ]


def _matter(kind: Kind) -> Matter:
    match kind:
        case "person":
            return "person"
        case "song":
            return "song"
        case "album" | "film" | "series":
            return "work"
        case "country" | "city" | "region":
            return "place"
        case _:
            return "thing"


def _matter_of(noun: str) -> Matter:
    if noun in _SONGS:
        return "song"
    return "place" if noun in _PLACES else "work" if noun in _WORKS else "thing"


def _defined(first: Sentence) -> str:
    """What the first sentence says its subject to be: the words after "is a"."""
    found = _HEAD.search(first.masked)
    return first.words[found.end() : found.end() + 150] if found else ""


def _head_noun(said: str) -> str:
    """The last known noun before anything limits it: `capital and largest city` of Germany is a city."""
    noun = ""
    for word in re.findall(r"[\w'’-]+|[,;:.]", said)[:14]:
        if word in _STOPS or word in ",;:.":
            break
        if word in _PLACES or word in _WORKS or word in _SONGS or word in _THINGS:
            noun = word
    return noun
