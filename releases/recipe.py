"""Reading a recipe: a TOML file or the name of a packaged one, refused in one line that names the key at fault."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, get_args

from pydantic import BaseModel, ValidationError

from schemas.canonical import sha256_bytes
from schemas.errors import InputError
from schemas.files import parse_toml, read_bytes
from schemas.recipes import Recipe

__all__ = [
    "RECIPES_FOLDER",
    "LoadedRecipe",
    "load_recipe",
    "packaged_recipes",
    "parse_recipe",
    "recipe_from",
    "with_earlier",
]

RECIPES_FOLDER = Path(__file__).resolve().parent / "recipes"


class LoadedRecipe(NamedTuple):
    """A recipe and the exact bytes it was read from, which the release keeps."""

    recipe: Recipe
    source: bytes

    @property
    def digest(self) -> str:
        """SHA-256 of the file's bytes."""
        return sha256_bytes(self.source)


def packaged_recipes() -> tuple[str, ...]:
    """The names of the recipes that come with Benchwright, sorted."""
    return tuple(sorted(path.stem for path in RECIPES_FOLDER.glob("*.toml")))


def load_recipe(name: str) -> LoadedRecipe:
    """The recipe of a file, or of a packaged name where no such file exists; paths in it count from its folder.

    Raises InputError: no such recipe, not TOML, a key that no recipe knows, or a value out of its bounds.
    """
    path = Path(name)
    if not path.is_file():
        packaged = RECIPES_FOLDER / f"{name.removesuffix('.toml')}.toml"
        if packaged.parent != RECIPES_FOLDER or not packaged.is_file():
            known = ", ".join(packaged_recipes())
            raise InputError(f"{name}: no such recipe file, and no packaged recipe of that name ({known})")
        path = packaged
    loaded = parse_recipe(read_bytes(path), name if path == Path(name) else path.name)
    return loaded._replace(recipe=_placed(loaded.recipe, path.resolve().parent))


def _placed(recipe: Recipe, folder: Path) -> Recipe:
    """The recipe with the files it names made absolute, and with the event at which its ledger stands now.

    Whatever is written to the ledger while a release is built changes nothing. Raises InputError when a file is not
    there.
    """
    bounds = recipe.earlier
    if bounds is not None and bounds.release is not None:
        placed = bounds.model_copy(update={"release": str(folder / bounds.release)})
        recipe = recipe.model_copy(update={"earlier": placed})
    asked = recipe.triplets
    if asked is None:
        return recipe
    changed: dict[str, str] = {}
    if asked.templates is not None:
        changed["templates"] = str(folder / asked.templates)
    if asked.ledger is not None:
        from releases.reviewed import pinned_head

        ledger = folder / asked.ledger
        changed |= {"ledger": str(ledger), "head": asked.head or pinned_head(ledger)}
    return recipe.model_copy(update={"triplets": asked.model_copy(update=changed)}) if changed else recipe


def with_earlier(loaded: LoadedRecipe, path: Path) -> LoadedRecipe:
    """The recipe with another earlier release than it names. Raises InputError for one that asks for none."""
    bounds = loaded.recipe.earlier
    if bounds is None:
        raise InputError(f"the recipe {loaded.recipe.name} has no [earlier]: it is compared with no release")
    placed = bounds.model_copy(update={"release": str(path.resolve())})
    return loaded._replace(recipe=loaded.recipe.model_copy(update={"earlier": placed}))


def parse_recipe(source: bytes, where: str) -> LoadedRecipe:
    """A recipe from its bytes; `where` names them in errors. Raises InputError as `load_recipe` does."""
    try:
        text = source.decode("utf-8")
        table = parse_toml(text, where)
        plain = json.dumps(table, allow_nan=False)
    except UnicodeDecodeError as error:
        raise InputError(f"{where}: byte {error.start}: not UTF-8") from error
    except (TypeError, ValueError) as error:
        raise InputError(f"{where}: a recipe holds text, integers, true, false, lists and tables only") from error
    return _recipe(plain, source, text, where)


def recipe_from(table: Mapping[str, object], where: str) -> LoadedRecipe:
    """A recipe that was never a file, from its keys; `where` says what gave them. Raises InputError."""
    plain = json.dumps(table, sort_keys=True)
    return _recipe(plain, plain.encode(), "", where)


def _recipe(plain: str, source: bytes, text: str, where: str) -> LoadedRecipe:
    try:
        return LoadedRecipe(Recipe.model_validate_json(plain), source)
    except ValidationError as error:
        raise InputError(f"{where}: {_explain(error, text)}") from error


def _explain(error: ValidationError, text: str) -> str:
    """The first fault in one line, an unknown key before any other: it is often the cause of the rest."""
    faults = error.errors(include_url=False)
    first = next((fault for fault in faults if fault["type"] == "extra_forbidden"), faults[0])
    path = first["loc"]
    place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")
    if first["type"] == "extra_forbidden":
        key = str(path[-1])
        known = _known_keys(path[:-1])
        near = difflib.get_close_matches(key, known, n=1, cutoff=0.5)
        advice = f"did you mean {near[0]!r}?" if near else f"known keys: {', '.join(known)}"
        return f"{_line(key, text)}unknown key {key!r}{_of(path[:-1])}: {advice}"
    message = first["msg"].removeprefix("Value error, ")
    return f"{place}: {message}" if place else message


def _known_keys(path: Sequence[str | int]) -> list[str]:
    """The keys of the table at a path of the recipe."""
    model: type[BaseModel] = Recipe
    for part in path:
        if isinstance(part, str) and part in model.model_fields:
            model = _model_within(model.model_fields[part].annotation) or model
    return sorted(model.model_fields)


def _model_within(annotation: object) -> type[BaseModel] | None:
    """The record inside an annotation such as `tuple[LegBatch, ...]` or `TripletBatch | None`."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for part in get_args(annotation) if (found := _model_within(part))), None)


def _of(path: Sequence[str | int]) -> str:
    match list(path):
        case []:
            return ""
        case [str(table), int(number), *rest]:
            return f" in [[{'.'.join([table, *map(str, rest)])}]] number {number + 1}"
        case parts:
            return f" in [{'.'.join(map(str, parts))}]"


def _line(key: str, text: str) -> str:
    """Where a key is written, as `line 7: `, when it is found."""
    pattern = re.compile(rf"^\s*(\[+\s*([\w.-]+\.)?)?[\"']?{re.escape(key)}[\"']?\s*(=|\]|\.)")
    for number, line in enumerate(text.splitlines(), start=1):
        if pattern.match(line):
            return f"line {number}: "
    return ""
