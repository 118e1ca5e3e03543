"""Writes a step as a clue: the clue grammar in its other direction."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from generators.rejection import Rejected
from solvers.clues.grammar import Grammar, Meaning, Scalar, Slot, pieces
from solvers.clues.phrases import CLUES
from solvers.clues.terminals import TERMINALS

__all__ = ["realise", "wordings"]


def realise(meaning: Meaning, rng: random.Random, grammar: Grammar = CLUES) -> str:
    """A clue that says this meaning and nothing else; which of its wordings is drawn by `rng`.

    A meaning is what `solvers.clues` documents, with conditions under `first`, `second` and `third`. Raises
    Rejected (`clue.unsayable`) when the grammar has no words for it.
    """
    text = next(wordings(meaning, rng, grammar), None)
    if text is None:
        raise Rejected("clue.unsayable", f"the grammar has no words for {dict(meaning)}")
    return text


def wordings(meaning: Meaning, rng: random.Random, grammar: Grammar = CLUES) -> Iterator[str]:
    """All clues that say this meaning and nothing else, in an order drawn by `rng`."""
    whole = frozenset(meaning)
    for text, said in _say("clue", meaning, rng, grammar):
        if said == whole:
            yield text[0].upper() + text[1:]


def _say(symbol: str, meaning: Meaning, rng: random.Random, grammar: Grammar) -> Iterator[tuple[str, frozenset[str]]]:
    """Wordings of a symbol, in a drawn order, each with the features it says."""
    options = [option for option in grammar[symbol] if all(meaning.get(key) == value for key, value in option.fixes)]
    rng.shuffle(options)
    for option in options:
        fixed = frozenset(key for key, _ in option.fixes)
        for text, said in _fill(pieces(option.text), meaning, rng, grammar):
            yield text, said | fixed


def _fill(
    parts: tuple[str | Slot, ...], meaning: Meaning, rng: random.Random, grammar: Grammar
) -> Iterator[tuple[str, frozenset[str]]]:
    """The parts of an alternative with their slots filled from the meaning."""
    if not parts:
        yield "", frozenset()
        return
    first, others = parts[0], parts[1:]
    for text, said in _piece(first, meaning, rng, grammar):
        for rest, more in _fill(others, meaning, rng, grammar):
            yield text + rest, said | more


def _piece(
    piece: str | Slot, meaning: Meaning, rng: random.Random, grammar: Grammar
) -> Iterator[tuple[str, frozenset[str]]]:
    if isinstance(piece, str):
        yield piece, frozenset()
    elif piece.key is None:
        yield from _say(piece.symbol, meaning, rng, grammar)
    elif piece.key in meaning:
        value, here = meaning[piece.key], frozenset({piece.key})
        if piece.terminal:
            text = _write(piece.symbol, value)
            if text is not None:
                yield text, here
        else:
            inner = value if isinstance(value, Mapping) else {"n": value}
            for text, said in _say(piece.symbol, inner, rng, grammar):
                if said == frozenset(inner):
                    yield text, here


def _write(symbol: str, value: Scalar | Meaning) -> str | None:
    """A terminal's text, or None when this value isn't one of its."""
    if isinstance(value, Mapping) or isinstance(value, tuple) != symbol.startswith("CLUE"):
        return None
    terminal = TERMINALS[symbol]
    text = terminal.write(value)
    return text if terminal.pattern.fullmatch(text) and terminal.read(text) == value else None
