"""Sentences give a fact where they state one of the article's own subject in words with one reading, else none."""

from __future__ import annotations

import re
from html import unescape

import pytest

from schemas.facts import FactSheet
from schemas.values import CoordsValue, NumberValue, show_value
from tests.worlds.factpages import box, fact, page, reason, row
from validators.legs.prose import alike
from worlds.facts.reader import extract_facts


def prose(title: str, *sentences: str, kind: str | None = None, rows: str = "") -> FactSheet:
    """The sheet of a page of that title with this lead, and a box of that kind where one is named."""
    summary = box(kind, rows) if kind else ""
    return extract_facts(page(f"{summary}<p>{' '.join(sentences)}</p><h2>References</h2>", title))


def values(sheet: FactSheet) -> dict[str, str]:
    return {
        each.field: show_value(each.value) if isinstance(each.value, CoordsValue) else each.value.value
        for each in sheet.facts
        if each.in_prose
    }


TOWER = "The <b>Axle Tower</b> is a tower in <a href='./Ulm'>Ulm</a>."
TOWN = "<b>Ulmen</b> is a town in <a href='./Hesse'>Hesse</a>."
FIRM = "<b>Axle</b> is a British <a href='./Bank'>bank</a> based in Leeds."
FILM = "<i><b>Axle</b></i> is a drama film directed by <a href='./A_B'>A. B.</a>."

STATED = [
    # people
    (
        "Jo Doe",
        "<b>Jo Doe</b> (May 16, 1929<sup class='reference'>[1]</sup> – 26 September 1998) was an American singer.",
        {"born": "1929-05-16", "died": "1998-09-26"},
    ),
    ("Jo Doe", "<b>Joan Q. Doe</b> (born Joan Roe, May 1929) is a singer.", {"born": "1929-05"}),
    ("Jo Doe", "<b>Jo Doe</b> (1929 – 1998) was a poet.", {"born": "1929", "died": "1998"}),
    (
        "Jo Doe",
        "<b>Jo Doe</b> (/doʊ/; German: [doː]; 5 May 1929 – 1998) was a poet.",
        {"born": "1929-05-05", "died": "1998"},
    ),
    (
        "Jo Doe",
        "<b>Jo Doe</b> is a poet. Doe was born in <a href='./Ulm'>Ulm</a>, Germany, on 5 May 1929.",
        {"born": "1929-05-05"},
    ),
    (
        "Jo Doe",
        "<b>Jo Doe</b> was a poet. She died of heart failure in New York City on May 5, 1999.",
        {"died": "1999-05-05"},
    ),
    # bodies
    ("Axle", FIRM + " The bank was founded in 1949 when two families joined.", {"founded": "1949"}),
    ("Axle", FIRM + " It was founded by <a href='./J'>Jo Doe</a> and Al Roe in May 1949.", {"founded": "1949-05"}),
    ("Axle", FIRM + " Founded in Sweden in 1943 by Jo Doe, Axle has grown.", {"founded": "1943"}),
    ("Axle", "<b>Axle</b> is a bank founded in 1949.", {"founded": "1949"}),
    # measures and counts
    ("Axle Tower", TOWER + " It was opened on 5 May 1950.", {"opened": "1950-05-05"}),
    ("Axle Tower", TOWER + " The tower is 330&nbsp;metres (1,083&nbsp;ft) tall.", {"height": "330"}),
    ("Axle Tower", TOWER + " It has a height of 330 m.", {"height": "330"}),
    (
        "Axle Bridge",
        "The <b>Axle Bridge</b> is a bridge. It is 1.5 km long and was opened in 1950.",
        {"total_length": "1.5"},
    ),
    ("Axle Arena", "<b>Axle Arena</b> is an arena with a seating capacity of 12,500.", {"capacity": "12500"}),
    (
        "Axle Arena",
        "<b>Axle Arena</b> is an arena in Ulm. It has a capacity of 12,500 spectators.",
        {"capacity": "12500"},
    ),
    (
        "Ulmen",
        TOWN + " It has a population of 12,345 and covers 104 square kilometres.",
        {"population": "12345", "area": "104"},
    ),
    ("Ulmen", TOWN + " As it grew, all was well. The population of Ulmen is 12,345.", {"population": "12345"}),
    ("Ulmen", TOWN + " Its population was 12,345 at the 2010 census.", {"population": "12345"}),
    ("Ulmen", TOWN + " It has an area of 301.5&nbsp;km<sup>2</sup> (116.4&nbsp;sq&nbsp;mi).", {"area": "301.5"}),
    ("Ulmen", TOWN + " The town lies at an elevation of 392 ft (119 m).", {"elevation": "392"}),
    ("Ulmen", TOWN + " It lies 119 metres above sea level.", {"elevation": "119"}),
    ("Ulmen", TOWN + " Its capital is <a href='./Ulm'>Ulm</a>.", {"capital": "Ulm"}),
    # works
    ("Axle (film)", "<i>Axle</i> is a 1994 American drama film.", {"released": "1994"}),
    (
        "Axle",
        FILM + " It was released on 7 April 2011 by <a href='./C'>C. Films</a>.",
        {"director": "A. B.", "released": "2011-04-07"},
    ),
    ("Axle", FILM + " The film has a running time of 108 minutes.", {"director": "A. B.", "running_time": "108"}),
    ("Axle", FILM + " It grossed $115.2 million worldwide.", {"director": "A. B.", "box_office": "115200000"}),
    (
        "Axle",
        "<i>Axle</i> is an album by American singer <a href='./Jo'>Jo</a>, released in 1961 on C Records.",
        {"artist": "Jo", "released": "1961", "label": "C Records"},
    ),
    ("Axle", "<i>Axle</i> is a novel. It was written by <a href='./Jo'>Jo Doe</a> in 1950.", {"writer": "Jo Doe"}),
    ("Axle", "<i>Axle</i> is a novel. It was written by American poet Jo Q. Doe in 1950.", {"writer": "Jo Q. Doe"}),
    (
        "Axle",
        "<i>Axle</i> is a film written, produced and directed by Al Roe.",
        {"writer": "Al Roe", "producer": "Al Roe", "director": "Al Roe"},
    ),
]


