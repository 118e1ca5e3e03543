"""The kitchen's geometry: cells, stations, the two cooks' regions and the poses each cook can take."""

from __future__ import annotations

from collections import deque
from typing import Literal, NamedTuple, TypeAlias, get_args

from schemas.errors import InputError
from schemas.tandem import CookName, Facing, LayoutRecord

__all__ = ["COOKS", "DIRECTIONS", "Cell", "Layout", "Pose", "Station", "StationKind", "build_layout"]

Cell: TypeAlias = tuple[int, int]
StationKind: TypeAlias = Literal["counter", "ingredients", "dishes", "serve", "utensil"]

COOKS: tuple[CookName, CookName] = ("chef", "assistant")
DIRECTIONS: dict[Facing, Cell] = {"north": (0, -1), "south": (0, 1), "east": (1, 0), "west": (-1, 0)}


class Pose(NamedTuple):
    """Where a cook stands and which way it looks."""

    at: Cell
    faces: Facing

    @property
    def ahead(self) -> Cell:
        """The cell that the cook looks at, the one it interacts with."""
        return moved(self.at, self.faces)


class Station(NamedTuple):
    """Anything a cook can interact with. `users` says which of the two cooks (0 Chef, 1 Assistant) reach it;
    `utensil` is the kind of a utensil and empty otherwise; `slot` counts counters and utensils apart.
    """

    name: str
    kind: StationKind
    cell: Cell
    users: tuple[int, ...]
    utensil: str
    slot: int


class Layout(NamedTuple):
    """A checked layout. `poses` holds, for each cook, every reachable pose in a fixed order (row, column,
    north-south-east-west); `starts` the two starting poses; only stations that somebody reaches are kept.
    """

    grid: tuple[str, ...]
    stations: tuple[Station, ...]
    poses: tuple[tuple[Pose, ...], tuple[Pose, ...]]
    starts: tuple[Pose, Pose]

    @property
    def counters(self) -> tuple[Station, ...]:
        """The counters in the order of their slots."""
        return tuple(station for station in self.stations if station.kind == "counter")

    @property
    def utensils(self) -> tuple[Station, ...]:
        """The utensils in the order of their slots."""
        return tuple(station for station in self.stations if station.kind == "utensil")

    def station_at(self, cell: Cell) -> Station | None:
        """The station in a cell, or None for floor, walls and whatever nobody reaches."""
        return next((station for station in self.stations if station.cell == cell), None)

    def turn(self, pose: Pose, towards: Facing) -> Pose:
        """The pose after a move: one cell on if that is floor, else turned in place."""
        target = moved(pose.at, towards)
        return Pose(target if is_floor(self.grid, target) else pose.at, towards)


def moved(cell: Cell, towards: Facing) -> Cell:
    """The neighbouring cell."""
    step = DIRECTIONS[towards]
    return cell[0] + step[0], cell[1] + step[1]


def is_floor(grid: tuple[str, ...], cell: Cell) -> bool:
    """Whether a cook can stand in a cell; everything outside the grid is wall."""
    x, y = cell
    return 0 <= y < len(grid) and 0 <= x < len(grid[y]) and grid[y][x] in ".12"


def build_layout(record: LayoutRecord, kinds: frozenset[str], where: str) -> Layout:
    """Check a layout and work out regions, poses and names. `kinds` are the known kinds of utensil.

    Raises InputError, in one line that starts with `where`, for a ragged grid, a missing or doubled cook or
    station, an unknown letter, regions that join (no collision rule is defined), a counter drawn as shared that
    isn't, and a kitchen without ingredients or a place to serve.
    """
    grid = record.grid
    cells = _read_grid(record, where)
    starts = (Pose(cells["1"][0], record.chef_faces), Pose(cells["2"][0], record.assistant_faces))
    regions = tuple(_region(grid, start.at) for start in starts)
    joint = sorted(regions[0] & regions[1])
    if joint:
        raise InputError(
            f"{where}: the cooks' regions join at cell {joint[0]}; no collision rule is defined, so keep them apart"
        )
    users = {
        cell: tuple(cook for cook in (0, 1) if any(moved(cell, way) in regions[cook] for way in get_args(Facing)))
        for letter, found in cells.items()
        if letter not in "12"
        for cell in found
    }
    for cell in cells.get("#", ()):
        if users[cell] != (0, 1):
            raise InputError(f"{where}: the counter at {cell} is drawn as shared (#), but both cooks can't reach it")
    stations = _stations(record, cells, users, kinds, where)
    poses = (_poses(grid, starts[0]), _poses(grid, starts[1]))
    return Layout(grid, stations, poses, starts)


