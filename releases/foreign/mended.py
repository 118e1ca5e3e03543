"""Puts together a mended leg from the stops that stay: places, edges, transitions, and clues that give nothing away."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from generators.legs.clues import realise
from generators.rejection import Rejected
from releases.foreign.mending import Kept, NotMendable, mend_values
from schemas.canonical import content_id
from schemas.findings import Finding
from schemas.legs import Ref
from schemas.mended import (
    UNPROVEN,
    Change,
    MendedDetour,
    MendedFinish,
    MendedLeg,
    MendedPage,
    MendedStop,
    Transition,
)
from schemas.randomness import stream
from schemas.values import DateValue, NumberValue, TextValue
from solvers.clues.grammar import Meaning
from validators.foreign import Audited
from validators.foreign.clues import title_of
from validators.foreign.context import found
from validators.foreign.riddle import CITED, cited, plain, renumbered
from validators.normal import holds, numbers_in

__all__ = ["mend_leg"]

PLACEHOLDER = "mended_leg-" + "0" * 20
"""Stands for the id until the content, which it is the digest of, is there."""


def mend_leg(one: Audited, findings: Iterable[Finding]) -> MendedLeg:
    """The leg, mended. Raises NotMendable with the reasons."""
    if len(one.riddle.clues) != len(one.leg.stops):
        told = f"{len(one.riddle.clues)} clues for {len(one.leg.stops)} stops: which clue is whose isn't known"
        raise NotMendable([found(one, "L13.clue-count", "riddle", told)])
    mending = mend_values(one, findings)
    index = {kept.place: at for at, kept in enumerate(mending.kept)}
    stops = tuple(_stop(one, kept, index, mending.kept) for kept in mending.kept)
    changes = list(mending.changes)
    clues = _clues(one, stops, changes)
    _refuse_leaks(one, stops, clues)
    first = stops[0]
    if not isinstance(first, MendedPage):
        raise NotMendable([found(one, "L3.bad-reference", "stops", "the first stop that stays is no page")])
    if first.page_url != one.leg.seed_url:
        changes.append(Change(code="L1.dead-stop", stop=first.was, done="the leg now starts at this stop's page"))
    if one.variant == "compositional":  # a diamond's branches are calls whose answers aren't recorded: none can stay
        changes.append(Change(code="L2.variant", stop=None, done="sequential now: no diamond is left of it"))
    made = MendedLeg(
        family="mended_leg",
        id=PLACEHOLDER,
        source=one.name,
        trail_id=one.leg.trail_id,
        level=one.level,
        variant="sequential",
        seed_title=title_of(first.page_url),
        seed_url=first.page_url,
        clues=clues,
        stops=stops,
        answer=int(mending.kept[-1].value.value) if isinstance(mending.kept[-1].value, NumberValue) else 0,
        step_budget=max(10, 3 * len(stops) // 2),
        live_depth=_depth(stops),
        changes=tuple(changes),
        unproven=UNPROVEN,
    )
    return made.model_copy(update={"id": content_id("mended_leg", made)})


def _stop(one: Audited, kept: Kept, index: Mapping[int, int], all_kept: Sequence[Kept]) -> MendedStop:
    at = index[kept.place]
    refs = tuple(_ref(index[source], all_kept[index[source]]) for source in kept.sources)
    value = kept.value
    needs = tuple(sorted({ref.stop for ref in refs}))
    if isinstance(value, NumberValue):
        if kept.operation is not None:
            return MendedFinish(
                stop_type="finish_line", index=at, was=kept.place, depends_on=needs, operation=kept.operation,
                sources=refs, value=value,
            )  # fmt: skip
        if kept.transform is not None:
            return MendedDetour(
                stop_type="detour", index=at, was=kept.place, depends_on=needs, transform=kept.transform,
                source=refs[0], value=value,
            )  # fmt: skip
    stop = one.leg.stops[kept.place]
    pages = [other for other in all_kept[:at] if one.leg.stops[other.place].stop_type == "page"]
    return MendedPage(
        stop_type="route_info", index=at, was=kept.place, depends_on=(), transition=_transition(one, kept, pages),
        page_url=stop.page_url or "", asks=stop.extraction_target or "", value=value,
    )  # fmt: skip


def _ref(stop: int, kept: Kept) -> Ref:
    return Ref(kind="stop", stop=stop, path="value.year" if isinstance(kept.value, DateValue) else "value")


def _transition(one: Audited, kept: Kept, pages: Sequence[Kept]) -> Transition:
    """How a page is reached once the stops between are cut: by a link only from the stop right before it."""
    url = one.leg.stops[kept.place].page_url
    if not pages:
        return "seed"
    before = one.leg.stops[pages[-1].place]
    if before.page_url == url:
        return "stay"
    linked = before.bridge.bridge_type == "link_follow" and before.bridge.target_url == url
    return "link_follow" if linked else "search_query"


def _clues(one: Audited, stops: Sequence[MendedStop], changes: list[Change]) -> tuple[str, ...]:
    """The clues of the stops that stay: those of pages as they were, computed ones written anew."""
    made: list[str] = []
    new = {stop.was + 1: stop.index + 1 for stop in stops}
    for stop in stops:
        if isinstance(stop, MendedPage):
            made.append(_kept_clue(one, stop, new, changes))
            continue
        rng = stream(0, "mended_leg", one.leg.trail_id, one.variant, stop.index, "clue")
        try:
            made.append(realise(_meaning(stop), rng))
        except Rejected as error:
            raise NotMendable([found(one, "L13.unsayable", f"stops[{stop.was}]", str(error))]) from error
        code = "L13.last-clue-rewritten" if isinstance(stop, MendedFinish) else "L13.clue-rewritten"
        changes.append(Change(code=code, stop=stop.was, done="its clue is written anew from the step"))
    if one.riddle.preamble:
        changes.append(Change(code="L12.preamble", stop=None, done="what stood before the first clue is left out"))
    return tuple(made)


def _kept_clue(one: Audited, stop: MendedPage, new: Mapping[int, int], changes: list[Change]) -> str:
    """A page's clue without mark-up, citing other clues by their new numbers."""
    text = one.riddle.clues[stop.was]
    clean = " ".join(plain(text).split())
    lost = sorted(cited(clean) - new.keys())
    if lost:
        told = f"the clue cites clue {lost[0]}, which is cut"
        raise NotMendable([found(one, "L13.cites-cut-clue", f"riddle: clue {stop.was + 1}", told)])
    tidy = renumbered(clean, new)
    if tidy != text:
        changes.append(Change(code="L13.clue-tidied", stop=stop.was, done="mark-up out, clues cited by new numbers"))
    return tidy


