"""Pushing a release: staged on a branch of its own, fetched back, verified, tagged, and only then the main branch.

Each step looks at what is there before it acts, so a push that was cut off anywhere is finished by running it again.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import NamedTuple

from releases.diff import diff, version_fault
from releases.hashing import damaged
from releases.hub.address import RepoAddress
from releases.hub.calls import Moved, Taken
from releases.hub.gate import Allowances, refuse
from releases.hub.plan import PushPlan, stale, uploads, within_budget
from releases.hub.pull import compare, pull, remote_manifest
from releases.hub.remote import Gate, Remote
from releases.layout import MANIFEST, MANIFEST_DIGEST, read_manifest
from releases.progress import QUIET, Progress
from schemas.canonical import sha256_bytes
from schemas.errors import ReleaseError
from schemas.files import read_bytes
from schemas.manifest import Manifest

__all__ = ["PushOrder", "Pushed", "plan", "push"]

MAIN = "main"
RELEASED = re.compile(r"v(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)){2}")
"""A tag of a release."""


class PushOrder(NamedTuple):
    """What to push where. `revision` is the branch that gets the release once it is tagged."""

    folder: Path
    revision: str = MAIN
    create_pr: bool = False
    private: bool = False
    gated: Gate | None = None
    allowances: Allowances = Allowances()


class Pushed(NamedTuple):
    """What came of it: the tag, the commit it names, whether the branch holds it, and the pull request opened."""

    tag: str
    commit: str
    branch: str
    pull_request: str | None
    already: bool


class Candidate(NamedTuple):
    """A release ready to go: its folder, its manifest, and the digest that tells it from any other."""

    folder: Path
    manifest: Manifest
    digest: str

    @property
    def tag(self) -> str:
        """The tag of its version."""
        return f"v{self.manifest.version}"

    @property
    def staging(self) -> str:
        """The branch it is staged on: no other release's."""
        return f"push-{self.tag}-{self.digest[:12]}"

    @property
    def title(self) -> str:
        """The first line of its commits."""
        return f"{self.manifest.name} {self.tag} ({self.digest[:12]})"


def plan(order: PushOrder, remote: Remote) -> PushPlan:
    """What a push would do, asked without changing anything. Raises for a release that may not be pushed."""
    one = _candidate(order)
    sizes = within_budget(order.folder)
    heads = remote.heads()
    head = heads.branches.get(order.revision) or heads.branches.get(MAIN) if heads else None
    tree = remote.tree(head) if head else {}
    send, remove = uploads(one.folder, one.manifest, tree), stale(one.manifest, tree)
    done = heads is not None and one.tag in heads.tags
    commits = 0 if not send and not remove else (1 if order.create_pr or done else 2)
    return PushPlan(
        repository=remote.repo,
        version=one.manifest.version,
        revision=order.revision,
        files=len(sizes),
        bytes=sum(sizes.values()),
        send_files=len(send),
        send_bytes=sum(sizes[path] for path in send),
        remove_files=len(remove),
        commits=commits,
        xet=remote.xet,
    )


def push(order: PushOrder, remote: Remote, progress: Progress = QUIET) -> Pushed:
    """Push a release and tag it `vX.Y.Z`.

    Raises InputError for a release that may not go out, ReleaseError where the repository holds another release under
    this version or what came back isn't what was sent, and RemoteError when the Hub fails.
    """
    one = _candidate(order)
    within_budget(order.folder)
    remote.create(order.private, order.gated)
    heads = remote.heads()
    if heads is None or MAIN not in heads.branches:
        raise ReleaseError(f"{remote.repo}: the repository was made, and has no branch {MAIN}: look at it on the Hub")
    start = heads.branches.get(order.revision, heads.branches[MAIN])
    tagged = heads.tags.get(one.tag)
    pull_request = None
    if tagged is None:
        _follows(one, remote, heads.tags)
        commit, pull_request = _stage(one, order, remote, start)
        _verify(one, remote, commit, progress)
        tagged = _tag(one, remote, commit)
    elif not _holds(one, remote, tagged):
        raise ReleaseError(
            f"{remote.repo}: {one.tag} is tagged with other content, and a tag is never moved: raise the version"
        )
    already = one.tag in heads.tags
    if order.create_pr:
        return Pushed(one.tag, tagged, MAIN, pull_request, already)
    moved = _advance(one, order, remote, start)
    remote.drop_branch(one.staging) if one.staging in _branches(remote) else None
    return Pushed(one.tag, tagged, order.revision, None, already and not moved)


def _candidate(order: PushOrder) -> Candidate:
    """The release in a folder, if it is whole and may go out."""
    manifest = read_manifest(order.folder)
    for fault in damaged(order.folder, manifest):
        raise ReleaseError(f"{order.folder / fault.place}: {fault.message}: build the release again, then push")
    refuse(order.folder, manifest, order.allowances)
    return Candidate(order.folder, manifest, sha256_bytes(read_bytes(order.folder / MANIFEST)))


