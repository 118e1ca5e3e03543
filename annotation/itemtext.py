"""Writes items as the text that authors edit: the commented form of a cell, and any triplet as its own text."""

from __future__ import annotations

import json
from collections.abc import Sequence

from annotation.itemparts import ItemOption, ItemText, plain_context
from annotation.mathsfirst import reversed_form
from schemas.amounts import BOUNDS, Operation
from schemas.triplets import Option, Order, Scenario, Triplet
from solvers.triplets.answers import accepted_answers
from solvers.triplets.choices import chosen_places

__all__ = ["item_form", "item_text"]

FORM = """\
# One item: {scenario}, {operation}. Replace everything in <angle brackets>.
# Would an assistant really be asked this? Does the choice take common sense, and would every adult make the same?
name = "{name}"  # lower case, words joined by hyphens
scenario = "{scenario}"
operation = "{operation}"
structure = "{structure}"  # choose-set, exclude, take-ends, pick-one or group
split = "test"  # dev or test
source = "<who gives the verdicts, and what they go by>"
operands = {operands}  # chosen, given; for take-ends first and last
answer = "0"  # as you work it out by hand: operands up to {operand}, the answer up to {result}
answer_unit = "count"  # count, US dollars, minutes, grams, ...
precision = 0  # decimals of the answer; 2 for money

[text]
# composed    = context + commonsense_step + maths_step
# commonsense = context without numbers + commonsense_step + commonsense_ask
# maths       = context + statement + maths_step
context = "<who asks, and where>: 4 <things A>, 7 <things B>, 9 <things C> and 12 <things D>."
commonsense_step = "<what decides the choice, without naming an option>."
commonsense_ask = "<Which of them>?"
statement = "<The choice, stated: the things A and the things C>."
maths_step = "{maths}"
{given}
"""
OPTION = """
[[options]]
name = "<things {letter}>"
mention = "{number} <things {letter}>"  # exactly as the context lists it
fits = {fits}
why = "<why things {letter} {verdict}>"
"""


def item_form(scenario: Scenario, operation: Operation, order: Order = "commonsense-first") -> str:
    """The commented text on which an author writes a new item of a cell."""
    if order == "maths-first":
        return reversed_form(scenario, operation)
    summed = operation == "addition"
    operands = (
        '["chosen"]' if summed else '["given", "chosen"]' if operation == "subtraction" else '["chosen", "given"]'
    )
    bounds = BOUNDS[operation]
    head = FORM.format(
        scenario=scenario,
        operation=operation,
        name=f"my-{scenario}-{operation}".replace(" ", "-"),
        structure="choose-set" if summed else "pick-one",
        operands=operands,
        operand=bounds.operand,
        result=bounds.result,
        maths="<What is to be worked out>?" if summed else "<What is to be worked out with 3 of something>?",
        given="" if summed else 'given = "<3 of something>"  # the words of the maths step that state its quantity\n',
    )
    right = "AC" if summed else "A"
    options = [
        OPTION.format(
            letter=letter,
            number=number,
            fits=str(letter in right).lower(),
            verdict="fit" if letter in right else "don't fit",
        )
        for letter, number in zip("ABCD", (4, 7, 9, 12), strict=True)
    ]
    return head.rstrip("\n") + "\n" + "".join(options)


def item_text(item: Triplet) -> str:
    """A triplet as the text that makes it again."""
    return _reversed_text(item) if item.order == "maths-first" else _text(item)


