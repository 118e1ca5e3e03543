"""Legs: planned backwards from the finish, walked along links, measured, and put into words."""

from __future__ import annotations

from generators.legs.candidate import Candidate, candidate, target_digit, world_pools
from generators.legs.levels import LEVELS, LegConfig, Range, config_for

__all__ = ["LEVELS", "Candidate", "LegConfig", "Range", "candidate", "config_for", "target_digit", "world_pools"]
