"""Runs of legs get what they earned, with a reason: pages by any address, chains whole and in order, answers read."""

from __future__ import annotations

import json
import random
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from releases.scoring.base import Options
from releases.scoring.legs import page_names
from releases.scoring.runs.code import comes_to
from releases.scoring.runs.log import read_log
from releases.scoring.runs.verdict import judge_run
from releases.scoring.score import score
from schemas.base import parse_record
from schemas.canonical import JSON, canonical_bytes
from schemas.errors import InputError
from schemas.legs import CallRef, Leg, Ref, Roadblock, Rounding, RouteInfo, ToolStep
from schemas.predictions import ToolCall
from schemas.values import CoordsValue, DateValue, NumberValue, TextValue, Value
from solvers.legs.compute import resolve
from tests.releases.building import records, shared_release
from worlds.naming import PageNames
from worlds.tools.same import same_argument


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared_release(tmp_path_factory)


@pytest.fixture(scope="module")
def legs(release: Path) -> list[Leg]:
    return [parse_record(Leg, canonical_bytes(record), "leg") for record in records(release, "legs")]


@pytest.fixture(scope="module")
def names(release: Path, legs: list[Leg]) -> PageNames:
    return page_names(legs, release / "world")


def as_json(value: Value | str) -> JSON:
    """A value as an agent hands it to a tool."""
    match value:
        case NumberValue():
            return {"value": value.value, "unit": value.unit}
        case CoordsValue():
            return {"lat": value.lat, "lon": value.lon}
        case DateValue() | TextValue():
            return value.value
        case str():
            return value


def gold_run(leg: Leg) -> list[ToolCall]:
    """The calls of somebody who does everything."""
    calls: list[ToolCall] = []
    values = [stop.value for stop in leg.stops]
    for stop in leg.stops:
        if isinstance(stop, RouteInfo):
            calls.append(ToolCall(tool="fetch_webpage", arguments={"page": stop.evidence.title}, result="text"))
        if isinstance(stop, Roadblock):
            for step in stop.chain:
                arguments: dict[str, JSON] = {}
                for argument in step.arguments:
                    source = argument.source
                    if isinstance(source, Ref):
                        arguments[argument.name] = as_json(resolve(source, values))
                    elif isinstance(source, CallRef):
                        arguments[argument.name] = as_json(stop.chain[source.call].result)
                    else:
                        arguments[argument.name] = source.value
                calls.append(ToolCall(tool=step.tool, arguments=arguments, result=as_json(step.result)))
    return calls


def test_who_does_everything_gets_everything(legs: list[Leg], names: PageNames) -> None:
    for leg in legs:
        verdict = judge_run(leg, names, leg.answer, (), gold_run(leg))
        assert verdict.answer == "right"
        assert verdict.visited == len(verdict.pages) > 0
        assert verdict.executed == len(verdict.chains) > 0
        assert verdict.failure is None


def test_failures_earn_nothing_and_one_fetch_one_page(legs: list[Leg], names: PageNames) -> None:
    for leg in legs:
        for nothing in FAILED:
            failed = [call.model_copy(update={"result": nothing}) for call in gold_run(leg)]
            verdict = judge_run(leg, names, None, (), failed)
            assert (verdict.visited, verdict.executed) == (0, 0)
        titles = [stop.evidence.title for stop in leg.stops if isinstance(stop, RouteInfo)]
        asked: dict[str, JSON] = {"title": titles[-1], "url": titles[-1], "page": titles[0]}
        fetched = ToolCall(tool="fetch_webpage", arguments=asked, result="text")
        pages = judge_run(leg, names, None, (), [fetched]).pages
        assert [page.title for page in pages if page.visited] == titles[:1]
        assert judge_run(leg, names, float(leg.answer), (), ()).answer == "right"
        assert judge_run(leg, names, leg.answer + 0.5, (), ()).answer == "unparseable"


def converting(rule: Rounding | None, gold: str, value: str) -> Roadblock:
    """A stop that converts an area."""
    step = ToolStep.model_construct(
        tool="python_execute_code", arguments=(), result=NumberValue(type="number", value=gold, unit="square miles")
    )
    return Roadblock.model_construct(
        chain=(step,), rounding=rule, value=NumberValue(type="number", value=value, unit="square miles")
    )


