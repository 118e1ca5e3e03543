"""Numeric character references longer than any character's number, which parsers of HTML choke on."""

from __future__ import annotations

import re

__all__ = ["without_endless"]

_ENDLESS = re.compile(r"&#(?:[0-9]{100,}|[xX][0-9A-Fa-f]{100,});?")


def without_endless(html: str) -> str:
    """The page with each such reference as that many U+FFFD, which HTML shows for a number that is no character.

    All places stay. Python turns no more than 4,300 digits into a number, and its parser of HTML fails with it.
    """
    return _ENDLESS.sub(lambda match: "\ufffd" * len(match[0]), html)
