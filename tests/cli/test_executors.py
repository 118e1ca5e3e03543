"""Workers: any executor gives the same items, none outlives its parent, and one that dies is one line."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest

from benchwright.executors import RoomsExecutor, pool
from releases.build import Order, build_release
from releases.journal import work_folder
from releases.recipe import parse_recipe
from schemas.errors import RemoteError
from tests.releases.building import ROOT, TRIPLETS, tree

P = ParamSpec("P")
T = TypeVar("T")


class Unruly(Executor):
    """Finishes what it is given in an order of its own, each only when somebody waits long enough."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(4)
        self._chance = random.Random(3)
        self.done = 0

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        delay = self._chance.random() / 50

        def late() -> T:
            time.sleep(delay)
            self.done += 1
            return fn(*args, **kwargs)

        return self._threads.submit(late)


class Mortal(Executor):
    """Dies at the third task."""

    def __init__(self) -> None:
        self.given = 0

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        self.given += 1
        future: Future[T] = Future()
        if self.given == 3:
            future.set_exception(BrokenProcessPool("gone"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def order(out: Path, executor: Executor | None) -> Order:
    loaded = parse_recipe(TRIPLETS.format(seed=5).encode(), "r.toml")
    return Order(loaded, None, out, "0", executor=executor, ahead=8 if executor else 0)


def test_any_executor_gives_the_same_bytes(tmp_path: Path) -> None:
    build_release(order(tmp_path / "alone", None))
    unruly = Unruly()
    build_release(order(tmp_path / "unruly", RoomsExecutor(unruly)))
    assert unruly.done >= 15
    assert tree(tmp_path / "unruly") == tree(tmp_path / "alone")


def test_a_worker_that_dies_is_one_error_and_the_next_run_goes_on(tmp_path: Path) -> None:
    build_release(order(tmp_path / "alone", None))
    with pytest.raises(RemoteError, match="run the same command again to go on"):
        build_release(order(tmp_path / "out", Mortal()))
    assert work_folder(tmp_path / "out").is_dir()
    assert not (tmp_path / "out").exists()
    build_release(order(tmp_path / "out", None))
    assert tree(tmp_path / "out") == tree(tmp_path / "alone")


def test_one_worker_is_this_process() -> None:
    with pool(1) as executor:
        assert executor is None


def leave_early() -> None:
    with pool(2) as executor:
        assert executor is not None
        assert executor.submit(os.getpid).result() != os.getpid()
        slow = executor.submit(time.sleep, 3600)
        while not slow.running():
            time.sleep(0.01)
        raise KeyboardInterrupt


def test_a_pool_runs_in_other_processes_and_stops_at_once_when_it_is_left() -> None:
    with pytest.raises(KeyboardInterrupt):
        leave_early()


def test_workers_end_when_their_parent_is_killed() -> None:
    code = (
        "import os, signal, time\n"
        "from benchwright.executors import pool\n"
        "if __name__ == '__main__':\n"
        "    with pool(2) as executor:\n"
        "        print(executor.submit(os.getpid).result(), flush=True)\n"
        "        executor.submit(time.sleep, 3600)\n"
        "        time.sleep(0.5)\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    worker = int(done.stdout)
    for _ in range(500):
        if not Path(f"/proc/{worker}").exists():
            return
        time.sleep(0.02)
    pytest.fail("a worker outlived its parent")
