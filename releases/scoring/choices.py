"""Whether a commonsense answer is the accepted choice: by normalised match, and by which options it names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import Final, Literal, NamedTuple, TypeAlias

from releases.scoring.plain import BOLD, plain_text, sentences, tails
from schemas.triplets import Option, Structure
from solvers.triplets.answers import normalise

__all__ = ["Choice", "Match", "MatchedBy", "match_choice"]

MatchedBy: TypeAlias = Literal["accepted", "named", "other-order", "nothing"]
LONGEST: Final = 20_000

_DENIED: Final = re.compile(
    r"(?<!\w)(?:not|n't|rather than|instead of|unlike|except|without|nor|neither|as opposed to)\b[^.;\n]{0,30}$",
    re.IGNORECASE,
)
_BULLET: Final = re.compile(r"^\s*(?:[-*•–]|\d{1,2}[.)])\s+")


class Choice(NamedTuple):
    """What is asked: the accepted answers, the options with their names, and those that are right, in order."""

    accepted: tuple[str, ...]
    options: tuple[Option, ...]
    right: tuple[str, ...]
    structure: Structure


class Match(NamedTuple):
    """What a match makes of an answer.

    `right` is None where it can't tell. `by`: the answer is an accepted one as a whole (`accepted`); it names
    options, or people's names for them (`named`); it names the two ends in the other order, which may still be right
    (`other-order`); it names none (`nothing`). `said` is the part of the text that was looked at.
    """

    right: bool | None
    by: MatchedBy
    said: str


def match_choice(text: str, choice: Choice) -> Match:
    """Match an answer: first as a whole with the accepted set, then by the set of options it names.

    The part after the last mark of the final answer is looked at; without a mark, the last passage that names an
    option. An option said not to be chosen is not named. For two ends the order counts.
    """
    plain = plain_text(text[-LONGEST:])
    marked = [tail.text for tail in islice(tails(plain), 1)]
    passages = _passages(marked[0]) if marked else list(reversed(_passages(plain)))
    whole = [*passages[:1], plain] if marked else [plain, *passages]
    for said in whole:
        if _clean(said) in choice.accepted:
            return Match(True, "accepted", said.strip()[:400])
    for said in passages:
        named = _named(said, choice.options)
        if not named:
            continue
        if set(named) != set(choice.right):
            return Match(False, "named", said.strip()[:400])
        if choice.structure == "take-ends" and tuple(named) != choice.right:
            return Match(None, "other-order", said.strip()[:400])
        return Match(True, "named", said.strip()[:400])
    return Match(None, "nothing", " ".join(passages[:1]).strip()[:400])


def _clean(said: str) -> str:
    """A passage in the form of accepted answers: no bullets, bold or comma before `and`."""
    text = normalise(said.replace(BOLD, "").replace("\x03", ""))
    return re.sub(r", and (?=[^,]*$)", " and ", text)


def _passages(text: str) -> list[str]:
    """Sentences, with the items of one list kept together with the line that announces it."""
    made: list[str] = []
    for block in re.split(r"\n\s*\n", text):
        lines = block.split("\n")
        bullets = [line for line in lines if _BULLET.match(line)]
        if len(bullets) > 1:
            made.append("\n".join(lines))
        elif made and made[-1].rstrip(f" {BOLD}").endswith(":"):
            made[-1] += "\n" + block
        else:
            made += sentences(block)
    return [passage for passage in made if re.search(r"[^\W_]", passage)]


def _named(said: str, options: Sequence[Option]) -> list[str]:
    """The names of the options that a passage names, in the order of their first mention."""
    text = re.sub(r"\s+", " ", said.casefold().replace("’", "'").replace(BOLD, ""))
    phrases = sorted(
        ((phrase, option.name) for option in options for phrase in _phrases(option)), key=lambda pair: -len(pair[0])
    )
    first: dict[str, int] = {}
    for phrase, name in phrases:
        for match in re.finditer(rf"(?<!\w){re.escape(phrase)}(?!\w)", text):
            if not _DENIED.search(text[: match.start()]):
                first[name] = min(first.get(name, match.start()), match.start())
            text = text[: match.start()] + "\x00" * len(match.group()) + text[match.end() :]
    return sorted(first, key=lambda name: first[name])


def _phrases(option: Option) -> set[str]:
    """What an option goes by: names and aliases without article, in the singular too."""
    names = {normalise(name) for name in (option.name, *option.aliases)}
    return names | {name[:-1] for name in names if re.search(r"[^s]s$", name) and len(name) > 4}