@pytest.mark.parametrize(
    ("printed", "same"),
    [
        ("69898.00427173168\n", True),
        ("69898.004272", True),
        ("69898", True),
        ("69898.0", True),
        ("69,898", True),
        ("69,898.004 square miles", True),
        ("Area: 69898.00427173168 mi2", True),
        ("181035 km2 = 69898 mi^2\n", True),
        ("69898 mi²", True),
        (69898.00427173168, True),
        ("6.989800427173168e4", True),
        ({"stdout": "69898.00427173168\n", "stderr": ""}, True),
        ({"result": {"stdout": "69898\n"}}, True),
        ("69898.6", False),
        ("69897.4", False),
        ("69899", False),
        ("698980", False),
        ("69898 then 3", False),
        ("69898.0.1", False),
        ("x69898", False),
        ("1e999", False),
        ("9" * 5000, False),
        ({"stdout": "", "stderr": "69898"}, False),
        ({"stdout": "7", "value": "69898"}, False),
        (["69898"], False),
        (True, False),
    ],
)
def test_code_counts_by_an_equivalent_result(printed: JSON, same: bool) -> None:
    stop = converting(Rounding.model_construct(rule="nearest"), "69898.004272", "69898")
    assert comes_to(stop, stop.chain[0], printed) is same


def test_roundings_of_code_are_the_stops() -> None:
    for rule, gold, value, right, wrong in (
        ("down", "69898.704272", "69898", ("69898.7042721", "69898", "69898.9"), ("69899", "69897.99")),
        ("tenths", "6.096", "61", ("6.096000000000001", "6.1", "61"), ("6", "6.2", "610")),
        (None, "12", "12", ("12.0", "12.000000000000002", "12 km"), ("12.3", "11.99", "12.00001")),
    ):
        stop = converting(Rounding.model_construct(rule=rule) if rule else None, gold, value)
        assert [one for one in right if not comes_to(stop, stop.chain[0], one)] == []
        assert [one for one in wrong if comes_to(stop, stop.chain[0], one)] == []


def test_who_does_nothing_gets_nothing(legs: list[Leg], names: PageNames) -> None:
    for leg in legs:
        verdict = judge_run(leg, names, None, (), ())
        assert (verdict.answer, verdict.visited, verdict.executed) == ("missing", 0, 0)
        assert verdict.failure == "navigation"


def test_failures_are_told_apart(legs: list[Leg], names: PageNames) -> None:
    for leg in legs:
        run = gold_run(leg)
        wrong = (leg.answer + 1) % 10
        read = [call for call in run if call.tool == "fetch_webpage"]
        assert judge_run(leg, names, wrong, (), run).failure == "computation"
        assert judge_run(leg, names, wrong, (), read).failure == "tool use"
        assert judge_run(leg, names, wrong, (), run[1:]).failure == "navigation"


def test_a_chain_counts_only_whole_in_order_and_answered(legs: list[Leg], names: PageNames) -> None:
    for leg in legs:
        run = gold_run(leg)
        whole = len(judge_run(leg, names, None, (), run).chains)
        for place, call in enumerate(run):
            if call.tool == "fetch_webpage":
                continue
            refused = [*run[:place], call.model_copy(update={"error": "unknown", "result": None}), *run[place + 1 :]]
            for spoilt in (run[:place] + run[place + 1 :], refused):
                chains = judge_run(leg, names, None, (), spoilt).chains
                same_again = sum(call.arguments == other.arguments and call.tool == other.tool for other in run) > 1
                assert same_again or sum(chain.executed for chain in chains) < whole
                assert all(chain.reason for chain in chains)
        for stop in leg.stops:
            if isinstance(stop, Roadblock) and len(stop.chain) > 1:
                chain = judge_run(leg, names, None, (), run[::-1]).chains
                assert not next(one for one in chain if one.stop == stop.index).executed


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("{}", "right"),
        ("{}.0", "right"),
        ("The final answer is {}.", "right"),
        ("So the final answer is: **{}**", "right"),
        ("I don't know.", "unparseable"),
        ("", "missing"),
        ("42", "wrong"),
        ("2.5", "unparseable"),
    ],
)
def test_answers_are_read_and_unread_is_not_wrong(legs: list[Leg], names: PageNames, answer: str, verdict: str) -> None:
    assert judge_run(legs[0], names, answer.format(legs[0].answer), (), ()).answer == verdict


