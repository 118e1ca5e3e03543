"""Freezing: everything that stands around a release's items, and the manifest over all of it."""

from __future__ import annotations

import shutil
from pathlib import Path

from releases.attribution import attribution, needs_attribution
from releases.beside import Beside
from releases.card import CardFacts, card
from releases.check import Report
from releases.content import Batch
from releases.croissant import write_croissant
from releases.families.base import Family
from releases.families.registry import families
from releases.hashing import entries, write_manifest
from releases.layout import ATTRIBUTION, CANARY, CARD, PLOTS, RECIPE, REVIEW, WORLD
from releases.licences import hub_licence
from releases.plots import draw
from releases.reading import Subject
from releases.recipe import LoadedRecipe
from releases.recording import sources
from schemas.canonical import canonical_bytes
from schemas.files import write_atomically
from schemas.manifest import Manifest, SplitEntry, WorldEntry
from schemas.publish import schema_path
from schemas.worlds import WorldRecord

__all__ = ["freeze"]

SHARED_SCHEMAS = ("finding", "manifest", "recipe", "rejection")


def freeze(
    subject: Subject, loaded: LoadedRecipe, code_version: str, batch: Batch, splits: tuple[SplitEntry, ...],
    world: WorldRecord | None, report: Report, beside: Beside | None,
) -> Manifest:  # fmt: skip
    """Write card, schemas, scoring, canary and recipe around the content, and then the manifest.

    `beside` is what the comparison with an earlier release came to.
    """
    folder, recipe = subject.path, loaded.recipe
    made = [family for family in families() if batch.of(family)]
    unreviewed = any(getattr(item.record, "status", None) == "draft" for item in subject.items)
    entry = None
    if world is not None:
        entry = WorldEntry(name=world.name, version=world.version, fictional=world.fictional, digest=world.digest)
    write_atomically(folder / RECIPE, loaded.source)
    write_atomically(folder / CANARY, _canary(recipe.canary))
    for name in (*SHARED_SCHEMAS, *(family.item for family in made)):
        _copy_schema(name, folder / "schemas")
    for family in made:
        _copy_schema(family.prediction, folder / "scoring")
        for name, data in family.scoring_files(recipe.canary).items():
            write_atomically(folder / "scoring" / name, data)
    write_atomically(folder / "scoring" / "README.md", _scoring(recipe.canary, made))
    review = None
    if recipe.triplets is not None and recipe.triplets.ledger is not None:
        from releases.reviewed import review_record

        review = review_record(recipe)
        write_atomically(folder / REVIEW, canonical_bytes(review) + b"\n")
        _copy_schema("review", folder / "schemas")
    used = sources(folder / WORLD) if world is not None else ()
    attributed = bool(used) and needs_attribution(used[0])
    if attributed:
        write_atomically(folder / ATTRIBUTION, attribution(folder / WORLD, used[0], recipe.canary))
    made_card = card(
        CardFacts(
            recipe=recipe,
            code_version=code_version,
            world=entry,
            splits=splits,
            batch=batch,
            subject=subject,
            report=report,
            sources=used,
            unreviewed=unreviewed,
            review=review,
            earlier=beside.entry if beside else None,
            overlap=beside.told if beside else "",
            attributed=attributed,
        )
    )
    write_atomically(folder / CARD, made_card.text.encode())
    for plot in made_card.plots:
        write_atomically(folder / PLOTS / f"{plot.name}.svg", draw(plot, recipe.canary))
    manifest = Manifest(
        format="benchwright-release-1",
        name=recipe.name,
        version=recipe.version,
        variant="maintainer" if recipe.private else "open",
        seed=recipe.seed,
        canary=recipe.canary,
        recipe=loaded.digest,
        code_version=code_version,
        unreviewed=unreviewed,
        earlier=beside.entry if beside else None,
        commitment=None,
        world=entry,
        splits=splits,
        files=(),
    )
    write_croissant(folder, manifest, recipe.title, hub_licence(recipe.licence, used), recipe.published)
    manifest = manifest.model_copy(update={"files": entries(folder)})
    write_manifest(folder, manifest)
    return manifest


def _copy_schema(name: str, folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    shutil.copyfile(schema_path(name), folder / schema_path(name).name)


def _canary(guid: str) -> bytes:
    return f"This folder holds benchmark data. Please keep it out of training corpora.\nCanary GUID: {guid}\n".encode()


def _scoring(guid: str, made: list[Family]) -> bytes:
    parts = ["# Predictions", "One JSON object a line, one line an item."]
    for family in made:
        parts += [f"## {family.config.capitalize()}: `{family.prediction}.schema.json`", family.instructions]
    return ("\n\n".join([*parts, f"Canary GUID: {guid}"]) + "\n").encode()
