"""The published JSON Schemas (draft 2020-12), generated from the records and committed in `schemas/json/`.

`python -m schemas.publish` writes them again after a record has changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, cast

import jsonschema_rs

from schemas.base import Record
from schemas.canonical import JSON
from schemas.files import write_atomically
from schemas.findings import Finding
from schemas.legs import Leg
from schemas.manifest import Manifest
from schemas.mended import MendedLeg
from schemas.predictions import LegPrediction, LoggedCall, TandemPrediction, TripletPrediction
from schemas.recipes import Recipe
from schemas.rejections import Rejection
from schemas.reviews import ReviewRecord
from schemas.tandem import TandemQuestion, TandemVerification
from schemas.triplets import Template, Triplet
from schemas.worlds import CrawlRecord, PageRecord, WorldRecord

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

__all__ = ["FOLDER", "PUBLISHED", "faults", "schema_bytes", "schema_path"]

FOLDER = Path(__file__).resolve().parent / "json"

PUBLISHED: dict[str, type[Record]] = {
    "crawl": CrawlRecord,
    "finding": Finding,
    "leg": Leg,
    "leg-prediction": LegPrediction,
    "logged-call": LoggedCall,
    "manifest": Manifest,
    "mended_leg": MendedLeg,
    "recipe": Recipe,
    "page": PageRecord,
    "rejection": Rejection,
    "review": ReviewRecord,
    "tandem": TandemQuestion,
    "tandem-prediction": TandemPrediction,
    "tandem_verification": TandemVerification,
    "template": Template,
    "triplet": Triplet,
    "triplet-prediction": TripletPrediction,
    "world": WorldRecord,
}
"""Each published schema's name and the record it is generated from."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_bytes(name: str) -> bytes:
    """The schema of a published record as its file holds it: indented JSON, keys in order, one final newline."""
    model = PUBLISHED[name]
    made = {"$schema": DIALECT, "$id": f"urn:benchwright:schema:{name}", **model.model_json_schema()}
    return (json.dumps(made, indent=2, ensure_ascii=False, sort_keys=True) + "\n").encode()


def schema_path(name: str) -> Path:
    """Where a published schema's committed file is."""
    return FOLDER / f"{name}.schema.json"


def faults(name: str, value: JSON, limit: int = 5) -> Iterator[str]:
    """What a value breaks of a published schema, as `place: what is wrong`, the most telling first.

    The compiled validator judges first, a hundred times as fast; jsonschema judges what that refuses, and words it.
    What only the compiled one refuses (a text that ends in a line break after all that `$` allows) is refused in its
    words.
    """
    quick = _quick_validator(name)
    if quick.is_valid(value):
        return
    from jsonschema.exceptions import relevance

    found = sorted(_validator(name).iter_errors(value), key=relevance, reverse=True)
    for error in found[:limit]:
        place = error.json_path.removeprefix("$").removeprefix(".") or "the whole record"
        yield f"{place}: {error.message[:300]}"
    if not found:
        for refused in islice(quick.iter_errors(value), limit):
            place = ".".join(map(str, refused.instance_path)) or "the whole record"
            yield f"{place}: {refused.message[:300]}"


@cache
def _quick_validator(name: str) -> jsonschema_rs.Draft202012Validator:
    schema = json.loads(schema_path(name).read_bytes())
    return jsonschema_rs.Draft202012Validator(schema, validate_formats=True)


@cache
def _validator(name: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator, FormatChecker  # loading it compiles grammars: a second

    schema = cast("dict[str, object]", json.loads(schema_path(name).read_bytes()))
    return Draft202012Validator(schema, format_checker=FormatChecker())


def main() -> None:
    """Write every published schema."""
    for name in PUBLISHED:
        write_atomically(schema_path(name), schema_bytes(name))


if __name__ == "__main__":
    main()
