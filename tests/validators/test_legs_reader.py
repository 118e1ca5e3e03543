"""The second reader agrees with people's labels and with the first reader, and refuses what has no single reading."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from schemas.values import CoordsValue, DateValue, NumberValue, TextValue, Value
from tests.worlds import factpages
from tests.worlds.factpages import box, row
from validators.legs.cells import read_cell
from validators.legs.fields import FIELDS
from validators.legs.links import article_name, body_anchors
from validators.legs.markup import strip_tags
from validators.legs.prose import contradicted, doubt, said_at
from validators.legs.reader import read_page
from validators.legs.readings import Unread

ROOT = Path(__file__).resolve().parents[2]
ZIM = ROOT.parent / "shared" / "data" / "wikipedia_en_ray_charles_2015-06.zim"
LABELS = ROOT / "tests" / "worlds" / "labelled_facts.csv"

ANY = (CoordsValue, DateValue, NumberValue, TextValue)
needs_zim = pytest.mark.skipif(not ZIM.is_file(), reason="the shared Kiwix file isn't here")


def shown(value: Value) -> str:
    return f"{value.lat}, {value.lon}" if isinstance(value, CoordsValue) else value.value


def labels() -> Iterator[tuple[str, str, str]]:
    with LABELS.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield row["page"], row["field"], row["value"]


@needs_zim
def test_the_second_reader_reads_what_people_read_on_real_pages() -> None:
    from worlds.zim import ZimSource

    source = ZimSource(ZIM)
    held = set(source.titles())
    compared = 0
    for page, field, value in labels():
        if page not in held or field not in {*FIELDS, "kind"}:
            continue
        reading = read_page(source.get(page).html)
        own = reading.kind if field == "kind" else reading.read(field)
        assert own == value if field == "kind" else not isinstance(own, Unread | None) and shown(own) == value, (
            page,
            field,
        )
        compared += 1
    assert compared > 350


@needs_zim
def test_two_readers_agree_on_every_fact_of_real_pages() -> None:
    """Of a fact in a sentence, the second reader finds the sentence, no doubt beside it, and nothing against it."""
    from worlds.facts import read_facts
    from worlds.zim import ZimSource

    source = ZimSource(ZIM)
    for title in source.titles():
        page = source.get(title)
        reading, sheet = read_page(page.html), read_facts(page)
        assert reading.kind == sheet.kind, title
        for fact in sheet.facts:
            if fact.in_prose:
                said = said_at(page.html, fact.start, fact.end)
                assert said is not None, (title, fact.field)
                assert doubt(said, fact.field, fact.label, title) is None, (title, fact.field)
                assert contradicted(reading, title, fact.field, fact.value) is None, (title, fact.field)
            else:
                assert reading.read(fact.field) == fact.value, (title, fact.field)


def test_two_readers_agree_on_the_atlas() -> None:
    from worlds.atlas import AtlasSource
    from worlds.facts import read_facts

    source = AtlasSource()
    for title in source.titles()[::29]:
        page = source.get(title)
        reading, sheet = read_page(page.html), read_facts(page)
        assert reading.kind == sheet.kind, title
        for fact in sheet.facts:
            assert reading.read(fact.field) == fact.value, (title, fact.field)


@needs_zim
def test_two_readers_agree_on_the_links_of_real_pages() -> None:
    from worlds.zim import ZimSource

    source = ZimSource(ZIM)
    names = {alias: title for title in source.titles() for alias in (title, *source.aliases(title))}
    for title in source.titles():
        found = [names.get(anchor.name, anchor.name) for anchor in body_anchors(source.get(title).html)]
        own = [one for one in dict.fromkeys(found) if one != title]
        assert own == [link.title for link in source.links(title)], title


def date(iso: str, precision: str = "day") -> DateValue:
    return DateValue.model_validate({"type": "date", "value": iso, "precision": precision})


def number(value: str, unit: str, error: str = "0") -> NumberValue:
    return NumberValue.model_validate({"type": "number", "value": value, "unit": unit, "error": error})


@pytest.mark.parametrize(
    ("field", "words", "value"),
    [
        ("released", "March 9, 1984", date("1984-03-09")),
        ("released", "9 March 1984 (US)", date("1984-03-09")),
        ("released", "1984 March 9", date("1984-03-09")),
        ("released", "January 30th, 1996", date("1996-01-30")),
        ("released", "October, 1958", date("1958-10", "month")),
        ("released", "1958", date("1958", "year")),
        ("born", "1930-09-23", date("1930-09-23")),
        ("born", "June 10, 2004 (aged 73)\nBeverly Hills, California", date("2004-06-10")),
        ("length", "3:05", number("185", "seconds", "0.5")),
        ("length", "2:28:48", number("8928", "seconds", "0.5")),
        ("length", "79:29", number("4769", "seconds", "0.5")),
        ("running_time", "108 min.", number("108", "minutes", "0.5")),
        ("running_time", "1 hour 48 minutes", number("108", "minutes", "0.5")),
        ("budget", "$124.7 million", number("124700000", "US dollars", "50000")),
        ("budget", "US$60,000,000[2]", number("60000000", "US dollars")),
        ("population", "2,895,947 (135th)", number("2895947", "people")),
        ("area", "28,748 km2 (11,100 sq mi)", number("28748", "square kilometres", "0.5")),
        ("area", "0.49 km2", number("0.49", "square kilometres", "0.005")),
        ("elevation", "170 ft / 52 m", number("170", "feet", "0.5")),
        ("elevation", "−11 ft / −3 m", number("-11", "feet", "0.5")),
        ("episodes", "146 (list of episodes)", number("146", "episodes")),
        ("coordinates", "60.2934; 5.21814", CoordsValue(type="coords", lat="60.2934", lon="5.21814")),
        ("coordinates", "33°26′16″S 70°39′1″W", CoordsValue(type="coords", lat="-33.43778", lon="-70.65028")),
        ("label", "ABC-Paramount\nABC-435", TextValue(type="text", value="ABC-Paramount")),
        ("writer", "George Folsey, Jr.", TextValue(type="text", value="George Folsey, Jr.")),
        ("genre", "Rhythm and blues", TextValue(type="text", value="Rhythm and blues")),
        ("iata", "BGO", TextValue(type="text", value="BGO")),
        ("internet_domain", ".na", TextValue(type="text", value=".na")),
        ("calling_code", "+47", number("47", "count")),
    ],
)
def test_words_with_one_reading_are_read(field: str, words: str, value: Value) -> None:
    assert read_cell(field, words) == value


@pytest.mark.parametrize(
    ("field", "words", "reason"),
    [
        ("released", "1954–1955", "range"),
        ("released", "June 2003 – March 2004", "range"),
        ("released", "1947–present", "range"),
        ("released", "1957, 1962", "two-readings"),
        ("released", "9 December 1974 (US) 20 December 1974 (UK)", "two-readings"),
        ("recorded", "March 25 and 29, 1960 in New York City", "two-readings"),
        ("released", "c. 1955", "circa"),
        ("released", "1950s", "circa"),
        ("released", "before 1955", "circa"),
        ("released", "February 30, 1955", "no-such-day"),
        ("released", "3:05", "not-a-date"),
        ("released", "1066", "implausible"),
        ("length", "3:38 (album version), 3:24 (radio edit)", "two-readings"),
        ("length", "3:75", "no-such-time"),
        ("length", "2 hours", "wrong-unit"),
        ("length", "N/A", "no-value"),
        ("running_time", "22–24 minutes", "range"),
        ("running_time", "108", "no-unit"),
        ("running_time", "5 hours 70 minutes", "no-such-time"),
        ("budget", "£2 million", "currency"),
        ("budget", "C$2 million", "currency"),
        ("budget", "2 million", "currency"),
        ("budget", "$18–20 million", "range"),
        ("population", "2,895,947 or 2,895,950", "two-readings"),
        ("population", "about 2,895,947", "circa"),
        ("population", "12.5", "not-a-count"),
        ("population", "90,000,000,000", "implausible"),
        ("area", "+1 212 555 0199", "phone-as-area"),
        ("area", "(212) 555-0199", "phone-as-area"),
        ("area", "28,748", "no-unit"),
        ("area", "103 km2 (50 sq mi)", "two-readings"),
        ("area", "100–120 km2", "range"),
        ("elevation", "5 ft 8 in", "feet-only"),
        ("elevation", "170,000 ft", "implausible"),
        ("elevation", "170 kg", "wrong-unit"),
        ("coordinates", "60.2934", "not-a-point"),
        ("coordinates", "95.2; 5.2", "implausible"),
        ("writer", "Ray Charles and Renald Richard", "list"),
        ("writer", "Lennon–McCartney", "list"),
        ("label", "Columbia, Peacock", "list"),
        ("iata", "BG", "not-a-code"),
        ("nonsense", "3", "unknown-field"),
    ],
)
def test_words_without_one_reading_are_refused(field: str, words: str, reason: str) -> None:
    assert read_cell(field, words) == Unread(reason)


@pytest.mark.parametrize(
    ("href", "name"),
    [
        ("Ray_Charles.html", "Ray Charles"),
        ("./AC/DC", "AC/DC"),
        ("/wiki/Caf%C3%A9_au_lait#Milk", "Café au lait"),
        ("../A/Star_Trek:_Picard.html", "Star Trek: Picard"),
        ("/wiki/Talk_Talk", "Talk Talk"),
        ("/wiki/Talk:Talk_Talk", None),
        ("/wiki/File:Ada.jpg", None),
        ("#cite_note-1", None),
        ("https://example.org/wiki/X", None),
        ("//example.org/wiki/X", None),
        ("/w/index.php?title=X&action=edit", None),
        ("mailto:a@example.org", None),
        ("", None),
    ],
)
def test_addresses_spell_articles(href: str, name: str | None) -> None:
    assert article_name(href) == name


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("October<span> </span>29,<span> </span>2004", {"October 29, 2004"}),
        ("May 16, 1929<br/>Flint", {"May 16, 1929Flint", "May 16, 1929 Flint"}),
        ("170&nbsp;ft &amp; more", {"170 ft & more"}),
        ('a<span title="x > y">b</span>c', {"abc"}),
        ("a<!-- <b> -->b<style>p > q {}</style>c", {"abc"}),
        ("2 < 3", {"2 < 3"}),
    ],
)
def test_markup_is_stripped(source: str, says: set[str]) -> None:
    assert strip_tags(source) == says


UNSAFE = [
    ("city", "Population", ".5 million", "population"), ("person", "Height", "1 m 85 cm", "height"),
    ("other", "Length", "1 km 900 m", "total_length"), ("person", "Died", "buried 5 January 1643", "died"),
    ("person", "Died", "disappeared 5 May 1950", "died"), ("person", "Died", "no later than 3 May 1950", "died"),
    ("person", "Born", "c May 1950", "born"), ("person", "Born", "bap. 3 May 1650", "born"),
    ("person", "Born", "not 3 May 1950", "born"), ("person", "Born", "5 March 1345 SH", "born"),
    ("album", "Recorded", "5 May 1990 onwards", "recorded"), ("album", "Recorded", "mixed May 1990", "recorded"),
    ("country", "Capital", "Foo, formerly Bar", "capital"), ("country", "Largest city", "capital", "largest_city"),
    ("film", "Music by", "see below", "composer"), ("city", "Coordinates", "50°N–51°N 10°E", "coordinates"),
    ("city", "Coordinates", "-50°30′N 10°30′E", "coordinates"),
    ("city", "Coordinates", "approx. 50°30′N 10°30′E", "coordinates"),
    ("city", "Coordinates", "50°30′N 10°30′E to 51°30′N 11°E", "coordinates"),
    ("city", "Population (metro 2010)", "5,000", "population"), ("city", "Population [metro]", "5,000", "population"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "label", "cell", "field"), UNSAFE)
def test_a_value_that_is_another_or_not_sure_is_unread(kind: str, label: str, cell: str, field: str) -> None:
    assert not isinstance(read_page(factpages.page(box(kind, row(label, cell))).html).read(field), ANY)


@pytest.mark.parametrize("heading", ["Highest point", "Mouth", "Urban area", "Parking"])
def test_a_row_under_a_heading_about_something_else_is_unread(heading: str) -> None:
    over = f'<tr><th colspan="2">{heading}</th></tr>'
    assert read_page(factpages.page(box("other", over, row("Elevation", "9 m"))).html).read("elevation") is None
