"""What is wrong with a template whose keys are all there: slots, pool, operands, names, ranges."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations
from typing import Final, NamedTuple

from generators.triplets.ranges import narrowed, style_fault, values_of
from generators.triplets.source import KeyPath
from schemas.errors import InputError
from schemas.triplets import NumberRange, Template
from solvers.triplets.answers import normalise
from solvers.triplets.hidden import hidden_steps
from solvers.triplets.quantities import read_quantities

__all__ = ["FORM_DOMAIN", "Fault", "template_faults"]

FORM_DOMAIN: Final = "kind-of-things"
"""What the form of a new template calls its options; it stands for none."""

SENTENCES: Final = ("context", "commonsense_step", "commonsense_ask", "statement", "maths_step")


class Fault(NamedTuple):
    """One fault: its code, the key it lies at, one plain sentence."""

    code: str
    path: KeyPath
    message: str


def template_faults(template: Template) -> Iterator[Fault]:
    """Every fault of a template that can be told without making an instance."""
    if template.order != "commonsense-first":
        yield Fault("T0.order", ("order",), "only commonsense-first items are made from templates")
    yield from _selection_faults(template)
    yield from _operand_faults(template)
    yield from _text_faults(template)
    yield from _placeholder_faults(("source",), template.source)
    if template.domain == FORM_DOMAIN:
        yield Fault("T0.placeholder", ("domain",), "still what the form says; write what the options are")
    yield from _name_faults(template)
    yield from _range_faults(template)


def _selection_faults(template: Template) -> Iterator[Fault]:
    selection, structure = template.selection, template.selection.structure
    least, most = {
        "choose-set": (2, selection.shown - 1),
        "exclude": (1, selection.shown - 1),
        "take-ends": (2, 2),
        "pick-one": (1, 1),
        "group": (1, 1),
    }[structure]
    if not least <= selection.chosen <= most:
        told = f"{structure} with {selection.shown} shown chooses {least} to {most}, not {selection.chosen}"
        yield Fault("T0.selection", ("selection", "chosen"), told)
    grouped = structure == "group"
    if grouped != (selection.members is not None) or (len(selection.labels) >= selection.shown) != grouped:
        told = "labels (one for each option shown, at least) and members belong to group, and group needs both"
        yield Fault("T0.selection", ("selection",), told)
    for place, option in enumerate(template.options):
        if (option.rank is None) == (structure == "take-ends") or (option.fits is None) != (structure == "take-ends"):
            told = "take-ends has a rank for each option, every other structure says whether it fits"
            yield Fault("T0.verdict", ("options", place), told)
    fitting = sum(option.fits is True for option in template.options)
    others = sum(option.fits is False for option in template.options)
    if structure == "take-ends":
        if len({option.rank for option in template.options}) < selection.shown:
            yield Fault("T0.pool", ("options",), "fewer different ranks than options shown")
        return
    size = selection.members or 1
    if fitting < max(3, selection.chosen * size) or others < max(3, selection.shown - selection.chosen):
        told = f"{fitting} options fit and {others} don't; instances vary only with more, at least 3 of each"
        yield Fault("T0.pool", ("options",), told)


def _operand_faults(template: Template) -> Iterator[Fault]:
    roles = template.operands
    if (template.given is not None) != ("given" in roles) or len(set(roles)) < len(roles):
        yield Fault("T0.operands", ("operands",), "operands are named once, and `given` stands there with its range")
    if template.selection.structure == "take-ends":
        if roles not in set(permutations(("first", "last"))):
            yield Fault("T0.operands", ("operands",), "take-ends computes with first and last, in either order")
        return
    chosen = template.selection.chosen
    if template.operation == "addition":
        if "chosen" not in roles or {"first", "last"} & set(roles) or chosen + len(roles) < 3:
            yield Fault("T0.operands", ("operands",), "addition takes several chosen options, or one and a given")
    elif roles not in set(permutations(("chosen", "given"))) or chosen != 1:
        told = f"{template.operation} takes one chosen option and the given quantity, in either order"
        yield Fault("T0.operands", ("operands",), told)


def _text_faults(template: Template) -> Iterator[Fault]:
    ends = {"first", "last"} if template.selection.structure == "take-ends" else {"chosen"}
    members = {"members"} if template.selection.structure == "group" else set()
    wanted = {
        "context": {"options"},
        "option": {"name", "number"} | members,
        "plain_option": {"name"} | members,
        "commonsense_step": set(),
        "commonsense_ask": set(),
        "statement": ends,
        "maths_step": {"given"} if template.given is not None else set(),
    }
    for key, slots in wanted.items():
        text: str = getattr(template.text, key)
        path: KeyPath = ("text", key)
        found = re.findall(r"\{(.*?)\}", text)
        if sorted(found) != sorted(slots):
            told = " and ".join(f"{{{slot}}}" for slot in sorted(slots)) or "no slot"
            yield Fault("T0.slots", path, f"takes {told}, each once")
        yield from _wording_faults(path, re.sub(r"\{.*?\}", "…", text))
        if key in SENTENCES and not text.endswith((".", "?", "!")):
            yield Fault("T0.sentence", path, "ends with a full stop, a question mark or an exclamation mark")


def _wording_faults(path: KeyPath, text: str) -> Iterator[Fault]:
    reading = read_quantities(text)
    numbers = [text[quantity.start : quantity.end] for quantity in reading.quantities] + list(reading.unread)
    if numbers:
        told = f"{numbers[0]!r} reads as a number; numbers come from the ranges only (say `a` for `one`)"
        yield Fault("T0.number-in-text", path, told)
    for words in hidden_steps(text):
        yield Fault("T0.hidden-step", path, f"{words!r} brings a step or a number without writing it")
    yield from _placeholder_faults(path, text)


def _placeholder_faults(path: KeyPath, text: str) -> Iterator[Fault]:
    if re.search(r"<.+?>", text):
        yield Fault("T0.placeholder", path, "still holds the form's words; write your own")


def _name_faults(template: Template) -> Iterator[Fault]:
    named: list[tuple[KeyPath, str]] = [
        (("options", place, "name"), option.name) for place, option in enumerate(template.options)
    ] + [(("selection", "labels"), label) for label in template.selection.labels]
    for path, name in named:
        yield from _wording_faults(path, name)
    fixed = " ".join(getattr(template.text, key) for key in SENTENCES)
    for path, name in named:
        inside = re.compile(rf"(?<!\w){re.escape(normalise(name))}(?!\w)")
        for other, text in named:
            if (other != path or text != name) and inside.search(normalise(text)):
                yield Fault("T0.name-clash", path, f"{name!r} stands inside {text!r}; they can't be told apart")
                break
        if inside.search(normalise(fixed)):
            yield Fault("T0.name-clash", path, f"{name!r} stands in the sentences too; it would give itself away")
    taken = {normalise(option.name): place for place, option in enumerate(template.options)}
    for place, option in enumerate(template.options):
        yield from _placeholder_faults(("options", place, "why"), option.why)
        for alias in option.aliases:
            if taken.setdefault(normalise(alias), place) != place:
                yield Fault("T0.name-clash", ("options", place, "aliases"), f"{alias!r} names another option too")


def _range_faults(template: Template) -> Iterator[Fault]:
    ranges: list[tuple[KeyPath, NumberRange]] = [(("numbers",), template.numbers)]
    if template.given is not None:
        ranges.append((("given",), template.given))
    for place, option in enumerate(template.options):
        if option.low is not None or option.high is not None:
            ranges.append((("options", place), narrowed(template.numbers, option)))
    for path, numbers in ranges:
        try:
            values = values_of(numbers)
        except InputError as error:
            yield Fault("T0.range", path, str(error))
            continue
        told = style_fault(numbers, values)
        if told:
            yield Fault("T0.range", path, told)