@pytest.mark.parametrize(("title", "text", "expected"), STATED)
def test_what_a_sentence_states_of_its_subject_is_read(title: str, text: str, expected: dict[str, str]) -> None:
    assert values(prose(title, text)) == expected


SILENT = [
    # another subject, or none that is certain
    ("Axle", FIRM + " Its rival Wheel was founded in 1949."),
    ("Axle", FIRM + " The company that owns it was founded in 1949."),
    ("Axle", FIRM + " The museum was founded in 1949."),
    ("Axle", FIRM + " Wheel is larger. It was founded in 1949."),
    ("Axle", "<b>Axle</b> is a bank that bought Wheel, founded in 1949."),
    ("Axle", "<b>Axle</b> is a bank owned by Wheel, a company founded in 1949."),
    ("Ulmen", TOWN + " Its urban area, which has a population of 4,500, is small."),
    ("Ulmen", TOWN + " It is larger than Ulm, which has a population of 4,500."),
    ("Ulmen", TOWN + " It had a population density of 87 people per square mile."),
    ("Ulmen", TOWN + " It has a land area of 12 km2."),
    ("Ulmen", "<b>Ulmen</b> is a town in Hesse, a state with a population of 4,500."),
    ("Axle Tower", TOWER + " Its antenna is 30 metres tall."),
    ("Axle Tower", TOWER + " It is 30 metres taller than Ulm Minster."),
    ("Axle", "<i>Axle</i> is a song by Jo from the album Wheel, released in 1961."),
    ("Axle", "<i>Axle</i> is a film based on the novel Wheel, released in 1961."),
    ("Axle", FILM.replace("directed by", "after a play written by") + " A cover was released in 1961."),
    ("Jo Doe", "<b>Jo Doe</b> is a poet. Her sister was born in 1929."),
    ("Jo Doe", "<b>Jo Doe</b> (reigned 1929 – 1998) was a king."),
    ("The War", "The <b>War</b> (28 July 1914 – 11 November 1918) was a conflict."),
    # not what happened, or not that
    ("Axle", FIRM + " It was to be founded in 1949."),
    ("Axle", FIRM + " It was not founded in 1949."),
    ("Axle", FIRM + " It was refounded in 1949."),
    ("Axle", FILM.replace("directed by", "from the mind of") + " It was released on DVD in 2005."),
    ("Axle", FILM.replace("directed by", "from the mind of") + " It was re-released in 2005."),
    ("Axle", "<i>Axle</i> is a novel. It was written by fans of <a href='./Jo'>Jo Doe</a>."),
    ("Axle", "<i>Axle</i> is a novel. It was written by <a href='./Jo'>Jo Doe</a>'s sister."),
    ("Axle", "<i>Axle</i> is a novel. It was written by Jo."),
    ("Axle", "<i>Axle</i> is a film originally produced by <a href='./Jo'>Jo Doe</a>."),
    ("Axle", "<i>Axle</i> is a novel. It was written by Jo and Al Doe."),
    ("Axle", "<i>Axle</i> is a film. It was directed by Wheel Films president Jo Doe."),
]


