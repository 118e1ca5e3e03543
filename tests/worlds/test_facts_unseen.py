"""What a page hides by classes, style sheets and what holds it is no fact, nor is an infobox of something else."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from tests.worlds.factpages import box, fact, page, reason, row
from validators.legs.prose import said_at
from validators.legs.reader import read_page
from validators.legs.readings import Unread
from worlds.describe import describe_page
from worlds.facts.reader import extract_facts
from worlds.facts.structure import read_structure
from worlds.facts.visibility import hidden_classes
from worlds.pages import Page
from worlds.parsoid import is_parsoid, own_infoboxes, page_categories
from worlds.zim import ZimSource

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
STATES = DATA / "wikipedia-html" / "United_States.html.xz"
ZIM = DATA / "wikipedia_en_ray_charles_2015-06.zim"

HIDES = [
    'class="noprint"', 'class="sr-only"', 'class="big visually-hidden"', 'class="screen-reader-text"', "hidden",
    'hidden="until-found"', 'style="display:none"', 'class="printonly"',
]  # fmt: skip
SHOWS = ['class="nowrap"', 'aria-hidden="true"', 'class="bold"', 'style="white-space:nowrap"', 'class="nomobile"']
BOX = box("city", row("Population", "5,000"))
LEAD = "<p><b>Ulmen</b> is a city. Ulmen has a population of 5,000.</p>"


def second(html: str, field: str = "population") -> str | None:
    """What the second reader says: the value, `refused`, or None where no row names the field."""
    said = read_page(html).read(field)
    return None if said is None else "refused" if isinstance(said, Unread) else getattr(said, "value", "?")


@pytest.mark.parametrize("attribute", HIDES)
def test_hidden_figures_are_no_part_of_a_number(attribute: str) -> None:
    sheet = page(box("city", row("Population", f"<span {attribute}>9</span>5,000")))
    assert fact(extract_facts(sheet), "population").quote == "5,000"
    assert second(sheet.html) == "5000"
    alone = page(box("city", row("Population", f"<span {attribute}>5,000</span>")))
    assert reason(extract_facts(alone), "population") == "no-value"
    assert second(alone.html) == "refused"


@pytest.mark.parametrize("attribute", SHOWS)
def test_what_is_seen_counts(attribute: str) -> None:
    sheet = page(box("city", row("Population", f"<span {attribute}>9</span>5")))
    assert fact(extract_facts(sheet), "population").quote == "95"
    assert second(sheet.html) == "95"


@pytest.mark.parametrize("held", [f"<div {attribute}>{{}}</div>" for attribute in HIDES] + [
    "<template>{}</template>", "<details><summary>More</summary>{}</details>", "<noscript>{}</noscript>",
    "<div style='display:none'><div>{}</div></div>", "<dialog>{}</dialog>",
])  # fmt: skip
def test_nothing_that_stands_in_something_hidden_is_said(held: str) -> None:
    sheet = page(held.format(BOX), "Ulmen")
    assert extract_facts(sheet).facts == ()
    assert second(sheet.html) is None
    prose = page(held.format(LEAD), "Ulmen")
    assert extract_facts(prose).facts == ()
    at = prose.html.index("5,000")
    assert said_at(prose.html, at, at + 5) is None
    assert extract_facts(page(f"<details open>{BOX}</details>")).facts


def test_a_hidden_infobox_neither_speaks_nor_contradicts() -> None:
    hidden = box("city", row("Population", "6,000")).replace("<table", '<table style="display:none"')
    sheet = page(hidden + BOX)
    assert fact(extract_facts(sheet), "population").quote == "5,000"
    assert second(sheet.html) == "5000"


@pytest.mark.parametrize(
    ("rules", "hidden"),
    [
        (".x{display:none}", True),
        (".mw-parser-output .x{display:none}", True),
        ("span.x , .y { color:red; visibility:hidden }", True),
        ("/* .x{} */ .x{font-size:0}", True),
        (".a{b:c}@media print{.z{color:red}}.x{display:none}", True),
        ("@media print{.x{display:none}}", False),
        ("@media (max-width:640px){.x{display:none}.q{color:red}}", False),
        (".y .x{display:none}", False),
        (".x:hover{display:none}", False),
        (".x::before{display:none}", False),
        ("/* .x{display:none} */", False),
        (".x{color:red}", False),
        (".xy{display:none}", False),
        ("@import 'a.css'; .x{display:none}", True),
        (".q{color:red} /* .x{} /* */ .x{display:none}", True),
        ("@supports (a:b){.q{c:d}.x{display:none}}", False),
        (".q{.x{display:none}}", False),
    ],
)
def test_style_sheets_of_the_page_hide_by_a_class_alone(rules: str, hidden: bool) -> None:
    """Where a rule holds only somewhere or sometimes, the words are taken as seen."""
    cell = f'<style data-mw-deduplicate="r1">{rules}</style><span class="x">9</span>5'
    sheet = page(box("city", row("Population", cell)))
    assert fact(extract_facts(sheet), "population").quote == ("5" if hidden else "95")
    assert second(sheet.html) == ("5" if hidden else "95")


def test_an_infobox_below_the_lead_is_not_about_the_page() -> None:
    """A battle in the article on a town: its figures are not the town's."""
    for below in (f"{LEAD}<h2>Battle</h2><p>It took a day.</p>{BOX}", f"<h2>Battle</h2><p>Long.</p><div>{BOX}</div>"):
        sheet = page(below.replace("has a population of 5,000", "is old"), "Ulmen")
        assert extract_facts(sheet).facts == ()
        assert second(sheet.html) is None
    above = page(f"{LEAD}{BOX}<h2>Battle</h2><p>It took a day.</p>", "Ulmen")
    assert fact(extract_facts(above), "population").section == "infobox"
    assert second(above.html) == "5000"


