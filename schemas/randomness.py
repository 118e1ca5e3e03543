"""Named streams of randomness: the only source of chance in anything that reaches an item."""

from __future__ import annotations

import hashlib
import json
import random

__all__ = ["stream"]


def stream(seed: int, *words: str | int) -> random.Random:
    """A generator seeded by a BLAKE2 digest of the seed and the words that name its use.

    Words are told apart by type and position, so `stream(1, 23)` and `stream(12, 3)` share nothing, and
    neighbouring seeds are as unrelated as any two. Use family, split, index, attempt and purpose as words.
    """
    name = json.dumps([seed, *words], ensure_ascii=True, separators=(",", ":")).encode()
    return random.Random(int.from_bytes(hashlib.blake2b(name, digest_size=32).digest(), "big"))
