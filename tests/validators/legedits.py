"""Breaking a good leg in one place, and saying what the validators then find."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace

from schemas.canonical import JSON, dump
from schemas.legs import Leg
from schemas.worlds import Exchange
from tests.validators.legworld import Json, rebuilt, world
from validators.legs import LegContext, check_leg

__all__ = ["codes", "edited", "found", "put", "with_call", "with_page"]


def put(plain: JSON, path: str, value: JSON) -> None:
    """Set the value at a dotted path (`stops.3.value.unit`) of plain JSON values."""
    *over, last = path.split(".")
    here: JSON = plain
    for step in over:
        here = here[int(step)] if isinstance(here, list) else here[step]  # type: ignore[index,call-overload]
    if isinstance(here, list):
        here[int(last)] = value
    else:
        here[last] = value  # type: ignore[index,call-overload]


def edited(name: str, edits: Mapping[str, JSON], *, keep_id: bool = False) -> Leg:
    """A leg of the tiny world with values put at paths; it gets the id of its new content unless told to keep it."""
    leg = world()[1][name]
    plain: Json = dump(leg)
    for path, value in edits.items():
        put(plain, path, value)
    made = rebuilt(plain)
    return made.model_copy(update={"id": leg.id}) if keep_id else made


def found(leg: Leg, context: LegContext | None = None) -> dict[str, str]:
    """The places of what is found in a leg, by code; notes are left out."""
    findings = check_leg(leg, context or world()[0])
    return {one.code: one.place for one in findings if one.severity != "note"}


def codes(leg: Leg, context: LegContext | None = None) -> set[str]:
    """The codes of what is found in a leg."""
    return set(found(leg, context))


def with_page(name: str, title: str, old: str, new: str) -> tuple[Leg, LegContext]:
    """A world in which one page says something else, and the leg with digests and spans moved along."""
    context, legs = world()
    page = context.pages[title]
    at = page.html.index(old)
    html = page.html[:at] + new + page.html[at + len(old) :]
    digest = hashlib.sha256(html.encode()).hexdigest()
    plain: Json = dump(legs[name])
    for stop in plain["stops"]:  # type: ignore[union-attr]  # a list of stops
        evidence = stop.get("evidence")  # type: ignore[union-attr]
        if evidence and evidence["title"] == title:
            moved = len(new) - len(old) if at + len(old) <= evidence["start"] else 0
            evidence.update(digest=digest, start=evidence["start"] + moved, end=evidence["end"] + moved)
    changed = page.model_copy(update={"html": html, "digest": digest})
    return rebuilt(plain), replace(context, pages={**context.pages, title: changed}, _readings={}, _targets={})


def with_call(tool: str, **changes: object) -> LegContext:
    """A world whose recorded calls of one tool are other than they were."""
    context = world()[0]
    calls = {
        request: call.model_copy(update=changes) if call.tool == tool and isinstance(call, Exchange) else call
        for request, call in context.calls.items()
    }
    return replace(context, calls=calls)
