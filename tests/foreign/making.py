"""Legs of our own invention in upstream's shape, sound ones, and each defect to be planted in them."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from click.testing import CliRunner, Result

from benchwright.cli import main
from schemas.findings import Finding
from schemas.foreign import parse_foreign
from schemas.legs import Variant
from validators.foreign import AuditContext, Audited, audited, check_foreign

Leg: TypeAlias = "dict[str, object]"
Plant: TypeAlias = "Callable[[dict[str, object]], None]"

WIKI = "https://en.wikipedia.org/wiki/"


def bridge(kind: str, **more: object) -> dict[str, object]:
    base: dict[str, object] = {
        "bridge_type": kind, "target_url": None, "search_query": None, "expected_result_url": None, "tool_chain": [],
        "expression": None, "expression_code": None, "referenced_stops": [],
    }  # fmt: skip
    return base | more


def stop(index: int, kind: str, value: object, bridge_: dict[str, object], **more: object) -> dict[str, object]:
    base: dict[str, object] = {
        "index": index, "stop_type": kind, "page_url": None, "extraction_target": None, "extraction_section": None,
        "extracted_value": value, "extracted_value_type": "number", "bridge": bridge_, "reasoning": "",
        "reason_transform": None, "reason_source_stop": None, "reason_code": None,
    }  # fmt: skip
    return base | more


def page(index: int, title: str, asks: str, value: object, to: str | None = None, **more: object) -> dict[str, object]:
    leads = bridge("link_follow", target_url=WIKI + to) if to else bridge("search_query", search_query="where to next")
    return stop(index, "page", value, leads, page_url=WIKI + title, extraction_target=asks, **more)


def reason(index: int, transform: str, source: int, value: int, taken: object) -> dict[str, object]:
    code = f"result = {transform}({taken!r})\nprint(result)"
    return stop(
        index, "reason", value, bridge("compute"), reason_transform=transform, reason_source_stop=source,
        reason_code=code, depends_on=[source],
    )  # fmt: skip


def step(tool: str, key: str, **arguments: object) -> dict[str, object]:
    return {"tool_name": tool, "arguments": arguments, "expected_output": None, "output_key": key}


def tool(index: int, value: object, *steps: dict[str, object], **more: object) -> dict[str, object]:
    return stop(index, "tool", value, bridge("tool_call", tool_chain=list(steps)), **more)


def finish(index: int, expression: str, taken: list[int], value: int) -> dict[str, object]:
    made = bridge("compute", expression=expression, referenced_stops=taken)
    return stop(index, "compute", value, made, depends_on=taken)


def leg(name: str, stops: list[dict[str, object]], riddle: list[str], passcode: int, level: str = "easy") -> Leg:
    text = "\n\n".join(f"{number}. {clue}" for number, clue in enumerate(riddle, start=1))
    return {
        "trail_id": f"trail_{name}", "seed_url": stops[0]["page_url"], "seed_title": "Amber Lake", "stops": stops,
        "passcode": passcode, "riddle": text, "metadata": {"theme": "invented"},
        "difficulty": {"level": level, "depth": len(stops), "tool_stop_count": 0, "reason_stop_count": 1},
    }  # fmt: skip


def sequential() -> Leg:
    """A sound leg without diamonds: 12 islands, 47 boats, digit sum 11, (12 + 11) % 10 = 3."""
    return leg(
        "amber",
        [
            page(0, "Amber_Lake", "the number of islands in the lake", 12, to="Ferry_Guild", depends_on=[]),
            page(1, "Ferry_Guild", "the number of boats of the guild", 47, depends_on=[]),
            reason(2, "digit_sum", 1, 11, 47),
            finish(3, "(12 + 11) % 10", [0, 2], 3),
        ],
        [
            "Begin at the water named after a resin. How much land rises from it in separate pieces?",
            "An association of those who row for a living is linked there. What is the size of its fleet?",
            "Add up the digits of the fleet from clue 2.",
            "Compute (clue 1 + clue 3) % 10 and report that single digit (0-9).",
        ],
        3,
    )


def diamond() -> Leg:
    """A sound leg with a diamond on a country's name: (67,000,000 + 640,000 + 9) % 10 = 9."""
    return leg(
        "diamond",
        [
            page(0, "Amber_Lake", "the country of the lake", "France", extracted_value_type="text", depends_on=[]),
            tool(
                1, 67_000_000, step("countries_population", "population", country="France"),
                reasoning="Diamond branch (population)", depends_on=[0],
            ),
            tool(
                2, 640_000, step("countries_area", "area_km2", country="France"), reasoning="Diamond branch (area)",
                depends_on=[0],
            ),
            tool(
                3, 67_640_000,
                step("python_execute_code", "merged", code="result = int(67000000) + int(640000)\nprint(result)"),
                reasoning="Diamond merge", depends_on=[1, 2],
            ),
            page(4, "Ferry_Guild", "the number of boats of the guild", 9, depends_on=[]),
            finish(5, "(67640000 + 9) % 10", [3, 4], 9),
        ],
        [
            "Begin at the water named after a resin. Which state does it belong to?",
            "How many live in the state from clue 1?",
            "How large is the state from clue 1?",
            "Add the results of clues 2 and 3.",
            "An association of those who row for a living: what is the size of its fleet?",
            "Compute (clue 4 + clue 5) modulo 10.",
        ],
        9,
    )  # fmt: skip


def stops_of(one: Leg) -> list[dict[str, object]]:
    stops = one["stops"]
    assert isinstance(stops, list)
    return stops


def planted(one: Leg, plant: Plant) -> Leg:
    """A copy of a leg with a defect in it."""
    made = copy.deepcopy(one)
    plant(made)
    return made


def read(one: Leg, name: str = "leg", variant: Variant = "sequential") -> Audited:
    return audited(name, parse_foreign(json.dumps(one), name), variant)


def findings(*legs: Leg, variant: Variant = "sequential") -> list[Finding]:
    made = [read(one, f"leg {number}", variant) for number, one in enumerate(legs)]
    return list(check_foreign(made, AuditContext()))


def codes(*legs: Leg, variant: Variant = "sequential") -> set[str]:
    return {finding.code for finding in findings(*legs, variant=variant)}


def written(folder: Path, **legs: Leg) -> Path:
    """A folder as upstream publishes it: `aar-linear/easy/NAME.json`, or `aar-dag` for names that begin with dag."""
    for name, one in legs.items():
        variant = "aar-dag" if name.startswith("dag") else "aar-linear"
        path = folder / variant / "easy" / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(one))
    return folder


def command(*words: str | Path) -> Result:
    """The command, run in this process."""
    return CliRunner().invoke(main, [str(word) for word in words], catch_exceptions=False)


def refusal(*words: str | Path) -> str:
    """The one line with which the command refuses bad input."""
    done = command(*words)
    assert done.exit_code == 2, done.output
    (line,) = done.stderr.splitlines()
    assert line.startswith("benchwright: ")
    return line
