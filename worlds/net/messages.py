"""What goes over the wire: services, requests, replies, and how a request fails."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

from schemas.canonical import JSON, sha256_of
from schemas.errors import InputError, RemoteError

__all__ = ["Again", "NetFailure", "Reply", "Request", "Service"]

NOTHING: Mapping[str, str] = MappingProxyType({})


class NetFailure(RemoteError):
    """A service that gave no usable reply after bounded waiting.

    `reason` is a code: `quota` (told to wait for longer than the patience allows), `denied` (key or contact
    refused), `unreachable`, `unexpected-status`, `not-json`, `unexpected-shape`, `refused`, `not-text`, `too-large` or
    `too-slow`.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message

    def __reduce__(self) -> tuple[type[NetFailure], tuple[str, str]]:
        """How a worker process hands it back whole."""
        return type(self), (self.reason, self.message)


class Again(Exception):
    """A reply that asks to come again later: the failure's code, why, and how many seconds the service named."""

    def __init__(self, reason: str, message: str, wait: float | None = None) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.wait = wait


@dataclass(frozen=True)
class Service:
    """One backend: its name for people, the address its paths start from, and what its policy asks for.

    Requests to one host never overlap, and start at least `interval` seconds after the last one ended. `headers`
    and `params` hold keys: they are sent, and never written down or shown. Where the terms forbid to keep replies,
    `keep` is False and nothing of them reaches the disk.
    """

    name: str
    base: str
    interval: float = 0.0
    keep: bool = True
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    params: Mapping[str, str] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        parts = urlsplit(self.base)
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.username or parts.query:
            raise InputError(f"{self.name}: {self.base!r} is no base address: say https://host or https://host/path")

    @property
    def host(self) -> str:
        """Host and port, as requests to it are counted."""
        return urlsplit(self.base).netloc


class Request(NamedTuple):
    """One request: GET, or POST where there is a form or a JSON body."""

    path: str
    params: Mapping[str, str] = NOTHING
    form: Mapping[str, str] = NOTHING
    json: JSON = None
    headers: Mapping[str, str] = NOTHING

    @property
    def method(self) -> str:
        """GET or POST."""
        return "POST" if self.form or self.json is not None else "GET"

    def url(self, service: Service) -> str:
        """The address with its query, without any key."""
        query = urlencode(sorted(self.params.items()))
        return service.base.rstrip("/") + self.path + (f"?{query}" if query else "")

    def digest(self, service: Service) -> str:
        """SHA-256 of everything asked but keys: what replies are kept by."""
        return sha256_of(
            {
                "method": self.method,
                "url": self.url(service),
                "form": dict(self.form.items()),
                "json": self.json,
                "headers": dict(self.headers.items()),
            }
        )


class Reply(NamedTuple):
    """One reply: status, media type without parameters, the bytes, and where it led for a redirect.

    `wait` is how many seconds its Retry-After asks for; a kept reply has none.
    """

    status: int
    media_type: str
    body: bytes
    location: str = ""
    wait: float | None = None
