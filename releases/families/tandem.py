"""The tandem family at the release's door: decision questions, and the verification pairs made of them.

Everything that compiles or reads tables is imported where it is used: other families' work doesn't wait for it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from releases.families.base import Context, Door, Family, Summary, Tick
from releases.families.tandem_door import TandemDoor, question_of
from releases.likeness import Likeness
from releases.work import Job, Made, Unit
from schemas.base import Record, parse_record
from schemas.canonical import JSON, canonical_bytes
from schemas.errors import InputError
from schemas.findings import Finding
from schemas.recipes import Recipe, TandemBatch
from schemas.tandem import HalfName, TandemQuestion, TandemVerification
from schemas.values import Value
from validators.registry import Rule, rules, run_rules
from worlds.world import World

if TYPE_CHECKING:
    import pyarrow as pa

    from generators.tandem.scenarios import Scenario

__all__ = ["TandemDecision", "TandemVerifications"]

GROUP = "scenarios"
HALVES: tuple[HalfName, ...] = ("retained", "removed")
ROTATING = (
    "Show the question with its options lettered A to D in the order of `options`, moved up by `rotation` places in a "
    "circle (0 to 3), and ask for one letter. Hand in one line for each showing."
)


def _half(item: Record) -> TandemVerification:
    if not isinstance(item, TandemVerification):
        raise TypeError(f"not a verification question: {type(item).__name__}")
    return item


def _asked(recipe: Recipe) -> TandemBatch:
    if recipe.tandem is None:
        raise InputError("the recipe asks for no tandem scenarios")
    return recipe.tandem


class _Tandem(Family):
    """What both configs share. A scenario is dealt as a whole, and its units are made together, whichever config."""

    needs_world = False
    shown: tuple[str, ...] = ("id", "split", "kitchen", "order", "level", "horizon", "question", "options")
    parts: int
    """How many items of the config a scenario makes."""

    @abstractmethod
    def part(self, scenario: Scenario, number: int) -> Record:
        """One of the items that a scenario makes."""

    def units(self, recipe: Recipe) -> Iterator[Unit]:
        """Scenario after scenario, the parts of one together."""
        from worlds.kitchen.rules import packaged_or_own

        if recipe.tandem is None:
            return
        packaged_or_own(recipe.tandem.kitchen)  # one that can't be is refused before anything is made
        for index in range(recipe.tandem.scenarios * self.parts):
            yield Unit(family=self.config, group=GROUP, split=recipe.tandem.split, index=index)

    def together(self, unit: Unit) -> tuple[Unit, ...]:
        """All parts of the unit's scenario, in both configs."""
        scenario = unit.index // self.parts
        return tuple(
            unit.model_copy(update={"family": family.config, "index": scenario * family.parts + part})
            for family in (TandemDecision, TandemVerifications)
            for part in range(family.parts)
        )

    def attempt(self, job: Job, unit: Unit, attempt: int) -> Made:
        """One attempt at the unit's scenario."""
        from generators.tandem.dealing import deal
        from generators.tandem.scenarios import TandemConfig

        recipe, asked = job.recipe, _asked(job.recipe)
        config = TandemConfig(recipe.seed, asked.scenarios, unit.split, recipe.canary, asked.levels)
        scenario = deal(asked.kitchen, config, unit.index // self.parts, attempt)
        item = self.part(scenario, unit.index % self.parts)
        return Made(attempt=attempt, item=canonical_bytes(item).decode())

    def door(self, recipe: Recipe) -> Door:
        """No state twice."""
        return TandemDoor(self.parse)

    def pools(self, world: World) -> Mapping[str, tuple[Value, ...]]:
        """Kitchens come with the package; questions need no recorded world."""
        return {}

    def context(self, world: Path | None, recipe: Recipe | None, damaged: bool = False) -> Context:
        """Nothing: a question names its kitchen."""
        return None

    def not_checkable(self, context: Context) -> tuple[str, ...]:
        """Everything about a question is in its record and its kitchen."""
        return ()

    def too_few(self, items: Collection[Record]) -> tuple[str, ...]:
        """Surface features can't be held against their bounds with few questions."""
        from validators.tandem.surface import SMALLEST

        bases = {question_of(item).id for item in items}
        return () if len(bases) >= SMALLEST else (f"N6 (fewer than {SMALLEST} decision questions: {len(bases)})",)

    def stats(self, items: Collection[Record], context: Context) -> dict[str, JSON]:
        """None."""
        return {}

    def check(self, items: Collection[Record], context: Context, tick: Tick) -> Iterator[Finding]:
        """Every rule, of base questions and of the config's own; a question without a kitchen has no other finding."""
        from worlds.kitchen.rules import kitchen_of

        sound = []
        for item in items:
            try:
                kitchen_of(question_of(item))
            except InputError as error:
                yield _finding("N1.unknown-kitchen", item, "kitchen", str(error))
                tick()
            else:
                sound.append(item)
        yield from self.check_sound(sound, tick)

    @abstractmethod
    def check_sound(self, items: Collection[Record], tick: Tick) -> Iterator[Finding]:
        """Every finding about items whose kitchens can be had."""

    def replay(self, items: Iterable[Record], world: Path | None, tick: Tick) -> Iterator[Finding]:
        """Optimum, bound, table, the costs of every option, and the witness."""
        from releases.families.tandem_again import found_by_replay

        for item in items:
            tick()
            for place, message in found_by_replay(_text(question_of(item))):
                yield _finding("Replay.differs", item, place, message)

    def uses(self, item: Record) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Nothing of a recorded world."""
        return (), ()

    def likeness(self, item: Record) -> Likeness:
        """A question is about its state, its goal and its half; all of them read alike."""
        from releases.families.tandem_like import tandem_likeness

        return tandem_likeness(item)

    def summary(self, items: Collection[Record], stats: Mapping[str, JSON]) -> Summary:
        """Counts a level, and what the questions are like."""
        from releases.families.tandem_card import tandem_summary

        return tandem_summary(list(items), stats)

    def explain(self, item: Record) -> str:
        """State, goal, options with their costs, and the witness."""
        from releases.families.tandem_text import explain_tandem

        return explain_tandem(item)

    def example(self, item: Record) -> str:
        """What is asked, the options, and the right letter."""
        from releases.families.tandem_text import example_tandem

        return example_tandem(item)

    def drawing(self, item: Record) -> str | None:
        """The state, what becomes of each option, and a fastest way."""
        from releases.families.tandem_drawing import draw_tandem

        return draw_tandem(item)

    def graph(self, item: Record) -> list[JSON]:
        """None."""
        return []


class TandemDecision(_Tandem):
    """Base questions: which of four team plans is best."""

    config = "tandem_decision"
    item = "tandem"
    prediction = "tandem-prediction"
    instructions = ROTATING
    parts = 2

    def part(self, scenario: Scenario, number: int) -> Record:
        """The short question, then the long one."""
        return (scenario.short, scenario.long)[number]

    def parse(self, text: str | bytes, where: str) -> TandemQuestion:
        """A base question from its JSON text."""
        return parse_record(TandemQuestion, text, where)

    def table(self) -> pa.Schema:
        """The columns of base questions."""
        from releases.families.tandem_table import DECISION_TABLE

        return DECISION_TABLE

    def row(self, item: Record) -> dict[str, object]:
        """A base question's row."""
        from releases.families.tandem_table import decision_row

        return decision_row(question_of(item))

    def stats(self, items: Collection[Record], context: Context) -> dict[str, JSON]:
        """What classifiers make of the questions' surface, where there are enough of them."""
        from releases.families.tandem_card import tandem_stats

        return tandem_stats(list(items))

    def check_sound(self, items: Collection[Record], tick: Tick) -> Iterator[Finding]:
        """The rules of each question, then those of all together."""
        from releases.families.tandem_again import found_by_rules
        from validators.tandem import Context as Kitchens
        from worlds.kitchen.rules import packaged_kitchen

        questions = [question_of(item) for item in items]
        for question in questions:
            yield from found_by_rules(_text(question))
            tick()
        yield from run_rules("tandem", "release", tuple(questions), Kitchens(packaged_kitchen()))

    def rules(self) -> tuple[Rule, ...]:
        """The registered rules of base questions."""
        import validators.tandem  # noqa: F401  # registers them

        return (*rules("tandem", "item"), *rules("tandem", "release"))


class TandemVerifications(_Tandem):
    """Verification questions: do three plans leave a better one out."""

    config = "tandem_verification"
    item = "tandem_verification"
    prediction = "tandem-prediction"
    instructions = ROTATING
    shown = (*_Tandem.shown, "statement")
    parts = 4

    def part(self, scenario: Scenario, number: int) -> Record:
        """Both halves of the short question, then of the long one."""
        from generators.tandem.verification import verification

        return verification((scenario.short, scenario.long)[number // 2], HALVES[number % 2])

    def parse(self, text: str | bytes, where: str) -> TandemVerification:
        """A verification question from its JSON text."""
        return parse_record(TandemVerification, text, where)

    def table(self) -> pa.Schema:
        """The columns of verification questions."""
        from releases.families.tandem_table import VERIFICATION_TABLE

        return VERIFICATION_TABLE

    def row(self, item: Record) -> dict[str, object]:
        """A verification question's row."""
        from releases.families.tandem_table import verification_row

        return verification_row(_half(item))

    def check_sound(self, items: Collection[Record], tick: Tick) -> Iterator[Finding]:
        """The rules of each base question once, told of each of its halves, then those of the halves."""
        from releases.families.tandem_again import found_by_rules
        from validators.tandem import Context as Kitchens
        from validators.tandem import check_verification
        from worlds.kitchen.rules import packaged_kitchen

        kitchens = Kitchens(packaged_kitchen())
        halves = [_half(item) for item in items]
        for item in halves:
            for found in found_by_rules(_text(item.base)):
                yield found.model_copy(update={"item": item.id, "place": f"base.{found.place}"})
            yield from check_verification(item, kitchens)
            tick()
        yield from run_rules(self.item, "release", tuple(halves), kitchens)

    def rules(self) -> tuple[Rule, ...]:
        """The registered rules of base questions by themselves, and of verification questions."""
        import validators.tandem  # noqa: F401  # registers them

        return (*rules("tandem", "item"), *rules(self.item, "item"), *rules(self.item, "release"))


def _text(question: TandemQuestion) -> str:
    return canonical_bytes(question).decode()


def _finding(code: str, item: Record, place: str, message: str) -> Finding:
    name = str(getattr(item, "id", "?"))
    return Finding(code=code, severity="critical", item=name, place=place, message=message[:1000])
