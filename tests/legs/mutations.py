"""Ways to break an accepted leg, or a release of them: three and more for each rule, each by an edit of its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from schemas.canonical import JSON, canonical_bytes, content_id, dump
from schemas.legs import Detour, Diamond, Leg, Ref, Roadblock, RouteInfo, ToolStep
from tests.validators.legedits import put

__all__ = [
    "IN_CHROME",
    "LEG_MUTATIONS",
    "RELEASE_MUTATIONS",
    "Edits",
    "Mutation",
    "NotHere",
    "ReleaseMutation",
    "mutated",
]

Edits: TypeAlias = Mapping[str, JSON]
"""Values by dotted path (`stops.3.value.unit`) of a leg's record."""


class NotHere(Exception):
    """A leg without the thing to break."""


class Mutation(NamedTuple):
    """What an edit breaks, by the rule's name, and how."""

    rule: str
    what: str
    edits: Callable[[Leg], Edits]


class ReleaseMutation(NamedTuple):
    """The same of a release."""

    rule: str
    what: str
    edit: Callable[[list[Leg]], list[Leg]]


def mutated(leg: Leg, edits: Edits) -> Leg:
    """The leg with values put at paths, under the id of its new content."""
    plain: JSON = json.loads(json.dumps(dump(leg)))
    for path, value in edits.items():
        put(plain, path, value)
    made = Leg.model_validate_json(canonical_bytes(plain))
    return made.model_copy(update={"id": content_id("leg", made)})


def _ref(stop: int) -> JSON:
    return {"kind": "stop", "stop": stop, "path": "value"}


def _visits(leg: Leg) -> list[RouteInfo]:
    return [stop for stop in leg.stops if isinstance(stop, RouteInfo)]


def _visit(leg: Leg, value_type: str = "", *, linked: bool = False, described: bool = False) -> RouteInfo:
    """The first route info like this."""
    for stop in _visits(leg):
        if value_type and stop.value.type != value_type:
            continue
        if linked and (stop.transition != "link_follow" or stop.target is None):
            continue
        if described and (stop.target is None or not stop.target.conditions):
            continue
        return stop
    raise NotHere(f"a fact: {value_type}")


def _call(leg: Leg, tool: str = "") -> tuple[str, ToolStep]:
    """The path of the first call, of a tool if one is named, and the call."""
    for stop in leg.stops:
        for number, step in enumerate(stop.chain if isinstance(stop, Roadblock) else ()):
            if tool in {"", step.tool}:
                return f"stops.{stop.index}.chain.{number}", step
    raise NotHere(tool)


def _argument(leg: Leg, name: str) -> tuple[str, int]:
    """The path of the first argument of a name, and the stop that it is one of."""
    for stop in leg.stops:
        for number, step in enumerate(stop.chain if isinstance(stop, Roadblock) else ()):
            for place, argument in enumerate(step.arguments):
                if argument.name == name:
                    return f"stops.{stop.index}.chain.{number}.arguments.{place}", stop.index
    raise NotHere(name)


def _detour(leg: Leg) -> Detour:
    for stop in leg.stops:
        if isinstance(stop, Detour):
            return stop
    raise NotHere("a detour")


def _rounded(leg: Leg) -> Roadblock:
    for stop in leg.stops:
        if isinstance(stop, Roadblock) and stop.rounding is not None:
            return stop
    raise NotHere("a rounding")


def _diamond(leg: Leg) -> Diamond:
    if not leg.diamonds:
        raise NotHere("a diamond")
    return leg.diamonds[0]


def _of_visit(path: str, value: JSON, value_type: str = "", *, linked: bool = False) -> Callable[[Leg], Edits]:
    return lambda leg: {f"stops.{_visit(leg, value_type, linked=linked).index}.{path}": value}


def _of_call(path: str, value: JSON) -> Callable[[Leg], Edits]:
    return lambda leg: {f"{_call(leg)[0]}.{path}": value}


def _of_rounding(path: str, value: JSON) -> Callable[[Leg], Edits]:
    return lambda leg: {f"stops.{_rounded(leg).index}.{path}": value}


