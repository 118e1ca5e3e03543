"""The labelled pages were read twice; where the readings differ the page was looked at again, and offsets hold."""

from __future__ import annotations

import csv
import lzma
import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

import pytest
from bs4 import BeautifulSoup

from tests.worlds.zimfiles import NO_SHARED, SHARED_ZIM
from worlds.facts import quality
from worlds.zim import ZimSource

HERE = Path(__file__).parent
FIRST = {"infobox": HERE / "labelled_facts.csv", "prose": HERE / "labelled_prose.csv"}
STATES = SHARED_ZIM.parent / "wikipedia-html" / "United_States.html.xz"
MONTHS = "January February March April May June July August September October November December".split()

real = pytest.mark.skipif(not (SHARED_ZIM.is_file() and STATES.is_file()), reason=NO_SHARED)

SETTLED = {
    ("Ray (film)", "released", "prose"): "the day stands in a later section, which the second reader did not read",
    ("The Nanny", "kind", "infobox"): "`series` is what the closed list of kinds calls it",
    **{
        (title, "kind", "infobox"): "pages without an infobox have the kind `other` by definition"
        for title in (
            "Drown in My Own Tears", "In the Heat of the Night (Ray Charles song)",
            "List of accolades received by Ray (film)", "Ray Charles discography", "Side by Side (1927 song)",
            "That Lucky Old Sun",
        )
    },
}  # fmt: skip
"""Where the second reading differs and the first was found right, with why."""


class Row(NamedTuple):
    """What the second reader was given (page, field, section) and wrote down."""

    page: str
    field: str
    section: str
    value: str


def second() -> list[Row]:
    """The second reading."""
    with (HERE / "labelled_again.csv").open(encoding="utf-8", newline="") as file:
        return [Row(*row) for row in csv.reader(file)][1:]


def first() -> dict[tuple[str, str, str], quality.Label]:
    """The labels, by page, field and section."""
    return {
        (page, field, section): label
        for section, path in FIRST.items()
        for page, fields in quality.read_labels(path).items()
        for field, label in fields.items()
    }


def test_every_label_was_read_twice_with_the_same_value() -> None:
    """A label changed, added or dropped without reading the page again would break this."""
    labels, again = first(), second()
    assert {row[:3] for row in again} == set(labels)
    assert len(again) == len(labels) >= 600
    differ = {row[:3] for row in again if labels[row[:3]].value != row.value}
    assert differ == set(SETTLED)


@real
def test_every_offset_is_where_the_second_reader_s_value_stands() -> None:
    """Offsets are checked with BeautifulSoup and plain spellings alone: nothing of the extractor is run."""
    source = ZimSource(SHARED_ZIM)
    labels = first()
    for row in second():
        offset = labels[row[:3]].offset
        if offset is None or row[:3] in SETTLED:
            continue
        if row.page == "United States":
            html = lzma.decompress(STATES.read_bytes()).decode("utf-8")
        else:
            html = source.get(row.page).html
        said = BeautifulSoup(html[offset : offset + 800], "html.parser").get_text()
        assert _says(" ".join(said.split()), row), (row, said[:60])
        in_table = html.count("<table", 0, offset) > html.count("</table", 0, offset)
        assert in_table == (row.section == "infobox" and row.field != "coordinates"), row


def _says(text: str, row: Row) -> bool:
    """Whether the words begin with the value, in one of the ways that articles write it."""
    if row.field == "length":
        clock = re.match(r"\d+(?: ?: ?\d\d)+", text)
        seconds = 0
        for part in clock[0].split(":") if clock else ():
            seconds = 60 * seconds + int(part)
        return str(seconds) == row.value
    if row.field in {"budget", "box_office"}:
        sum_ = re.match(r"\$ ?([\d,.]*\d)( million)?", text)
        return sum_ is not None and Decimal(sum_[1].replace(",", "")).scaleb(6 if sum_[2] else 0) == Decimal(row.value)
    if row.field == "area":
        size = re.match(r"([\d,.]*\d)( million)? sq", text.replace("square", "sq"))
        return size is not None and Decimal(size[1].replace(",", "")).scaleb(6 if size[2] else 0) == Decimal(row.value)
    return text.startswith(tuple(_spellings(row.value)))


def _spellings(value: str) -> Iterator[str]:
    yield value
    yield value.replace(", ", "; ")
    yield f"+{value}"
    if value.isdigit():
        yield f"{int(value):,}"
    date = re.fullmatch(r"(\d{4})-(\d\d)(?:-(\d\d))?", value)
    if date:
        year, month, day = date[1], MONTHS[int(date[2]) - 1], int(date[3] or 0)
        yield from (f"{month} {year}", f"{month}, {year}") if not day else (
            f"{month} {day}, {year}", f"{day} {month} {year}", f"{year} {month} {day}", f"{month} {day}th, {year}",
        )  # fmt: skip
