"""The columns of the tandem configs: what a model is shown, what is right, what to filter by, and the whole record."""

from __future__ import annotations

import pyarrow as pa

from generators.tandem.presenting import Variant, show
from schemas.tandem import TandemQuestion, TandemVerification
from worlds.kitchen.rules import kitchen_of

__all__ = ["DECISION_TABLE", "VERIFICATION_TABLE", "decision_row", "verification_row"]

_SHARED = [
    pa.field("id", pa.string()),
    pa.field("split", pa.string()),
    pa.field("scenario", pa.string()),
    pa.field("kitchen", pa.string()),
    pa.field("order", pa.string()),
    pa.field("level", pa.int8()),
    pa.field("horizon", pa.string()),
    pa.field("structure", pa.string()),
    pa.field("tags", pa.list_(pa.string())),
    pa.field("question", pa.string()),
    pa.field("options", pa.list_(pa.string())),
    pa.field("costs", pa.list_(pa.int32())),
    pa.field("optimum", pa.int32()),
]
_LAST = [pa.field("canary", pa.string()), pa.field("record", pa.string())]

DECISION_TABLE = pa.schema([*_SHARED, pa.field("gold", pa.int8()), pa.field("conflict", pa.bool_()), *_LAST])
"""Declared, never inferred. `gold` is an index into `options`; a cost is null where the plan can never finish."""

VERIFICATION_TABLE = pa.schema(
    [
        *_SHARED,
        pa.field("base", pa.string()),
        pa.field("variant", pa.string()),
        pa.field("statement", pa.int8()),
        pa.field("better_exists", pa.bool_()),
        *_LAST,
    ]
)
"""`statement` is the index of the option that says a better plan exists, whose cost is null; `base` the id of the
decision question.
"""


def decision_row(item: TandemQuestion) -> dict[str, object]:
    """A decision question's row."""
    return {
        **_shared(item, "base", None),
        "id": item.id,
        "gold": item.gold,
        "conflict": item.conflict,
        "canary": item.canary,
    }


def verification_row(item: TandemVerification) -> dict[str, object]:
    """A verification question's row."""
    return {
        **_shared(item.base, item.variant, item.removed),
        "id": item.id,
        "split": item.split,
        "base": item.base.id,
        "variant": item.variant,
        "statement": item.removed,
        "better_exists": item.better_exists,
        "canary": item.canary,
    }


def _shared(question: TandemQuestion, variant: Variant, gone: int | None) -> dict[str, object]:
    shown = show(kitchen_of(question), question, variant, 0)
    return {
        "split": question.split,
        "scenario": question.scenario,
        "kitchen": question.kitchen,
        "order": question.order,
        "level": question.level,
        "horizon": question.goal.horizon,
        "structure": question.structure,
        "tags": list(question.tags),
        "question": shown.question,
        "options": list(shown.options),
        "costs": [None if n == gone else option.cost for n, option in enumerate(question.options)],
        "optimum": question.optimum.cost,
    }
