"""Pages from a Kiwix file: an offline Wikipedia in the old or the new layout of the ZIM format."""

from __future__ import annotations

import posixpath
import random
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from functools import cached_property, lru_cache, wraps
from pathlib import Path
from typing import Concatenate, NamedTuple, ParamSpec, TypeVar
from urllib.parse import quote

from libzim.reader import Archive, Entry  # type: ignore[import-untyped]  # ships stubs, but no py.typed
from libzim.search import Query, Searcher  # type: ignore[import-untyped]
from libzim.suggestion import SuggestionSearcher  # type: ignore[import-untyped]

from schemas.canonical import sha256_of
from schemas.errors import InputError
from worlds.describe import describe_all
from worlds.links import body_links, is_outside
from worlds.live.titles import DIRECTIONS
from worlds.pages import DamagedPage, Description, Licence, Link, MissingPage, Page, draw, is_utf8, shuffle
from worlds.search import TitleIndex
from worlds.zimcheck import refuse_damaged

__all__ = ["ZimSource"]

RELICENSED = date(2023, 6, 7)
"""The day on which Wikimedia's terms of use moved its text from CC BY-SA 3.0 to 4.0."""

PERMALINK = re.compile(r'href="https?://([a-z-]+\.wikipedia\.org)/wiki/([^"?#]+)\?oldid=([0-9]+)"')
"""The address of the very revision, in the footer of older files."""

MISLEADING = re.compile(f"[{''.join(sorted(DIRECTIONS))}\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029]")
"""Marks that turn the direction of writing, and control characters: no title of a MediaWiki holds one, and shown on a
screen it would look like another title."""

MAX_HOPS = 16
LARGEST = 64 * 1024 * 1024
"""Bytes of a page; a small file may claim, or unpack to, any number."""


P = ParamSpec("P")
R = TypeVar("R")


def _typed(read: Callable[Concatenate[ZimSource, P], R]) -> Callable[Concatenate[ZimSource, P], R]:
    """A method of the source whose failures inside libzim end in DamagedPage, which names the file.

    libzim answers a file that is made wrong with LookupError, RuntimeError or text that isn't UTF-8.
    """

    @wraps(read)
    def reading(source: ZimSource, /, *arguments: P.args, **named: P.kwargs) -> R:
        try:
            return read(source, *arguments, **named)
        except (RuntimeError, LookupError, UnicodeDecodeError, OverflowError) as error:
            raise DamagedPage(f"{source.path}: damaged ZIM file: {_line(error)}: name another file") from error

    return reading


class _Listing(NamedTuple):
    titles: tuple[str, ...]
    aliases: dict[str, tuple[str, ...]]