def _forget_operand(leg: Leg) -> Edits:
    finish = leg.stops[-1]
    kept = finish.depends_on[1:]
    if not kept:
        raise NotHere("several operands")
    return {
        f"stops.{finish.index}.sources": [_ref(one) for one in kept],
        f"stops.{finish.index}.depends_on": list(kept),
    }


def _stray_detour(leg: Leg) -> Edits:
    """A detour takes the first stop's value, so that the stop it took feeds nothing."""
    for stop in leg.stops:
        if isinstance(stop, Detour) and stop.source.stop != 0:
            return {f"stops.{stop.index}.source": _ref(0), f"stops.{stop.index}.depends_on": [0]}
    raise NotHere("a detour of a later stop")


def _one_sided(leg: Leg) -> Edits:
    diamond = _diamond(leg)
    one = diamond.branches[0]
    return {f"stops.{diamond.merge}.sources": [_ref(one), _ref(one)], f"stops.{diamond.merge}.depends_on": [one]}


def _other_source(leg: Leg) -> Edits:
    diamond = _diamond(leg)
    for stop in _visits(leg):
        if stop.index not in {diamond.source, *diamond.branches} and stop.named is None:
            return {"diamonds.0.source": stop.index}
    raise NotHere("another fact")


def _no_diamonds(leg: Leg) -> Edits:
    _diamond(leg)
    return {"diamonds": []}


def _literal(leg: Leg) -> Edits:
    path, step = _call(leg)
    for place, argument in enumerate(step.arguments):
        if isinstance(argument.source, Ref):
            return {f"{path}.arguments.{place}.source": {"kind": "setting", "value": "1961"}}
    raise NotHere("an argument from a stop")


def _stale(kind: type[Detour] | type[Roadblock]) -> Callable[[Leg], Edits]:
    def edits(leg: Leg) -> Edits:
        for stop in leg.stops:
            if isinstance(stop, kind) and stop.value.type == "number":
                return {f"stops.{stop.index}.value.value": str(int(stop.value.value) + 30)}
        raise NotHere(kind.__name__)

    return edits


def _forward(leg: Leg) -> Edits:
    return {f"stops.{_detour(leg).index}.source.stop": len(leg.stops) - 1}


def _order(leg: Leg) -> Edits:
    for stop in leg.stops[2:]:
        if 0 not in stop.depends_on:
            return {f"stops.{stop.index}.depends_on": [0, *stop.depends_on]}
    raise NotHere("a stop that doesn't take the first")


def _misread(leg: Leg) -> Edits:
    stop = _visit(leg, "number")
    return {f"stops.{stop.index}.value.value": str(int(float(getattr(stop.value, "value", "0"))) + 7)}


def _no_country(leg: Leg) -> Edits:
    path, _ = _argument(leg, "country")
    source = next(stop for stop in leg.stops if path.startswith(f"stops.{stop.index}.")).depends_on[0]
    return {f"stops.{source}.value.value": "Congo Kingdom"}


def _one_place(leg: Leg) -> Edits:
    path, step = _call(leg, "maps_distance_matrix")
    names = [argument.name for argument in step.arguments]
    origin = step.arguments[names.index("origin")].source
    return {f"{path}.arguments.{names.index('destination')}.source": dump(origin)}


def _bare_latitude(leg: Leg) -> Edits:
    for name in ("location", "origin"):
        try:
            path, user = _argument(leg, name)
        except NotHere:
            continue
        earlier = [stop.index for stop in leg.stops[:user] if stop.value.type == "number"]
        if earlier:
            return {f"{path}.source": _ref(earlier[0])}
    raise NotHere("a place after a number")


def _sentinel(tool: str, value: str, provider: str = "Google Maps") -> Callable[[Leg], Edits]:
    """Another tool answers a call, with a sentinel."""
    result: JSON = {"type": "number", "value": value, "unit": "count", "error": "0"}

    def edits(leg: Leg) -> Edits:
        path, _ = _call(leg)
        return {f"{path}.tool": tool, f"{path}.provider": provider, f"{path}.result": result}

    return edits


def _print(what: Callable[[Leg], str]) -> Callable[[Leg], Edits]:
    """Words after the last clue but one."""
    return lambda leg: {f"clues.{len(leg.clues) - 2}": f"{leg.clues[-2]} {what(leg)}"}


