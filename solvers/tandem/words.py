"""Where things stand in an order's rules, which are one flat array of integers: the kernel's only argument.

The first words are sizes and single values, the next ones the offsets of tables. A move that can't be is -1;
items and utensil codes count from 1, 0 is nothing.

POSE, BOTH, ITEM      bits of Chef's pose, of both poses, of an item
ITEMS, POSES, CODES   numbers of items (nothing included), of poses and of utensil codes in a table's row
FINAL, DISH, WASTE    the ordered item, the dish (0: none), 1 if waste is allowed
CHAINS, SLOTS, UTENSILS   numbers of chains, of fields that hold one item, of utensils
FACES    [cook, pose] station ahead, or -1
TURNS    [cook, pose, 5] the pose after waiting and after a move north, south, east, west
KIND, SHIFT, INDEX    [station] kind, lowest bit of its field in the material, number of the utensil
LEAF     [item] 1 for raw ingredients
HELD     [item] one 4-bit count for each chain (raw ingredient or dish) that the item holds
LIMIT    [chain] copies that may live at once
SLOT     [hands, then counters] lowest bit of the field
FIELD, MASK           [utensil] lowest bit of its field, and the field's mask
PUT, BACK             [utensil, code, item] code after putting in or taking back
BEGIN, TICK           [utensil, code] code after a start, and after a joint step of work
PRODUCT, PLATE        [utensil, code] item taken with the empty hand, with a dish
INSIDE                [utensil, code] chain counts
"""

from __future__ import annotations

__all__ = [
    "BACK",
    "BEGIN",
    "BOTH",
    "CHAINS",
    "CODES",
    "COUNTER",
    "DISH",
    "DISHES",
    "FACES",
    "FIELD",
    "FINAL",
    "HELD",
    "INDEX",
    "INGREDIENTS",
    "INSIDE",
    "ITEM",
    "ITEMS",
    "KIND",
    "LEAF",
    "LIMIT",
    "MASK",
    "PLATE",
    "POSE",
    "POSES",
    "PRODUCT",
    "PUT",
    "SERVE",
    "SHIFT",
    "SIZE",
    "SLOT",
    "SLOTS",
    "TICK",
    "TURNS",
    "UTENSIL",
    "UTENSILS",
    "WASTE",
]

COUNTER, INGREDIENTS, DISHES, SERVE, UTENSIL = range(5)
"""Kinds of station."""

POSE, BOTH, ITEM, ITEMS, POSES, CODES, FINAL, DISH, WASTE, CHAINS, SLOTS, UTENSILS = range(12)
FACES, TURNS, KIND, SHIFT, INDEX, LEAF, HELD, LIMIT, SLOT, FIELD, MASK = range(12, 23)
PUT, BACK, BEGIN, TICK, PRODUCT, PLATE, INSIDE = range(23, 30)
SIZE = 30
"""How many words come before the tables."""
