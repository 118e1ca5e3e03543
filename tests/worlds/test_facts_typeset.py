"""What a page shows is not always what its source spells: raised, struck, unseen and reversed figures."""

from __future__ import annotations

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from schemas.values import NumberValue
from tests.worlds.factpages import box, fact, page, read, reason, row
from validators.legs.reader import read_page
from validators.legs.readings import Unread
from worlds.facts.reader import extract_facts

UNSEEN = [
    "opacity:0", "opacity: 0.0 !important", "font-size:0", "FONT-SIZE : 0px", "display:none", "visibility:collapse",
    "position:absolute;left:-9999px", "text-indent:-999em", "margin-left:-5000px", "color:transparent",
    "text-decoration: line-through", "position:absolute;clip:rect(0,0,0,0)", "clip: rect(1px, 1px, 1px, 1px)",
    "clip-path:inset(50%)", "width:1px;height:1px;overflow:hidden", "content-visibility:hidden",
    "transform: scale(0)", "color:rgba(0, 0, 0, 0)", "filter:opacity(0)",
]  # fmt: skip
SEEN = [
    "opacity:0.5",
    "font-size:0.8em",
    "font-size:90%",
    "text-indent:-1em",
    "left:-2px",
    "background-color:transparent",
    "white-space:nowrap",
    "clip:auto",
    "clip:rect(0, 60px, 200px, 0)",
    "width:10px;overflow:hidden",
    "max-width:1px",
    "color:rgba(0,0,0,0.9)",
    "transform:scale(0.5)",
]
OFF_LINE = ("<sup>{}</sup>", "<sub>{}</sub>", "<span style='vertical-align: super'>{}</span>", "<sup><i>{}</i></sup>")
TURNED = ("<bdo dir=rtl>{}</bdo>", "<span style='direction:rtl;unicode-bidi:bidi-override'>{}</span>")


def by_second(kind: str, label: str, cell: str, field: str) -> str:
    """What the second reader says: a number's figures, or why none."""
    said = read_page(page(box(kind, row(label, cell))).html).read(field)
    assert isinstance(said, Unread | NumberValue)
    return said.reason if isinstance(said, Unread) else said.value


@given(st.integers(1, 9999), st.integers(0, 999), st.sampled_from(OFF_LINE))
def test_figures_off_the_line_are_never_glued_to_a_number(number: int, mark: int, off: str) -> None:
    """10⁶ would be read as 106, and the mark of a note as a last digit."""
    for cell in (f"{number}{off.format(mark)}", f"{off.format(mark)}{number}"):
        assert reason(read("city", "Population", cell), "population") == "typeset"
        assert by_second("city", "Population", cell, "population") == "typeset"


@pytest.mark.parametrize(
    ("kind", "label", "cell", "field"),
    [
        ("city", "Area", "10<sup>2</sup> km<sup>2</sup>", "area"),
        ("city", "Population", "500<sup>1</sup> (2010)", "population"),
        ("city", "Population", "5 <sup>000</sup>", "population"),
        ("person", "Height", "180<sup>1</sup> m", "height"),
        ("film", "Budget", "$5<sup>2</sup> million", "budget"),
        ("film", "Running time", "9<sup>1</sup> minutes", "running_time"),
        ("city", "Population", "<sup>5,000</sup>", "population"),
        ("city", "Population", "<sub>5,000</sub>", "population"),
        ("city", "Elevation", "<span style='vertical-align:sub'>120</span> m", "elevation"),
        ("film", "Budget", "$<sup>5 million</sup>", "budget"),
        ("person", "Height", "1.80 m <sup>2</sup>", "height"),
    ],
)
def test_so_are_those_in_other_cells(kind: str, label: str, cell: str, field: str) -> None:
    assert reason(read(kind, label, cell), field) == by_second(kind, label, cell, field) == "typeset"


def test_dates_and_sentences_with_figures_off_the_line_say_nothing() -> None:
    assert reason(read("person", "Born", "195<sup>2</sup>"), "born") == "typeset"
    lead = "<p><b>Ulmen</b> is a city. Ulmen has a population of {}.</p>"
    assert reason(extract_facts(page(lead.format("10<sup>6</sup>"), "Ulmen")), "population") == "typeset"
    assert reason(extract_facts(page(lead.format("<bdo dir=rtl>5,012</bdo>"), "Ulmen")), "population") == "typeset"
    assert fact(extract_facts(page(lead.format("<s>4,000</s> 5,000"), "Ulmen")), "population").quote == "5,000"
    assert extract_facts(page(lead.format("<del>4,000</del>"), "Ulmen")).facts == ()


@given(st.integers(1, 9999))
def test_square_kilometres_keep_their_raised_figure(number: int) -> None:
    cell = f"{number} km<sup>2</sup>"
    assert fact(read("city", "Area", cell), "area").quote == f"{number} km2"
    assert by_second("city", "Area", cell, "area") == str(number)


