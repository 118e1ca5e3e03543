"""`benchwright triplets …`: formats of others, splits, near-duplicates, and the human study."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from benchwright.output import json_option, print_json, print_table

if TYPE_CHECKING:
    from releases.exports.agentcoma import Row
    from schemas.canonical import JSON
    from schemas.triplets import Triplet
    from validators.triplets.duplicates import Asked

__all__ = ["VERBS"]

PATH = click.Path(path_type=Path)
out_option = click.option("-o", "--out", required=True, type=PATH, help="The file to write.")
force_option = click.option("--force", is_flag=True, help="Replace what is there.")


@click.command("export", short_help="Triplets in the format of others.")
@click.argument("path", type=PATH)
@click.option(
    "--format", "form", type=click.Choice(["agentcoma", "labelstudio"]), default="agentcoma", show_default=True
)
@click.option("--split", type=click.Choice(["dev", "test"]), help="This split only.")
@click.option("--with-answers", is_flag=True, help="Label Studio tasks that hold the whole item; else they are blind.")
@click.option("--form-out", type=PATH, help="Where to write Label Studio's labelling form too.")
@out_option
@force_option
def export(
    path: Path, form: str, split: str | None, with_answers: bool, form_out: Path | None, out: Path, force: bool
) -> None:
    """Write the triplets of PATH as an AgentCoMa CSV (its six columns), or as Label Studio tasks.

    PATH is a release, a folder, a JSONL file of triplets, or of rows that `triplets import` wrote.
    """
    from releases.exports.agentcoma import write_csv
    from releases.exports.labelstudio import labelling_form, tasks

    _refuse_taken(out, force)
    if form == "agentcoma":
        rows = _rows(path, split)
        _write(out, write_csv(rows))
        click.echo(f"{out}: {len(rows)} rows")
        return
    items = _items(path, split)
    _write(out, tasks(items, blind=not with_answers))
    if form_out is not None:
        _refuse_taken(form_out, force)
        _write(form_out, labelling_form().encode())
    click.echo(f"{out}: {len(items)} tasks")


@click.command("import", short_help="An AgentCoMa CSV or Label Studio's export as JSON lines.")
@click.argument("path", type=PATH)
@click.option("--annotations", type=PATH, help="Where to write the annotations of tasks that hold whole items.")
@out_option
@force_option
def import_(path: Path, annotations: Path | None, out: Path, force: bool) -> None:
    """Write what PATH holds as JSON lines: rows of an AgentCoMa CSV (*.csv), or what a Label Studio export has.

    Tasks that went out with `export --with-answers` give the triplets back, and their annotations go to --annotations.
    Blind tasks give their annotations. A CSV has no options, verdicts or templates, so its rows are no triplets yet:
    audit them with `benchwright check FILE.csv`.
    """
    from releases.exports.agentcoma import read_csv, rows_jsonl
    from releases.exports.labelstudio import holds_items, read_items, read_labels
    from schemas.canonical import canonical_bytes
    from schemas.errors import InputError

    _refuse_taken(out, force)
    if path.suffix.lower() == ".csv":
        rows = [sourced.row for sourced in read_csv(path)]
        _write(out, rows_jsonl(rows))
        click.echo(f"{out}: {len(rows)} rows")
        return
    labels = read_labels(path)
    said = b"".join(canonical_bytes(label.as_json()) + b"\n" for label in labels)
    if not holds_items(path):
        if not labels:
            raise InputError(f"{path}: nothing to import: blind tasks, and nobody has annotated them")
        _write(out, said)
        click.echo(f"{out}: {len(labels)} annotations")
        return
    items = read_items(path)
    if annotations is not None:
        _refuse_taken(annotations, force)
        _write(annotations, said)
        click.echo(f"{annotations}: {len(labels)} annotations")
    _write(out, b"".join(canonical_bytes(item) + b"\n" for item in items))
    left = "" if annotations is not None or not labels else f"; {len(labels)} annotations left out (--annotations FILE)"
    click.echo(f"{out}: {len(items)} triplets{left}")


@click.command(short_help="Near-duplicates among questions and against earlier files.")
@click.argument("path", type=PATH)
@click.argument("earlier", nargs=-1, type=PATH)
@click.option(
    "--percent", type=click.IntRange(1, 100), default=50, show_default=True, help="Of word triples in common."
)
@json_option
@click.pass_context
def duplicates(ctx: click.Context, path: Path, earlier: tuple[Path, ...], percent: int, as_json: bool) -> None:
    """Show which composed questions of PATH nearly repeat another of its own, or one of EARLIER, with both texts.

    Each is a release, a folder, a JSONL file or an AgentCoMa CSV. Instances of one template are twins and not
    compared with each other. Exits 1 when there are any.
    """
    from validators.triplets.duplicates import near_duplicates

    old = [asked for file in earlier for asked in _asked(file, f"{file}: ")]
    pairs = list(near_duplicates(_asked(path, ""), old, Fraction(percent, 100)))
    if as_json:
        told: list[JSON] = [
            {
                "one": {"id": pair.one.name, "text": pair.one.text},
                "two": {"id": pair.two.name, "text": pair.two.text},
                "words": round(float(pair.words), 4),
                "frame": round(float(pair.frame), 4),
            }
            for pair in pairs
        ]
        print_json({"pairs": told})
    for pair in () if as_json else pairs:
        click.echo(f"{pair.one.name} ~ {pair.two.name}: words {float(pair.words):.0%}, frame {float(pair.frame):.0%}")
        click.echo(f"  {pair.one.text}\n  {pair.two.text}")
    if not as_json:
        click.echo(f"{path}: {len(pairs)} near-duplicates at {percent} % of word triples or more")
    ctx.exit(1 if pairs else 0)


@click.command(short_help="Divide items into dev and test.")
@click.argument("path", type=PATH)
@click.option("--dev", type=click.IntRange(0), required=True)
@click.option("--test", type=click.IntRange(0), required=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@out_option
@force_option
@json_option
def split(path: Path, dev: int, test: int, seed: int, out: Path, force: bool, as_json: bool) -> None:
    """Write the triplets of PATH with a new split each: cells and structures even, twins never separated.

    An item's split is part of its content, so an item whose split changes gets another id.
    """
    from schemas.canonical import canonical_bytes, content_id
    from solvers.splits.divide import SplitItem, divide

    _refuse_taken(out, force)
    items = _items(path)
    wanted = [SplitItem(item.id, (item.scenario, item.operation), item.structure, item.template) for item in items]
    divided = divide(wanted, {"dev": dev, "test": test}, seed)
    made = []
    for item in items:
        if item.id in divided.splits:
            moved = item.model_copy(update={"split": divided.splits[item.id]})
            made.append(moved.model_copy(update={"id": content_id("triplet", moved)}))
    made.sort(key=lambda item: item.split)
    _write(out, b"".join(canonical_bytes(item) + b"\n" for item in made))
    if as_json:
        print_json(
            {
                "out": str(out), "dev": dev, "test": test, "uneven_cells": divided.uneven_cells,
                "uneven_structures": divided.uneven_structures, "proved": divided.proved,
            }
        )  # fmt: skip
    else:
        off = f"cells {divided.uneven_cells} and structures {divided.uneven_structures} items off an even share"
        click.echo(f"{out}: {dev} dev, {test} test; {off}" + ("" if divided.proved else " (the least that was found)"))


@click.command(short_help="How often each template was shown in releases.")
@click.argument("paths", metavar="RELEASE...", nargs=-1, required=True, type=PATH)
@click.option("--templates", type=PATH, help="The folder of your own templates; the packaged ones are known.")
@click.option("--held-out", "only", is_flag=True, help="Those marked held_out only.")
@json_option
def exposure(paths: tuple[Path, ...], templates: Path | None, only: bool, as_json: bool) -> None:
    """Count over each RELEASE (or file of triplets) how many instances of every template it made public.

    With --json also how often each thing of a template's pool was shown, and chosen.
    """
    from generators.triplets import load_library
    from releases.exposure import exposures

    library = (*load_library(), *(load_library(templates) if templates else ()))
    found = [one for one in exposures([_items(path) for path in paths], library) if one.held_out or not only]
    if as_json:
        print_json({"templates": [one.as_json() for one in found]})
        return
    marks = {True: "held out", False: "", None: "no template known"}
    rows = [
        (
            one.template,
            one.instances,
            one.releases,
            f"{len(one.pool) - one.unseen} of {len(one.pool)}",
            marks[one.held_out],
        )
        for one in found
    ]
    print_table(("template", "instances", "releases", "pool shown", ""), rows)


@click.group(short_help="The human study: forms for a panel, and the paper's table.")
def study() -> None:
    """Have people answer: nobody sees two forms of one item, loads and cells are balanced."""


@study.command("assign", short_help="Write a panel's forms and the key.")
@click.argument("path", type=PATH)
@click.option("--people", type=click.IntRange(1, 2000), required=True)
@click.option("--load", type=click.IntRange(1, 1000), required=True, help="The most questions for one person.")
@click.option(
    "--copies", type=click.IntRange(1, 20), default=1, show_default=True, help="How many people answer each question."
)
@click.option("--split", type=click.Choice(["dev", "test"]), default="test", show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option("-o", "--out", required=True, type=PATH, help="The folder to write.")
@force_option
def assign_(
    path: Path, people: int, load: int, copies: int, split: str, seed: int, out: Path, force: bool
) -> None:  # fmt: skip
    """Assign the three forms of every triplet of PATH to a panel, and write forms, tables and the key to a folder.

    Where no assignment exists it says why, and which panel would do.
    """
    from releases.study.forms import study_files
    from releases.study.key import plan
    from schemas.errors import InputError
    from solvers.panel.assign import Panel

    if out.exists() and (not out.is_dir() or (any(out.iterdir()) and not force)):
        raise InputError(f"{out}: exists already; name another folder, or write over it: --force")
    items = _items(path, split)
    planned = plan(items, Panel(people, load, copies), seed)
    for name, data in study_files(items, planned.seats).items():
        _write(out / name, data)
    even = {None: "not kept even", 0: "even"}.get(planned.slack, f"even within {planned.slack}")
    click.echo(f"{out}: {len(planned.seats)} questions for {people} people; each person's cells and forms are {even}")


@study.command("table", short_help="The paper's table from a panel's answers.")
@click.argument("path", type=PATH)
@click.argument("key", type=PATH)
@click.argument("answers", type=PATH)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the bootstrap.")
@click.option(
    "--samples", type=click.IntRange(100, 1_000_000), default=10_000, show_default=True, help="Of the bootstrap."
)
@json_option
def table_(path: Path, key: Path, answers: Path, seed: int, samples: int, as_json: bool) -> None:
    """Score ANSWERS, a CSV with the columns participant, question, answer, by the study's KEY and its items in PATH."""
    from releases.study.key import read_key
    from releases.study.table import read_answers, study_table

    seats = read_key(key)
    made = study_table(_items(path), seats, read_answers(answers, seats), seed, samples)
    if as_json:
        print_json(made.as_json())
    else:
        click.echo(made.as_text())


