"""Real api.php exchanges, recorded by others as HAR files, and a server on loopback that answers from them."""

from __future__ import annotations

import gzip
import json
import tarfile
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import parse_qsl, urlsplit

from tests.worlds.backends.server import Asked, Said, html, reply

__all__ = ["NO_RECORDINGS", "RECORDINGS", "Recorded", "Server", "modern", "read_recordings"]

Json: TypeAlias = Any
"""JSON as it was recorded, whatever its shape."""

RECORDINGS = Path(__file__).resolve().parents[3] / "shared" / "data" / "wikipedia-api-recordings.tar.xz"
NO_RECORDINGS = f"the recorded exchanges are not there ({RECORDINGS.name})"

OURS = {"formatversion", "maxlag", "format", "uiprop", "meta", "origin", "continue", "action"}
"""Parameters that don't tell one recorded request from another."""


class Recorded(NamedTuple):
    """One exchange: host, query, status, where it led, and the JSON of the reply."""

    host: str
    query: dict[str, str]
    status: int
    location: str
    data: Any

    @property
    def key(self) -> tuple[tuple[str, str], ...]:
        """What was asked."""
        return tuple(sorted((name, value) for name, value in self.query.items() if name not in OURS))


def read_recordings() -> list[Recorded]:
    """Every exchange that has JSON, or leads elsewhere, in a fixed order."""
    found: list[Recorded] = []
    with tarfile.open(RECORDINGS) as archive:
        for member in sorted(archive, key=lambda one: one.name):
            file = archive.extractfile(member) if member.name.endswith(".har") else None
            if file is None:
                continue
            for entry in json.load(file)["log"]["entries"]:
                url, response = urlsplit(entry["request"]["url"]), entry["response"]
                headers = {header["name"].lower(): header["value"] for header in response["headers"]}
                query = dict(parse_qsl(url.query, keep_blank_values=True))
                data = _body(response["content"].get("text", ""))
                if data is not None or response["status"] == 301:
                    found.append(Recorded(url.netloc, query, response["status"], headers.get("location", ""), data))
    return found


def _body(text: str) -> Json:
    """The JSON of a reply; the recorder kept compressed bodies as hexadecimal pieces."""
    if text.startswith('["1f8b'):
        text = gzip.decompress(bytes.fromhex("".join(json.loads(text)))).decode()
    return json.loads(text) if text.startswith(("{", "[")) else None


def modern(data: Json) -> Json:
    """The reply as formatversion 2 writes it: pages in a list, flags as booleans, texts without `*` (API:JSON)."""
    if isinstance(data, list):
        return [modern(one) for one in data]
    if not isinstance(data, dict):
        return data
    flags = {"missing", "invalid", "special", "redirect", "primary", "new", "hidden", "batchcomplete", "known"}
    made = {name: True if name in flags and value == "" else modern(value) for name, value in data.items()}
    if isinstance(made.get("pages"), dict):
        made["pages"] = list(made["pages"].values())
    if "*" in made and "ns" in made:
        made["title"] = made.pop("*")
    if set(made) == {"*"}:
        return {"warnings": made["*"]}
    return made


class Server:
    """Answers what was recorded for a host, whatever version of the format and lag was asked for."""

    def __init__(self, exchanges: list[Recorded]) -> None:
        self.known = {one.key: one for one in exchanges}
        self.pages: dict[str, dict[str, Any]] = {}
        self.changes: dict[str, dict[str, str]] = {"normalized": {}, "redirects": {}}
        for one in exchanges:
            query = (one.data or {}).get("query", {}) if isinstance(one.data, dict) else {}
            for page in modern(query).get("pages", []):
                self.pages.setdefault(page["title"], {}).update(page)
            for name, changes in self.changes.items():
                changes.update({change["from"]: change["to"] for change in query.get(name, [])})

    def __call__(self, asked: Asked) -> Said:
        """The recorded reply; what is known of titles asked for together; else what a wiki says of pages it lacks."""
        form = dict(parse_qsl(asked.body.decode(), keep_blank_values=True))
        one = self.known.get(Recorded("", asked.query | form, 0, "", None).key)
        if one is not None and one.status == 301:
            return html("moved", 301, Location=one.location)
        if one is not None:
            return reply(modern(one.data))
        return reply({"batchcomplete": True, "query": self._query((asked.query | form).get("titles", "").split("|"))})

    def _query(self, titles: list[str]) -> dict[str, Any]:
        query: dict[str, Any] = {"normalized": [], "redirects": [], "pages": []}
        for title in titles:
            at = title
            for name, changes in self.changes.items():
                while at in changes:
                    query[name].append({"from": at, "to": changes[at]})
                    at = changes[at]
            query["pages"].append(self.pages.get(at, {"ns": 0, "title": at, "missing": True}))
        return query
