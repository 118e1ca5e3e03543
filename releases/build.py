"""Building: admit items, record their world, check and replay what was written, and only then put it in its place."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from pathlib import Path
from typing import NamedTuple

from releases.admission import Admitted, Attempt, KeepOut, Turned, admit, all_units, keep_nothing_out
from releases.beside import EarlierRelease, earlier_release
from releases.check import Report, check_subject
from releases.consistency import release_faults
from releases.content import Batch, FileSink, FolderSink, Sink, TableSink, write_content
from releases.families.registry import families, family_of_config
from releases.freeze import freeze
from releases.hashing import damaged
from releases.journal import Journal, work_folder
from releases.layout import WORLD, is_release
from releases.licences import named_licence
from releases.progress import QUIET, Progress
from releases.reading import Subject, item_id
from releases.recipe import LoadedRecipe
from releases.recording import Needed, opened
from releases.replay import replay_subject
from releases.stage import put_in_place, refuse_taken, same_release, stage_folder
from releases.withheld import carry_key
from releases.work import Job, Refused
from releases.workshop import Workshop
from schemas.canonical import canonical_bytes, dump, sha256_of
from schemas.errors import BenchwrightError, InputError, ReleaseError, RemoteError
from schemas.findings import Finding
from schemas.recipes import UNGUESSABLE, Recipe
from schemas.worlds import WorldRecord
from worlds.live.specs import live_spec
from worlds.seeds import SeedOrder
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
    """One pass, written down and checked. `findings` are those of the checks and of the replay."""

    subject: Subject
    batch: Batch
    report: Report
    findings: tuple[Finding, ...]
    world: WorldRecord | None
    sink: Sink

    @property
    def critical(self) -> tuple[Finding, ...]:
        """The findings that keep an item out."""
        return tuple(finding for finding in self.findings if finding.severity == "critical")


Finish = Callable[[Staged], Path]
"""Makes a finished output of a pass in its stage."""


def build_release(order: Order) -> Built:
    """Build a release folder.

    Killed at any time and run again it goes on, and ends with the same bytes. Raises InputError when recipe, world
    or output can't be used, and ReleaseError when what was made fails its own checks.
    """
    world = _world(order)
    made_in = f"{world.name} {world.version}" if world else None
    refuse_taken(order.out, order.force, is_release, same_release(order.loaded.digest, made_in))

    recipe = order.loaded.recipe
    named_licence(recipe.licence)
    if recipe.private and recipe.seed < UNGUESSABLE:
        raise InputError(
            f"the recipe {recipe.name}: seed: whoever guesses a private test's seed can make its answers again: put a "
            f"number between 2^40 and 2^53 into a copy of your own that nobody has seen"
        )
    earlier = earlier_release(recipe)

    def sink(folder: Path) -> TableSink:
        return TableSink(folder, recipe)

    def finish(staged: Staged) -> Path:
        if not isinstance(staged.sink, TableSink):
            raise TypeError(f"not the tables of a release: {type(staged.sink).__name__}")
        splits = staged.sink.splits(staged.batch)
        subject, folder = staged.subject, staged.subject.path
        beside = earlier.compare(recipe, subject) if earlier else None
        report = staged.report._replace(findings=staged.findings)
        manifest = freeze(subject, order.loaded, order.code_version, staged.batch, splits, staged.world, report, beside)
        _refuse_faults((*damaged(folder, manifest), *release_faults(subject, manifest)))
        carry_key(order.out, folder)
        return folder

    return _build(order, world, sink, finish, earlier)


def build_folder(order: Order) -> Built:
    """Build a folder of JSONL files with `rejected.jsonl` and `world/`, without anything said about it."""
    world = _world(order)

    def ours(folder: Path) -> bool:
        return any((folder / f"{family.config}.jsonl").is_file() for family in families())

    refuse_taken(order.out, order.force, ours, lambda folder: not any(folder.iterdir()))
    return _build(order, world, FolderSink, lambda staged: staged.subject.path)


def build_file(order: Order) -> Built:
    """Build one JSONL file of items that need no world. Raises InputError when it exists, unless `force` is set."""
    if order.out.exists() and not (order.force and order.out.is_file()):
        raise InputError(f"{order.out}: exists already; name another file, or replace it: --force")
    return _build(order, None, FileSink, lambda staged: staged.subject.path / FileSink.NAME)


def full_spec(spec: str) -> str:
    """A world's specification with its path made absolute, so that workers elsewhere find it."""
    kind, colon, path = spec.partition(":")
    return f"{kind}:{Path(path).resolve()}" if colon and kind != "live" else spec


