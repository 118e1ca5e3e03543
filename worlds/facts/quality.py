"""How right the extractor is: precision and recall against labels that people made by reading the pages.

python -m worlds.facts.quality LABELS [--prose LABELS] [--zim FILE] [--html FILE ...]

Labels are a CSV file of page, field, offset and value; the offset is where the value begins in the page's source. The
first file lists every fact of its pages' infoboxes, the other what their sentences state, read without the infobox: a
fact read from a labelled page and not on the list counts as wrong. The field `kind`, which has no offset, is what the
page is about. Exits 1 below the targets.
"""

from __future__ import annotations

import csv
import lzma
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import click

from schemas.errors import BenchwrightError, InputError
from schemas.facts import Fact, FactSheet
from schemas.values import CoordsValue
from worlds.facts.agreement import sheet_of
from worlds.facts.kinds import Kind, kind_of
from worlds.facts.prose import read_prose
from worlds.facts.reader import read_facts
from worlds.facts.structure import read_structure
from worlds.pages import Page
from worlds.zim import ZimSource

__all__ = [
    "PRECISION", "RECALL", "Difference", "Label", "Labels", "Quality", "command", "compare", "prose_sheet",
    "read_labels", "shown",
]  # fmt: skip


class Label(NamedTuple):
    """A value in the form that `shown` gives facts, and where it begins (None for the kind)."""

    value: str
    offset: int | None


Labels = Mapping[str, Mapping[str, Label]]
"""Page title to field to label."""

PRECISION = Fraction(99, 100)
RECALL = Fraction(85, 100)
"""What is asked of the extractor, at least."""


class Difference(NamedTuple):
    """A field that was read otherwise than labelled; None stands for nothing read, or nothing labelled."""

    page: str
    field: str
    labelled: str | None
    read: str | None


@dataclass(frozen=True)
class Quality:
    """How many facts were read right, how many wrong, how many labels were missed, and where.

    A page's kind counts only where it is wrong.
    """

    right: int
    wrong: int
    missed: int
    differences: tuple[Difference, ...]

    @property
    def precision(self) -> Fraction:
        """The share of facts read that are right; 0 where none were read."""
        return Fraction(self.right, max(1, self.right + self.wrong))

    @property
    def recall(self) -> Fraction:
        """The share of labels that were read right; 0 where there are none."""
        return Fraction(self.right, max(1, self.right + self.missed))


def read_labels(path: Path) -> dict[str, dict[str, Label]]:
    """Labels from a CSV file. Raises InputError naming file and line where one is not page, field, offset, value."""
    labels: dict[str, dict[str, Label]] = defaultdict(dict)
    try:
        with path.open(encoding="utf-8", newline="") as file:
            for number, row in enumerate(csv.reader(file), 1):
                if number == 1 and row == ["page", "field", "offset", "value"]:
                    continue
                if len(row) != 4 or row[1] in labels[row[0]] or not (row[2].isdigit() or row[1] == "kind"):
                    raise InputError(f"{path}:{number}: expected page,field,offset,value, each page and field once")
                labels[row[0]][row[1]] = Label(row[3], int(row[2]) if row[2] else None)
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: can't be read as labels: {error}") from error
    return dict(labels)


def shown(fact: Fact) -> str:
    """A fact's value as labels write it: numbers without unit, dates in ISO 8601, coordinates as `lat, lon`."""
    value = fact.value
    return f"{value.lat}, {value.lon}" if isinstance(value, CoordsValue) else value.value


def prose_sheet(page: Page) -> FactSheet:
    """What a page's sentences state, as if it had no infobox but for telling its kind."""
    structure = read_structure(page.html, page.title)
    kind: Kind = kind_of(structure.boxes[0]) if structure.boxes else "other"
    return sheet_of(page.title, kind, (), list(read_prose(structure, page.title, kind)))


