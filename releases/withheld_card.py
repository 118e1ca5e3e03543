"""The card of a private test's public half: what is asked, what is withheld, and how to be scored."""

from __future__ import annotations

from typing import NamedTuple

from releases.families.base import Family
from releases.layout import UNREVIEWED
from releases.markdown import front_matter, table
from releases.sizes import size_category
from schemas.manifest import Manifest

__all__ = ["PublicFacts", "public_card"]


class PublicFacts(NamedTuple):
    """What the card is made from."""

    manifest: Manifest
    title: str
    licence: str
    families: tuple[Family, ...]


def public_card(facts: PublicFacts) -> str:
    """The whole card."""
    manifest = facts.manifest
    configs: list[dict[str, object]] = []
    for config in dict.fromkeys(entry.config for entry in manifest.splits):
        files = [
            {"split": entry.split, "path": f"data/{config}/{entry.split}-*.parquet"}
            for entry in manifest.splits
            if entry.config == config
        ]
        configs.append({"config_name": config, "data_files": files})
    front: dict[str, object] = {
        "pretty_name": facts.title,
        "license": facts.licence,
        "language": ["en"],
        "size_categories": [size_category(sum(entry.items for entry in manifest.splits))],
        "task_categories": ["question-answering"],
        "tags": ["benchmark", "agents", "synthetic", "benchwright", "private-test"],
        "configs": configs,
    }
    return front_matter(front) + "\n" + "\n".join(_body(facts))


def _body(facts: PublicFacts) -> list[str]:
    manifest = facts.manifest
    first = manifest.splits[0]
    world = manifest.world
    told = f" Its legs are about {world.name}, version {world.version}." if world else ""
    draft = [f"{UNREVIEWED} Its triplets are drafts that no expert has reviewed.\n"] if manifest.unreviewed else []
    commitment = manifest.commitment.value if manifest.commitment else ""
    return [
        f"# {facts.title}\n",
        *draft,
        f"The public half of a private test, {manifest.name} {manifest.version}: the questions, without answers. Made "
        f"by Benchwright {manifest.code_version}.{told} Whoever maintains the test scores predictions.\n",
        *draft,
        table(["config", "split", "items"], [(entry.config, entry.split, entry.items) for entry in manifest.splits]),
        "## What is withheld\n",
        "Answers, stops and traces, tool calls, rejected items, recipe and seed. The maintainer is bound to them by\n",
        f"```\nHMAC-SHA-256  {commitment}\n```\n",
        "It is taken of the manifest of the maintainer's folder (canonical JSON, RFC 8785), which holds the SHA-256 of "
        "every file with an answer, under a key that is withheld too: a bare hash of an answer would be guessed at "
        "once. When folder and key are published one day, `benchwright check THIS --withheld FOLDER` tells whether "
        "anything was changed. Ids are made with the key and say nothing.\n",
        "## Use\n",
        "```python\nfrom datasets import load_dataset\n\n"
        f'questions = load_dataset("path/to/this/folder", "{first.config}", split="{first.split}")\n```\n',
        *(f"**{family.config}**: {family.instructions}\n" for family in facts.families),
        "Predictions are JSON lines after `scoring/`, with the ids that are here.\n",
        "## Limits\n",
        "- Questions are public: what they need can be prepared for, and people can solve them by hand.\n"
        "- One maintainer holds the answers; the commitment shows that they stay the same, not that they are right.\n",
        f"Licence: {facts.licence}.\n",
        f"Canary GUID: `{manifest.canary}`. It is in every record; please leave such data out of training.\n",
    ]
