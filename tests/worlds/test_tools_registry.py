"""The registry holds the benchmark's tools, and calls that don't fit a spec are refused before anything answers."""

from __future__ import annotations

import pickle
import re
from pathlib import Path
from typing import get_args

import jsonschema
import pytest

from schemas.errors import InputError
from schemas.values import CoordsValue, DateValue, NumberValue, TextValue
from schemas.worlds import Arguments, Setting, ToolName, ValueArgument
from worlds.tools.box import core_tools
from worlds.tools.calls import (
    ToolRefusal,
    UnsupportedTool,
    bind,
    make_arguments,
    refused,
    request_digest,
    response_digest,
)
from worlds.tools.refusals import REFUSALS
from worlds.tools.registry import REGISTRY

ROOT = Path(__file__).resolve().parents[2]
FRANCE = TextValue(type="text", value="France")
POINT = CoordsValue(type="coords", lat="1", lon="2")
DAY = DateValue(type="date", value="2001-02-03", precision="day")


def test_there_are_the_19_tools_of_the_paper() -> None:
    assert set(REGISTRY) == set(get_args(ToolName))
    assert len(REGISTRY) == 19
    assert not REGISTRY["python_generate_code"].gold


def test_every_schema_is_a_json_schema_that_takes_only_what_it_lists() -> None:
    for spec in REGISTRY.values():
        schema = spec.json_schema()["parameters"]
        assert isinstance(schema, dict)
        jsonschema.Draft202012Validator.check_schema(schema)
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({"surprise": 1}, schema)


def test_a_schema_requires_what_every_mode_takes_and_offers_the_rest() -> None:
    weather = REGISTRY["weather_historical"].json_schema()["parameters"]
    assert isinstance(weather, dict)
    assert weather["required"] == ["metric", "date", "location"]
    good = {"metric": "snowfall", "date": "2020-01-02", "location": {"lat": "1.5", "lon": "-2"}}
    jsonschema.validate(good, weather)
    for wrong in ({"metric": "wind"}, {"location": {"lat": "1e5", "lon": "2"}}, {"location": {"lat": "1"}}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(good | wrong, weather)
    code = REGISTRY["python_execute_code"].json_schema()["parameters"]
    assert isinstance(code, dict)
    jsonschema.validate({"code": "print(1)"}, code)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"operation": "convert"}, code)


def test_the_contract_adds_units_and_errors_to_what_agents_are_told() -> None:
    for spec in REGISTRY.values():
        contract = spec.contract()
        assert {key: contract[key] for key in ("name", "description", "parameters")} == spec.json_schema()
        assert contract["results"] == [
            {"mode": mode.name, "type": mode.result, "unit": mode.unit} for mode in spec.modes
        ]
        assert contract["errors"] == spec.errors
        assert {"bad-arguments", "unsupported"} < set(spec.errors)
    assert set().union(*(spec.errors for spec in REGISTRY.values())) == set(REFUSALS)


def test_every_code_that_a_provider_names_is_explained() -> None:
    named: set[str] = set()
    for path in (ROOT / "worlds" / "tools").rglob("*.py"):
        named |= set(re.findall(r'NoAnswer\(\s*"([a-z-]+)"', path.read_text(encoding="utf-8")))
    assert len(named) > 25
    assert named - set(REFUSALS) == set()


def test_parameters_are_listed_by_name_as_arguments_are() -> None:
    for spec in REGISTRY.values():
        for mode in spec.modes:
            names = [parameter.name for parameter in mode.parameters]
            assert names == sorted(names)


@pytest.mark.parametrize(
    ("tool", "arguments", "says"),
    [
        ("countries_area", (), "it takes country"),
        ("countries_area", make_arguments(country="France"), "country must be a value from a stop"),
        ("countries_area", make_arguments(country=POINT), "country must be a text, not a coords"),
        ("countries_area", make_arguments(country=FRANCE, year="1999"), "not country, year"),
        ("countries_area", make_arguments(country=FRANCE) * 2, "sorted by name, each once"),
        ("maps_distance_matrix", make_arguments(origin=POINT, destination=POINT), "mode must be a setting"),
        ("maps_distance_matrix", make_arguments(mode="flying", origin=POINT, destination=POINT), "great_circle"),
        ("maps_distance_matrix", make_arguments(mode=FRANCE, origin=POINT, destination=POINT), "must be a setting"),
        ("python_execute_code", make_arguments(operation="days_between", start=DAY), "it takes end, start"),
        (
            "python_execute_code",
            make_arguments(
                operation="convert", quantity=NumberValue(type="number", value="1", unit="metres"), to_unit="yards"
            ),
            "to_unit must be one of",
        ),
        ("weather_historical", make_arguments(metric="snowfall", date="2020-02-30", location=POINT), "YYYY-MM-DD"),
        ("weather_historical", make_arguments(metric="snowfall", date="20200203", location=POINT), "YYYY-MM-DD"),
    ],
)
def test_arguments_that_do_not_fit_are_refused_by_name(tool: str, arguments: Arguments, says: str) -> None:
    with pytest.raises(ToolRefusal) as caught:
        core_tools().call(tool, arguments)
    assert caught.value.reason == "bad-arguments"
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_arguments_out_of_order_are_refused() -> None:
    start = ValueArgument(role="value", name="start", value=DAY)
    end = ValueArgument(role="value", name="end", value=DAY)
    operation = Setting(role="setting", name="operation", value="days_between")
    bind("python_execute_code", (end, operation, start))
    with pytest.raises(ToolRefusal, match="sorted by name"):
        bind("python_execute_code", (operation, end, start))


def test_a_tool_without_provider_is_unsupported_and_one_outside_the_19_unknown() -> None:
    with pytest.raises(UnsupportedTool) as caught:
        core_tools().call("maps_geocode", make_arguments(address=FRANCE))
    assert caught.value.reason == "unsupported"
    with pytest.raises(InputError, match="no tool is called 'maps_teleport'"):
        core_tools().call("maps_teleport", ())


def test_digests_tell_calls_and_answers_apart() -> None:
    tools = core_tools()
    france = tools.call("countries_area", make_arguments(country=FRANCE))
    by_code = tools.call("countries_area", make_arguments(country=TextValue(type="text", value="FR")))
    people = tools.call("countries_population", make_arguments(country=FRANCE))
    assert france.result == by_code.result
    assert len({france.request, by_code.request, people.request}) == 3
    assert france.request == request_digest("countries_area", france.arguments)
    for change in ({"provider": "x"}, {"volatility": "live"}, {"result": people.result}):
        assert response_digest(france.model_copy(update=change)) != france.response
    assert response_digest(france) == france.response == tools.call("countries_area", france.arguments).response


def test_a_refusal_comes_back_whole_from_a_worker_process() -> None:
    with pytest.raises(ToolRefusal) as caught:
        core_tools().call("countries_area", make_arguments(country=TextValue(type="text", value="Atlantis")))
    back = pickle.loads(pickle.dumps(caught.value))  # noqa: S301
    assert type(back) is ToolRefusal
    assert str(back) == str(caught.value)
    assert refused(back) == refused(caught.value)
