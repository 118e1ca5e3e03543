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

__all__ = ["PROMPTS_FILE", "STYLES", "Decoding", "Style", "decoding", "fill", "prompt", "prompts_json"]

Style: TypeAlias = Literal["chain-of-thought", "self-ask"]
STYLES: Final[tuple[Style, ...]] = get_args(Style)
PROMPTS_FILE: Final = "prompts.json"
"""What the prompts' file is called in a release's `scoring` folder."""

SLOT: Final = "{question}"


class Decoding(Record):
    """How answers are generated: greedily, so that a run can be repeated."""

    temperature: int
    max_tokens: int
    stop: tuple[str, ...]


class Prompts(Record):
    """One style's prompt for each question."""

    commonsense: str
    math: str
    composition: str


class PromptFile(Record):
    """All of `prompts.toml`."""

    decoding: Decoding
    chain_of_thought: Prompts = Field(alias="chain-of-thought")
    self_ask: Prompts = Field(alias="self-ask")


def prompt(style: Style, question: Question) -> str:
    """A prompt with its slot for the question still open."""
    return _prompts()[style, question]


def fill(style: Style, question: Question, text: str) -> str:
    """The prompt that puts one question to a model. What stands in the question stays as it is."""
    return prompt(style, question).replace(SLOT, text)


def decoding() -> Decoding:
    """The settings the prompts are meant for."""
    return _file().decoding


def prompts_json(canary: str) -> bytes:
    """The file that a release ships: canary, settings and the prompts by style and question."""
    settings = decoding()
    stop: list[JSON] = [*settings.stop]
    styles: dict[str, JSON] = {style: {kind: prompt(style, kind) for kind in QUESTIONS} for style in STYLES}
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
def _prompts() -> Mapping[tuple[Style, Question], str]:
    file = _file()
    made: dict[tuple[Style, Question], str] = {}
    for style, texts in zip(STYLES, (file.chain_of_thought, file.self_ask), strict=True):
        for kind, text in zip(QUESTIONS, (texts.commonsense, texts.math, texts.composition), strict=True):
            made[style, kind] = text.strip()
    return MappingProxyType(made)
