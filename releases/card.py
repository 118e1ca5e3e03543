"""The dataset card: plain front matter, then what was made, how good it is, how it is used, and its licences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from releases.card_use import use_section
from releases.check import Report
from releases.content import Batch
from releases.families.base import Family, Summary
from releases.families.registry import families
from releases.layout import ATTRIBUTION, FICTIONAL, MAINTAINER, PLOTS, UNREVIEWED
from releases.licences import Source, hub_licence
from releases.markdown import folded, front_matter, percent, plain, table
from releases.plots import Plot
from releases.reading import Subject
from releases.review_card import review_section
from releases.sizes import size_category
from schemas.base import Record
from schemas.manifest import EarlierEntry, SplitEntry, WorldEntry
from schemas.recipes import Recipe
from schemas.reviews import ReviewRecord

__all__ = ["Card", "CardFacts", "card"]


LONG = 10
"""A family's table of more rows is folded up."""


class CardFacts(NamedTuple):
    """Everything a card is made from. `overlap` is what the comparison with an earlier release came to, in Markdown."""

    recipe: Recipe
    code_version: str
    world: WorldEntry | None
    splits: tuple[SplitEntry, ...]
    batch: Batch
    subject: Subject
    report: Report
    sources: tuple[Source, ...]
    unreviewed: bool
    review: ReviewRecord | None
    earlier: EarlierEntry | None
    overlap: str
    attributed: bool


class Card(NamedTuple):
    """The text, and the plots that it shows."""

    text: str
    plots: tuple[Plot, ...]


def card(facts: CardFacts) -> Card:
    """The whole card."""
    summaries = [
        (family, family.summary(facts.subject.of(family), facts.report.stats))
        for family in families()
        if facts.batch.of(family)
    ]
    text = front_matter(_front(facts)) + "\n" + "\n".join(_body(facts, summaries))
    return Card(text, tuple(plot for _, summary in summaries for plot in summary.plots))


def _front(facts: CardFacts) -> dict[str, object]:
    recipe = facts.recipe
    configs: list[dict[str, object]] = []
    for family in families():
        files = [
            {"split": entry.split, "path": f"data/{entry.config}/{entry.split}-*.parquet"}
            for entry in facts.splits
            if entry.config == family.config
        ]
        if files:
            configs.append({"config_name": family.config, "data_files": files})
    tags = ["benchmark", "agents", "synthetic", "benchwright", *(str(config["config_name"]) for config in configs)]
    return {
        "pretty_name": recipe.title,
        **_licence(hub_licence(recipe.licence, facts.sources)),
        "language": ["en"],
        "size_categories": [size_category(facts.batch.admitted.total())],
        "task_categories": ["question-answering"],
        "tags": tags + (["unreviewed"] if facts.unreviewed else []),
        "configs": configs,
    }


def _licence(name: str) -> dict[str, str]:
    """The licence field; terms that the Hub has no name for are told where to be found."""
    if name != "other":
        return {"license": name}
    return {"license": name, "license_name": "several", "license_link": "README.md#sources-and-licences"}


def _body(facts: CardFacts, summaries: list[tuple[Family, Summary]]) -> Iterator[str]:
    yield f"# {facts.recipe.title}\n"
    yield from _warnings(facts)
    yield from _what(facts, summaries)
    for family, summary in summaries:
        yield from _family(family, summary, next(iter(facts.subject.of(family))))
    yield from _made(facts)
    if facts.review is not None:
        yield review_section(facts.review)
    yield from _quality(facts)
    if facts.earlier is not None:
        yield f"## Beside {facts.earlier.name} {facts.earlier.version}\n"
        yield facts.overlap
    yield use_section(facts.recipe, facts.code_version, facts.splits, [family for family, _ in summaries])
    yield "## Limits\n"
    yield "\n".join(f"- {line}" for _, summary in summaries for line in summary.limits) + "\n"
    yield from _sources(facts)
    yield f"Canary GUID: `{facts.recipe.canary}`. It is in every record; please leave such data out of training.\n"


def _warnings(facts: CardFacts) -> Iterator[str]:
    if facts.recipe.private:
        yield f"{MAINTAINER} This folder is a private test's maintainer's: it holds the answers, and stays with them.\n"
    if facts.unreviewed and facts.review is not None:
        drafts = sum(item.status == "draft" for item in facts.review.items)
        yield (
            f"{UNREVIEWED} {drafts} of {len(facts.review.items)} triplets here are drafts: their review is not "
            "finished. Machines checked their arithmetic and form.\n"
        )
    elif facts.unreviewed:
        yield (
            f"{UNREVIEWED} The triplets here are drafts: they are instances of templates that no domain expert has "
            "reviewed. Machines checked their arithmetic and form, nobody their judgement.\n"
        )
    if facts.world is not None and facts.world.fictional:
        yield f"{FICTIONAL} The tools of this world give made-up answers; its legs say nothing true.\n"


