"""Pages that no wiki would serve end in a bounded read or one typed error, never in a wrong value or a traceback."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.errors import InputError
from tests.worlds.factpages import box, page, reason, row
from validators.legs.reader import read_page
from worlds.describe import describe_page
from worlds.facts import read_facts
from worlds.facts.reader import extract_facts
from worlds.pages import Page

GOOD = row("Population", "5")
MANY = 50_000

UNBOUNDED = {
    "open spans": (box("city", row("Country", "<span>" * MANY + "X")), ("country", "too-long")),
    "closed spans": (box("city", row("Country", "<b>" * MANY + "X" + "</b>" * MANY)), ("country", "too-long")),
    "ends of nothing": (box("city", row("Country", "<b>" * MANY + "</i>" * MANY + "X")), ("country", "too-long")),
    "nested tables": (box("city", row("Country", "<table><tr><td>" * MANY)), ("country", "too-long")),
    "a long cell": (box("city", row("Population", "1," * 2_500_000)), ("population", "too-long")),
    "many digits": (box("city", row("Elevation", "1" * 1_999)), ("elevation", "unit")),
    "many points": (box("city", row("Coordinates", "1°" * MANY)), ("coordinates", "too-long")),
    "many links": (box("city", row("Country", '<a href="./X">' * MANY)), ("country", "too-long")),
    "ampersands": (box("city", row("Population", "&" * MANY)), ("population", "too-long")),
    "nul": (box("city", row("Population", "5\0")), ("population", "hidden")),
    "a five megabyte table": (
        box("city", "".join(row("Population", f"{number}<i></i>{' ' * 200}") for number in range(1, 20_000))),
        ("population", "two-readings"),
    ),
}

POINTLESS = {
    "comments without end at the very end": "<!--" * 1_000_000 + "infobox",
    "declarations": "<!" * 1_000_000 + "infobox",
    "instructions": "<?" * 1_000_000 + "infobox",
    "tags without end": "<a" * 1_000_000 + "infobox",
    "references": "infobox" + "&#" * 1_000_000,
    "scripts": "infobox" + "<script>" * MANY,
    "boxes in boxes": '<table class="infobox"><tr><td>' * MANY,
    "attributes": '<table class="infobox" ' + " ".join(f"a{number}=b" for number in range(MANY)) + ">",
    "a long label": f'<table class="infobox">{row("<b>P</b>" * MANY, "1")}</table>',
    "a long description": f'<table class="infobox"><tr><th class="description">{"by " * MANY}</th></tr></table>',
    "empty": "",
}


@pytest.mark.parametrize("name", UNBOUNDED)
def test_unbounded_cells_are_refused(name: str) -> None:
    html, expected = UNBOUNDED[name]
    sheet = extract_facts(page(html))
    assert sheet.facts == ()
    assert expected in {(refusal.field, refusal.reason) for refusal in sheet.refusals}
    assert all(len(refusal.quote) <= 200 for refusal in sheet.refusals)


@pytest.mark.parametrize("name", POINTLESS)
def test_pages_without_sense_have_no_facts(name: str) -> None:
    sheet = extract_facts(Page("T", POINTLESS[name], "1", "https://x.invalid/"))
    assert (sheet.facts, sheet.refusals) == ((), ())


def test_a_page_larger_than_any_article_is_named() -> None:
    with pytest.raises(InputError, match=r"'Some page': .* at most"):
        extract_facts(page(box("city", GOOD) + " " * (32 * 1024 * 1024)))


def test_comments_that_never_end_are_named() -> None:
    with pytest.raises(InputError, match=r"'Some page': .*comments that never end"):
        extract_facts(page(box("city", GOOD) + "<!-- x" * 100_000))


def test_half_a_character_is_named() -> None:
    with pytest.raises(InputError, match="surrogate"):
        read_facts(page(box("city", row("Country", "\ud800"))))


def test_a_table_of_fifty_megabytes_is_refused_before_it_is_parsed() -> None:
    table = "<table>" + "<tr><td>5</td></tr>" * (50 * 1024 * 1024 // 18) + "</table>"
    with pytest.raises(InputError, match=r"'Some page': 5\d+ characters"):
        extract_facts(page(box("city", GOOD) + table))


STATED = "<p>Some page is a town. It has a population of 12,345.</p>"

HOSTILE_PROSE = {
    "a large table before it": ("<table>" + "<tr><td>5</td></tr>" * MANY + "</table>" + STATED, {"12,345"}),
    "a script before it": ("<script>" + "'<p>It has a population of 5.</p>'" * 100 + "</script>" + STATED, {"12,345"}),
    "in a script that never ends": ("<script>" + STATED, set()),
    "in a comment that never ends": ("<!-- " + STATED, set()),
    "in an attribute": (f'<i title="{STATED}">x</i>', set()),
    "paragraphs without end": ("<p>" * MANY, set()),
    "sentences without end": ("<p>Some page is a town " + "founded by Al Roe and " * 5000 + "in 1950", set()),
    "one long paragraph": ("<p>" + "Some page is a town. " * 50_000 + STATED, {"12,345"}),
    "parentheses that never close": ("<p>Some page " + "(" * MANY + " is a town.</p>", set()),
    "headings in headings": ("<h2>" * MANY + STATED, set()),
    "a forest of headings": ("<h2>x</h2>" * 20_000 + "<p>Some page has a population of 12,345.</p>", set()),
    "elements nested by the thousand": ("<div>" * MANY + STATED, {"12,345"}),
    "bold by the thousand": ("<p>" + "<b>" * MANY + "Some page is a town. It has a population of 5.", set()),
    "spaces": ("<p>Some page is a town. It was founded" + " " * MANY + "in 1950.</p>", {"1950"}),
    "many links": ("<p>Some page is a town " + '<a href="./X">Xa</a>' * MANY + "</p>", set()),
    "a direction override": ("<p>Some page is a town. It has a population of \u202e5,000.</p>", set()),
    "a space of no width": ("<p>Some page is a town. It has a population of 5\u200b0.</p>", set()),
    "nul": ("<p>Some page is a town. It has a population of 5\0,000.</p>", set()),
    "our own marks": ("<p>Some page is a town. It was founded in \ue001\ue001\ue001\ue001.</p>", set()),
    "a hidden figure": ("<p>Some page is a town. It has a population of 5<i hidden>6</i>.</p>", {"5"}),
}


@pytest.mark.parametrize("name", HOSTILE_PROSE)
def test_hostile_prose_is_read_right_or_not_at_all(name: str) -> None:
    html, expected = HOSTILE_PROSE[name]
    assert {fact.quote for fact in extract_facts(page(html)).facts} == expected


@pytest.mark.parametrize("cut", range(1, 60))
def test_a_sentence_that_is_cut_off_gives_no_part_of_a_value(cut: int) -> None:
    whole = page(STATED + "<p>Some page was founded on 12 May 1850.</p>").html
    html = whole[: whole.index("12,345") + cut]
    values = {fact.quote for fact in extract_facts(Page("Some page", html, "1", "u")).facts}
    assert values <= {"12,345", "12 May 1850"}


@given(st.text(alphabet="<>/!-=\"'& ;#tdpbh2 1950,.()\n", max_size=120), st.integers(0, 3))
def test_no_markup_around_prose_ends_in_an_exception(junk: str, where: int) -> None:
    html = (junk + STATED, STATED + junk, f"<p>Some page is {junk} a town. {junk}</p>", f"<h2>{junk}</h2>{STATED}")[
        where
    ]
    source = page(html)
    for fact in extract_facts(source).facts:
        assert source.html[fact.start : fact.end].strip()


@pytest.mark.parametrize("cut", range(1, 40))
def test_a_page_that_is_cut_off_gives_no_part_of_a_value(cut: int) -> None:
    """1,234 cut to 1 or 12 must not be a population."""
    whole = page(box("city", row("Population", "1,234"), row("Area", "12 km<sup>2</sup>"))).html
    html = whole[: whole.index("1,234") + cut]
    values = {fact.quote for fact in extract_facts(Page("T", html, "1", "u")).facts}
    assert values <= {"1,234", "12 km2"}


def test_direction_overrides_in_values_are_refused_and_in_titles_kept() -> None:
    sheet = extract_facts(page(box("city", row("Country", "\u202eecnarF"), row("Population", "5\u200b0")), "\u202eT"))
    assert sheet.title == "\u202eT"
    assert {(refusal.field, refusal.reason) for refusal in sheet.refusals} == {
        ("country", "hidden"),
        ("population", "hidden"),
    }


@given(st.text(alphabet="<>/!-=\"'& ;#tdrhspan infobox1m\n", max_size=200), st.integers(0, 3))
def test_no_markup_ends_in_an_exception(junk: str, where: int) -> None:
    good = box("city", row("Country", junk), row(junk, "5"), GOOD)
    html = (junk + good, good + junk, f'<table class="infobox">{junk}</table>' + good, junk)[where]
    source = page(html)
    for fact in extract_facts(source).facts:
        assert source.html[fact.start : fact.end].strip()


LONG = 20_000
ENDLESS = "&#" + "9" * 4_400 + ";"


@pytest.mark.parametrize(
    "html",
    [
        box("city", GOOD) + f"<p>Some page {ENDLESS}</p>",
        box("city", GOOD) + f"<a href='{ENDLESS}'>x</a>",
        box("city", row("Population", f"<i title='{ENDLESS}'>5</i>")),
    ],
)
def test_a_reference_to_no_character_is_no_number_to_fail_on(html: str) -> None:
    source = page(html)
    assert [fact.quote for fact in extract_facts(source).facts] == ["5"]
    assert describe_page(source).length == len(source.html)
    assert read_page(source.html).read("population") == extract_facts(source).facts[0].value


def test_a_value_beside_a_reference_to_no_character_is_refused() -> None:
    cell = "&#" + "9" * 200 + ";5"
    assert reason(extract_facts(page(box("city", row("Population", cell)))), "population") == "hidden"


@pytest.mark.parametrize("style", ["transform:" * LONG, "text-decoration:x " * LONG, "filter:" * LONG, "/*" * LONG])
@pytest.mark.parametrize("where", ["attribute", "sheet"])
def test_a_style_without_end_takes_time_in_proportion(style: str, where: str) -> None:
    """Looked at anew from each colon, tens of kilobytes take seconds, and megabytes hours."""
    span = f"<span style='{style}'>9</span>" if where == "attribute" else "9"
    sheet = f"<style>.a{{{style}}}</style>" if where == "sheet" else ""
    assert [fact.quote for fact in extract_facts(page(sheet + box("city", row("Population", span)))).facts] == ["9"]