PARSOID = '<section data-mw-section-id="0" id="mwAQ">{}</section><section data-mw-section-id="1" id="mwAg">{}</section>'


def test_of_parsoid_pages_the_lead_section_holds_the_infobox() -> None:
    lead, later = page(PARSOID.format(BOX, "<h2>A</h2>")), page(PARSOID.format("<p>x</p>", f"<h2>A</h2>{BOX}"))
    assert fact(extract_facts(lead), "population").quote == "5,000"
    assert second(lead.html) == "5000"
    assert extract_facts(later).facts == ()
    assert second(later.html) is None
    assert not is_parsoid(page(BOX).html)


def test_parsoid_pages_name_their_categories() -> None:
    named = '<link rel="mw:PageProp/Category" href="./Category:{}"/>'
    links = named.format("Old_towns") + named.format("Capitals#Ulmen") + '<link rel="mw:PageProp/Category" href="x">'
    assert page_categories(PARSOID.format(links, named.format("Old_towns"))) == ("Capitals", "Old towns", "x")
    assert page_categories(links) is None
    assert describe_page(page(PARSOID.format(BOX, links))).categories == ("Capitals", "Old towns", "x")
    assert describe_page(page(BOX)).categories is None


@pytest.mark.skipif(not STATES.is_file(), reason="the shared article on the United States isn't here")
def test_a_real_parsoid_article_is_read_by_its_sections() -> None:
    html = lzma.decompress(STATES.read_bytes()).decode()
    assert [box.at for box in read_structure(html, "United States").boxes][:1] == [
        read_structure(html, "x").lines.offset(tag.sourceline or 0, tag.sourcepos or 0) for tag in own_infoboxes(html)
    ]
    categories = describe_page(Page("United States", html, "1", "https://x.invalid/")).categories
    assert categories is not None
    assert {"United States", "Good articles"} <= set(categories)


@pytest.mark.skipif(not ZIM.is_file(), reason="the shared Kiwix file isn't here")
def test_of_older_html_the_parser_of_parsoid_finds_nothing() -> None:
    """Why BeautifulSoup alone reads it: 126 tables are infoboxes, and none is found."""
    source = ZimSource(ZIM)
    pages = [source.get(title).html for title in source.titles()]
    assert not any(map(is_parsoid, pages))
    assert [own_infoboxes(html) for html in pages] == [[]] * len(pages)


@pytest.mark.parametrize("flood", ["<style>", "<style>/*", "<style>a{", "<style>@a{", "<style>a{b{"])
def test_floods_of_style_sheets_are_read_in_bounded_time(flood: str) -> None:
    """A reader that starts again at every one would need hours."""
    assert hidden_classes(flood * 200_000 + "</style>") == frozenset()
    assert hidden_classes("<style>" + "/*" * 500_000 + "</style>") == frozenset()
    assert hidden_classes("<style>" + "a" * 900_000 + "{b{}}.x{display:none}</style>") == {"x"}


@pytest.mark.parametrize("lead", ["<div>" * 110_000, '<div class="infobox">' * 101, "x" * 2**19])
def test_leads_above_all_bounds_have_no_infobox(lead: str) -> None:
    html = PARSOID.format(lead + BOX, "<p>x</p>")
    assert own_infoboxes(html) == []
    assert page_categories(html + " " * 2**23) is None
