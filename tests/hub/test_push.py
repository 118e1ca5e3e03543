"""A release goes to the Hub whole, is fetched back, tagged and read again, and never by halves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from releases.hashing import entries, write_manifest
from releases.hub.address import parse_address
from releases.hub.gate import Allowances
from releases.hub.plan import GITATTRIBUTES, MOST_BYTES, MOST_FILES, within_budget
from releases.hub.pull import pull
from releases.hub.push import PushOrder, plan, push
from releases.layout import MANIFEST, read_manifest
from schemas.canonical import dump, sha256_bytes
from schemas.errors import InputError, ReleaseError, RemoteError
from tests.hub.conftest import REPO, TINY, client, held
from tests.hub.server import TOKEN, Asked, Hub, Said
from tests.releases.building import copied, fine, tree

UNREVIEWED = Allowances(unreviewed=True)


def order(folder: Path, **more: object) -> PushOrder:
    return PushOrder(folder, allowances=UNREVIEWED)._replace(**more)


def raised(release: Path, target: Path, version: str, note: str = "") -> Path:
    """The release under another version, as its maintainer would build it; `note` changes a file."""
    folder = copied(release, target)
    recipe = folder / "recipe.toml"
    recipe.write_text(recipe.read_text().replace('version = "0.3.0"', f'version = "{version}"'))
    (folder / "scoring" / "README.md").write_text((folder / "scoring" / "README.md").read_text() + note)
    manifest = read_manifest(folder)
    changed = {"version": version, "recipe": sha256_bytes(recipe.read_bytes())}
    for name in (MANIFEST, "manifest.sha256"):
        (folder / name).unlink()
    write_manifest(folder, manifest.model_copy(update={**changed, "files": entries(folder)}))
    return folder


def test_a_push_stages_verifies_tags_and_then_moves_main(hub: Hub, tiny: Path) -> None:
    planned = plan(order(tiny), client(hub))
    assert not hub.repos, "a dry run made something"
    pushed = push(order(tiny), client(hub))
    repo = hub.repos[REPO]
    assert held(hub, "v0.3.0") == tree(tiny) == held(hub, "main")
    assert pushed.commit == repo.tags["v0.3.0"]
    assert not pushed.already
    assert list(repo.branches) == ["main"], "a staging branch is left over"
    # The plan said what then happened.
    assert planned.commits == len(repo.commits) - 1
    assert planned.files == planned.send_files == len(tree(tiny))
    assert planned.bytes == planned.send_bytes == sum(map(len, tree(tiny).values()))
    steps = [asked.path.rpartition("/api/datasets/me/small/")[2].split("/")[0] for asked in hub.asked]
    tagged = steps.index("tag")
    fetched = [one.path for one in hub.asked[:tagged] if "/resolve/" in one.path and one.method == "GET"]
    assert len(set(fetched)) == sum(map(bool, tree(tiny).values())), "tagged before every file was fetched back"


def test_a_second_push_changes_nothing(hub: Hub, tiny: Path) -> None:
    push(order(tiny), client(hub))
    before = len(hub.repos[REPO].commits)
    assert plan(order(tiny), client(hub)).commits == 0
    assert push(order(tiny), client(hub)).already
    assert len(hub.repos[REPO].commits) == before


def test_the_next_version_takes_what_is_gone_away(hub: Hub, tiny: Path, tmp_path: Path) -> None:
    push(order(tiny), client(hub))
    later = raised(tiny, tmp_path / "later", "0.4.0", "More.\n")
    (later / "scoring" / "prompts.json").rename(later / "scoring" / "questions.json")
    manifest = read_manifest(later)
    (later / MANIFEST).unlink()
    (later / "manifest.sha256").unlink()
    write_manifest(later, manifest.model_copy(update={"files": entries(later)}))
    planned = plan(order(later), client(hub))
    push(order(later), client(hub))
    assert held(hub, "main") == tree(later) == held(hub, "v0.4.0")
    assert held(hub, "v0.3.0") == tree(tiny)
    assert planned.remove_files == 1
    assert planned.send_files < planned.files


def test_a_tag_is_never_moved(hub: Hub, tiny: Path, tmp_path: Path) -> None:
    push(order(tiny), client(hub))
    other = raised(tiny, tmp_path / "other", "0.3.0", "Other.\n")
    with pytest.raises(ReleaseError, match="raise the version"):
        push(order(other), client(hub))
    assert held(hub, "v0.3.0") == held(hub, "main") == tree(tiny)


def test_an_older_version_does_not_follow_a_newer_one(hub: Hub, tiny: Path, tmp_path: Path) -> None:
    push(order(raised(tiny, tmp_path / "later", "0.10.0")), client(hub))
    with pytest.raises(ReleaseError, match=r"v0\.10\.0 is released already"):
        push(order(tiny), client(hub))


def test_a_version_goes_up_by_what_changed(hub: Hub, tiny: Path, tmp_path: Path) -> None:
    """Other items under a patch or minor version would make scores look comparable that aren't."""
    push(order(tiny), client(hub))
    (tmp_path / "other.toml").write_text(TINY.replace("seed = 4", "seed = 5").replace("0.3.0", "0.4.0"))
    fine("build", tmp_path / "other.toml", "-o", tmp_path / "other", "--workers", "1")
    with pytest.raises(ReleaseError, match=r"version 0\.4\.0 after 0\.3\.0: answers or items changed, so 1\.0\.0"):
        push(order(tmp_path / "other"), client(hub))
    assert list(hub.repos[REPO].tags) == ["v0.3.0"]
    assert held(hub, "main") == tree(tiny)


