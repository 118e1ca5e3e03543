"""Files of one record a line: indexed by name, read line by line, and checked without stopping at a bad one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from worlds.record import WORLD, Damage

__all__ = ["Fault", "Lines", "line_faults"]


class Fault(NamedTuple):
    """Something in a recorded world that isn't as recorded.

    `line` counts from 1, 0 means the file as a whole. `name` is the page's title or the call's request digest, empty
    where the whole file is meant.
    """

    file: str
    line: int
    name: str
    message: str


class Line(NamedTuple):
    """Where a line is: its number from 1, and its bytes in the file."""

    number: int
    offset: int
    length: int


class Lines:
    """A file of lines, indexed by the name each seems to have; a line is read when it is asked for."""

    def __init__(self, path: Path, name_in: Callable[[bytes], str | None]) -> None:
        self.path = path
        self.by_name: dict[str, Line] = {}
        offset = 0
        for number, line in enumerate(self.all(), start=1):
            name = name_in(line)
            if name is not None:
                self.by_name.setdefault(name, Line(number, offset, len(line)))
            offset += len(line) + 1

    def all(self) -> Iterator[bytes]:
        """Every line without its line feed; none where the file is missing."""
        if self.path.is_file():
            with self.path.open("rb") as file:
                for line in file:
                    yield line.removesuffix(b"\n")

    def read(self, line: Line) -> bytes:
        """One line's bytes, without its line feed."""
        with self.path.open("rb") as file:
            file.seek(line.offset)
            return file.read(line.length)


def line_faults(
    lines: Lines, guess: Callable[[bytes], str | None], name_of: Callable[[bytes], str], listed: Collection[str] | None
) -> Iterator[Fault]:
    """Damaged, doubled, unlisted and missing lines of a file."""
    file = lines.path.name
    seen: set[str] = set()
    for number, line in enumerate(lines.all(), start=1):
        try:
            name = name_of(line)
        except Damage as damage:
            name = guess(line) or ""
            yield Fault(file, number, name, f"not as recorded: {damage}")
        else:
            if name in seen:
                yield Fault(file, number, name, "this line's name stands twice")
            elif listed is not None and name not in listed:
                yield Fault(file, number, name, f"{WORLD} doesn't list it")
        seen.add(name)
    for name in listed or ():
        if name not in seen:
            yield Fault(file, 0, name, f"missing, though {WORLD} lists it")
