"""The columns of the legs config: what people filter and read by, and the whole record beside it."""

from __future__ import annotations

from collections import Counter

import pyarrow as pa

from schemas.legs import Leg, Roadblock, RouteInfo, Stop
from schemas.values import show_value

__all__ = ["LEG_TABLE", "leg_row"]

STOP = pa.struct(
    [
        pa.field("index", pa.int16()),
        pa.field("stop_type", pa.string()),
        pa.field("transition", pa.string()),
        pa.field("depends_on", pa.list_(pa.int16())),
        pa.field("value_type", pa.string()),
        pa.field("value", pa.string()),
        pa.field("page", pa.string()),
        pa.field("field", pa.string()),
        pa.field("tools", pa.list_(pa.string())),
    ]
)

LEG_TABLE = pa.schema(
    [
        pa.field("id", pa.string()),
        pa.field("split", pa.string()),
        pa.field("level", pa.string()),
        pa.field("variant", pa.string()),
        pa.field("world", pa.string()),
        pa.field("world_version", pa.string()),
        pa.field("fictional", pa.bool_()),
        pa.field("seed_title", pa.string()),
        pa.field("seed_url", pa.string()),
        pa.field("clues", pa.list_(pa.string())),
        pa.field("step_budget", pa.int16()),
        pa.field("answer", pa.int8()),
        pa.field("live_depth", pa.int16()),
        pa.field("route_infos", pa.int16()),
        pa.field("roadblocks", pa.int16()),
        pa.field("detours", pa.int16()),
        pa.field("diamonds", pa.int16()),
        pa.field("stops", pa.list_(STOP)),
        pa.field("canary", pa.string()),
        pa.field("record", pa.string()),
    ]
)
"""Declared, never inferred: an empty list or a null changes no type."""


def leg_row(leg: Leg) -> dict[str, object]:
    """A leg's row. `roadblocks` counts diamond branches too; `stops` shows values as people write them."""
    kinds = Counter(stop.stop_type for stop in leg.stops)
    return {
        "id": leg.id,
        "split": leg.split,
        "level": leg.level,
        "variant": leg.variant,
        "world": leg.world.name,
        "world_version": leg.world.version,
        "fictional": leg.world.fictional,
        "seed_title": leg.seed_title,
        "seed_url": leg.seed_url,
        "clues": list(leg.clues),
        "step_budget": leg.step_budget,
        "answer": leg.answer,
        "live_depth": leg.live_depth,
        "route_infos": kinds["route_info"],
        "roadblocks": kinds["roadblock"],
        "detours": kinds["detour"],
        "diamonds": len(leg.diamonds),
        "stops": [_stop(stop) for stop in leg.stops],
        "canary": leg.canary,
    }


def _stop(stop: Stop) -> dict[str, object]:
    return {
        "index": stop.index,
        "stop_type": stop.stop_type,
        "transition": stop.transition,
        "depends_on": list(stop.depends_on),
        "value_type": stop.value.type,
        "value": show_value(stop.value),
        "page": stop.evidence.title if isinstance(stop, RouteInfo) else None,
        "field": stop.field if isinstance(stop, RouteInfo) else None,
        "tools": [step.tool for step in stop.chain] if isinstance(stop, Roadblock) else [],
    }
