"""Scores a file of predictions against a release: each line goes to the family that its id names."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from releases.reading import open_subject
from releases.scoring.base import Line, Options, Scored, Scorer
from releases.withheld import own_names
from schemas.canonical import JSON
from schemas.errors import InputError
from schemas.files import read_jsonl

__all__ = ["Score", "score", "scorers"]


class Score(NamedTuple):
    """What scoring gives, one part a family that the predictions are about."""

    parts: tuple[Scored, ...]

    @property
    def complete(self) -> bool:
        """Whether no prediction is missing and none is extra."""
        return all(part.complete for part in self.parts)

    def as_json(self) -> dict[str, JSON]:
        """`{"complete": bool, "configs": {config: report}}`."""
        return {"complete": self.complete, "configs": {part.config: part.report for part in self.parts}}


@cache
def scorers() -> tuple[Scorer, ...]:
    """Every family's scoring, in the order of a release."""
    from releases.scoring.legs import LegScorer
    from releases.scoring.tandem import DecisionScorer, VerificationScorer
    from releases.scoring.triplets import TripletScorer

    return (LegScorer(), DecisionScorer(), VerificationScorer(), TripletScorer())


def score(path: Path, predictions: Path, options: Options) -> Score:
    """Score predictions against a release, a folder or a file of items.

    Raises InputError for what can't be read, naming file and line, and RemoteError for a judge that fails.
    """
    subject = open_subject(path)
    lines = list(_lines(predictions, own_names(subject)))
    if subject.unread or subject.damage:
        raise InputError(f"{path}: it is damaged; `benchwright check {path}` says where")
    parts: list[Scored] = []
    for scorer in scorers():
        own = [line for line in lines if line.id.startswith(f"{scorer.item}-")]
        items = [item.record for item in subject.items if item.family.item == scorer.item]
        if own and not items:
            raise InputError(f"{own[0].where}: {own[0].id}: {path} holds no {scorer.config}")
        if own:
            parts.append(scorer.score(items, own, options._replace(world=subject.world)))
    prefixes = tuple(f"{scorer.item}-" for scorer in scorers())
    foreign = next((line for line in lines if not line.id.startswith(prefixes)), None)
    if foreign is not None:
        known = ", ".join(scorer.config for scorer in scorers())
        raise InputError(f"{foreign.where}: {foreign.id!r} is no id of a family that can be scored ({known})")
    return Score(tuple(parts))


def _lines(path: Path, names: Mapping[str, str]) -> list[Line]:
    """The predictions of a file; `names` gives the items' own ids for those of a private test's public half.

    Raises InputError for an empty file and for a line without an id.
    """
    found: list[Line] = []
    for number, text in read_jsonl(path):
        where = f"{path}: line {number}"
        try:
            value = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InputError(f"{where}: not JSON: {error}") from error
        name = value.get("id") if isinstance(value, dict) else None
        if not isinstance(name, str):
            raise InputError(f"{where}: a prediction is a JSON object with an id")
        own = names.get(name, name)
        found.append(Line(where, own, text if own == name else json.dumps({**value, "id": own}).encode()))
    if not found:
        raise InputError(f"{path}: it holds no prediction")
    return found
