"""Shares by Yahoo's chart and coins by Binance's klines: closing prices and volumes of days that are over.

Formats: Yahoo's `/v8/finance/chart`, which has no official documentation and is read as its users describe it;
Binance's Spot API, `GET /api/v3/klines`.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Literal

from schemas.values import TextValue, Value, decimal_string
from schemas.worlds import LicenceRecord
from worlds.net.messages import Request
from worlds.tools.live.link import Credit, Link, LiveProvider, lasts
from worlds.tools.live.reading import Answer, Parsed, decimal, dig, listed, measured, optional, words
from worlds.tools.providers import Named, NoAnswer

__all__ = ["EXCHANGES", "QUOTES", "BinanceKline", "YahooChart"]

Figure = Literal["price", "volume"]

EXCHANGES = {
    "NASDAQ": {"NMS", "NGM", "NCM"},
    "NYSE": {"NYQ"},
    "NYSEAMERICAN": {"ASE"},
    "NYSEARCA": {"PCX"},
}
"""Exchanges that quote in US dollars, and Yahoo's codes of their markets."""

NO_DATA = "Data doesn't exist"

QUOTES = ("USD", "USDT", "USDC", "FDUSD", "TUSD")
"""Quote currencies: the US dollar, and coins that are held at one."""

TICKER = re.compile(r"([A-Z]+):([A-Z]{1,5}([.-][A-Z])?)")
PAIR = re.compile(r"[A-Z0-9]{2,12}[/-]?(" + "|".join(sorted(QUOTES, key=len, reverse=True)) + r")")
NO_PAIR, TOO_MANY = -1121, -1003
"""Binance's codes for a pair that it doesn't trade, and for too many requests."""

DAY_MS = 86_400_000


class YahooChart(LiveProvider):
    """A share's closing price (adjusted for later splits) or volume on a trading day. Tickers: `NASDAQ:AAPL`."""

    credit = Credit(
        "Yahoo Finance chart v8",
        "slow",
        LicenceRecord(
            spdx="LicenseRef-Yahoo-Terms",
            attribution="Yahoo Finance, https://finance.yahoo.com/",
            redistributable=False,
        ),
    )

    def __init__(self, link: Link, figure: Figure) -> None:
        super().__init__(link)
        self._figure: Figure = figure

    def answer(self, named: Named) -> Value:
        """US dollars at the last place that the exchange quotes, or shares. Days without trade are refused."""
        ticker = named["ticker"]
        parts = TICKER.fullmatch(ticker.value if isinstance(ticker, TextValue) else "")
        if parts is None or parts[1] not in EXCHANGES:
            raise NoAnswer("bad-arguments", f"a ticker is one of {', '.join(EXCHANGES)}, a colon and the symbol")
        day = self.day(str(named["date"]))
        if day.weekday() >= 5:
            raise NoAnswer("no-trading-day", f"{day} is on a weekend")
        symbol = parts[2].replace(".", "-")
        start = int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())
        params = {"period1": str(start), "period2": str(start + 86_400), "interval": "1d", "includePrePost": "false"}
        result = _chart(self.link.ask(Request(f"/v8/finance/chart/{symbol}", params), lasting=_no_data))
        meta = dig(result, "meta")
        if words(meta, "symbol") != symbol or words(meta, "exchangeName") not in EXCHANGES[parts[1]]:
            raise NoAnswer("other-ticker", f"the reply is about {meta_name(meta)}, not {parts[0]}")
        if words(meta, "currency") != "USD":
            raise NoAnswer("other-currency", f"it is quoted in {words(meta, 'currency')}, not in US dollars")
        at = _position(result, meta, day)
        quote = dig(result, "indicators", "quote", 0)
        volume = decimal(_figure(quote, "volume", at))
        if volume <= 0:
            raise NoAnswer("no-trading-day", f"nothing was traded on {day}")
        if self._figure == "volume":
            return measured(volume, "count", "0")
        return _price(decimal(_figure(quote, "close", at)), int(decimal(meta, "priceHint")))