@pytest.mark.parametrize("style", UNSEEN)
def test_what_nobody_sees_is_no_figure_of_a_number(style: str) -> None:
    cell = f'<span style="{style}">9</span>5,000'
    assert fact(read("city", "Population", cell), "population").quote == "5,000"
    assert by_second("city", "Population", cell, "population") == "5000"
    inside = f'5<span style="{style}">1</span>,000'
    assert reason(read("city", "Population", inside), "population") == "hidden"


@pytest.mark.parametrize("style", UNSEEN)
def test_rows_and_paragraphs_that_nobody_sees_say_nothing(style: str) -> None:
    for unseen in (
        f'<tr style="{style}"><th>Population</th><td>5,000</td></tr>',
        f'<tr><th>Population</th><td style="{style}">5,000</td></tr>',
    ):
        html = page(box("city", unseen))
        assert extract_facts(html).facts == ()
        said = read_page(html.html).read("population")
        assert said is None or isinstance(said, Unread)
    lead = f'<p style="{style}"><b>Ulmen</b> is a city. Ulmen has a population of 5,000.</p>'
    assert extract_facts(page(lead, "Ulmen")).facts == ()


@pytest.mark.parametrize("style", SEEN)
def test_small_and_pale_figures_are_seen(style: str) -> None:
    cell = f'<span style="{style}">9</span>5'
    assert fact(read("city", "Population", cell), "population").quote == "95"
    assert by_second("city", "Population", cell, "population") == "95"


@pytest.mark.parametrize("tag", ["s", "del", "strike"])
def test_struck_text_is_not_said(tag: str) -> None:
    for cell, expected in ((f"<{tag}>5,000</{tag}> 6,000", "6000"), (f"<{tag}>5,000</{tag}>", "no-value")):
        sheet = read("city", "Population", cell)
        assert by_second("city", "Population", cell, "population") == expected
        if expected == "no-value":
            assert reason(sheet, "population") == expected
        else:
            assert fact(sheet, "population").quote == "6,000"


@pytest.mark.parametrize("turned", TURNED)
def test_reversed_text_is_refused(turned: str) -> None:
    cell = turned.format("5,012")
    assert reason(read("city", "Population", cell), "population") == "typeset"
    assert by_second("city", "Population", cell, "population") == "typeset"
    assert reason(read("film", "Producer", turned.format("Jane Doe")), "producer") == "typeset"


@pytest.mark.parametrize("cell", ["5.000", "10.000", "5.0"])
def test_a_count_with_decimals_may_be_thousands(cell: str) -> None:
    assert reason(read("city", "Population", cell), "population") == "grouping"
    assert by_second("city", "Population", cell, "population") == "not-a-count"


def test_a_sum_with_three_decimals_may_be_thousands() -> None:
    assert reason(read("film", "Box office", "$150.000"), "box_office") == "grouping"
    assert by_second("film", "Box office", "$150.000", "box_office") == "grouping"
    assert fact(read("film", "Box office", "$1.125 million"), "box_office").quote == "$1.125 million"


@pytest.mark.parametrize(
    ("metres", "sane"), [("0.3", False), ("0.5", True), ("1.8", True), ("3.1", False), ("18", False)]
)
def test_people_are_no_towers(metres: str, sane: bool) -> None:
    rows = row("Born", "1950"), row("Occupation", "smith"), row("Height", f"{metres} m")
    sheet = extract_facts(page(box("person", *rows)))
    second = read_page(page(box("person", *rows)).html).read("height")
    assert isinstance(second, Unread) is not sane
    assert (fact(sheet, "height").quote if sane else reason(sheet, "height")) == (
        f"{metres} m" if sane else "implausible"
    )
    assert fact(read("other", "Height", f"{metres} m"), "height")


@given(st.integers(1000, 2100), st.integers(-200, 200))
@example(1880, 120)
@example(1880, 121)
def test_nobody_dies_before_birth_or_lives_for_more_than_120_years(born: int, age: int) -> None:
    died = born + age
    assume(1000 <= died <= 2100)
    html = page(box("person", row("Born", f"5 May {born}"), row("Died", str(died)), row("Occupation", "smith")))
    sheet, second = extract_facts(html), read_page(html.html)
    if not 0 <= age <= 120:
        assert reason(sheet, "born") == reason(sheet, "died") == "implausible"
        assert second.read("born") == second.read("died") == Unread("implausible")
    else:
        assert fact(sheet, "born").quote == f"5 May {born}"
        assert fact(sheet, "died").quote == str(died)
        assert not isinstance(second.read("born"), Unread)


def test_a_death_in_prose_before_a_birth_in_the_infobox_refuses_both() -> None:
    lead = "<p><b>Ada Smith</b> (died 4 May 1940) was a smith.</p>"
    sheet = extract_facts(page(box("person", row("Born", "5 May 1950")) + lead, "Ada Smith"))
    assert sheet.facts == ()
    assert {refusal.reason for refusal in sheet.refusals} == {"implausible"}
