"""The second reader of prose agrees with the extractor on plain statements, and finds what makes a statement unsafe."""

from __future__ import annotations

import pytest

from schemas.facts import Fact
from tests.worlds.factpages import page
from tests.worlds.test_facts_prose import FIRM, STATED, TOWN
from validators.legs.cells import read_cell
from validators.legs.prose import CUES, alike, contradicted, doubt, said_at
from validators.legs.reader import read_page
from worlds.facts.reader import extract_facts
from worlds.facts.statements import STATEMENTS


def _fact(title: str, text: str) -> tuple[str, Fact]:
    source = page(f"<p>{text}</p>", title)
    return source.html, extract_facts(source).facts[0]


@pytest.mark.parametrize(("title", "text", "expected"), STATED)
def test_both_readers_agree(title: str, text: str, expected: dict[str, str]) -> None:
    source = page(f"<p>{text}</p>", title)
    facts = extract_facts(source).facts
    assert len(facts) == len(expected)
    for fact in facts:
        said = said_at(source.html, fact.start, fact.end)
        assert said is not None
        assert (said.words, said.section) == (fact.quote, "lead")
        assert doubt(said, fact.field, fact.label, title) is None
        assert contradicted(read_page(source.html), title, fact.field, fact.value) is None
        own = read_cell(fact.field, said.words)
        assert fact.value.type == "text" or own == fact.value


def test_every_field_of_prose_has_words_that_name_it() -> None:
    assert {statement.field for statement in STATEMENTS} <= set(CUES)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("in 1949", "in about 1949"), "circa"),
        (("in 1949", "in early 1949"), "circa"),
        (("1949", "1949 or 1950"), "range"),
        (("1949", "1949–1950"), "range"),
        (("in 1949", "between 1949"), "circa"),
        (("The bank was", "Wheel was"), "other-subject"),
        (("founded", "sold"), "no-such-field"),
    ],
)
def test_words_that_make_a_statement_unsafe_are_found(change: tuple[str, str], code: str) -> None:
    """Each is planted behind the extractor's back, with the span of the plain statement."""
    html, _ = _fact("Axle", FIRM + " The bank was founded in 1949 when two families joined.")
    html = html.replace(*change)
    start = html.index("1949")
    said = said_at(html, start, start + 4)
    assert said is not None
    assert doubt(said, "founded", "founded", "Axle") == code


def test_a_span_in_no_paragraph_of_the_article_is_no_prose() -> None:
    for holder in ("<table><tr><td><p>{}</p></td></tr></table>", "<blockquote><p>{}</p></blockquote>", "<div>{}</div>"):
        html = page(holder.format("Axle was founded in 1949.")).html
        start = html.index("1949")
        assert said_at(html, start, start + 4) is None
    assert said_at("<p>1949</p>", 3, 70) is None


def test_sections_are_named_by_the_heading_above() -> None:
    html = page("<p>One.</p><h2>A</h2><h3>B <i>C</i></h3><p>Axle was founded in 1949.</p><h2>D</h2>").html
    start = html.index("1949")
    said = said_at(html, start, start + 4)
    assert said is not None
    assert said.section == "B C"


def test_another_sentence_or_the_infobox_may_only_agree() -> None:
    _, fact = _fact("Axle", FIRM + " It was founded in 1949.")
    rows = '<table class="infobox"><tr><th>Founded</th><td>{}</td></tr></table>'
    for body, agrees in (
        (rows.format("1949"), True),
        (rows.format("5 May 1949"), True),
        (rows.format("1950"), False),
        (rows.format("c. 1949"), False),
        ("<h2>History</h2><p>Axle was founded in 1949.</p>", True),
        ("<h2>History</h2><p>Axle was founded in 1950.</p>", False),
        ("<h2>History</h2><p>Wheel was founded in 1950.</p>", True),
    ):
        reading = read_page(page(f"<p>{FIRM}</p>{body}", "Axle").html)
        assert (contradicted(reading, "Axle", "founded", fact.value) is None) == agrees, body


def test_rounding_is_no_contradiction() -> None:
    one = extract_facts(page(f"<p>{TOWN} It has a population of 12,345 and covers 104 km2.</p>", "Ulmen")).facts
    two = extract_facts(page(f"<p>{TOWN} It has a population of 12,000 and covers 40 sq mi.</p>", "Ulmen")).facts
    six = extract_facts(page(f"<p>{TOWN} It has a population of 12,346 and covers 120 km2.</p>", "Ulmen")).facts
    assert all(alike(a.value, b.value) for a, b in zip(one, two, strict=True))
    assert not any(alike(a.value, b.value) for a, b in zip(one, six, strict=True))
