"""Recording a world: the pages and calls that a release rests on, with enough others that the record tells nothing."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from pathlib import Path

from schemas.canonical import canonical_bytes
from schemas.errors import InputError
from schemas.files import write_atomically
from schemas.values import NumberValue, Value
from schemas.worlds import Call, Exchange, LicenceRecord, WorldRecord
from worlds.record import CALLS, PAGES, POOLS, UNSEALED, WORLD, pools_bytes, seal_page, seal_world
from worlds.world import World

__all__ = ["LEAST_DECOYS", "LEAST_NEIGHBOURS", "record_world", "with_decoys", "with_neighbours"]

LEAST_NEIGHBOURS = 30
"""How many linked pages of every visited page a record holds at least, where the page has them."""

LEAST_DECOYS = 10
"""How many other calls of the same tool a record holds at least beside every call, where the tool has them."""


def record_world(
    out_dir: Path,
    world: World,
    pages: Iterable[str],
    calls: Iterable[Call],
    pools: Mapping[str, Iterable[Value]],
) -> WorldRecord:
    """Write pages (by title, redirects resolved), calls and pools into a folder that replays them offline.

    `world.json` is written last, so an unfinished record is none. The same world, titles, calls and pools give
    the same bytes, in whatever order they come. Raises InputError when the folder can't be written, and what the
    world raises for a page it lacks.
    """
    titles = sorted({world.pages.get(title).title for title in pages})
    by_request = {call.request: call for call in calls}
    files: dict[str, Iterable[bytes]] = {
        PAGES: _page_lines(world, titles),
        CALLS: (canonical_bytes(by_request[request]) + b"\n" for request in sorted(by_request)),
        POOLS: [pools_bytes({key: tuple(values) for key, values in pools.items()})],
    }
    (out_dir / WORLD).unlink(missing_ok=True) if out_dir.is_dir() else None
    digests = tuple((name, _written(out_dir / name, chunks)) for name, chunks in files.items())
    record = seal_world(
        WorldRecord(
            name=world.name,
            source=world.source,
            version=world.version,
            source_digest=world.digest,
            fictional=world.fictional,
            licence=LicenceRecord(**world.pages.licence._asdict()),
            abilities=world.tools.abilities,
            titles=tuple(titles),
            requests=tuple(sorted(by_request)),
            files=tuple(sorted(digests)),
            digest=UNSEALED,
        )
    )
    write_atomically(out_dir / WORLD, canonical_bytes(record) + b"\n")
    return record


def with_neighbours(world: World, titles: Iterable[str], bound: int | None = None) -> tuple[str, ...]:
    """The pages of those titles and the pages they link to, in link order, up to `bound` a page; None takes all.

    Raises InputError for a bound below 30: what a record holds would tell which link is right.
    """
    if bound is not None and bound < LEAST_NEIGHBOURS:
        raise InputError(f"a record holds at least {LEAST_NEIGHBOURS} linked pages of every page, not {bound}")
    found: dict[str, None] = {}
    for title in titles:
        exact = world.pages.get(title).title
        linked = [link.title for link in world.pages.links(exact) if world.pages.holds(link.title)]
        found.update(dict.fromkeys([exact, *linked[:bound]]))
    return tuple(sorted(found))


def with_decoys(
    world: World, exchanges: Iterable[Exchange], rng: random.Random, n: int = LEAST_DECOYS
) -> tuple[Exchange, ...]:
    """The exchanges and, beside each, `n` answered calls of the same tool in the same mode, sorted by request.

    No call stands twice. A tool with fewer arguments to draw from gives what it has. Once nothing fresh was left for a
    call and `n` others of its kind stand here, that kind isn't searched again: the search that ends in too little is
    the dearest.
    """
    known = {exchange.request: exchange for exchange in exchanges}
    every = dict(known)
    kinds = Counter(map(_kind, known.values()))
    drained: set[tuple[str, ...]] = set()
    for request in sorted(known):
        gold = known[request]
        kind = _kind(gold)
        if kind in drained and kinds[kind] > n:
            continue
        fresh: dict[str, Exchange] = {}
        asked = n
        while True:
            offered = world.tools.decoys(gold.tool, rng, asked, [gold.arguments])
            calls = [world.tools.call(gold.tool, arguments) for arguments in offered]
            fresh.update((call.request, call) for call in calls if call.request not in every)
            if len(fresh) >= n or len(offered) < asked:
                break
            asked *= 2
        added = dict(list(fresh.items())[:n])
        every.update(added)
        kinds.update(map(_kind, added.values()))
        if len(fresh) < n:
            drained.add(kind)
    return tuple(every[request] for request in sorted(every))


def _kind(call: Exchange) -> tuple[str, ...]:
    """What decoys of a call are drawn by: its tool, its settings, and the units and sizes of its numbers."""
    kind: list[str] = [call.tool]
    for argument in call.arguments:
        value = argument.value
        if isinstance(value, str):
            kind += [argument.name, value]
        elif isinstance(value, NumberValue):
            size = Decimal(value.value)
            kind += [argument.name, value.unit, str(size.adjusted()), str(size.as_tuple().exponent)]
        else:
            kind += [argument.name, value.type]
    return tuple(kind)


def _page_lines(world: World, titles: Iterable[str]) -> Iterator[bytes]:
    for title in titles:
        record = seal_page(world.pages.get(title), world.pages.aliases(title), world.pages.links(title))
        yield canonical_bytes(record) + b"\n"


def _written(path: Path, chunks: Iterable[bytes]) -> str:
    """Write a file and give its SHA-256."""
    digest = hashlib.sha256()

    def hashed() -> Iterator[bytes]:
        for chunk in chunks:
            digest.update(chunk)
            yield chunk

    write_atomically(path, hashed())
    return digest.hexdigest()
