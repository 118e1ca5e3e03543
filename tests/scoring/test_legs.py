"""Runs of legs get what they earned, with a reason: pages by any address, chains whole and in order, answers read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from releases.scoring.base import Options
from releases.scoring.runs.code import comes_to
from releases.scoring.runs.verdict import judge_run
from releases.scoring.score import score
from schemas.canonical import JSON
from schemas.errors import InputError
from schemas.legs import Leg, Roadblock, Rounding, RouteInfo, ToolStep
from schemas.predictions import ToolCall
from schemas.values import CoordsValue, DateValue, NumberValue, TextValue, Value
from tests.scoring.gold import FAILED, gold_run
from worlds.naming import PageNames
from worlds.tools.same import same_argument


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
