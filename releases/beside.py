"""A release beside the earlier one that its recipe names: no item again, overlap within bounds, the version due."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from releases.diff import Diff, comparable, diff_subjects, overlap_lines, version_fault
from releases.families.registry import families, family_of_config
from releases.layout import MANIFEST, read_manifest
from releases.markdown import table
from releases.reading import Subject, open_subject
from releases.work import Made, Refused, Unit
from schemas.canonical import sha256_bytes
from schemas.errors import InputError, ReleaseError
from schemas.files import read_bytes
from schemas.manifest import EarlierEntry
from schemas.recipes import Earlier, Recipe
from schemas.seen import Seen

__all__ = ["Beside", "EarlierRelease", "earlier_release"]


class Beside(NamedTuple):
    """What the comparison came to: the earlier release, and what the card says of it."""

    entry: EarlierEntry
    told: str


class EarlierRelease:
    """An earlier release, open: it keeps items of its own out of the new one, and is compared with it at the end."""

    def __init__(self, path: Path, bounds: Earlier) -> None:
        self._path, self._bounds = path, bounds
        self.subject = open_subject(path)
        if self.subject.damage or self.subject.faults:
            raise ReleaseError(f"{path}: it is damaged; `benchwright check {path}` says where")
        manifest = read_manifest(path)
        digest = sha256_bytes(read_bytes(path / MANIFEST))
        self.entry = EarlierEntry(name=manifest.name, version=manifest.version, manifest=digest)
        self._seen = Seen()
        for family in families() if not bounds.again else ():
            for record in self.subject.of(family):
                self._seen.add(f"{family.config} {family.likeness(record).about}", "there")

    def refuse(self, unit: Unit, made: Made) -> Refused | None:
        """Why an item can't join the new release: the earlier one has one about the same. None when it can."""
        family = family_of_config(unit.family)
        about = family.likeness(family.parse(made.item, str(unit))).about
        if self._seen.name_of(f"{family.config} {about}") is None:
            return None
        message = f"{self.entry.name} {self.entry.version} has an item about the same"
        return Refused(attempt=made.attempt, code="Earlier.same-item", message=message)

    def compare(self, recipe: Recipe, new: Subject) -> Beside:
        """The comparison. Raises ReleaseError for overlap beyond the bounds, or a version that doesn't go up enough."""
        names = (f"{self.entry.name} {self.entry.version}", f"{recipe.name} {recipe.version}")
        found = diff_subjects(self.subject, new, *names, bytes_differ=True)
        if recipe.name == self.entry.name and (wrong := version_fault(self.entry.version, recipe.version, found.due)):
            raise ReleaseError(f"{recipe.name}: {wrong}: change the recipe's version")
        for one in found.configs:
            overlap = one.overlap
            for bound, part, whole, what in (
                (self._bounds.pages, overlap.pages, overlap.all_pages, "of the pages visited were visited in"),
                (self._bounds.near, overlap.near or 0, overlap.items, "of the items nearly repeat the text of one of"),
            ):
                if part * 100 > bound * whole:
                    raise ReleaseError(
                        f"{recipe.name}: {one.config}: {part} of {whole} {what} {names[0]}, and the recipe bounds that "
                        f"to {bound} %: ask for fewer items, take another world or seed, or raise [earlier]"
                    )
        return Beside(self.entry, _told(found))


def earlier_release(recipe: Recipe) -> EarlierRelease | None:
    """The release that a recipe names, opened. Raises InputError where it isn't named or is no such release."""
    bounds = recipe.earlier
    if bounds is None:
        return None
    if bounds.release is None:
        raise InputError(
            f"the recipe {recipe.name} is to be kept apart from an earlier release: name it, --earlier DIR"
        )
    return EarlierRelease(Path(bounds.release), bounds)


def _told(found: Diff) -> str:
    rows = [
        (one.config, one.same, len(one.added), len(one.removed), len(one.changed), len(one.relabelled))
        for one in found.configs
    ]
    lines = [
        f"- **{one.config}**: {comparable(one)}; {'; '.join(overlap_lines(one.overlap))}." for one in found.configs
    ]
    columns = ("config", "the same", "added", "removed", "changed", "relabelled")
    return table(columns, rows) + "\n" + "\n".join(lines) + "\n"
