"""The triplets family at the release's door."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from generators.triplets import SplitCount, TripletConfig, candidate, load_library
from releases.families.base import Context, Door, Family, Summary, Tick
from releases.families.triplets_card import triplet_summary
from releases.families.triplets_text import example_triplet, explain_triplet
from releases.findings import critical
from releases.likeness import Likeness
from releases.work import Job, Made, Refused, Unit
from schemas.base import Record, parse_record
from schemas.canonical import JSON, canonical_bytes, dump, sha256_of
from schemas.errors import InputError
from schemas.findings import Finding
from schemas.recipes import Recipe
from schemas.seen import Seen
from schemas.triplets import Split, Triplet
from schemas.values import Value
from solvers.triplets.replay import replay as number_again
from solvers.triplets.replay import replay_composed
from validators.registry import Rule, rules
from validators.triplets import ReleaseContext, check_triplets
from worlds.world import World

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Triplets"]

GROUP = "cells"
SCORED = frozenset(
    {
        "split", "question_composition", "question_commonsense", "question_math", "answer_composition",
        "answers_commonsense", "answer_math", "answer_unit", "precision", "choice",
    }
)  # fmt: skip
"""What of a triplet can move a score."""
INSTRUCTIONS = (
    "Ask the three questions in separate conversations, with greedy decoding and a prompt of `prompts.json` "
    "(`composition-maths-first` for the composed question of a maths-first item); hand in the full texts of the "
    "answers."
)


def _triplet(item: Record) -> Triplet:
    if not isinstance(item, Triplet):
        raise TypeError(f"not a triplet: {type(item).__name__}")
    return item


def _config(recipe: Recipe) -> TripletConfig:
    asked = recipe.triplets
    if asked is None:
        raise InputError("the recipe asks for no triplets")
    counts: tuple[tuple[Split, int], ...] = (("dev", asked.dev), ("test", asked.test))
    splits = tuple(SplitCount(split=split, count=count) for split, count in counts if count)
    return TripletConfig(canary=recipe.canary, splits=splits, twins=asked.twins)


def _group(templates: str | None) -> str:
    """The group of items from templates: one's own by their digest, so that a build doesn't go on with older ones."""
    if templates is None:
        return GROUP
    own: list[JSON] = [dump(template) for template in load_library(Path(templates))]
    return f"{GROUP}-{sha256_of(own)[:12]}"


def _reviewed(recipe: Recipe, unit: Unit, attempt: int) -> Triplet:
    from releases.reviewed import reviewed_triplet

    if attempt:
        item, _, _ = unit.group.partition(".")
        raise InputError(
            f"{item} was accepted, but the release's checks turn it away: withdraw it (`benchwright triplets review "
            "export` and then `benchwright check` say why)"
        )
    return reviewed_triplet(recipe, unit.split, unit.index)


class _Triplets(Collection[Triplet]):
    """Records that are triplets, gone through as often as needed."""

    def __init__(self, records: Collection[Record]) -> None:
        self._records = records

    def __iter__(self) -> Iterator[Triplet]:
        return map(_triplet, self._records)

    def __len__(self) -> int:
        return len(self._records)

    def __contains__(self, wanted: object) -> bool:
        return any(item == wanted for item in self)


class _Door(Door):
    """Admits a triplet unless its composed question is in the release already."""

    def __init__(self) -> None:
        self._seen = Seen()

    def refuse(self, unit: Unit, made: Made) -> Refused | None:
        item = parse_record(Triplet, made.item, str(unit))
        if self._seen.name_of(item.question_composition) is None:
            return None
        message = "the release has this composed question already"
        return Refused(attempt=made.attempt, code="T10.same-item", message=message)

    def admit(self, made: Made) -> None:
        item = parse_record(Triplet, made.item, "an admitted triplet")
        self._seen.add(item.question_composition, item.id)


class Triplets(Family):
    """Composed questions and their two parts."""

    config = "triplets"
    item = "triplet"
    prediction = "triplet-prediction"
    instructions = INSTRUCTIONS
    needs_world = False
    shown = ("id", "split", "scenario", "operation", "question_commonsense", "question_math", "question_composition")

    def units(self, recipe: Recipe) -> Iterator[Unit]:
        """Split after split: items of the review, or drafts whose cells the generator deals."""
        asked = recipe.triplets
        if asked is None:
            return
        if asked.ledger is not None:
            from releases.reviewed import taken

            for (split, index), one in taken(recipe).items():
                yield Unit(family=self.config, group=str(one), split=split, index=index)
            return
        if not asked.unreviewed:
            raise InputError(
                f"the recipe {recipe.name}: triplets from templates are drafts that no expert has accepted; name the "
                "ledger of their review in [triplets], or say unreviewed = true to release them as drafts"
            )
        group = _group(asked.templates)
        for part in _config(recipe).splits:
            for index in range(part.count):
                yield Unit(family=self.config, group=group, split=part.split, index=index)

    def attempt(self, job: Job, unit: Unit, attempt: int) -> Made:
        """One attempt at one triplet; there is but one for an item of a review."""
        asked = job.recipe.triplets
        if asked is not None and asked.ledger is not None:
            return Made(attempt=attempt, item=canonical_bytes(_reviewed(job.recipe, unit, attempt)).decode())
        library = load_library(Path(asked.templates)) if asked is not None and asked.templates is not None else None
        item = candidate(_config(job.recipe), job.recipe.seed, unit.split, unit.index, attempt, library)
        return Made(attempt=attempt, item=canonical_bytes(item).decode())

    def door(self, recipe: Recipe) -> Door:
        """No question twice."""
        return _Door()

    def pools(self, world: World) -> Mapping[str, tuple[Value, ...]]:
        """Triplets need no world."""
        return {}

    def parse(self, text: str | bytes, where: str) -> Triplet:
        """A triplet from its JSON text."""
        return parse_record(Triplet, text, where)

    def table(self) -> pa.Schema:
        """The triplets' columns."""
        from releases.families.triplets_table import TRIPLET_TABLE

        return TRIPLET_TABLE

    def row(self, item: Record) -> dict[str, object]:
        """A triplet's row."""
        from releases.families.triplets_table import triplet_row

        return triplet_row(_triplet(item))

    def context(self, world: Path | None, recipe: Recipe | None, damaged: bool = False) -> Context:
        """The cap on twins that the recipe sets, or the usual one."""
        if recipe is None or recipe.triplets is None:
            return ReleaseContext()
        return ReleaseContext(twins=recipe.triplets.twins)

    def check(self, items: Collection[Record], context: Context, tick: Tick) -> Iterator[Finding]:
        """Every rule of triplets."""
        if not isinstance(context, ReleaseContext):
            raise TypeError(f"not a context of triplets: {type(context).__name__}")
        yield from check_triplets(_Triplets(items), context, tick)

    def not_checkable(self, context: Context) -> tuple[str, ...]:
        """Everything about a triplet is in its record."""
        return ()

    def rules(self) -> tuple[Rule, ...]:
        """The registered rules."""
        return (*rules(self.item, "item"), *rules(self.item, "release"))

    def stats(self, items: Collection[Record], context: Context) -> dict[str, JSON]:
        """None."""
        return {}

    def replay(self, items: Iterable[Record], world: Path | None, tick: Tick) -> Iterator[Finding]:
        """The answer again, from verdicts, amounts and operation."""
        for item in map(_triplet, items):
            tick()
            try:
                answers = {"answer_composition": replay_composed(item), "answer_math": number_again(item)}
            except InputError as error:
                yield critical("Replay.differs", item.id, "options", str(error).removeprefix(f"{item.id}: "))
                continue
            for place, answer in answers.items():
                if (told := getattr(item, place)) != answer:
                    yield critical("Replay.differs", item.id, place, f"the record says {told}, replay gives {answer}")

    def uses(self, item: Record) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Nothing of a world."""
        return (), ()

    def likeness(self, item: Record) -> Likeness:
        """A triplet is about its composed question; its template is its structure."""
        one = _triplet(item)
        scored = {name: value for name, value in dump(one).items() if name in SCORED}
        text = one.question_composition
        return Likeness(text, canonical_bytes(scored).decode(), (), f"{one.template} {one.structure}", text)

    def summary(self, items: Collection[Record], stats: Mapping[str, JSON]) -> Summary:
        """Cells, structures, luck."""
        return triplet_summary(_Triplets(items))

    def explain(self, item: Record) -> str:
        """Questions, options with verdicts, algebra."""
        return explain_triplet(_triplet(item))

    def example(self, item: Record) -> str:
        """The three questions with their answers."""
        return example_triplet(_triplet(item))

    def scoring_files(self, canary: str) -> Mapping[str, bytes]:
        """The prompts."""
        from releases.scoring.prompts import PROMPTS_FILE, prompts_json

        return {PROMPTS_FILE: prompts_json(canary)}

    def graph(self, item: Record) -> list[JSON]:
        """None."""
        return []
