"""Building: admit items, record their world, check and replay what was written, and only then put it in its place."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from pathlib import Path
from typing import NamedTuple

from releases.admission import Admitted, Attempt, Turned, admit, all_units
from releases.check import Report, check_subject
from releases.content import Batch, write_jsonl, write_rejected, write_tables
from releases.families.registry import families
from releases.freeze import freeze
from releases.journal import Journal, work_folder
from releases.layout import WORLD, is_release
from releases.progress import QUIET, Progress
from releases.reading import Subject, item_id, open_subject
from releases.recipe import LoadedRecipe
from releases.recording import opened, record
from releases.replay import replay_subject
from releases.stage import put_in_place, refuse_taken, same_release, stage_folder
from releases.work import Job, Refused
from releases.workshop import Workshop
from schemas.canonical import canonical_bytes, dump, sha256_of
from schemas.errors import BenchwrightError, InputError, ReleaseError, RemoteError
from schemas.findings import Finding
from schemas.recipes import Recipe
from schemas.worlds import WorldRecord
from worlds.world import World

__all__ = ["Built", "Order", "build_file", "build_folder", "build_release", "full_spec"]

ROUNDS = 50
"""How often items that fail the checks of the recorded world may send a build back before it gives up."""


class Order(NamedTuple):
    """What to build and with whom. `ahead` is how many units are tried before their turn."""

    loaded: LoadedRecipe
    world: str | None
    out: Path
    code_version: str
    force: bool = False
    executor: Executor | None = None
    ahead: int = 0
    progress: Progress = QUIET


class Built(NamedTuple):
    """What a build made."""

    out: Path
    batch: Batch
    report: Report


class Staged(NamedTuple):
    """One pass, written down and checked."""

    folder: Path
    batch: Batch
    report: Report
    world: WorldRecord | None


def build_release(order: Order) -> Built:
    """Build a release folder.

    Killed at any time and run again it goes on, and ends with the same bytes. Raises InputError when recipe, world
    or output can't be used, and ReleaseError when what was made fails its own checks.
    """
    world = _world(order)
    made_in = f"{world.name} {world.version}" if world else None
    refuse_taken(order.out, order.force, is_release, same_release(order.loaded.digest, made_in))

    def finish(staged: Staged) -> Path:
        recipe = order.loaded.recipe
        splits = write_tables(staged.folder, recipe, staged.batch)
        freeze(staged.folder, order.loaded, order.code_version, staged.batch, splits, staged.world, staged.report)
        last = check_subject(open_subject(staged.folder), rules=False)
        _refuse_faults(last.critical)
        return staged.folder

    return _build(order, world, finish)


def build_folder(order: Order) -> Built:
    """Build a folder of JSONL files with `rejected.jsonl` and `world/`, without anything said about it."""
    world = _world(order)

    def ours(folder: Path) -> bool:
        return any((folder / f"{family.config}.jsonl").is_file() for family in families())

    refuse_taken(order.out, order.force, ours, lambda folder: not any(folder.iterdir()))

    def finish(staged: Staged) -> Path:
        for family in families():
            if admitted := staged.batch.of(family):
                write_jsonl(staged.folder / f"{family.config}.jsonl", admitted)
        return staged.folder

    return _build(order, world, finish)


def build_file(order: Order) -> Built:
    """Build one JSONL file of items that need no world. Raises InputError when it exists, unless `force` is set."""
    if order.out.exists() and not (order.force and order.out.is_file()):
        raise InputError(f"{order.out}: exists already; name another file, or replace it: --force")

    def finish(staged: Staged) -> Path:
        path = staged.folder / "items.jsonl"
        write_jsonl(path, staged.batch.admitted)
        return path

    return _build(order, None, finish)


def full_spec(spec: str) -> str:
    """A world's specification with its path made absolute, so that workers elsewhere find it."""
    kind, colon, path = spec.partition(":")
    return f"{kind}:{Path(path).resolve()}" if colon else spec


def _world(order: Order) -> World | None:
    """The world that a recipe's items need, opened. Raises InputError when none was given."""
    asked = {unit.family for unit in all_units(order.loaded.recipe)}
    if not any(family.needs_world for family in families() if family.config in asked):
        return None
    spec = order.world or order.loaded.recipe.world
    if spec is None:
        raise InputError(f"the recipe {order.loaded.recipe.name} names no world; give one: --world atlas or zim:PATH")
    opened.cache_clear()
    return opened(full_spec(spec))


