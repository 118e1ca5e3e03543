"""A private test: what is public tells nothing of the answers, and binds the maintainer to them."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from releases.build import Order, build_release
from releases.check import check
from releases.families.registry import families
from releases.layout import KEY, read_manifest
from releases.reading import open_subject
from releases.recipe import parse_recipe
from releases.replay import replay
from releases.scoring.base import Options
from releases.scoring.score import score
from releases.withheld import commit, key_of, withhold
from releases.withheld_check import commitment_faults
from schemas.errors import InputError, ReleaseError
from tests.releases.building import TRIPLETS, copied, edit_first, fix_manifest, one_line, records, run, tree

PRIVATE = TRIPLETS.replace("\n[triplets]", "private = true\n\n[triplets]")
SEED = 2**51 + 12345


def order(out: Path, seed: int = SEED) -> Order:
    return Order(parse_recipe(PRIVATE.format(seed=seed).encode(), "r.toml"), None, out, "0", force=True)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("private") / "kept"
    build_release(order(out))
    withhold(out, out.with_name("public"))
    return out


@pytest.fixture(scope="module")
def public(kept: Path) -> Path:
    return kept.with_name("public")


def test_the_maintainers_folder_is_a_whole_release_that_replays_and_says_what_it_is(kept: Path) -> None:
    assert check(kept).critical == ()
    assert replay(kept).findings == ()
    assert read_manifest(kept).variant == "maintainer"
    assert "> **Withheld.**" in (kept / "README.md").read_text().partition("\n## ")[0]


def test_no_public_byte_holds_an_answer_a_record_an_id_the_seed_or_the_key(kept: Path, public: Path) -> None:
    files = tree(public)
    assert not {"recipe.toml", "rejected.jsonl", KEY} & files.keys()
    assert not any(name.startswith("world/") for name in files)
    rows = [row for path in public.rglob("*.parquet") for row in pq.read_table(path).to_pylist()]
    everything = b"".join(files.values()) + json.dumps(rows).encode()
    items = records(kept, "triplets")
    assert len(rows) == len(items) == 15
    secrets = {str(SEED), key_of(kept).hex(), read_manifest(kept).recipe or "?", *(str(item["id"]) for item in items)}
    for secret in secrets:
        assert secret.encode() not in everything
    columns = {name for row in rows for name in row}
    assert not any("answer" in name for name in columns)
    assert not {"record", "template", "choice", "options", "status"} & columns


def test_every_public_config_shows_what_an_agent_is_given_and_nothing_else() -> None:
    given = {
        "legs": {"seed_title", "seed_url", "clues", "step_budget", "level", "variant"},
        "tandem_decision": {"kitchen", "order", "level", "horizon", "question", "options"},
        "tandem_verification": {"kitchen", "order", "level", "horizon", "question", "options", "statement"},
        "triplets": {"scenario", "operation", "question_commonsense", "question_math", "question_composition"},
    }
    for family in families():
        assert set(family.shown) == given[family.config] | {"id", "split"}
        assert set(family.shown) <= set(family.table().names)


def test_public_rows_come_in_an_order_that_tells_nothing(public: Path) -> None:
    for path in public.rglob("*.parquet"):
        names = pq.read_table(path)["id"].to_pylist()
        assert names == sorted(names)


def test_both_halves_are_sound_and_the_commitment_holds(kept: Path, public: Path) -> None:
    report = check(public)
    assert report.critical == ()
    assert report.items == 15
    assert any("withheld" in told for told in report.not_checkable)
    assert list(commitment_faults(public, kept)) == []
    assert run("check", public, "--withheld", kept).returncode == 0


def test_the_commitment_needs_the_key_and_covers_every_answer(kept: Path, public: Path, tmp_path: Path) -> None:
    other = copied(kept, tmp_path / "other")
    changed = edit_first(other, "triplets", "test", {"answer_math": "1", "answer_composition": "1"}, {})
    assert {finding.code for finding in commitment_faults(public, other)} == {"Release.wrong-commitment"}
    assert changed
    guessed = copied(kept, tmp_path / "guessed")
    (guessed / KEY).unlink()
    with pytest.raises(InputError, match=f"it has no {KEY}"):
        list(commitment_faults(public, guessed))
    (guessed / KEY).write_text("00" * 32)
    assert "Release.wrong-commitment" in {finding.code for finding in commitment_faults(public, guessed)}
    assert commit(b"one" * 8, read_manifest(kept)) != commit(b"two" * 8, read_manifest(kept))


def test_a_question_exchanged_in_public_is_named(kept: Path, public: Path, tmp_path: Path) -> None:
    spoilt = copied(public, tmp_path / "spoilt")
    path = next((spoilt / "data" / "triplets_private").glob("test-*"))
    table = pq.read_table(path)
    texts = ["Another question?", *table["question_math"].to_pylist()[1:]]
    place = table.schema.get_field_index("question_math")
    pq.write_table(table.set_column(place, table.schema.field(place), [texts]), path)
    assert [finding.place for finding in check(spoilt).critical] == [path.relative_to(spoilt).as_posix()]
    fix_manifest(spoilt)
    assert check(spoilt).critical == ()
    wrong = table["id"].to_pylist()[0]
    assert [(one.code, one.item) for one in commitment_faults(spoilt, kept)] == [("Release.wrong-half", wrong)]


def test_what_tells_of_the_answers_has_no_place_in_the_public_half(kept: Path, public: Path, tmp_path: Path) -> None:
    spoilt = copied(public, tmp_path / "spoilt")
    (spoilt / "recipe.toml").write_bytes((kept / "recipe.toml").read_bytes())
    fix_manifest(spoilt)
    assert {(one.code, one.place) for one in check(spoilt).critical} == {("Release.not-withheld", "recipe.toml")}


def test_the_key_is_the_maintainers_alone_is_kept_and_is_never_printed(kept: Path, tmp_path: Path) -> None:
    own = copied(kept, tmp_path / "own")
    (own / KEY).unlink()
    done = run("withhold", own, "-o", tmp_path / "one")
    assert done.returncode == 0
    key = (own / KEY).read_text().strip()
    assert stat.S_IMODE((own / KEY).stat().st_mode) == 0o600
    assert key not in done.stdout + done.stderr
    assert KEY not in {entry.path for entry in read_manifest(own).files}
    assert check(own).critical == ()
    withhold(own, tmp_path / "two")
    assert tree(tmp_path / "one") == tree(tmp_path / "two")
    build_release(order(own))
    assert (own / KEY).read_text().strip() == key
    assert stat.S_IMODE((own / KEY).stat().st_mode) == 0o600


def test_predictions_for_public_ids_are_scored_in_the_maintainers_folder(
    kept: Path, public: Path, tmp_path: Path
) -> None:
    path = next((public / "data" / "triplets_private").glob("test-*"))
    lines = [
        {"id": name, "commonsense": None, "math": "I don't know.", "composition": None}
        for name in pq.read_table(path)["id"].to_pylist()
    ]
    (tmp_path / "p.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    scored = score(kept, tmp_path / "p.jsonl", Options(split="test"))
    assert scored.complete
    with pytest.raises(InputError, match="only its maintainer's folder has the answers"):
        score(public, tmp_path / "p.jsonl", Options(split="test"))


def test_a_seed_that_can_be_guessed_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="guesses a private test's seed"):
        build_release(order(tmp_path / "out", seed=7))
    assert list(tmp_path.iterdir()) == []


def test_whoever_asks_the_public_half_for_answers_is_told_where_they_are(public: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="only its maintainer's folder has the answers"):
        open_subject(public)
    assert "only its maintainer's folder has the answers" in one_line(run("replay", public), 2)


def test_only_a_sound_private_test_is_withheld(kept: Path, public: Path, tmp_path: Path) -> None:
    build_release(Order(parse_recipe(TRIPLETS.format(seed=3).encode(), "r"), None, tmp_path / "open", "0"))
    with pytest.raises(InputError, match="not a private test"):
        withhold(tmp_path / "open", tmp_path / "out")
    damaged = copied(kept, tmp_path / "damaged")
    (damaged / "CANARY").write_text("")
    with pytest.raises(ReleaseError, match="it is damaged"):
        withhold(damaged, tmp_path / "out")
    assert not (tmp_path / "out").exists()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
