"""The two computations that a leg's answer may rest on: days between dates, and unit conversion."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from functools import cache

from schemas.values import DateValue, NumberValue, Unit, Value, decimal_string
from schemas.worlds import Arguments, LicenceRecord, Volatility
from worlds.tools.calls import make_arguments
from worlds.tools.providers import Named, NoAnswer
from worlds.tools.units import CONVERTIBLE, convert, factor, unit_named

__all__ = ["Conversion", "DaysBetween"]

COMPUTED = LicenceRecord(spdx="CC0-1.0", attribution="Computed by Benchwright", redistributable=True)
FIRST_DAY = date(1800, 1, 1).toordinal()
LAST_DAY = date(2025, 12, 31).toordinal()


@cache
def _pairs() -> tuple[tuple[Unit, Unit], ...]:
    """Every two different units of one kind, in order."""
    return tuple((one, other) for one in CONVERTIBLE for other in CONVERTIBLE if one != other and factor(one, other))


class DaysBetween:
    """Days from one date to another, whichever comes first, in the proleptic Gregorian calendar."""

    name = "benchwright days_between 1"
    volatility: Volatility = "frozen"
    licence = COMPUTED

    def answer(self, named: Named) -> Value:
        """The number of days, never negative. Dates of less than day precision are refused."""
        days = abs(_day(named["end"]).toordinal() - _day(named["start"]).toordinal())
        return NumberValue(type="number", value=str(days), unit="days")

    def decoys(self, rng: random.Random, like: tuple[Arguments, ...]) -> Iterator[Arguments]:
        """Pairs of days: one of a known call and another, or two others."""
        arguments = [argument for call in like for argument in call]
        known = [argument.value for argument in arguments if isinstance(argument.value, DateValue)]
        while True:
            start = rng.choice(known) if known and rng.randrange(2) else _some_day(rng)
            yield make_arguments(operation="days_between", start=start, end=_some_day(rng))


class Conversion:
    """A quantity in another unit of its kind, by exact factors."""

    name = "benchwright convert 1"
    volatility: Volatility = "frozen"
    licence = COMPUTED

    def answer(self, named: Named) -> Value:
        """The quantity in `to_unit`, to six decimals, with its error. Other kinds and the same unit are refused."""
        quantity, to_unit = named["quantity"], unit_named(str(named["to_unit"]))
        if not isinstance(quantity, NumberValue) or to_unit is None:
            raise NoAnswer("bad-arguments", f"a quantity and one of {', '.join(CONVERTIBLE)} are needed")
        if quantity.unit == to_unit:
            raise NoAnswer("same-unit", f"the quantity is in {to_unit} already")
        result = convert(quantity, to_unit)
        if result is None:
            raise NoAnswer("other-kind", f"{quantity.unit} can't be converted to {to_unit}")
        return result

    def decoys(self, rng: random.Random, like: tuple[Arguments, ...]) -> Iterator[Arguments]:
        """The same units with quantities of the same size; any two units where nothing is shown."""
        known = tuple({argument.name: argument.value for argument in call} for call in like)
        while True:
            named = rng.choice(known) if known else {}
            quantity, to_unit = named.get("quantity"), named.get("to_unit")
            if not isinstance(quantity, NumberValue) or not isinstance(to_unit, str):
                unit, to_unit = rng.choice(_pairs())
                quantity = NumberValue(type="number", value="100", unit=unit_named(unit) or "metres")
            size = Decimal(quantity.value)
            step = Decimal(1).scaleb(int(size.as_tuple().exponent))
            most = max(100, int(abs(size) / step) * 2)
            value = decimal_string(step * rng.randint(1, most))
            other = NumberValue(type="number", value=value, unit=quantity.unit, error=quantity.error)
            yield make_arguments(operation="convert", quantity=other, to_unit=to_unit)


def _day(value: Value | str) -> date:
    if not isinstance(value, DateValue) or value.precision != "day":
        raise NoAnswer("no-day", "both dates must say the day")
    try:
        return date.fromisoformat(value.value)
    except ValueError as error:
        raise NoAnswer("no-such-day", f"{value.value} is no day of the calendar") from error


def _some_day(rng: random.Random) -> DateValue:
    day = date.fromordinal(FIRST_DAY) + timedelta(rng.randint(0, LAST_DAY - FIRST_DAY))
    return DateValue(type="date", value=day.isoformat(), precision="day")