def test_pages_go_by_many_names() -> None:
    known = PageNames.over(
        "https://en.wikipedia.org/wiki/Seed", {"São Tomé (city)": ("Sao Tome",), "C++": (), "A/B": (), "50% rule": ()}
    )
    for text, title in (
        ("São Tomé (city)", "São Tomé (city)"),
        ("são_Tomé_(city)", "São Tomé (city)"),
        ("Sao Tome", "São Tomé (city)"),
        ("https://en.wikipedia.org/wiki/S%C3%A3o_Tom%C3%A9_(city)", "São Tomé (city)"),
        ("https://en.m.wikipedia.org/wiki/Sao_Tome#History", "São Tomé (city)"),
        ("http://127.0.0.1:8080/wiki/C%2B%2B", "C++"),
        ("https://en.wikipedia.org/wiki/A/B", "A/B"),
        ("https://en.wikipedia.org/w/index.php?title=50%25_rule&oldid=7", "50% rule"),
        ("https://en.wikipedia.org/wiki/50%25_rule", "50% rule"),
        ("https://en.wikipedia.org/?title=C%2B%2B", "C++"),
        ("https://www.en.m.wikipedia.org/wiki/A/B", "A/B"),
        ("en.wikipedia.org/wiki/A/B", "A/B"),
        ("EN.m.wikipedia.org/wiki/Sao_Tome#History", "São Tomé (city)"),
        ("127.0.0.1:8080/wiki/A/B", "A/B"),
        ("https://en.wikipedia.org/wiki/A/B?title=C%2B%2B", "A/B"),
    ):
        assert known.find(text) == title, text
    for text in (
        "https://fr.wikipedia.org/wiki/Sao_Tome",
        "https://evil.test/wiki/C%2B%2B",
        "Nowhere",
        "https://m.www.en.wikipedia.org.m/wiki/A/B",
        "https://en.wikipedia.m.org/wiki/A/B",
        "https://en.wikipedia.org/wiki/Other?title=A/B",
        "https://en.wikipedia.org/w/rest.php?title=A/B",
        "fr.wikipedia.org/wiki/A/B",
        "",
        "https://[",
    ):
        assert known.find(text) is None, text


@pytest.mark.parametrize(
    ("gold", "given", "same"),
    [
        (NumberValue(type="number", value="1200", unit="metres"), "1,200", True),
        (NumberValue(type="number", value="1200", unit="metres"), {"value": "1200.0", "unit": "metres"}, True),
        (NumberValue(type="number", value="1200", unit="metres"), 1200, True),
        (NumberValue(type="number", value="1200", unit="metres"), "1200 or 1300", False),
        (NumberValue(type="number", value="1200", unit="metres"), "1200 Metres", True),
        (NumberValue(type="number", value="1200", unit="metres"), {"value": 1.2, "unit": "kilometres"}, True),
        (NumberValue(type="number", value="1200", unit="metres"), "1200 feet", False),
        (NumberValue(type="number", value="1200", unit="metres"), {"value": 1200, "unit": "feet"}, False),
        (NumberValue(type="number", value="1200", unit="metres"), {"value": 1200, "unit": ["metres"]}, False),
        (NumberValue(type="number", value="1200", unit="metres"), "1200x", False),
        (NumberValue(type="number", value="1", unit="metres"), True, False),
        (CoordsValue(type="coords", lat="-10.5", lon="20.25"), "(lat: -10.5°; lon: 20.25°)", True),
        (CoordsValue(type="coords", lat="-10.5", lon="20.25"), "-10.5 20.25", True),
        (CoordsValue(type="coords", lat="-10.5", lon="20.25"), "-10.5, 20.25x", False),
        (CoordsValue(type="coords", lat="-10.5", lon="20.25"), {"lat": "-10.5", "lon": "20.25 or 21"}, False),
        (CoordsValue(type="coords", lat="-10.5", lon="20.25"), "-10.5, 20.25", True),
        (CoordsValue(type="coords", lat="-10.5", lon="20.25"), {"latitude": -10.5004, "longitude": 20.2501}, True),
        (CoordsValue(type="coords", lat="-10.5", lon="20.25"), [-10.5, 20.25], True),
        (CoordsValue(type="coords", lat="-10.5", lon="20.25"), [20.25, -10.5], False),
        (CoordsValue(type="coords", lat="-10.5", lon="20.25"), {"lat": -10.51, "lon": 20.25}, False),
        (CoordsValue(type="coords", lat="-10.5", lon="20.25"), {"lat": None}, False),
        (TextValue(type="text", value="Kenya"), " kenya ", True),
        (TextValue(type="text", value="Kenya"), ["Kenya"], False),
        (DateValue(type="date", value="1999-12-31", precision="day"), "1999-12-31", True),
        (DateValue(type="date", value="1999-12-31", precision="day"), "31 December 1999", False),
        ("great_circle", "great_circle", True),
    ],
)
def test_arguments_are_compared_as_values(gold: Value | str, given: JSON, same: bool) -> None:
    assert same_argument(gold, given) is same


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