class ZimSource:
    """A PageSource over one ZIM file: opening checks that it is whole, titles are listed when first asked for.

    It can't be pickled: a worker opens the same path again.
    Raises InputError when the file is missing, truncated, damaged or no ZIM.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._archive = _open(path)
        self._links = lru_cache(maxsize=4096)(self._read_links)
        self._page = lru_cache(maxsize=256)(self._read_page)

    @cached_property
    def name(self) -> str:
        """What the file calls itself, with language and month, so that a renamed copy is the same world.

        `Name` of the metadata where there is one (`wikipedia_en_all`), else its title; the file's own name only where
        it says nothing of itself.
        """
        named = self._metadata("Name")
        parts = [named or self._metadata("Title"), "" if named else self.language, self._metadata("Date")[:7]]
        return re.sub(r"[^\w.-]+", "_", "_".join(filter(None, parts))).strip("_").lower() or self.path.stem

    @cached_property
    @_typed
    def revision(self) -> str:
        """What pins every page of the file: `zim:` and the file's UUID."""
        return f"zim:{self._archive.uuid}"

    @cached_property
    @_typed
    def digest(self) -> str:
        """SHA-256 over the file's UUID, its own checksum and its size; cheap, and another file has another."""
        archive = self._archive
        return sha256_of(
            {"uuid": str(archive.uuid), "checksum": str(archive.checksum), "size": self.path.stat().st_size}
        )

    @cached_property
    def licence(self) -> Licence:
        """The file's `License` where it states one, else Wikipedia's own by the file's date, else CC BY-SA 4.0."""
        stated = self._metadata("License")
        day = self._metadata("Date")
        by_date = "CC-BY-SA-3.0" if self.is_wikipedia and "0" < day < RELICENSED.isoformat() else "CC-BY-SA-4.0"
        creator = self._metadata("Creator") or self._metadata("Title") or self.name
        maker = f"{creator} contributors" if self.is_wikipedia else creator
        return Licence(stated or by_date, f"{maker}, {self.name} ({day or 'undated'})", redistributable=True)

    @cached_property
    def is_wikipedia(self) -> bool:
        """Whether the file's metadata say that its text is Wikipedia's."""
        words = " ".join(self._metadata(key) for key in ("Creator", "Source", "Title", "Name"))
        return "wikipedia" in words.casefold()

    @cached_property
    def language(self) -> str:
        """The code of the Wikipedia, from the metadata's first language (`eng` and `en` alike give `en`)."""
        code = self._metadata("Language").split(",")[0].strip().lower()
        return ISO_639_1.get(code, code)

    def titles(self) -> tuple[str, ...]:
        """Every article's title, sorted; redirects and the file's own start page are not among them."""
        return self._listing.titles

    def get(self, title: str) -> Page:
        """The article of that exact title, or the one it redirects to. Raises MissingPage or DamagedPage."""
        return self._page(self._entry(title).path)

    def links(self, title: str) -> tuple[Link, ...]:
        """Links from the article's body to other articles of the file, redirects resolved, each target once."""
        return self._links(self._entry(title).path)

    def aliases(self, title: str) -> tuple[str, ...]:
        """Titles that redirect to this one, sorted."""
        return self._listing.aliases.get(self._entry(title).title, ())

    def search(self, query: str, limit: int = 10) -> tuple[str, ...]:
        """Titles by the words they or their aliases share with the query, best first."""
        return self._index.search(query, limit)

    @_typed
    def find(self, query: str, limit: int = 10) -> tuple[str, ...]:
        """Titles by the file's own index, best first: full text where it has one, else what titles begin with.

        Unlike `search` it lists nothing, however large the file, but it ranks as libzim does: no recorded world could
        give the same answer, so legs use `search`.
        """
        if not _askable(query):
            return ()
        if self._archive.has_fulltext_index:
            paths = Searcher(self._archive).search(Query().set_query(query)).getResults(0, limit)
        else:
            paths = SuggestionSearcher(self._archive).suggest(query).getResults(0, limit)
        found = (self._resolve(self._archive.get_entry_by_path(path)) for path in paths)
        return tuple(dict.fromkeys(entry.title for entry in found if entry is not None and entry.path != self._start))

    def holds(self, title: str) -> bool:
        """Whether the file has an article of that exact title, or a redirect to one."""
        found = self._find(title)
        return found is not None and found.path != self._start

    def describe(self, titles: Iterable[str]) -> tuple[Description, ...]:
        """What the pages' own HTML says of them, in their order, each once. Raises MissingPage."""
        return describe_all(self, titles)

    def shuffled(self, rng: random.Random) -> Iterator[str]:
        """Every article's title once, in an order drawn by `rng`."""
        return shuffle(self.titles(), rng)

    def random(self, rng: random.Random, n: int) -> tuple[str, ...]:
        """`n` different titles drawn by `rng`. Raises InputError when there aren't that many."""
        return draw(self.titles(), rng, n, str(self.path))

    @cached_property
    def _index(self) -> TitleIndex:
        listing = self._listing
        return TitleIndex({title: listing.aliases.get(title, ()) for title in listing.titles})

    @cached_property
    @_typed
    def _listing(self) -> _Listing:
        titles: set[str] = set()
        aliases: dict[str, set[str]] = {}
        for entry in self._articles():
            target = self._resolve(entry)
            if target is None or target.path == self._start:
                continue
            if not entry.is_redirect:
                titles.add(entry.title)
            elif entry.title != target.title:
                aliases.setdefault(target.title, set()).add(entry.title)
        ordered = {title: tuple(sorted(names - titles)) for title, names in aliases.items()}
        return _Listing(tuple(sorted(titles)), ordered)

    def _articles(self) -> Iterator[Entry]:
        new = self._archive.has_new_namespace_scheme
        for number in range(self._archive.entry_count if new else self._archive.all_entry_count):
            entry = self._archive._get_entry_by_id(number)  # noqa: SLF001 - libzim's only way to list
            if (new or entry.path.startswith("A/")) and not MISLEADING.search(entry.title):
                yield entry

    @cached_property
    @_typed
    def _start(self) -> str:
        """The path of the file's start page, which is a list of what is in it and no article."""
        if not self._archive.has_main_entry:
            return ""
        target = self._resolve(self._archive.main_entry)
        return target.path if target else ""

    def _resolve(self, entry: Entry) -> Entry | None:
        """The article an entry leads to; None for images, styles, misleading titles and redirects in a circle."""
        for _ in range(MAX_HOPS):
            if not entry.is_redirect:
                shown = entry.get_item().mimetype.startswith("text/html") and not MISLEADING.search(entry.title)
                return entry if shown else None
            entry = entry.get_redirect_entry()
        return None

    def _entry(self, title: str) -> Entry:
        found = self._find(title)
        if found is None or found.path == self._start:
            raise MissingPage(f"{self.path}: no page {title!r}: use an exact title or a redirect of this file")
        return found

    @_typed
    def _find(self, title: str) -> Entry | None:
        """An entry by exact title; by path where the file's title index lists articles alone."""
        if not _askable(title):
            return None
        try:
            entry = self._archive.get_entry_by_title(title)
        except KeyError:
            return self._at(title.replace(" ", "_"), title)
        return self._resolve(entry) if entry.title == title else None

    @_typed
    def _at(self, path: str, title: str | None = None) -> Entry | None:
        """The article at a path of the article namespace, provided it has that title."""
        prefixed = path if self._archive.has_new_namespace_scheme else f"A/{path}"
        try:
            entry = self._archive.get_entry_by_path(prefixed)
        except KeyError:
            return None
        return self._resolve(entry) if title is None or entry.title == title else None

    @_typed
    def _read_page(self, path: str) -> Page:
        entry = self._archive.get_entry_by_path(path)
        item = entry.get_item()
        if item.size > LARGEST:
            raise DamagedPage(f"{self.path}: page {entry.title!r} has {item.size} bytes: no article is that large")
        try:
            html = bytes(item.content).decode()
        except (RuntimeError, UnicodeDecodeError) as error:
            raise DamagedPage(f"{self.path}: page {entry.title!r} can't be read: {_line(error)}") from error
        return Page(entry.title, html, self.revision, self._url(entry, html))

    def _url(self, entry: Entry, html: str) -> str:
        if not self.is_wikipedia or not self.language:
            return f"zim://{self._archive.uuid}/{quote(entry.path)}"
        permalink = PERMALINK.search(html, max(0, len(html) - 4096))
        if permalink:
            return f"https://{permalink[1]}/wiki/{permalink[2]}?oldid={permalink[3]}"
        return f"https://{self.language}.wikipedia.org/wiki/{quote(entry.title.replace(' ', '_'), safe='/:(),')}"

    @_typed
    def _read_links(self, path: str) -> tuple[Link, ...]:
        page = self._page(path)
        folder = posixpath.dirname(path if self._archive.has_new_namespace_scheme else path.removeprefix("A/"))
        links: dict[str, Link] = {}
        for target, text in body_links(page.html, f"{self.path}: page {page.title!r}"):
            entry = self._at(posixpath.normpath(posixpath.join(folder, target))) or self._at(target)
            if entry is None or entry.path in (path, self._start) or is_outside(entry.title):
                continue
            links.setdefault(entry.title, Link(entry.title, text))
        return tuple(links.values())

    @_typed
    def _metadata(self, key: str) -> str:
        if key not in self._archive.metadata_keys:
            return ""
        return " ".join(self._archive.get_metadata(key).decode(errors="replace").split())


