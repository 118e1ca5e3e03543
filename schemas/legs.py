"""A leg and its pit stops, with the proof that each stop matters.

After The Amazing Agent Race, sections 3.1 to 3.3: route info, roadblock, detour, finish line, diamond.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StringConstraints

from schemas.base import CanaryString, DecimalString, IdString, Record, Sha256
from schemas.facts import FieldName
from schemas.values import Value

__all__ = [
    "Argument", "CallRef", "Condition", "Detour", "DetourName", "Diamond", "DiamondName", "Evidence", "FinishLine",
    "FinishName", "Leg", "Level", "Merge", "MergeName", "Paraphrase", "Ref", "Roadblock", "RoadblockName", "Rounding",
    "RouteInfo", "Sensitivity", "Setting", "Split", "Stop", "Target", "ToolStep", "Variant", "WorldRef",
]  # fmt: skip

Level: TypeAlias = Literal["easy", "medium", "hard", "extreme"]
Variant: TypeAlias = Literal["sequential", "compositional"]
Split: TypeAlias = Literal["dev", "test"]
Index: TypeAlias = Annotated[int, Field(ge=0, le=199)]
Volatility: TypeAlias = Literal["frozen", "archival", "slow", "live"]

RoadblockName: TypeAlias = Literal[
    "geocode_elevation", "geocode_temperature", "geocode_precipitation", "geocode_snowfall", "geocode_sunshine",
    "driving_distance", "driving_duration", "days_between", "unit_conversion", "poi_count", "place_rating",
    "country_population", "country_area", "stock_price", "stock_volume", "crypto_price", "crypto_volume",
    "geocode_distance",
]  # fmt: skip
"""The seventeen templates of the paper, and the great-circle distance for worlds without roads."""
DetourName: TypeAlias = Literal[
    "next_prime", "divisor_count", "distinct_prime_factor_sum", "largest_prime_factor", "roman_numeral_length",
    "binary_ones", "digit_reversal", "digital_root", "digit_sum", "new_year_weekday", "leap_years_to_2000",
    "vowel_count", "first_letter_position", "scrabble_score",
]  # fmt: skip
MergeName: TypeAlias = Literal["sum", "absolute_difference", "product", "quotient", "remainder"]
"""`quotient` and `remainder` are of the larger number by the smaller, in whole numbers."""

FinishName: TypeAlias = Literal[
    "sum_mod_10", "absolute_difference_mod_10", "product_mod_10", "sum_complement_mod_10", "digit_sum_mod_10",
    "triple_first_mod_10",
]  # fmt: skip
"""What is taken modulo 10: the sum, the difference of two, the product, ten less the sum's last digit, the digit sum
of the sum, or the sum with its first operand counted thrice. Each reaches all ten digits."""

DiamondName: TypeAlias = Literal[
    "population_area", "elevation_poi", "elevation_rating", "temperature_precipitation", "page"
]


class Ref(Record):
    """A typed reference to an earlier stop's output; `value.year` takes the year of a date."""

    kind: Literal["stop"]
    stop: Index
    path: Literal["value", "value.year"]


class CallRef(Record):
    """The result of an earlier call of the same chain."""

    kind: Literal["call"]
    call: Annotated[int, Field(ge=0, le=2)]


class Setting(Record):
    """A parameter that the clue states and that is no value: a unit, a mode, an operation."""

    kind: Literal["setting"]
    value: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_ -]{1,60}$")]


class Argument(Record):
    """One named argument of a tool call and where its value comes from."""

    name: FieldName
    source: Annotated[Ref | CallRef | Setting, Field(discriminator="kind")]


class ToolStep(Record):
    """One call of a roadblock's chain: where its arguments come from, what came back, and the digests of both."""

    tool: FieldName
    arguments: tuple[Argument, ...]
    result: Value
    provider: str
    volatility: Volatility
    request: Sha256
    response: Sha256


class Sensitivity(Record):
    """How often a stop's output matters (rule L1).

    Of `draws` values of this kind drawn from the world, `differing` are unlike the stop's output, and `changed`
    of those change the answer. A draw that the later stops can't take counts as no change.
    """

    draws: Annotated[int, Field(ge=50)]
    differing: Annotated[int, Field(ge=0)]
    changed: Annotated[int, Field(ge=0)]


class Evidence(Record):
    """Where a page says a fact (rule L7): page, revision, digest, section, and the span of the page's source.

    `about` is the kind of thing that the page is about, as far as its infobox tells.
    """

    title: str
    about: FieldName
    url: str
    revision: str
    digest: Sha256
    section: str
    label: str
    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(ge=1)]
    quote: str
    volatility: Volatility


class Condition(Record):
    """A property of a target page that a clue states: the year of a date, an exact duration or name, or a bound."""

    field: FieldName
    relation: Literal["year", "equals", "at_least", "below"]
    operand: str


