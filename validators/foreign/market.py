"""L10 of foreign legs: prices on days without trading. The New York exchanges' holidays, by their present rules."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache

from schemas.findings import Finding
from validators.foreign.context import FAMILY, AuditContext, Audited, found
from validators.registry import rule

__all__ = ["check_trading_days", "easter", "market_holidays"]

STOCKS = frozenset({"stock_historical_price", "stock_volume"})


def easter(year: int) -> date:
    """Easter Sunday of a Gregorian year (Meeus, Astronomical Algorithms, chapter 8)."""
    golden, century, in_century = year % 19, year // 100, year % 100
    correction = (century - (century + 8) // 25 + 1) // 3
    epact = (19 * golden + century - century // 4 - correction + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (in_century // 4) - epact - in_century % 4) % 7
    late = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * late + 114, 31)
    return date(year, month, day + 1)


def _weekday(year: int, month: int, weekday: int, which: int) -> date:
    """The first, second … such weekday of a month; the last where `which` is -1."""
    if which < 0:
        end = date(year, month + 1, 1) - timedelta(days=1)
        return end - timedelta(days=(end.weekday() - weekday) % 7)
    start = date(year, month, 1)
    return start + timedelta(days=(weekday - start.weekday()) % 7 + 7 * (which - 1))


@cache
def market_holidays(year: int) -> frozenset[date]:
    """The days of a year, from 1971, that the exchanges are closed by rule: New York Stock Exchange, Rule 7.2.

    A holiday on a Sunday is kept on Monday, one on a Saturday on Friday, except New Year's Day.
    """
    monday, thursday = 0, 3
    fixed = [date(year, 7, 4), date(year, 12, 25)] + ([date(year, 6, 19)] if year >= 2022 else [])
    kept = {day + timedelta(days={5: -1, 6: 1}.get(day.weekday(), 0)) for day in fixed}
    new_year = date(year, 1, 1)
    kept.add(new_year + timedelta(days=1 if new_year.weekday() == 6 else 0))
    kept |= {_weekday(year, 2, monday, 3), _weekday(year, 5, monday, -1), _weekday(year, 9, monday, 1)}
    kept |= {_weekday(year, 11, thursday, 4), easter(year) - timedelta(days=2)}
    return frozenset(kept | ({_weekday(year, 1, monday, 3)} if year >= 1998 else set()))


FIRST_YEAR = 1971
"""Before it, other rules held; only New Year's Day and Christmas, which have always been closed, are checked."""


def _closed(day: date) -> bool:
    if day.weekday() >= 5:
        return True
    if day.year < FIRST_YEAR:
        return (day.month, day.day) in {(1, 1), (12, 25)}
    return day in market_holidays(day.year)


@rule("L10", FAMILY)
def check_trading_days(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """A stock's day is a trading day."""
    for place, stop in enumerate(one.leg.stops):
        for step in stop.bridge.tool_chain:
            told = step.arguments.get("date") if step.tool_name in STOCKS else None
            try:
                day = date.fromisoformat(told) if isinstance(told, str) else None
            except ValueError:
                continue  # no date: nothing to look up in a calendar
            if day is not None and _closed(day):
                message = f"{told} is no trading day in New York, so the price is another day's"
                yield found(one, "L10.market-holiday", f"stops[{place}].bridge.tool_chain", message)
