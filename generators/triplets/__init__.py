"""Triplets from templates: the packaged library, a plan of cells and positions, and one pure draw an item."""

from __future__ import annotations

from generators.triplets.candidate import candidate, sample
from generators.triplets.check import check_template
from generators.triplets.config import Cell, SplitCount, TripletConfig, cells
from generators.triplets.instance import generate
from generators.triplets.library import LIBRARY, load_library, load_template

__all__ = [
    "LIBRARY",
    "Cell",
    "SplitCount",
    "TripletConfig",
    "candidate",
    "cells",
    "check_template",
    "generate",
    "load_library",
    "load_template",
    "sample",
]