def _follows(one: Candidate, remote: Remote, tags: dict[str, str]) -> None:
    """Refuse a version that isn't above those released, or that doesn't go up by as much as what changed calls for."""
    released = {_version(tag.removeprefix("v")): tag for tag in tags if RELEASED.fullmatch(tag)}
    if not released:
        return
    last = max(released)
    tag = released[last]
    if last > _version(one.manifest.version):
        told = f"{remote.repo}: {tag} is released already, so {one.tag} can't follow it: raise the version"
        raise ReleaseError(told)
    there = remote_manifest(remote, tags[tag])
    if there is None or there.name != one.manifest.name:
        return  # tagged by other hands, or for another benchmark: there is nothing to compare with
    with tempfile.TemporaryDirectory(prefix="benchwright-") as folder:
        before = Path(folder) / "before"
        pull(RepoAddress(remote.repo, tags[tag]), remote, before)
        fault = version_fault(there.version, one.manifest.version, diff(before, one.folder).due)
    if fault is not None:
        raise ReleaseError(f"{remote.repo}: {fault}: raise the version; `benchwright diff` says what changed")


def _stage(one: Candidate, order: PushOrder, remote: Remote, start: str) -> tuple[str, str | None]:
    """The commit that holds the release and nothing else, on its staging branch or its pull request."""
    if order.create_pr:
        revision = remote.pull_request(one.title)
        if revision is None:
            return _open(one, remote, start)
        return _fill(one, remote, revision), revision
    if one.staging not in _branches(remote):
        remote.branch(one.staging, start)
    return _fill(one, remote, one.staging), None


def _open(one: Candidate, remote: Remote, start: str) -> tuple[str, str | None]:
    tree = remote.tree(start)
    made = remote.commit(
        one.folder, uploads(one.folder, one.manifest, tree), stale(one.manifest, tree),
        title=one.title, revision=MAIN, parent=start, create_pr=True,
    )  # fmt: skip
    return made.oid, made.pull_request


def _fill(one: Candidate, remote: Remote, revision: str) -> str:
    """Bring a branch to hold the release and nothing else, by one commit if it doesn't yet; gives the commit."""
    head = remote.resolve(revision)
    tree = remote.tree(head)
    send, remove = uploads(one.folder, one.manifest, tree), stale(one.manifest, tree)
    if not send and not remove:
        return head
    try:
        return remote.commit(one.folder, send, remove, title=one.title, revision=revision, parent=head).oid
    except Moved:
        # Either the commit was made and its reply was lost, or somebody else came first.
        now = remote.resolve(revision)
        if _holds(one, remote, now):
            return now
        raise


def _verify(one: Candidate, remote: Remote, commit: str, progress: Progress) -> None:
    """Fetch every file of a commit back and compare it with what was sent."""
    if not _holds(one, remote, commit):
        raise ReleaseError(f"{remote.repo}@{commit[:12]}: the commit's files aren't the release's; nothing was tagged")
    paths = [*(entry.path for entry in one.manifest.files), MANIFEST, MANIFEST_DIGEST]
    progress.begin("verifying", len(paths))
    with tempfile.TemporaryDirectory(prefix="benchwright-") as folder:
        for path in paths:
            fetched = remote.download(path, commit, Path(folder))
            compare(fetched, one.folder / path, f"{remote.repo}@{commit[:12]}: {path}")
            fetched.unlink()
            progress.step(accepted=1)
    progress.end()


def _tag(one: Candidate, remote: Remote, commit: str) -> str:
    """Tag the verified commit; where somebody else did meanwhile, theirs must hold the same release."""
    try:
        remote.tag(one.tag, commit)
    except Taken:
        theirs = remote.resolve(one.tag)
        if not _holds(one, remote, theirs):
            told = f"{remote.repo}: {one.tag} was tagged meanwhile with other content: raise the version, push again"
            raise ReleaseError(told) from None
        return theirs
    return commit


def _advance(one: Candidate, order: PushOrder, remote: Remote, start: str) -> bool:
    """Bring the branch to the release that is tagged, unless it is there or further; whether it was moved."""
    branches = _branches(remote)
    if order.revision not in branches:
        remote.branch(order.revision, start)
    head = remote.resolve(order.revision)
    if _holds(one, remote, head):
        return False
    there = remote_manifest(remote, head)
    if there is not None and _version(there.version) > _version(one.manifest.version):
        return False
    try:
        _fill(one, remote, order.revision)
    except Moved:
        told = f"{remote.repo}: {one.tag} is verified and tagged, and {order.revision} has moved meanwhile: push again"
        raise Moved(told) from None
    return True


def _holds(one: Candidate, remote: Remote, commit: str) -> bool:
    """Whether a commit holds the release and nothing else, by the Hub's own digests."""
    tree = remote.tree(commit)
    return not uploads(one.folder, one.manifest, tree) and not stale(one.manifest, tree)


def _branches(remote: Remote) -> dict[str, str]:
    heads = remote.heads()
    return heads.branches if heads else {}


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("."))
