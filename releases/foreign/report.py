"""An audit of published legs as a Markdown document: figures, and every code's counts by variant and level.

A document that has the two marks keeps what stands outside them: a reading written by people stays beside new figures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from releases.foreign.audit import LegAudit, counts_by_group
from releases.foreign.figures import RESTS_ON, Cell, Group, clean, percent
from releases.foreign.telling import rule_names
from releases.markdown import table
from validators.foreign import NOT_CHECKABLE
from validators.foreign.meanings import MEANINGS
from validators.foreign.together import chi_square, digits

__all__ = ["BEGIN", "END", "audit_markdown", "placed"]

BEGIN = b"<!-- benchwright check: from here -->\n"
END = b"<!-- benchwright check: to here -->\n"
"""Between these marks an audit is put into a document that is there already."""


def audit_markdown(audit: LegAudit) -> bytes:
    """The document, UTF-8."""
    cells = audit.cells()
    parts = [*_opening(audit, cells), *_figures(cells), *_findings(audit, cells), *_ending(audit)]
    return ("\n\n".join(part.rstrip() for part in parts) + "\n").encode()


def placed(made: bytes, before: bytes | None) -> bytes:
    """A report as it is written over what stood in its file: between the marks, its headings one level lower.

    A file without marks, or none (None), becomes the report alone.
    """
    head, begin, rest = (before or b"").partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not (begin and end):
        return made
    return head + begin + b"\n" + re.sub(rb"^#", b"##", made, flags=re.MULTILINE) + b"\n" + end + tail


def _opening(audit: LegAudit, cells: dict[Group, Cell]) -> Iterator[str]:
    whole = [cell for group, cell in cells.items() if group.level is None]
    yield f"# Audit of {audit.path.name}"
    yield (
        f"{len(audit.legs)} legs with {sum(cell.stops for cell in whole)} stops, by Benchwright's rules of legs. "
        f"{sum(cell.dead for cell in whole)} stops are dead, {sum(cell.fully_live for cell in whole)} legs fully live, "
        f"{sum(cell.live_diamonds for cell in whole)} of {sum(cell.diamonds for cell in whole)} diamonds matter."
    )
    yield f"Made by `benchwright check {audit.path.name} --markdown FILE`."


def _figures(cells: dict[Group, Cell]) -> Iterator[str]:
    yield "## Figures"
    head = (
        "group", "legs", "stops", "dead stops, mean", "fully live", "clean", "live depth, mean", "deepest", "diamonds",
        "that matter", "on the source's value", "volatile answers", "chi-square", "best guess",
    )  # fmt: skip
    rows = [
        (
            str(group), str(cell.legs), str(cell.stops), f"{percent(cell.mean_dead)} %", str(cell.fully_live),
            clean(cell), f"{float(cell.mean_depth):.2f}", str(cell.deepest), str(cell.diamonds),
            str(cell.live_diamonds), str(cell.on_value), str(cell.volatile), f"{cell.chi_square:.1f}",
            f"{percent(cell.best_constant)} %",
        )
        for group, cell in cells.items()
    ]  # fmt: skip
    yield table(head, rows)
    yield "What live stops rest on: pages without a revision, and tools by how fast their answers may change."
    rested = [(str(group), *(str(cell.rests_on[name]) for name in RESTS_ON)) for group, cell in cells.items()]
    yield table(("group", *RESTS_ON), rested)


def _findings(audit: LegAudit, cells: dict[Group, Cell]) -> Iterator[str]:
    counts = {group: {count.code: count for count in found} for group, found in counts_by_group(audit).items()}
    yield "## Findings"
    yield "Hits, and in brackets the legs they are in."
    groups = list(cells)
    rows = []
    for code, meaning in MEANINGS.items():
        found = [counts[group].get(code) for group in groups]
        if any(found):
            rows.append((f"`{code}`", meaning, *(f"{one.hits} ({one.legs})" if one else "" for one in found)))
    yield table(("code", "what is wrong", *map(str, groups)), rows)
    yield f"Looked for and not found: {', '.join(f'`{code}`' for code in audit.not_found()) or 'nothing'}."
    yield "## Samples"
    whole = [group for group in groups if group.level is None]
    names = [
        (f"`{code}`", *(", ".join(counts[g][code].samples) if code in counts[g] else "" for g in whole))
        for code in MEANINGS
        if any(code in counts[g] for g in whole)
    ]
    yield table(("code", *(group.variant for group in whole)), names)


def _ending(audit: LegAudit) -> Iterator[str]:
    answers = digits(audit.legs)
    yield "## Answers"
    told = ", ".join(f"{digit}: {count}" for digit, count in answers.items())
    yield f"By digit {told}; chi-square {chi_square(answers):.1f} with 9 degrees of freedom."
    fatal = sum(finding.severity == "critical" for finding in audit.static)
    yield f"Upstream's own static checks find {fatal} critical faults."
    yield "## Not checkable"
    yield "\n".join(f"- {reason}" for reason in NOT_CHECKABLE)
    yield f"Rules applied: {', '.join(rule_names())}."
