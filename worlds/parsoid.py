"""What Parsoid's HTML says of itself: which infobox is the article's own, and the page's categories.

Wikimedia's dumps and REST pages are such HTML, and mwparserfromhtml reads it. Of the older HTML, which `action=parse`
and most Kiwix files hold, it finds neither infobox nor link nor category, so nobody asks it there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bs4 import BeautifulSoup
from bs4.element import Tag
from bs4.filter import SoupStrainer

from worlds.charrefs import without_endless

if TYPE_CHECKING:  # a fifth of a second, which only pages of this kind should cost
    from mwparserfromhtml.parse.article import WikiStew

__all__ = ["is_parsoid", "own_infoboxes", "page_categories"]

_SECTION = re.compile(r"<section\b[^>]{0,300}\bdata-mw-section-id=[\"']?(-?\d+)")


_LONGEST_LEAD = 512 * 1024
_LONGEST = 8 * 1024 * 1024
_MOST_NAMED = 100
"""Characters of a lead and of a page, and how often a lead may say "infobox"; articles have a third of it at most."""


def is_parsoid(html: str) -> bool:
    """Whether the page is cut into Parsoid's numbered sections."""
    return _SECTION.search(html) is not None


def own_infoboxes(html: str) -> list[Tag]:
    """The infoboxes of the lead section, with their places in the source; one in a later section is another thing's.

    Only the lead is parsed, and nothing is found in one above all bounds, since its tree would fill the memory. An
    infobox inside another is not listed.
    """
    after = next((match.start() for match in _SECTION.finditer(html) if match[1] != "0"), len(html))
    if after > _LONGEST_LEAD or html.count("infobox", 0, after) > _MOST_NAMED:
        return []
    found = [box.html_tag for box in _stew(BeautifulSoup(html[:after], "html.parser")).get_infobox()]
    inner = {id(parent) for parent in found}
    return [tag for tag in found if not any(id(parent) in inner for parent in tag.parents)]


def page_categories(html: str) -> tuple[str, ...] | None:
    """The page's categories without their namespace, hidden ones too, sorted; None where the page isn't Parsoid's.

    Nor are those of a page above all bounds known.
    """
    if len(html) > _LONGEST or not is_parsoid(html):
        return None
    links = BeautifulSoup(without_endless(html), "html.parser", parse_only=SoupStrainer("link"))
    titles = (category.title.partition("#")[0] for category in _stew(links).get_categories())
    return tuple(sorted(set(titles)))


def _stew(soup: BeautifulSoup) -> WikiStew:
    from mwparserfromhtml.parse.article import WikiStew

    return WikiStew(soup)
