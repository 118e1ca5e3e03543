"""An audit of published legs as one HTML page: tables and plots, with no script and nothing loaded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from releases.foreign.audit import LegAudit, counts_by_group
from releases.foreign.figures import RESTS_ON, Cell, Group, clean, percent
from releases.foreign.plots import Bar, bars, columns, stacks
from releases.foreign.telling import rule_names
from validators.foreign import NOT_CHECKABLE
from validators.foreign.meanings import MEANINGS
from validators.foreign.together import chi_square, digits

__all__ = ["audit_page"]

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #222; margin: 2rem auto; max-width: 62rem; padding: 0 1rem }
h1 { font-size: 1.6rem } h2 { margin-top: 2.2rem; font-size: 1.25rem }
h3 { margin-top: 1.6rem; font-size: 1.05rem }
table { border-collapse: collapse; font-size: .85rem; margin: .6rem 0 1.2rem; width: 100% }
th, td { border-bottom: 1px solid #ddd; padding: .25rem .5rem; text-align: left; vertical-align: top }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums } td.n { white-space: nowrap }
td:first-child, td span { white-space: nowrap } .wide { overflow-x: auto }
code { font-size: .95em; white-space: nowrap } svg { max-width: 100%; height: auto }
details { margin: .4rem 0 } summary { cursor: pointer; font-weight: 600 }
"""

RESTS_WORDS = ("unpinned pages", "arithmetic", "archives", "slow tools", "live tools")
"""What `RESTS_ON` is called in the plot."""


def audit_page(audit: LegAudit) -> bytes:
    """The page, UTF-8."""
    cells = audit.cells()
    title = f"Audit of {audit.path.name}"
    parts = [
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<style>{STYLE}</style></head><body><h1>{escape(title)}</h1>",
        *_opening(audit),
        *_plots(audit, cells),
        "<h2>Figures</h2>",
        *_figures(cells),
        "<h2>Findings by variant and level</h2>",
        *_findings(audit, cells),
        *_ending(audit),
        "</body></html>\n",
    ]
    return "\n".join(parts).encode()


def _opening(audit: LegAudit) -> Iterator[str]:
    stops = sum(len(one.leg.stops) for one in audit.legs)
    dead = sum(len(one.graph.dead) for one in audit.legs)
    live = sum(not one.graph.dead for one in audit.legs)
    yield (
        f"<p>{len(audit.legs)} legs with {stops} stops. The answer doesn't depend on {dead} of the stops; "
        f"{live} legs have no such stop. A leg counts once for a code however often it is found in it.</p>"
    )
    if audit.misfits:
        yield f"<p>{len(audit.misfits)} texts are no leg and were left out.</p>"


def _plots(audit: LegAudit, cells: dict[Group, Cell]) -> Iterator[str]:
    yield "<h2>Dead stops</h2><p>Stops that no later stop takes to the answer: the mean of the legs' own shares.</p>"
    rows = [Bar(str(group), (float(100 * cell.mean_dead),)) for group, cell in cells.items()]
    yield bars("Dead stops in per cent", ("dead stops",), rows)
    yield "<h2>Legs with each finding</h2><p>Shares of each variant's legs; the tables below say what codes mean.</p>"
    yield bars("Legs with each finding in per cent", *_by_variant(audit, cells))
    yield "<h2>What the answers rest on</h2><p>Live pages and tool stops, by how fast what they say may change.</p>"
    rested = [Bar(str(group), tuple(float(cell.rests_on[name]) for name in RESTS_ON)) for group, cell in cells.items()]
    yield stacks("What live stops rest on", RESTS_WORDS, rested)
    counts = digits(audit.legs)
    yield f"<h2>Answers</h2><p>Chi-square {chi_square(counts):.1f} with 9 degrees of freedom.</p>"
    fair = sum(counts.values()) / 10
    yield columns(
        "Answers by digit", [Bar(str(digit), (float(n),)) for digit, n in counts.items()], fair, f"fair: {fair:.1f}"
    )


