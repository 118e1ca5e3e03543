"""The parent's part of the sandbox: it starts the process, feeds it, and ends it when it takes too much."""

from __future__ import annotations

import json
import os
import platform
import selectors
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from worlds.tools.sandbox.filter import program

__all__ = ["Execution", "Limits", "execute_code"]

CHILD = Path(__file__).with_name("child.py")
CHUNK = 65_536

Ended = Literal["finished", "failed", "timed-out", "too-much-output", "killed"]


@dataclass(frozen=True)
class Limits:
    """What a program may take: seconds in all, seconds of CPU, bytes of memory, bytes printed to either stream."""

    seconds: float = 10.0
    cpu_seconds: int = 5
    memory: int = 512 * 2**20
    output: int = 64 * 2**10


class Execution(NamedTuple):
    """How a program ran: what it printed (cut at the limit), what it complained, and how it ended.

    `failed` is an error of the program's own, out of memory among them; `killed` is a signal, the CPU limit's among
    them. `kernel` says whether the kernel's filter was in force: without it only limits and the audit hook were.
    """

    stdout: str
    stderr: str
    ended: Ended
    kernel: bool


def execute_code(code: str, limits: Limits | None = None) -> Execution:
    """Run a program in a process of its own and wait for its end.

    Guaranteed wherever `kernel` is true (Linux on x86-64 or arm64 with seccomp): no network, no file opened, no other
    process started, signalled or looked into, whatever the program does. Where it is false the audit hook refuses
    the same, which stops programs that use Python's own means, but not one written to break out of the interpreter:
    run such programs in a container. Time and output are limited in both cases, memory on Linux. Modules that don't
    compute can't be imported.
    """
    most = limits or Limits()
    filter_code = program(platform.machine()) if sys.platform.startswith("linux") else None
    told = {"seconds": most.cpu_seconds, "memory": most.memory, "filter": (filter_code or b"").hex()}
    given = json.dumps(told).encode() + b"\n" + code.encode("utf-8", "surrogatepass")
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, "-I", "-S", "-B", "-X", "utf8", str(CHILD)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd="/",
        env={"LANG": "C.UTF-8"},
        start_new_session=True,
    )
    try:
        stdout, stderr, stopped = _talk(process, given, most)
    finally:
        _end(process)
    first, _, rest = stderr.partition(b"\n")
    if first not in {b"kernel holds", b"kernel absent"}:
        first, rest = b"", stderr
    ended: Ended = stopped or ("finished" if process.returncode == 0 else "failed")
    if stopped is None and process.returncode < 0:
        ended = "killed"
    return Execution(_text(stdout, most), _text(rest, most), ended, first == b"kernel holds")


def _talk(
    process: subprocess.Popen[bytes], given: bytes, most: Limits
) -> tuple[bytes, bytes, Literal["timed-out", "too-much-output"] | None]:
    """Feed the program and read both streams until they end or a limit is passed."""
    if process.stdin is None or process.stdout is None or process.stderr is None:
        return b"", b"", None
    deadline = time.monotonic() + most.seconds
    gathered = {process.stdout: bytearray(), process.stderr: bytearray()}
    pending = memoryview(given)
    os.set_blocking(process.stdin.fileno(), False)
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdin, selectors.EVENT_WRITE)
        for stream in gathered:
            selector.register(stream, selectors.EVENT_READ)
        while selector.get_map():
            left = deadline - time.monotonic()
            if left <= 0:
                return bytes(gathered[process.stdout]), bytes(gathered[process.stderr]), "timed-out"
            for key, _ in selector.select(left):
                if key.fileobj is process.stdin:
                    pending = _feed(process, pending)
                    if not pending:
                        selector.unregister(process.stdin)
                        process.stdin.close()
                    continue
                stream = process.stdout if key.fileobj is process.stdout else process.stderr
                part = os.read(stream.fileno(), CHUNK)
                gathered[stream] += part
                if not part:
                    selector.unregister(stream)
                elif len(gathered[stream]) > most.output + CHUNK:
                    return bytes(gathered[process.stdout]), bytes(gathered[process.stderr]), "too-much-output"
    stopped: Literal["too-much-output"] | None = (
        "too-much-output" if any(len(got) > most.output + 16 for got in gathered.values()) else None
    )
    _wait(process, deadline)
    return bytes(gathered[process.stdout]), bytes(gathered[process.stderr]), stopped


def _feed(process: subprocess.Popen[bytes], pending: memoryview) -> memoryview:
    """Write what the pipe takes; nothing is left when the process no longer reads."""
    if process.stdin is None:
        return pending[:0]
    try:
        return pending[os.write(process.stdin.fileno(), pending[:CHUNK]) :]
    except BrokenPipeError:
        return pending[:0]


def _wait(process: subprocess.Popen[bytes], deadline: float) -> None:
    try:
        process.wait(max(0.1, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the process and all of its session, and close the pipes."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            stream.close()


def _text(data: bytes, most: Limits) -> str:
    return data[: most.output].decode("utf-8", "replace")
