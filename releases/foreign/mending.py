"""Mends a published leg without any new fact, or says why that can't be done.

Dead stops and steps that change nothing are cut, values are derived again from the stops that they refer to, the
computed clues are written anew, and what stands before the clues is left out. What would take a new fact (a wrong
reading, a place that is none, a tool whose answer isn't recorded) is a reason to reject the leg.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from releases.foreign.values import count, typed, whole_of
from schemas.findings import Finding
from schemas.foreign import ForeignStop
from schemas.legs import DetourName
from schemas.mended import Change, MendedOperation
from schemas.values import TextValue, Value
from validators.foreign import Audited
from validators.foreign.context import found
from validators.foreign.derive import DETOURS, aggregate, transformed
from validators.foreign.graph import is_difference, last_key
from validators.foreign.values import number, shown

__all__ = ["BLOCKING", "Kept", "Mending", "NotMendable", "mend_values"]

BLOCKING = ("L8.", "L9.", "L10.", "L11.")
"""Findings on a live stop that only a new fact could mend."""


class NotMendable(Exception):
    """Why a leg can't be mended."""

    def __init__(self, reasons: Iterable[Finding]) -> None:
        self.reasons = tuple(reasons)
        super().__init__("; ".join(reason.message for reason in self.reasons))


class _Refused(Exception):
    """Why one stop can't stay."""

    def __init__(self, code: str, told: str) -> None:
        self.code = code
        self.told = told
        super().__init__(told)


class Kept(NamedTuple):
    """A stop that stays, by its old place: its value, the old places that it takes values from, and what it does."""

    place: int
    value: Value
    sources: tuple[int, ...]
    transform: DetourName | None = None
    operation: MendedOperation | None = None


class Mending(NamedTuple):
    """The stops that stay, in order, and what was changed so far."""

    kept: tuple[Kept, ...]
    changes: tuple[Change, ...]


def mend_values(one: Audited, findings: Iterable[Finding]) -> Mending:
    """The stops of a leg that matter, with values derived anew. Raises NotMendable with every reason found."""
    return _Mender(one, tuple(findings)).mend()