FAILED: list[JSON] = [None, {"error": {"code": "not-recorded"}}, {"isError": True, "content": []}, '{"error": "no"}']
"""Results that tell of a failure, whether or not `error` says so."""


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


def test_a_line_that_cannot_be_read_is_named_and_takes_nothing_else(
    release: Path, legs: list[Leg], tmp_path: Path
) -> None:
    answers, log = tmp_path / "answers.jsonl", tmp_path / "log.jsonl"
    answers.write_text("".join(json.dumps({"id": leg.id, "answer": leg.answer}) + "\n" for leg in legs))
    lines = [json.dumps({"id": leg.id, **call.model_dump(mode="json")}) for leg in legs for call in gold_run(leg)]
    nested: JSON = json.loads("[" * 220 + "]" * 220)
    deep = json.dumps({"id": legs[0].id, "tool": "web_search", "arguments": {"query": nested}})
    log.write_text("\n".join([deep, *lines, '{"id": "x", broken']), encoding="utf-8")
    part = score(release, answers, Options(log=log, samples=200)).parts[0]
    assert shares(part.report) == [1.0, 1.0, 1.0]
    assert not part.complete
    assert part.report["unread"]["lines"] == 2
    assert f"{log}: line 1: " in part.text
    assert f"{log}: line {len(lines) + 2}: " in part.text


def test_a_leg_without_a_prediction_counts_as_unanswered(release: Path, legs: list[Leg], tmp_path: Path) -> None:
    answers, log = tmp_path / "answers.jsonl", tmp_path / "log.jsonl"
    answers.write_text(json.dumps({"id": legs[0].id, "answer": legs[0].answer}) + "\n")
    first, second = ([{"id": leg.id, **call.model_dump(mode="json")} for call in gold_run(leg)] for leg in legs[:2])
    log.write_text("".join(json.dumps(line) + "\n" for line in (*first, *second)))
    part = score(release, answers, Options(log=log, samples=200)).parts[0]
    assert not part.complete
    assert shares(part.report) == [0.3333, 0.6667, 0.6667]
    told = json.loads(json.dumps(part.report))
    assert told["predicted"]["legs"] == 1
    assert shares(told["predicted"]) == [1.0, 1.0, 1.0]
    assert told["answers"] == {"right": 1, "wrong": 0, "unparseable": 0, "missing": 2}
    assert "1 runs scored of 3 legs; the other 2 count as 0" in part.text


def test_a_release_is_scored_from_an_answer_file_and_a_log(release: Path, legs: list[Leg], tmp_path: Path) -> None:
    answers, log = tmp_path / "answers.jsonl", tmp_path / "log.jsonl"
    answers.write_text("".join(json.dumps({"id": leg.id, "answer": str(leg.answer)}) + "\n" for leg in legs))
    lines = [{"id": leg.id, **call.model_dump(mode="json")} for leg in legs for call in gold_run(leg)]
    log.write_text("".join(json.dumps(line) + "\n" for line in lines))
    whole = score(release, answers, Options(log=log, samples=200)).parts[0]
    assert shares(whole.report) == [1.0, 1.0, 1.0]
    assert whole.complete
    alone = score(release, answers, Options(samples=200)).parts[0]
    assert shares(alone.report) == [1.0, 0.0, 0.0]
    log.write_text('{"id": "x"}\n')
    with pytest.raises(InputError, match=r"log\.jsonl: line 1"):
        score(release, answers, Options(log=log))


def shares(report: dict[str, JSON]) -> list[float]:
    """FA, PVR and RCR."""
    plain = json.loads(json.dumps(report))
    return [plain[name]["share"] for name in ("FA", "PVR", "RCR")]
