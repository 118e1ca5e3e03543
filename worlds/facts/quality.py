"""How right the extractor is: precision and recall against labels that people made by reading the pages.

python -m worlds.facts.quality LABELS [--zim FILE] [--html FILE ...]

LABELS is a CSV file of page, field and value. It lists every fact of its pages: a fact read from a labelled page and
not on the list counts as wrong. The field `kind` is what the page is about. Exits 1 below the targets.
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
from worlds.facts.reader import read_facts
from worlds.pages import Page
from worlds.zim import ZimSource

__all__ = ["PRECISION", "RECALL", "Difference", "Labels", "Quality", "command", "compare", "read_labels", "shown"]

Labels = Mapping[str, Mapping[str, str]]
"""Page title to field to value; values in the form that `shown` gives facts."""

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


def read_labels(path: Path) -> dict[str, dict[str, str]]:
    """Labels from a CSV file. Raises InputError naming file and line where one is not page, field, value."""
    labels: dict[str, dict[str, str]] = defaultdict(dict)
    try:
        with path.open(encoding="utf-8", newline="") as file:
            for number, row in enumerate(csv.reader(file), 1):
                if number == 1 and row == ["page", "field", "value"]:
                    continue
                if len(row) != 3 or row[1] in labels[row[0]]:
                    raise InputError(f"{path}:{number}: expected page,field,value, each page and field once")
                labels[row[0]][row[1]] = row[2]
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: can't be read as labels: {error}") from error
    return dict(labels)


def shown(fact: Fact) -> str:
    """A fact's value as labels write it: numbers without unit, dates in ISO 8601, coordinates as `lat, lon`."""
    value = fact.value
    return f"{value.lat}, {value.lon}" if isinstance(value, CoordsValue) else value.value


def compare(labels: Labels, sheets: Iterable[FactSheet]) -> Quality:
    """Count over the sheets of labelled pages; a page without labels is passed over."""
    right = wrong = missed = 0
    differences: list[Difference] = []
    for sheet in sheets:
        if sheet.title not in labels:
            continue
        read = {"kind": sheet.kind, **{fact.field: shown(fact) for fact in sheet.facts if not fact.in_prose}}
        labelled = labels[sheet.title]
        for field in sorted(read.keys() | labelled.keys()):
            if read.get(field) == labelled.get(field):
                right += field != "kind"
                continue
            wrong += field in read
            missed += field in labelled
            differences.append(Difference(sheet.title, field, labelled.get(field), read.get(field)))
    return Quality(right, wrong, missed, tuple(differences))


def _html_page(path: Path) -> Page:
    try:
        data = path.read_bytes()
        html = (lzma.decompress(data) if path.suffix == ".xz" else data).decode("utf-8")
    except (OSError, lzma.LZMAError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: can't be read as HTML in UTF-8: {error}") from error
    return Page(path.name.split(".html")[0].replace("_", " "), html, path.name, path.absolute().as_uri())


@click.command(help="Print precision and recall of the fact extractor against labels.")
@click.argument("labels", type=click.Path(path_type=Path))
@click.option("--zim", type=click.Path(path_type=Path), help="A Kiwix file that holds labelled pages.")
@click.option("--html", type=click.Path(path_type=Path), multiple=True, help="A labelled page: TITLE.html or .html.xz.")
def command(labels: Path, zim: Path | None, html: tuple[Path, ...]) -> None:
    """Compare, print what differs and the two numbers; exit 1 below the targets, 2 on bad input."""
    try:
        known = read_labels(labels)
        pages = [_html_page(path) for path in html]
        if zim:
            source = ZimSource(zim)
            pages += [source.get(title) for title in source.titles() if title in known]
        quality = compare(known, [read_facts(page) for page in pages])
    except BenchwrightError as error:
        click.echo(f"Error: {error}", err=True)
        raise SystemExit(error.exit_code) from error
    for page, field, labelled, read in quality.differences:
        click.echo(f"{page}: {field}: labelled {labelled!r}, read {read!r}")
    click.echo(f"{len(pages)} pages: {quality.right} right, {quality.wrong} wrong, {quality.missed} missed")
    click.echo(f"precision {float(quality.precision):.4f} (at least {float(PRECISION)})")
    click.echo(f"recall    {float(quality.recall):.4f} (at least {float(RECALL)})")
    if quality.precision < PRECISION or quality.recall < RECALL:
        raise SystemExit(1)


if __name__ == "__main__":
    command()
