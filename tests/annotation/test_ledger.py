"""The ledger holds what was acknowledged, once, and names what was tampered with."""

from __future__ import annotations

import sqlite3
import stat
from pathlib import Path

import pytest

from annotation.review import Review, replayed, same_state
from annotation.rules import Refused
from annotation.state import EMPTY, fold, state_bytes
from schemas.errors import InputError, ReleaseError
from tests.annotation.reviewing import MO, RITA, ROLF, Panel, panel

TAMPERINGS = {
    "content": ("UPDATE events SET data = replace(data, 'Ada', 'Eve') WHERE seq = 2", "event 2 was changed"),
    "time": ("UPDATE events SET at = at + 1 WHERE seq = 4", "event 4 was changed"),
    "key": ("UPDATE events SET key = 'other' WHERE seq = 5", "event 5 was changed"),
    "digest": ("UPDATE events SET digest = lower(hex(zeroblob(32))) WHERE seq = 6", "event 6 was changed"),
    "chain": ("UPDATE events SET previous = lower(hex(zeroblob(32))) WHERE seq = 3", "event 3 does not follow event 2"),
    "removal": ("DELETE FROM events WHERE seq = 8", "event 8 is missing"),
    "no event": ("UPDATE events SET data = '{}' WHERE seq = 7", "event 7 is no event"),
    "spacing": ("UPDATE events SET data = replace(data, '\",\"', '\", \"') WHERE seq = 9", "event 9 was rewritten"),
    "swap": (
        "UPDATE events SET seq = 99 WHERE seq = 3; UPDATE events SET seq = 3 WHERE seq = 4; "
        "UPDATE events SET seq = 4 WHERE seq = 99",
        "event 3 does not follow event 2",
    ),
}


@pytest.fixture
def done(tmp_path: Path) -> Panel:
    made = panel(tmp_path)
    made.accept(made.submit())
    return made


def test_state_is_a_replay_of_the_ledger(done: Panel) -> None:
    assert same_state(replayed(done.path), done.review.state)
    assert state_bytes(Review(done.path).state) == state_bytes(done.review.state)


@pytest.mark.parametrize("name", TAMPERINGS)
def test_tampering_is_found_and_named(done: Panel, name: str) -> None:
    statements, told = TAMPERINGS[name]
    base = sqlite3.connect(done.path)
    base.executescript("DROP TRIGGER no_change; DROP TRIGGER no_removal;" + statements)
    base.close()
    for look in (replayed, Review):
        with pytest.raises(ReleaseError, match=told):
            look(done.path)


def test_an_open_review_notices_that_its_past_was_changed(done: Panel) -> None:
    base = sqlite3.connect(done.path)
    base.executescript("DROP TRIGGER no_removal; DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)")
    base.close()
    with pytest.raises(ReleaseError, match="changed or removed since it was read"):
        done.review.refresh()


def test_a_chained_event_that_the_rules_forbid_is_found_by_replay(done: Panel) -> None:
    """Whoever recomputes the digests still can't put in what was never allowed."""
    other = Review(done.path)
    item = done.submit(which=1)
    done.check(RITA, item)
    twice = done.review.events()[-1].data
    with other._ledger.writing() as pen:
        pen.write("forged", 2_000_000, twice)
    with pytest.raises(ReleaseError, match=r"was not allowed: T2: you have checked this version"):
        replayed(done.path)


def test_the_file_refuses_changes_and_is_its_owners_alone(done: Panel) -> None:
    base = sqlite3.connect(done.path)
    for statement in ("UPDATE events SET at = 0", "DELETE FROM events"):
        with pytest.raises(sqlite3.IntegrityError, match="only appended"):
            base.execute(statement)
    base.close()
    assert stat.S_IMODE(done.path.stat().st_mode) == 0o600


def test_a_step_sent_twice_happens_once(done: Panel) -> None:
    item = done.submit(which=1)
    first = done.check(RITA, item)
    assert done.review.do(first.data, first.key) == first
    assert len(done.review.item(item).now.checks) == 1
    submitted = next(event for event in done.review.events() if event.data.kind == "submitted")
    again = submitted.data.model_copy(update={"item": "T999999"})
    assert done.review.do(again, submitted.key) == submitted
    with pytest.raises(Refused, match="sent before with other content"):
        done.review.do(again.model_copy(update={"reply": "x"}), submitted.key)


def test_two_open_reviews_see_each_other_and_take_turns(done: Panel) -> None:
    other = Review(done.path, done.clock)
    item = done.submit(which=1)
    other.refresh()
    done.check(RITA, item)
    mine, done.review = done.review, other
    done.check(ROLF, item)
    assert mine.state.seq < other.state.seq
    assert state_bytes(mine.refresh()) == state_bytes(other.state)


def test_every_prefix_folds_to_what_the_next_step_found(done: Panel) -> None:
    state = EMPTY
    events = done.review.events()
    for event in events:
        state = fold([event], state)
        assert state_bytes(state) == state_bytes(fold(events[: event.seq]))
    assert state == done.review.state


@pytest.mark.parametrize("content", [b"", b"no database at all, but long enough to look like one" * 20])
def test_what_is_no_ledger_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other.db"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"other\.db"):
        Review(path)
    with pytest.raises(InputError, match="no such ledger"):
        Review(tmp_path / "missing.db")


def test_a_foreign_database_and_a_used_ledger_are_left_alone(tmp_path: Path, done: Panel) -> None:
    path = tmp_path / "foreign.db"
    base = sqlite3.connect(path)
    base.execute("CREATE TABLE mine (x)")
    base.close()
    before = path.read_bytes()
    with pytest.raises(InputError, match="no review ledger"):
        Review.begin(path, "x")
    assert path.read_bytes() == before
    with pytest.raises(InputError, match="nothing in a ledger is overwritten"):
        Review.begin(done.path, "x")


def test_nothing_is_written_when_the_rules_refuse(done: Panel) -> None:
    before = done.review.state.head
    with pytest.raises(Refused):
        done.check(MO, "T1")
    assert Review(done.path).state.head == before
