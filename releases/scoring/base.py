"""The door that every family's scoring comes through, so that `score` knows no family."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from schemas.base import Record
from schemas.canonical import JSON
from schemas.legs import Split

__all__ = ["Line", "Options", "Scored", "Scorer"]


class Line(NamedTuple):
    """One prediction as it stands in its file, the id that it is for, and where it stands."""

    where: str
    id: str
    text: bytes


class Options(NamedTuple):
    """How to score. `seed` and `samples` are those of the bootstrap.

    `judge` is the base address of an endpoint for answers that no match decides, `judge_model` the model asked for;
    `verdicts` is the file that its verdicts are kept in, `human` a file with people's verdicts on the same answers.
    `log` is the tool log of runs of legs, `world` the folder of the world that the items are about.
    """

    split: Split | None = None
    seed: int = 0
    samples: int = 10_000
    judge: str | None = None
    judge_model: str | None = None
    verdicts: Path | None = None
    human: Path | None = None
    log: Path | None = None
    world: Path | None = None


class Scored(NamedTuple):
    """What scoring one family gives.

    `missing` are ids of items that a scored split holds and the predictions don't, `extra` those that only the
    predictions hold; `unread` counts the lines of a tool log that could not be read. `report` is for machines, `text`
    for people.
    """

    config: str
    items: int
    missing: tuple[str, ...]
    extra: tuple[str, ...]
    report: dict[str, JSON]
    text: str
    unread: int = 0

    @property
    def complete(self) -> bool:
        """Whether every item of the scored splits has its prediction, no other stands there, and all could be read."""
        return not self.missing and not self.extra and not self.unread


class Scorer(ABC):
    """Scoring of one family. `item` is its items' family, which their ids begin with."""

    config: str
    item: str

    @abstractmethod
    def score(self, items: Sequence[Record], lines: Sequence[Line], options: Options) -> Scored:
        """Score predictions against items.

        Raises InputError for a prediction that can't be read or an item predicted twice, RemoteError when a judge
        that was asked for does not answer.
        """
