"""A served release in a process of its own, its log, and how to end it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from schemas.canonical import JSON
from tests.releases.building import ROOT

PATIENCE = 240.0


class Served(NamedTuple):
    """Where a server listens, what it logs, and its process."""

    url: str
    log: Path
    process: subprocess.Popen[str]
    said: list[str]

    def logged(self) -> list[dict[str, JSON]]:
        """Every call so far."""
        return [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines()]

    def stop(self) -> int:
        """Ask the server to end, and wait."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)


@contextmanager
def serving(release: Path, log: Path, *words: str) -> Iterator[Served]:
    """The command, listening on a port of its own."""
    line = [sys.executable, "-m", "benchwright", "serve", str(release), "--log", str(log), *words]
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(line, cwd=ROOT, env=surroundings, stderr=subprocess.PIPE, text=True)
    said: list[str] = []
    ready = threading.Event()

    def listen() -> None:
        assert process.stderr is not None
        for told in process.stderr:
            said.append(told)
            ready.set()
        ready.set()

    reader = threading.Thread(target=listen)
    reader.start()
    try:
        assert ready.wait(PATIENCE)
        found = re.search(r"http://\S+", said[0]) if said else None
        assert found, said
        yield Served(found.group(), log, process, said)
    finally:
        process.kill()
        process.wait()
        reader.join()
        assert process.stderr is not None
        process.stderr.close()