ISO_639_1 = {
    "ara": "ar", "cat": "ca", "ces": "cs", "dan": "da", "deu": "de", "ell": "el", "eng": "en", "epo": "eo",
    "est": "et", "eus": "eu", "fas": "fa", "fin": "fi", "fra": "fr", "heb": "he", "hin": "hi", "hrv": "hr",
    "hun": "hu", "ind": "id", "ita": "it", "jpn": "ja", "kor": "ko", "lat": "la", "lit": "lt", "nld": "nl",
    "nor": "no", "pol": "pl", "por": "pt", "ron": "ro", "rus": "ru", "slk": "sk", "slv": "sl", "spa": "es",
    "srp": "sr", "swe": "sv", "tur": "tr", "ukr": "uk", "vie": "vi", "zho": "zh",
}  # fmt: skip
"""ISO 639-3 codes, which ZIM metadata use, and the ISO 639-1 codes that name Wikipedias."""


def _open(path: Path) -> Archive:
    if not path.is_file():
        what = "is a folder" if path.is_dir() else "there is no such file"
        raise InputError(f"{path}: {what}: name a .zim file")
    try:
        refuse_damaged(path)
        return Archive(path)
    except (RuntimeError, OSError) as error:
        raise InputError(f"{path}: can't be opened as a ZIM file: {_line(error)}: name another .zim") from error


def _line(error: Exception) -> str:
    return (str(error).splitlines() or ["unknown"])[0].strip().rstrip(".")


def _askable(text: str) -> bool:
    """Whether libzim can be asked for a text: it aborts on an empty one, and takes nothing but UTF-8."""
    return bool(text.strip()) and is_utf8(text)
