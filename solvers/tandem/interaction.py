"""One cook's interaction with the station ahead, compiled, on the material of a packed state.

Variant 0 is the exchange between hand and station (place, take a product or what lies on a counter, put, fill,
deliver, take a dish), variant i takes item i (from the ingredients, or back out of a utensil), and the last
variant, one past the last item, starts a utensil.
"""

from __future__ import annotations

from solvers.tandem import words as at
from solvers.tandem.compiled import compiled
from solvers.tandem.encoding import Ints

__all__ = [
    "BLOCKED",
    "DELIVERED",
    "DONE",
    "FILL",
    "FORBIDDEN",
    "FREE",
    "GIVE",
    "SETTLES",
    "START",
    "TAKE",
    "exchange",
]

BLOCKED, DONE, DELIVERED = 0, 1, 2
TAKE, GIVE, START, FILL = range(4)
FREE, SETTLES, FORBIDDEN = range(3)
"""What a coordination choice says of a mark; see solvers.tandem.constrained."""


@compiled
def _living(t: Ints, material: int) -> int:
    """How many copies of each chain are about, 4 bits a chain."""
    total = 0
    mask = (1 << t[at.ITEM]) - 1
    for n in range(t[at.SLOTS]):
        total += t[t[at.HELD] + ((material >> t[t[at.SLOT] + n]) & mask)]
    for u in range(t[at.UTENSILS]):
        total += t[t[at.INSIDE] + u * t[at.CODES] + ((material >> t[t[at.FIELD] + u]) & t[t[at.MASK] + u])]
    return total


@compiled
def _fresh(t: Ints, material: int, item: int) -> bool:
    """Whether another copy of a raw ingredient or a dish may be taken."""
    living = _living(t, material)
    own = t[t[at.HELD] + item]
    for chain in range(t[at.CHAINS]):
        if (own >> (4 * chain)) & 15 and (living >> (4 * chain)) & 15 >= t[t[at.LIMIT] + chain]:
            return False
    return True


@compiled
def exchange(t: Ints, material: int, cook: int, station: int, variant: int) -> tuple[int, int, int]:
    """The material after an interaction, BLOCKED, DONE or DELIVERED, and its mark.

    A mark says what moved where: (station * 4 + TAKE, GIVE, START or FILL) * items + item.
    """
    own = t[t[at.SLOT] + cook]
    hand = (material >> own) & ((1 << t[at.ITEM]) - 1)
    kind = t[t[at.KIND] + station]
    if kind == at.COUNTER:
        new, made, way, item = _at_counter(t, material, own, hand, station, variant)
    elif kind == at.UTENSIL:
        new, made, way, item = _at_utensil(t, material, own, hand, station, variant)
    elif kind == at.SERVE:
        new, made, way, item = _at_serve(t, material, own, hand, variant)
    else:
        new, made, way, item = _from_stock(t, material, own, hand, variant, kind == at.DISHES)
    return new, made, (station * 4 + way) * t[at.ITEMS] + item


@compiled
def _at_counter(t: Ints, material: int, own: int, hand: int, station: int, variant: int) -> tuple[int, int, int, int]:
    place = t[t[at.SHIFT] + station]
    there = (material >> place) & ((1 << t[at.ITEM]) - 1)
    if variant != 0 or (hand == 0) == (there == 0):
        return material, BLOCKED, 0, 0
    if hand != 0:
        return material + (hand << place) - (hand << own), DONE, GIVE, hand
    return material - (there << place) + (there << own), DONE, TAKE, there


@compiled
def _from_stock(t: Ints, material: int, own: int, hand: int, variant: int, dishes: bool) -> tuple[int, int, int, int]:
    item = variant
    if dishes:
        item = t[at.DISH] if variant == 0 else 0
    if hand != 0 or item < 1 or item >= t[at.ITEMS]:
        return material, BLOCKED, 0, 0
    if not (dishes or t[t[at.LEAF] + item]) or not _fresh(t, material, item):
        return material, BLOCKED, 0, 0
    return material + (item << own), DONE, TAKE, item


@compiled
def _at_serve(t: Ints, material: int, own: int, hand: int, variant: int) -> tuple[int, int, int, int]:
    if hand == 0 or variant != 0 or hand == t[at.DISH]:
        return material, BLOCKED, 0, 0
    if hand == t[at.FINAL]:
        return material - (hand << own), DELIVERED, GIVE, hand
    if t[at.WASTE] == 0:
        return material, BLOCKED, 0, 0
    return material - (hand << own), DONE, GIVE, hand


@compiled
def _at_utensil(t: Ints, material: int, own: int, hand: int, station: int, variant: int) -> tuple[int, int, int, int]:
    place, u, items = t[t[at.SHIFT] + station], t[t[at.INDEX] + station], t[at.ITEMS]
    code = (material >> place) & t[t[at.MASK] + u]
    row = u * t[at.CODES] + code
    bare = material - (code << place)
    if hand != 0:
        if variant != 0:
            return material, BLOCKED, 0, 0
        new = t[t[at.PUT] + row * items + hand]
        if new >= 0:
            return bare + (new << place) - (hand << own), DONE, GIVE, hand
        product = t[t[at.PLATE] + row]
        if product != 0 and hand == t[at.DISH]:
            return bare + ((product - hand) << own), DONE, FILL, product
        return material, BLOCKED, 0, 0
    if variant == 0:
        product = t[t[at.PRODUCT] + row]
        return (bare + (product << own), DONE, TAKE, product) if product else (material, BLOCKED, 0, 0)
    if variant == items:
        new = t[t[at.BEGIN] + row]
        return (bare + (new << place), DONE, START, 0) if new >= 0 else (material, BLOCKED, 0, 0)
    new = t[t[at.BACK] + row * items + variant]
    return (bare + (new << place) + (variant << own), DONE, TAKE, variant) if new >= 0 else (material, BLOCKED, 0, 0)
