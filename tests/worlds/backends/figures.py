"""REST Countries, Yahoo's chart and Binance's klines, as their documentation or their users describe them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from tests.worlds.backends.server import Asked, Said, reply

__all__ = ["binance", "restcountries", "yahoo"]


def country(common: str, official: str, codes: tuple[str, str], population: int, area: float) -> dict[str, Any]:
    """One country with the fields asked for."""
    return {
        "name": {"common": common, "official": official, "nativeName": {}},
        "cca2": codes[0],
        "cca3": codes[1],
        "population": population,
        "area": area,
    }


COUNTRIES = [
    country("France", "French Republic", ("FR", "FRA"), 67391582, 551695.0),
    country("Guinea", "Republic of Guinea", ("GN", "GIN"), 13132792, 245857.0),
    country("Guinea-Bissau", "Republic of Guinea-Bissau", ("GW", "GNB"), 1967998, 36125.0),
    country("Svalbard and Jan Mayen", "Svalbard og Jan Mayen", ("SJ", "SJM"), 2562, -1.0),
    country("Bouvet Island", "Bouvet Island", ("BV", "BVT"), 0, 49.0),
    country("Twinland", "Twinland", ("TX", "TWX"), 5, 5.0),
    country("Twinland", "Twinland Too", ("TY", "TWY"), 6, 6.0),
]


def restcountries(asked: Asked) -> Said:
    """`/v3.1/name/{name}?fullText=true` (any case, and other spellings) and `/v3.1/alpha/{code}`."""
    _, _, endpoint, name = asked.path.split("/", 3)
    if endpoint == "alpha":
        found = [each for each in COUNTRIES if name.upper() in (each["cca2"], each["cca3"])]
        return reply(found[0]) if found else reply({"message": "Not Found", "status": 404}, 404)
    spellings = {"gaul": "France"}
    key = spellings.get(name.casefold(), name).casefold()
    names = [(each, [each["name"]["common"].casefold(), each["name"]["official"].casefold()]) for each in COUNTRIES]
    full = asked.query.get("fullText") == "true"
    found = [each for each, known in names if (key in known if full else any(key in one for one in known))]
    return reply(found) if found else reply({"message": "Not Found", "status": 404}, 404)


SHARES: dict[str, tuple[str, str, str]] = {
    "AAPL": ("NMS", "USD", "EQUITY"),
    "KO": ("NYQ", "USD", "EQUITY"),
    "BRK-B": ("NYQ", "USD", "EQUITY"),
    "SAP": ("GER", "EUR", "EQUITY"),
    "EURO": ("NYQ", "EUR", "EQUITY"),
}
HOLIDAYS = {"2024-01-01", "2024-12-25"}


def yahoo(asked: Asked) -> Said:
    """`/v8/finance/chart/{symbol}`: binary fractions, no `timestamp` key on a closed day, 404 for unknown symbols."""
    symbol = asked.path.rpartition("/")[2]
    if symbol not in SHARES:
        error = {"code": "Not Found", "description": "No data found, symbol may be delisted"}
        return reply({"chart": {"result": None, "error": error}}, 404)
    start, end = int(asked.query["period1"]), int(asked.query["period2"])
    if start < 1_000_000_000:
        error = {"code": "Bad Request", "description": f"Data doesn't exist for startDate = {start}, endDate = {end}"}
        return reply({"chart": {"result": None, "error": error}}, 400)
    market, currency, kind = SHARES[symbol]
    meta = {
        "currency": currency,
        "symbol": symbol,
        "exchangeName": market,
        "fullExchangeName": "x",
        "instrumentType": kind,
        "gmtoffset": -18_000,
        "timezone": "EST",
        "exchangeTimezoneName": "America/New_York",
        "priceHint": 2,
        "dataGranularity": "1d",
        "range": "",
    }
    day = datetime.fromtimestamp(start, UTC).date().isoformat()
    result: dict[str, Any] = {"meta": meta, "indicators": {"quote": [{}], "adjclose": [{}]}}
    if day not in HOLIDAYS:
        result["timestamp"] = [start + 52_200]
        empty = day == "2024-01-03"
        result["indicators"] = {
            "quote": [
                {
                    "open": [187.1499938964844],
                    "high": [188.44000244140625],
                    "low": [183.88999938964844],
                    "close": [None if empty else 185.63999938964844],
                    "volume": [None if empty else 0 if day == "2024-01-04" else 82488700],
                }
            ],
            "adjclose": [{"adjclose": [None if empty else 184.734970703125]}],
        }
    return reply({"chart": {"result": [result], "error": None}})


def binance(asked: Asked) -> Said:
    """`/api/v3/klines`: a list of lists with prices as strings; errors have a negative code."""
    if asked.query["symbol"] not in {"BTCUSDT", "ETHUSDT"}:
        return reply({"code": -1121, "msg": "Invalid symbol."}, 400)
    start = int(asked.query["startTime"])
    if start < 1_502_928_000_000:
        return reply([])
    quiet = start == 1_704_326_400_000  # 2024-01-04
    volume = "0.00000000" if quiet else "30000.12345000"
    candle = [
        start,
        "42283.58000000",
        "44184.10000000",
        "42180.77000000",
        "44179.55000000",
        volume,
        start + 86_399_999,
        "1169996267.85",
        0 if quiet else 1_122_530,
        "14050.1",
        "610000000.1",
        "0",
    ]
    return reply([candle])
