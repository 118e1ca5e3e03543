"""N5: the English of an option, read back, is its programs, and no cost stands in it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from schemas.findings import Finding
from schemas.tandem import TandemQuestion
from validators.registry import rule
from validators.tandem.context import Context, finding
from worlds.kitchen.rules import Kitchen

__all__ = ["check_text", "read_back"]

_FORMS = (
    (r"Take (?P<item>.+) from (?P<place>.+)", "take {item} from {place}"),
    (r"Put (?P<item>.+) on (?P<place>.+)", "place {item} on {place}"),
    (r"Put (?P<item>.+) into (?P<place>.+)", "put {item} in {place}"),
    (r"Start (?P<place>.+)", "start {place}"),
    (r"Fill the dish from (?P<place>.+)", "fill dish from {place}"),
    (r"Hand in (?P<item>.+) at the serving hatch", "deliver {item}"),
    (r"Wait for (?P<steps>[0-9]+) joint steps?", "wait {steps}"),
    (r"Wait until (?P<place>.+) is empty", "wait until {place} is empty"),
    (r"Wait until (?P<place>.+) holds a finished product", "wait until {place} is ready"),
    (r"Wait until (?P<place>.+) holds (?P<item>.+)", "wait until {place} holds {item}"),
)
_PLACES = {"the ingredient dispenser": "ingredients", "the dish dispenser": "dishes", "the serving hatch": "serve"}


@rule("N5", "tandem")
def check_text(question: TandemQuestion, context: Context) -> Iterator[Finding]:
    """Each option's text says exactly what its programs say."""
    for n, option in enumerate(question.options):
        try:
            chef, assistant = read_back(context.kitchen, option.text)
        except ValueError as error:
            yield finding("N5.unreadable", question, f"options[{n}].text", str(error))
            continue
        if (chef, assistant) != (option.programs.chef, option.programs.assistant):
            yield finding("N5.text-differs", question, f"options[{n}].text", "read back, the text is another plan")


def read_back(kitchen: Kitchen, text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The two programs that an option's text tells. Raises ValueError where it tells none."""
    lines = text.split("\n")
    if len(lines) != 2 or not lines[0].startswith("Chef: ") or not lines[1].startswith("Assistant: "):
        raise ValueError("an option's text is one line for Chef and one for Assistant")
    chef, assistant = (_program(kitchen, line.partition(": ")[2]) for line in lines)
    return chef, assistant


def _program(kitchen: Kitchen, text: str) -> tuple[str, ...]:
    if text == "nothing to do.":
        return ()
    parts = re.split(r"(?:^| )\(([0-9]+)\) ", text)[1:]
    numbers, sentences = parts[::2], parts[1::2]
    if [int(n) for n in numbers] != list(range(1, len(numbers) + 1)):
        raise ValueError(f"the statements are numbered {', '.join(numbers)}")
    return tuple(_statement(kitchen, sentence) for sentence in sentences)


def _statement(kitchen: Kitchen, sentence: str) -> str:
    if not sentence.endswith("."):
        raise ValueError(f"no full stop: {sentence!r}")
    for form, program in _FORMS:
        found = re.fullmatch(form, sentence[:-1])
        if found:
            part = found.groupdict()
            return program.format(
                item=_item(part.get("item") or ""),
                place=_place(kitchen, part.get("place") or ""),
                steps=part.get("steps") or "",
            )
    raise ValueError(f"no statement: {sentence!r}")


def _item(text: str) -> str:
    if text == "an empty dish":
        return "dish"
    return text.removeprefix("the ").replace(" ", "_")


def _place(kitchen: Kitchen, text: str) -> str:
    if text in _PLACES or not text:
        return _PLACES.get(text, "")
    name = text.removeprefix("counter ").removeprefix("the ")
    if all(station.name != name for station in kitchen.layout.stations):
        raise ValueError(f"no such place: {text!r}")
    return name