@pytest.mark.parametrize(("title", "text"), SILENT)
def test_what_is_said_of_something_else_is_no_fact(title: str, text: str) -> None:
    assert values(prose(title, text)) == {}


REFUSED = [
    ("Axle", FIRM + " It was founded around 1949.", "founded", "circa"),
    ("Axle", FIRM + " It was founded in about 1949.", "founded", "circa"),
    ("Axle", FIRM + " It was founded in 1949 or 1950.", "founded", "range"),
    ("Axle", FIRM + " It was founded in 1949 and 1950.", "founded", "list"),
    ("Axle", FIRM + " It was founded in early 1949.", "founded", "circa"),
    ("Axle", FIRM + " It was founded in the summer of 1949.", "founded", "coarse"),
    ("Axle", FIRM + " It was founded in 1949. Axle was founded in 1950.", "founded", "two-readings"),
    ("Axle", FILM + " It was released on 7 May 2011 in the United States.", "released", "qualified"),
    ("Axle", FILM + " It was released on 7 May 2011, and on 8 May in Ulm.", "released", "list"),
    ("Axle", FILM + " It was released in 2011 on DVD.", "released", "qualified"),
    (
        "Axle",
        "<i>Axle</i> is a film. It was directed by <a href='./J'>J. D.</a> and <a href='./A'>A. R.</a>",
        "director",
        "list",
    ),
    ("Ulmen", TOWN + " It has a population of about 12,000.", "population", "circa"),
    ("Ulmen", TOWN + " It has a population of over 12 million.", "population", "circa"),
    ("Ulmen", TOWN + " It has an estimated population of 12,000.", "population", "circa"),
    ("Ulmen", TOWN + " It has a population of 12,000 to 13,000.", "population", "range"),
    ("Ulmen", TOWN + " It has a population of 12,000–13,000.", "population", "range"),
    ("Ulmen", TOWN + " It had a population of 12,000 in the 19th century.", "population", "qualified"),
    ("Ulmen", TOWN + " It has a population of 12,000,000,000.", "population", "implausible"),
    ("Ulmen", TOWN + " It has an area of 301.5 km2 (216.4 sq mi).", "area", "two-readings"),
    ("Ulmen", TOWN + " It has an area of nearly 300 km2.", "area", "circa"),
    ("Ulmen", TOWN + " It lies at an elevation of 12,000 m.", "elevation", "implausible"),
    ("Ulmen", TOWN + " It has an elevation of 119 m at its highest point.", "elevation", "qualified"),
    ("Axle Tower", TOWER + " It is between 30 and 40 metres tall.", "height", "none"),
    ("Axle Tower", TOWER + " It is about 330 m tall.", "height", "circa"),
    ("Axle", FILM + " It had a budget of £5 million.", "budget", "currency"),
    ("Jo Doe", "<b>Jo Doe</b> (born c. 1929) is a poet.", "born", "circa"),
    ("Jo Doe", "<b>Jo Doe</b> (1929 or 1930 – 1998) was a poet.", "born", "none"),
    ("Jo Doe", "<b>Jo Doe</b> (born 30 February 1929) is a poet.", "born", "none"),
]


@pytest.mark.parametrize(("title", "text", "field", "why"), REFUSED)
def test_a_statement_without_one_safe_reading_is_refused(title: str, text: str, field: str, why: str) -> None:
    sheet = prose(title, text)
    assert field not in values(sheet)
    if why != "none":
        assert reason(sheet, field) == why


