"""Weather, countries, shares and coins: each backend's documented format, and a name for every refusal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from schemas.values import NumberValue, Value
from schemas.worlds import Arguments
from tests.worlds.backends.server import Backends
from tests.worlds.backends.toolbox import ZURICH, all_backends, coords, text, toolbox
from worlds.tools.calls import ToolRefusal, make_arguments
from worlds.tools.live import LiveToolBox
from worlds.tools.registry import tool_spec


@pytest.fixture(scope="module")
def backends() -> Iterator[Backends]:
    with all_backends() as up:
        yield up


@pytest.fixture
def box(backends: Backends, tmp_path: Path) -> Iterator[LiveToolBox]:
    with toolbox(backends, tmp_path) as made:
        yield made


def number(value: str, unit: str, error: str = "0") -> Value:
    return NumberValue.model_validate({"type": "number", "value": value, "unit": unit, "error": error})


def reason(box: LiveToolBox, tool: str, arguments: Arguments) -> str:
    with pytest.raises(ToolRefusal) as caught:
        box.call(tool, arguments)
    assert "\n" not in str(caught.value)
    assert caught.value.reason in tool_spec(tool).errors
    return caught.value.reason


def weather(metric: str, date: str, point: Value = ZURICH) -> Arguments:
    return make_arguments(metric=metric, date=date, location=point)


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        ("temperature_max", number("9.6", "degrees Celsius", "0.05")),
        ("precipitation", number("0", "millimetres", "0.05")),
        ("snowfall", number("0.07", "centimetres", "0.005")),
        ("sunshine", number("12034.56", "seconds", "0.005")),
    ],
)
def test_open_meteo_archive(box: LiveToolBox, backends: Backends, metric: str, expected: Value) -> None:
    exchange = box.call("weather_historical", weather(metric, "2020-01-15"))
    assert exchange.result == expected
    assert (exchange.volatility, exchange.licence.spdx) == ("archival", "CC-BY-4.0")
    query = backends.asked[-1].query
    assert query["timezone"] == "auto"
    wanted = "temperature_2m_max,precipitation_sum,snowfall_sum,sunshine_duration,daylight_duration"
    assert query["daily"] == wanted


@pytest.mark.parametrize(
    ("metric", "date", "expected"),
    [
        ("snowfall", "2020-01-16", "no-data"),
        ("temperature_max", "2020-01-17", "implausible"),
        ("precipitation", "2020-01-17", "implausible"),
        ("sunshine", "2020-01-17", "implausible"),  # more than the day was long
        ("snowfall", "1939-12-31", "refused-by-service"),
        ("snowfall", "2026-05-26", "too-recent"),  # the clock stands at 2026-06-01
        ("snowfall", "2026-05-25", None),
        ("snowfall", "2027-01-01", "too-recent"),
    ],
)
def test_open_meteo_archive_refuses(box: LiveToolBox, metric: str, date: str, expected: str | None) -> None:
    if expected is None:
        assert box.call("weather_historical", weather(metric, date)).result == number("0.07", "centimetres", "0.005")
    else:
        assert reason(box, "weather_historical", weather(metric, date)) == expected


def test_the_four_figures_of_a_day_are_one_request(box: LiveToolBox, backends: Backends) -> None:
    before = len(backends.asked)
    for metric in ("temperature_max", "precipitation", "snowfall", "sunshine"):
        box.call("weather_historical", weather(metric, "2020-03-04"))
    assert len(backends.asked) == before + 1


def test_open_meteo_forecast(box: LiveToolBox) -> None:
    exchange = box.call("weather_forecast", weather("temperature_max", "2026-06-03"))
    assert exchange.result == number("9.6", "degrees Celsius", "0.05")
    assert exchange.volatility == "live"


def test_open_meteo_forecast_refuses(box: LiveToolBox) -> None:
    assert reason(box, "weather_forecast", weather("snowfall", "2026-07-01")) == "refused-by-service"
    outside = weather("snowfall", "2026-06-03", coords("1", "181"))
    assert reason(box, "weather_forecast", outside) == "no-such-point"


def country(name: str) -> Arguments:
    return make_arguments(country=text(name))


@pytest.mark.parametrize("name", ["France", "French Republic", "FR", "FRA"])
def test_rest_countries(box: LiveToolBox, name: str) -> None:
    assert box.call("countries_population", country(name)).result == number("67391582", "people")
    assert box.call("countries_area", country(name)).result == number("551695", "square kilometres")


def test_rest_countries_keeps_neighbours_in_name_apart(box: LiveToolBox, backends: Backends) -> None:
    assert box.call("countries_area", country("Guinea")).result == number("245857", "square kilometres")
    assert backends.asked[-1].query["fullText"] == "true"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Atlantis", "unknown-country"),
        ("ZZ", "unknown-country"),
        ("Guin", "unknown-country"),
        ("france", "partial-match"),
        ("Gaul", "partial-match"),  # another spelling, as the backend knows it
        ("Twinland", "ambiguous-country"),
        ("Svalbard and Jan Mayen", "no-figure"),  # area -1
        ("../alpha/FR", "unknown-country"),
    ],
)
def test_rest_countries_refuses(box: LiveToolBox, name: str, expected: str) -> None:
    assert reason(box, "countries_area", country(name)) == expected
    if expected != "no-figure":
        assert reason(box, "countries_population", country(name)) == expected


def test_rest_countries_refuses_a_population_of_none(box: LiveToolBox) -> None:
    assert reason(box, "countries_population", country("Bouvet Island")) == "no-figure"


def share(ticker: str, date: str) -> Arguments:
    return make_arguments(ticker=text(ticker), date=date)


def test_yahoo_chart(box: LiveToolBox, backends: Backends) -> None:
    price = box.call("stock_historical_price", share("NASDAQ:AAPL", "2024-01-02"))
    assert price.result == number("185.64", "US dollars", "0.005")  # from 185.63999938964844
    assert not price.licence.redistributable
    assert box.call("stock_volume", share("NASDAQ:AAPL", "2024-01-02")).result == number("82488700", "count")
    query = backends.asked[-1].query
    assert (query["period1"], query["period2"]) == ("1704153600", "1704240000")
    assert box.call("stock_volume", share("NYSE:BRK.B", "2024-01-02")).result == number("82488700", "count")


@pytest.mark.parametrize(
    ("ticker", "date", "expected"),
    [
        ("NASDAQ:AAPL", "2024-01-01", "no-trading-day"),  # a holiday: the reply has no timestamp
        ("NASDAQ:AAPL", "2024-01-06", "no-trading-day"),  # a Saturday
        ("NASDAQ:AAPL", "2024-01-03", "no-trading-day"),  # null figures
        ("NASDAQ:AAPL", "2024-01-04", "no-trading-day"),  # a volume of 0
        ("NASDAQ:AAPL", "1995-01-03", "no-trading-day"),  # before the first trade
        ("NASDAQ:AAPL", "2026-06-01", "too-recent"),
        ("NASDAQ:ZZZZ", "2024-01-02", "unknown-ticker"),
        ("NASDAQ:KO", "2024-01-02", "other-ticker"),
        ("NYSE:EURO", "2024-01-02", "other-currency"),
        ("AAPL", "2024-01-02", "bad-arguments"),
        ("XETRA:SAP", "2024-01-02", "bad-arguments"),
        ("NASDAQ:../AAPL", "2024-01-02", "bad-arguments"),
    ],
)
def test_yahoo_chart_refuses(box: LiveToolBox, ticker: str, date: str, expected: str) -> None:
    for tool in ("stock_historical_price", "stock_volume"):
        assert reason(box, tool, share(ticker, date)) == expected


def test_weekends_are_refused_without_asking(box: LiveToolBox, backends: Backends) -> None:
    before = len(backends.asked)
    assert reason(box, "stock_volume", share("NASDAQ:AAPL", "2024-01-07")) == "no-trading-day"
    assert len(backends.asked) == before


def coin(symbol: str, date: str) -> Arguments:
    return make_arguments(symbol=text(symbol), date=date)


@pytest.mark.parametrize("symbol", ["BTC/USDT", "BTC-USDT", "BTCUSDT"])
def test_binance_kline(box: LiveToolBox, symbol: str) -> None:
    assert box.call("crypto_historical_price", coin(symbol, "2024-01-02")).result == number("44179.55", "US dollars")
    volume = box.call("crypto_volume", coin(symbol, "2024-01-02"))
    assert volume.result == number("30000.12345", "count")
    assert volume.volatility == "archival"


@pytest.mark.parametrize(
    ("symbol", "date", "expected"),
    [
        ("BTC/USDT", "2017-01-02", "no-trading-day"),  # an empty list
        ("BTC/USDT", "2024-01-04", "no-trading-day"),  # no trades
        ("BTC/USDT", "2026-06-01", "too-recent"),
        ("NOPE/USDT", "2024-01-02", "unknown-pair"),
        ("BTC/EUR", "2024-01-02", "bad-arguments"),
        ("btcusdt", "2024-01-02", "bad-arguments"),
    ],
)
def test_binance_kline_refuses(box: LiveToolBox, symbol: str, date: str, expected: str) -> None:
    for tool in ("crypto_historical_price", "crypto_volume"):
        assert reason(box, tool, coin(symbol, date)) == expected
