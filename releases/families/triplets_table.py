"""The columns of the triplets config: the published ones by their names, what to filter by, and the whole record."""

from __future__ import annotations

import pyarrow as pa

from schemas.triplets import Triplet

__all__ = ["TRIPLET_TABLE", "triplet_row"]

TRIPLET_TABLE = pa.schema(
    [
        pa.field("id", pa.string()),
        pa.field("split", pa.string()),
        pa.field("status", pa.string()),
        pa.field("scenario", pa.string()),
        pa.field("operation", pa.string()),
        pa.field("structure", pa.string()),
        pa.field("order", pa.string()),
        pa.field("template", pa.string()),
        pa.field("question_commonsense", pa.string()),
        pa.field("answers_commonsense", pa.list_(pa.string())),
        pa.field("question_math", pa.string()),
        pa.field("answer_math", pa.string()),
        pa.field("question_composition", pa.string()),
        pa.field("answer_composition", pa.string()),
        pa.field("answer_unit", pa.string()),
        pa.field("precision", pa.int8()),
        pa.field("canary", pa.string()),
        pa.field("record", pa.string()),
    ]
)
"""Declared, never inferred. Answers stay decimal strings: exactness is lost in no float."""


def triplet_row(item: Triplet) -> dict[str, object]:
    """A triplet's row."""
    return {
        "id": item.id,
        "split": item.split,
        "status": item.status,
        "scenario": item.scenario,
        "operation": item.operation,
        "structure": item.structure,
        "order": item.order,
        "template": item.template,
        "question_commonsense": item.question_commonsense,
        "answers_commonsense": list(item.answers_commonsense),
        "question_math": item.question_math,
        "answer_math": item.answer_math,
        "question_composition": item.question_composition,
        "answer_composition": item.answer_composition,
        "answer_unit": item.answer_unit,
        "precision": item.precision,
        "canary": item.canary,
    }
