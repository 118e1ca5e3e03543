"""Licences as the Hub names them, and what a release of several sources may be called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from schemas.errors import InputError
from schemas.worlds import LicenceRecord

__all__ = ["HUB_LICENCES", "Source", "hub_licence", "licence_url", "named_licence"]

HUB_LICENCES = frozenset(
    """
    afl-3.0 agpl-3.0 apache-2.0 artistic-2.0 bigcode-openrail-m bigscience-bloom-rail-1.0 bigscience-openrail-m bsd
    bsd-2-clause bsd-3-clause bsd-3-clause-clear bsl-1.0 c-uda cc cc-by-2.0 cc-by-2.5 cc-by-3.0 cc-by-4.0 cc-by-nc-2.0
    cc-by-nc-3.0 cc-by-nc-4.0 cc-by-nc-nd-3.0 cc-by-nc-nd-4.0 cc-by-nc-sa-2.0 cc-by-nc-sa-3.0 cc-by-nc-sa-4.0
    cc-by-nd-4.0 cc-by-sa-3.0 cc-by-sa-4.0 cc0-1.0 cdla-permissive-1.0 cdla-permissive-2.0 cdla-sharing-1.0
    creativeml-openrail-m deepfloyd-if-license ecl-2.0 epl-1.0 epl-2.0 etalab-2.0 eupl-1.1 gemma gfdl gpl gpl-2.0
    gpl-3.0 isc lgpl lgpl-2.1 lgpl-3.0 lgpl-lr llama2 lppl-1.3c mit mpl-2.0 ms-pl ncsa odbl odc-by ofl-1.1 openrail
    openrail++ osl-3.0 other pddl postgresql unknown unlicense wtfpl zlib
    """.split()
)
"""The identifiers that a card's `license` may be (the Hub's documentation, repositories-licenses)."""

SPDX = {
    "apache-2.0": "Apache-2.0",
    "cc-by-4.0": "CC-BY-4.0",
    "cc-by-sa-3.0": "CC-BY-SA-3.0",
    "cc-by-sa-4.0": "CC-BY-SA-4.0",
    "cc0-1.0": "CC0-1.0",
    "mit": "MIT",
    "odbl": "ODbL-1.0",
}
"""SPDX's names of the licences whose address is given (SPDX license list)."""

SHARE_ALIKE = {
    "CC-BY-SA-3.0": "cc-by-sa-3.0",
    "CC-BY-SA-4.0": "cc-by-sa-4.0",
    "GFDL-1.3-or-later": "gfdl",
    "ODbL-1.0": "odbl",
}
"""Terms that a derived work passes on, by SPDX's names, as the Hub writes them."""


class Source(NamedTuple):
    """Where material comes from, and what it may be used for."""

    name: str
    licence: LicenceRecord


def named_licence(name: str) -> str:
    """The identifier, if the Hub knows it. Raises InputError."""
    if name not in HUB_LICENCES:
        raise InputError(f"licence: {name!r} is none of the Hub's identifiers (mit, cc-by-4.0, cc-by-sa-4.0, other, …)")
    return name


def hub_licence(own: str, sources: Sequence[Source]) -> str:
    """The licence field: the share-alike terms of a source where there are any, else what the makers chose."""
    shared = {SHARE_ALIKE.get(source.licence.spdx, "") for source in sources if _is_shared(source.licence.spdx)}
    if not shared:
        return own
    return shared.pop() or "other" if len(shared) == 1 else "other"


def licence_url(name: str) -> str:
    """An address for a licence, as Croissant wants one; the bare identifier where it has none of its own."""
    return f"https://spdx.org/licenses/{SPDX[name]}.html" if name in SPDX else name


def _is_shared(spdx: str) -> bool:
    return spdx in SHARE_ALIKE or "-SA-" in spdx or spdx.startswith("GFDL")
