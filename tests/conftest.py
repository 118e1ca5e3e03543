"""What every test shares: the rooms first on the path, and hypothesis without chance or a clock."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

import benchwright  # noqa: F401  (puts the rooms first, before any test imports another distribution's `validators`)
from tests.worlds.mediawiki import MediaWiki, installed_wiki, running_wiki
from worlds.net.cache import CACHE_VARIABLE

# The same examples in every run. HYPOTHESIS_PROFILE=explore looks for new ones.
settings.register_profile("fixed", derandomize=True, deadline=None, database=None, print_blob=False)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What is kept between runs is the tests' own, not the user's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CACHE_VARIABLE, str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def mediawiki_installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A MediaWiki with the made-up world in it, installed once for all processes that run tests together."""
    own = tmp_path_factory.getbasetemp()
    return installed_wiki(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own)


@pytest.fixture(scope="session")
def mediawiki(mediawiki_installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MediaWiki]:
    """That wiki, running. Tests may write pages of their own, and those alone."""
    with running_wiki(mediawiki_installed, tmp_path_factory.mktemp("wiki") / "copy") as wiki:
        yield wiki
