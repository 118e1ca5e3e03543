"""A Hub on loopback: the requests that huggingface_hub 2.x makes for a dataset, kept in memory, with faults on demand.

Large files go over LFS (huggingface_hub's `lfs.py`); Xet is not spoken, so clients run with HF_HUB_DISABLE_XET.
"""

from __future__ import annotations

import base64
import hashlib
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

from tests.hub.repos import DAY, ROUTES, Asked, Blob, Repo, Said, discussions, refs, refused, said

__all__ = ["TOKEN", "Asked", "Hub", "Said", "running"]

TOKEN = "hf_" + "s3cret" * 6


class Hub:
    """All repositories; what was asked, and what stands in for the next replies."""

    def __init__(self) -> None:
        self.repos: dict[str, Repo] = {}
        self.asked: list[Asked] = []
        self.instead: Callable[[Asked, int], Said | None] = lambda asked, number: None
        self.spoil: Callable[[str, bytes], bytes] = lambda path, data: data
        self.url = ""
        self.lock = threading.RLock()

    def forget(self) -> None:
        """Begin anew: no repository, nothing asked."""
        with self.lock:
            self.repos.clear()
            self.asked.clear()

    def answer(self, asked: Asked) -> Said:
        """The stand-in's reply where there is one, else the Hub's own."""
        with self.lock:
            number = len(self.asked)
            self.asked.append(asked)
        instead = self.instead(asked, number)  # without the lock: it may ask something itself
        if instead is not None and not instead.lost:
            return instead
        with self.lock:
            reply = self._route(asked)
        return instead or reply

    def _route(self, asked: Asked) -> Said:
        parts = [unquote(part) for part in asked.path.strip("/").split("/")]
        if asked.headers.get("authorization") not in {f"Bearer {TOKEN}", None} and parts[0] != "lfs":
            return refused(401, "", "Invalid credentials in Authorization header")
        match parts:
            case ["api", "validate-yaml"]:
                return said({"errors": [], "warnings": []})
            case ["api", "repos", "create"]:
                return self._create(json.loads(asked.body))
            case ["api", "datasets", owner, name, *rest]:
                return self._of(f"{owner}/{name}", rest, asked)
            case ["datasets", owner, name, "resolve", revision, *path]:
                return self._resolve(f"{owner}/{name}", revision, "/".join(path), asked)
            case ["datasets", owner, name, "info", "lfs", "objects", "batch"] if name.endswith(".git"):
                return self._batch(f"{owner}/{name.removesuffix('.git')}", json.loads(asked.body))
            case ["lfs", owner, name, oid]:
                return self._put(f"{owner}/{name}", oid, asked)
            case _:
                return refused(404, "", f"no such route: {asked.path}")

    def _create(self, wanted: dict[str, str]) -> Said:
        owner = wanted.get("organization") or "me"
        name = f"{owner}/{wanted['name']}"
        url = f"{self.url}/datasets/{name}"
        if name in self.repos:
            return said({"error": "You already created this dataset repo", "url": url}, 409)
        repo = self.repos[name] = Repo(private=wanted.get("visibility") == "private")
        attributes = b"*.parquet filter=lfs diff=lfs merge=lfs -text\n"
        repo.branches["main"] = repo.add({".gitattributes": Blob(attributes, False)}, None, "initial commit")
        return said({"url": url, "id": name})

    def _of(self, name: str, rest: list[str], asked: Asked) -> Said:
        repo = self.repos.get(name)
        allowed = asked.headers.get("authorization") == f"Bearer {TOKEN}"
        if repo is None or (repo.private and not allowed):
            return refused(404, "RepoNotFound", "Repository not found")
        if asked.method in {"POST", "PUT", "DELETE"} and not allowed and rest[0] != "paths-info":
            return refused(403, "", "Forbidden")
        kind, revision = (rest[0], rest[1]) if len(rest) > 1 else ((rest or ["revision"])[0], "main")
        if kind in ROUTES:
            return ROUTES[kind](repo, revision, asked)
        if kind == "commit":
            return self._commit(name, repo, revision, asked)
        if kind == "revision":
            return self._info(name, repo, revision)
        if kind == "settings":
            repo.gated = json.loads(asked.body).get("gated", repo.gated)
            return said({})
        return said({"refs": refs(repo), "discussions": discussions(name, repo)}[kind])

    def _info(self, name: str, repo: Repo, revision: str) -> Said:
        commit = repo.find(revision)
        if commit is None:
            return refused(404, "RevisionNotFound", f"Invalid rev id: {revision}")
        siblings = [{"rfilename": path} for path in sorted(repo.commits[commit])]
        about = {"id": name, "sha": commit, "private": repo.private, "gated": repo.gated, "siblings": siblings}
        return said({**about, "tags": [], "downloads": 0, "likes": 0, "lastModified": DAY, "createdAt": DAY})

    def _commit(self, name: str, repo: Repo, revision: str, asked: Asked) -> Said:
        lines = [json.loads(line) for line in asked.body.splitlines()]
        header = lines[0]["value"]
        head = repo.find(revision)
        if head is None:
            return refused(404, "RevisionNotFound", f"Invalid rev id: {revision}")
        parent = header.get("parentCommit")
        pulling = asked.query.get("create_pr") == ["1"]
        if parent is not None and parent != head and not pulling:
            return refused(412, "", "A commit has happened since. Please refresh and try again.")
        tree = dict(repo.commits[parent or head])
        for line in lines[1:]:
            value = line["value"]
            if line["key"] == "file":
                tree[value["path"]] = Blob(base64.b64decode(value["content"]), False)
            elif line["key"] == "lfsFile":
                if value["oid"] not in repo.lfs:
                    return refused(400, "", f"LFS pointer pointed to a file that does not exist: {value['path']}")
                tree[value["path"]] = Blob(repo.lfs[value["oid"]], True)
            elif line["key"] == "deletedFile":
                if value["path"] not in tree:
                    return refused(400, "", "A file with this name doesn't exist")
                del tree[value["path"]]
            else:
                return refused(400, "", f"unknown key {line['key']}")
        oid = repo.add(tree, parent or head, header["summary"])
        answer = {
            "success": True,
            "commitOid": oid,
            "commitUrl": f"{self.url}/datasets/{name}/commit/{oid}",
            "hookOutput": "",
        }
        if pulling:
            number = len(repo.pulls) + 1
            repo.pulls[number] = header["summary"]
            repo.branches[f"refs/pr/{number}"] = oid
            return said({**answer, "pullRequestUrl": f"{self.url}/datasets/{name}/discussions/{number}"})
        repo.branches[revision] = oid
        return said(answer)

    def _batch(self, name: str, wanted: dict[str, list[dict[str, object]]]) -> Said:
        repo = self.repos.get(name)
        if repo is None:
            return refused(404, "RepoNotFound", "Repository not found")
        objects = []
        for one in wanted["objects"]:
            upload = {"upload": {"href": f"{self.url}/lfs/{name}/{one['oid']}"}}
            verify = {"verify": {"href": f"{self.url}/lfs/{name}/{one['oid']}"}}
            objects.append(one if one["oid"] in repo.lfs else {**one, "actions": {**upload, **verify}})
        return said({"transfer": "basic", "objects": objects})

    def _put(self, name: str, oid: str, asked: Asked) -> Said:
        repo = self.repos[name]
        if asked.method == "POST":
            kept = repo.lfs.get(oid)
            good = kept is not None and len(kept) == json.loads(asked.body)["size"]
            return said({}) if good else refused(404, "", "no such object")
        if hashlib.sha256(asked.body).hexdigest() != oid:
            return refused(400, "", "wrong SHA-256")
        repo.lfs[oid] = asked.body
        return Said(200)

    def _resolve(self, name: str, revision: str, path: str, asked: Asked) -> Said:
        repo = self.repos.get(name)
        commit = repo.find(revision) if repo else None
        if repo is None or (repo.private and asked.headers.get("authorization") is None):
            return refused(404, "RepoNotFound", "Repository not found")
        if commit is None:
            return refused(404, "RevisionNotFound", f"Invalid rev id: {revision}")
        blob = repo.commits[commit].get(path)
        if blob is None:
            return Said(404, b"Entry not found", {"X-Error-Code": "EntryNotFound", "X-Repo-Commit": commit})
        data = self.spoil(path, blob.data)
        headers = {"ETag": f'"{blob.oid}"', "X-Repo-Commit": commit, "Accept-Ranges": "bytes"}
        if blob.large:
            headers |= {"X-Linked-Etag": f'"{blob.oid}"', "X-Linked-Size": str(len(data))}
        wanted = asked.headers.get("range", "")
        if wanted.startswith("bytes="):
            first, _, last = wanted.removeprefix("bytes=").partition("-")
            start, stop = int(first), min(int(last) + 1 if last else len(data), len(data))
            headers["Content-Range"] = f"bytes {start}-{stop - 1}/{len(data)}"
            return Said(206, data[start:stop], headers)
        return Said(200, data, headers)


@contextmanager
def running(hub: Hub) -> Iterator[Hub]:
    """The Hub, listening until the end of the block."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = 65_536  # head and body in one packet: two would wait for each other

        def do_GET(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            body = self.rfile.read(length)
            if self.headers.get("Transfer-Encoding") == "chunked":
                body = self._chunks()
            url = urlsplit(self.path)
            headers = {name.lower(): value for name, value in self.headers.items()}
            reply = hub.answer(Asked(self.command, url.path, parse_qs(url.query), headers, body))
            if reply.lost:
                self.close_connection = True
                return
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(reply.body) + (100 if reply.cut else 0)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(reply.body)
            if reply.cut:
                self.close_connection = True

        def _chunks(self) -> bytes:
            parts = []
            while size := int(self.rfile.readline().strip() or b"0", 16):
                parts.append(self.rfile.read(size))
                self.rfile.readline()
            self.rfile.readline()
            return b"".join(parts)

        do_HEAD = do_POST = do_PUT = do_DELETE = do_GET  # noqa: N815

        def log_message(self, *_: object) -> None:
            """Nothing is logged."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    hub.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield hub
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
