"""The commands against a Hub on loopback: push, pull, check and replay by address, and `datasets` at the tag."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from releases.hub.address import parse_address, repository
from releases.hub.gate import Allowances
from releases.hub.push import PushOrder, push
from releases.layout import read_manifest
from schemas.errors import InputError
from tests.hub.conftest import REPO, client
from tests.hub.server import TOKEN, Hub
from tests.releases.building import one_line, run, tree

LOADS = """
import sys
from datasets import load_dataset
for config, split, items in (line.split() for line in sys.argv[2:]):
    rows = load_dataset(sys.argv[1], config, revision="v0.3.0", split=split)
    assert len(rows) == int(items), (config, split, len(rows))
    assert rows.features["id"].dtype == "string"
    assert len(set(rows["id"])) == int(items)
print("loaded")
"""


def settings(hub: Hub, tmp_path: Path, token: str = TOKEN) -> dict[str, str]:
    """Where a client of its own process finds the Hub, and what it keeps to itself."""
    home = {"HF_HOME": str(tmp_path / "hf"), "HF_HUB_DISABLE_XET": "1", "HF_HUB_DISABLE_TELEMETRY": "1"}
    return {"HF_ENDPOINT": hub.url, "HF_TOKEN": token, "HF_HUB_OFFLINE": "0", **home}


def test_from_push_to_a_strangers_check(hub: Hub, release: Path, tmp_path: Path) -> None:
    env = settings(hub, tmp_path)
    planned = run("push", release, REPO, "--dry-run", "--allow-unreviewed", **env)
    assert planned.returncode == 0, planned.stderr
    assert "in 2 commits" in planned.stdout
    assert "Xet is off" in planned.stdout
    assert not hub.repos
    pushed = run("push", release, REPO, "--allow-unreviewed", "--json", **env)
    assert pushed.returncode == 0, pushed.stderr
    assert json.loads(pushed.stdout)["tag"] == "v0.3.0"
    assert TOKEN not in planned.stdout + planned.stderr + pushed.stdout + pushed.stderr
    address = f"hf://datasets/{REPO}@v0.3.0"
    stranger = settings(hub, tmp_path, token="")
    for verb in ("check", "replay"):
        done = run(verb, address, **stranger)
        assert done.returncode == 0, done.stdout + done.stderr
        assert address in done.stdout
    pulled = run("pull", address, "-o", tmp_path / "pulled", **stranger)
    assert pulled.returncode == 0, pulled.stderr
    assert tree(tmp_path / "pulled") == tree(release)


def test_datasets_loads_every_config_at_the_tag(hub: Hub, release: Path, questions: Path, tmp_path: Path) -> None:
    configs: set[str] = set()
    for folder in (release, questions):
        hub.forget()
        push(PushOrder(folder, allowances=Allowances(unreviewed=True)), client(hub))
        splits = [f"{one.config} {one.split} {one.items}" for one in read_manifest(folder).splits]
        configs |= {line.split()[0] for line in splits}
        home = tmp_path / folder.name
        loading = subprocess.run(
            [sys.executable, "-c", LOADS, REPO, *splits],
            env={"PATH": "/usr/bin:/bin", "HOME": str(home), **settings(hub, home, token="")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert loading.stdout.strip() == "loaded", loading.stderr
    assert configs == {"legs", "tandem_decision", "tandem_verification", "triplets"}


@pytest.mark.parametrize(
    "text", ["me", "me/", "/me/x", "me/x/y", "me/..", "me/a--b", "me/x.git", "-me/x", "me/x y", ""]
)
def test_what_the_hub_would_not_take_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="no repository"):
        repository(text)


@pytest.mark.parametrize("text", ["hf://me/x", "hf://models/me/x", "hf://datasets/me/x@", "datasets/me/x"])
def test_an_address_must_be_a_datasets(text: str) -> None:
    with pytest.raises(InputError):
        parse_address(text)


def test_addresses_are_read_and_said_alike() -> None:
    assert str(parse_address("hf://datasets/me/x@v1.0.0")) == "hf://datasets/me/x@v1.0.0"
    assert parse_address("hf://datasets/me/x").revision == "main"


def test_no_such_dataset_is_one_line(hub: Hub, tmp_path: Path) -> None:
    told = one_line(run("check", "hf://datasets/me/none@v1.0.0", **settings(hub, tmp_path)), 2)
    assert "no such repository" in told


def test_pushing_without_a_token_is_one_line(hub: Hub, release: Path, tmp_path: Path) -> None:
    told = one_line(run("push", release, REPO, "--allow-unreviewed", **settings(hub, tmp_path, token="")), 2)
    assert "hf auth login" in told
