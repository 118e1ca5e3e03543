"""A constraint solver that gives the same answer every time it is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

__all__ = ["deterministic_solver"]


def deterministic_solver(effort: float) -> cp_model.CpSolver:
    """CP-SAT with one worker and a fixed seed. `effort` bounds its deterministic time: work done, not seconds.

    Another version of OR-Tools may find another solution.
    """
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.interleave_search = True
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = effort
    return solver
