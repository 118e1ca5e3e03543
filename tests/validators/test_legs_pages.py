"""A page that says something else, a fact outside the article, and a tool that answers wrongly are found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from schemas.canonical import JSON, dump
from schemas.legs import Leg
from schemas.values import CoordsValue, NumberValue
from tests.validators.legedits import codes, edited, put, with_call, with_page
from tests.validators.legworld import Json, rebuilt, world
from validators.legs import LEVELS, Knobs, check_legs

ADA, ALBUM, FILM = "Ada Norrland", "Lanterns (album)", "The Salt Road"


@pytest.mark.parametrize(
    ("name", "title", "old", "new", "code"),
    [
        ("music", ALBUM, "39:05<", "39:05 / 41:10<", "L8.two-readings"),
        ("music", ALBUM, "39:05<", "39:05–41:10<", "L8.range"),
        ("dates", ADA, "June 2, 1951<br>", "June 2, 1951 or 1952<br>", "L8.two-readings"),
        ("dates", ADA, "June 2, 1951<br>", "June 2, 1951 – July 1960<br>", "L8.range"),
        ("dates", ADA, "<td>June 2, 1951", "<td>c. June 2, 1951", "L8.circa"),
        ("dates", ALBUM, "1984-03-09", "1985-03-09", "L8.two-readings"),
        ("dates", ADA, "<th scope=\"row\">Born</th>", "<th scope=\"row\">Wed</th>", "L8.no-such-field"),
        ("music", FILM, ">Norway</a></td>", ">Norway</a><br>Sweden</td>", "L8.list"),
        ("music", FILM, ">Norway</a></td>", ">Norway</a>, Sweden</td>", "L8.misread-text"),
    ],
)  # fmt: skip
def test_a_row_with_another_reading_is_no_fact(name: str, title: str, old: str, new: str, code: str) -> None:
    leg, context = with_page(name, title, old, new)
    assert {one for one in codes(leg, context) if one.startswith("L8")} == {code}


def test_a_second_row_of_the_field_makes_two_readings() -> None:
    second = "<tr><th>Length</th><td>41:10</td></tr></tbody></table><p>Recorded"
    leg, context = with_page("music", ALBUM, "</tbody></table><p>Recorded", second)
    assert codes(leg, context) == {"L8.two-readings"}


def test_a_later_infobox_of_the_same_kind_may_only_agree() -> None:
    """As on pages of songs that several people recorded."""
    box = (
        '</table><table class="infobox"><tr><th colspan="2">Studio album by Liv Ask</th></tr>'
        "<tr><th>Length</th><td>{}</td></tr></table>"
    )
    for length, expected in (("39:05", set()), ("41:10", {"L8.two-readings"})):
        leg, context = with_page("music", ALBUM, "</table>", box.format(length))
        assert {one for one in codes(leg, context) if one.startswith("L8")} == expected


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('<table class="infobox', '<div class="navbox"><table class="infobox', "L9.navigation"),
        ('<table class="infobox', '<div class="toc"><table class="infobox', "L9.table-of-contents"),
        ('<table class="infobox', '<ul class="reflist"><table class="infobox', "L9.references"),
        ('<table class="infobox', '<nav><table class="infobox', "L9.navigation"),
        ('<table class="infobox', '<div id="p-lang"><table class="infobox', "L9.interface-languages"),
        ('<div id="mw-content-text">', '<footer id="footer"><div id="mw-content-text">', "L9.interface"),
    ],
)
def test_a_fact_in_page_chrome_is_no_fact(old: str, new: str, code: str) -> None:
    leg, context = with_page("dates", ADA, old, new)
    assert code in codes(leg, context)


@pytest.mark.parametrize(
    ("words", "code"),
    [("1903", "L9.navigation"), ("2 June 1951", "L9.table-of-contents")],
)
def test_a_span_in_chrome_is_found_where_the_infobox_has_the_fact_too(words: str, code: str) -> None:
    start = world()[0].pages[ADA].html.index(words)
    edits: dict[str, JSON] = {
        "stops.1.evidence.start": start, "stops.1.evidence.end": start + len(words), "stops.1.evidence.quote": words,
    }  # fmt: skip
    assert {code, "L7.wrong-section"} <= codes(edited("dates", edits))


def test_a_span_with_markup_at_its_ends_is_too_wide() -> None:
    end = world()[1]["dates"].stops[1].evidence.end
    assert codes(edited("dates", {"stops.1.evidence.end": end + len("<br>")})) == {"L7.loose-span"}


def test_a_span_outside_the_content_element_is_outside_the_article() -> None:
    leg, context = with_page("dates", ADA, '<nav id="mw-navigation">', '<p>June 2, 1951</p><nav id="mw-navigation">')
    plain: Json = dump(leg)
    start = context.pages[ADA].html.index("June 2, 1951")
    put(plain, "stops.1.evidence.start", start)
    put(plain, "stops.1.evidence.end", start + len("June 2, 1951"))
    assert {"L9.outside-article", "L7.wrong-section"} <= codes(rebuilt(plain), context)


@pytest.mark.parametrize(("start", "end"), [(0, 5), (5, 5), (0, 10**6)])
def test_a_span_that_is_markup_or_nothing_is_no_evidence(start: int, end: int) -> None:
    assert "L7.wrong-span" in codes(edited("dates", {"stops.1.evidence.start": start, "stops.1.evidence.end": end}))


def test_a_span_may_hold_whole_tags_but_not_begin_inside_one() -> None:
    context, legs = world()
    first = legs["dates"].stops[0]
    assert "<span>" in context.pages[ALBUM].html[first.evidence.start : first.evidence.end]
    assert "L7.wrong-span" in codes(edited("dates", {"stops.0.evidence.start": first.evidence.start - 2}))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("</p>", ' See <a href="/wiki/Missing">this</a>.</p>',
         {"L14.links-differ", "L14.unrecorded-link", "L14.considered"}),
        ('<a href="/wiki/Grey_Harbour"', '<a href="https://elsewhere.invalid/Grey_Harbour"',
         {"L14.links-differ", "L14.considered"}),
        ("</p>", ' <a href="./The_Salt_Road#Cast">This</a> and <a href="/w/index.php?title=X">that</a>.</p>', set()),
        ("</p>", ' See <a href="/wiki/File:Ada.jpg">this</a>, <a href="#top">that</a> and <a>no link</a>.</p>', set()),
    ],
)  # fmt: skip
def test_all_links_of_the_page_that_is_left_are_considered(old: str, new: str, expected: set[str]) -> None:
    leg, context = with_page("dates", ALBUM, old, new)
    assert codes(leg, context) == expected


@pytest.mark.parametrize(
    ("title", "old", "new", "unique"),
    [
        ("Grey Harbour", "Liv Ask", "Per Aune", False),
        ("Grey Harbour", "Liv Ask", "Per Aune and Liv Ask", False),
        ("Grey Harbour", "<td>1979</td>", "<td>1981</td>", True),
        ("Plain Notes", "on songs", "on Per Aune and the year 1979", False),
        ("Plain Notes", "on songs", "on the year 1979", True),
    ],
)
def test_a_rival_that_may_fit_makes_the_description_ambiguous(title: str, old: str, new: str, unique: bool) -> None:
    """A page without the fact may fit unless its words rule it out."""
    leg, context = with_page("music", title, old, new)
    assert codes(leg, context) == (set() if unique else {"L14.not-unique"})


def test_a_relation_with_two_links_leads_to_no_one_page() -> None:
    both = '<a href="/wiki/Ada_Norrland">Ada Norrland</a> and <a href="/wiki/Grey_Harbour">Grey Harbour</a>'
    leg, context = with_page("dates", ALBUM, '<a href="/wiki/Ada_Norrland" title="Ada Norrland">Ada Norrland</a>', both)
    assert codes(leg, context) == {"L14.not-satisfied"}


def test_every_page_behind_a_link_is_recorded() -> None:
    context, legs = world()
    without = {title: page for title, page in context.pages.items() if title != "Grey Harbour"}
    assert codes(legs["music"], replace(context, pages=without, _targets={}, _readings={})) == {"L14.unrecorded-link"}


def test_a_place_is_its_own_point() -> None:
    moved = CoordsValue(type="coords", lat="59.9", lon="10.7")
    assert codes(world()[1]["airports"], with_call("maps_geocode", result=moved)) >= {
        "L3.stale-call",
        "L7.wrong-response",
    }
    leg = edited("airports", {"stops.3.chain.0.result": dump(moved)})
    assert codes(leg, with_call("maps_geocode", result=moved)) >= {"L10.wrong-place", "L7.call-not-recorded"}


def test_the_rough_centre_of_a_country_is_no_place() -> None:
    norway = CoordsValue(type="coords", lat="62", lon="10")
    edits: dict[str, JSON] = {"stops.2.value.value": "Norway", "stops.3.chain.0.result": dump(norway)}
    assert "L10.centroid" in codes(edited("airports", edits))


def test_every_recorded_call_has_a_second_opinion() -> None:
    context, legs = world()
    for tool, value in (
        ("countries_area", NumberValue(type="number", value="1", unit="square kilometres")),
        ("maps_elevation", NumberValue(type="number", value="51.8", unit="metres")),
        ("maps_distance_matrix", NumberValue(type="number", value="159.002", unit="kilometres")),
        ("python_execute_code", NumberValue(type="number", value="3", unit="days")),
    ):
        hits = [one for one in check_legs([], with_call(tool, result=value)) if one.code == "L3.recorded-call"]
        assert len(hits) == len([call for call in context.calls.values() if call.tool == tool]), tool
        assert {one.item for one in hits} == {"release"}
    assert [one for one in check_legs(list(legs.values()), context) if one.code == "L3.recorded-call"] == []


def test_a_world_without_the_calls_cannot_vouch_for_them() -> None:
    context, legs = world()
    assert {"L7.call-not-recorded", "L3.undefined"} <= codes(legs["airports"], replace(context, calls={}))


def test_knobs_are_those_of_the_level_in_the_context() -> None:
    context, legs = world()
    tight = Knobs(stops=(3, 3), roadblocks=(2, 2), detours=(2, 2), diamonds=(1, 1), crawl_depth=1)
    assert codes(legs["dates"], replace(context, levels={"easy": tight})) == {
        "Shape.stops", "Shape.roadblocks", "Shape.detours",
    }  # fmt: skip
    assert codes(legs["music"], replace(context, levels={})) == set()


def test_a_page_two_links_away_is_too_far_for_easy() -> None:
    """The Salt Road is reached by way of Ada Norrland alone once the album doesn't link to it."""
    leg, context = with_page("music", ALBUM, '<a href="/wiki/The_Salt_Road" title="The Salt Road">', "<a>")
    links = tuple(link for link in context.pages[ALBUM].links if link.title != FILM)
    pages = {**context.pages, ALBUM: context.pages[ALBUM].model_copy(update={"links": links})}
    for depth, expected in ((1, {"Shape.depth", "L14.considered"}), (2, {"L14.considered"})):
        levels = {"easy": LEVELS["easy"]._replace(crawl_depth=depth)}
        assert codes(leg, replace(context, pages=pages, levels=levels, _targets={}, _readings={})) == expected


def _release(legs: list[Leg]) -> dict[str, str]:
    return {one.code: one.message for one in check_legs(legs, world()[0]) if one.item != "release"}


def test_a_release_repeats_no_leg_and_no_path() -> None:
    legs = world()[1]
    twin = edited("dates", {"split": "dev"})
    assert set(_release([legs["dates"], legs["dates"]])) == {"L17.duplicate-id"}
    assert set(_release([legs["dates"], twin])) == {"L17.same-path", "L17.same-facts"}
    assert legs["dates"].id in _release([legs["dates"], twin])["L17.same-path"]
    assert _release(list(legs.values())) == {}


def test_answers_are_counted_as_a_note() -> None:
    context, legs = world()
    notes = [one for one in check_legs(list(legs.values()), context) if one.code == "L15.digit-counts"]
    assert [one.severity for one in notes] == ["note", "note"]
    assert any("6: 1" in one.message and "8: 1" in one.message for one in notes)