def _what(facts: CardFacts, summaries: list[tuple[Family, Summary]]) -> Iterator[str]:
    """One sentence, and a line a split."""
    total = facts.batch.admitted.total()
    kinds = ", ".join(f"{facts.batch.of(family)} in `{family.config}`" for family, _ in summaries)
    yield (
        f"{total} items for language-model agents ({kinds}). Every answer follows again from this folder alone, every "
        "item passed the checks below before it was admitted, and the same recipe gives the same bytes.\n"
    )
    rows = [(entry.config, entry.split, entry.items, entry.shards) for entry in facts.splits]
    yield table(["config", "split", "items", "files"], rows)


def _made(facts: CardFacts) -> Iterator[str]:
    recipe, world = facts.recipe, facts.world
    yield "## How it was made\n"
    yield (
        f"Release {recipe.name} {recipe.version}, made by Benchwright {facts.code_version} from `recipe.toml` with "
        f"seed {recipe.seed}. The same recipe, world and version give the same bytes again.\n"
    )
    if world is not None:
        yield (
            f"World: {world.name}, version {world.version}. What was recorded of it is in `world/` "
            f"(SHA-256 of the record: `{world.digest}`).\n"
        )


def _family(family: Family, summary: Summary, first: Record) -> Iterator[str]:
    yield f"## {family.config.capitalize().replace('_', ' ')}\n"
    yield from (f"{line}\n" for line in summary.about)
    yield folded("An example, the first of them", family.example(first))
    shown = [f'<img src="{PLOTS}/{plot.name}.svg" alt="{escape(plot.title)}" width="49%">' for plot in summary.plots]
    if shown:
        yield "\n".join(shown) + "\n"
    for one in summary.tables:
        yield f"### {one.title}\n"
        rows = table(one.columns, one.rows)
        yield folded(f"{len(one.rows)} rows", rows) if len(one.rows) > LONG else rows


def _quality(facts: CardFacts) -> Iterator[str]:
    yield "## Checks\n"
    yield from _found(facts)
    applied: dict[str, list[str]] = {}
    for family in families():
        for rule in family.rules() if facts.batch.of(family) else ():
            if rule.summary not in applied.setdefault(rule.name, []):
                applied[rule.name].append(rule.summary)
    idle = {name.partition(" ")[0] for name in facts.report.not_checkable}
    rows = [
        (name, "<br>".join(what) + (" (not checkable here)" if name in idle else "")) for name, what in applied.items()
    ]
    yield folded(f"The {sum(map(len, applied.values()))} rules", table(["rule", "what holds"], rows))
    if facts.report.not_checkable:
        yield f"Not checkable here: {', '.join(facts.report.not_checkable)}.\n"
    turned = facts.batch.turned
    attempts = facts.batch.admitted.total() + turned.total()
    yield "### Rejected\n"
    told = f"{turned.total()} of {attempts} attempts were rejected"
    yield f"{told} ({percent(turned.total(), attempts)}); each is in `rejected.jsonl` with its reason.\n"
    if turned:
        ordered = sorted(turned.items(), key=lambda entry: (-entry[1], entry[0]))
        yield table(["family", "reason", "attempts"], [(config, code, count) for (config, code), count in ordered])


def _found(facts: CardFacts) -> Iterator[str]:
    """What the checks came to, in a sentence, and a line a kind of finding."""
    found = Counter((finding.severity, finding.code) for finding in facts.report.findings)
    rules = "every rule that can be checked here" if facts.report.not_checkable else "every rule"
    told = f"Every item passed {rules} before it was admitted, and the whole release passes them"
    if not found:
        yield f"{told}: nothing was found.\n"
        return
    yield f"{told}. What they note:\n"
    says = {finding.code: finding.message for finding in reversed(facts.report.findings)}
    rows = [(code, severity, times, plain(says[code])) for (severity, code), times in sorted(found.items())]
    yield table(["finding", "severity", "times", "the first says"], rows)


def _sources(facts: CardFacts) -> Iterator[str]:
    yield "## Sources and licences\n"
    own = [("what Benchwright adds", facts.recipe.licence, "the release's makers")]
    rows = [(one.name, one.licence.spdx, one.licence.attribution) for one in facts.sources]
    yield table(["material", "licence", "credit"], rows + own)
    if facts.attributed:
        yield (
            f"`{ATTRIBUTION}` lists every article whose text is here, with the revision it was taken from; its history "
            "there names its authors. The text stays under its licence, whatever it is put to.\n"
        )
    elif facts.world is not None:
        yield "Each recorded page keeps its title, revision and address in `world/pages.jsonl`.\n"
    held = [one.name for one in facts.sources if not one.licence.redistributable]
    if held:
        yield f"**Not to be published:** {', '.join(held)}.\n"
