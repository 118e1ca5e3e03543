"""A dataset's repository on the Hub, as a push and a pull see it: heads, trees, commits, tags and files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from huggingface_hub import CommitOperationAdd, CommitOperationDelete, HfApi, constants, get_token
from huggingface_hub.hf_api import RepoFile
from huggingface_hub.utils._runtime import is_xet_available
from huggingface_hub.utils.tqdm import disable_progress_bars

from releases.hub.calls import Absent, Calls, Taken
from schemas.errors import InputError
from worlds.net.clock import Clock, SystemClock

__all__ = ["Commit", "Heads", "Remote", "RemoteFile", "connect"]

Gate = Literal["auto", "manual"]

PATIENCE = 300.0
"""Seconds that one step of a push may wait in all for a Hub that is busy."""


class RemoteFile(NamedTuple):
    """A file of a commit: its size, and the digest that the Hub keeps it by (SHA-256 for large files, else git's)."""

    size: int
    oid: str
    large: bool


class Heads(NamedTuple):
    """Where the branches and tags of a repository point."""

    branches: dict[str, str]
    tags: dict[str, str]


class Commit(NamedTuple):
    """A commit that was made: its digest, and the pull request it opened, if it did."""

    oid: str
    pull_request: str | None


class Remote:
    """One repository, asked for by one token."""

    def __init__(self, repo: str, endpoint: str, token: str | None, clock: Clock, patience: float = PATIENCE) -> None:
        """`repo` is `owner/name`; `patience` is in seconds."""
        disable_progress_bars()
        self.repo = repo
        self.endpoint = endpoint
        self._token: str | bool = token if token is not None else False
        self._api = HfApi(endpoint=endpoint, token=self._token)
        self._call = Calls(endpoint, token, clock, patience)

    @property
    def xet(self) -> bool:
        """Whether large files go over the Xet protocol rather than LFS."""
        return bool(is_xet_available())

    def create(self, private: bool, gated: Gate | None) -> None:
        """Make the repository where there is none, and set its gate where one is asked for."""
        self._call(
            f"creating {self.repo}",
            lambda: self._api.create_repo(self.repo, repo_type="dataset", private=private or None, exist_ok=True),
        )
        if gated is not None:
            self._call(
                f"setting the gate of {self.repo}",
                lambda: self._api.update_repo_settings(self.repo, repo_type="dataset", gated=gated),
            )

    def heads(self) -> Heads | None:
        """Branches and tags; None when there is no such repository."""
        try:
            refs = self._call(
                f"reading the branches of {self.repo}", lambda: self._api.list_repo_refs(self.repo, repo_type="dataset")
            )
        except Absent:
            return None
        return Heads(
            {ref.name: ref.target_commit for ref in refs.branches}, {ref.name: ref.target_commit for ref in refs.tags}
        )

    def resolve(self, revision: str) -> str:
        """The commit that a revision names. Raises Absent."""
        info = self._call(
            f"looking up {self.repo}@{revision}",
            lambda: self._api.dataset_info(self.repo, revision=revision),
        )
        if not info.sha:
            raise Absent(f"{self.repo}@{revision}: the Hub names no commit")
        return info.sha

    def tree(self, revision: str) -> dict[str, RemoteFile]:
        """Every file of a revision by its path."""

        def listed() -> dict[str, RemoteFile]:
            found = self._api.list_repo_tree(self.repo, recursive=True, revision=revision, repo_type="dataset")
            return {one.path: _file(one) for one in found if isinstance(one, RepoFile)}

        return self._call(f"listing {self.repo}@{revision}", listed)

    def branch(self, name: str, start: str) -> None:
        """Make a branch at a commit; one that is there stays where it is."""
        try:
            self._call(
                f"making the branch {name}",
                lambda: self._api.create_branch(self.repo, branch=name, revision=start, repo_type="dataset"),
            )
        except Taken:
            return

    def drop_branch(self, name: str) -> None:
        """Take a branch away; one that is gone already is no fault."""
        try:
            self._call(
                f"removing the branch {name}",
                lambda: self._api.delete_branch(self.repo, branch=name, repo_type="dataset"),
            )
        except Absent:
            return

    def pull_request(self, title: str) -> str | None:
        """The revision of the open pull request with that title, if there is one."""

        def found() -> str | None:
            discussions = self._api.get_repo_discussions(
                self.repo, repo_type="dataset", discussion_type="pull_request", discussion_status="open"
            )
            return next((f"refs/pr/{one.num}" for one in discussions if one.title == title), None)

        return self._call(f"reading the pull requests of {self.repo}", found)

    def commit(
        self, folder: Path, add: Sequence[str], delete: Iterable[str], *, title: str, revision: str,
        parent: str | None, create_pr: bool = False,
    ) -> Commit:  # fmt: skip
        """One commit of files from `folder` on a revision whose head must be `parent`. Raises Moved."""
        gone = sorted(delete)

        def made() -> Commit:
            info = self._api.create_commit(
                self.repo,
                [
                    *(CommitOperationDelete(path_in_repo=path, is_folder=False) for path in gone),
                    *(CommitOperationAdd(path_in_repo=path, path_or_fileobj=folder / path) for path in add),
                ],
                commit_message=title,
                repo_type="dataset",
                revision=None if create_pr else revision,
                parent_commit=parent,
                create_pr=create_pr,
            )
            return Commit(info.oid, info.pr_url)

        return self._call(f"committing to {self.repo}@{revision}", made)

    def tag(self, name: str, commit: str) -> None:
        """Tag a commit. Raises Taken when the tag exists."""
        self._call(
            f"tagging {self.repo} as {name}",
            lambda: self._api.create_tag(self.repo, tag=name, revision=commit, repo_type="dataset"),
        )

    def download(self, path: str, commit: str, into: Path) -> Path:
        """Fetch one file of a commit anew, below `into`; gives where it lies."""
        return Path(
            self._call(
                f"fetching {path} of {self.repo}@{commit[:12]}",
                lambda: self._api.hf_hub_download(
                    self.repo, path, repo_type="dataset", revision=commit, local_dir=into, force_download=True
                ),
            )
        )


def connect(repo: str, *, writing: bool) -> Remote:
    """The repository at the endpoint that the environment names. Raises InputError when writing without a token."""
    if constants.is_offline_mode():
        raise InputError("HF_HUB_OFFLINE is set, so the Hub can't be reached: unset it")
    token = get_token()
    if writing and token is None:
        raise InputError("no token for the Hub: run `hf auth login`, or set HF_TOKEN")
    return Remote(repo, constants.ENDPOINT, token, SystemClock())


def _file(one: RepoFile) -> RemoteFile:
    return RemoteFile(one.size, one.lfs.sha256, True) if one.lfs else RemoteFile(one.size, one.blob_id, False)
