"""What a model is shown: the question's text and four options, for each variant and rotation."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from generators.tandem.english import BETTER_PLAN, question_prose
from schemas.tandem import TandemQuestion
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.states import read_state

__all__ = ["LETTERS", "Shown", "Variant", "show"]

Variant: TypeAlias = Literal["base", "retained", "removed"]
LETTERS = "ABCD"


class Shown(NamedTuple):
    """A presentation: everything before the options, the options in order, and the position of the right one.

    In verification variants the right one is the statement where the optimum is removed; where it is retained, any
    concrete plan rejects the statement, and `right` is the optimum's position.
    """

    question: str
    options: tuple[str, str, str, str]
    right: int

    @property
    def prompt(self) -> str:
        """The whole text."""
        lines = [f"{letter}. {option}" for letter, option in zip(LETTERS, self.options, strict=True)]
        return "\n\n".join((self.question, *lines)) + "\n"


def show(kitchen: Kitchen, question: TandemQuestion, variant: Variant, rotation: int) -> Shown:
    """A question in a variant, its options moved up by `rotation` places (0 to 3) in a circle.

    The statement of a verification variant stands where the option stood that is taken out. Raises ValueError for
    another rotation.
    """
    if not 0 <= rotation < len(LETTERS):
        raise ValueError(f"a rotation is 0 to 3, not {rotation}")
    texts = [option.text for option in question.options]
    gone = {"base": None, "retained": question.pair.removed_when_retained, "removed": question.gold}[variant]
    if gone is not None:
        texts[gone] = BETTER_PLAN
    order = [(position + rotation) % len(LETTERS) for position in range(len(LETTERS))]
    state = read_state(kitchen, question.state, question.id)
    return Shown(
        question_prose(kitchen, question.order, state, question.goal),
        (texts[order[0]], texts[order[1]], texts[order[2]], texts[order[3]]),
        order.index(question.gold),
    )
