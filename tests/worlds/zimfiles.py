"""Small ZIM files of the new layout, written for tests with libzim's own writer, and small recorded worlds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from libzim.writer import Creator, Hint, Item, StringProvider

SHARED_ZIM = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "wikipedia_en_ray_charles_2015-06.zim"
NO_SHARED = "the real Wikipedia file of ../shared/data isn't here"


class HtmlItem(Item):
    """One page, as libzim's writer wants it."""

    def __init__(self, path: str, title: str, content: str | bytes, mimetype: str = "text/html") -> None:
        super().__init__()
        self._path, self._title, self._content, self._mimetype = path, title, content, mimetype

    def get_path(self) -> str:
        return self._path

    def get_title(self) -> str:
        return self._title

    def get_mimetype(self) -> str:
        return self._mimetype

    def get_contentprovider(self) -> StringProvider:
        return StringProvider(self._content)

    def get_hints(self) -> dict[Hint, int]:
        return {Hint.FRONT_ARTICLE: int(self._mimetype == "text/html")}


def write_zim(
    path: Path,
    pages: Mapping[str, str | bytes],
    redirects: Mapping[str, str] | None = None,
    metadata: Mapping[str, str] | None = None,
    main: str = "",
    full_text: bool = False,
) -> Path:
    """A ZIM of pages by title and redirects by title; paths are titles with underscores, as Kiwix writes them."""
    creator = Creator(path).config_indexing(full_text, "eng")
    if main:
        creator.set_mainpath(main.replace(" ", "_"))
    with creator:
        for title, html in pages.items():
            creator.add_item(HtmlItem(title.replace(" ", "_"), title, html))
        creator.add_item(HtmlItem("_assets_/style.css", "", "a {}", "text/css"))
        for title, target in (redirects or {}).items():
            hints = {Hint.FRONT_ARTICLE: 1}
            creator.add_redirection(title.replace(" ", "_"), title, target.replace(" ", "_"), hints)
        for name, value in {"Title": "Trial", "Language": "eng", "Date": "2024-01-31", **(metadata or {})}.items():
            creator.add_metadata(name, value)
    return path


def article(body: str) -> str:
    """A page of the shape that mwoffliner writes."""
    return (
        f'<!DOCTYPE html><html><head><meta charset="UTF-8"/><title>x</title></head><body>'
        f'<div id="menu"><a href="Chrome">menu</a></div><div id="mw-content-text">{body}</div></body></html>'
    )
