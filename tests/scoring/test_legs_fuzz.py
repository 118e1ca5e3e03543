"""Logs of anything, and spoilt logs of gold runs, never raise and never earn more than they show."""

from __future__ import annotations

import json
import random
import unicodedata
from collections.abc import Callable
from pathlib import Path

from releases.scoring.runs.log import read_log
from releases.scoring.runs.verdict import judge_run
from schemas.canonical import JSON
from schemas.legs import Leg, Roadblock, RouteInfo
from schemas.predictions import ToolCall
from tests.scoring.gold import FAILED, gold_run
from worlds.naming import PageNames

TOOLS = [
    "fetch_webpage",
    "maps_geocode",
    "countries_population",
    "python_execute_code",
    "maps_distance_matrix",
    "",
    "no",
]
KEYS = [
    "page",
    "url",
    "title",
    "address",
    "country",
    "code",
    "mode",
    "origin",
    "destination",
    "value",
    "lat",
    "lon",
    "x",
]


def junk(rng: random.Random, depth: int = 0) -> JSON:
    """Any JSON, of the kinds that a tool's arguments and results come in and of others."""
    makers: list[Callable[[], JSON]] = [
        lambda: None,
        lambda: rng.random() < 0.5,
        lambda: rng.choice([0, -1, 7, 10**400, rng.randint(-99, 99)]),
        lambda: rng.choice([0.5, 1e308, float("inf"), float("nan"), rng.uniform(-90, 90)]),
        lambda: "".join(
            chr(rng.choice([48, 55, 44, 46, 45, 101, 32, 0x2212, 0x661, 0xD800, 0x202E, 10])) for _ in range(9)
        ),
        lambda: [junk(rng, depth + 1) for _ in range(rng.randint(0, 3))],
        lambda: {rng.choice(KEYS): junk(rng, depth + 1) for _ in range(rng.randint(0, 3))},
    ]
    return rng.choice(makers[:5] if depth > 3 else makers)()


def test_junk_never_raises_and_earns_nothing(legs: list[Leg], names: PageNames) -> None:
    """Ten thousand runs: a log of anything earns no page, no chain but by the result of code, no answer but its own."""
    rng = random.Random(5)
    right = 0
    for number in range(10_000):
        leg = legs[number % len(legs)]
        calls = [
            ToolCall.model_construct(
                tool=rng.choice(TOOLS),
                arguments={rng.choice(KEYS): junk(rng) for _ in range(rng.randint(0, 3))},
                result=junk(rng),
                error=None,
            )
            for _ in range(rng.randint(0, 3))
        ]
        answer = rng.choice([None, rng.randint(-3, 30), str(junk(rng))])
        verdict = judge_run(leg, names, answer, [str(junk(rng))], calls)
        assert verdict.visited == 0
        assert verdict.executed == 0 or any(call.tool == "python_execute_code" for call in calls)
        right += verdict.answer == "right"
        assert verdict.answer != "right" or str(leg.answer) in unicodedata.normalize("NFKC", str(answer))
        json.dumps(verdict.as_json())
    assert 0 < right < 1_500, "answers were never right by chance, or far too often"


def spoilt(rng: random.Random, value: JSON) -> JSON:
    """An argument that is no longer the same."""
    if isinstance(value, dict) and value:
        key = rng.choice(sorted(value))
        return {**value, key: spoilt(rng, value[key])}
    return f"{value}x" if isinstance(value, str) else "x"


def spoil(rng: random.Random, run: list[ToolCall]) -> list[ToolCall]:
    """A run with calls left out, out of order, refused, made with other arguments, or repeated."""
    calls = [call for call in run if rng.random() < 0.8]
    for _ in range(rng.randint(0, 3)):
        place = rng.randrange(len(calls)) if calls else None
        if place is None:
            break
        call = calls[place]
        match rng.randrange(6):
            case 0:
                rng.shuffle(calls)
            case 5:
                calls[place] = call.model_copy(update={"result": rng.choice(FAILED)})
            case 1:
                calls[place] = call.model_copy(update={"error": "not-recorded", "result": None})
            case 2 if call.arguments:
                name = rng.choice(sorted(call.arguments))
                other = {**call.arguments, name: spoilt(rng, call.arguments[name])}
                calls[place] = call.model_copy(update={"arguments": other})
            case 3:
                calls.insert(rng.randrange(len(calls) + 1), call)
            case _:
                start = rng.randrange(len(calls))
                calls = calls[start:] + calls[:start]
    return calls