def _world(order: Order) -> World | None:
    """The world that a recipe's items need, opened. Raises InputError when none was given."""
    asked = {unit.family for unit in all_units(order.loaded.recipe)}
    if not any(family.needs_world for family in families() if family.config in asked):
        return None
    spec = order.world or order.loaded.recipe.world
    if spec is None:
        raise InputError(f"the recipe {order.loaded.recipe.name} names no world; give one: --world atlas or zim:PATH")
    opened.cache_clear()
    recipe = order.loaded.recipe
    return opened(live_spec(full_spec(spec), SeedOrder(recipe.seed_pages, recipe.seed)))


def _build(
    order: Order,
    world: World | None,
    sink: Callable[[Path], Sink],
    finish: Finish,
    earlier: EarlierRelease | None = None,
) -> Built:
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
            staged = _rounds(order, world, workshop, work, sink, earlier.refuse if earlier else keep_nothing_out)
            put_in_place(finish(staged), out)
        except BenchwrightError as error:
            if not isinstance(error, RemoteError):
                journal.remove()
            raise
        journal.remove()
    order.progress.end()
    return Built(order.out, staged.batch, staged.report._replace(findings=staged.findings))


def _rounds(
    order: Order,
    world: World | None,
    workshop: Workshop,
    work: Path,
    sink: Callable[[Path], Sink],
    keep_out: KeepOut,
) -> Staged:
    """Passes until every item holds in the recorded world; those that don't are barred, and their units go on."""
    recipe = order.loaded.recipe
    units = sum(1 for _ in all_units(recipe))
    barred: dict[Attempt, Refused] = {}
    for _ in range(ROUNDS):
        order.progress.begin("items", units)
        steps = admit(recipe, workshop, barred, order.progress, order.ahead, keep_out)
        folder = stage_folder(work)
        staged = _stage(folder, recipe, steps, sink(folder), world, order.progress)
        if not staged.critical:
            return staged
        again = admit(recipe, workshop, barred, QUIET, 0, keep_out)
        barred.update(_failed(staged, again))
    raise ReleaseError(f"{order.out}: {ROUNDS} rounds of checks each turned away more items; the world is too small")


def _stage(
    folder: Path, recipe: Recipe, steps: Iterator[Admitted | Turned], sink: Sink, world: World | None,
    progress: Progress,
) -> Staged:  # fmt: skip
    """Write a pass as it goes, and its world, then check and replay its items from what was written."""
    needed = Needed()
    batch = write_content(folder, recipe, _noting(steps, needed), sink)
    written: WorldRecord | None = None
    if world is not None:
        progress.begin("world", 1)
        pools = {key: values for family in families() for key, values in family.pools(world).items()}
        written = needed.record(folder / WORLD, recipe, world, pools)
        progress.step(accepted=1)
    subject = Subject(folder, "folder", sink.source(), world=folder / WORLD if written else None, recipe=recipe)
    report = check_subject(subject, progress)
    replayed = replay_subject(subject, progress)
    findings = tuple(dict.fromkeys((*report.findings, *replayed.findings)))
    return Staged(subject, batch, report, findings, written, sink)


def _noting(steps: Iterator[Admitted | Turned], needed: Needed) -> Iterator[Admitted | Turned]:
    """The steps as they are, and what the items among them need of their world noted."""
    for step in steps:
        if isinstance(step, Admitted):
            needed.add(step.made)
        yield step


def _failed(staged: Staged, steps: Iterator[Admitted | Turned]) -> dict[Attempt, Refused]:
    """The attempts whose items have a critical finding; `steps` are those of the pass, made again.

    Raises ReleaseError for a finding that is about no item.
    """
    by_item: dict[str, list[Finding]] = defaultdict(list)
    for finding in staged.critical:
        by_item[finding.item].append(finding)
    failed: dict[Attempt, Refused] = {}
    for one in steps:
        if not isinstance(one, Admitted):
            continue
        item = family_of_config(one.unit.family).parse(one.made.item, str(one.unit))
        if found := by_item.pop(item_id(item), []):
            refused = Refused(
                attempt=one.made.attempt,
                code=found[0].code,
                message=found[0].message,
                findings=tuple(found),
                draft=dump(item),
            )
            failed[Attempt(one.unit, one.made.attempt)] = refused
            without = refused.model_copy(update={"findings": (), "draft": None})
            for other in family_of_config(one.unit.family).together(one.unit):  # made together, turned away together
                failed.setdefault(Attempt(other, one.made.attempt), without)
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