def compare(labels: Labels, sheets: Iterable[FactSheet]) -> Quality:
    """Count over the sheets of labelled pages; a page without labels is passed over.

    A fact is right where it has the labelled value and begins where the label says, or is stated there too.
    """
    right = wrong = missed = 0
    differences: list[Difference] = []
    for sheet in sheets:
        if sheet.title not in labels:
            continue
        facts = {fact.field: fact for fact in sheet.facts}
        labelled = labels[sheet.title]
        for field in sorted({*facts, *labelled}):
            fact, label = facts.get(field), labelled.get(field)
            if field == "kind":
                if label is not None and label.value != sheet.kind:
                    wrong, missed = wrong + 1, missed + 1
                    differences.append(Difference(sheet.title, field, label.value, sheet.kind))
                continue
            if fact and label and _is(fact, label):
                right += 1
                continue
            wrong += fact is not None
            missed += label is not None
            read = f"{shown(fact)} at {fact.start}" if fact else None
            told = f"{label.value} at {label.offset}" if label else None
            differences.append(Difference(sheet.title, field, told, read))
    return Quality(right, wrong, missed, tuple(differences))


def _is(fact: Fact, label: Label) -> bool:
    return shown(fact) == label.value and label.offset in {fact.start, *(mention.start for mention in fact.also)}


def _html_page(path: Path) -> Page:
    try:
        data = path.read_bytes()
        html = (lzma.decompress(data) if path.suffix == ".xz" else data).decode("utf-8")
    except (OSError, lzma.LZMAError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: can't be read as HTML in UTF-8: {error}") from error
    return Page(path.name.split(".html")[0].replace("_", " "), html, path.name, path.absolute().as_uri())


@click.command(help="Print precision and recall of the fact extractor against labels.")
@click.argument("labels", type=click.Path(path_type=Path))
@click.option("--prose", type=click.Path(path_type=Path), help="Labels of what sentences state.")
@click.option("--zim", type=click.Path(path_type=Path), help="A Kiwix file that holds labelled pages.")
@click.option("--html", type=click.Path(path_type=Path), multiple=True, help="A labelled page: TITLE.html or .html.xz.")
def command(labels: Path, prose: Path | None, zim: Path | None, html: tuple[Path, ...]) -> None:
    """Compare, print what differs and the numbers for each; exit 1 below the targets, 2 on bad input."""
    try:
        boxed, stated = read_labels(labels), read_labels(prose) if prose else {}
        pages = [_html_page(path) for path in html]
        if zim:
            source = ZimSource(zim)
            pages += [source.get(title) for title in source.titles() if title in boxed or title in stated]
        results = {"infobox": compare(boxed, [_box_sheet(page) for page in pages])}
        if prose:
            results["prose"] = compare(stated, [prose_sheet(page) for page in pages])
            results["all"] = _sum(*results.values())
    except BenchwrightError as error:
        click.echo(f"Error: {error}", err=True)
        raise SystemExit(error.exit_code) from error
    for what, quality in results.items():
        for page, field, labelled, read in quality.differences if what != "all" else ():
            click.echo(f"{what}: {page}: {field}: labelled {labelled}, read {read}")
    click.echo(f"{len(pages)} pages; at least {float(PRECISION)} precision and {float(RECALL)} recall are asked of all")
    for what, quality in results.items():
        click.echo(
            f"{what:8} {quality.right} right, {quality.wrong} wrong, {quality.missed} missed: "
            f"precision {float(quality.precision):.4f}, recall {float(quality.recall):.4f}"
        )
    last = list(results.values())[-1]
    if last.recall < RECALL or any(quality.precision < PRECISION for quality in results.values()):
        raise SystemExit(1)


def _box_sheet(page: Page) -> FactSheet:
    """What a page's infobox and title line say, checked against its prose as always."""
    sheet = read_facts(page)
    return sheet.model_copy(update={"facts": tuple(fact for fact in sheet.facts if not fact.in_prose)})


def _sum(*parts: Quality) -> Quality:
    differences = tuple(difference for part in parts for difference in part.differences)
    right, wrong = sum(part.right for part in parts), sum(part.wrong for part in parts)
    return Quality(right, wrong, sum(part.missed for part in parts), differences)


if __name__ == "__main__":
    command()
