"""Who asks: the user agent with the operator's contact, which public services require."""

from __future__ import annotations

import re

from schemas.errors import InputError

__all__ = ["CONTACT_VARIABLE", "user_agent"]

CONTACT_VARIABLE = "BENCHWRIGHT_CONTACT"
"""The environment variable that names the operator where nothing else does."""

CONTACT = re.compile(r"[^\s@<>()]+@[^\s@<>()]+\.[A-Za-z]{2,}|https?://[^\s<>()]+\.[^\s<>()]+")
EXAMPLE = re.compile(r"[@/.]example\.(com|org|net)\b")


def user_agent(contact: str, version: str) -> str:
    """The user agent of every request: product, version, and how to reach the operator.

    Raises InputError when `contact` is neither an address nor a page, in ASCII as headers are: services block what
    they can't reach.
    """
    if not (contact.isascii() and CONTACT.fullmatch(contact)) or EXAMPLE.search(contact):
        raise InputError(
            f"live sources need the operator's contact, and {contact!r} is none: "
            f"set {CONTACT_VARIABLE} to your e-mail address or to a page that says how to reach you"
        )
    return f"benchwright/{version} ({contact})"