def _by_variant(audit: LegAudit, cells: dict[Group, Cell]) -> tuple[Sequence[str], list[Bar]]:
    """The variants, and the share of legs of each that has a code."""
    found = counts_by_group(audit)
    whole = [group for group in cells if group.level is None]
    shares = {
        group: {count.code: 100 * count.legs / cells[group].legs for count in found.get(group, ())} for group in whole
    }
    codes = dict.fromkeys(count.code for group in whole for count in found.get(group, ()) if count.severity != "note")
    ordered = [code for code in MEANINGS if code in codes]
    return [group.variant for group in whole], [
        Bar(code, tuple(shares[g].get(code, 0.0) for g in whole)) for code in ordered
    ]


def _table(
    head: Sequence[str], rows: Sequence[Sequence[object]], words: frozenset[int] = frozenset({0})
) -> Iterator[str]:
    """A table; columns whose number is in `words` hold text, the others numbers."""

    def row(tag: str, cells: Sequence[object]) -> str:
        made = (f"<{tag}{'' if at in words else ' class=n'}>{_cell(cell)}</{tag}>" for at, cell in enumerate(cells))
        return f"<tr>{''.join(made)}</tr>"

    yield f"<div class=wide><table><thead>{row('th', head)}</thead><tbody>"
    yield from (row("td", cells) for cells in rows)
    yield "</tbody></table></div>"


def _cell(told: object) -> str:
    """A cell's text; of several names, none is broken in two."""
    if isinstance(told, tuple) and not isinstance(told, Group):
        return ", ".join(f"<span>{escape(str(name))}</span>" for name in told)
    return escape(str(told))


def _figures(cells: dict[Group, Cell]) -> Iterator[str]:
    head = (
        "group", "legs", "stops", "dead stops", "fully live", "clean", "live depth", "diamonds",
        "that matter", "volatile", "chi-square", "best guess",
    )  # fmt: skip
    rows = [
        (
            group, cell.legs, cell.stops, f"{percent(cell.mean_dead)} %", cell.fully_live, clean(cell),
            f"{float(cell.mean_depth):.2f}", cell.diamonds, cell.live_diamonds, cell.volatile, f"{cell.chi_square:.1f}",
            f"{percent(cell.best_constant)} %",
        )
        for group, cell in cells.items()
    ]  # fmt: skip
    yield from _table(head, rows)


def _findings(audit: LegAudit, cells: dict[Group, Cell]) -> Iterator[str]:
    for group, counts in counts_by_group(audit).items():
        size = cells[group].legs
        rows = [
            (
                count.code, MEANINGS.get(count.code, ""), count.hits, count.legs, f"{100 * count.legs / size:.1f} %",
                count.samples,
            )
            for count in counts
        ]  # fmt: skip
        yield f"<details{' open' if group.level is None else ''}><summary>{escape(str(group))}: {size} legs</summary>"
        yield from _table(("code", "what is wrong", "hits", "legs", "share", "samples"), rows, frozenset({0, 1, 5}))
        yield "</details>"


def _ending(audit: LegAudit) -> Iterator[str]:
    missing = ", ".join(f"<code>{escape(code)}</code>" for code in audit.not_found()) or "nothing"
    yield f"<p>Looked for and not found: {missing}.</p>"
    together = [finding for finding in audit.findings if finding.item == "release"]
    if together:
        yield "<h2>All legs together</h2><ul>"
        yield from (f"<li><code>{finding.code}</code> {escape(finding.message)}</li>" for finding in together)
        yield "</ul>"
    fatal = sum(finding.severity == "critical" for finding in audit.static)
    yield "<h2>Upstream's own static checks</h2>"
    yield f"<p>{fatal} critical findings, {len(audit.static) - fatal} warnings.</p>"
    yield "<h2>Not checkable</h2><p>What the records can't show is not counted as sound:</p><ul>"
    yield from (f"<li>{escape(reason)}</li>" for reason in NOT_CHECKABLE)
    yield f"</ul><p>Rules applied: {escape(', '.join(rule_names()))}.</p>"
