"""A second scorer after the published one's rules, to compare ours with and to score our export by.

It finds "so the final answer is:" in the lower-cased text but splits the original case, strips commas, and takes the
last match of an optional sign with a decimal, or of bare digits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

__all__ = ["upstream_number", "upstream_right"]

MARK = "so the final answer is:"


def upstream_number(text: str) -> float | None:
    """The number that the published scorer reads; None where it finds none."""
    if MARK in text.lower():
        text = text.rsplit(MARK, maxsplit=1)[-1]
    found = re.findall(r"[-+]?\d*\.\d+|\d+", text.replace(",", ""))
    return float(found[-1]) if found else None


def upstream_right(row: Mapping[str, str], kind: str, text: str) -> bool:
    """Whether the published scorer takes an answer to a numeric question of a row as right."""
    return upstream_number(text) == float(row[f"answer_{kind}"])
