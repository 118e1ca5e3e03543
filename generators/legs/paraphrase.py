"""Puts clues in a model's words, where these pass the gate: no leak, and still the same step to whoever reads them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from generators.legs.gate import Plain, chatter, dropped, plain_reading, readings_agree, told
from generators.legs.leaks import refuse_leaks
from generators.legs.prompts import reading_request, writing_request
from generators.rejection import Rejected
from schemas.canonical import JSON, content_id, dump, sha256_of
from schemas.legs import Leg, Paraphrase
from schemas.randomness import stream
from solvers.clues import parse
from worlds.pages import PageSource

__all__ = ["Answer", "Model", "paraphrased"]

SEEDS = 2**31
"""How many seeds a request to a model may have."""


class Answer(Protocol):
    """What a model said, and what that cost in tokens."""

    @property
    def text(self) -> str:
        """Its words."""
        ...

    @property
    def prompt_tokens(self) -> int:
        """Tokens read."""
        ...

    @property
    def completion_tokens(self) -> int:
        """Tokens written."""
        ...


class Model(NamedTuple):
    """A model by name, and what answers a chat request."""

    name: str
    complete: Callable[[dict[str, JSON]], Answer]


def paraphrased(leg: Leg, pages: PageSource, model: Model, share: int, seed: int) -> Leg:
    """The leg with `share` per cent of its clues put to the model, under the id of its new content.

    A paraphrase that the gate turns away leaves the plain clue; each of them is in the record, with the reason. Raises
    RemoteError where the model doesn't answer.
    """
    rng = stream(seed, "leg", leg.id, "paraphrase")
    clues, records = list(leg.clues), []
    for place, plain in enumerate(leg.clues):
        if rng.randrange(100) >= share:
            continue
        kept, record = _put(leg, clues, place, plain, pages, model, rng)
        clues[place] = kept
        records.append(record)
    changed = leg.model_copy(update={"clues": tuple(clues), "paraphrases": tuple(records)})
    return changed.model_copy(update={"id": content_id("leg", dump(changed))})


def _put(
    leg: Leg, clues: Sequence[str], place: int, plain: str, pages: PageSource, model: Model, rng: random.Random
) -> tuple[str, Paraphrase]:
    """A clue in the model's words, or as it was, and what came of it."""
    body = writing_request(model.name, plain, rng.randrange(SEEDS))
    written = model.complete(body)
    text = written.text.strip()
    asked = [written]
    reading: str | None = None
    code = _fault(leg, clues, place, text, plain, pages)
    step, own = told(plain), parse(text)
    if step is None:
        code = code or "L13.unreadable"
    elif code is None and own:
        code = None if len(own) == 1 and readings_agree(step, dict(plain_reading(own[0]))) else "L13.other-step"
    elif code is None:
        read = model.complete(reading_request(model.name, text, str(step["type"])))
        asked.append(read)
        reading, code = _read_back(read.text, step)
    record = Paraphrase(
        clue=place,
        plain=plain,
        model=model.name,
        outcome="refused" if code else "read_back" if reading else "inverts",
        code=code,
        reading=None if code else reading,
        request=sha256_of(body),
        calls=len(asked),
        prompt_tokens=sum(one.prompt_tokens for one in asked),
        completion_tokens=sum(one.completion_tokens for one in asked),
    )
    return (plain if code else text), record


def _fault(leg: Leg, clues: Sequence[str], place: int, text: str, plain: str, pages: PageSource) -> str | None:
    """The code of the first rule that a paraphrase breaks, before anybody asks what it means."""
    if text.casefold() == plain.casefold():
        return "paraphrase.same"
    code = chatter(text, plain) or ("paraphrase.dropped" if dropped(text, plain) else None)
    if code is not None:
        return code
    others = [*clues[:place], text, *clues[place + 1 :]]
    if text in clues:
        return "paraphrase.same"
    try:
        refuse_leaks(others, leg.stops, leg.seed_title, pages)
    except Rejected as leak:
        return leak.code
    return None


def _read_back(reply: str, step: Plain) -> tuple[str | None, str | None]:
    """The step that the model read, as JSON text, or None; and what is wrong with it, or None."""
    body = reply.strip().removeprefix("```json").removeprefix("```").removesuffix("```").strip()
    try:
        read: JSON = json.loads(body)
    except (ValueError, RecursionError):
        return None, "L13.unreadable"
    if not readings_agree(step, read):
        return None, "L13.other-step"
    return json.dumps(dict(step), ensure_ascii=False, sort_keys=True), None
