"""What a dataset on the Hub goes by: `owner/name`, or `hf://datasets/owner/name@revision`."""

from __future__ import annotations

import re
from typing import NamedTuple

from schemas.errors import InputError

__all__ = ["HUB", "RepoAddress", "parse_address", "repository"]

HUB = "hf://"
"""How an address on the Hub begins."""

PART = r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,94}[A-Za-z0-9])?"
REPOSITORY = re.compile(rf"{PART}/{PART}")
ADDRESS = re.compile(r"hf://datasets/(?P<id>[^@]+?)(?:@(?P<revision>[^@\s]+))?/?")


class RepoAddress(NamedTuple):
    """A dataset's repository and the revision meant: a tag, a branch or a commit."""

    id: str
    revision: str

    def __str__(self) -> str:
        return f"{HUB}datasets/{self.id}@{self.revision}"


def repository(text: str) -> str:
    """A repository's `owner/name`. Raises InputError for what the Hub wouldn't take as one."""
    if not REPOSITORY.fullmatch(text) or ".." in text or "--" in text or text.endswith(".git"):
        raise InputError(f"{text!r} is no repository of the Hub: say owner/name, letters, digits and . _ - between")
    return text


def parse_address(text: str) -> RepoAddress:
    """The address that a text gives; without a revision, `main`. Raises InputError."""
    found = ADDRESS.fullmatch(text)
    if found is None:
        raise InputError(f"{text!r} is no address of a dataset: say hf://datasets/owner/name@v1.0.0")
    return RepoAddress(repository(found["id"]), found["revision"] or "main")
