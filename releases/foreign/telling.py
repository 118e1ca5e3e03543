"""An audit of published legs as text, as JSON and as rows of CSV."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from releases.counting import as_json
from releases.exports.cells import write_table
from releases.foreign.audit import LegAudit, counts_by_group
from releases.foreign.figures import VARIANTS, Cell, Group, clean, groups, percent
from schemas.canonical import JSON, dump
from validators.foreign import FAMILY, NOT_CHECKABLE
from validators.foreign.together import chi_square, digits
from validators.registry import Scope, rules

__all__ = ["audit_csv", "audit_json", "audit_text", "rule_names"]

SCOPES: tuple[Scope, ...] = ("item", "release")
DETAILS = 1000
"""The most findings that are written out one by one."""


def audit_json(audit: LegAudit) -> dict[str, JSON]:
    """The audit for machines, in the shape that `check --json` has for all."""
    return {
        "items": audit.items,
        "findings": as_json(audit.all_findings),
        "not_checkable": list(NOT_CHECKABLE),
        "stats": _stats(audit),
        "details": [dump(finding) for finding in audit.all_findings[:DETAILS]],
    }


def _stats(audit: LegAudit) -> dict[str, JSON]:
    cells = audit.cells()
    whole = [cell for group, cell in cells.items() if group.level is None]
    answers = digits(audit.legs)
    return {
        "dead_stops": {
            str(group): {
                "legs": cell.legs, "stops": cell.stops, "dead": cell.dead, "mean_share": percent(cell.mean_dead)
            }
            for group, cell in cells.items()
        },
        "diamonds": sum(cell.diamonds for cell in whole),
        "live_diamonds": sum(cell.live_diamonds for cell in whole),
        "fully_live_legs": sum(cell.fully_live for cell in whole),
        "answers": {str(digit): count for digit, count in answers.items()},
        "chi_square": round(chi_square(answers), 2),
        "groups": {str(group): _cell_json(cell) for group, cell in cells.items()},
        "counts": {
            str(group): {
                count.code: {"hits": count.hits, "legs": count.legs, "samples": list(count.samples)} for count in counts
            }
            for group, counts in counts_by_group(audit).items()
        },
        "not_found": [*audit.not_found()],
        "upstream_static": {
            "critical": sum(finding.severity == "critical" for finding in audit.static),
            "warnings": sum(finding.severity == "warning" for finding in audit.static),
        },
    }  # fmt: skip


def _cell_json(cell: Cell) -> dict[str, JSON]:
    return {
        "legs": cell.legs,
        "clean_legs": cell.clean,
        "clean_share": percent(Fraction(cell.clean, cell.legs)),
        "fully_live_legs": cell.fully_live,
        "live_depth": {"mean": f"{float(cell.mean_depth):.2f}", "most": cell.deepest},
        "stops_on_the_previous_one": cell.on_previous,
        "diamonds": cell.diamonds,
        "live_diamonds": cell.live_diamonds,
        "live_diamonds_on_the_value": cell.on_value,
        "answers": {str(digit): count for digit, count in cell.answers.items()},
        "chi_square": round(cell.chi_square, 2),
        "best_constant": percent(cell.best_constant),
        "volatile_legs": cell.volatile,
        "live_stops_rest_on": {**cell.rests_on},
    }


def audit_csv(audit: LegAudit) -> bytes:
    """One row for each code in each variant and level, and in each variant as a whole (level `all`)."""
    columns = ("variant", "level", "legs", "code", "severity", "hits", "legs_hit", "share", "samples")
    sizes = {group: len(legs) for group, legs in groups(audit.legs).items()}
    return write_table(columns, _csv_rows(audit, sizes))


def _csv_rows(audit: LegAudit, sizes: Mapping[Group, int]) -> Iterator[list[str]]:
    for group, counts in counts_by_group(audit).items():
        for count in counts:
            share = f"{count.legs / sizes[group]:.4f}"
            cells = (
                group.variant,
                group.level or "all",
                sizes[group],
                count.code,
                count.severity,
                count.hits,
                count.legs,
            )
            yield [*map(str, cells), share, " ".join(count.samples)]


def audit_text(audit: LegAudit) -> Iterator[str]:
    """The audit for people, line by line."""
    yield f"{audit.path}: {audit.items} items, {len(audit.legs)} legs read"
    for finding in audit.misfits:
        yield f"{finding.item}: {finding.code}: {finding.message}"
    cells = audit.cells()
    for group, counts in counts_by_group(audit).items():
        cell = cells[group]
        yield ""
        yield from _cell_text(group, cell)
        for count in counts:
            mark = "" if count.severity == "critical" else f" ({count.severity})"
            share = f"{100 * count.legs / cell.legs:.1f} %"
            named = ", ".join(count.samples)
            yield f"  {count.code + mark:30}{count.hits:7} hits {count.legs:5} legs {share:>8}  {named}"
    together = [finding for finding in audit.findings if finding.item == "release"]
    yield ""
    yield from (f"all legs: {finding.code}: {finding.message}" for finding in together)
    fatal = sum(finding.severity == "critical" for finding in audit.static)
    yield f"upstream's own static checks: {fatal} critical, {len(audit.static) - fatal} warnings"
    yield f"looked for and not found: {', '.join(audit.not_found()) or 'nothing'}"
    yield f"rules applied: {', '.join(rule_names())}"
    yield f"not checkable here: {'; '.join(NOT_CHECKABLE)}"


def rule_names() -> list[str]:
    """The names of the rules that are applied, in order."""
    names = {made.name for scope in SCOPES for made in rules(FAMILY, scope)}
    return sorted(names, key=lambda name: (name.rstrip("0123456789"), int(name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))))


def _cell_text(group: Group, cell: Cell) -> Iterator[str]:
    rests = ", ".join(f"{name} {count}" for name, count in cell.rests_on.items())
    yield f"{group}: {cell.legs} legs"
    yield f"  dead stops {percent(cell.mean_dead)} % (mean of legs), {cell.dead} of {cell.stops}"
    depth = f"{float(cell.mean_depth):.2f} on average, {cell.deepest} at most"
    yield f"  clean legs {clean(cell)}, fully live {cell.fully_live}; live depth {depth}"
    if group.variant == VARIANTS[1]:
        matter = f"{cell.live_diamonds} of {cell.diamonds}"
        yield f"  diamonds that matter {matter}, {cell.on_value} about their source's own value"
    yield f"  answers: chi-square {cell.chi_square:.1f}, best constant guess {percent(cell.best_constant)} %"
    yield f"  volatile answers {cell.volatile} legs; live stops rest on: {rests}"
