"""How `benchwright legs facts` shows one page: each fact with section and span, where else it is said, and refusals."""

from __future__ import annotations

import click

from benchwright.output import print_table
from schemas.errors import InputError
from schemas.facts import Fact, FactSheet, Refusal
from schemas.stated import Stated, show_stated
from schemas.values import NumberValue, show_value
from worlds.dates import edtf_of
from worlds.facts import read_facts
from worlds.pages import MissingPage, PageSource, is_utf8
from worlds.zim import ZimSource

__all__ = ["print_sheet", "sheet_of_title"]

_SHOWN = 70


def sheet_of_title(pages: PageSource, title: str) -> FactSheet:
    """What is read from the page of that title. Raises MissingPage, which names the titles nearest to it."""
    if not is_utf8(title):
        raise InputError(f"{title!a}: no page is called so: use an exact title, in UTF-8")
    try:
        return read_facts(pages.get(title))
    except MissingPage as error:
        near = pages.find(title, 3) if isinstance(pages, ZimSource) else pages.search(title, 3)
        if not near:
            raise
        raise InputError(f"{error}; the nearest are {', '.join(f'“{name}”' for name in near)}") from error


def print_sheet(sheet: FactSheet) -> None:
    """Print the sheet as text."""
    click.echo(f"{sheet.title} ({sheet.kind})")
    if sheet.facts:
        columns = ("field", "value", "section", "label", "span", "quote", "also in")
        print_table(columns, [_row(fact) for fact in sheet.facts])
    if sheet.refusals:
        click.echo("\nno single safe reading:")
        columns = ("field", "label", "reason", "says", "section", "span", "quote")
        print_table(columns, [_refused(one) for one in sheet.refusals])


def _row(fact: Fact) -> tuple[str, ...]:
    value = show_value(fact.value)
    if isinstance(fact.value, NumberValue) and fact.value.error != "0":
        value += f" ± {fact.value.error}"
    places = [f"{one.section} {one.start}–{one.end}" for one in fact.also]
    return (
        fact.field,
        _short(value),
        _short(fact.section),
        _short(fact.label),
        f"{fact.start}–{fact.end}",
        _short(fact.quote),
        ", ".join(places),
    )


def _refused(refusal: Refusal) -> tuple[str, ...]:
    return (
        refusal.field,
        _short(refusal.label),
        refusal.reason,
        _short(_says(refusal.stated)) if refusal.stated else "",
        _short(refusal.section),
        f"{refusal.start}–{refusal.end}",
        _short(refusal.quote),
    )


def _says(stated: Stated) -> str:
    """The words of a stated form, with its form in EDTF where it is of dates and differs."""
    words, form = show_stated(stated), edtf_of(stated)
    return words if form in {None, words} else f"{words} (EDTF {form})"


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
