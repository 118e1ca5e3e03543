"""How long to wait for a service that is busy: what it asks for, else twice as long each time, up to a total."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TypeVar

from tenacity import RetryCallState, Retrying, retry_if_exception_type

from worlds.net.clock import Clock
from worlds.net.messages import Again, NetFailure

__all__ = ["patiently", "retry_after"]

FIRST_WAIT = 1.0
LONGEST_WAIT = 60.0

T = TypeVar("T")


def patiently(attempt: Callable[[], T], what: str, patience: float, clock: Clock) -> T:
    """The first result of `attempt` that isn't Again.

    Waits for as long as the service says, or 1, 2, 4, … 60 seconds. Raises NetFailure, naming `what`, as soon as
    the next wait would bring the total over `patience` seconds.
    """

    def waits(state: RetryCallState) -> float:
        again = _again(state)
        asked = again.wait if again.wait is not None else 0.0
        return max(asked, min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** (state.attempt_number - 1)))

    def over(state: RetryCallState) -> bool:
        return state.idle_for + waits(state) > patience

    def give_up(state: RetryCallState) -> T:
        again, wait = _again(state), waits(state)
        named = f", and {wait:.0f} more are needed" if again.wait is not None else ""
        waited = f"{state.attempt_number} attempts and {state.idle_for:.0f} seconds of waiting{named}"
        raise NetFailure(again.reason, f"{what}: {again.message} (after {waited})") from again

    retrying = Retrying(
        retry=retry_if_exception_type(Again), wait=waits, stop=over, sleep=clock.sleep, retry_error_callback=give_up
    )
    return retrying(attempt)


def retry_after(header: str | None, clock: Clock) -> float | None:
    """Seconds that a Retry-After header asks for, as a number or a date (RFC 9110, 10.2.3); None for no such."""
    text = (header or "").strip()
    if re.fullmatch(r"[0-9]{1,9}", text):
        return float(text)
    try:
        when = parsedate_to_datetime(text)
    except ValueError:
        return None
    at = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0.0, (at - datetime.fromtimestamp(clock.now(), UTC)).total_seconds())


def _again(state: RetryCallState) -> Again:
    error = state.outcome.exception() if state.outcome else None
    return error if isinstance(error, Again) else Again("unreachable", "no reply")
