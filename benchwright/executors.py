"""Who does the work: this process, a pool of processes, or any executor of `concurrent.futures` that is passed in."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Semaphore
from typing import ParamSpec, TypeVar, cast

from benchwright._paths import initialise_worker

__all__ = ["RoomsExecutor", "pool"]

START_SECONDS = 60
"""How long one process may take to be set up before the work goes on without waiting for it."""

P = ParamSpec("P")
T = TypeVar("T")


class RoomsExecutor(Executor):
    """Any executor, for work that lives in the rooms.

    What it submits is found by name once the worker has imported `benchwright`, so workers need nothing but the
    installed package: those of a pool here, or those of an engine on other machines (Dask's `Client.get_executor()`).
    """

    def __init__(self, inner: Executor) -> None:
        self._inner = inner

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a function that lives at the top of a room's module."""
        future = self._inner.submit(call_in_rooms, fn.__module__, fn.__qualname__, args, kwargs)
        return cast("Future[T]", future)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Shut the inner executor down."""
        self._inner.shutdown(wait=wait, cancel_futures=cancel_futures)


@contextmanager
def pool(workers: int) -> Iterator[Executor | None]:
    """A pool of so many processes; None for one worker, which is this process.

    Processes are spawned, so that they share nothing with this one. Left by an exception, the pool stops at once.
    """
    if workers <= 1:
        yield None
        return
    context = multiprocessing.get_context("spawn")
    lifeline, end = context.Pipe(duplex=False)
    ready = context.Semaphore(0)
    inner = ProcessPoolExecutor(workers, mp_context=context, initializer=begin_worker, initargs=(lifeline, ready))
    try:
        with _uninterrupted():  # a process that Ctrl-C catches half-started complains: all are started and set up here
            for _ in range(workers):
                inner.submit(os.getpid)
            for _ in range(workers):
                ready.acquire(timeout=START_SECONDS)
        yield RoomsExecutor(inner)
        inner.shutdown(wait=True, cancel_futures=True)
    finally:
        end.close()
        inner.shutdown(wait=True, cancel_futures=True)
        lifeline.close()


def begin_worker(lifeline: Connection, ready: Semaphore) -> None:
    """Set a worker process up: rooms on its path, Ctrl-C left to its parent, and an end when the lifeline is cut.

    It is cut when the parent lets go of its end, or dies by whatever means.
    """
    initialise_worker()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()
    ready.release()


def call_in_rooms(module: str, name: str, args: tuple[object, ...], kwargs: dict[str, object]) -> object:
    """Call a room's function by name."""
    return getattr(importlib.import_module(module), name)(*args, **kwargs)


def _end_with(lifeline: Connection) -> None:
    lifeline.poll(None)
    os._exit(1)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Hold Ctrl-C back for a moment. Processes started meanwhile never see it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