def test_infobox_and_prose_that_disagree_beyond_rounding_refuse_the_field() -> None:
    lead = "<b>Ulmen</b> is a town in Hesse. It has a population of {} and covers {}."
    for population, area in (("12,345", "301.5 km2"), ("12,000", "302 km2"), ("12 thousand", "116 sq mi")):
        sheet = prose("Ulmen", lead.format(population, area), kind="city", rows=_town())
        assert fact(sheet, "population").section == fact(sheet, "area").section == "infobox"
        assert [mention.section for mention in fact(sheet, "population").also] == ["lead"]
        assert fact(sheet, "population").also[0].quote == population
    sheet = prose("Ulmen", lead.format("12,346", "310 km2"), kind="city", rows=_town())
    assert reason(sheet, "population") == reason(sheet, "area") == "two-readings"


@pytest.mark.parametrize(
    ("boxed", "told", "same"),
    [
        ("100,000", "200,000", False),
        ("5,000", "6,000", False),
        ("5,300", "5,400", False),
        ("1,534", "2,000", False),
        ("100,000", "100,000", True),
        ("98,700", "100,000", True),
        ("8,175,133", "8.2 million", True),
        ("8,175,133", "8.1 million", False),
    ],
)
def test_only_the_coarser_number_may_be_rounded_and_only_a_little(boxed: str, told: str, same: bool) -> None:
    """Two round numbers, each half a place off, would otherwise agree although one is twice the other."""
    lead = f"<b>Ulmen</b> is a town in Hesse. It has a population of {told}."
    sheet = prose("Ulmen", lead, kind="city", rows=row("Population", boxed))
    assert [each.quote for each in sheet.facts] == ([boxed] if same else [])
    assert same or reason(sheet, "population") == "two-readings"
    one, other = (NumberValue(type="number", value=digits, unit="people", error=error) for digits, error in (
        (boxed.replace(",", ""), "0"),
        (f"{told[0]}{told[2]}00000", "50000") if "million" in told else (told.replace(",", ""), "0"),
    ))  # fmt: skip
    assert alike(one, other) is same
    assert alike(other, one) is same


def _town() -> str:
    return row("Population", "12,345") + row("Area", "301.5 km<sup>2</sup>")


def test_a_row_that_says_nothing_leaves_the_word_to_prose_and_a_doubtful_one_does_not() -> None:
    lead = "<b>Ulmen</b> is a town in Hesse. It has a population of 12,345."
    assert fact(prose("Ulmen", lead, kind="city", rows=row("Population", "N/A")), "population").section == "lead"
    assert reason(prose("Ulmen", lead, kind="city", rows=row("Population", "c. 9,000")), "population") == "circa"


def test_the_finer_of_two_dates_is_the_fact_and_the_other_is_mentioned() -> None:
    sheet = prose("Axle", "<b>Axle</b> is a bank founded in 1949. It was founded on 5 May 1949.")
    found = fact(sheet, "founded")
    assert (found.quote, [each.quote for each in found.also]) == ("5 May 1949", ["1949"])


SECTIONS = [
    ("<h2>History</h2><p>The town was founded in 1850.</p>", "History"),
    ("<h2>History</h2><h3>Middle <i>Ages</i></h3><p>Ulmen was founded in 1850.</p>", "Middle Ages"),
    (
        '<div class="mw-heading"><h2 id="H">History</h2></div><section><p>Ulmen was founded in 1850.</p></section>',
        "History",
    ),
    ("<h2>Plot</h2><p>Ulmen was founded in 1850.</p>", None),
    ("<h2>Other towns</h2><h3>History</h3><p>The town was founded in 1850.</p>", None),
    ("<h2>Sport</h2><p>The town was founded in 1850.</p>", None),
    ("<h2>History</h2><p>It was founded in 1850.</p>", None),
    ("<h2>References</h2><p>Ulmen was founded in 1850.</p>", None),
    ("<h2>History</h2><blockquote><p>Ulmen was founded in 1850.</p></blockquote>", None),
    ("<h2>History</h2><table><tr><td><p>Ulmen was founded in 1850.</p></td></tr></table>", None),
    ("<h2>History</h2><ul><li><p>Ulmen was founded in 1850.</p></li></ul>", None),
    ('<h2>History</h2><div class="quotebox"><p>Ulmen was founded in 1850.</p></div>', None),
    ('<h2>History</h2><div style="float:right"><p>Ulmen was founded in 1850.</p></div>', None),
    (
        "<h2>History</h2><!-- <p>Ulmen was founded in 1850.</p> --><script>'<p>It was founded in 1850.</p>'</script>",
        None,
    ),
    ("<footer><p>Ulmen was founded in 1850.</p></footer>", None),
]


