"""On real articles the extractor reads what people read, and every span says its quote."""

from __future__ import annotations

import lzma
import re
from fractions import Fraction
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from click.testing import CliRunner

from schemas.errors import InputError
from schemas.facts import FactSheet
from tests.worlds.factpages import page, row
from tests.worlds.zimfiles import NO_SHARED, SHARED_ZIM
from worlds.atlas import AtlasSource
from worlds.facts import quality, read_facts
from worlds.facts.reader import extract_facts
from worlds.facts.structure import parts_of, top_parts
from worlds.pages import Page
from worlds.zim import ZimSource

LABELS = Path(__file__).with_name("labelled_facts.csv")
PROSE = Path(__file__).with_name("labelled_prose.csv")
STATES = SHARED_ZIM.parent / "wikipedia-html" / "United_States.html.xz"

real = pytest.mark.skipif(not (SHARED_ZIM.is_file() and STATES.is_file()), reason=NO_SHARED)


@pytest.fixture(scope="module")
def articles() -> list[Page]:
    source = ZimSource(SHARED_ZIM)
    states = Page("United States", lzma.decompress(STATES.read_bytes()).decode("utf-8"), "r", "u")
    return [*(source.get(title) for title in source.titles()), states]


@real
def test_precision_and_recall_on_real_articles(articles: list[Page]) -> None:
    labels = quality.read_labels(LABELS)
    assert set(labels) == {page.title for page in articles}
    assert sum(field != "kind" for fields in labels.values() for field in fields) >= 370
    sheets = [read_facts(page) for page in articles]
    for sheet in sheets:
        assert len({fact.field for fact in sheet.facts}) == len(sheet.facts)
    boxed = [
        sheet.model_copy(update={"facts": tuple(fact for fact in sheet.facts if not fact.in_prose)}) for sheet in sheets
    ]
    result = quality.compare(labels, boxed)
    assert result.precision >= quality.PRECISION, result.differences
    assert result.recall >= quality.RECALL, result.differences


@real
def test_precision_of_what_sentences_state(articles: list[Page]) -> None:
    """Prose is held to the same precision; half of what a reader finds in it must be found."""
    labels = quality.read_labels(PROSE)
    assert sum(map(len, labels.values())) >= 140
    result = quality.compare(labels, [quality.prose_sheet(page) for page in articles])
    assert result.precision >= quality.PRECISION, result.differences
    assert result.recall >= Fraction(1, 2), result.differences


@real
def test_every_span_of_every_article_says_its_quote(articles: list[Page]) -> None:
    assert sum(_check_spans(page) for page in articles) > 300


def test_every_span_of_the_atlas_says_its_quote() -> None:
    atlas = AtlasSource()
    assert sum(_check_spans(atlas.get(title)) for title in atlas.titles()[::40]) > 900


def _check_spans(page: Page) -> int:
    """Compare with what BeautifulSoup makes of the slice alone."""
    facts = read_facts(page).facts
    for fact in facts:
        text = BeautifulSoup(page.html[fact.start : fact.end], "html.parser").get_text()
        assert " ".join(text.split()) == fact.quote, (page.title, fact)
    return len(facts)


@real
def test_stopping_early_keeps_what_the_whole_page_holds(articles: list[Page]) -> None:
    for article in articles:
        early, whole = parts_of(article.html), top_parts(article.html)
        kept = [(tag.name, tag.sourceline, tag.sourcepos) for tag in early]
        tables = [(tag.name, tag.sourceline, tag.sourcepos) for tag in whole]
        assert kept == [part for part in tables if part[0] in {"table", "span"}], article.title


def test_counts_of_right_wrong_and_missed() -> None:
    labels = {
        "A": {
            "kind": quality.Label("song", None),
            "released": quality.Label("1955", 5),
            "length": quality.Label("60", 7),
        },
        "B": {"kind": quality.Label("film", None)},
    }
    sheet = FactSheet(title="A", kind="album", facts=(), refusals=())
    other = FactSheet(title="C", kind="album", facts=(), refusals=())
    result = quality.compare(labels, [sheet, other])
    assert (result.right, result.wrong, result.missed) == (0, 1, 3)
    assert result.precision == result.recall == 0


@pytest.mark.parametrize(("value", "shift", "right"), [("1955", 0, 1), ("1955", 1, 0), ("1956", 0, 0)])
def test_a_right_fact_has_the_labelled_value_at_the_labelled_place(value: str, shift: int, right: int) -> None:
    source = page('<table class="infobox">' + row("Released", "1955") + "</table>")
    place = source.html.index("1955") + shift
    labels = {source.title: {"kind": quality.Label("other", None), "released": quality.Label(value, place)}}
    result = quality.compare(labels, [extract_facts(source)])
    assert (result.right, result.wrong, result.missed) == (right, 1 - right, 1 - right)


@pytest.mark.parametrize("line", ["A,released,9,1956", "A,length,,60", "A,length,nine,60", "A,length,60"])
def test_labels_that_are_no_labels_are_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "labels.csv"
    path.write_text(f"page,field,offset,value\nA,released,9,1955\n{line}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"labels.csv:3: "):
        quality.read_labels(path)
    with pytest.raises(InputError, match="can't be read"):
        quality.read_labels(tmp_path / "none.csv")


@real
def test_the_command_prints_precision_and_recall() -> None:
    options = [str(LABELS), "--prose", str(PROSE), "--zim", str(SHARED_ZIM), "--html", str(STATES)]
    result = CliRunner().invoke(quality.command, options)
    assert result.exit_code == 0, result.output
    assert "infobox  372 right, 0 wrong, 2 missed: precision 1.0000, recall 0.9947" in result.output
    assert re.search(r"\nprose    1\d\d right, 0 wrong, \d+ missed: precision 1.0000, recall 0\.7", result.output)
    assert re.search(r"\nall      4\d\d right, 0 wrong, \d+ missed: precision 1.0000, recall 0\.9", result.output)


def test_the_command_fails_below_its_targets_and_on_bad_input(tmp_path: Path) -> None:
    html = tmp_path / "A.html"
    html.write_text("<p>nothing</p>", encoding="utf-8")
    labels = tmp_path / "labels.csv"
    labels.write_text("page,field,offset,value\nA,released,9,1955\n", encoding="utf-8")
    assert CliRunner().invoke(quality.command, [str(labels), "--html", str(html)]).exit_code == 1
    missing = CliRunner().invoke(quality.command, [str(tmp_path / "none.csv")])
    assert missing.exit_code == 2
    assert "can't be read" in missing.output