def _items(path: Path, split: str | None = None) -> list[Triplet]:
    """The triplets of a release, a folder or a JSONL file. Raises InputError when it holds none."""
    from benchwright.running import existing
    from releases.reading import open_subject
    from schemas.errors import InputError
    from schemas.triplets import Triplet

    subject = open_subject(existing(path))
    if subject.faults:
        first = subject.faults[0]
        raise InputError(f"{first.place}: {first.message} (`benchwright check {path}` says more)")
    records = [item.record for item in subject.items]
    items = [one for one in records if isinstance(one, Triplet) and (split is None or one.split == split)]
    if not items:
        raise InputError(f"{path}: it holds no triplets" + (f" of the split {split}" if split else ""))
    return items


def _rows(path: Path, split: str | None) -> list[Row]:
    """Rows of triplets, or those of a file that `triplets import` wrote."""
    from releases.exports.agentcoma import read_rows, row_of
    from schemas.files import read_jsonl

    if path.is_file() and split is None:
        first = next(read_jsonl(path), (0, b""))[1]
        if b'"family"' not in first:
            return [sourced.row for sourced in read_rows(path)]
    return [row_of(item) for item in _items(path, split)]


def _asked(path: Path, before: str) -> list[Asked]:
    """The composed questions of any file that holds some."""
    from releases.exports.agentcoma import read_csv
    from validators.triplets.duplicates import Asked

    if path.suffix.lower() == ".csv":
        return [Asked(f"{before}{sourced.name}", sourced.row.question_composition) for sourced in read_csv(path)]
    return [
        Asked(f"{before}{item.id}", item.question_composition, tuple(o.name for o in item.options), item.template)
        for item in _items(path)
    ]


def _refuse_taken(out: Path, force: bool) -> None:
    from schemas.errors import InputError

    if out.exists() and not (force and out.is_file()):
        raise InputError(f"{out}: exists already; name another file, or replace it: --force")


def _write(path: Path, data: bytes) -> None:
    from schemas.files import write_atomically

    write_atomically(path, data)


VERBS: Final[tuple[click.Command, ...]] = (export, import_, duplicates, exposure, split, study)
"""What is added to `benchwright triplets`."""
