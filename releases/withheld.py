"""The public half of a private test: questions without answers, and a commitment to what the maintainer keeps."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import shutil
from pathlib import Path

import pyarrow as pa

from releases.croissant import write_croissant
from releases.families.base import Family
from releases.families.registry import families
from releases.hashing import entries, write_manifest
from releases.journal import work_folder
from releases.layout import CANARY, CARD, KEY, is_release, read_manifest
from releases.reading import Subject, item_id, open_subject
from releases.stage import put_in_place, refuse_taken, stage_folder
from releases.tables import SHARD_BYTES, Row, Shards
from releases.withheld_card import PublicFacts, public_card
from schemas.canonical import canonical_bytes
from schemas.errors import InputError, ReleaseError
from schemas.files import read_bytes, write_atomically
from schemas.manifest import Commitment, Manifest, SplitEntry

__all__ = [
    "PRIVATE",
    "carry_key",
    "commit",
    "key_of",
    "own_names",
    "public_config",
    "public_id",
    "public_rows",
    "withhold",
]

PRIVATE = "_private"
KEY_BYTES = 32
SHARED_SCHEMAS = ("finding", "manifest")


def public_config(family: Family) -> str:
    """What a family's config is called in the public half."""
    return f"{family.config}{PRIVATE}"


def public_table(family: Family) -> pa.Schema:
    """The columns of a family's public config: those it names as fit to be shown, and the canary."""
    table = family.table()
    return pa.schema([table.field(name) for name in (*family.shown, "canary")])


def public_id(key: bytes, name: str) -> str:
    """What an item goes by in public: its own id is a digest of its answer too, and would let guesses be tried."""
    family, _, _ = name.rpartition("-")
    return f"{family}-{hmac.new(key, name.encode(), hashlib.sha256).hexdigest()[:20]}"


def public_rows(subject: Subject, family: Family, split: str, key: bytes) -> list[Row]:
    """The rows of a split's public half, by their ids: the maintainer's order would tell which belong together."""
    rows: list[Row] = []
    for record in subject.of(family):
        row = family.row(record)
        if row["split"] == split:
            shown = {name: row[name] for name in (*family.shown, "canary")}
            rows.append({**shown, "id": public_id(key, item_id(record))})
    return sorted(rows, key=lambda row: str(row["id"]))


def commit(key: bytes, manifest: Manifest) -> Commitment:
    """The commitment to everything that a maintainer's manifest lists."""
    value = hmac.new(key, canonical_bytes(manifest), hashlib.sha256).hexdigest()
    return Commitment(algorithm="HMAC-SHA-256", of="manifest.json", value=value)


def key_of(folder: Path) -> bytes:
    """The key in a maintainer's folder. Raises InputError where there is none, or no such key."""
    path = folder / KEY
    if not path.is_file():
        raise InputError(f"{folder}: it has no {KEY}; `benchwright withhold {folder} -o DIR` makes one")
    text = read_bytes(path).strip()
    try:
        key = bytes.fromhex(text.decode())
    except ValueError as error:
        raise InputError(f"{path}: not {2 * KEY_BYTES} hexadecimal digits") from error
    if len(key) != KEY_BYTES:
        raise InputError(f"{path}: not {2 * KEY_BYTES} hexadecimal digits")
    return key


def carry_key(old: Path, new: Path) -> None:
    """Copy a maintainer's key into the folder that takes the place of theirs, so that its commitment can be kept."""
    if (old / KEY).is_file():
        _write_key(new / KEY, (old / KEY).read_bytes())


def own_names(subject: Subject) -> dict[str, str]:
    """The items' own ids by their public ones; none for what is no maintainer's folder, or one without a key yet."""
    private = subject.manifest is not None and subject.manifest.variant == "maintainer"
    if not private or not (subject.path / KEY).is_file():
        return {}
    key = key_of(subject.path)
    return {public_id(key, name): name for name in (item_id(item.record) for item in subject.items)}


def withhold(maintainer: Path, out: Path, force: bool = False) -> Manifest:
    """Write the public half of a maintainer's folder to `out`; the key is made on first use and stays where it is.

    Raises InputError for a folder that is no maintainer's or an output that can't be replaced, ReleaseError for a
    folder that is damaged.
    """
    subject = open_subject(maintainer)
    manifest = subject.manifest
    if manifest is None or manifest.variant != "maintainer":
        raise InputError(f"{maintainer}: not a private test; make one from a recipe with private = true")
    if subject.damage or subject.faults:
        raise ReleaseError(f"{maintainer}: it is damaged; `benchwright check {maintainer}` says where")
    refuse_taken(out, force, is_release, lambda folder: _is_half_of(folder, manifest))
    if not (maintainer / KEY).is_file():
        _write_key(maintainer / KEY, secrets.token_bytes(KEY_BYTES).hex().encode() + b"\n")
    work = work_folder(out.absolute())
    work.mkdir(parents=True, exist_ok=True)
    try:
        stage = stage_folder(work)
        made = _write(subject, manifest, stage, key_of(maintainer))
        put_in_place(stage, out.absolute())
    finally:
        shutil.rmtree(work)
    return made


def _write(subject: Subject, manifest: Manifest, folder: Path, key: bytes) -> Manifest:
    splits: list[SplitEntry] = []
    about = {"canary": manifest.canary, "release": f"{manifest.name} {manifest.version}"}
    made = [family for family in families() if subject.of(family)]
    for family in made:
        for entry in (entry for entry in manifest.splits if entry.config == family.config):
            config = public_config(family)
            with Shards(folder / "data" / config, entry.split, public_table(family), about, SHARD_BYTES) as shards:
                for row in public_rows(subject, family, entry.split, key):
                    shards.add(row)
            splits.append(entry.model_copy(update={"config": config, "shards": shards.count}))
    shutil.copytree(subject.path / "scoring", folder / "scoring")
    shutil.copyfile(subject.path / CANARY, folder / CANARY)
    (folder / "schemas").mkdir()
    for name in SHARED_SCHEMAS:
        shutil.copyfile(subject.path / "schemas" / f"{name}.schema.json", folder / "schemas" / f"{name}.schema.json")
    world = manifest.world.model_copy(update={"digest": None}) if manifest.world else None
    hidden = {"variant": "public", "seed": None, "recipe": None, "commitment": commit(key, manifest), "world": world}
    public = Manifest.model_validate(
        manifest.model_copy(update={**hidden, "earlier": None, "splits": tuple(splits), "files": ()}).model_dump()
    )
    if subject.recipe is None:
        raise ReleaseError(f"{subject.path}: its recipe can't be read")
    facts = PublicFacts(public, subject.recipe.title, subject.recipe.licence, tuple(made))
    write_atomically(folder / CARD, public_card(facts).encode())
    write_croissant(folder, public, subject.recipe.title, facts.licence, subject.recipe.published)
    public = public.model_copy(update={"files": entries(folder)})
    write_manifest(folder, public)
    return public


def _is_half_of(folder: Path, manifest: Manifest) -> bool:
    """Whether a folder is the public half of an earlier making of the same release."""
    if not is_release(folder):
        return False
    there = read_manifest(folder)
    return (there.variant, there.name, there.version) == ("public", manifest.name, manifest.version)


def _write_key(path: Path, text: bytes) -> None:
    """Write a key so that nobody else on this machine can read it."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise InputError(f"{path}: can't be written: {error.strerror or error}") from error
    with os.fdopen(descriptor, "wb") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
