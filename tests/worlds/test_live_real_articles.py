"""Real articles in a real MediaWiki: imported wikitext of Wikipedia is read, crawled and replayed."""

from __future__ import annotations

import bz2
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from benchwright.cli import main
from tests.worlds.backends.server import FakeClock
from tests.worlds.mediawiki import MediaWiki, running_wiki
from worlds.live.specs import script_base
from worlds.live.wiki import LiveWiki
from worlds.net.client import NetClient
from worlds.text import page_text
from worlds.world import open_world

DUMP = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "enwiki-minidump.xml.bz2"
CONTACT = "operator@benchwright.test"

pytestmark = pytest.mark.skipif(not DUMP.is_file(), reason="the wikitext of ../shared/data isn't here")


def articles() -> dict[str, str]:
    """Wikitext by title, of the articles that are no redirects."""
    root = ElementTree.fromstring(bz2.decompress(DUMP.read_bytes()))  # noqa: S314 - our own data folder
    space = root.tag.partition("}")[0] + "}"
    pages = {}
    for page in root.iter(f"{space}page"):
        text = page.findtext(f"{space}revision/{space}text") or ""
        if page.findtext(f"{space}ns") == "0" and not text.upper().startswith("#REDIRECT"):
            pages[page.findtext(f"{space}title") or ""] = text
    return pages


@pytest.fixture(scope="module")
def filled(mediawiki_installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MediaWiki]:
    with running_wiki(mediawiki_installed, tmp_path_factory.mktemp("real") / "copy") as wiki:
        dump = wiki.folder / "real.xml"
        dump.write_bytes(bz2.decompress(DUMP.read_bytes()))
        wiki.maintain("importDump.php", str(dump))
        yield wiki


def test_real_articles_read_as_their_wikitext_says(filled: MediaWiki, tmp_path: Path) -> None:
    wiki = LiveWiki(script_base(filled.api), NetClient(CONTACT, tmp_path, clock=FakeClock()))
    texts = articles()
    assert len(texts) > 15
    described = {one.title: one.length for one in wiki.describe(texts)}
    assert described == {title: len(text.encode()) for title, text in texts.items()}
    for title in sorted(texts)[::4]:
        read = page_text(wiki.get(title).html)
        for heading in re.findall(r"^==\s*([\w ]+?)\s*==\s*$", texts[title], re.MULTILINE):
            assert heading in read
        spelled = {target.strip() for target in re.findall(r"\[\[([^\]|#:]+)", texts[title])}
        exact = {name[:1].upper() + name[1:] for name in spelled}
        assert {link.title for link in wiki.links(title)} <= exact | texts.keys()  # a redirect leads to another of them


def test_real_articles_are_crawled_and_replayed(
    filled: MediaWiki, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "live.toml"
    without = "open-meteo open-meteo-archive open-meteo-geocoding overpass restcountries".split()
    settings.write_text("\n".join(['cache = "cache"', "[bases]", *(f'{name} = ""' for name in without)]))
    monkeypatch.setenv("BENCHWRIGHT_CONTACT", CONTACT)
    monkeypatch.setenv("BENCHWRIGHT_LIVE", str(settings))
    words = ["legs", "crawl", "--source", "live", "--api", filled.url, "--seed-title", "Berlin", "--seed-title", "IBM"]
    done = CliRunner().invoke(main, [*words, "-o", str(tmp_path / "out")])
    assert done.exit_code == 0, done.stderr
    live, recorded = open_world(f"live:{filled.api}"), open_world(f"snapshot:{tmp_path / 'out'}")
    assert {"Berlin", "IBM"} <= set(recorded.pages.titles())
    for title in recorded.pages.titles():
        assert recorded.pages.get(title) == live.pages.get(title)
        assert recorded.pages.links(title) == live.pages.links(title)