class Target(Record):
    """How a clue singles out the next page among the links of the current one, or among the results of a search.

    Either `relation` names the infobox row whose one link leads there, or `about` (the kind of page) and
    `conditions` hold for exactly one of the `considered` pages. `query` are the words searched for, which the clue
    states, and `results` the exact titles that the search finds first; a link is followed where `query` is null.
    """

    relation: FieldName | None
    about: FieldName
    conditions: tuple[Condition, ...]
    considered: Annotated[int, Field(ge=1)]
    query: Annotated[str, StringConstraints(min_length=1, max_length=80)] | None = None
    results: tuple[str, ...] = ()


class Named(Record):
    """A page that the value of an earlier stop names by its exact title or a redirect; `about` is its kind."""

    source: Ref
    about: FieldName


class StopBase(Record):
    """What every pit stop has. `depends_on` holds the data edges only, sorted (rule L4)."""

    index: Index
    depends_on: tuple[Index, ...]
    value: Value
    sensitivity: Sensitivity


class RouteInfo(StopBase):
    """Go to a page and extract a fact. `from_stop` is the navigation edge: the stop whose page is left.

    Where the page is the one that an earlier value names, `named` is that data edge, and there is no target.
    """

    stop_type: Literal["route_info"]
    transition: Literal["seed", "stay", "link_follow", "search_query"]
    from_stop: Index | None
    target: Target | None
    named: Named | None = None
    field: FieldName
    evidence: Evidence


class Rounding(Record):
    """A named rounding of a chain's last result, which the clue states (rule L5).

    `tenths` counts the tenths of a result, to the nearest one. `margin` is the distance of the exact result from the
    nearest value at which the rounded number would change; it exceeds `error`, the source's error.
    """

    rule: Literal["nearest", "down", "tenths"]
    margin: DecimalString
    error: DecimalString


class Roadblock(StopBase):
    """Run a chain of one to three tools. `rounding` is null when the last result is an exact integer."""

    stop_type: Literal["roadblock"]
    transition: Literal["tool_call"]
    template: RoadblockName
    chain: Annotated[tuple[ToolStep, ...], Field(min_length=1, max_length=3)]
    rounding: Rounding | None


class Detour(StopBase):
    """An analytical transform of one earlier value."""

    stop_type: Literal["detour"]
    transition: Literal["compute"]
    transform: DetourName
    source: Ref


class Merge(StopBase):
    """Where the two branches of a diamond meet."""

    stop_type: Literal["merge"]
    transition: Literal["compute"]
    operation: MergeName
    sources: Annotated[tuple[Ref, ...], Field(min_length=2, max_length=2)]


class FinishLine(StopBase):
    """Aggregate earlier values to the answer, one digit."""

    stop_type: Literal["finish_line"]
    transition: Literal["compute"]
    operation: FinishName
    sources: Annotated[tuple[Ref, ...], Field(min_length=1, max_length=12)]


Stop: TypeAlias = Annotated[RouteInfo | Roadblock | Detour | Merge | FinishLine, Field(discriminator="stop_type")]


class Diamond(Record):
    """A fork and its merge: one source, two independent branches on it, one merge (stop indices).

    A branch ends at the stop that the merge takes; what leads there from the source is part of it.
    """

    name: DiamondName
    source: Index
    branches: Annotated[tuple[Index, ...], Field(min_length=2, max_length=2)]
    merge: Index


class Paraphrase(Record):
    """What a model made of one clue, and what came of it (legs' rules, section 3).

    `clue` is its place among the clues, `plain` the grammar's own sentence, which stands there where `outcome` is
    `refused`, for the reason `code`. Else the model's words stand there: they still read as the step by the grammar
    (`inverts`), or a model read them back as the step `reading` (JSON). `request` is the SHA-256 of what was asked for;
    calls and tokens are those of writing and reading.
    """

    clue: Index
    plain: str
    model: str
    outcome: Literal["inverts", "read_back", "refused"]
    code: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9]+\.[a-z-]+$")] | None
    reading: str | None
    request: Sha256
    calls: Annotated[int, Field(ge=1)]
    prompt_tokens: Annotated[int, Field(ge=0)]
    completion_tokens: Annotated[int, Field(ge=0)]


class WorldRef(Record):
    """The world a leg is about; `fictional` marks worlds whose tools are fixtures."""

    name: str
    version: str
    fictional: bool


class Leg(Record):
    """A scavenger hunt over pages and tools that ends in one digit. Clue k is stop k.

    `trials` is how often the finished leg was derived anew from its record and the world, with these values each time;
    a check derives it as often.
    """

    family: Literal["leg"]
    id: IdString
    canary: CanaryString
    split: Split
    level: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,30}$")]
    variant: Variant
    world: WorldRef
    seed_title: str
    seed_url: str
    clues: Annotated[tuple[str, ...], Field(min_length=2)]
    stops: Annotated[tuple[Stop, ...], Field(min_length=2)]
    diamonds: tuple[Diamond, ...]
    answer: Annotated[int, Field(ge=0, le=9)]
    step_budget: Annotated[int, Field(ge=10)]
    live_depth: Annotated[int, Field(ge=1)]
    trials: Annotated[int, Field(ge=2, le=100)]
    paraphrases: tuple[Paraphrase, ...] = ()
