"""Models behind any OpenAI-compatible endpoint: one chat completion at a time, with bounded patience."""

from __future__ import annotations

import ipaddress
import json
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple, cast
from urllib.parse import urlsplit

from pydantic import Field

from schemas.base import Record, Sha256, parse_record
from schemas.canonical import JSON, canonical_bytes, sha256_of
from schemas.errors import InputError, RemoteError
from schemas.files import read_bytes, write_atomically

if TYPE_CHECKING:
    import httpx

__all__ = ["ATTEMPTS", "Chat", "ChatMemory", "Completion"]

ATTEMPTS: Final = 4
LONGEST_WAIT: Final = 60.0
LARGEST_REPLY: Final = 1_000_000
RETRIED: Final = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})


class Completion(NamedTuple):
    """What a model said, and the tokens that the service counted for question and answer, 0 where it doesn't say."""

    text: str
    prompt_tokens: int
    completion_tokens: int


class _Failed(NamedTuple):
    """Why an attempt gave nothing, and how long the service asks to wait."""

    why: str
    wait: float | None


class Chat:
    """An endpoint. Its key is read from the environment when it is sent, and never shown or written anywhere."""

    def __init__(self, who: str, base: str, key: str, timeout: float = 60.0, pause: float = 1.0) -> None:
        """`who` names the service in messages, `key` the environment variable that holds its key, if it wants one.

        `pause` is the first wait in seconds before another attempt; it doubles. Raises InputError for a base address
        that can't be used, or that would send the key in the clear to another machine.
        """
        self.who = who
        self.base = _checked(base, key)
        self._key = key
        self._timeout = timeout
        self._pause = pause

    def complete(self, body: dict[str, JSON]) -> Completion:
        """The first choice's text.

        Timeouts, 429 (with Retry-After), failures of the service and replies that are no completion are tried again
        within bounds. Raises RemoteError, naming the service, when it keeps failing or refuses.
        """
        import httpx

        headers = {"Authorization": f"Bearer {os.environ[self._key]}"} if os.environ.get(self._key) else {}
        failed = _Failed("", None)
        with httpx.Client(timeout=self._timeout, headers=headers, follow_redirects=False) as client:
            for attempt in range(ATTEMPTS):
                if attempt:
                    wait = self._pause * 2 ** (attempt - 1) if failed.wait is None else failed.wait
                    time.sleep(min(wait, LONGEST_WAIT))
                answer = self._once(client, body)
                if isinstance(answer, Completion):
                    return answer
                failed = answer
        raise RemoteError(f"{self.who} at {self.base}: {failed.why}; gave up after {ATTEMPTS} attempts")

    def _once(self, client: httpx.Client, body: dict[str, JSON]) -> Completion | _Failed:
        """One attempt: the reply's text, or why there is none. Raises RemoteError for a refusal."""
        import httpx

        try:
            with client.stream("POST", f"{self.base}/chat/completions", json=body) as response:
                if response.status_code in RETRIED:
                    return _Failed(f"HTTP {response.status_code}", _retry_after(response.headers.get("Retry-After")))
                if response.status_code != 200:
                    hint = f" (the key is read from {self._key})" if response.status_code in {401, 403} else ""
                    raise RemoteError(f"{self.who} at {self.base} refuses: HTTP {response.status_code}{hint}")
                data = b""
                for chunk in response.iter_bytes():
                    data += chunk
                    if len(data) > LARGEST_REPLY:
                        return _Failed(f"a reply of more than {LARGEST_REPLY} bytes", None)
        except httpx.TimeoutException:
            return _Failed(f"no reply within {self._timeout:g} s", None)
        except (httpx.TransportError, httpx.DecodingError) as error:
            return _Failed(f"{type(error).__name__}: {error}", None)
        return _completion(data) or _Failed("the reply is no chat completion", None)


def _checked(base: str, key: str) -> str:
    """A base address without its final slash."""
    parts = urlsplit(base)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.username or parts.query:
        raise InputError(f"{base}: not the base address of an endpoint, like http://127.0.0.1:8000/v1")
    if parts.scheme == "http" and os.environ.get(key) and not _loopback(parts.hostname):
        raise InputError(f"{base}: the key would be sent in the clear; use https, or unset {key}")
    return base.rstrip("/")


def _loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _retry_after(value: str | None) -> float | None:
    """Seconds, as most services say them; a date is not waited for."""
    return float(value) if value is not None and re.fullmatch(r"\d{1,6}(\.\d+)?", value.strip()) else None


def _completion(data: bytes) -> Completion | None:
    """The first choice of a chat completion; None for anything else."""
    try:
        value = cast("JSON", json.loads(data))
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    choices, usage = value.get("choices"), value.get("usage")
    first = choices[0] if isinstance(choices, list) and choices else None
    message = first.get("message") if isinstance(first, dict) else None
    text = message.get("content") if isinstance(message, dict) else None
    counted = usage if isinstance(usage, dict) else {}
    if not isinstance(text, str):
        return None
    return Completion(text, _tokens(counted.get("prompt_tokens")), _tokens(counted.get("completion_tokens")))


def _tokens(count: JSON) -> int:
    return count if isinstance(count, int) and not isinstance(count, bool) and 0 <= count < 2**31 else 0


class Kept(Record):
    """A completion as it is kept: the digest of what was asked, who answered, and what."""

    request: Sha256
    model: str
    text: str
    prompt_tokens: Annotated[int, Field(ge=0)]
    completion_tokens: Annotated[int, Field(ge=0)]


class ChatMemory:
    """An endpoint behind a folder of what it said, so that the same is asked once and a second run asks nobody.

    Files are written whole or not at all: any number of processes can share the folder. Neither key nor address is in
    it, so what one endpoint said of a model stands for all.
    """

    def __init__(self, ask: Callable[[dict[str, JSON]], Completion], folder: Path) -> None:
        """`ask` completes what isn't kept, as Chat.complete does; `folder` is made when the first answer is kept."""
        self._ask = ask
        self._folder = folder

    def complete(self, body: dict[str, JSON]) -> Completion:
        """The completion, kept or asked for. Raises RemoteError, and InputError for a file that is none of ours."""
        request = sha256_of(body)
        path = self._folder / request[:2] / f"{request}.json"
        if path.is_file():
            kept = parse_record(Kept, read_bytes(path), str(path))
            if kept.request != request:
                raise InputError(f"{path}: it answers something else: delete the file, it will be asked for again")
            return Completion(kept.text, kept.prompt_tokens, kept.completion_tokens)
        made = self._ask(body)
        kept = Kept(
            request=request,
            model=str(body.get("model", "")),
            text=made.text,
            prompt_tokens=made.prompt_tokens,
            completion_tokens=made.completion_tokens,
        )
        write_atomically(path, canonical_bytes(kept) + b"\n")
        return made