def _a_title(leg: Leg) -> str:
    return f"Think of {_visit(leg, linked=True).evidence.title.upper()}."


def _a_number(leg: Leg) -> str:
    for stop in leg.stops:
        if stop.value.type == "number" and len(stop.value.value) > 2:
            return f"It is {int(float(stop.value.value)):,}."
    raise NotHere("a number to be found")


def _cite_others(leg: Leg) -> Edits:
    if leg.stops[-1].depends_on == (0, 1):
        raise NotHere("a finish that takes others")
    last = "Add the answers to clues 1 and 2, ignoring units. The last digit of the sum is your code."
    return {f"clues.{len(leg.clues) - 1}": last}


def _identity(leg: Leg) -> Edits:
    for stop in leg.stops:
        source = leg.stops[stop.source.stop].value if isinstance(stop, Detour) else None
        if source is not None and source.type == "number":
            return {f"stops.{stop.index}.value.value": source.value}
    raise NotHere("a detour of a number")


def _self_link(leg: Leg) -> Edits:
    stop = _visit(leg, linked=True)
    left = leg.stops[stop.from_stop or 0]
    if not isinstance(left, RouteInfo):
        raise NotHere("a page that is left")
    return {f"stops.{stop.index}.evidence.title": left.evidence.title}


def _twice(leg: Leg) -> Edits:
    finish = leg.stops[-1]
    refs = [_ref(one) for one in finish.depends_on]
    return {f"stops.{finish.index}.sources": [*refs, refs[0]]}


LEG_MUTATIONS = (
    Mutation("L1", "the finish forgets an operand", _forget_operand),
    Mutation("L1", "a detour takes another stop's value", _stray_detour),
    Mutation("L1", "an effect is counted too high", _of_visit("sensitivity.changed", 61)),
    Mutation("L1", "an effect is counted too low", _of_visit("sensitivity.changed", 3)),
    Mutation("L2", "a merge takes one branch twice", _one_sided),
    Mutation("L2", "a diamond names another source", _other_source),
    Mutation("L2", "the diamonds are left out", _no_diamonds),
    Mutation("L3", "a value is written in", _literal),
    Mutation("L3", "a detour's value is stale", _stale(Detour)),
    Mutation("L3", "a roadblock's value is stale", _stale(Roadblock)),
    Mutation("L3", "a reference leads forward", _forward),
    Mutation("L4", "reading order is called data", _order),
    Mutation("L4", "an edge is left out", lambda leg: {f"stops.{len(leg.stops) - 1}.depends_on": []}),
    Mutation("L4", "a page is left from nowhere", _of_visit("from_stop", None, linked=True)),
    Mutation("L5", "a rounding's margin is another", _of_rounding("rounding.margin", "0.4987654")),
    Mutation("L5", "a rounding is not named", _of_rounding("rounding", None)),
    Mutation("L5", "a source's error is another", _of_rounding("rounding.error", "0.6")),
    Mutation("L6", "a page is live", _of_visit("evidence.volatility", "live")),
    Mutation("L6", "a page is slow", _of_visit("evidence.volatility", "slow")),
    Mutation("L6", "a tool is live", _of_call("volatility", "live")),
    Mutation("L7", "a page's digest is another", _of_visit("evidence.digest", "0" * 64)),
    Mutation("L7", "the quote isn't what the span says", _of_visit("evidence.quote", "something else")),
    Mutation("L7", "the revision is another", _of_visit("evidence.revision", "1")),
    Mutation("L7", "an answer's digest is another", _of_call("response", "0" * 64)),
    Mutation("L8", "a number is misread", _misread),
    Mutation("L8", "a number has another unit", _of_visit("value.unit", "pounds", "number")),
    Mutation("L8", "a text is misread", _of_visit("value.value", "Somewhere Else", "text")),
    Mutation("L10", "no country has the name", _no_country),
    Mutation("L10", "origin and destination are one", _one_place),
    Mutation("L10", "a point is a bare number", _bare_latitude),
    Mutation("L11", "nobody rated the place", _sentinel("maps_place_details", "0")),
    Mutation("L11", "places fill a page", _sentinel("maps_search_places", "20")),
    Mutation("L11", "a zero means nothing found", _sentinel("stock_volume", "0")),
    Mutation("L12", "a clue names a page", _print(_a_title)),
    Mutation("L12", "a clue prints a number", _print(_a_number)),
    Mutation("L12", "a clue names a tool", _print(lambda _leg: "Use maps_geocode for it.")),
    Mutation("L12", "a clue chats", _print(lambda _leg: "I hope this helps!")),
    Mutation("L13", "clues change places", lambda leg: {"clues.0": leg.clues[1], "clues.1": leg.clues[0]}),
    Mutation("L13", "a clue can't be read", _print(lambda _leg: "And so on.")),
    Mutation("L13", "the last clue cites other clues", _cite_others),
    Mutation("L14", "fewer links were considered", _of_visit("target.considered", 1, linked=True)),
    Mutation(
        "L14", "a page is described by its kind alone",
        lambda leg: {f"stops.{_visit(leg, described=True).index}.target.conditions": []},
    ),
    Mutation("L14", "a page is of another kind", _of_visit("target.about", "song", linked=True)),
    Mutation("L18", "a detour changes nothing", _identity),
    Mutation("L18", "a link leads to its own page", _self_link),
    Mutation("L18", "the finish takes a value twice", _twice),
)  # fmt: skip
"""Ways to break each rule about one leg; those of L9 are in IN_CHROME."""