class BinanceKline(LiveProvider):
    """A coin's closing price or traded amount on a day of UTC. The dollar coins are taken for the dollar."""

    credit = Credit(
        "Binance Spot API v3 klines (dollar coins at par)",
        "archival",
        LicenceRecord(
            spdx="LicenseRef-Binance-Terms", attribution="Binance, https://www.binance.com/", redistributable=False
        ),
    )

    def __init__(self, link: Link, figure: Figure) -> None:
        super().__init__(link)
        self._figure: Figure = figure

    def answer(self, named: Named) -> Value:
        """The price in the quote currency, or the amount of the base coin. A day without trade is refused."""
        pair = named["symbol"]
        asked = pair.value if isinstance(pair, TextValue) else ""
        if not PAIR.fullmatch(asked):
            raise NoAnswer("bad-arguments", f"a pair is a coin and one of {', '.join(QUOTES)}, such as BTC/USDT")
        day = self.day(str(named["date"]))
        start = int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1000
        params = {
            "symbol": re.sub(r"[/-]", "", asked),
            "interval": "1d",
            "startTime": str(start),
            "endTime": str(start + DAY_MS - 1),
            "limit": "2",
        }
        answer = self.link.ask(Request("/api/v3/klines", params), _banned, _known_pair)
        code = optional(answer.data, "code")
        if code is not None or answer.status != 200:
            reason = "unknown-pair" if code == NO_PAIR else "refused-by-service"
            raise NoAnswer(reason, f"{code}: {optional(answer.data, 'msg')}")
        candles = listed(answer.data)
        if not candles:
            raise NoAnswer("no-trading-day", f"{asked} has no candle of {day}")
        if len(candles) > 1 or decimal(candles[0], 0) != start or decimal(candles[0], 6) != start + DAY_MS - 1:
            raise NoAnswer("other-day", f"the reply isn't the one whole day {day}")
        volume, price = decimal(candles[0], 5), decimal(candles[0], 4)
        if volume <= 0 or price <= 0 or decimal(candles[0], 8) <= 0:
            raise NoAnswer("no-trading-day", f"nothing was traded on {day}")
        return measured(volume, "count", "0") if self._figure == "volume" else measured(price, "US dollars", "0")


def meta_name(meta: Parsed) -> str:
    """Symbol and market that a chart is about."""
    return f"{words(meta, 'symbol')} on {words(meta, 'exchangeName')}"


def _chart(answer: Answer) -> Parsed:
    error = optional(optional(answer.data, "chart"), "error")
    if error is not None:
        said = str(optional(error, "description") or optional(error, "code") or "no reason")
        if optional(error, "code") == "Not Found":
            raise NoAnswer("unknown-ticker", said)
        if said.startswith(NO_DATA):
            raise NoAnswer("no-trading-day", said)
        raise NoAnswer("refused-by-service", said)
    if answer.status != 200:
        raise NoAnswer("refused-by-service", f"the service answered with status {answer.status}")
    results = listed(answer.data, "chart", "result")
    if len(results) != 1:
        raise NoAnswer("empty", f"one chart was asked for and {len(results)} came")
    return results[0]


def _position(result: Parsed, meta: Parsed, day: date) -> int:
    """Which entry of the chart is the day's, by the exchange's own clock."""
    times = optional(result, "timestamp")
    if not isinstance(times, list) or not times:
        raise NoAnswer("no-trading-day", f"the exchange was closed on {day}")
    offset = timedelta(seconds=int(decimal(meta, "gmtoffset")))
    days = [(datetime.fromtimestamp(int(decimal(time)), UTC) + offset).date() for time in times]
    if days.count(day) != 1:
        raise NoAnswer("no-trading-day", f"the chart has no one entry of {day}")
    return days.index(day)


def _figure(quote: Parsed, name: str, at: int) -> Parsed:
    series = listed(quote, name)
    if at >= len(series) or series[at] is None:
        raise NoAnswer("no-trading-day", f"the chart has no {name} of that day")
    return series[at]


def _price(close: Decimal, places: int) -> Value:
    """The close at the last place that the exchange quotes: what comes is its nearest binary fraction."""
    if not 0 <= places <= 8:
        raise NoAnswer("missing-field", f"priceHint {places} is no number of places")
    step = Decimal(1).scaleb(-places)
    price = close.quantize(step, rounding=ROUND_HALF_EVEN)
    if price <= 0:
        raise NoAnswer("no-trading-day", "a price of 0 stands for none")
    return measured(price, "US dollars", decimal_string(step / 2))


def _banned(data: Parsed) -> str | None:
    """Binance's word for too many requests, whatever the status."""
    return str(optional(data, "msg")) if optional(data, "code") == TOO_MANY else None


def _known_pair(answer: Answer) -> bool:
    return lasts(answer) or optional(answer.data, "code") == NO_PAIR


def _no_data(answer: Answer) -> bool:
    """Whether Yahoo's reply is a chart, or says that there is none for those days."""
    said = optional(optional(optional(answer.data, "chart"), "error"), "description")
    return lasts(answer) or (isinstance(said, str) and said.startswith(NO_DATA))
