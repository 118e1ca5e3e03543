"""Reads a clue back: every structured step that the grammar lets a text mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TypeAlias, cast

from solvers.clues.grammar import Alternative, Grammar, Meaning, Scalar, Slot, freeze, pieces
from solvers.clues.phrases import CLUES
from solvers.clues.terminals import TERMINALS

__all__ = ["Conditions", "Reading", "parse"]

Conditions: TypeAlias = tuple[tuple[str, str, str], ...]
Reading: TypeAlias = Mapping[str, str | int | tuple[int, ...] | Conditions]


def parse(text: str, grammar: Grammar = CLUES) -> tuple[Reading, ...]:
    """All different readings of a clue, in a fixed order; none when the text is not of the language.

    A reading is a flat mapping: `type` and, by type,
    `transition`, `field` (with `grain` where a date's year is all that is asked for), and `relation`, or `about`
    and `conditions` (field, relation, operand); `template`, `a`, `b`, `to_unit`, `rounding`; `transform`, `a`,
    `part`; `operation`, `a`, `b`; `operation`, `refs`. `a`, `b` and `refs` are clue numbers, from 1.
    """
    reader = _Reader(text, grammar)
    whole = [_reading(meaning) for end, meaning in reader.symbol("clue", 0) if end == len(text)]
    return tuple({repr(sorted(reading.items())): reading for reading in sorted(whole, key=_order)}.values())


@cache
def _opening(text: str) -> str:
    """The words before an alternative's first slot, as they are compared."""
    first = pieces(text)[:1]
    return "".join(piece.casefold() for piece in first if isinstance(piece, str))


def _order(reading: Reading) -> str:
    return repr(sorted(reading.items()))


def _reading(meaning: Meaning) -> Reading:
    """A meaning as a flat reading: conditions in one tuple, and no word about a rounding that isn't there."""
    flat: dict[str, str | int | tuple[int, ...] | Conditions] = {}
    conditions: list[tuple[str, str, str]] = []
    for key in ("first", "second", "third"):
        said = meaning.get(key)
        if isinstance(said, Mapping):
            conditions.append((str(said["field"]), str(said["relation"]), str(said["operand"])))
    for key, value in meaning.items():
        if not isinstance(value, Mapping) and (key, value) != ("rounding", "none"):
            flat[key] = value
    if conditions:
        flat["conditions"] = tuple(conditions)
    return flat


class _Reader:
    """Recursive descent over one text that keeps every reading; a symbol at a place is read once."""

    def __init__(self, text: str, grammar: Grammar) -> None:
        self.text = text
        self.folded = text.casefold() if len(text.casefold()) == len(text) else text.lower()
        self.grammar = grammar
        self.known: dict[tuple[str, int], tuple[tuple[int, Meaning], ...]] = {}

    def symbol(self, name: str, at: int) -> tuple[tuple[int, Meaning], ...]:
        if (name, at) not in self.known:
            found = {
                (end, freeze(meaning)): (end, meaning)
                for option in self.grammar[name]
                if self.folded.startswith(_opening(option.text), at)
                for end, meaning in self.option(option, at)
            }
            self.known[name, at] = tuple(found.values())
        return self.known[name, at]

    def option(self, option: Alternative, at: int) -> Iterator[tuple[int, Meaning]]:
        yield from self.rest(pieces(option.text), at, dict(option.fixes))

    def rest(
        self, parts: tuple[str | Slot, ...], at: int, meaning: dict[str, Scalar | Meaning]
    ) -> Iterator[tuple[int, Meaning]]:
        if not parts:
            yield at, meaning
            return
        first, others = parts[0], parts[1:]
        if isinstance(first, str):
            if self.folded.startswith(first.casefold(), at):
                yield from self.rest(others, at + len(first), meaning)
            return
        for end, said in self.terminal(first, at) if first.terminal else self.symbol(first.symbol, at):
            joined = _join(meaning, first.key, said)
            if joined is not None:
                yield from self.rest(others, end, joined)

    def terminal(self, slot: Slot, at: int) -> Iterator[tuple[int, Scalar]]:
        kind = TERMINALS[slot.symbol]
        match = kind.pattern.match(self.text, at)
        while match:
            value = kind.read(match.group())
            if value is not None:
                yield match.end(), value
            if match.end() - at <= 1:
                return
            match = kind.pattern.match(self.text, at, match.end() - 1)


def _join(
    meaning: Mapping[str, Scalar | Meaning], key: str | None, said: Scalar | Meaning
) -> dict[str, Scalar | Meaning] | None:
    """The meaning with one more part said, or None where the two contradict each other."""
    if key is None:
        more = dict(cast("Meaning", said))
    elif isinstance(said, Mapping) and set(said) == {"n"}:
        more = {key: said["n"]}
    else:
        more = {key: said}
    if any(name in meaning and meaning[name] != value for name, value in more.items()):
        return None
    return {**meaning, **more}