def test_a_pull_request_gets_the_release_and_leaves_main(hub: Hub, tiny: Path) -> None:
    pushed = push(order(tiny, create_pr=True), client(hub))
    assert pushed.pull_request is not None
    assert held(hub, "v0.3.0") == tree(tiny)
    assert held(hub, "main") == {}
    again = push(order(tiny, create_pr=True), client(hub))
    assert again.already
    assert len(hub.repos[REPO].pulls) == 1


def test_another_branch_gets_the_release(hub: Hub, tiny: Path) -> None:
    push(order(tiny, revision="candidates"), client(hub))
    assert held(hub, "candidates") == tree(tiny)
    assert held(hub, "main") == {}


def test_repositories_are_made_private_and_gated_as_asked(hub: Hub, tiny: Path, tmp_path: Path) -> None:
    push(order(tiny, private=True, gated="manual"), client(hub))
    assert hub.repos[REPO].private
    assert hub.repos[REPO].gated == "manual"
    with pytest.raises(InputError, match="may not see it"):
        pull(parse_address(f"hf://datasets/{REPO}@v0.3.0"), client(hub, token=None), tmp_path / "pulled")


def test_what_is_pulled_is_what_was_pushed(hub: Hub, tiny: Path, tmp_path: Path) -> None:
    push(order(tiny), client(hub))
    out = tmp_path / "pulled"
    pull(parse_address(f"hf://datasets/{REPO}@v0.3.0"), client(hub), out)
    assert tree(out) == tree(tiny)
    assert [path.name for path in tmp_path.iterdir()] == ["pulled"]


def test_a_pull_leaves_nothing_by_that_name_when_it_fails(hub: Hub, tiny: Path, tmp_path: Path) -> None:
    push(order(tiny), client(hub))
    hub.instead = lambda asked, number: Said(500) if asked.path.endswith("README.md") else None
    with pytest.raises(RemoteError, match=r"fetching README\.md .* status 500"):
        pull(parse_address(f"hf://datasets/{REPO}"), client(hub, patience=3), tmp_path / "pulled")
    assert not (tmp_path / "pulled").exists()
    hub.instead = lambda asked, number: None
    pull(parse_address(f"hf://datasets/{REPO}"), client(hub), tmp_path / "pulled")
    assert tree(tmp_path / "pulled") == tree(tiny)


@pytest.mark.parametrize("path", ["../outside", "data/../../outside", ".hidden/file", "a/.b"])
def test_a_path_that_leaves_the_folder_is_refused(hub: Hub, tiny: Path, tmp_path: Path, path: str) -> None:
    push(order(tiny), client(hub))
    repo = hub.repos[REPO]
    repo.commits[repo.branches["main"]][path] = repo.commits[repo.branches["main"]]["CANARY"]
    with pytest.raises(ReleaseError, match="no path of a release"):
        pull(parse_address(f"hf://datasets/{REPO}"), client(hub), tmp_path / "pulled")
    assert list(tmp_path.iterdir()) == []