def _build(order: Order, world: World | None, finish: Callable[[Staged], Path]) -> Built:
    recipe = order.loaded.recipe
    out = order.out.absolute()
    work = work_folder(out)
    key = {
        "recipe": order.loaded.digest,
        "asked": sha256_of(dump(recipe)),
        "world": world.digest if world else None,
        "code": _code_digest(),
        "version": order.code_version,
    }
    with Journal(work, dict(key)) as journal:
        try:
            job = Job(recipe=recipe, world=world.spec if world else None)
            workshop = Workshop(job, journal, order.executor)
            staged = _rounds(order, world, workshop, work)
            put_in_place(finish(staged), out)
        except BenchwrightError as error:
            if not isinstance(error, RemoteError):
                journal.remove()
            raise
        journal.remove()
    order.progress.end()
    return Built(order.out, staged.batch, staged.report)


def _rounds(order: Order, world: World | None, workshop: Workshop, work: Path) -> Staged:
    """Passes until every item holds in the recorded world; those that don't are barred, and their units go on."""
    recipe = order.loaded.recipe
    barred: dict[Attempt, Refused] = {}
    for _ in range(ROUNDS):
        order.progress.begin("items", sum(1 for _ in all_units(recipe)))
        batch = _batch(recipe, workshop, barred, order)
        staged = _stage(stage_folder(work), recipe, batch, world, order.progress)
        failed = _failed(staged)
        if not failed:
            return staged
        barred.update(failed)
    raise ReleaseError(f"{order.out}: {ROUNDS} rounds of checks each turned away more items; the world is too small")


def _batch(recipe: Recipe, workshop: Workshop, barred: Mapping[Attempt, Refused], order: Order) -> Batch:
    admitted: list[Admitted] = []
    turned: list[Turned] = []
    for step in admit(recipe, workshop, barred, order.progress, order.ahead):
        if isinstance(step, Admitted):
            admitted.append(step)
        else:
            turned.append(step)
    return Batch(tuple(admitted), tuple(turned))


def _stage(folder: Path, recipe: Recipe, batch: Batch, world: World | None, progress: Progress) -> Staged:
    """Write a pass's world and rejected attempts, then check and replay its items against what was written."""
    progress.begin("world", 1)
    written: WorldRecord | None = None
    if world is not None:
        pools = {key: values for family in families() for key, values in family.pools(world).items()}
        written = record(folder / WORLD, recipe, world, [one.made for one in batch.admitted], pools)
    write_rejected(folder, recipe, batch)
    subject = Subject(
        path=folder, kind="folder", manifest=None, items=batch.items(), damage=(), faults=(), unread=0,
        world=folder / WORLD if written else None, recipe=recipe,
    )  # fmt: skip
    progress.step(accepted=1)
    report = check_subject(subject, progress=progress)
    replayed = replay_subject(subject, progress)
    return Staged(folder, batch, report._replace(findings=(*report.findings, *replayed.findings)), written)


def _failed(staged: Staged) -> dict[Attempt, Refused]:
    """The attempts whose items have a critical finding. Raises ReleaseError for one that is about no item."""
    by_item: dict[str, list[Finding]] = defaultdict(list)
    for finding in staged.report.critical:
        by_item[finding.item].append(finding)
    failed: dict[Attempt, Refused] = {}
    for item, one in zip(staged.report.subject.items, staged.batch.admitted, strict=True):
        if found := by_item.pop(item_id(item.record), []):
            failed[Attempt(one.unit, one.made.attempt)] = Refused(
                attempt=one.made.attempt,
                code=found[0].code,
                message=found[0].message,
                findings=tuple(found),
                draft=dump(item.record),
            )
    _refuse_faults(tuple(finding for found in by_item.values() for finding in found))
    return failed


def _refuse_faults(found: tuple[Finding, ...]) -> None:
    if found:
        first = found[0]
        raise ReleaseError(
            f"what was made fails its own check: {first.item}: {first.place}: {first.code}: {first.message} "
            f"({len(found)} in all)"
        )


def _code_digest() -> str:
    """A digest of the rooms' own code and data: work that other code did is not gone on with."""
    rooms = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256()
    for room in ("schemas", "worlds", "solvers", "generators", "validators", "annotation", "releases"):
        for path in sorted((rooms / room).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                digest.update(canonical_bytes([path.relative_to(rooms).as_posix(), path.stat().st_size]))
                digest.update(path.read_bytes())
    return digest.hexdigest()