@pytest.mark.parametrize(("body", "section"), SECTIONS)
def test_sections_that_speak_of_the_subject_count(body: str, section: str | None) -> None:
    sheet = extract_facts(page(f"<p>{TOWN}</p>{body}", "Ulmen"))
    assert [each.section for each in sheet.facts] == ([section] if section else [])


def test_songs_are_read_in_their_lead_alone() -> None:
    """Sections of a song's article tell of its versions, each released and recorded for itself."""
    lead = "<p>“Axle” is a song. It was released as a single in May 1950.</p>"
    later = "<p>“Axle” is a song.</p><h2>Release</h2><p>The song was released in May 1950.</p>"
    for summary in ("", box("song")):
        assert values(extract_facts(page(summary + lead, "Axle"))) == {"released": "1950-05"}
        assert values(extract_facts(page(summary + later, "Axle"))) == {}


@pytest.mark.parametrize(("title", "text", "expected"), STATED)
def test_the_span_of_a_statement_says_its_quote(title: str, text: str, expected: dict[str, str]) -> None:
    source = page(f"<p>{text}</p>", title)
    for found in extract_facts(source).facts:
        spans = [(found.start, found.end, found.quote), *((each.start, each.end, each.quote) for each in found.also)]
        for start, end, quote in spans:
            assert " ".join(unescape(re.sub(r"<[^>]*>", "", source.html[start:end])).split()) == quote
    assert len(expected) == len(values(extract_facts(source)))


PERSON = "<b>Jo Doe</b> is a singer."
OTHERS = [
    *(("Ulmen", f"{TOWN} Ulmen {words}") for words in (
        "was founded in 1200 BC.", "was founded in 1350 AH.", "was founded in 1950 (or 1951).",
        "was founded in 1950, or perhaps 1951.", "was founded in 1950, though other sources say 1951.",
        "was founded in 1950 at the latest.", "was founded in 1950 (disputed).", "was traditionally founded in 1150.",
        "was founded in 1950, according to legend.", "had a population of 312 people in 1851.",
        "has a population of 5,000,000 people in its metropolitan area.",
        "has a population of 5,000 people under the age of 18.", "has a population of 5,000, excluding students.",
        "had a population of 9,000 with the surrounding villages.", "has a population of .5 million.",
        "lies 500 m above sea level at its highest point.", "lies 50 m above sea level on average.",
        "covers 5 km² with its suburbs.", "hosts the Foo Museum. It was founded in 1900.",
        "has a museum. It was founded in 1900.", "borders Foo. It has a population of 9,000.",
        "lies near the town of Foo. It was founded in 1300.", "belongs to Foo County. Its area is 500 km².",
    )),
    *(("Axle", f"{FILM} Axle {words}") for words in (
        "grossed $5 million worldwide in its opening weekend.",
        "was released on 5 May 1999, in Japan, and a year later elsewhere.",
        "was released on 5 May 1999 at the Cannes Film Festival.", "was released on 5 May 1999 as a work print.",
        "was released in 1999 after being shown in 1998.", "is based on the novel Foo. It was published in 1950.",
    )),
    *(("Jo Doe", f"<b>Jo Doe</b> ({words}) was a singer.") for words in (
        "r. 1150–1199", "ruled 1150–1199", "in office 1950–1999", "bap. 5 May 1650 – 6 June 1699",
        "flourished 1150–1199", "late 1950 – 1999", "king 1150–1199", "crowned 1150; died 1199", "married 1950–1999",
        "Papacy 1150–1199", "born late 1950", "elected 1950 – 1999", "1150–1199 AH",
    )),
    *(("Jo Doe", f"{PERSON} {words}") for words in (
        "Doe married Ann Lee. She died in 1999.", "His brother was a baker. He died in 1950.",
        "Doe had a brother. He died in 1950.", "Doe adored his uncle Tom. He died on 5 May 1950.",
        "He worked with Bob. He was born in 1930.", "He is 1.9 m tall in heels.",
        "Jo Doe was born on 5 May 1950 (some sources say 1951) in London.",
        "</p><p>His father Tom Doe was a baker. Doe died in 1920.",
    )),
]  # fmt: skip


@pytest.mark.parametrize(("title", "text"), OTHERS)
def test_what_a_sentence_says_of_others_or_not_for_sure_is_no_fact(title: str, text: str) -> None:
    assert values(extract_facts(page(f"<p>{text}</p>", title))).keys() <= {"director"}
