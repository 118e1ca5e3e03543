"""Serves a review's web app over HTTP, on this machine alone unless it is told otherwise."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn

from annotation.review import Review
from annotation.web.app import app_for
from schemas.errors import InputError

__all__ = ["origins_of", "serve"]


def serve(ledger: Path, host: str, port: int, url: str | None, say: Callable[[str], None]) -> None:
    """Serve until interrupted. `say` is told the address once the server listens.

    Raises InputError when the address can't be had, or is not this machine's own and no `url` names how it is
    reached.
    """
    review = Review(ledger)
    try:
        listening = socket.create_server(
            (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, reuse_port=False
        )
    except OSError as error:
        raise InputError(f"{host}:{port}: can't listen there: {error.strerror or error}") from error
    origins = origins_of(host, listening.getsockname()[1], url)
    config = uvicorn.Config(
        app_for(review, origins),
        access_log=False,  # addresses hold invite tokens
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        lifespan="off",
        limit_concurrency=200,
        timeout_keep_alive=10,
    )
    say(f"{review.state.name}: {origins[0]}  (stop with Ctrl+C)")
    with listening:
        uvicorn.Server(config).run(sockets=[listening])


def origins_of(host: str, port: int, url: str | None) -> tuple[str, ...]:
    """The origins that are answered: the one named by `url`, or this machine's own names for its loopback."""
    if url is not None:
        if not re.fullmatch(r"https?://[A-Za-z0-9.\-\[\]:]+/?", url):
            raise InputError(f"{url}: write where people reach the app, like https://review.example")
        return (url.rstrip("/").lower(),)
    if not _is_loopback(host):
        raise InputError(f"{host}: is not this machine's own address; name by --url where people reach the app")
    names = dict.fromkeys((f"[{host}]" if ":" in host else host, "127.0.0.1", "localhost"))
    return tuple(f"http://{name}:{port}" for name in names)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
