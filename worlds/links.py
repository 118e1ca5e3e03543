"""The links of an article's body, by the three shapes in which Wikipedia's HTML writes them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote

from lxml import etree
from lxml import html as markup

from worlds.pages import DamagedPage, Link

__all__ = ["BodyLink", "body_links", "body_of", "is_outside", "link_path", "title_links", "title_of"]

BODIES = ("//*[@id='mw-content-text']", "//*[contains(concat(' ', @class, ' '), ' mw-parser-output ')]", "//body")
"""Where the article's body is, best first; what lies outside it is page chrome."""

CHROME = frozenset({"mw-editsection", "mw-jump-link", "catlinks", "printfooter"})
"""Classes of elements inside the body whose links are the wiki's, not the article's."""

OUTSIDE = frozenset(
    {
        "book", "category", "draft", "education program", "file", "gadget", "help", "image", "media", "mediawiki",
        "module", "portal", "project", "special", "talk", "template", "timedtext", "topic", "user", "wikipedia", "wp",
    }
)  # fmt: skip
"""Namespaces whose pages aren't articles, in lower case; each has a talk namespace besides."""


class BodyLink(NamedTuple):
    """A link as its page writes it: the percent-decoded path, without fragment, and the words it is shown by."""

    path: str
    text: str


def body_links(html: str, where: str) -> Iterator[BodyLink]:
    """The body's links that may lead to pages of the same wiki, in order, as often as they occur.

    External links, fragments alone, and links with a query (edit links, red links) are left out, and so are the
    wiki's own links inside the body. Paths of the `/wiki/` shape come without that prefix and those of the
    `./` shape without it. Links in navigation boxes count: a reader sees them. Raises DamagedPage, which names the
    page as `where` does, for HTML that the parser gives up on (elements nested by the thousand).
    """
    body = body_of(html, where)
    if body is None:
        return
    for anchor in body.iterfind(".//a[@href]"):
        path = link_path(anchor.get("href") or "")
        if path and not _is_chrome(anchor):
            yield BodyLink(path, " ".join(_text(anchor).split()))


def body_of(html: str, where: str) -> markup.HtmlElement | None:
    """What holds the article's body; None where there is no HTML. Raises DamagedPage as `body_links` does."""
    if not html.strip():
        return None
    parser = markup.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    try:
        root = markup.document_fromstring(html.encode("utf-8", "surrogatepass"), parser=parser)
    except etree.ParserError:
        return None
    if any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log):
        raise DamagedPage(f"{where}: its HTML is nested too deeply to be read whole")
    for path in BODIES:
        found = root.xpath(path)
        if isinstance(found, list) and found and isinstance(found[0], markup.HtmlElement):
            return found[0]
    return None


def title_links(html: str, title: str) -> tuple[Link, ...]:
    """The articles that the body of the page `title` links to, by the titles its hrefs spell, each target once."""
    links: dict[str, Link] = {}
    for path, text in body_links(html, f"page {title!r}"):
        target = title_of(path)
        if target and target != title and not is_outside(target):
            links.setdefault(target, Link(target, text))
    return tuple(links.values())


def title_of(path: str) -> str:
    """The title that a link's path spells: no folders above, no `.html`, spaces for underscores."""
    if path.startswith("../"):
        while path.startswith("../"):
            path = path[3:]
        path = path.removeprefix("A/")
    return " ".join(path.removesuffix(".html").replace("_", " ").split())


def is_outside(title: str) -> bool:
    """Whether a title lies in a namespace other than the articles' (English names; files, categories, talk, …)."""
    prefix, colon, _ = title.partition(":")
    name = prefix.strip().casefold()
    return bool(colon) and (name in OUTSIDE or (name.endswith(" talk") and name[:-5] in OUTSIDE))


def link_path(href: str) -> str:
    """The percent-decoded path of an href that may lead to a page of the same wiki; nothing for any other."""
    target = href.strip().partition("#")[0]
    if not target or "?" in target or target.startswith("//"):
        return ""
    if target.startswith("/"):
        if not target.startswith("/wiki/"):
            return ""
        target = target[len("/wiki/") :]
    elif target.startswith("./"):
        target = target[2:]
    elif _has_scheme(target):
        return ""
    return unquote(target, errors="replace")


def _has_scheme(target: str) -> bool:
    """Whether a relative-looking href is an address of another kind (`mailto:`, `http://`): a colon before any `_`.

    Titles hold colons too (`Star_Trek:_Picard.html`), so only known schemes count.
    """
    scheme = target.partition(":")[0].lower()
    return scheme in {"http", "https", "mailto", "ftp", "irc", "geo", "tel", "javascript", "data", "news", "sip"}


def _is_chrome(anchor: markup.HtmlElement) -> bool:
    for element in (anchor, *anchor.iterancestors()):
        if element.get("id") == "mw-content-text":
            return False
        if not CHROME.isdisjoint((element.get("class") or "").split()):
            return True
    return False


def _text(anchor: markup.HtmlElement) -> str:
    return "".join(part for part in anchor.itertext() if isinstance(part, str))
