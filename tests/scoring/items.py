"""Triplets for tests of scoring, exports, splits and panels: one packaged template a cell, which stay the same."""

from __future__ import annotations

from tests.triplets.making import made

__all__ = ["made"]
