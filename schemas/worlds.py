"""What a recorded world is made of: its pages, its tool calls, and the record that vouches for both."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StringConstraints

from schemas.base import Record, Sha256
from schemas.recipes import SeedPages
from schemas.values import Value

__all__ = [
    "Ability",
    "Argument",
    "Arguments",
    "AskedTitle",
    "Call",
    "CrawlRecord",
    "Exchange",
    "LicenceRecord",
    "LinkRecord",
    "Name",
    "PageRecord",
    "PassedSeed",
    "Pools",
    "RefusedCall",
    "Setting",
    "ToolName",
    "ValueArgument",
    "Volatility",
    "WorldRecord",
]

ToolName = Literal[
    "countries_area", "countries_population", "crypto_historical_price", "crypto_volume", "fetch_webpage",
    "maps_directions", "maps_distance_matrix", "maps_elevation", "maps_geocode", "maps_place_details",
    "maps_reverse_geocode", "maps_search_places", "python_execute_code", "python_generate_code",
    "stock_historical_price", "stock_volume", "weather_forecast", "weather_historical", "web_search",
]  # fmt: skip
"""The benchmark's 19 tools."""

Volatility = Literal["frozen", "archival", "slow", "live"]
"""How fast an answer may change: never for this version, never but for corrections, over years, at any time."""

Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$")]
Ability = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*(:[a-z][a-z0-9_]*)?$")]
"""What a world can do: a tool, and after a colon the mode it is used in (`maps_distance_matrix:great_circle`)."""


class LicenceRecord(Record):
    """What may be done with an answer or a page: SPDX identifier, credit line, whether it may be published."""

    spdx: str
    attribution: str
    redistributable: bool


class ValueArgument(Record):
    """An argument that comes from a stop: a typed value."""

    role: Literal["value"]
    name: Name
    value: Value


class Setting(Record):
    """An argument that a clue states in its own words: a mode, a unit's name, a date."""

    role: Literal["setting"]
    name: Name
    value: Annotated[str, StringConstraints(min_length=1, max_length=300)]


Argument: TypeAlias = Annotated[ValueArgument | Setting, Field(discriminator="role")]
Arguments: TypeAlias = tuple[Argument, ...]
"""A call's arguments, sorted by name."""


class Exchange(Record):
    """One tool call that was answered.

    `request` is the SHA-256 of the canonical bytes of tool and arguments, `response` that of everything else:
    together they cover the record. `provider` names the source of the answer and its version.
    """

    outcome: Literal["answered"]
    tool: ToolName
    arguments: Arguments
    result: Value
    provider: str
    volatility: Volatility
    licence: LicenceRecord
    request: Sha256
    response: Sha256


class RefusedCall(Record):
    """One tool call that was refused: `reason` is the refusal's code, `message` its sentence for people."""

    outcome: Literal["refused"]
    tool: ToolName
    arguments: Arguments
    reason: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]*$")]
    message: str
    request: Sha256
    response: Sha256


Call: TypeAlias = Annotated[Exchange | RefusedCall, Field(discriminator="outcome")]


class LinkRecord(Record):
    """A link of a page's body: the exact title it leads to and the words it is shown by."""

    title: str
    text: str


class PageRecord(Record):
    """One recorded page, a line of `pages.jsonl`.

    `digest` is the SHA-256 of the HTML's UTF-8 bytes. `links` are those that the page had in the source it was
    recorded from, in order. `line_digest` is the SHA-256 of the canonical bytes of all other keys.
    """

    title: Annotated[str, StringConstraints(min_length=1)]
    revision: str
    url: str
    digest: Sha256
    aliases: tuple[str, ...]
    links: tuple[LinkRecord, ...]
    html: str
    line_digest: Sha256


Pools: TypeAlias = dict[str, tuple[Value, ...]]
"""A world's values by kind (a fact's field, a tool's ability), `pools.json`: a stop's output is replaced by these to
see whether it matters."""


class WorldRecord(Record):
    """What was recorded, `world.json`.

    `source` names what was recorded without the folder that held it, `version` and `source_digest` pin it. `titles` and
    `requests` list what the other files must hold, `files` their SHA-256, and `digest` is the SHA-256 of the
    canonical bytes of all other keys: it pins the recorded world.
    """

    name: str
    source: str
    version: str
    source_digest: Sha256
    fictional: bool
    licence: LicenceRecord
    abilities: tuple[Ability, ...]
    titles: tuple[str, ...]
    requests: tuple[Sha256, ...]
    files: tuple[tuple[str, Sha256], ...]
    digest: Sha256


class AskedTitle(Record):
    """A seed page that was asked for by name: how its source normalised the title, the redirects taken, the page."""

    asked: str
    normalised: str
    redirects: tuple[str, ...]
    title: str


class PassedSeed(Record):
    """A page that was drawn as a seed and not kept: `reason` names the knob that it falls short of."""

    title: str
    reason: str


class CrawlRecord(Record):
    """How a world was crawled, `crawl.json` beside its `world.json`, whose digest is `world`.

    `pages` and `seed` say which seeds were wanted, `depth` how many links from a seed pages were recorded at most,
    `neighbours` how many links of a page were followed (null: all), `decoys` how many calls stand beside each. `asked`
    are seeds named by title, `seeds` all seeds in drawn order, `visited` the pages whose linked pages were recorded.
    """

    world: Sha256
    seed: Annotated[int, Field(ge=0, lt=2**53)]
    pages: SeedPages
    depth: Annotated[int, Field(ge=1)]
    neighbours: Annotated[int, Field(ge=30)] | None
    decoys: Annotated[int, Field(ge=10)]
    asked: tuple[AskedTitle, ...]
    seeds: tuple[str, ...]
    passed_over: tuple[PassedSeed, ...]
    visited: tuple[str, ...]
