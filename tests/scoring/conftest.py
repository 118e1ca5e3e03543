"""A small release, its legs, and the names of their pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from releases.scoring.legs import page_names
from schemas.base import parse_record
from schemas.canonical import canonical_bytes
from schemas.legs import Leg
from tests.releases.building import records, shared_release
from worlds.naming import PageNames


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared_release(tmp_path_factory)


@pytest.fixture(scope="module")
def legs(release: Path) -> list[Leg]:
    return [parse_record(Leg, canonical_bytes(record), "leg") for record in records(release, "legs")]


@pytest.fixture(scope="module")
def names(release: Path, legs: list[Leg]) -> PageNames:
    return page_names(legs, release / "world")
