"""Reading a backend's JSON: numbers stay exact, and what isn't there is refused by name."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import NamedTuple, TypeAlias, cast

from schemas.values import CoordsValue, NumberValue, TextValue, Unit, Value, decimal_string
from worlds.net.messages import NetFailure, Reply
from worlds.tools.providers import NoAnswer

__all__ = [
    "Answer",
    "Parsed",
    "decimal",
    "decode",
    "dig",
    "excerpt",
    "listed",
    "measured",
    "optional",
    "point",
    "words",
]

Parsed: TypeAlias = "None | bool | int | Decimal | str | list[Parsed] | dict[str, Parsed]"
"""JSON whose fractions are decimals."""

MOST_TEXT = 300
"""Characters that a text value may have (schemas.values)."""


class Answer(NamedTuple):
    """A backend's reply: its status and its JSON."""

    status: int
    data: Parsed


def decode(service: str, reply: Reply) -> Answer:
    """The reply's JSON. Raises NetFailure (`not-json`) for anything else, HTML with status 200 among it."""
    try:
        data = json.loads(reply.body, parse_float=Decimal, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        shown = " ".join(reply.body[:60].decode("utf-8", "replace").split())
        kind = reply.media_type or "no media type"
        message = f"{service}: status {reply.status} with {kind} instead of JSON: {shown!r}"
        raise NetFailure("not-json", message) from error
    return Answer(reply.status, cast("Parsed", data))


def dig(data: Parsed, *path: str | int) -> Parsed:
    """What stands at a path of keys and positions. Raises NoAnswer (`missing-field`), also for null."""
    at: Parsed = data
    for step in path:
        inner: Parsed = None
        if isinstance(at, dict) and isinstance(step, str):
            inner = at.get(step)
        elif isinstance(at, list) and isinstance(step, int) and step < len(at):
            inner = at[step]
        if inner is None:
            raise NoAnswer("missing-field", f"the reply has no {'.'.join(str(part) for part in path)}")
        at = inner
    return at


def optional(data: Parsed, key: str) -> Parsed:
    """What stands at a key, or None."""
    return data.get(key) if isinstance(data, dict) else None


def words(data: Parsed, *path: str | int) -> str:
    """A string at a path. Raises NoAnswer (`missing-field`) for none, an empty one or another type."""
    found = dig(data, *path)
    if not isinstance(found, str) or not found.strip():
        raise NoAnswer("missing-field", f"the reply's {'.'.join(str(part) for part in path)} is no text")
    return found


def listed(data: Parsed, *path: str | int) -> list[Parsed]:
    """A list at a path. Raises NoAnswer (`missing-field`)."""
    found = dig(data, *path) if path else data
    if not isinstance(found, list):
        raise NoAnswer("missing-field", f"the reply's {'.'.join(str(part) for part in path) or 'whole'} is no list")
    return found


def decimal(data: Parsed, *path: str | int) -> Decimal:
    """A number at a path, or a string that is one, exactly. Raises NoAnswer (`missing-field`)."""
    found = dig(data, *path) if path else data
    shown = ".".join(str(part) for part in path) or "value"
    if isinstance(found, bool) or not isinstance(found, int | Decimal | str):
        raise NoAnswer("missing-field", f"the reply's {shown} is no number")
    try:
        number = Decimal(found)
    except ArithmeticError as error:
        raise NoAnswer("missing-field", f"the reply's {shown} is no number") from error
    if not number.is_finite() or abs(number.adjusted()) > 30:
        raise NoAnswer("missing-field", f"the reply's {shown} is no usable number")
    return number


def measured(number: Decimal, unit: Unit, error: str) -> Value:
    """A number with unit and error, as records hold it."""
    return NumberValue(type="number", value=decimal_string(number), unit=unit, error=error)


def point(lat: Decimal, lon: Decimal) -> Value:
    """A point on Earth. Raises NoAnswer (`no-such-point`), also for the 0, 0 that stands for none."""
    if abs(lat) > 90 or abs(lon) > 180 or (lat == 0 and lon == 0):
        raise NoAnswer("no-such-point", f"{lat}, {lon} is no place's point")
    return CoordsValue(type="coords", lat=decimal_string(lat), lon=decimal_string(lon))


def excerpt(text: str) -> Value:
    """A text's first 300 characters, cut between words with an ellipsis. Raises NoAnswer (`empty`) for no text."""
    whole = text.strip()
    if not whole:
        raise NoAnswer("empty", "there is no text")
    if len(whole) > MOST_TEXT:
        cut = whole[: MOST_TEXT - 1]
        whole = (cut.rsplit(None, 1)[0] if any(c.isspace() for c in cut) else cut) + "…"
    return TextValue(type="text", value=whole)


def _no_number(constant: str) -> Parsed:
    raise ValueError(f"{constant} is no JSON number")
