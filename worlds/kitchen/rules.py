"""A kitchen ready for use: layout, utensils and recipes from a TOML file, checked on load, with a digest."""

from __future__ import annotations

import difflib
import json
import tomllib
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from schemas.base import parse_record
from schemas.canonical import JSON, sha256_of
from schemas.errors import InputError
from schemas.files import read_bytes
from schemas.tandem import KitchenFile, TandemQuestion
from worlds.kitchen.layout import Layout, Station, build_layout
from worlds.kitchen.recipes import Recipe, build_recipe

__all__ = [
    "DEFAULT_KITCHEN",
    "Kitchen",
    "kitchen_of",
    "load_kitchen",
    "own_kitchen",
    "packaged_kitchen",
    "packaged_or_own",
    "read_kitchen",
]

DEFAULT_KITCHEN = "collab_overcooked"
_DATA = Path(__file__).parent / "data"
_RESERVED = frozenset({"counter", "ingredients", "dishes", "serve"})


class Kitchen(NamedTuple):
    """A kitchen's rules. `contents` is the most items that wait in one utensil; `verbs` the work of each kind.

    `file` is what it was made from, with nothing left to a base; `packaged` whether it comes with the package.
    """

    name: str
    contents: int
    layout: Layout
    verbs: dict[str, str]
    recipes: dict[str, Recipe]
    file: KitchenFile
    packaged: bool

    def recipe(self, order: str) -> Recipe:
        """The recipe of an order. Raises InputError that lists the nearest names, or all where none is near."""
        if order not in self.recipes:
            near = [name for name in self.recipes if order and (order in name or name in order)]
            near = near or difflib.get_close_matches(order, sorted(self.recipes), n=5, cutoff=0.5)
            known = ", ".join(near or sorted(self.recipes))
            raise InputError(f"kitchen {self.name}: no order is named {order!r}; there are {known}")
        return self.recipes[order]

    def station(self, name: str) -> Station:
        """A station by its name. Raises InputError that lists what there is."""
        for station in self.layout.stations:
            if station.name == name:
                return station
        known = ", ".join(station.name for station in self.layout.stations)
        raise InputError(f"kitchen {self.name}: no place is named {name!r}; there are {known}")

    def rules(self, order: str) -> dict[str, JSON]:
        """Everything that decides what can happen with one order, as plain JSON: the ground of every digest."""
        recipe = self.recipe(order)
        return {
            "contents": self.contents,
            "floor": [[*pose.at, pose.faces] for poses in self.layout.poses for pose in poses],
            "starts": [[*pose.at, pose.faces] for pose in self.layout.starts],
            "stations": [[s.name, s.kind, list(s.cell), list(s.users), s.utensil] for s in self.layout.stations],
            "recipe": [[s.utensil, list(s.takes), s.gives, s.time] for s in recipe.steps],
            "order": order,
            "plated": recipe.plated,
        }

    def own(self, order: str) -> KitchenFile | None:
        """The rules of one order as a file that stands by itself; None for a kitchen that comes with the package."""
        if self.packaged:
            return None
        return self.file.model_copy(update={"recipe": tuple(r for r in self.file.recipe if r.order == order)})

    def digest(self, order: str) -> str:
        """SHA-256 of the rules of one order in this kitchen."""
        return sha256_of(self.rules(order))


def read_kitchen(text: str | bytes, where: str) -> Kitchen:
    """A kitchen from the text of a TOML file.

    Raises InputError, one line that starts with `where`, for anything that isn't a kitchen, or that goes by the name
    of a packaged one.
    """
    file = _parse(text, where)
    _refuse_packaged_name(file, where)
    return _build(file, where)


def load_kitchen(name_or_path: str) -> Kitchen:
    """A packaged kitchen by its name, or a TOML file by its path (anything with a slash or ending in .toml)."""
    if "/" in name_or_path or name_or_path.endswith(".toml"):
        return read_kitchen(read_bytes(Path(name_or_path)), name_or_path)
    return packaged_kitchen(name_or_path)


@cache
def packaged_kitchen(name: str = DEFAULT_KITCHEN) -> Kitchen:
    """A kitchen that comes with the package. Raises InputError that lists them."""
    return _build(_packaged_file(name, name), f"kitchen {name}", packaged=True)


