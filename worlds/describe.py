"""What a page's own HTML says of the page, for sources that keep nothing beside it."""

from __future__ import annotations

from collections.abc import Iterable

from schemas.values import CoordsValue
from worlds.facts import read_facts
from worlds.links import body_of
from worlds.pages import Description, Page, PageSource
from worlds.parsoid import page_categories

__all__ = ["describe_all", "describe_page", "section_count"]

DISAMBIGUATION = "//*[@id='disambigbox' or contains(concat(' ', @class, ' '), ' dmbox-disambig ')]"
"""The note at the foot of Wikipedia's disambiguation pages."""

SHORT = "//*[contains(concat(' ', @class, ' '), ' shortdescription ')]"
"""Wikipedia's short description, which its pages hide from readers."""


def describe_all(pages: PageSource, titles: Iterable[str]) -> tuple[Description, ...]:
    """Descriptions of a source's pages in their order, each once. Raises MissingPage."""
    found = [pages.get(title) for title in titles]
    return tuple(describe_page(page) for page in {page.title: page for page in found}.values())


def describe_page(page: Page) -> Description:
    """The size of its HTML, the short description and the coordinates in it, and whether it lists other meanings.

    Its categories are known where the HTML is Parsoid's, which names them.
    Raises DamagedPage for HTML that is nested too deeply.
    """
    body = body_of(page.html, f"page {page.title!r}")
    short = "" if body is None else " ".join(str(body.xpath(f"string({SHORT})")).split())
    points = [fact.value for fact in read_facts(page).facts if fact.field == "coordinates"]
    return Description(
        title=page.title,
        length=len(page.html.encode()),
        short=short or None,
        disambiguation=body is not None and bool(body.xpath(f"boolean({DISAMBIGUATION})")),
        coordinates=next((point for point in points if isinstance(point, CoordsValue)), None),
        categories=page_categories(page.html),
    )


def section_count(page: Page) -> int:
    """Headings of sections at any depth. Raises DamagedPage for HTML that is nested too deeply."""
    body = body_of(page.html, f"page {page.title!r}")
    return 0 if body is None else sum(1 for _ in body.iter("h2", "h3", "h4", "h5", "h6"))
