"""The oracle of a task: walks the leg through the server of its container and writes down the answer.

Run as `python -m releases.exports.harbor.solve LEG URL ANSWER`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

from releases.exports.harbor.walk import Ask, walk
from schemas.base import parse_record
from schemas.canonical import JSON
from schemas.errors import BenchwrightError, InputError
from schemas.files import parse_json, read_bytes, write_atomically
from schemas.legs import Leg

__all__ = ["main", "served"]

PATIENCE = 120.0
"""Seconds to wait for one answer."""


def served(url: str, leg: str) -> Ask:
    """Calls to a served world over HTTP, for a leg."""
    opener = build_opener(ProxyHandler({}))
    headers = {"Content-Type": "application/json", "X-Benchwright-Leg": leg}

    def ask(tool: str, arguments: Mapping[str, JSON]) -> Mapping[str, JSON]:
        request = Request(f"{url}/tools/{tool}", json.dumps(dict(arguments)).encode(), headers)  # noqa: S310
        try:
            with opener.open(request, timeout=PATIENCE) as response:
                text: bytes = response.read()
        except HTTPError as refusal:
            with refusal:
                text = refusal.read()
        body = parse_json(text, f"{url}: its answer to {tool}")
        if not isinstance(body, dict):
            raise InputError(f"{url}: its answer to {tool} is no object")
        return body

    return ask


def main(words: list[str]) -> None:
    """Walk the leg of the first file; exits with one line where it doesn't come out as recorded."""
    file, url, answer = words
    try:
        leg = parse_record(Leg, read_bytes(Path(file)), file)
        write_atomically(Path(answer), f"{walk(leg, served(url.rstrip('/'), leg.id))}\n".encode())
    except BenchwrightError as error:
        sys.exit(f"solve: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
