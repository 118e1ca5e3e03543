"""A recipe: everything that decides a release's bytes, apart from the code and the world."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StringConstraints, field_validator, model_validator

from schemas.base import CanaryString, Record, Sha256
from schemas.legs import Split, Variant
from schemas.tandem import KitchenFile, Name

__all__ = [
    "PROJECT_CANARY",
    "UNGUESSABLE",
    "Earlier",
    "LegBatch",
    "LegKnobs",
    "Paraphrasing",
    "Recipe",
    "RecipeName",
    "Seed",
    "SeedPages",
    "SemanticVersion",
    "TandemBatch",
    "TripletBatch",
]

PROJECT_CANARY = "9d3c5b1e-7a42-4f0b-8c61-e2b7a05f94d8"
"""The GUID in all data made by Benchwright whose recipe names no other."""

RecipeName: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]{0,60}$")]
SemanticVersion: TypeAlias = Annotated[str, StringConstraints(pattern=r"^(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)){2}$")]
Seed: TypeAlias = Annotated[int, Field(ge=0, lt=2**53)]
Count: TypeAlias = Annotated[int, Field(ge=0, le=10_000_000)]


Percent: TypeAlias = Annotated[int, Field(ge=0, le=100)]

Bounds: TypeAlias = Annotated[tuple[Annotated[int, Field(ge=0, le=60)], ...], Field(min_length=2, max_length=2)]
"""The smallest and the largest number allowed."""


class LegKnobs(Record):
    """What a level leaves to its recipe; null keeps the level's own. A level of one's own gives the first five.

    `stops` counts route infos, roadblocks outside diamonds and the finish; the rest as in the legs' rules, section 1.
    `max_links` is the most links a page that is left by a link may have, `stay_percent` how often a second fact is
    taken from the page one is on, `search_percent` how often the next page is searched for rather than linked, and
    `fewest_pages` how many different pages a leg visits at least.
    """

    stops: Bounds | None = None
    roadblocks: Bounds | None = None
    detours: Bounds | None = None
    diamonds: Bounds | None = None
    crawl_depth: Annotated[int, Field(ge=1, le=5)] | None = None
    extraction: Literal["infobox", "any"] | None = None
    max_links: Annotated[int, Field(ge=1, le=2000)] | None = None
    stay_percent: Percent | None = None
    search_percent: Percent | None = None
    fewest_pages: Annotated[int, Field(ge=1, le=30)] | None = None


class SeedPages(Record):
    """Which pages of a live wiki a world starts from, and which a crawl does.

    With `titles` and a `count` of 0, the legs of any world start on these pages and on no other.
    `titles` are taken as they are. `count` more are drawn: of the pages in drawn order, at most `tries`, the first
    that are no disambiguation pages and have at least `length` bytes (of wikitext on a live wiki, of HTML elsewhere),
    `links` to other articles and at most `most_links`, `sections` with headings, `facts` with a safe reading, and,
    where `views` is given, as many views in the last 60 days.
    """

    titles: tuple[Annotated[str, StringConstraints(min_length=1)], ...] = ()
    count: Annotated[int, Field(ge=0, le=100_000)] = 40
    length: Annotated[int, Field(ge=0)] = 2000
    links: Annotated[int, Field(ge=0)] = 10
    most_links: Annotated[int, Field(ge=1)] = 300
    sections: Annotated[int, Field(ge=0)] = 1
    facts: Annotated[int, Field(ge=0)] = 2
    views: Annotated[int, Field(ge=0)] | None = None
    tries: Annotated[int, Field(ge=1, le=1_000_000)] = 2000

    @model_validator(mode="after")
    def _starts_somewhere(self) -> SeedPages:
        if not self.titles and not self.count:
            raise ValueError("names no seed page and draws none: give titles, or a count")
        if self.links > self.most_links:
            raise ValueError("asks for more links than most_links allows")
        return self


class Paraphrasing(Record):
    """Clues in the words of a model behind an OpenAI-compatible endpoint, `share` per cent of them.

    What is null comes from the environment: BENCHWRIGHT_PARAPHRASE_MODEL, BENCHWRIGHT_PARAPHRASE_URL. The key is never
    in a recipe.
    """

    model: Annotated[str, StringConstraints(min_length=1, max_length=200)] | None = None
    base_url: Annotated[str, StringConstraints(min_length=1, max_length=500)] | None = None
    share: Annotated[int, Field(ge=1, le=100)] = 100


LevelName: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,30}$")]


class LegBatch(Record):
    """Legs of one level and variant for one split."""

    level: LevelName
    variant: Variant
    split: Split = "test"
    count: Annotated[int, Field(ge=1, le=1_000_000)]
    knobs: LegKnobs = LegKnobs()
    paraphrase: Paraphrasing | None = None


class TandemBatch(Record):
    """How many scenarios of which levels a release has, and in which kitchen: a packaged one by its name, or one of
    one's own, written out.

    Each scenario makes two decision questions and four verification questions.
    """

    scenarios: Annotated[int, Field(ge=1, le=100_000)]
    levels: Annotated[tuple[Annotated[int, Field(ge=1, le=6)], ...], Field(min_length=1, max_length=6)] = (
        1, 2, 3, 4, 5, 6,
    )  # fmt: skip
    split: Split = "test"
    kitchen: Name | KitchenFile = "collab_overcooked"

    @model_validator(mode="after")
    def _names_levels_once(self) -> TandemBatch:
        if list(self.levels) != sorted(set(self.levels)):
            raise ValueError("levels are numbers from 1 to 6, rising, each once")
        return self


class TripletBatch(Record):
    """How many triplets each split gets.

    `unreviewed` admits drafts that no expert has accepted. `twins` is the most instances of one template. With
    `ledger`, a review's file, the items are those accepted there (with `unreviewed` those still in review too), as the
    ledger stood at the event whose digest is `head`, or stands now. Else they are drawn from the templates of the
    folder `templates`, or from the packaged ones. Paths count from the recipe's folder.
    """

    dev: Count = 0
    test: Count = 0
    unreviewed: bool = False
    twins: Annotated[int, Field(ge=1)] = 3
    ledger: Annotated[str, StringConstraints(min_length=1)] | None = None
    head: Sha256 | None = None
    templates: Annotated[str, StringConstraints(min_length=1)] | None = None

    @model_validator(mode="after")
    def _asks_for_something(self) -> TripletBatch:
        if self.dev + self.test == 0:
            raise ValueError("asks for no triplet: give dev or test a count")
        if self.ledger is not None and self.templates is not None:
            raise ValueError("items come from a ledger or from templates: name one of the two")
        if self.head is not None and self.ledger is None:
            raise ValueError("head is an event of a ledger: name the ledger too")
        return self


class Earlier(Record):
    """An earlier release that this one is compared with and kept apart from.

    `release` is its folder. No item may be one of it: neither its page path, nor its kitchen state, nor its question.
    `pages` bounds the percentage of the pages visited that were visited there too, `near` that of items whose text
    nearly repeats one of it. With `again` items may stand there too: this is its next version, not another one.
    """

    release: Annotated[str, StringConstraints(min_length=1)] | None = None
    pages: Percent = 100
    near: Percent = 100
    again: bool = False


UNGUESSABLE = 2**40
"""The least seed of a private test: whoever guesses it can make the answers again."""


class Recipe(Record):
    """What to make.

    `licence` is the identifier that the Hub uses, for what Benchwright itself adds; a source that asks for the
    same terms overrides it. `neighbours` bounds the linked pages recorded per visited page, `decoys` the recorded
    calls beside each gold one (both after section 3 of the legs' rules, "truth of a world"). `page_share` is the
    percentage of a release's legs that one page may be in (rule L17); five legs are always allowed. `seed_pages` says
    where a live world starts, `levels` turns the knobs of legs' levels and describes new ones, by name.

    `private` makes a private test: what comes out is the maintainer's folder, and its public half is made of that.
    `earlier` names a release to be compared with. `published` is the day that the Croissant file gives, which a build
    can't know: it looks at no clock.
    """

    name: RecipeName
    version: SemanticVersion
    seed: Seed
    title: Annotated[str, StringConstraints(min_length=1, max_length=120)]
    licence: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9.-]*$")] = "mit"
    canary: CanaryString = PROJECT_CANARY
    world: Annotated[str, StringConstraints(min_length=1)] | None = None
    neighbours: Annotated[int, Field(ge=30, le=100_000)] = 30
    decoys: Annotated[int, Field(ge=10, le=1_000)] = 10
    page_share: Annotated[int, Field(ge=0, le=100)] = 5
    max_attempts: Annotated[int, Field(ge=1, le=100_000)] = 200
    private: bool = False
    published: Annotated[str, StringConstraints(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")] | None = None
    earlier: Earlier | None = None
    seed_pages: SeedPages = SeedPages()
    levels: dict[LevelName, LegKnobs] = Field(default_factory=dict)
    legs: tuple[LegBatch, ...] = ()
    tandem: TandemBatch | None = None
    triplets: TripletBatch | None = None

    def __hash__(self) -> int:
        return hash((self.name, self.version, self.seed))  # what is taken from a review is looked up by it

    @field_validator("published")
    @classmethod
    def _a_day(cls, day: str | None) -> str | None:
        if day is not None:
            try:
                date.fromisoformat(day)
            except ValueError as error:
                raise ValueError(f"{day} is no day of the calendar, written like 2026-11-30") from error
        return day

    @model_validator(mode="after")
    def _makes_something(self) -> Recipe:
        if not self.legs and self.tandem is None and self.triplets is None:
            raise ValueError("makes nothing: add [[legs]], [tandem] or [triplets]")
        batches = [(batch.level, batch.variant, batch.split) for batch in self.legs]
        for batch in batches:
            if batches.count(batch) > 1:
                raise ValueError(f"[[legs]] names {' '.join(batch)} twice: add the counts up in one")
        return self
