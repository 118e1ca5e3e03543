"""The model that puts clues into other words: which one, where it is, and what it said before."""

from __future__ import annotations

import os
from collections.abc import Mapping

from generators.legs.paraphrase import Model
from schemas.canonical import JSON
from schemas.errors import InputError
from schemas.recipes import Paraphrasing
from worlds.net.cache import cache_root
from worlds.net.chat import Chat, ChatMemory, Completion

__all__ = ["KEY", "MODEL", "URL", "model_for"]

MODEL = "BENCHWRIGHT_PARAPHRASE_MODEL"
URL = "BENCHWRIGHT_PARAPHRASE_URL"
KEY = "BENCHWRIGHT_PARAPHRASE_KEY"
"""The environment variables for what a recipe leaves out, and for the key, which no recipe holds."""


def model_for(asked: Paraphrasing, environment: Mapping[str, str] = os.environ) -> Model:
    """The model of a batch. What it said is kept in the cache folder, so that building again asks nobody.

    Raises InputError without a model's name, or for an address that can't be used. Without an address only what is
    kept can be had.
    """
    name, base = asked.model or environment.get(MODEL), asked.base_url or environment.get(URL)
    if not name:
        raise InputError(f'[legs.paraphrase] names no model: add model = "…", or set {MODEL}')
    ask = _nobody if not base else Chat("the paraphraser", base, KEY).complete
    return Model(name, ChatMemory(ask, cache_root(environment) / "chat").complete)


def _nobody(_body: dict[str, JSON]) -> Completion:
    raise InputError(f'[legs.paraphrase] names no endpoint: add base_url = "https://…/v1", or set {URL}')