def test_unreviewed_items_go_out_only_when_allowed(hub: Hub, tiny: Path) -> None:
    with pytest.raises(InputError, match="--allow-unreviewed"):
        push(PushOrder(tiny), client(hub))
    assert not hub.asked


def test_a_damaged_release_is_not_pushed(hub: Hub, tiny: Path, tmp_path: Path) -> None:
    broken = copied(tiny, tmp_path / "broken")
    with (broken / "rejected.jsonl").open("ab") as file:
        file.write(b" ")
    with pytest.raises(ReleaseError, match=r"rejected\.jsonl"):
        push(order(broken), client(hub))
    assert not hub.asked


def test_no_token_no_push(hub: Hub, tiny: Path) -> None:
    with pytest.raises(InputError, match="token"):
        push(order(tiny), client(hub, token=None))


def test_the_token_is_sent_and_never_shown(hub: Hub, tiny: Path, caplog: pytest.LogCaptureFixture) -> None:
    def echo(asked: Asked, number: int) -> Said | None:
        return Said(418, TOKEN.encode(), {"X-Error-Message": f"your token is {TOKEN}"}) if number == 2 else None

    hub.instead = echo
    with pytest.raises(RemoteError, match="418") as caught:
        push(order(tiny), client(hub))
    assert hub.asked[0].headers["authorization"] == f"Bearer {TOKEN}"
    assert TOKEN not in str(caught.value)
    assert "(token)" in str(caught.value)
    assert TOKEN not in caplog.text


def test_two_racing_pushes_never_mix(hub: Hub, tiny: Path, tmp_path: Path) -> None:
    """The second starts while the first is about to tag: one of them gets the version, and the other says so."""
    other = raised(tiny, tmp_path / "other", "0.3.0", "Other.\n")
    raced: list[str] = []

    def race(asked: Asked, number: int) -> None:
        if not raced and "/tag/" in asked.path:
            raced.append("on")
            push(order(other), client(hub))

    hub.instead = race
    with pytest.raises(ReleaseError, match="tagged meanwhile with other content"):
        push(order(tiny), client(hub))
    assert held(hub, "v0.3.0") == held(hub, "main") == tree(other)


def test_a_branch_that_moved_meanwhile_is_named(hub: Hub, tiny: Path, tmp_path: Path) -> None:
    """Somebody commits to main just before the release is to get there: the tag stands, and running again ends it."""
    done: list[int] = []

    def meddle(asked: Asked, number: int) -> None:
        if not done and asked.path.endswith("/commit/main"):
            done.append(number)
            repo = hub.repos[REPO]
            head = repo.branches["main"]
            extra = {**repo.commits[head], "NOTES.md": repo.commits[head][GITATTRIBUTES]}
            repo.branches["main"] = repo.add(extra, head, "somebody else's")

    hub.instead = meddle
    with pytest.raises(ReleaseError, match="push again"):
        push(order(tiny), client(hub))
    assert held(hub, "v0.3.0") == tree(tiny)
    assert "NOTES.md" in held(hub, "main")
    push(order(tiny), client(hub))
    assert held(hub, "main") == tree(tiny)


def test_a_release_beyond_the_budget_is_refused(tmp_path: Path) -> None:
    """Too many files, and a file too large: a sparse one takes no room."""
    with (tmp_path / "large").open("wb") as file:
        file.truncate(MOST_BYTES)
    assert within_budget(tmp_path) == {"large": MOST_BYTES}
    (tmp_path / "more").write_bytes(b"x")
    with pytest.raises(InputError, match=f"{MOST_BYTES + 1} bytes; a push takes at most {MOST_BYTES}: split the rel"):
        within_budget(tmp_path)
    for number in range(MOST_FILES):
        (tmp_path / f"{number}").touch()
    with pytest.raises(InputError, match=f"{MOST_FILES + 2} files; a push takes at most {MOST_FILES}: make fewer"):
        within_budget(tmp_path)


def test_a_plan_is_plain_json(hub: Hub, tiny: Path) -> None:
    planned = json.loads(json.dumps(dump(plan(order(tiny), client(hub)))))
    assert planned["repository"] == REPO
    assert planned["xet"] is False
