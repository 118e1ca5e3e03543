"""The pages of a recorded world as a small wiki: articles, search, redirects, and a clear page for what isn't there."""

from __future__ import annotations

from html import escape

from worlds.pages import DamagedPage
from worlds.serving.desk import Desk
from worlds.serving.reading import address, asking, wiki_html

__all__ = ["STYLE", "Wiki"]

STYLE = """\
body{font:16px/1.55 system-ui,sans-serif;margin:0 auto;max-width:62rem;padding:0 1rem 3rem;
color:#1c1c1c;background:#fff}
header{display:flex;flex-wrap:wrap;gap:1rem;align-items:center;border-bottom:1px solid #ccc;padding:.7rem 0}
header a{font-weight:600}header form{margin-left:auto}input,button{font:inherit;padding:.2rem .5rem}
h1{font-size:1.7rem;line-height:1.25}a{color:#0b57a4}a.absent{color:#9a3412;text-decoration-style:dotted}
table{border-collapse:collapse;margin:.6rem 0;max-width:100%}td,th{border:1px solid #ddd;padding:.25rem .5rem;
text-align:left;vertical-align:top}.infobox{float:right;margin:0 0 1rem 1.2rem;max-width:23rem;font-size:.9rem}
@media(max-width:40rem){.infobox{float:none;margin:0 0 1rem;max-width:100%}}.note{color:#555}footer{clear:both;
border-top:1px solid #ccc;margin-top:2rem;padding-top:.6rem;font-size:.85rem;color:#555}
@media(prefers-color-scheme:dark){body{color:#e4e4e4;background:#161616}a{color:#8ab8f0}a.absent{color:#f0a280}
td,th{border-color:#444}.note,footer{color:#aaa}}
"""
SHOWN = 400
"""Titles that the first page lists."""


class Wiki:
    """HTML of a desk's pages. Every link of a page that was asked for with `?leg=ID` carries that `leg` on."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.pages = desk.pages

    def start(self, leg: str | None = None) -> str:
        """The first page: what this is, and every title."""
        titles = self.pages.titles()
        more = f"<p class='note'>and {len(titles) - SHOWN} more</p>" if len(titles) > SHOWN else ""
        listed = _list(titles[:SHOWN], leg)
        return self._whole(self.pages.name, f"<p>{len(titles)} recorded pages.</p>{listed}{more}", leg)

    def article(self, title: str, leg: str | None = None) -> str:
        """One recorded page. Raises MissingPage, DamagedPage."""
        page = self.pages.get(title)
        told = f"<p class='note'>{escape(page.url)}, as recorded (revision {escape(page.revision)})</p>"
        try:
            text = wiki_html(page.html, title, self.pages, leg)
        except DamagedPage as damage:
            text = f"<p>{escape(str(damage))}</p>"
        return self._whole(title, text + told, leg)

    def absent(self, asked: str, leg: str | None = None) -> str:
        """The page for what wasn't captured."""
        near = _list(self.desk.search(asked), leg)
        near = f"<p>Recorded pages by similar names:</p>{near}" if near else ""
        told = (
            "<p>This world doesn't hold that page. It holds the pages that were recorded, and nothing reaches further: "
            "the page may exist elsewhere.</p>"
        )
        return self._whole(f"{asked}: not captured", told + near, leg)

    def results(self, query: str, leg: str | None = None) -> str:
        """What a search finds."""
        found = _list(self.desk.search(query), leg)
        return self._whole(f"Search: {query}", found or "<p>No recorded page matches.</p>", leg)

    def _whole(self, heading: str, body: str, leg: str | None) -> str:
        licence = self.pages.licence
        name = escape(self.pages.name)
        shown = escape(heading)
        first = escape(asking("/", leg))
        kept = f'<input type="hidden" name="leg" value="{escape(leg)}">' if leg else ""
        return (
            f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{shown}</title>'
            '<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style.css"></head><body>'
            f'<header><a href="{first}">{name}</a><form action="/search" role="search">{kept}'
            '<input name="q" aria-label="Search">'
            f"<button>Search</button></form></header><main><h1>{shown}</h1>{body}</main>"
            f"<footer>{escape(licence.attribution)} ({escape(licence.spdx)})</footer></body></html>\n"
        )


def _list(titles: tuple[str, ...], leg: str | None) -> str:
    rows = "".join(f'<li><a href="{escape(asking(address(title), leg))}">{escape(title)}</a></li>' for title in titles)
    return f"<ul>{rows}</ul>" if rows else ""
