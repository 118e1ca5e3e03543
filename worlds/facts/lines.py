"""Line and column of a page's source against its character offsets, both ways."""

from __future__ import annotations

import re
from bisect import bisect_right

__all__ = ["LineStarts"]


class LineStarts:
    """Where each line of a text starts; lines are counted from 1, as Python's HTML tokenizer counts them."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def offset(self, line: int, column: int) -> int:
        """The offset of a line's column, counted from 0."""
        return self._starts[line - 1] + column

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1]
