"""Canonical bytes (RFC 8785) and the digests and ids made from them."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Final, TypeAlias, cast

import rfc8785

from schemas.base import Record

__all__ = ["JSON", "canonical_bytes", "content_id", "dump", "sha256_bytes", "sha256_of"]

JSON: TypeAlias = "None | bool | int | float | str | list[JSON] | dict[str, JSON]"

_DELICATE: Final = re.compile(r"[:\[,]-?(?:[0-9]{16}|[0-9]+[.eE])")
"""What a float, or an integer that may be too large, looks like in compact JSON; a text may look like one too."""

OUTSIDE_CONTENT = frozenset({"id", "canary"})
"""Keys of an item that its id and digests are not made of."""


def dump(record: Record) -> dict[str, JSON]:
    """A record as plain JSON values, every key present."""
    return cast("dict[str, JSON]", record.model_dump(mode="json"))


def canonical_bytes(value: Record | JSON) -> bytes:
    """The one byte string of a value under RFC 8785. Integers from 2^53 and NaN are refused (ValueError)."""
    plain = dump(value) if isinstance(value, Record) else value
    quick = _quick_bytes(plain)
    return rfc8785.dumps(plain) if quick is None else quick


def _quick_bytes(plain: JSON) -> bytes | None:
    """The same bytes by the standard library, twenty times as fast, or None where the two might not agree.

    They write literals, texts and small integers alike. They differ in floats, large integers, keys beyond the basic
    plane (the RFC sorts by UTF-16) and in what they refuse.
    """
    if not isinstance(plain, dict | list):
        return None
    try:
        text = json.dumps(plain, ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True)
        wide = not text.isascii() and len(text.encode("utf-16-le")) != 2 * len(text)
        return None if wide or _DELICATE.search(text) else text.encode()
    except (TypeError, ValueError, RecursionError):
        return None


def sha256_bytes(data: bytes) -> str:
    """SHA-256 of bytes, lower-case hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def sha256_of(value: Record | JSON) -> str:
    """SHA-256 of a value's canonical bytes."""
    return sha256_bytes(canonical_bytes(value))


def content_id(family: str, item: Record | dict[str, JSON]) -> str:
    """The id of an item: equal contents have equal ids, and an edited item can't keep its id.

    The keys `id` and `canary` are outside the content.
    """
    plain = dump(item) if isinstance(item, Record) else item
    content = {key: value for key, value in plain.items() if key not in OUTSIDE_CONTENT}
    return f"{family}-{sha256_of(content)[:20]}"
