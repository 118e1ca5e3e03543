"""The tiny world's pages: our own words in the shape of Wikipedia's HTML, with their redirects and links."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache

from schemas.worlds import LinkRecord, PageRecord

__all__ = ["REVISION", "page", "pages"]

HOST = "https://wiki.invalid/wiki/"
REVISION = "7"


def _row(label: str, cell: str) -> str:
    return f'<tr><th scope="row">{label}</th><td>{cell}</td></tr>'


def _link(title: str, text: str | None = None) -> str:
    return f'<a href="/wiki/{title.replace(" ", "_")}" title="{title}">{text or title}</a>'


def _document(title: str, above: str, rows: Sequence[str], body: str) -> str:
    box = "".join(rows)
    table = f'<table class="infobox vcard"><tbody><tr><th colspan="2">{title}</th></tr>{above}{box}</tbody></table>'
    return (
        f"<html><head><title>{title}</title></head><body>"
        f'<nav id="mw-navigation"><a href="/wiki/Main_Page">Main page</a> 1903</nav>'
        f'<div id="mw-content-text"><div class="mw-parser-output">{table if rows else ""}<p>{body}</p>'
        f'<div id="toc" class="toc"><ul><li>Born 2 June 1951</li></ul></div></div></div></body></html>'
    )


_BY = '<tr><th colspan="2" class="description">Studio album by {}</th></tr>'
_NONE = ""

SOURCES: dict[str, tuple[str, Sequence[str], str, tuple[str, ...]]] = {
    "Lanterns (album)": (
        _BY.format(_link("Ada Norrland")),
        (_row("Released", "March<span> </span>9,<span> </span>1984"
                          '<span style="display:none"> (<span class="bday">1984-03-09</span>)</span>'),
         _row("Length", "39:05"), _row("Label", "Tidewater<sup>[1]</sup>")),
        f"Recorded by {_link('Ada Norrland')} after {_link('The Salt Road')} and {_link('Grey Harbour')} had opened.",
        ("Lanterns by Norrland",),
    ),
    "Ada Norrland": (
        _NONE,
        (_row("Born", "June 2, 1951<br>Molde, Norway"), _row("Died", "November 30, 2009 (aged 58)"),
         _row("Occupation", "Singer")),
        f"She sang in {_link('The Salt Road')} and in {_link('Grey Harbour')}, and wrote {_link('Lanterns (album)')}. "
        f"{_link('Plain Notes')} tells more.",
        ("A. Norrland",),
    ),
    "The Salt Road": (
        _NONE,
        (_row("Directed by", "Per Aune"), _row("Release date", "12 October 1979"), _row("Running time", "108 minutes"),
         _row("Country", _link("Norway"))),
        f"A film with {_link('Ada Norrland')}.",
        ("Salt Road, The",),
    ),
    "Grey Harbour": (
        _NONE,
        (_row("Directed by", "Liv Ask"), _row("Release date", "1979"), _row("Running time", "91 minutes"),
         _row("Country", _link("Norway"))),
        f"Another film with {_link('Ada Norrland')}.",
        (),
    ),
    "Plain Notes": (_NONE, (), f"A page without a box, on songs and on {_link('Ada Norrland')}.", ()),
    "Norway": (
        _NONE,
        (_row("Capital", _link("Oslo")), _row("Currency", "Norwegian Krone"), _row("ISO 3166 code", "NO")),
        f"A country with {_link('Oslo')}, {_link('Bergen Airport Flesland')}, {_link('Stavanger Airport Sola')} and "
        f"{_link('Oslo Gardermoen Airport')}.",
        ("Kingdom of Norway",),
    ),
    "Oslo": (
        _NONE,
        (_row("Country", _link("Norway")), _row("Coordinates", '<span class="geo">59.91333; 10.73897</span>')),
        f"The capital of {_link('Norway')}.",
        (),
    ),
    "Bergen Airport Flesland": (
        _NONE,
        (_row("IATA", "BGO"), _row("Serves", "Bergen"), _row("Country", _link("Norway")),
         _row("Elevation AMSL", "170&nbsp;ft / 52&nbsp;m"),
         _row("Coordinates", '<span class="geo">60.2934; 5.21814</span>')),
        f"It lies north of {_link('Stavanger Airport Sola')} and west of {_link('Oslo Gardermoen Airport')} and "
        f"{_link('Oslo')}.",
        ("BGO",),
    ),
    "Stavanger Airport Sola": (
        _NONE,
        (_row("IATA", "SVG"), _row("Serves", "Stavanger"), _row("Country", _link("Norway")),
         _row("Elevation AMSL", "29 ft / 9 m"), _row("Coordinates", '<span class="geo">58.8767; 5.63778</span>')),
        "An airport by the sea.",
        ("SVG",),
    ),
    "Oslo Gardermoen Airport": (
        _NONE,
        (_row("IATA", "OSL"), _row("Serves", "Oslo"), _row("Country", _link("Norway")),
         _row("Elevation AMSL", "681 ft / 208 m"), _row("Coordinates", '<span class="geo">60.1939; 11.1004</span>')),
        "An airport inland.",
        ("OSL",),
    ),
}  # fmt: skip


def page(title: str, html: str, aliases: tuple[str, ...], links: tuple[str, ...]) -> PageRecord:
    """A recorded page; its line's digest is left to those who check files."""
    return PageRecord(
        title=title,
        revision=REVISION,
        url=HOST + title.replace(" ", "_"),
        digest=hashlib.sha256(html.encode()).hexdigest(),
        aliases=aliases,
        links=tuple(LinkRecord(title=link, text=link) for link in links),
        html=html,
        line_digest="0" * 64,
    )


LINKS: dict[str, tuple[str, ...]] = {
    "Lanterns (album)": ("Ada Norrland", "The Salt Road", "Grey Harbour"),
    "Ada Norrland": ("The Salt Road", "Grey Harbour", "Lanterns (album)", "Plain Notes"),
    "The Salt Road": ("Norway", "Ada Norrland"),
    "Grey Harbour": ("Norway", "Ada Norrland"),
    "Plain Notes": ("Ada Norrland",),
    "Norway": ("Oslo", "Bergen Airport Flesland", "Stavanger Airport Sola", "Oslo Gardermoen Airport"),
    "Oslo": ("Norway",),
    "Bergen Airport Flesland": ("Norway", "Stavanger Airport Sola", "Oslo Gardermoen Airport", "Oslo"),
    "Stavanger Airport Sola": ("Norway",),
    "Oslo Gardermoen Airport": ("Norway",),
}


@cache
def pages() -> dict[str, PageRecord]:
    """The recorded pages by title."""
    return {
        title: page(title, _document(title, above, rows, body), aliases, LINKS[title])
        for title, (above, rows, body, aliases) in SOURCES.items()
    }
