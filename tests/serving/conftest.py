"""A small release, its legs, and a server of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from schemas.base import parse_record
from schemas.canonical import canonical_bytes
from schemas.legs import Leg
from tests.releases.building import records, shared_release
from tests.serving.agents import PATIENCE, Served, serving


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared_release(tmp_path_factory)


@pytest.fixture(scope="session")
def legs(release: Path) -> list[Leg]:
    return [parse_record(Leg, canonical_bytes(record), "leg") for record in records(release, "legs")]


@pytest.fixture(scope="session")
def served(release: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(release, tmp_path_factory.mktemp("served") / "log.jsonl") as server:
        yield server


@pytest.fixture
def http(served: Served) -> Iterator[httpx.Client]:
    leg = {"X-Benchwright-Leg": "leg-" + "0" * 20}
    with httpx.Client(base_url=served.url, timeout=PATIENCE, trust_env=False, headers=leg) as client:
        yield client
