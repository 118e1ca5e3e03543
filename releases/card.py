"""The dataset card: plain front matter, then what was made, how, how good it is, and what it may be used for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from releases.check import Report
from releases.content import Batch
from releases.families.base import Family, Summary
from releases.families.registry import families
from releases.layout import FICTIONAL, UNREVIEWED
from releases.markdown import front_matter, table
from releases.reading import Subject
from releases.review_card import review_section
from schemas.manifest import SplitEntry, WorldEntry
from schemas.recipes import Recipe
from schemas.reviews import ReviewRecord
from schemas.worlds import LicenceRecord

__all__ = ["CardFacts", "hub_licence", "size_category", "write_card"]

SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))

HUB_LICENCES = {
    "CC-BY-SA-3.0": "cc-by-sa-3.0",
    "CC-BY-SA-4.0": "cc-by-sa-4.0",
    "CC-BY-4.0": "cc-by-4.0",
    "GFDL-1.3-or-later": "gfdl",
}
"""SPDX identifiers of terms that a derived work passes on or credits, as the Hub writes them."""


class CardFacts(NamedTuple):
    """Everything a card is made from."""

    recipe: Recipe
    code_version: str
    world: WorldEntry | None
    splits: tuple[SplitEntry, ...]
    batch: Batch
    subject: Subject
    report: Report
    licences: tuple[tuple[str, LicenceRecord], ...]
    unreviewed: bool
    review: ReviewRecord | None


def hub_licence(recipe: Recipe, licences: tuple[tuple[str, LicenceRecord], ...]) -> str:
    """The licence field: the share-alike terms of a source where there are any, else the recipe's own."""
    shared = sorted({record.spdx for _, record in licences if "-SA-" in record.spdx or record.spdx.startswith("GFDL")})
    if not shared:
        return recipe.licence
    return HUB_LICENCES.get(shared[-1], "other") if len(shared) == 1 else "other"


def size_category(items: int) -> str:
    """The Hub's name for a size."""
    return next((name for bound, name in SIZES if items < bound), "n>1M")


def write_card(facts: CardFacts) -> str:
    """The whole card."""
    return front_matter(_front(facts)) + "\n" + "\n".join(_body(facts))


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
        **_licence(hub_licence(recipe, facts.licences)),
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


def _body(facts: CardFacts) -> Iterator[str]:
    summaries = [
        (family, family.summary(facts.subject.of(family), facts.report.stats))
        for family in families()
        if facts.batch.of(family)
    ]
    yield f"# {facts.recipe.title}\n"
    yield from _warnings(facts)
    yield from _made(facts)
    for family, summary in summaries:
        yield from _family(family, summary)
    if facts.review is not None:
        yield review_section(facts.review)
    yield from _quality(facts)
    yield from _use(facts)
    yield "## Limits\n"
    yield "\n".join(f"- {line}" for _, summary in summaries for line in summary.limits) + "\n"
    yield from _sources(facts)
    yield f"Canary GUID: `{facts.recipe.canary}`. It is in every record; please leave such data out of training.\n"


def _warnings(facts: CardFacts) -> Iterator[str]:
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


def _made(facts: CardFacts) -> Iterator[str]:
    recipe, world = facts.recipe, facts.world
    yield "## What this is\n"
    yield (
        f"Release {recipe.name} {recipe.version}, made by Benchwright {facts.code_version} from `recipe.toml` with "
        f"seed {recipe.seed}. The same recipe, world and version give the same bytes again.\n"
    )
    rows = [(entry.config, entry.split, entry.items, entry.shards) for entry in facts.splits]
    yield table(["config", "split", "items", "files"], rows)
    if world is not None:
        yield (
            f"World: {world.name}, version {world.version}. What was recorded of it is in `world/` "
            f"(SHA-256 of the record: `{world.digest}`).\n"
        )


def _family(family: Family, summary: Summary) -> Iterator[str]:
    yield f"## {family.config.capitalize()}\n"
    yield from (f"{line}\n" for line in summary.about)
    for one in summary.tables:
        yield f"### {one.title}\n"
        yield table(one.columns, one.rows)


def _quality(facts: CardFacts) -> Iterator[str]:
    yield "## Checks\n"
    yield "Every item passed every rule below before it was admitted; the table counts what was found in the end.\n"
    hits = Counter((finding.code.partition(".")[0], finding.severity) for finding in facts.report.findings)
    applied: dict[str, list[str]] = {}
    for family in families():
        for rule in family.rules() if facts.batch.of(family) else ():
            if rule.summary not in applied.setdefault(rule.name, []):
                applied[rule.name].append(rule.summary)
    rows = [
        (name, " ".join(what), hits[name, "critical"], hits[name, "warning"] + hits[name, "note"])
        for name, what in applied.items()
    ]
    yield table(["rule", "what holds", "critical", "other"], rows)
    if facts.report.not_checkable:
        yield f"Not checkable here: {', '.join(facts.report.not_checkable)}.\n"
    turned = facts.batch.turned
    attempts = facts.batch.admitted.total() + turned.total()
    yield "### Rejected\n"
    told = f"{turned.total()} of {attempts} attempts were rejected"
    yield f"{told}; each is in `rejected.jsonl` with its reason.\n"
    if turned:
        ordered = sorted(turned.items(), key=lambda entry: (-entry[1], entry[0]))
        yield table(["family", "reason", "attempts"], [(config, code, count) for (config, code), count in ordered])


def _use(facts: CardFacts) -> Iterator[str]:
    entry = facts.splits[0]
    yield "## Use\n"
    yield (
        "```python\nfrom datasets import load_dataset\n\n"
        f'{entry.config} = load_dataset("path/to/this/folder", "{entry.config}", split="{entry.split}")\n```\n'
    )
    yield (
        "Columns are for reading and filtering; `record` holds the whole item as canonical JSON (RFC 8785), after the "
        "schemas in `schemas/`. Predictions are JSON lines after `scoring/`.\n"
    )
    yield (
        "```sh\nbenchwright check .         # hashes, schemas and every rule\n"
        "benchwright replay .        # every answer again, from this folder alone\n"
        "benchwright explain . ID    # one item: how its answer follows\n```\n"
    )


def _sources(facts: CardFacts) -> Iterator[str]:
    yield "## Sources and licences\n"
    own = [("what Benchwright adds", facts.recipe.licence, "the release's makers")]
    rows = [(name, record.spdx, record.attribution) for name, record in facts.licences]
    yield table(["material", "licence", "credit"], rows + own)
    if facts.world is not None:
        yield "Each recorded page keeps its title, revision and address in `world/pages.jsonl`.\n"
