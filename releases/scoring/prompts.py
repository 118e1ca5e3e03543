"""The prompts that a release of triplets ships: two-shot chain of thought and self-ask, for each of the questions."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args

from pydantic import Field

from releases.scoring.figures import QUESTIONS, Question
from schemas.base import Record
from schemas.canonical import JSON
from schemas.triplets import Order

__all__ = ["PROMPTS_FILE", "STYLES", "Decoding", "Style", "decoding", "fill", "prompt", "prompts_json"]

Style: TypeAlias = Literal["chain-of-thought", "self-ask"]
STYLES: Final[tuple[Style, ...]] = get_args(Style)
PROMPTS_FILE: Final = "prompts.json"
"""What the prompts' file is called in a release's `scoring` folder."""

SLOT: Final = "{question}"
MATHS_FIRST: Final = "composition-maths-first"
Kind: TypeAlias = Question | Literal["composition-maths-first"]
KINDS: Final[tuple[Kind, ...]] = (*QUESTIONS, MATHS_FIRST)
"""What there are prompts for: the three questions, and the composed one that asks for a choice."""


class Decoding(Record):
    """How answers are generated: greedily, so that a run can be repeated."""

    temperature: int
    max_tokens: int
    stop: tuple[str, ...]


class Prompts(Record):
    """One style's prompt for each question, and for the composed question of a maths-first item."""

    commonsense: str
    math: str
    composition: str
    maths_first: str = Field(alias=MATHS_FIRST)


class PromptFile(Record):
    """All of `prompts.toml`."""

    decoding: Decoding
    chain_of_thought: Prompts = Field(alias="chain-of-thought")
    self_ask: Prompts = Field(alias="self-ask")


def prompt(style: Style, question: Question, order: Order = "commonsense-first") -> str:
    """A prompt with its slot for the question still open. A maths-first item's composed question has its own."""
    kind: Kind = MATHS_FIRST if (question, order) == ("composition", "maths-first") else question
    return _prompts()[style, kind]


def fill(style: Style, question: Question, text: str, order: Order = "commonsense-first") -> str:
    """The prompt that puts one question to a model. What stands in the question stays as it is."""
    return prompt(style, question, order).replace(SLOT, text)


def decoding() -> Decoding:
    """The settings the prompts are meant for."""
    return _file().decoding


def prompts_json(canary: str) -> bytes:
    """The file that a release ships: canary, settings and the prompts by style and question."""
    settings = decoding()
    stop: list[JSON] = [*settings.stop]
    styles: dict[str, JSON] = {style: {kind: _prompts()[style, kind] for kind in KINDS} for style in STYLES}
    value: dict[str, JSON] = {
        "canary": canary,
        "decoding": {"temperature": settings.temperature, "max_tokens": settings.max_tokens, "stop": stop},
        "slot": SLOT,
        "prompts": styles,
    }
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()


@cache
def _file() -> PromptFile:
    source = tomllib.loads(Path(__file__).with_name("prompts.toml").read_text(encoding="utf-8"))
    return PromptFile.model_validate_json(json.dumps(source))


@cache
def _prompts() -> Mapping[tuple[Style, Kind], str]:
    file = _file()
    made: dict[tuple[Style, Kind], str] = {}
    for style, texts in zip(STYLES, (file.chain_of_thought, file.self_ask), strict=True):
        told = (texts.commonsense, texts.math, texts.composition, texts.maths_first)
        for kind, text in zip(KINDS, told, strict=True):
            made[style, kind] = text.strip()
    return MappingProxyType(made)
