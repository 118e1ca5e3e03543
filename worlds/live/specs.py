"""The spec of a live world: the address of the wiki, and behind a `#` which seed pages it starts from."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit

from schemas.base import Record, parse_record
from schemas.canonical import canonical_bytes
from schemas.errors import InputError
from schemas.recipes import Seed, SeedPages
from worlds.seeds import SeedOrder

__all__ = ["LiveSpec", "live_spec", "read_live_spec", "script_base"]

KIND = "live:"


class _Order(Record):
    """The part behind the `#`."""

    seed: Seed
    pages: SeedPages


class LiveSpec(NamedTuple):
    """A wiki, by the folder of its api.php, and the seeds ordered there, if any."""

    base: str
    order: SeedOrder | None

    @property
    def source(self) -> str:
        """What the world is, for people and records, without its seeds."""
        return f"{KIND}{self.base}/api.php"


def read_live_spec(spec: str) -> LiveSpec:
    """The parts of `live:ADDRESS` or `live:ADDRESS#ORDER`. Raises InputError for anything else."""
    address, _, told = spec.removeprefix(KIND).partition("#")
    order = parse_record(_Order, told, "the seeds in a live world's spec") if told else None
    return LiveSpec(script_base(address), SeedOrder(order.pages, order.seed) if order else None)


def live_spec(spec: str, order: SeedOrder) -> str:
    """The spec with this order in it, unless it has one; of any other world, the spec as it is."""
    if not spec.startswith(KIND) or "#" in spec:
        return spec
    told = canonical_bytes(_Order(seed=order.seed, pages=order.knobs)).decode()
    return f"{read_live_spec(spec).source}#{told}"


def script_base(api: str) -> str:
    """The address of the folder that holds a wiki's `api.php`, given with or without that name.

    Raises InputError for anything that is no http(s) address.
    """
    parts = urlsplit(api.strip())
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.query or parts.fragment or parts.username:
        raise InputError(f"{api!r} is no wiki's address: give that of its api.php (its page Special:Version shows it)")
    return f"{parts.scheme}://{parts.netloc}{parts.path.removesuffix('/api.php').rstrip('/')}"
