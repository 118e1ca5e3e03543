"""How a clue states a property of the page it leads to: in the noun phrase, in a clause after it, and as a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

__all__ = ["CONDITIONS", "Property"]


class Property(NamedTuple):
    """`modifiers` stand after the kind of page (`the album released in …`), `clauses` too, with a verb of their own;
    `statements` are whole sentences without their full stop.
    """

    modifiers: tuple[str, ...]
    clauses: tuple[str, ...]
    statements: tuple[str, ...]


def _done(*participles: str) -> Property:
    """A property that says what was done to a thing: `written by …`."""
    return Property(
        participles, tuple(f"that was {said}" for said in participles), tuple(f"it was {said}" for said in participles)
    )


def _owned(noun: str, *more: str) -> Property:
    """A property that names something of the page's: `the capital`. `more` are further modifiers."""
    return Property(
        (f"with the {noun} {{NAME:operand}}", *more),
        (f"whose {noun} is {{NAME:operand}}", f"that has {{NAME:operand}} as its {noun}"),
        (f"its {noun} is {{NAME:operand}}", f"{{NAME:operand}} is its {noun}"),
    )


def _in_place(noun: str, *more: str) -> Property:
    """A property that says inside of what the page's subject lies."""
    return Property(
        (f"in the {noun} {{NAME:operand}}", *more),
        (f"that lies in the {noun} {{NAME:operand}}", f"that the {noun} {{NAME:operand}} includes"),
        (f"it lies in the {noun} {{NAME:operand}}", f"the {noun} {{NAME:operand}} includes it"),
    )


