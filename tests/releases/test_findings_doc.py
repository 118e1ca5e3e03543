"""The page about a release's findings names every code that is made, and no other."""

from __future__ import annotations

import re

from tests.releases.building import ROOT

CODE = re.compile(r'"((?:Release|World|Schema|Table|Item|Replay)\.[a-z-]+)"')


def test_every_code_is_explained() -> None:
    paths = [*(ROOT / "releases").glob("*.py"), *(ROOT / "releases" / "families").glob("*.py")]
    made = {code for path in paths for code in CODE.findall(path.read_text())}
    page = (ROOT / "docs" / "findings-releases.md").read_text()
    assert set(re.findall(r"^\| `([A-Z][a-z]+\.[a-z-]+)`", page, re.MULTILINE)) == made
