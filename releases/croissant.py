"""`croissant.json`: a release's files and columns as MLCommons Croissant describes them, for any tool to read.

Written as plain JSON-LD (the Croissant 1.1 specification); the `record` column holds what nested columns say, so those
are left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from releases.card_use import citation
from releases.hashing import file_digest
from releases.layout import CROISSANT
from releases.licences import licence_url
from releases.tables import shards
from schemas.canonical import JSON
from schemas.files import write_atomically
from schemas.manifest import Manifest, SplitEntry

__all__ = ["write_croissant"]

CONTEXT: dict[str, JSON] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "arrayShape": "cr:arrayShape",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "containedIn": "cr:containedIn",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "description": {"@container": "@language"},
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isArray": "cr:isArray",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "name": {"@container": "@language"},
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
"""The specification's own, as every Croissant file has it."""

PARQUET = "application/x-parquet"


def write_croissant(folder: Path, manifest: Manifest, title: str, licence: str, published: str | None = None) -> None:
    """Write a release's Croissant file, after its tables are there; `published` is a day (ISO 8601), if it is known."""
    plain: dict[str, JSON] = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.1",
        "name": manifest.name,
        "description": f"{title}. Canary GUID: {manifest.canary}",
        "version": manifest.version,
        **({} if published is None else {"datePublished": published}),
        "license": licence_url(licence),
        "inLanguage": "en",
        "keywords": ["benchmark", "agents", "benchwright"],
        "citeAs": citation(manifest.name, manifest.version, title, manifest.code_version),
        "creator": {"@type": "Organization", "name": "The makers of this release, with Benchwright"},
        "distribution": [_file(folder, path) for entry in manifest.splits for path in _shards(folder, entry)],
        "recordSet": [one for entry in manifest.splits for one in _record_sets(folder, entry)],
    }
    write_atomically(folder / CROISSANT, (json.dumps(plain, indent=1, ensure_ascii=False) + "\n").encode())


def _file(folder: Path, path: Path) -> dict[str, JSON]:
    """A shard with its size and digest, which readers check."""
    name = path.relative_to(folder).as_posix()
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "contentUrl": name,
        "contentSize": f"{path.stat().st_size} B",
        "encodingFormat": PARQUET,
        "sha256": file_digest(path),
    }


def _record_sets(folder: Path, entry: SplitEntry) -> Iterator[dict[str, JSON]]:
    """The records of a split: a set by the split's name, or one a shard where there are several."""
    paths = _shards(folder, entry)
    for number, path in enumerate(paths):
        name = f"{entry.config}-{entry.split}" + (f"-{number:05d}" if len(paths) > 1 else "")
        part = f", part {number + 1} of {len(paths)}" if len(paths) > 1 else f": {entry.items} items"
        file = path.relative_to(folder).as_posix()
        yield {
            "@type": "cr:RecordSet",
            "@id": name,
            "name": name,
            "description": f"The split {entry.split} of the config {entry.config}{part}.",
            "key": {"@id": f"{name}/id"},
            "field": [_field(name, file, field) for field in pq.read_schema(path) if _type(field.type)],
        }


def _field(name: str, file: str, field: pa.Field) -> dict[str, JSON]:
    made: dict[str, JSON] = {
        "@type": "cr:Field",
        "@id": f"{name}/{field.name}",
        "name": f"{name}/{field.name}",
        "dataType": _type(field.type),
        "source": {"fileObject": {"@id": file}, "extract": {"column": field.name}},
    }
    return {**made, "isArray": True, "arrayShape": "-1"} if pa.types.is_list(field.type) else made


def _type(found: pa.DataType) -> str:
    """The data type of a column; nothing for one that is nested deeper."""
    if pa.types.is_list(found):
        return "" if pa.types.is_list(found.value_type) else _type(found.value_type)
    if pa.types.is_string(found):
        return "sc:Text"
    if pa.types.is_integer(found):
        return "sc:Integer"
    return "sc:Boolean" if pa.types.is_boolean(found) else ""


def _shards(folder: Path, entry: SplitEntry) -> list[Path]:
    return shards(folder / "data" / entry.config, entry.split)
