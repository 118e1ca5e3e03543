"""Template files: the packaged library is sound, and every fault of a file is found on its line."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from annotation.forms import form, form_name
from generators.rejection import Rejected
from generators.triplets import LIBRARY, cells, check_template, load_library, load_template, sample
from generators.triplets.positions import deal, sorted_by_verdict
from generators.triplets.source import line_of
from schemas.errors import InputError
from schemas.randomness import stream
from schemas.triplets import Selection, Template
from validators.triplets import check_triplet

PATHS = sorted(LIBRARY.glob("*.toml"))


def test_the_library_has_templates_for_every_cell_in_varied_structures() -> None:
    library = load_library()
    assert {(template.scenario, template.operation) for template in library} == set(cells())
    assert len(Counter(template.selection.structure for template in library)) == 5
    for template in library:
        assert len(template.options) >= 8
        assert "not by a domain expert" in template.source
        assert all(option.why.endswith(".") for option in template.options)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_packaged_template_has_no_fault_and_its_instances_are_clean_and_varied(path: Path) -> None:
    assert list(check_template(path)) == []
    items = [item for item in sample(load_template(path), 12, seed=3) if not isinstance(item, Rejected)]
    assert len(items) == 12
    assert [str(finding) for item in items for finding in check_triplet(item)] == []
    assert len({item.question_commonsense for item in items}) == 12
    assert len({item.choice for item in items}) >= 3


EDITS = [
    ("name = ", 'name = "another-name"', "T0.file-name", 1),
    ("scenario = ", 'scenario = "gardening"', "T0.bad-value", 2),
    ("order = ", 'order = "maths-first"', "T0.order", 4),
    ("domain = ", "", "T0.missing-key", 1),
    ("held_out = ", "held_out = 3", "T0.bad-value", 7),
    ("operands = ", 'operands = ["chosen", "chosen"]', "T0.operands", 8),
    ("operands = ", 'operands = ["given"]', "T0.operands", 8),
    ("operands = ", 'operands = ["first", "last"]', "T0.operands", 8),
    ("precision = ", "precison = 0", "T0.unknown-key", 10),
    ("chosen = ", "chosen = 5", "T0.selection", 15),
    ("chosen = ", "chosen = 1", "T0.selection", 15),
    ("structure = ", 'structure = "group"', "T0.selection", 15),
    ("structure = ", 'structure = "take-ends"', "T0.verdict", 29),
    ("context = ", 'context = "I unpack things."', "T0.slots", 18),
    ("context = ", 'context = "I unpack {options} and {more}."', "T0.slots", 18),
    ("context = ", 'context = "I unpack {options}"', "T0.sentence", 18),
    ("commonsense_step = ", 'commonsense_step = "The one that spoils goes in."', "T0.number-in-text", 20),
    ("commonsense_step = ", 'commonsense_step = "By 9:30 it goes in."', "T0.number-in-text", 20),
    ("commonsense_step = ", 'commonsense_step = "Put each in twice."', "T0.hidden-step", 20),
    ("commonsense_step = ", 'commonsense_step = "Pots of yoghurt go in."', "T0.name-clash", 30),
    ("statement = ", 'statement = "<say it> {chosen}."', "T0.placeholder", 22),
    ("maths_step = ", 'maths_step = "How many with {given}?"', "T0.slots", 23),
    ("low = ", "low = 30", "T0.range", 25),
    ("low = ", 'low = "2.005"', "T0.range", 25),
    ("low = ", "low = 0", "T0.range", 25),
    ("low = ", 'low = "two"', "T0.bad-value", 26),
    ("low = ", "low = 8", "T0.too-tight", 25),
    ("name = \"pots", 'name = "pots of whipping cream"', "T0.name-clash", 30),
    ("why = ", "", "T0.missing-key", 29),
    ("fits = ", "fits = true\nrank = 3", "T0.verdict", 29),
]  # fmt: skip


@pytest.mark.parametrize(("start", "line", "code", "number"), EDITS, ids=[f"{row[2]}-{row[1][:24]}" for row in EDITS])
def test_a_fault_is_found_on_its_line(start: str, line: str, code: str, number: int, tmp_path: Path) -> None:
    lines = (LIBRARY / "fridge-unpacking.toml").read_text().splitlines()
    place = next(place for place, text in enumerate(lines) if text.startswith(start))
    lines[place : place + 1] = [line] if line else []
    path = tmp_path / "fridge-unpacking.toml"
    path.write_text("\n".join(lines) + "\n")
    findings = list(check_template(path))
    assert code in {finding.code for finding in findings}
    places = [finding.place for finding in findings if finding.code == code]
    assert f"{path}:{number}" in places


def test_findings_stand_in_the_order_of_their_lines(tmp_path: Path) -> None:
    text = (LIBRARY / "fridge-unpacking.toml").read_text()
    path = tmp_path / "elsewhere.toml"
    for old, new in (('structure = "choose-set"', 'structure = "group"'), ("fits = ", "fit = ")):
        path.write_text(text.replace(old, new))
        lines = [int(finding.place.rsplit(":", 1)[1]) for finding in check_template(path)]
        assert len(lines) > 2
        assert lines == sorted(lines)


def test_a_small_pool_is_found(tmp_path: Path) -> None:
    text = (LIBRARY / "fridge-unpacking.toml").read_text().replace("fits = true", "fits = false")
    path = tmp_path / "fridge-unpacking.toml"
    path.write_text(text.replace("fits = false", "fits = true", 2))
    assert "T0.pool" in {finding.code for finding in check_template(path)}


@pytest.mark.parametrize(
    ("text", "line"),
    [("name = \n", 1), ('name = "x"\nscenario = = 3\n', 2), ('name = "x"\n\n[text\n', 3), ('a = "b', 1)],
)
def test_a_file_that_is_no_toml_is_found_with_its_line(text: str, line: int, tmp_path: Path) -> None:
    path = tmp_path / "broken.toml"
    path.write_text(text)
    (finding,) = check_template(path)
    assert (finding.code, finding.place) == ("T0.not-toml", f"{path}:{line}")


def test_a_library_names_file_line_and_key(tmp_path: Path) -> None:
    text = (LIBRARY / "magnet-tray.toml").read_text().replace("shown = 5", "shown = 50")
    (tmp_path / "magnet-tray.toml").write_text(text)
    with pytest.raises(InputError, match=r"magnet-tray\.toml:14: selection\.shown: .*less than or equal to 8"):
        load_library(tmp_path)


def test_two_templates_of_a_cell_differ_in_structure_or_domain(tmp_path: Path) -> None:
    text = (LIBRARY / "magnet-tray.toml").read_text()
    (tmp_path / "magnet-tray.toml").write_text(text)
    (tmp_path / "magnet-tray-again.toml").write_text(text.replace('"magnet-tray"', '"magnet-tray-again"'))
    with pytest.raises(InputError, match=r"domain: shares cell, selection structure and option domain"):
        load_library(tmp_path)


def test_an_empty_folder_and_a_missing_file_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no templates"):
        load_library(tmp_path)
    with pytest.raises(InputError, match=r"none\.toml: can't be read"):
        list(check_template(tmp_path / "none.toml"))
    (tmp_path / "latin.toml").write_bytes(b'name = "caf\xe9"')
    with pytest.raises(InputError, match=r"latin\.toml: byte 11: not UTF-8"):
        load_template(tmp_path / "latin.toml")


def test_lines_are_found_through_tables_and_long_strings() -> None:
    text = 'a = 1\n\n[t]\nb = """\nc = 1\n[x]\n"""\nc = 2\n\n[[o]]\nn = 1\n\n[[o]]\nn = 2\n'
    assert [line_of(text, path) for path in ((("a",)), ("t", "b"), ("t", "c"), ("o", 0, "n"), ("o", 1, "n"))] == [
        1, 4, 8, 11, 14,
    ]  # fmt: skip
    assert line_of(text, ("o", 1, "missing")) == 13
    assert line_of(text, ("nowhere",)) == 1


WORDS = {
    'domain = "kind-of-things"': 'domain = "red-things"',
    "<who gave these verdicts, and what they go by>": "A test's own judgement",
    "<who asks, and where>": "On my table there are",
    "<what decides the choice, without naming an option>": "Only what is red goes into the box",
    "<which of them>": "Which of them go into the box",
    "<the choice, stated:>": "Into the box go the",
    "<what is to be worked out>": "How many go into the box",
    "<what is to be worked out with>": "What is the outcome with",
    **{f"<thing {letter}>": name for letter, name in zip(
        "ABCDEFGH", ["cherries", "tomatoes", "strawberries", "ladybirds", "lemons", "limes", "snowballs", "ravens"],
        strict=True)},
}  # fmt: skip


@pytest.mark.parametrize("cell", cells(), ids=" ".join)
def test_a_form_asks_for_words_only_and_makes_items_once_filled_in(cell: tuple[str, str], tmp_path: Path) -> None:
    scenario, operation = next(known for known in cells() if known == cell)
    text = form(scenario, operation)
    path = tmp_path / f"{form_name(scenario, operation)}.toml"
    path.write_text(text)
    assert {finding.code for finding in check_template(path)} == {"T0.placeholder"}
    for words, filled in WORDS.items():
        text = text.replace(words, filled)
    for letter in "ABCDEFGH":
        text = text.replace(f"<why thing {letter} fits>", "It is red.").replace(
            f"<why thing {letter} doesn't fit>", "It is not red."
        )
    path.write_text(text)
    assert list(check_template(path)) == []
    template: Template = load_template(path)
    assert (template.scenario, template.operation) == cell
    items = [item for item in sample(template, 5) if not isinstance(item, Rejected)]
    assert [str(finding) for item in items for finding in check_triplet(item)] == []


@pytest.mark.parametrize("length", [1, 2, 7, 13, 60])
def test_positions_stay_even_whatever_the_mix(length: int) -> None:
    shapes = [("choose-set", 5, 3), ("exclude", 4, 2), ("pick-one", 4, 1), ("take-ends", 5, 2), ("choose-set", 6, 2)]
    for seed in range(12):
        rng = stream(seed, "shapes")
        picked = [rng.choice(shapes) for _ in range(length)]
        selections = [Selection(structure=a, shown=b, chosen=c) for a, b, c in picked]  # type: ignore[arg-type]
        dealt = deal(rng, selections)
        for place in range(6):
            share = sum(one.chosen / one.shown for one in selections if place < one.shown)
            assert abs(sum(place in places for places in dealt) - share) <= 1 + 1e-9
        for one, places in zip(selections, dealt, strict=True):
            assert len(places) == one.chosen
            assert one.structure == "take-ends" or not sorted_by_verdict(places, one.shown)