def own_kitchen(file: KitchenFile) -> Kitchen:
    """A kitchen of one's own. Raises InputError for one that can't be, or goes by the name of a packaged one."""
    _refuse_packaged_name(file)
    return _own(file.model_dump_json())


def _refuse_packaged_name(file: KitchenFile, where: str = "") -> None:
    if (_DATA / f"{file.name}.toml").is_file():
        raise InputError(
            f"{where or f'kitchen {file.name}'}: name: a kitchen named {file.name} comes with the package; give yours "
            "another name"
        )


@lru_cache(maxsize=64)
def _own(text: str) -> Kitchen:
    file = KitchenFile.model_validate_json(text)
    return _build(file, f"kitchen {file.name}")


def packaged_or_own(kitchen: str | KitchenFile) -> Kitchen:
    """The packaged kitchen of a name, or the kitchen of a file."""
    return packaged_kitchen(kitchen) if isinstance(kitchen, str) else own_kitchen(kitchen)


def kitchen_of(question: TandemQuestion) -> Kitchen:
    """The kitchen of a question. Raises InputError for one that doesn't come with the package or the record."""
    own = question.own_kitchen
    if own is not None and own.name != question.kitchen:
        raise InputError(f"kitchen {question.kitchen}: the record carries the rules of another one, {own.name}")
    return packaged_or_own(own or question.kitchen)


def _packaged_file(name: str, where: str) -> KitchenFile:
    known = sorted(path.stem for path in _DATA.glob("*.toml"))
    if name not in known:
        raise InputError(f"{where}: no kitchen named {name!r} comes with the package; there are {', '.join(known)}")
    return _parse((_DATA / f"{name}.toml").read_bytes(), f"kitchen {name}")


def _parse(text: str | bytes, where: str) -> KitchenFile:
    try:
        table = tomllib.loads(text if isinstance(text, str) else text.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise InputError(f"{where}: byte {error.start}: not UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{where}: not TOML: {error}") from error
    except RecursionError as error:
        raise InputError(f"{where}: not a kitchen: nested too deeply") from error
    try:
        return parse_record(KitchenFile, json.dumps(table, allow_nan=False), where)
    except (TypeError, ValueError) as error:
        raise InputError(f"{where}: a kitchen has no dates, times or infinite numbers") from error


def _build(file: KitchenFile, where: str, packaged: bool = False) -> Kitchen:
    base = _packaged_file(file.base, where) if file.base is not None else None
    if base is not None:
        file = KitchenFile(
            name=file.name,
            contents=base.contents if file.contents is None else file.contents,
            layout=file.layout or base.layout,
            utensils={**base.utensils, **file.utensils},
            recipe=tuple({r.order: r for r in (*base.recipe, *file.recipe)}.values()),
        )
    if file.layout is None:
        raise InputError(f"{where}: a kitchen needs a [layout], or base = the name of a kitchen that has one")
    if not file.recipe:
        raise InputError(f"{where}: a kitchen needs at least one [[recipe]]")
    reserved = sorted(_RESERVED & set(file.utensils))
    if reserved:
        raise InputError(f"{where}: {reserved[0]} is no name for a kind of utensil")
    contents = 3 if file.contents is None else file.contents
    layout = build_layout(file.layout, frozenset(file.utensils), where)
    recipes: dict[str, Recipe] = {}
    for record in file.recipe:
        if record.order in recipes:
            raise InputError(f"{where}: recipe {record.order} is there twice")
        recipe = build_recipe(record, file.utensils, contents, where)
        _check_stations(layout, recipe, where)
        recipes[record.order] = recipe
    verbs = {kind: file.utensils[kind].verb for kind in sorted(file.utensils)}
    return Kitchen(file.name, contents, layout, verbs, recipes, file, packaged)


def _check_stations(layout: Layout, recipe: Recipe, where: str) -> None:
    there = {station.utensil for station in layout.utensils}
    for step in recipe.steps:
        if step.utensil not in there:
            raise InputError(f"{where}: recipe {recipe.order} needs a {step.utensil}, and the layout has none")
    if recipe.plated and not any(station.kind == "dishes" for station in layout.stations):
        raise InputError(f"{where}: recipe {recipe.order} is plated, and the layout has no dishes")
