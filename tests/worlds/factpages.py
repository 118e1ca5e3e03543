"""Small pages with one infobox, in the HTML shapes of Wikipedia, for the tests of facts."""

from __future__ import annotations

from schemas.facts import Fact, FactSheet
from worlds.facts.reader import extract_facts
from worlds.pages import Page

__all__ = ["BOXES", "box", "fact", "page", "read", "reason", "row"]

BOXES = {
    "song": ("vevent", '<tr><th colspan="2" class="description">Single by <a href="./X">X</a></th></tr>'),
    "album": ("vevent", '<tr><th colspan="2" class="description">Studio album by <a href="./X">X</a></th></tr>'),
    "film": ("vevent", "<tr><th>Directed by</th><td>A. B.</td></tr><tr><th>Starring</th><td>C. D.</td></tr>"),
    "series": ("vevent", "<tr><th>No. of seasons</th><td>3</td></tr>"),
    "person": ("biography vcard", ""),
    "country": ("ib-country vcard", ""),
    "city": ("ib-settlement vcard", ""),
    "airport": ("vcard", "<tr><th>IATA</th><td>JFK</td></tr>"),
    "other": ("", ""),
}
"""The classes and rows that make a box one of a kind."""


def row(label: str, cell: str) -> str:
    """A labelled row."""
    return f'<tr><th scope="row">{label}</th><td>\n{cell}</td></tr>'


def box(kind: str, *rows: str) -> str:
    """An infobox of that kind with these rows below those that make its kind."""
    classes, first = BOXES[kind]
    return f'<table class="infobox {classes}"><tbody>{first}{"".join(rows)}</tbody></table>'


def page(html: str, title: str = "Some page") -> Page:
    """A page with this body."""
    return Page(title, f'<html><body><div id="mw-content-text">{html}</div></body></html>', "1", "https://x.invalid/")


def read(kind: str, label: str, cell: str) -> FactSheet:
    """The fact sheet of a page whose box of that kind has one more row."""
    return extract_facts(page(box(kind, row(label, cell))))


def fact(sheet: FactSheet, field: str) -> Fact:
    """The fact of that field."""
    found = [each for each in sheet.facts if each.field == field]
    assert found, f"{field} was not read: {[r for r in sheet.refusals if r.field == field]}"
    return found[0]


def reason(sheet: FactSheet, field: str) -> str:
    """Why that field was refused."""
    assert field not in [each.field for each in sheet.facts], f"{field} was read: {fact(sheet, field)}"
    found = [each.reason for each in sheet.refusals if each.field == field]
    assert found, f"{field} was neither read nor refused"
    return found[0]
