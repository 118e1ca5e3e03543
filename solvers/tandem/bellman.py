"""The check of whole tables: on every reachable state the cost is one more than the least of what comes next.

A separate pass over packed states with the kernel's joint step; it uses neither the material graph nor the sweep
that made the table. Together with a delivery that costs 1 the equation has only one solution.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.errors import InputError
from solvers.tandem import words as at
from solvers.tandem.compiled import compiled
from solvers.tandem.encoding import PACKED_BITS, Encoding, Ints
from solvers.tandem.graph import FAR, Bytes, number_at
from solvers.tandem.interaction import BLOCKED, DELIVERED
from solvers.tandem.kernel import joint
from solvers.tandem.space import Space

__all__ = ["BellmanReport", "check_table"]


class BellmanReport(NamedTuple):
    """What the pass found: states looked at, joint steps simulated, states that break the equation (the first few)
    and reachable states that a joint step leads out of the table's reachable part (0 in a complete table).
    """

    states: int
    steps: int
    wrong: tuple[int, ...]
    leaving: int


@compiled
def _pass(
    t: Ints, poses: Ints, materials: Ints, cost: Bytes, depth: Bytes, numbers: Ints, codes: Ints
) -> tuple[int, int, Ints]:
    """Steps simulated, states left, and the numbers of the states that break the equation."""
    actions = 6 + t[at.ITEMS]
    steps = leaving = 0
    wrong = np.zeros(numbers.shape[0], np.uint8)
    for n in range(numbers.shape[0]):
        best = FAR
        for chef in range(actions):
            if joint(t, codes[n], chef, 0)[1] == BLOCKED:  # the same as waiting
                continue
            for assistant in range(actions):
                new, first, second = joint(t, codes[n], chef, assistant)
                steps += 1
                if second == BLOCKED:
                    continue
                value = 0
                if first != DELIVERED and second != DELIVERED:
                    number = number_at(t, poses, materials, new)
                    if number < 0 or depth[number] == FAR:
                        leaving += 1
                        continue
                    value = cost[number]
                best = min(best, value)
        wrong[n] = cost[numbers[n]] != min(best + 1, FAR)
    return steps, leaving, numbers[wrong == 1]


def check_table(encoding: Encoding, space: Space, sample: NDArray[np.int64] | None = None) -> BellmanReport:
    """Check the delivery table on every reachable state, or on the state numbers in `sample`.

    Raises InputError where states are too wide for the kernel.
    """
    if encoding.material_bits + encoding.pose_bits > PACKED_BITS:
        raise InputError(f"order {encoding.recipe.order}: states of this domain are too wide for the kernel")
    numbers = np.flatnonzero(space.depth != FAR) if sample is None else sample
    pairs = int(space.poses.prod())
    low = (numbers % space.poses[1] << int(space.rules[at.POSE])) | numbers % pairs // space.poses[1]
    codes = space.materials[numbers // pairs] << int(space.rules[at.BOTH]) | low
    steps, leaving, wrong = _pass(space.rules, space.poses, space.materials, space.cost, space.depth, numbers, codes)
    return BellmanReport(len(numbers), steps, tuple(wrong[:10].tolist()), leaving)