def earned(leg: Leg, calls: list[ToolCall]) -> tuple[int, int]:
    """Pages and chains by a plain second reading: the gold calls themselves, answered, and a chain's in order.

    What code was run is nobody's business: only what it gave.
    """

    def key(call: ToolCall) -> str:
        told = {} if call.tool == "python_execute_code" else call.arguments
        return json.dumps([call.tool, told, call.result if call.tool == "python_execute_code" else 0], sort_keys=True)

    gold = iter([call for call in gold_run(leg) if call.tool != "fetch_webpage"])
    heard = [call for call in calls if call.error is None and call.result not in FAILED]
    pages = {stop.evidence.title for stop in leg.stops if isinstance(stop, RouteInfo)}
    read = {call.arguments.get("page") for call in heard if call.tool == "fetch_webpage"}
    chains = 0
    for stop in leg.stops:
        if isinstance(stop, Roadblock):
            left = iter(heard)
            wanted = [next(gold) for _ in stop.chain]
            chains += all(any(key(call) == key(step) for call in left) for step in wanted)
    return len(pages & read), chains


def test_spoilt_gold_runs_get_what_they_earned(legs: list[Leg], names: PageNames) -> None:
    """Nine thousand gold logs, thinned, shuffled, refused, repeated and changed, against a second reading."""
    rng = random.Random(17)
    seen = set()
    for number in range(9_000):
        leg = legs[number % len(legs)]
        calls, answer = spoil(rng, gold_run(leg)), rng.choice([None, *range(10)])
        verdict = judge_run(leg, names, answer, (), calls)
        assert (verdict.visited, verdict.executed) == earned(leg, calls), calls
        assert (verdict.answer == "right") == (answer == leg.answer)
        seen.add((verdict.visited == len(verdict.pages), verdict.executed == len(verdict.chains)))
    assert len(seen) == 4, "no run lost pages alone, chains alone, both or neither"


HOSTILE = [
    "null", "7.0", "1e999", "NaN", '"\\ud800"', "9" * 4400, "[" * 220 + "]" * 220, "[" * 5000, "{}", "[]",
    '{"error": 1}', '"http://[::1%25lo]/wiki/A"', '"\\u0000"', "\u2028", "\x00", "}", '"',
]  # fmt: skip


def test_spoilt_files_are_read_as_far_as_they_can_be(legs: list[Leg], names: PageNames, tmp_path: Path) -> None:
    """A thousand log files with bytes and values changed: what is whole counts, nothing else does, nothing raises."""
    rng, log, seen = random.Random(29), tmp_path / "log.jsonl", set()
    for number in range(1_000):
        leg = legs[number % len(legs)]
        calls = gold_run(leg)
        lines = [json.dumps({"id": leg.id, **call.model_dump(mode="json")}).encode() for call in calls]
        spoilt_ones = set(rng.sample(range(len(lines)), rng.randint(0, 2)))
        for place in spoilt_ones:
            lines[place] = spoilt_line(rng, lines[place])
        log.write_bytes(b"\n".join(lines))
        read = read_log(log)
        assert len(read.why) == min(read.unread, 5)
        assert all(f"{log}: line " in why for why in read.why)
        verdict = judge_run(leg, names, None, (), read.calls.get(leg.id, []))
        json.dumps(verdict.as_json())
        least = earned(leg, [call for place, call in enumerate(calls) if place not in spoilt_ones])
        assert least[0] <= verdict.visited
        assert least[1] <= verdict.executed
        seen.add((bool(read.unread), verdict.executed == len(verdict.chains)))
    assert len(seen) == 4


def spoilt_line(rng: random.Random, line: bytes) -> bytes:
    """A line with a byte changed, a part missing or repeated, or something else in place of a value."""
    start, end = sorted(rng.sample(range(len(line)), 2))
    match rng.randrange(4):
        case 0:
            return line[:start] + bytes([rng.randrange(256)]) + line[start + 1 :]
        case 1:
            return line[:start] + line[end:]
        case 2:
            return line[:end] + line[start:]
        case _:
            before, _, after = line.partition(b'"result": ')
            return (
                before + b'"result": ' + rng.choice(HOSTILE).encode() + b', "error"' + after.partition(b', "error"')[2]
            )