def _read_grid(record: LayoutRecord, where: str) -> dict[str, list[Cell]]:
    grid = record.grid
    cells: dict[str, list[Cell]] = {}
    for y, row in enumerate(grid):
        if len(row) != len(grid[0]):
            raise InputError(f"{where}: row {y} of the grid has {len(row)} cells, the first row has {len(grid[0])}")
        for x, letter in enumerate(row):
            cells.setdefault(letter, []).append((x, y))
    for letter, cook in (("1", "Chef"), ("2", "Assistant")):
        if len(cells.get(letter, ())) != 1:
            raise InputError(f"{where}: the grid needs exactly one {letter}, where the {cook} starts")
    cells.pop(".", None)
    cells.pop("=", None)
    for letter, found in sorted(cells.items()):
        if letter in "12X#":
            continue
        if letter not in record.stations:
            raise InputError(f"{where}: the grid has {letter!r} at {found[0]}, but layout.stations doesn't explain it")
        if len(found) > 1:
            raise InputError(f"{where}: two stations are marked {letter} ({found[0]}, {found[1]}); give each a letter")
    for letter in sorted(record.stations):
        if letter not in cells:
            raise InputError(f"{where}: layout.stations explains {letter!r}, but the grid doesn't have it")
    return cells


def _region(grid: tuple[str, ...], start: Cell) -> frozenset[Cell]:
    seen = {start}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        for way in DIRECTIONS:
            new = moved(cell, way)
            if new not in seen and is_floor(grid, new):
                seen.add(new)
                queue.append(new)
    return frozenset(seen)


def _poses(grid: tuple[str, ...], start: Pose) -> tuple[Pose, ...]:
    layout = Layout(grid, (), ((), ()), (start, start))
    seen = {start}
    queue = deque([start])
    while queue:
        pose = queue.popleft()
        for way in DIRECTIONS:
            new = layout.turn(pose, way)
            if new not in seen:
                seen.add(new)
                queue.append(new)
    ways = list(DIRECTIONS)
    return tuple(sorted(seen, key=lambda pose: (pose.at[1], pose.at[0], ways.index(pose.faces))))


def _stations(
    record: LayoutRecord,
    cells: dict[str, list[Cell]],
    users: dict[Cell, tuple[int, ...]],
    kinds: frozenset[str],
    where: str,
) -> tuple[Station, ...]:
    made: list[Station] = []
    for name, cell in _counter_names(record, cells, users, where):
        made.append(Station(name, "counter", cell, users[cell], "", len(made)))
    letters = {kind: [x for x in sorted(record.stations) if record.stations[x] == kind] for kind in kinds}
    utensils = 0
    for letter in sorted(record.stations, key=lambda x: (cells[x][0][1], cells[x][0][0])):
        means, cell = record.stations[letter], cells[letter][0]
        if not users[cell]:
            raise InputError(f"{where}: nobody can reach {means} ({letter}) at {cell}")
        if means in {"ingredients", "dishes", "serve"}:
            made.append(Station(means, _plain_kind(means), cell, users[cell], "", 0))
        elif means in kinds:
            name = means if len(letters[means]) == 1 else f"{means} {letter}"
            made.append(Station(name, "utensil", cell, users[cell], means, utensils))
            utensils += 1
        else:
            raise InputError(f"{where}: station {letter} is a {means}, and [utensils] has no such kind")
    for needed in ("ingredients", "serve"):
        if not any(station.kind == needed for station in made):
            raise InputError(f"{where}: the kitchen has no station for {needed}")
    for kind in ("ingredients", "dishes", "serve"):
        if sum(station.kind == kind for station in made) > 1:
            raise InputError(f"{where}: the kitchen has more than one station for {kind}")
    return tuple(made)


def _plain_kind(means: str) -> StationKind:
    return "ingredients" if means == "ingredients" else "dishes" if means == "dishes" else "serve"


def _counter_names(
    record: LayoutRecord, cells: dict[str, list[Cell]], users: dict[Cell, tuple[int, ...]], where: str
) -> list[tuple[str, Cell]]:
    """Names of the counters that somebody reaches: shared ones first, then by name."""
    drawn = sorted(cells.get("X", []) + cells.get("#", []), key=lambda cell: (cell[1], cell[0]))
    names: dict[Cell, str] = {}
    for name, cell in record.counters.items():
        if cell not in drawn:
            raise InputError(f"{where}: counter {name} is said to be at {cell}, where the grid has no counter")
        if not users[cell]:
            raise InputError(f"{where}: counter {name} at {cell} can't be reached by anybody")
        if cell in names:
            raise InputError(f"{where}: the counter at {cell} has two names, {names[cell]} and {name}")
        names[cell] = name
    for cell in drawn:
        if users[cell] and cell not in names:
            letter = "S" if len(users[cell]) == 2 else "C" if users[cell] == (0,) else "A"
            names[cell] = next(name for n in range(1, 99) if (name := f"{letter}{n}") not in names.values())
    return sorted(((name, cell) for cell, name in names.items()), key=lambda row: (len(users[row[1]]) != 2, row[0]))