CONDITIONS: Mapping[tuple[str, str], Property] = {
    ("released", "year"): Property(
        ("released in {YEAR:operand}", "from the year {YEAR:operand}"),
        ("that came out in {YEAR:operand}", "whose release was in {YEAR:operand}"),
        ("it came out in {YEAR:operand}", "it was released in {YEAR:operand}"),
    ),
    ("published", "year"): _done("published in {YEAR:operand}", "put into print in {YEAR:operand}"),
    ("recorded", "year"): _done("recorded in {YEAR:operand}", "recorded in the course of {YEAR:operand}"),
    ("written", "year"): _done("written in {YEAR:operand}", "put on paper in {YEAR:operand}"),
    ("founded", "year"): _done("founded in {YEAR:operand}", "set up in {YEAR:operand}"),
    ("born", "year"): Property(
        ("born in {YEAR:operand}", "with a birth year of {YEAR:operand}"),
        ("who was born in {YEAR:operand}", "whose life began in {YEAR:operand}"),
        ("this person was born in {YEAR:operand}", "{YEAR:operand} is this person's year of birth"),
    ),
    ("died", "year"): Property(
        ("deceased in {YEAR:operand}", "with {YEAR:operand} as year of death"),
        ("who died in {YEAR:operand}", "whose life ended in {YEAR:operand}"),
        ("this person died in {YEAR:operand}", "{YEAR:operand} is this person's year of death"),
    ),
    ("length", "equals"): Property(
        ("lasting {DURATION:operand}", "of {DURATION:operand}"),
        ("that lasts {DURATION:operand}", "whose playing time is {DURATION:operand}"),
        ("it lasts {DURATION:operand}", "it plays for {DURATION:operand}"),
    ),
    ("running_time", "equals"): Property(
        ("running for {NUMBER:operand} minutes", "of {NUMBER:operand} minutes"),
        ("that runs for {NUMBER:operand} minutes", "whose running time is {NUMBER:operand} minutes"),
        ("it runs for {NUMBER:operand} minutes", "it takes {NUMBER:operand} minutes to watch"),
    ),
    ("episodes", "equals"): Property(
        ("of {NUMBER:operand} episodes", "with {NUMBER:operand} episodes in all"),
        ("that has {NUMBER:operand} episodes", "that ran to {NUMBER:operand} episodes"),
        ("it has {NUMBER:operand} episodes", "it ran to {NUMBER:operand} episodes"),
    ),
    ("label", "equals"): _done(
        "issued on the label {NAME:operand}", "brought out by the label {NAME:operand}", "put out by {NAME:operand}"
    ),
    ("writer", "equals"): _done("written by {NAME:operand}", "penned by {NAME:operand}"),
    ("director", "equals"): _done("directed by {NAME:operand}", "made under the direction of {NAME:operand}"),
    ("producer", "equals"): _done("produced by {NAME:operand}", "made with {NAME:operand} as producer"),
    ("artist", "equals"): _done("performed by {NAME:operand}", "recorded by {NAME:operand}"),
    ("album", "equals"): _done("taken from the album {NAME:operand}", "first heard on the album {NAME:operand}"),
    ("composer", "equals"): Property(
        ("with music by {NAME:operand}", "set to music by {NAME:operand}"),
        ("whose music is by {NAME:operand}", "for which {NAME:operand} composed the music"),
        ("its music is by {NAME:operand}", "{NAME:operand} composed its music"),
    ),
    ("cinematographer", "equals"): _done("shot by {NAME:operand}", "filmed by {NAME:operand}"),
    ("editor", "equals"): _done("edited by {NAME:operand}", "cut by {NAME:operand}"),
    ("screenwriter", "equals"): Property(
        ("with a screenplay by {NAME:operand}", "after a screenplay by {NAME:operand}"),
        ("whose screenplay is by {NAME:operand}", "for which {NAME:operand} wrote the screenplay"),
        ("its screenplay is by {NAME:operand}", "{NAME:operand} wrote its screenplay"),
    ),
    ("distributor", "equals"): _done("distributed by {NAME:operand}", "brought to cinemas by {NAME:operand}"),
    ("network", "equals"): _done("shown on {NAME:operand}", "broadcast by {NAME:operand}"),
    ("genre", "equals"): Property(
        ("of the genre {NAME:operand}", "in the genre {NAME:operand}"),
        ("whose genre is {NAME:operand}", "that is filed under {NAME:operand}"),
        ("the genre is {NAME:operand}", "the summary box gives the genre as {NAME:operand}"),
    ),
    ("origin", "equals"): Property(
        ("originally from {NAME:operand}", "with roots in {NAME:operand}"),
        ("whose place of origin is {NAME:operand}", "whose roots are in {NAME:operand}"),
        ("the place of origin is {NAME:operand}", "the summary box gives {NAME:operand} as the place of origin"),
    ),
    ("language", "equals"): Property(
        ("in the language {NAME:operand}", "with {NAME:operand} as its language"),
        ("whose language is {NAME:operand}", "where the language is {NAME:operand}"),
        ("its language is {NAME:operand}", "the language there is {NAME:operand}"),
    ),
    ("time_zone", "equals"): Property(
        ("in the time zone {NAME:operand}", "with clocks set to {NAME:operand}"),
        ("that keeps the time of {NAME:operand}", "whose time zone is {NAME:operand}"),
        ("it keeps the time of {NAME:operand}", "its time zone is {NAME:operand}"),
    ),
    ("airport", "equals"): Property(
        ("served by {NAME:operand}", "with the airport {NAME:operand}"),
        ("whose airport is {NAME:operand}", "that is served by {NAME:operand}"),
        ("its airport is {NAME:operand}", "planes to it land at {NAME:operand}"),
    ),
    ("used_in", "equals"): Property(
        ("used in {NAME:operand}", "in use in {NAME:operand}"),
        ("that is used in {NAME:operand}", "that {NAME:operand} uses"),
        ("it is used in {NAME:operand}", "{NAME:operand} uses it"),
    ),
    ("part_of", "equals"): Property(
        ("within {NAME:operand}", "inside {NAME:operand}"),
        ("that is part of {NAME:operand}", "that lies within {NAME:operand}"),
        ("it is part of {NAME:operand}", "{NAME:operand} includes it"),
    ),
    ("country", "equals"): Property(
        ("belonging to {NAME:operand}", "of the country {NAME:operand}"),
        ("that belongs to {NAME:operand}", "whose country is {NAME:operand}"),
        ("it belongs to {NAME:operand}", "its country is {NAME:operand}"),
    ),
    ("region", "equals"): _in_place("world region"),
    ("subregion", "equals"): _in_place("subregion"),
    ("city", "equals"): Property(
        ("serving {NAME:operand}", "for the city {NAME:operand}"),
        ("that serves {NAME:operand}", "from which travellers go on to {NAME:operand}"),
        ("it serves {NAME:operand}", "travellers go on from it to {NAME:operand}"),
    ),
    ("capital", "equals"): _owned("capital", "governed from {NAME:operand}"),
    ("largest_city", "equals"): _owned("largest city"),
    ("currency", "equals"): _owned("currency", "paying in {NAME:operand}"),
    ("demonym", "equals"): Property(
        ("with the demonym {NAME:operand}", "of the people called {NAME:operand}"),
        ("whose demonym is {NAME:operand}", "whose people are called {NAME:operand}"),
        ("its people are called {NAME:operand}", "its demonym is {NAME:operand}"),
    ),
    ("population", "at_least"): Property(
        ("with at least {NUMBER:operand} people", "of {NUMBER:operand} people or more"),
        ("where at least {NUMBER:operand} people live", "that has {NUMBER:operand} people or more"),
        ("at least {NUMBER:operand} people live there", "it has {NUMBER:operand} people or more"),
    ),
    ("population", "below"): Property(
        ("with fewer than {NUMBER:operand} people", "home to fewer than {NUMBER:operand} people"),
        ("where fewer than {NUMBER:operand} people live", "that has fewer than {NUMBER:operand} people"),
        ("fewer than {NUMBER:operand} people live there", "it has fewer than {NUMBER:operand} people"),
    ),
    ("area", "at_least"): Property(
        ("covering at least {NUMBER:operand} square kilometres", "of {NUMBER:operand} square kilometres or more"),
        (
            "that covers {NUMBER:operand} square kilometres or more",
            "that spreads over at least {NUMBER:operand} square kilometres",
        ),
        ("it covers {NUMBER:operand} square kilometres or more", "it has at least {NUMBER:operand} square kilometres"),
    ),
    ("area", "below"): Property(
        (
            "covering less than {NUMBER:operand} square kilometres",
            "taking up less than {NUMBER:operand} square kilometres",
        ),
        (
            "that covers less than {NUMBER:operand} square kilometres",
            "that takes up less than {NUMBER:operand} square kilometres",
        ),
        (
            "it covers less than {NUMBER:operand} square kilometres",
            "it is smaller than {NUMBER:operand} square kilometres",
        ),
    ),
    ("elevation", "at_least"): Property(
        ("at least {NUMBER:operand} feet above sea level", "up at {NUMBER:operand} feet or higher"),
        (
            "that lies {NUMBER:operand} feet above sea level or higher",
            "where the ground is at {NUMBER:operand} feet or more",
        ),
        ("it lies {NUMBER:operand} feet above sea level or higher", "its ground is at {NUMBER:operand} feet or more"),
    ),
    ("elevation", "below"): Property(
        ("less than {NUMBER:operand} feet above sea level", "down below {NUMBER:operand} feet"),
        (
            "that lies lower than {NUMBER:operand} feet above sea level",
            "where the ground is below {NUMBER:operand} feet",
        ),
        ("it lies lower than {NUMBER:operand} feet above sea level", "its ground is below {NUMBER:operand} feet"),
    ),
}
"""By field and relation. A property that stands here can describe a page."""