def _text(item: Triplet) -> str:
    parts = item.parts
    written = tuple(_written(option) for option in item.options)
    given = None if item.given is None else item.given.text
    sentences = ItemText(
        context=parts.context,
        commonsense_step=parts.commonsense_step,
        commonsense_ask=parts.commonsense_ask,
        statement=parts.statement,
        maths_step=parts.maths_step,
        given=given,
    )
    extra = _extra(item)
    lines = [
        f"name = {_quoted(item.template)}",
        f"scenario = {_quoted(item.scenario)}",
        f"operation = {_quoted(item.operation)}",
        f"structure = {_quoted(item.structure)}",
        f"order = {_quoted(item.order)}",
        f"split = {_quoted(item.split)}",
        f"source = {_quoted(item.source)}",
        f"operands = {_list(item.operands)}",
        f"answer = {_quoted(item.number)}",
        f"answer_unit = {_quoted(item.answer_unit)}",
        f"precision = {item.precision}",
        *([f"accepted = {_list(extra)}"] if extra else []),
        "",
        "[text]",
        f"context = {_quoted(parts.context)}",
    ]
    if plain_context(sentences, written) != parts.plain_context:
        lines.append(f"plain_context = {_quoted(parts.plain_context)}")
    lines += [
        f"commonsense_step = {_quoted(parts.commonsense_step)}",
        f"commonsense_ask = {_quoted(parts.commonsense_ask)}",
        f"statement = {_quoted(parts.statement)}",
        f"maths_step = {_quoted(parts.maths_step)}",
    ]
    if given is not None:
        lines.append(f"given = {_quoted(given)}")
    for option in item.options:
        lines += ["", "[[options]]", *_option_lines(option)]
    return "\n".join(lines) + "\n"


def _reversed_text(item: Triplet) -> str:
    parts, extra = item.parts, _extra(item)
    lines = [
        f"name = {_quoted(item.template)}",
        f"scenario = {_quoted(item.scenario)}",
        f"operation = {_quoted(item.operation)}",
        f"order = {_quoted(item.order)}",
        f"split = {_quoted(item.split)}",
        f"source = {_quoted(item.source)}",
        f"answer = {_quoted(item.number)}",
        f"answer_unit = {_quoted(item.answer_unit)}",
        f"precision = {item.precision}",
        *([f"accepted = {_list(extra)}"] if extra else []),
        "",
        "[text]",
        f"context = {_quoted(parts.context)}",
        f"maths_step = {_quoted(parts.maths_step)}",
        f"amounts = {_list([amount.text for amount in item.amounts])}",
        f"maths_ask = {_quoted(parts.maths_ask or '')}",
        f"statement = {_quoted(parts.statement)}",
        f"commonsense_step = {_quoted(parts.commonsense_step)}",
        f"commonsense_ask = {_quoted(parts.commonsense_ask)}",
    ]
    for option in item.options:
        lines += ["", "[[options]]", *_option_lines(option)]
    return "\n".join(lines) + "\n"


def _extra(item: Triplet) -> list[str]:
    """The accepted answers beside those that the verdicts make."""
    made = set(accepted_answers(item.structure, item.options, chosen_places(item.structure, item.options)))
    return [answer for answer in item.answers_commonsense if answer not in made]


def _written(option: Option) -> ItemOption:
    return ItemOption(name=option.name, mention=option.mention, plain_mention=option.plain_mention, why=option.why)


def _option_lines(option: Option) -> list[str]:
    lines = [f"name = {_quoted(option.name)}"]
    if option.sensible is None or option.mention != option.name:
        lines.append(f"mention = {_quoted(option.mention)}")
    if option.sensible is not None:
        lines += [f"low = {_quoted(option.sensible.low)}", f"high = {_quoted(option.sensible.high)}"]
    elif option.plain_mention != option.name:
        lines.append(f"plain_mention = {_quoted(option.plain_mention)}")
    if option.fits is not None and option.sensible is None:
        lines.append(f"fits = {str(option.fits).lower()}")
    if option.rank is not None:
        lines.append(f"rank = {option.rank}")
    lines.append(f"why = {_quoted(option.why)}")
    if option.aliases:
        lines.append(f"aliases = {_list(option.aliases)}")
    if option.members:
        lines.append("members = [")
        lines += [
            f"  {{ name = {_quoted(one.name)}, fits = {str(one.fits).lower()}, why = {_quoted(one.why)} }},"
            for one in option.members
        ]
        lines.append("]")
    return lines


def _list(texts: Sequence[str]) -> str:
    return f"[{', '.join(map(_quoted, texts))}]"


def _quoted(text: str) -> str:
    """A TOML basic string: JSON's escapes are TOML's, but for the one control character that JSON leaves alone."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
