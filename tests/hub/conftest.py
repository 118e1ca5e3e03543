"""A small release, a Hub on loopback, and a client whose waits take no time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import huggingface_hub.utils._http as client_http
import pytest
from huggingface_hub import constants, file_download

from releases.hub.plan import GITATTRIBUTES
from releases.hub.remote import Remote
from tests.hub.server import TOKEN, Hub, running
from tests.releases.building import fine, shared_questions, shared_release
from tests.worlds.backends.server import FakeClock

REPO = "me/small"

TINY = """
name = "tiny"
version = "0.3.0"
title = "A tiny release"
seed = 4

[triplets]
dev = 1
test = 2
unreviewed = true
"""


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared_release(tmp_path_factory)


@pytest.fixture(scope="session")
def questions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared_questions(tmp_path_factory)


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release of few small files, so that a hundred pushes of it take seconds."""
    folder = tmp_path_factory.mktemp("tiny")
    (folder / "tiny.toml").write_text(TINY)
    fine("build", folder / "tiny.toml", "-o", folder / "release", "--workers", "1")
    return folder / "release"


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Hub]:
    monkeypatch.setattr(constants, "HF_HUB_DISABLE_XET", True)  # its protocol is binary and doesn't fall back to LFS
    monkeypatch.setattr(client_http.time, "sleep", lambda seconds: None)
    monkeypatch.setattr(file_download.time, "sleep", lambda seconds: None)
    with running(Hub()) as hub:
        yield hub


def client(hub: Hub, token: str | None = TOKEN, patience: float = 100.0) -> Remote:
    """A client of the Hub's dataset."""
    return Remote(REPO, hub.url, token, FakeClock(), patience)


def held(hub: Hub, revision: str) -> dict[str, bytes]:
    """What a revision of the dataset holds, but for the Hub's own file."""
    repo = hub.repos[REPO]
    commit = repo.find(revision)
    assert commit is not None, revision
    return {path: blob.data for path, blob in repo.commits[commit].items() if path != GITATTRIBUTES}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The client passes a file where its HTTP library would rather have bytes named so; that is theirs to mend."""
    for item in items:
        if "tests/hub" in item.nodeid:
            item.add_marker(pytest.mark.filterwarnings("ignore:Use 'content=<...>':DeprecationWarning"))
