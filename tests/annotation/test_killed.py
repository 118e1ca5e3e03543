"""kill -9 at a hundred random points of a review session: nothing acknowledged is lost, and nothing happens twice."""

from __future__ import annotations

import contextlib
import os
import random
import select
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from annotation.events import Data, Invited
from annotation.review import Review, replayed, same_state
from annotation.state import state_bytes
from tests.annotation.session import STEPS, play

ROOT = Path(__file__).resolve().parents[2]
POINTS = 100

# One process imports everything once and forks the players, so that a hundred deaths don't take a hundred imports.
NURSERY = """
import os, sys
from tests.annotation.session import play_to
pipe = int(sys.argv[1])
for line in sys.stdin:
    path, first = line.rstrip("\\n").split("\\t")
    child = os.fork()
    if child == 0:
        play_to(path, pipe, int(first))
    print(child, flush=True)
    os.waitpid(child, 0)
    print("gone", flush=True)
"""


class Nursery:
    """Starts players of the session in processes of their own, and kills them."""

    def __init__(self) -> None:
        self.acks, ours = os.pipe()
        os.set_blocking(self.acks, False)
        self.process = subprocess.Popen(
            [sys.executable, "-c", NURSERY, str(ours)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            pass_fds=[ours],
        )
        os.close(ours)

    def told(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def play(self, path: Path, first: int, wait_for: int, pause: float) -> list[int]:
        """Play from a step on; once `wait_for` is acknowledged and a pause is over, kill -9. What was acknowledged."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{path}\t{first}\n")
        self.process.stdin.flush()
        child = int(self.told())
        seen: list[int] = []
        while not seen or seen[-1] < wait_for:
            select.select([self.acks], [], [])
            seen += os.read(self.acks, 4096)
        time.sleep(pause)
        os.kill(child, signal.SIGKILL)
        assert self.told() == "gone"
        with contextlib.suppress(BlockingIOError):
            seen += os.read(self.acks, 4096)
        return seen

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(60)
        if self.process.stdout is not None:
            self.process.stdout.close()
        os.close(self.acks)


def keys(path: Path) -> Counter[str]:
    review = Review(path)
    found = Counter(event.key for event in review.events())
    review.close()
    return found


def said_in(path: Path) -> list[Data]:
    """What happened, but for the invitations, whose tokens are drawn anew in every session."""
    review = Review(path)
    found: list[Data] = [event.data for event in review.events() if not isinstance(event.data, Invited)]
    review.close()
    return found


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ledger of a session that nobody killed."""
    path = tmp_path_factory.mktemp("whole") / "review.db"
    Review.begin(path, "Session", 2, lambda: 1_000_000).close()
    play(path, lambda number: None)
    return path


def test_the_session_ends_with_both_items_accepted(whole: Path) -> None:
    state = replayed(whole)
    assert [(item.id, item.now.phase, item.now.number) for item in state.items.values()] == [
        ("T1", "accepted", 2),
        ("T2", "accepted", 1),
    ]


def test_a_hundred_deaths(tmp_path: Path, whole: Path) -> None:
    """Each session is killed several times, goes on from the last acknowledged step, and sends that step again."""
    rng = random.Random(9)
    nursery = Nursery()
    deaths = 0
    full = keys(whole)
    while deaths < POINTS:
        path = tmp_path / f"review-{deaths}.db"
        Review.begin(path, "Session", 2, lambda: 1_000_000).close()
        acknowledged: set[int] = set()
        while max(acknowledged, default=-1) < len(STEPS) - 2:
            first = max(acknowledged, default=0)
            goal = rng.randrange(first, min(first + 12, len(STEPS) - 1))
            acknowledged |= set(nursery.play(path, first, goal, rng.random() * 0.012))
            deaths += 1
            held = keys(path)
            assert all(held[f"step-{number}"] == 1 for number in acknowledged)
            assert max(held.values()) == 1
            assert set(held) <= set(full)
            # at most the one step that was being written when death came is there without being acknowledged
            begun = {key for key in held if key.startswith("step-") and "#" not in key}
            assert len(begun) <= max(acknowledged) + 2
            review = Review(path)
            assert same_state(replayed(path), review.state)
            review.close()
        play(path, lambda number: None)
        assert keys(path) == full
        assert said_in(path) == said_in(whole)
    nursery.close()


def test_the_killed_sessions_end_where_the_whole_one_does(tmp_path: Path, whole: Path) -> None:
    """Played twice over, every step sent again with its key, nothing changes: not a byte of the state."""
    before = state_bytes(replayed(whole))
    play(whole, lambda number: None)
    assert state_bytes(replayed(whole)) == before
