"""A real MediaWiki on loopback: Debian's, with SQLite, filled with the made-up world; installed once for all tests."""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import sqlite3
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.worlds.wikiworld import dump, wiki_pages

__all__ = ["CODE", "MediaWiki", "installed_wiki", "running_wiki"]

CODE = Path("/usr/share/mediawiki")
PHP = ("php", "-d", "opcache.enable_cli=1", "-d", "memory_limit=512M")
PATIENCE = 120
"""Seconds that anything may take on a busy machine before the tests give up."""

SETTINGS = r"""
$wgServer = getenv( 'TEST_WIKI_SERVER' ) ?: 'http://127.0.0.1';
$wgSQLiteDataDir = getenv( 'TEST_WIKI_DATA' ) ?: $wgSQLiteDataDir;
$faster = [ 'dbDirectory' => $wgSQLiteDataDir, 'variables' => [ 'synchronous' => 'OFF' ] ];
$wgObjectCaches[CACHE_DB]['server'] = $faster + $wgObjectCaches[CACHE_DB]['server'];
$wgLocalisationCacheConf['storeServer'] = $faster + $wgLocalisationCacheConf['storeServer'];
$wgJobTypeConf['default']['server'] = $faster + $wgJobTypeConf['default']['server'];
$wgDBservers = [ [
    'type' => 'sqlite', 'dbname' => $wgDBname, 'dbDirectory' => $wgSQLiteDataDir, 'tablePrefix' => '', 'load' => 1,
    'flags' => 0, 'trxMode' => 'IMMEDIATE', 'variables' => [ 'synchronous' => 'OFF' ],
] ];
$wgParserCacheType = CACHE_NONE;
$wgArticlePath = '/wiki/$1';
$wgRightsUrl = 'https://creativecommons.org/licenses/by-sa/4.0/';
$wgRightsText = 'Creative Commons Attribution-Share Alike 4.0';
$wgMaxArticleSize = 65536;
$wgJobRunRate = 0;
wfLoadExtension( 'ParserFunctions' );

// What the extensions Disambiguator and Wikibase write down beside a page, which Debian doesn't package.
$wgExtensionMessagesFiles['TestWords'] = __DIR__ . '/words.php';
$wgHooks['GetDoubleUnderscoreIDs'][] = static function ( &$ids ) { $ids[] = 'disambiguation'; };
$wgHooks['ParserFirstCallInit'][] = static function ( $parser ) {
    $parser->setFunctionHook( 'shortdesc', static function ( $parser, $text ) {
        $parser->getOutput()->setPageProperty( 'wikibase-shortdesc', $text );
        return '';
    }, Parser::SFH_NO_HASH );
};
"""

WORDS = r"""<?php
$magicWords = [];
$magicWords['en'] = [ 'disambiguation' => [ 1, '__DISAMBIG__' ], 'shortdesc' => [ 0, 'SHORTDESC' ] ];
"""


class MediaWiki:
    """A wiki that runs: its address, and how to change it."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.url = f"http://127.0.0.1:{port}"
        self.api = f"{self.url}/api.php"

    def maintain(self, script: str, *arguments: str, said: str = "") -> str:
        """Run one of MediaWiki's maintenance scripts; its output."""
        return _maintain(self.folder, script, *arguments, said=said)

    def edit(self, title: str, text: str) -> None:
        """Write a page anew."""
        self.maintain("edit.php", "--user", "Admin", title, said=text)


def installed_wiki(shared: Path, times: int = 1) -> Path:
    """A folder with an installed wiki and so many times the made-up world, made once below `shared`."""
    if not CODE.is_dir() or shutil.which("php") is None:
        pytest.fail("MediaWiki or PHP is not installed: .ci/run names the system packages and installs them")
    shared.mkdir(parents=True, exist_ok=True)
    folder = shared / "mediawiki"
    with (shared / "mediawiki.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "ready").exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            _install(folder, times)
            (folder / "ready").touch()
    return folder


@contextmanager
def running_wiki(template: Path, folder: Path) -> Iterator[MediaWiki]:
    """A copy of an installed wiki, listening until the end of the block."""
    shutil.copytree(template, folder)
    with socket.socket() as spare:
        spare.bind(("127.0.0.1", 0))
        port = spare.getsockname()[1]
    wiki = MediaWiki(folder, port)
    environment = _environment(folder) | {"TEST_WIKI_SERVER": wiki.url, "PHP_CLI_SERVER_WORKERS": "2"}
    with (folder / "server.log").open("wb") as log:
        server = subprocess.Popen(
            [*PHP, "-S", f"127.0.0.1:{port}", "-t", str(CODE)], env=environment, stdout=log, stderr=log,
            start_new_session=True,
        )  # fmt: skip
        try:
            _wait(wiki, server)
            yield wiki
        finally:
            os.killpg(server.pid, 15)  # the server has workers of its own
            server.wait()


def _environment(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "LANG", "HOME"}}
    return kept | {"MW_CONFIG_FILE": str(folder / "LocalSettings.php"), "TEST_WIKI_DATA": str(folder)}


def _maintain(folder: Path, script: str, *arguments: str, said: str = "") -> str:
    done = subprocess.run(
        [*PHP, str(CODE / "maintenance" / script), *arguments],
        env=_environment(folder), input=said, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        pytest.fail(f"{script} failed: {done.stdout[-2000:]} {done.stderr[-2000:]}")
    return done.stdout


def _install(folder: Path, times: int) -> None:
    arguments = (
        "--dbtype", "sqlite", "--dbpath", str(folder), "--dbname", "testwiki", "--confpath", str(folder),
        "--server", "http://127.0.0.1", "--scriptpath", "", "--pass", "a-pass-word-of-tests", "--lang", "en",
        "Testwiki", "Admin",
    )  # fmt: skip
    done = subprocess.run(
        [*PHP, str(CODE / "maintenance" / "install.php"), *arguments],
        env=_environment(folder) | {"MW_CONFIG_FILE": ""},
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        pytest.fail(f"MediaWiki can't be installed: {done.stdout[-2000:]} {done.stderr[-2000:]}")
    (folder / "words.php").write_text(WORDS, encoding="utf-8")
    with (folder / "LocalSettings.php").open("a", encoding="utf-8") as settings:
        settings.write(SETTINGS)
    (folder / "dump.xml").write_text(dump(wiki_pages(times)), encoding="utf-8")
    _maintain(folder, "importDump.php", str(folder / "dump.xml"))
    _maintain(folder, "rebuildtextindex.php")
    _maintain(folder, "initSiteStats.php", "--update")
    with closing(sqlite3.connect(folder / "testwiki.sqlite")) as database, database:
        # The same random order in every run. MediaWiki's own numbers have twelve places, and it goes on by them.
        database.execute("UPDATE page SET page_random = round((page_id * 618033 % 1000003) / 1000003.0, 12)")


def _wait(wiki: MediaWiki, server: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if server.poll() is not None:
            break
        try:
            with urllib.request.urlopen(f"{wiki.api}?action=query&meta=siteinfo&format=json", timeout=30):  # noqa: S310
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.05)
    pytest.fail(f"MediaWiki doesn't answer: {(wiki.folder / 'server.log').read_text()[-2000:]}")
