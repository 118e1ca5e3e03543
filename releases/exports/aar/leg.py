"""One leg as upstream's JSON: its stops with their bridges, its clues as a riddle, and what ours says beyond that."""

from __future__ import annotations

from collections.abc import Sequence

from releases.exports.aar.chains import shown, tool_chain
from releases.exports.aar.programs import expression, finish_code, merge_code, transform_code
from schemas.canonical import JSON
from schemas.legs import Detour, DetourName, FinishLine, Leg, Merge, Roadblock, RouteInfo, Stop
from schemas.values import TextValue, Value
from solvers.legs.compute import resolve, whole
from validators.foreign.derive import DETOURS

__all__ = ["as_upstream"]

NAMES: dict[DetourName, str] = {ours: theirs for theirs, ours in DETOURS.items()}


def as_upstream(leg: Leg) -> dict[str, JSON]:
    """The record. What upstream's format has no key for stands in `metadata`."""
    values = [stop.value for stop in leg.stops]
    stops: list[JSON] = [_stop(leg, stop, values) for stop in leg.stops]
    searched = any(isinstance(stop, RouteInfo) and stop.transition == "search_query" for stop in leg.stops)
    prose = any(isinstance(stop, RouteInfo) and stop.evidence.section != "infobox" for stop in leg.stops)
    return {
        "trail_id": leg.id,
        "seed_url": leg.seed_url,
        "seed_title": leg.seed_title,
        "stops": stops,
        "passcode": leg.answer,
        "difficulty": {
            "level": leg.level,
            "depth": len(leg.stops),
            "tool_stop_count": sum(isinstance(stop, Roadblock) for stop in leg.stops),
            "reason_stop_count": sum(isinstance(stop, Detour) for stop in leg.stops),
            "extraction_difficulty": "cross-section" if prose else "infobox",
            "bridge_obscurity": "search" if searched else "link",
        },
        "riddle": "\n\n".join(f"{number}. {clue}" for number, clue in enumerate(leg.clues, 1)),
        "metadata": {
            "source": "benchwright",
            "split": leg.split,
            "variant": leg.variant,
            "world": leg.world.name,
            "world_version": leg.world.version,
            "fictional": leg.world.fictional,
            "step_budget": leg.step_budget,
            "live_depth": leg.live_depth,
            "canary": leg.canary,
        },
        "generated_at": None,
    }


def _stop(leg: Leg, stop: Stop, values: Sequence[Value]) -> dict[str, JSON]:
    made: dict[str, JSON] = {
        "index": stop.index,
        "stop_type": "page",
        "page_url": _page(leg, stop.index),
        "extraction_target": leg.clues[stop.index],
        "extraction_section": None,
        "extracted_value": shown(stop.value),
        "extracted_value_type": stop.value.type,
        "bridge": _bridge("compute"),
        "reasoning": f"{stop.stop_type} {stop.index}",
        "reason_transform": None,
        "reason_source_stop": None,
        "reason_code": None,
        "depends_on": [*stop.depends_on],
    }
    match stop:
        case RouteInfo():
            section = stop.evidence.section
            return made | {
                "extraction_section": section,
                "bridge": _way_on(leg, stop),
                "reasoning": f"Page: {stop.field}",
            }
        case Roadblock():
            branch = next((one for one in leg.diamonds if stop.index in one.branches), None)
            told = f"Tool stop: {stop.template}"
            if branch is not None:
                told = f"Diamond branch ({stop.template}) of stop {branch.source}"
            chain = tool_chain(stop, values)
            return made | {"stop_type": "tool", "bridge": _bridge("tool_call", tool_chain=chain), "reasoning": told}
        case Detour():
            return made | _reason(stop, values)
        case Merge():
            code = merge_code(stop.operation, [whole(resolve(ref, values)) for ref in stop.sources])
            step: JSON = {
                "tool_name": "python_execute_code",
                "arguments": {"code": code},
                "expected_output": shown(stop.value),
                "output_key": "merged",
            }
            bridge = _bridge("tool_call", tool_chain=[step])
            return made | {"stop_type": "tool", "bridge": bridge, "reasoning": f"Diamond merge: {stop.operation}"}
        case FinishLine():
            return made | _finish(stop, values)


def _reason(stop: Detour, values: Sequence[Value]) -> dict[str, JSON]:
    source = resolve(stop.source, values)
    taken = source.value if isinstance(source, TextValue) else whole(source)
    return {
        "stop_type": "reason",
        "reasoning": f"Analytical transform ({NAMES[stop.transform]}) on stop {stop.source.stop} value",
        "reason_transform": NAMES[stop.transform],
        "reason_source_stop": stop.source.stop,
        "reason_code": transform_code(stop.transform, taken),
    }


def _finish(stop: FinishLine, values: Sequence[Value]) -> dict[str, JSON]:
    taken = [whole(resolve(ref, values)) for ref in stop.sources]
    told = expression(stop.operation, taken)
    cited: list[JSON] = [ref.stop for ref in stop.sources]
    code = finish_code(stop.operation, taken)
    bridge = _bridge("compute", expression=told, expression_code=code, referenced_stops=cited)
    reasoning = f"Compute stop: {told} = {shown(stop.value)}"
    return {"stop_type": "compute", "page_url": None, "bridge": bridge, "reasoning": reasoning}


def _page(leg: Leg, place: int) -> str:
    """The address of the page that is open at a stop."""
    read = [stop for stop in leg.stops[: place + 1] if isinstance(stop, RouteInfo)]
    return read[-1].evidence.url if read else leg.seed_url


def _way_on(leg: Leg, stop: RouteInfo) -> dict[str, JSON]:
    """How the next page is reached, if there is another."""
    later = (one for one in leg.stops[stop.index + 1 :] if isinstance(one, RouteInfo))
    following = next(later, None)
    if following is None or following.evidence.title == stop.evidence.title:
        return _bridge("compute")
    url = following.evidence.url
    if following.target is not None and following.target.query is not None:
        return _bridge("search_query", search_query=following.target.query, expected_result_url=url)
    return _bridge("link_follow", target_url=url)


def _bridge(kind: str, **known: JSON) -> dict[str, JSON]:
    return {
        "bridge_type": kind,
        "target_url": None,
        "search_query": None,
        "expected_result_url": None,
        "tool_chain": [],
        "expression": None,
        "expression_code": None,
        "referenced_stops": [],
        **known,
    }
