"""How a recorded world is written down: its files, their lines, and what the digests in them cover."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from schemas.base import Record
from schemas.canonical import JSON, canonical_bytes, dump, sha256_bytes, sha256_of
from schemas.values import Value
from schemas.worlds import Call, LinkRecord, PageRecord, Pools, WorldRecord
from worlds.pages import Link, Page
from worlds.tools.calls import request_digest, response_digest

__all__ = [
    "CALLS",
    "PAGES",
    "POOLS",
    "WORLD",
    "Damage",
    "pools_bytes",
    "read_call",
    "read_page",
    "read_pools",
    "read_world",
    "request_in",
    "seal_page",
    "seal_world",
    "title_in",
]

PAGES, CALLS, POOLS, WORLD = "pages.jsonl", "calls.jsonl", "pools.json", "world.json"
"""The files of a recorded world's folder."""

UNSEALED = "0" * 64

R = TypeVar("R", bound=Record)

_CALL: TypeAdapter[Call] = TypeAdapter(Call)
_POOLS: TypeAdapter[Pools] = TypeAdapter(Pools)
_REQUEST = re.compile(rb'"request":"([0-9a-f]{64})"')


class Damage(Exception):
    """Why a line isn't what was recorded, in one sentence without the line's place."""


def seal_page(page: Page, aliases: Iterable[str], links: Iterable[Link]) -> PageRecord:
    """A page as its record, with both digests."""
    record = PageRecord(
        title=page.title,
        revision=page.revision,
        url=page.url,
        digest=page.digest,
        aliases=tuple(aliases),
        links=tuple(LinkRecord(title=link.title, text=link.text) for link in links),
        html=page.html,
        line_digest=UNSEALED,
    )
    return record.model_copy(update={"line_digest": _rest_digest(record, "line_digest")})


def seal_world(record: WorldRecord) -> WorldRecord:
    """A world's record with the digest of all its other keys."""
    return record.model_copy(update={"digest": _rest_digest(record, "digest")})


def read_page(line: bytes) -> PageRecord:
    """A line of `pages.jsonl`, without its line feed, once its digests hold. Raises Damage."""
    record = _parsed(PageRecord.model_validate_json, line)
    if sha256_bytes(record.html.encode()) != record.digest:
        raise Damage("the HTML's SHA-256 isn't its digest")
    if _rest_digest(record, "line_digest") != record.line_digest:
        raise Damage("the line's SHA-256 isn't its line_digest")
    return record


def read_call(line: bytes) -> Call:
    """A line of `calls.jsonl`, without its line feed, once its digests hold. Raises Damage."""
    call = _parsed(_CALL.validate_json, line)
    if request_digest(call.tool, call.arguments) != call.request:
        raise Damage("the SHA-256 of tool and arguments isn't the request's digest")
    if response_digest(call) != call.response:
        raise Damage("the SHA-256 of the answer isn't the response's digest")
    return call


def read_world(data: bytes) -> WorldRecord:
    """The whole of `world.json`, once its digest holds. Raises Damage."""
    record = _parsed(WorldRecord.model_validate_json, data.removesuffix(b"\n"))
    if _rest_digest(record, "digest") != record.digest:
        raise Damage("the SHA-256 of its other keys isn't its digest")
    return record


def read_pools(data: bytes) -> Pools:
    """The whole of `pools.json`. Raises Damage."""
    try:
        return _POOLS.validate_json(data, strict=True)
    except ValidationError as error:
        raise Damage(_first(error)) from error


def pools_bytes(pools: dict[str, tuple[Value, ...]]) -> bytes:
    """`pools.json` as canonical bytes."""
    plain: dict[str, JSON] = {key: [dump(value) for value in values] for key, values in pools.items()}
    return canonical_bytes(plain) + b"\n"


def title_in(line: bytes) -> str | None:
    """The title that a line of `pages.jsonl` seems to be of, even where the rest of it is damaged.

    Keys are sorted in canonical JSON, so the page's own title is the last `title` of the line.
    """
    start = line.rfind(b',"title":"') + len(b',"title":')
    end = line.find(b'","url":"', start) + 1
    try:
        title = json.loads(line[start:end])
    except (json.JSONDecodeError, UnicodeDecodeError):
        return None
    return title if isinstance(title, str) else None


def request_in(line: bytes) -> str | None:
    """The request's digest that a line of `calls.jsonl` seems to be of, even where the rest of it is damaged."""
    found = _REQUEST.findall(line)
    return found[-1].decode() if found else None


def _parsed(parse: Callable[[bytes], R], line: bytes) -> R:
    try:
        record = parse(line)
    except ValidationError as error:
        raise Damage(_first(error)) from error
    if canonical_bytes(record) != line:
        raise Damage("it isn't in canonical form (RFC 8785)")
    return record


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    place = ".".join(str(part) for part in first["loc"]) or "the whole of it"
    return f"{place}: {first['msg']}"


def _rest_digest(record: Record, key: str) -> str:
    return sha256_of({name: value for name, value in dump(record).items() if name != key})
