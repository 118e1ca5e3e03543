"""Repositories of a Hub on loopback: commits as whole trees, what points at them, and what is asked of one."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import parse_qs, unquote

__all__ = ["DAY", "ROUTES", "Asked", "Blob", "Repo", "Said", "discussions", "refs", "refused", "said"]

LARGE = (".parquet", ".zim")
LARGE_BYTES = 1 << 20
DAY = "2026-01-01T00:00:00.000Z"


class Asked(NamedTuple):
    """A request."""

    method: str
    path: str
    query: dict[str, list[str]]
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True)
class Said:
    """A reply. `cut` closes the connection in the middle of it; `lost` does the work, and says nothing."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False
    lost: bool = False


def said(value: object, status: int = 200, **headers: str) -> Said:
    """A reply in JSON."""
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return Said(status, json.dumps(value).encode(), {"Content-Type": "application/json", **named})


def refused(status: int, code: str, message: str) -> Said:
    """An error as the Hub words one."""
    return said({"error": message}, status, X_Error_Code=code, X_Error_Message=message)


def _sha1(data: bytes) -> str:
    """As git names things."""
    return hashlib.sha1(data, usedforsecurity=False).hexdigest()


class Blob(NamedTuple):
    """A file of a commit."""

    data: bytes
    large: bool

    @property
    def oid(self) -> str:
        """The digest that the Hub shows: SHA-256 for large files, git's for others."""
        if self.large:
            return hashlib.sha256(self.data).hexdigest()
        return _sha1(b"blob %d\0" % len(self.data) + self.data)

    def entry(self, path: str) -> dict[str, object]:
        """Its line in a tree."""
        pointer = _sha1(b"pointer" + self.data)
        entry: dict[str, object] = {"type": "file", "path": path, "size": len(self.data), "oid": self.oid}
        if self.large:
            entry |= {"oid": pointer, "lfs": {"oid": self.oid, "size": len(self.data), "pointerSize": 134}}
        return entry


Tree = dict[str, Blob]


@dataclass
class Repo:
    """A dataset's repository: commits in the order they were made, and what points at them."""

    commits: dict[str, Tree] = field(default_factory=dict)
    parents: dict[str, str | None] = field(default_factory=dict)
    branches: dict[str, str] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)
    pulls: dict[int, str] = field(default_factory=dict)
    lfs: dict[str, bytes] = field(default_factory=dict)
    private: bool = False
    gated: object = False

    def add(self, tree: Tree, parent: str | None, title: str) -> str:
        """A new commit."""
        listed = sorted((path, blob.oid) for path, blob in tree.items())
        oid = _sha1(json.dumps([listed, parent, title, len(self.commits)]).encode())
        self.commits[oid] = tree
        self.parents[oid] = parent
        return oid

    def find(self, revision: str) -> str | None:
        """The commit that a revision names."""
        for names in (self.branches, self.tags):
            if revision in names:
                return names[revision]
        return revision if revision in self.commits else None


def refs(repo: Repo) -> dict[str, object]:
    def one(kind: str, name: str, commit: str) -> dict[str, str]:
        return {"name": name, "ref": f"refs/{kind}/{name}", "targetCommit": commit}

    heads = {name: commit for name, commit in repo.branches.items() if not name.startswith("refs/pr/")}
    return {
        "branches": [one("heads", name, commit) for name, commit in heads.items()],
        "tags": [one("tags", name, commit) for name, commit in repo.tags.items()],
        "converts": [],
        "pullRequests": [],
    }


def discussions(name: str, repo: Repo) -> dict[str, object]:
    about = {"author": {"name": "me"}, "createdAt": DAY, "status": "open", "isPullRequest": True}
    listed = [
        {**about, "num": number, "title": title, "repo": {"name": name, "type": "dataset"}}
        for number, title in repo.pulls.items()
    ]
    return {"discussions": listed, "count": len(listed), "start": 0}


def _branch(repo: Repo, branch: str, asked: Asked) -> Said:
    if asked.method == "DELETE":
        if branch not in repo.branches:
            return refused(404, "RevisionNotFound", "no such branch")
        del repo.branches[branch]
        return Said(204)
    start = repo.find(json.loads(asked.body).get("startingPoint", "main"))
    if start is None:
        return refused(404, "RevisionNotFound", "no such revision")
    if branch in repo.branches:
        return refused(409, "", f"Reference refs/heads/{branch} already exists")
    repo.branches[branch] = start
    return said({}, 201)


def _tag(repo: Repo, revision: str, asked: Asked) -> Said:
    tag = json.loads(asked.body)["tag"]
    commit = repo.find(revision)
    if commit is None:
        return refused(404, "RevisionNotFound", "no such revision")
    if tag in repo.tags:
        return refused(409, "", f"Tag reference refs/tags/{tag} already exists")
    repo.tags[tag] = commit
    return said({}, 201)


def _preupload(repo: Repo, revision: str, asked: Asked) -> Said:
    wanted = json.loads(asked.body)
    commit = repo.find(revision)
    if commit is None:
        return refused(404, "RevisionNotFound", "no such revision")
    files = []
    for one in wanted["files"]:
        path = str(one["path"])
        large = path.endswith(LARGE) or int(str(one["size"])) >= LARGE_BYTES
        there = repo.commits[commit].get(path)
        mode = {"path": path, "uploadMode": "lfs" if large else "regular", "shouldIgnore": False}
        files.append({**mode, "oid": there.oid if there else None})
    return said({"files": files})


def _tree(repo: Repo, revision: str, asked: Asked) -> Said:
    folder = unquote(asked.path).partition(f"/tree/{revision}")[2].strip("/")
    commit = repo.find(revision)
    if commit is None:
        return refused(404, "RevisionNotFound", "no such revision")
    inside = f"{folder}/" if folder else ""
    deep = asked.query.get("recursive", ["false"])[0].lower() in {"true", "1"}
    entries: list[dict[str, object]] = []
    folders: set[str] = set()
    for path, blob in sorted(repo.commits[commit].items()):
        if not path.startswith(inside):
            continue
        below = path.removeprefix(inside).split("/")
        for depth in range(1, len(below) if deep else min(2, len(below))):
            folders.add(inside + "/".join(below[:depth]))
        if deep or len(below) == 1:
            entries.append(blob.entry(path))
    if folder and not entries and not folders:
        return refused(404, "EntryNotFound", f"{folder} does not exist")
    listed = [{"type": "directory", "path": one, "size": 0, "oid": "0" * 40} for one in sorted(folders)]
    return said([*listed, *entries])


def _paths(repo: Repo, revision: str, asked: Asked) -> Said:
    commit = repo.find(revision)
    if commit is None:
        return refused(404, "RevisionNotFound", "no such revision")
    if asked.headers.get("content-type", "").startswith("application/json"):
        wanted = json.loads(asked.body)["paths"]
    else:
        wanted = parse_qs(asked.body.decode()).get("paths", [])
    tree = repo.commits[commit]
    found: list[dict[str, object]] = []
    for path in wanted:
        if path in tree:
            found.append(tree[path].entry(path))
        elif any(other.startswith(f"{path}/") for other in tree):
            found.append({"type": "directory", "path": path, "size": 0, "oid": "0" * 40})
    return said(found)


ROUTES = {"branch": _branch, "tag": _tag, "preupload": _preupload, "tree": _tree, "paths-info": _paths}
"""What is asked of a repository at a revision, or about a branch."""
