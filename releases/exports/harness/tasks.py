"""The questions of a release as a harness asks them: a prompt each, and what tells whether an answer is right."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from generators.tandem.presenting import Variant, show
from releases.reading import Subject, open_subject
from releases.scoring.figures import QUESTIONS, Question
from releases.scoring.prompts import Style, fill
from schemas.canonical import JSON, canonical_bytes
from schemas.errors import InputError
from schemas.tandem import TandemQuestion, TandemVerification
from schemas.triplets import Triplet
from worlds.kitchen.rules import packaged_kitchen

__all__ = ["Task", "tasks"]


class Task(NamedTuple):
    """One task: its kind, its name within the release, and its rows in the order of the release.

    A row has `id`, `split` and `prompt`. Those of a triplet's question have `record`, which `grade` marks answers by;
    those of tandem have the place of the right option, `gold`, or of the statement, with whether it is true.
    """

    kind: str
    name: str
    rows: tuple[dict[str, JSON], ...]


def tasks(release: Path, style: Style) -> tuple[Task, ...]:
    """Every task that a release's items make. Raises InputError for a damaged release, or one with none."""
    subject = open_subject(release)
    if subject.unread or subject.damage:
        raise InputError(f"{release}: it is damaged; `benchwright check {release}` says where")
    found = [task for task in _all(subject, style) if task.rows]
    if not found:
        raise InputError(f"{release}: it holds no triplets and no tandem questions; legs need tools, so serve them")
    return tuple(found)


def _all(subject: Subject, style: Style) -> Iterator[Task]:
    records = [item.record for item in subject.items]
    triplets = [one for one in records if isinstance(one, Triplet)]
    for question in QUESTIONS:
        yield Task("triplets", f"triplets_{question}", tuple(_part(one, question, style) for one in triplets))
    decisions = (one for one in records if isinstance(one, TandemQuestion))
    yield Task("decision", "tandem_decision", tuple(_decision(one) for one in decisions))
    verifications = (one for one in records if isinstance(one, TandemVerification))
    yield Task("verification", "tandem_verification", tuple(_verification(one) for one in verifications))


def _part(one: Triplet, question: Question, style: Style) -> dict[str, JSON]:
    text = {
        "commonsense": one.question_commonsense,
        "math": one.question_math,
        "composition": one.question_composition,
    }[question]
    prompt = fill(style, question, text, one.order)
    return {"id": one.id, "split": one.split, "prompt": prompt, "record": canonical_bytes(one).decode()}


def _decision(one: TandemQuestion) -> dict[str, JSON]:
    question, options = _shown(one, "base")
    return {"id": one.id, "split": one.split, "prompt": question, "options": options, "gold": one.gold}


def _verification(one: TandemVerification) -> dict[str, JSON]:
    question, options = _shown(one.base, one.variant)
    told: dict[str, JSON] = {"id": one.id, "split": one.split, "prompt": question, "options": options}
    return {**told, "statement": one.removed, "better_exists": one.better_exists}


def _shown(question: TandemQuestion, variant: Variant) -> tuple[str, list[JSON]]:
    shown = show(packaged_kitchen(question.kitchen), question, variant, 0)
    return shown.question, [*shown.options]