class _Mender:
    """One leg on its way: values by old place, places that stand for others, changes and reasons."""

    def __init__(self, one: Audited, findings: tuple[Finding, ...]) -> None:
        self.one = one
        self.findings = findings
        self.kept: dict[int, Kept] = {}
        self.same_as: dict[int, int] = {}
        self.changes: list[Change] = []
        self.reasons: list[Finding] = []

    def mend(self) -> Mending:
        finish = self.one.graph.finish
        if finish is None:
            raise NotMendable([found(self.one, "L1.no-finish", "stops", "no stop computes an answer")])
        wanted = self._wanted(finish)
        for place in sorted(wanted):
            self._keep(place, finish)
        self._block(wanted - self.same_as.keys())
        if self.reasons:
            raise NotMendable(self.reasons)
        needed = self._needed(finish)
        for place in range(len(self.one.leg.stops)):
            if place not in needed and place not in self.same_as:
                self._change("L1.dead-stop", place, "cut: the answer doesn't depend on it")
        return Mending(tuple(self.kept[place] for place in sorted(needed)), tuple(self.changes))

    def _keep(self, place: int, finish: int) -> None:
        """Derive a stop's value and keep it, or note why that can't be; what rests on a lost stop is lost with it."""
        if any(self._real(feed) not in self.kept for feed in self.one.graph.feeds[place]):
            return
        try:
            kept = self._finish(place) if place == finish else self._stop(place)
        except _Refused as refusal:
            self.reasons.append(found(self.one, refusal.code, f"stops[{place}]", refusal.told))
            return
        if kept is not None:
            self.kept[place] = kept

    def _wanted(self, finish: int) -> set[int]:
        """The places that the finish needs."""
        wanted: set[int] = set()
        waiting = [finish]
        while waiting:
            place = waiting.pop()
            if place in wanted:
                continue
            wanted.add(place)
            waiting.extend(self.one.graph.feeds[place])
        return wanted

    def _needed(self, finish: int) -> set[int]:
        needed: set[int] = set()
        waiting = [finish]
        while waiting:
            place = waiting.pop()
            if place not in needed:
                needed.add(place)
                waiting.extend(self.kept[place].sources)
        return needed

    def _block(self, places: set[int]) -> None:
        """The findings about stops that matter and that only a new fact could mend."""
        for finding in self.findings:
            place = finding.place.partition("[")[2].partition("]")[0]
            if finding.code.startswith(BLOCKING) and place.isdigit() and int(place) in places:
                self.reasons.append(finding)

    def _stop(self, place: int) -> Kept | None:
        """A stop that stays, or None for one that changes nothing. Raises _Refused."""
        stop = self.one.leg.stops[place]
        if stop.stop_type == "page":
            value = typed(stop)
            if value is None:
                raise _Refused("L8.no-value", f"{shown(stop.extracted_value)} is no single value")
            return Kept(place, value, ())
        if stop.stop_type == "reason":
            return self._detour(place)
        if stop.stop_type == "compute":
            raise _Refused("L1.second-finish", "a computation before the last stop")
        raise _tool_refused(stop)

    def _detour(self, place: int) -> Kept | None:
        stop = self.one.leg.stops[place]
        sources = [self._real(feed) for feed in self.one.graph.feeds[place]]
        if not sources:
            raise _Refused("L3.bad-reference", "it transforms the value of no earlier stop")
        before = self.kept[sources[0]].value
        told = before.value if isinstance(before, TextValue) else whole_of(before)
        if told is None:
            raise _Refused("L5.truncated-source", "it takes a fraction, and no clue says how to round it")
        value = transformed(stop.reason_transform, told)
        if value is None:
            name = shown(stop.reason_transform)
            raise _Refused("L3.undefined", f"{name} isn't defined for {shown(told)}")
        if value == told:
            self.same_as[place] = sources[0]
            self._change("L18.identity", place, f"cut: it changes nothing; stop {sources[0]} is taken instead")
            return None
        self._derived("L3.stale-transform", place, value)
        return Kept(place, count(value), (sources[0],), transform=DETOURS[str(stop.reason_transform)])

    def _finish(self, place: int) -> Kept:
        stop = self.one.leg.stops[place]
        sources = tuple(self._real(feed) for feed in self.one.graph.feeds[place])
        whole = [whole_of(self.kept[source].value) for source in sources]
        numbers = [value for value in whole if value is not None]
        if len(numbers) < len(whole):
            raise _Refused("L5.truncated-operand", "it takes a fraction or a text, and no clue says how")
        if not sources or len(set(sources)) < len(sources):
            raise _Refused("L1.same-source", "it takes one value twice, or none")
        difference = is_difference(stop)
        if difference and len(numbers) != 2:
            raise _Refused("L3.bad-reference", "a difference is of two values")
        total = abs(numbers[0] - numbers[1]) if difference else sum(numbers)
        if total < 0:
            raise _Refused("L5.negative-total", "a negative total has no last digit that people agree on")
        before = aggregate(stop, list(numbers))
        if before is not None:
            self._derived("L3.stale-answer", place, before)
        if (stop.bridge.expression or "").lstrip().startswith("digital_root"):
            told = f"the digital root, which is never 0, became the last digit of the sum: {total % 10}"
            self._change("L15.missed-digit", place, told)
        operation: MendedOperation = "absolute_difference_mod_10" if difference else "sum_mod_10"
        return Kept(place, count(total % 10), sources, operation=operation)

    def _real(self, place: int) -> int:
        """The place that stands for a stop that was cut because it changes nothing."""
        return self.same_as.get(place, place)

    def _derived(self, code: str, place: int, value: int) -> None:
        recorded = self.one.leg.stops[place].extracted_value
        if number(recorded) != value:
            self._change(code, place, f"derived anew: {value} instead of {shown(recorded)}")

    def _change(self, code: str, place: int, done: str) -> None:
        self.changes.append(Change(code=code, stop=place, done=done))


def _tool_refused(stop: ForeignStop) -> _Refused:
    """Why a tool stop can't stay: no answer is recorded, and what plain code computes with is written into it."""
    chain = stop.bridge.tool_chain
    if last_key(stop) == "converted":
        return _Refused("L5.no-unit", "it converts a number whose unit the record doesn't say")
    if chain and all(step.tool_name == "python_execute_code" for step in chain):
        return _Refused("L3.literal", "its code computes with values that no stop gives")
    tools = ", ".join(step.tool_name for step in chain) or "no tool"
    return _Refused("L6.volatile-answer", f"it rests on {tools}, whose answer isn't recorded")
