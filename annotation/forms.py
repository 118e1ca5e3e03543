"""The commented form on which an expert writes a new template: a TOML file that says what each key is for."""

from __future__ import annotations

from generators.triplets.faults import FORM_DOMAIN
from schemas.amounts import BOUNDS, Operation
from schemas.triplets import Scenario, is_slug

__all__ = ["form", "form_name", "is_name"]

HEAD = """\
# A template of triplets: {scenario}, {operation}.
#
# Replace everything in <angle brackets>, then run `benchwright triplets check {name}.toml`.
# Items are made from this file by drawing options, their order and the numbers. What makes them right is your
# judgement: the verdict beside each option, and the reason for it.
#
# Ask yourself, before and after: would an assistant really be asked this? Does it take common sense to choose?
# Is exactly one operation needed? Would any sensible adult agree with every verdict, without a doubt?

name = "{name}"  # the file's name without .toml: lower case, words joined by hyphens
scenario = "{scenario}"
operation = "{operation}"
order = "commonsense-first"  # the choice has to be made before the sum can be done
domain = "{domain}"  # replace it too: what the options are; in a cell, structure and domain together are used once
source = "<who gave these verdicts, and what they go by>"
held_out = false  # true: the template itself is never published, only what is made from it
"""

OPERANDS = """
# Where the operands come from, in order: "chosen" (each chosen option), "given" (the quantity of the maths step),
# or for take-ends "first" and "last" (the highest and the lowest rank). People do this by hand: operands up to
# {operand}, results up to {result}.
operands = [{roles}]
answer_unit = "count"  # count, US dollars, minutes, grams, …; what the answer is given in
precision = 0  # decimals of the answer; 2 for money
"""

SELECTION = """
[selection]
# choose-set  the options that fit are chosen, two or more        exclude   the text says what is ruled out
# pick-one    the only option that fits                           take-ends the highest and the lowest rank
# group       each option holds several things; the only one in which all of them fit (needs labels and members)
structure = "{structure}"
shown = {shown}  # options in one item
chosen = {chosen}  # of them, how many are chosen
"""

TEXT = """
[text]
# Three questions are put together from these sentences:
#   composed     context + commonsense_step + maths_step
#   commonsense  context without numbers + commonsense_step + commonsense_ask
#   maths        context + statement + maths_step
# No sentence holds a number, not even `one`, or a word like `twice`: numbers come from the ranges below only.
context = "<who asks, and where> {{options}}."
option = "{{number}} {{name}}"  # how one option is listed; `{{name}} at {{number}}` for prices
plain_option = "{{name}}"  # the same without its number
commonsense_step = "<what decides the choice, without naming an option>."
commonsense_ask = "<which of them>?"
statement = "<the choice, stated:> {{chosen}}."
maths_step = "{maths}"
"""

NUMBERS = """
[numbers]
# The options' numbers: low, low + step, … up to high, all different in one item.
low = {low}
high = {high}
step = 1
unit = "count"
style = "digits"  # or words (to twenty), fraction (3/4), dozens (2 dozen)
"""

GIVEN = """
[given]
# The quantity that the maths step brings in, in the slot {{given}}.
low = {low}
high = {high}
unit = "count"
"""

RANGES: dict[Operation, tuple[int, int, int, int]] = {
    "addition": (3, 30, 0, 0),
    "subtraction": (3, 30, 40, 60),
    "multiplication": (3, 15, 3, 9),
    "division": (12, 90, 3, 9),
}
"""By operation: the options' numbers from and to, the given quantity from and to."""

OPTION = """
[[options]]
name = "<thing {letter}>"
fits = {fits}
why = "<why thing {letter} {verdict}>"
"""

OPTIONS_HEAD = """
# Eight options at least, so that items differ; three at least that fit, and three that don't. `aliases = ["…"]`
# lists other names that are accepted as the answer; `low` and `high` keep an option's number likely. For take-ends
# write `rank = 1`, 2, … instead of `fits`: a higher rank is further along the order that the question asks for.
"""


def form_name(scenario: Scenario, operation: Operation) -> str:
    """The name that the form of a cell carries until its author gives it a better one."""
    return f"my-{scenario}-{operation}".replace(" ", "-")


def is_name(name: str) -> bool:
    """Whether an item or a template may carry that name: lower case, words joined by hyphens."""
    return is_slug(name)


def form(scenario: Scenario, operation: Operation, name: str | None = None) -> str:
    """The form for one cell as the text of a TOML file. Until it is filled in, its check finds placeholders only."""
    name = name or form_name(scenario, operation)
    summed = operation == "addition"
    structure, shown, chosen = ("choose-set", 5, 3) if summed else ("pick-one", 4, 1)
    bounds = BOUNDS[operation]
    roles = '"chosen"' if summed else '"given", "chosen"' if operation == "subtraction" else '"chosen", "given"'
    maths = "<what is to be worked out>?" if summed else "<what is to be worked out with> {given}?"
    low, high, given_low, given_high = RANGES[operation]
    pieces = [
        HEAD.format(scenario=scenario, operation=operation, name=name, domain=FORM_DOMAIN),
        OPERANDS.format(operand=bounds.operand, result=bounds.result, roles=roles),
        SELECTION.format(structure=structure, shown=shown, chosen=chosen),
        TEXT.format(maths=maths),
        NUMBERS.format(low=low, high=high),
        "" if summed else GIVEN.format(low=given_low, high=given_high),
        OPTIONS_HEAD,
    ]
    for place, letter in enumerate("ABCDEFGH"):
        fits = place < 4
        verdict = "fits" if fits else "doesn't fit"
        pieces.append(OPTION.format(letter=letter, fits=str(fits).lower(), verdict=verdict))
    return "".join(pieces)
