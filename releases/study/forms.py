"""What participants get: a form each as a page to read and print, and tables to load into a panel's own survey."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final

from releases.exports.cells import write_table
from releases.study.key import KEY_FILE, Seat
from schemas.canonical import canonical_bytes
from schemas.triplets import Triplet

__all__ = ["ANSWER_COLUMNS", "ELIGIBILITY", "INSTRUCTIONS", "study_files"]

ELIGIBILITY: Final = (
    "You have finished secondary education (high school).",
    "You are fluent in English.",
)
INSTRUCTIONS: Final = (
    "Work every question out in your head, or by hand with pen and paper.",
    "Use no calculator, no search engine, no assistant, and ask nobody.",
    "Give one answer to each question, even if you are not sure. Where a number is asked for, write the number; "
    "where things are asked for, name them as the question does.",
    "Take the questions in the order in which they stand. They don't belong together.",
)
ANSWER_COLUMNS: Final = ("participant", "question", "answer")
"""The columns in which answers come back; others may stand beside them."""

PANEL_COLUMNS: Final = ("participant", "turn", "question", "text")

STYLE: Final = """\
:root { color-scheme: light dark }
body { font: 1.0625rem/1.55 system-ui, sans-serif; max-width: 42rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.5rem; line-height: 1.25 } h2 { font-size: 1.125rem; margin: 2rem 0 .5rem }
section { border-top: 1px solid; padding: 1rem 0; break-inside: avoid }
label { display: block; margin: .75rem 0 .25rem; font-weight: 600 }
input { font: inherit; width: 100%; box-sizing: border-box; padding: .5rem; border: 1px solid; border-radius: .25rem }
.who { font-variant-numeric: tabular-nums }
@media print { body { max-width: none } input { border-width: 0 0 1px; border-radius: 0 } }
"""

README: Final = """\
# A human study of {items} items

{people} people, {load} questions each at most; {seats} answers in all. Nobody gets two forms of one item.

- `forms/`: one page a participant, to read on a screen or to print. No scripts, no links, nothing is sent anywhere.
- `panel.csv`: the same questions as a table (participant, turn, question, text), for a panel's own survey tool.
- `answers.csv`: where answers come back, one row a question. Leave the cell empty where nobody answered.
- `{key}`: which item and form stands behind each question. It stays with you; nobody who answers may see it.

Who may take part:

{eligibility}

What they are told:

{instructions}

When the answers are in: `benchwright triplets study table ITEMS {key} answers.csv`.
"""


def study_files(items: Sequence[Triplet], seats: Sequence[Seat]) -> dict[str, bytes]:
    """Every file of a study by its relative path."""
    by_id = {item.id: item for item in items}
    people: dict[str, list[Seat]] = {}
    for seat in seats:
        people.setdefault(seat.participant, []).append(seat)
    files = {f"forms/{name}.html": _page(name, own, by_id) for name, own in people.items()}
    rows = [
        (name, str(turn), seat.question, _text(seat, by_id))
        for name, own in people.items()
        for turn, seat in enumerate(own, start=1)
    ]
    files["panel.csv"] = write_table(PANEL_COLUMNS, rows)
    files["answers.csv"] = write_table(ANSWER_COLUMNS, ((seat.participant, seat.question, "") for seat in seats))
    files[KEY_FILE] = b"".join(canonical_bytes(seat) + b"\n" for seat in seats)
    load = max(len(own) for own in people.values())
    told = README.format(
        items=len({seat.item for seat in seats}), people=len(people), load=load, seats=len(seats), key=KEY_FILE,
        eligibility="\n".join(f"- {line}" for line in ELIGIBILITY),
        instructions="\n".join(f"- {line}" for line in INSTRUCTIONS),
    )  # fmt: skip
    files["README.md"] = told.encode()
    return files


def _text(seat: Seat, items: Mapping[str, Triplet]) -> str:
    item = items[seat.item]
    return {
        "commonsense": item.question_commonsense,
        "math": item.question_math,
        "composition": item.question_composition,
    }[seat.form]


def _page(name: str, own: Sequence[Seat], items: Mapping[str, Triplet]) -> bytes:
    return ("\n".join(_lines(name, own, items)) + "\n").encode()


def _lines(name: str, own: Sequence[Seat], items: Mapping[str, Triplet]) -> Iterator[str]:
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="robots" content="noindex">'
    yield f"<title>Questions for {escape(name)}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>"
    yield f'<h1>{len(own)} short questions</h1>\n<p class="who">Participant {escape(name)}</p>'
    yield "<h2>Before you begin</h2>\n<p>You can take part if:</p>\n<ul>"
    yield from (f"<li>{escape(line)}</li>" for line in ELIGIBILITY)
    yield "</ul>\n<h2>How to answer</h2>\n<ul>"
    yield from (f"<li>{escape(line)}</li>" for line in INSTRUCTIONS)
    yield "</ul>"
    for turn, seat in enumerate(own, start=1):
        yield f'<section>\n<h2 id="t{turn}">Question {turn}</h2>\n<p>{escape(_text(seat, items))}</p>'
        yield f'<label for="{seat.question}">Your answer</label>'
        yield f'<input id="{seat.question}" name="{seat.question}" autocomplete="off" aria-describedby="t{turn}">'
        yield "</section>"
    yield "</main>\n</body>\n</html>"
