"""The part of a card that says how a release is loaded, checked, answered, scored and cited."""

from __future__ import annotations

from collections.abc import Sequence

from releases.families.base import Family
from schemas.manifest import SplitEntry
from schemas.recipes import Recipe

__all__ = ["citation", "use_section"]

CHECKS = """```sh
benchwright check .          # hashes, schemas and every rule
benchwright replay .         # every answer again, from this folder alone
benchwright explain . ID     # one item: how its answer follows
benchwright score . FILE     # predictions, as JSON lines
```
"""


def citation(name: str, version: str, title: str, code_version: str) -> str:
    """How a release is cited, as BibTeX."""
    return (
        f"@misc{{{name}-{version},\n  title = {{{{{title}}}}},\n  version = {{{version}}},\n"
        f"  note = {{Made by Benchwright {code_version}}}\n}}"
    )


def use_section(recipe: Recipe, code_version: str, splits: Sequence[SplitEntry], made: Sequence[Family]) -> str:
    """The section, for a release that was not published yet: paths are the folder's."""
    first = splits[0]
    return "\n".join(
        [
            "## Use\n",
            "```python\nfrom datasets import load_dataset\n\n"
            f'{first.config} = load_dataset("path/to/this/folder", "{first.config}", split="{first.split}")\n```\n',
            "Columns are for reading and filtering; `record` holds the whole item as canonical JSON (RFC 8785), after "
            "the schemas in `schemas/`. `croissant.json` describes files and columns to other tools.\n",
            CHECKS,
            "How items are put to an agent, and what it hands in (schemas in `scoring/`):\n",
            "\n".join(f"- **{family.config}**: {family.instructions}" for family in made) + "\n",
            "To cite it:\n",
            f"```bibtex\n{citation(recipe.name, recipe.version, recipe.title, code_version)}\n```\n",
        ]
    )
