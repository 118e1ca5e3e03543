"""What may not be published is named, with what to drop so that the rest may."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from releases.layout import read_manifest
from releases.publishable import obstacles, refuse_unpublishable
from schemas.canonical import canonical_bytes
from schemas.errors import InputError
from schemas.worlds import LicenceRecord
from tests.releases.building import copied, shared_release
from worlds.record import read_call
from worlds.tools.calls import response_digest


@pytest.fixture
def release(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> Path:
    return copied(shared_release(tmp_path_factory), tmp_path / "release")


def test_a_release_whose_sources_all_allow_it_may_go_out(release: Path) -> None:
    assert list(obstacles(release, read_manifest(release))) == []
    refuse_unpublishable(release, read_manifest(release))


def test_an_answer_that_may_not_be_passed_on_is_refused_with_what_to_drop(release: Path) -> None:
    path = release / "world" / "calls.jsonl"
    lines = path.read_bytes().splitlines()
    number = next(n for n, line in enumerate(lines) if json.loads(line)["outcome"] == "answered")
    call = read_call(lines[number])
    terms = LicenceRecord(spdx="LicenseRef-Some-Terms", attribution="Some Maps", redistributable=False)
    call = call.model_copy(update={"licence": terms, "provider": "some-maps 1"})
    lines[number] = canonical_bytes(call.model_copy(update={"response": response_digest(call)}))
    path.write_bytes(b"\n".join(lines) + b"\n")
    (found,) = obstacles(release, read_manifest(release))
    assert found.what == "answers of some-maps 1"
    with pytest.raises(InputError, match=r"Some-Terms \(Some Maps\).*drop the legs whose roadblocks ask some-maps 1"):
        refuse_unpublishable(release, read_manifest(release))


def test_a_maintainers_folder_and_a_fictional_world_are_refused(release: Path) -> None:
    manifest = read_manifest(release)
    kept = manifest.model_copy(update={"variant": "maintainer"})
    with pytest.raises(InputError, match="benchwright withhold"):
        refuse_unpublishable(release, kept)
    assert manifest.world is not None
    fiction = manifest.model_copy(update={"world": manifest.world.model_copy(update={"fictional": True})})
    with pytest.raises(InputError, match="fictional legs are never pushed"):
        refuse_unpublishable(release, fiction)
    with pytest.raises(InputError, match=r"\(and 1 more\)"):
        refuse_unpublishable(release, fiction.model_copy(update={"variant": "maintainer"}))
