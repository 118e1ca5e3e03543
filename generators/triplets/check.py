"""Checks one template file while it is written: every fault with its line, then whether it makes items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from generators.rejection import Rejected
from generators.triplets.candidate import sample
from generators.triplets.library import parse_template, read_text
from generators.triplets.source import line_of
from schemas.findings import Finding

__all__ = ["check_template"]

SAMPLED = 40


def check_template(path: Path) -> Iterator[Finding]:
    """Every finding about a template file; `place` is file and line, `item` the file's name without its ending.

    A file without faults is tried: a template of which more than a quarter of the draws are no items has ranges
    or a pool that are too tight. Raises InputError when the file can't be read.
    """
    text = read_text(path)
    parsed = parse_template(text, path.stem)
    for trouble in parsed.troubles:
        yield _finding(path, trouble.code, trouble.line, f"{trouble.key}: {trouble.message}")
    if parsed.template is None or parsed.troubles:
        return
    refused = [one for one in sample(parsed.template, SAMPLED) if isinstance(one, Rejected)]
    if 4 * len(refused) > SAMPLED:
        code, count = Counter(one.code for one in refused).most_common(1)[0]
        told = f"{len(refused)} of {SAMPLED} draws make no item, {count} for {code}: widen ranges or pool"
        yield _finding(path, "T0.too-tight", line_of(text, ("numbers",)), told)


def _finding(path: Path, code: str, line: int, message: str) -> Finding:
    return Finding(code=code, severity="critical", item=path.stem, place=f"{path}:{line}", message=message[:1000])
