"""`python -m worlds.serving WORLD`: the server alone, for a container that holds nothing else of ours."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from schemas.errors import BenchwrightError
from worlds.serving.run import serve_http

__all__ = ["main"]


def main() -> None:
    """Serve a recorded world's folder; one line and an exit code where that can't be."""
    parser = argparse.ArgumentParser(prog="worlds.serving")
    parser.add_argument("world", type=Path)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--log", type=Path, required=True)
    parser.add_argument("--leg", required=True)
    told = parser.parse_args()
    try:
        serve_http(told.world, told.host, told.port, told.log, told.leg, lambda line: print(line, flush=True))  # noqa: T201
    except BenchwrightError as error:
        sys.stderr.write(f"worlds.serving: {error}\n")
        sys.exit(error.exit_code)


if __name__ == "__main__":
    main()
