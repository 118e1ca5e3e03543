"""One call to the Hub: repeated while it is busy, and its failure told in one line without the token."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from httpx2 import HTTPError, TransportError
from huggingface_hub.errors import (
    FileMetadataError,
    GatedRepoError,
    HfHubHTTPError,
    LocalTokenNotFoundError,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)

from schemas.errors import InputError, ReleaseError
from worlds.net.clock import Clock
from worlds.net.messages import Again, NetFailure
from worlds.net.patience import patiently, retry_after

__all__ = ["Absent", "Calls", "Moved", "Taken"]

BUSY = {408, 429, 500, 502, 503, 504}

T = TypeVar("T")


class Moved(ReleaseError):
    """A branch is no longer where this push found it (412): somebody else committed meanwhile."""


class Taken(ReleaseError):
    """A branch or tag of that name exists already (409)."""


class Absent(InputError):
    """There is no such repository or revision, or the token may not see it."""


class Calls:
    """Calls to one endpoint of the Hub, with bounded patience.

    `token` is sent by the client and never shown: where a reply repeats it, it is blotted out.
    """

    def __init__(self, endpoint: str, token: str | None, clock: Clock, patience: float) -> None:
        self._endpoint = endpoint
        self._token = token
        self._clock = clock
        self._patience = patience

    def __call__(self, doing: str, call: Callable[[], T]) -> T:
        """The call's result. `doing` says what it is for.

        Raises Moved, Taken and Absent as their statuses say, InputError for a card that the Hub refuses, and
        NetFailure, naming the last fault, for everything else that doesn't pass.
        """

        def attempt() -> T:
            try:
                return call()
            except (HTTPError, OSError, RuntimeError, ValueError, KeyError) as error:
                raise self._judged(error, doing) from None

        return patiently(attempt, f"the Hub ({self._endpoint})", self._patience, self._clock)

    def _judged(self, error: Exception, doing: str) -> Exception:
        """What a failure of the client means; where the client wraps what happened, what happened counts."""
        if not isinstance(error, HTTPError) and isinstance(error.__cause__, Exception):
            return self._judged(error.__cause__, doing)
        if isinstance(error, HfHubHTTPError):
            return self._refused(error, doing)
        if isinstance(error, TransportError):
            return Again("unreachable", f"{doing}: {type(error).__name__}")
        if isinstance(error, LocalTokenNotFoundError):
            return InputError("no token for the Hub: run `hf auth login`, or set HF_TOKEN")
        if isinstance(error, OSError) and "onsistency check failed" in str(error):
            return Again("unreachable", f"{doing}: a file came shorter or longer than announced")
        if isinstance(error, FileMetadataError):
            return Again("unreachable", f"{doing}: the reply's headers are incomplete")
        if isinstance(error, OSError) and error.errno is not None:
            return error  # this machine's, not the Hub's: a full disk, say
        if isinstance(error, ValueError) and "Invalid metadata" in str(error):
            return InputError(f"README.md: the Hub refuses its metadata: {self._said(error)}")
        return NetFailure("not-json", f"the Hub ({self._endpoint}): {doing}: unexpected reply: {self._said(error)}")

    def _refused(self, error: HfHubHTTPError, doing: str) -> Exception:
        status = error.response.status_code
        told = f"{doing}: status {status}"
        if status in BUSY:
            return Again("quota" if status == 429 else "unreachable", told, self._wait(error))
        if status == 412:
            return Moved(f"{doing}: the branch has moved meanwhile")
        if status == 409:
            return Taken(f"{doing}: the name is taken")
        if isinstance(error, GatedRepoError):
            return Absent(f"{doing}: the repository is gated and this token has no access: ask for it on its page")
        if isinstance(error, RepositoryNotFoundError):
            return Absent(f"{doing}: no such repository, or this token may not see it")
        if isinstance(error, RevisionNotFoundError):
            return Absent(f"{doing}: the repository has no such revision")
        if status in {401, 403}:
            return InputError(
                f"{doing}: the Hub says this token may not (status {status}): use one that may write there"
            )
        return NetFailure("unexpected-status", f"the Hub ({self._endpoint}): {told}: {self._said(error)}")

    def _wait(self, error: HfHubHTTPError) -> float | None:
        return retry_after(error.response.headers.get("Retry-After"), self._clock)

    def _said(self, error: Exception) -> str:
        """The start of what the Hub says of a failure, or else the client, on one line."""
        own = error.server_message if isinstance(error, HfHubHTTPError) else None
        text = " ".join(str(own or error).split())
        return (text.replace(self._token, "(token)") if self._token else text)[:200]
