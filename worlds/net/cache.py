"""Replies on disk by the digest of their request, so that a second run asks nobody."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import platformdirs
from pydantic import ConfigDict

from schemas.base import Record, Sha256, parse_record
from schemas.canonical import canonical_bytes, sha256_bytes
from schemas.errors import InputError
from schemas.files import read_bytes, write_atomically
from worlds.net.messages import Reply

__all__ = ["CACHE_VARIABLE", "KeptReply", "ReplyCache", "cache_root"]


CACHE_VARIABLE = "BENCHWRIGHT_CACHE"
"""The environment variable that names the folder for everything that is kept between runs."""


def cache_root(environment: Mapping[str, str]) -> Path:
    """The folder for everything that is kept between runs: the one named, else the user's cache folder."""
    return Path(environment.get(CACHE_VARIABLE) or platformdirs.user_cache_path("benchwright", appauthor=False))


class KeptReply(Record):
    """A reply as it is kept: what was asked without keys, when it came (UTC), and its bytes with their digest."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    url: str
    fetched: str
    status: int
    media_type: str
    location: str
    body: str
    digest: Sha256


class ReplyCache:
    """A folder of replies. Files are written whole or not at all, so any number of runs can share it."""

    def __init__(self, folder: Path) -> None:
        """`folder` is made when the first reply is kept."""
        self._folder = folder

    def find(self, request: str) -> Reply | None:
        """The reply kept for a request's digest. Raises InputError for a file that isn't as it was written."""
        path = self._path(request)
        if not path.is_file():
            return None
        try:
            kept = parse_record(KeptReply, read_bytes(path), str(path))
        except InputError as error:
            raise InputError(f"{error}: delete the file, it will be asked for again") from error
        try:
            body = base64.b64decode(kept.body, validate=True)
        except ValueError as error:
            raise InputError(f"{path}: its body is no base64: delete the file, it will be asked for again") from error
        if sha256_bytes(body) != kept.digest:
            raise InputError(f"{path}: its body isn't as it was kept: delete the file, it will be asked for again")
        return Reply(kept.status, kept.media_type, body, kept.location)

    def keep(self, request: str, url: str, reply: Reply, when: float) -> None:
        """Keep a reply for a request's digest; `when` is seconds since 1970."""
        kept = KeptReply(
            url=url,
            fetched=datetime.fromtimestamp(when, UTC).isoformat(timespec="seconds"),
            status=reply.status,
            media_type=reply.media_type,
            location=reply.location,
            body=base64.b64encode(reply.body).decode("ascii"),
            digest=sha256_bytes(reply.body),
        )
        write_atomically(self._path(request), canonical_bytes(kept) + b"\n")

    def _path(self, request: str) -> Path:
        return self._folder / request[:2] / f"{request}.json"