def _meaning(stop: MendedDetour | MendedFinish) -> Meaning:
    """What a computed clue says, as the clue grammar takes it."""
    match stop:
        case MendedFinish():
            refs = tuple(ref.stop + 1 for ref in stop.sources)
            return {"type": "finish_line", "operation": stop.operation, "refs": refs}
        case MendedDetour(source=ref):
            return {"type": "detour", "transform": stop.transform, "a": ref.stop + 1, "part": ref.path}


def _refuse_leaks(one: Audited, stops: Sequence[MendedStop], clues: Sequence[str]) -> None:
    """Refuse clues that name a page to be found or print a value: mending them would take new words."""
    seed = title_of(one.leg.stops[stops[0].was].page_url or "")
    titles = {title_of(stop.page_url) for stop in stops if isinstance(stop, MendedPage)} - {seed, ""}
    bare = sorted(re.sub(r" \([^()]*\)$", "", title) for title in titles)
    numbers = {stop.value.value for stop in stops if isinstance(stop.value, NumberValue)}
    texts = sorted({stop.value.value for stop in stops if isinstance(stop.value, TextValue | DateValue)})
    reasons: list[Finding] = []
    for stop, clue in zip(stops, clues, strict=True):
        if not isinstance(stop, MendedPage):
            continue
        where = f"riddle: clue {stop.was + 1}"
        named = next((title for title in bare if holds(clue, title)), None)
        if named is not None:
            reasons.append(found(one, "L12.title", where, f"it names {named!r}, a page to be found"))
        printed = sorted(numbers & set(numbers_in(CITED.sub(" ", clue)))) + [
            text for text in texts if holds(clue, text)
        ]
        if printed:
            reasons.append(found(one, "L12.operand-printed", where, f"it prints {printed[0]!r}, the value of a stop"))
    if reasons:
        raise NotMendable(reasons)


def _depth(stops: Sequence[MendedStop]) -> int:
    longest: list[int] = []
    for stop in stops:
        longest.append(1 + max((longest[source] for source in stop.depends_on), default=0))
    return longest[-1]
