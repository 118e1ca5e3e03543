"""HTTP whose requests must begin to arrive whole in bounded time: a head that is sent half holds no connection."""

from __future__ import annotations

import asyncio
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["HEAD_PATIENCE", "PatientProtocol"]

HEAD_PATIENCE: Final = 10.0
"""Seconds in which a request's line and headers must arrive, from the opening of the connection or their first byte."""


class PatientProtocol(H11Protocol):
    """Hangs up on who doesn't finish a head. The guard bounds the body, uvicorn the pause between requests."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as its parent does
        """A connection is open: its first head is waited for."""
        super().connection_made(transport)
        self._deadline = self.loop.call_later(HEAD_PATIENCE, transport.close)

    def data_received(self, data: bytes) -> None:
        """Bytes of a head, which is waited for, or of a body, for which others wait."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._forget()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(HEAD_PATIENCE, self.transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed: nothing is waited for."""
        self._forget()
        super().connection_lost(exc)

    def _forget(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
