"""Serves a recorded world until it is stopped: over HTTP on this machine, or over MCP on standard input and output."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import anyio
import uvicorn
from mcp.server.stdio import stdio_server

from schemas.errors import InputError
from worlds.serving.app import app_for
from worlds.serving.desk import Desk
from worlds.serving.log import CallLog
from worlds.serving.modelcontext import context_server
from worlds.serving.patience import PatientProtocol
from worlds.snapshot import Snapshot

__all__ = ["hosts_answered", "serve_http", "serve_stdio"]

HTTP = 80
"""The port that addresses needn't name."""


def serve_http(
    world: Path, host: str, port: int, log: Path | None, leg: str | None, say: Callable[[str], None]
) -> None:
    """Serve over HTTP until interrupted; `say` is told the address once the server listens.

    Raises InputError for a world that can't be read, a log that can't be written, an address that can't be had.
    """
    with _desk(world, log, leg) as desk:
        if not host:
            raise InputError("--host is empty; 127.0.0.1 is this machine alone, 0.0.0.0 every address it has")
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            listening = socket.create_server((host, port), family=family, reuse_port=False)
        except OSError as error:
            raise InputError(f"{host}:{port}: can't listen there: {error.strerror or error}") from error
        taken = listening.getsockname()[1]
        bound = listening.getsockname()[0]
        name = f"[{host}]" if ":" in host else host
        config = uvicorn.Config(
            app_for(desk, hosts_answered(bound, name, taken)),
            access_log=False,
            log_level="warning",
            server_header=False,
            proxy_headers=False,
            lifespan="on",
            http=PatientProtocol,
            ws="none",
            limit_concurrency=200,
            timeout_keep_alive=10,
            timeout_graceful_shutdown=15,
        )
        say(f"{desk.pages.name}: http://{name}:{taken}  (MCP at /mcp, OpenAPI at /openapi.json; stop with Ctrl+C)")
        with listening:
            uvicorn.Server(config).run(sockets=[listening])


def serve_stdio(world: Path, log: Path | None, leg: str | None) -> None:
    """Serve over MCP on standard input and output until the input ends. Raises InputError as `serve_http` does."""
    with _desk(world, log, leg) as desk:
        anyio.run(_stdio, desk)


async def _stdio(desk: Desk) -> None:
    server = context_server(desk)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


@contextmanager
def _desk(world: Path, log: Path | None, leg: str | None) -> Iterator[Desk]:
    written = CallLog(log) if log else None
    try:
        yield Desk(Snapshot(world), written, leg)
    finally:
        if written:
            written.close()


def hosts_answered(bound: str, name: str, port: int) -> frozenset[str] | None:
    """The Host headers that are answered, in lower case: this machine's own names for its loopback; any, elsewhere.

    `bound` is the address that is listened on, whatever `name` it was asked for by. Clients leave out HTTP's own port.
    """
    address = ipaddress.ip_address(bound)
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    if not (mapped or address).is_loopback:
        return None
    names = {name.lower(), "127.0.0.1", "localhost", "[::1]"}
    return frozenset({f"{one}:{port}" for one in names} | (names if port == HTTP else set()))