def _inside(tag: str) -> Callable[[str], tuple[int, int]]:
    """The text of the first element that a source opens with these characters."""

    def find(html: str) -> tuple[int, int]:
        start = html.index(">", html.index(tag)) + 1
        return start, html.index("<", start)

    return find


IN_CHROME = {
    "the page's title in the head": _inside("<title"),
    "the heading over the article": _inside("<h1"),
    "the footer": _inside('<div class="printfooter"'),
}
"""Where in a page's source words stand that are none of the article's."""


def _alike(legs: list[Leg]) -> list[Leg]:
    return [leg.model_copy(update={"answer": 3}) for leg in legs]


def _many(answer: Callable[[int], int], count: int) -> Callable[[list[Leg]], list[Leg]]:
    """Legs again and again, with answers of their own."""
    return lambda legs: [
        legs[place % len(legs)].model_copy(update={"answer": answer(place), "id": f"leg-{place:020d}"})
        for place in range(count)
    ]


def _last_clue_tells(legs: list[Leg]) -> list[Leg]:
    """Legs whose last clue ends in their answer."""
    told: list[Leg] = []
    for place, leg in enumerate(legs):
        clue = f"Your code is the last digit of the answer to clue {place % 9 + 1}."
        told.append(leg.model_copy(update={"clues": (*leg.clues[:-1], clue), "answer": place % 9 + 1}))
    return told


def _clues_add_up(legs: list[Leg]) -> list[Leg]:
    """Legs whose clues print numbers that add up to the answer."""
    clues = {leg.id: ("Take 7,777,770 of them.", *("Go on." for _ in leg.clues[1:])) for leg in legs}
    return [leg.model_copy(update={"clues": clues[leg.id], "answer": 0}) for leg in legs]


def _in_another_split(legs: list[Leg]) -> list[Leg]:
    return [*legs, legs[0].model_copy(update={"split": "dev", "id": "leg-" + "0" * 20})]


def _crowded(legs: list[Leg]) -> list[Leg]:
    return [legs[0].model_copy(update={"id": f"leg-{place:020d}"}) for place in range(8)]


RELEASE_MUTATIONS = (
    ReleaseMutation("L15", "all answers are alike", _alike),
    ReleaseMutation("L15", "a digit never comes", _many(lambda place: place % 9, 180)),
    ReleaseMutation("L15", "half are one digit", _many(lambda place: 4 if place % 2 else place % 10, 240)),
    ReleaseMutation("L16", "one digit is right everywhere", _alike),
    ReleaseMutation("L16", "the last clue tells", _last_clue_tells),
    ReleaseMutation("L16", "the clues' numbers add up to it", _clues_add_up),
    ReleaseMutation("L17", "a leg comes twice", lambda legs: [*legs, legs[0]]),
    ReleaseMutation("L17", "a leg comes in another split", _in_another_split),
    ReleaseMutation("L17", "a page is in every leg", _crowded),
)
"""Three ways to break each rule about a release."""
