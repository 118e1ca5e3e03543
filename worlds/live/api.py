"""One MediaWiki's api.php by mwclient, whose requests all go out through the polite client."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from typing import Literal
from urllib.parse import parse_qsl, urlsplit

import mwclient
import requests
from mwclient.errors import APIError
from requests.adapters import BaseAdapter

from worlds.live.replies import ApiReply, read_reply
from worlds.net.client import NetClient
from worlds.net.messages import Again, NetFailure, Reply, Request, Service

__all__ = ["BATCH", "Api"]

BATCH = 50
"""Titles that one query may ask about, by the API's own limit."""

MOST_PAGES = 200
"""Replies that a continued query may have."""

MAXLAG = "5"
"""Seconds that the wiki's database copies may lag behind before we wait instead (API:Etiquette)."""

BUSY = frozenset({"maxlag", "ratelimited", "readonly"})
"""Error codes that say to come again later; so do errors inside the wiki, which begin with `internal_api_error`."""


class Api:
    """Reads of one wiki. Every reply is kept: what was asked once is never asked again.

    Raises NetFailure where the wiki doesn't answer, answers with something else, or refuses (`refused`).
    """

    def __init__(self, base: str, client: NetClient) -> None:
        """`base` is the folder of `api.php`, as `script_base` gives it."""
        self.service = Service("MediaWiki", base)
        parts = urlsplit(base)
        session = requests.Session()
        session.trust_env = False
        session.mount(f"{parts.scheme}://", _Carrier(self.service, client))
        self._site = mwclient.Site(
            parts.netloc, path=f"{parts.path}/", scheme=parts.scheme, pool=session, max_retries=0, do_init=False
        )

    @property
    def where(self) -> str:
        """The wiki as errors name it."""
        return f"MediaWiki ({self.service.host})"

    def ask(self, action: str, params: Mapping[str, str], method: Literal["GET", "POST"] = "GET") -> ApiReply:
        """One reply."""
        try:
            data = self._site.api(action, method, **{"maxlag": MAXLAG, "formatversion": "2", **params})
        except APIError as error:
            raise NetFailure("refused", f"{self.where}: {error.code}: {error.info}") from error
        return read_reply(data, self.where)

    def query(self, params: Mapping[str, str], method: Literal["GET", "POST"] = "GET") -> Iterator[ApiReply]:
        """The replies of a query, continued to its end."""
        follow: Mapping[str, str] = {}
        for _ in range(MOST_PAGES):
            reply = self.ask("query", {**params, **follow}, method)
            yield reply
            if reply.follow is None:
                return
            onward = {name: str(value) for name, value in reply.follow.items()}
            if onward == follow:
                raise NetFailure("unexpected-shape", f"{self.where}: a query continues with itself")
            follow = onward
        raise NetFailure("too-large", f"{self.where}: a query has more than {MOST_PAGES} replies")


class _Carrier(BaseAdapter):
    """Carries a session's requests to the polite client, and its replies back."""

    def __init__(self, service: Service, client: NetClient) -> None:
        super().__init__()
        self._service = service
        self._client = client

    def send(
        self,
        request: requests.PreparedRequest,
        stream: bool = False,
        timeout: object = None,
        verify: object = True,
        cert: object = None,
        proxies: object = None,
    ) -> requests.Response:
        """The reply, from the cache or the wiki. The client has its own limits and settings."""
        parts = urlsplit(request.url or "")
        path = parts.path.removeprefix(urlsplit(self._service.base).path)
        form = request.body if isinstance(request.body, str) else ""
        asked = Request(
            path,
            params=dict(parse_qsl(parts.query, keep_blank_values=True)),
            form=dict(parse_qsl(form, keep_blank_values=True)),
        )
        reply = self._client.send(self._service, asked, self._lasts)
        response = requests.Response()
        response.status_code = reply.status
        response.encoding = "utf-8"
        response.raw = io.BytesIO(reply.body)
        response.url = request.url or ""
        response.request = request
        return response

    def close(self) -> None:
        """Nothing to close: the client is another's."""

    def _lasts(self, reply: Reply) -> bool:
        """Whether a reply would be the same next time. Raises Again for a busy wiki, NetFailure for no reply."""
        where = f"MediaWiki ({self._service.host})"
        if reply.location:
            raise NetFailure("unexpected-status", f"{where}: it has moved: give the address {reply.location}")
        if reply.status != 200:
            shown = " ".join(reply.body[:60].decode("utf-8", "replace").split())
            raise NetFailure("unexpected-status", f"{where}: status {reply.status}: is this its api.php? {shown!r}")
        error = read_reply(reply.body, where).error
        if error is not None and (error.code in BUSY or error.code.startswith("internal_api_error")):
            raise Again(
                "quota" if error.code in BUSY else "unexpected-status", f"{error.code}: {error.info}", reply.wait
            )
        return error is None
