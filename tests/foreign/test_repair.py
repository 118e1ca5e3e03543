"""A mended leg is right by means of its own, says what was changed, and what takes a new fact is rejected with why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from releases.foreign.mended import mend_leg
from releases.foreign.mending import NotMendable
from releases.foreign.repair import repair
from schemas.canonical import canonical_bytes, content_id
from schemas.errors import InputError
from schemas.mended import MendedDetour, MendedFinish, MendedLeg, MendedPage
from schemas.publish import faults
from solvers.clues import parse
from tests.foreign.making import (
    WIKI,
    Leg,
    command,
    diamond,
    findings,
    finish,
    leg,
    page,
    planted,
    read,
    reason,
    refusal,
    sequential,
    stops_of,
    written,
)
from tests.foreign.test_codes import FOUNDED, asks, at, clue, last
from validators.mended import check_mended


def mended(one: Leg) -> MendedLeg:
    return mend_leg(read(one), findings(one))


def why(one: Leg) -> set[str]:
    with pytest.raises(NotMendable) as refusal:
        mended(one)
    return {finding.code for finding in refusal.value.reasons}


def long() -> Leg:
    """A leg with dead stops between live ones, a step that changes nothing, and a digital root at the end."""
    return leg(
        "long",
        [
            page(0, "Amber_Lake", "the number of islands in the lake", 12, to="Ferry_Guild"),
            page(1, "Ferry_Guild", "the number of boats of the guild", 47, to="Lock_Keepers"),
            page(2, "Lock_Keepers", "the number of locks", 7, to="Mill_Street"),
            reason(3, "digit_sum", 2, 7, 7),
            page(4, "Mill_Street", "the year the mill was built", "1892", extracted_value_type="date"),
            reason(5, "next_prime", 1, 53, 47),
            finish(6, "digital_root(12 + 7 + 1892)", [0, 3, 4], 3),
        ],
        [
            "Begin at the water named after a resin. How much land rises from it in separate pieces?",
            "An association of those who row for a living is linked there. What is the size of its fleet?",
            "Those who raise and lower boats on that river: how many gates do they tend?",
            "Add up the digits of the answer to clue 3.",
            "A road by the river is named after grinding. **When** was its landmark built?",
            "Find the next prime after the fleet from clue 2.",
            "Compute the digital root of (clue 1 + clue 4 + clue 5).",
        ],
        3,
    )


def test_dead_stops_and_idle_steps_are_cut_and_the_rest_still_fits() -> None:
    made = mended(long())
    assert [(stop.was, stop.stop_type) for stop in made.stops] == [
        (0, "route_info"), (2, "route_info"), (4, "route_info"), (6, "finish_line"),
    ]  # fmt: skip
    pages = [stop for stop in made.stops if isinstance(stop, MendedPage)]
    assert [stop.transition for stop in pages] == ["seed", "search_query", "link_follow"]
    assert made.answer == (12 + 7 + 1892) % 10
    assert (made.live_depth, made.step_budget, len(made.clues)) == (2, 10, 4)
    assert made.clues[2] == "A road by the river is named after grinding. When was its landmark built?"
    assert [(change.code, change.stop) for change in made.changes] == [
        ("L18.identity", 3), ("L15.missed-digit", 6), ("L1.dead-stop", 1), ("L1.dead-stop", 5),
        ("L13.clue-tidied", 4), ("L13.last-clue-rewritten", 6),
    ]  # fmt: skip


def test_computed_clues_are_of_the_grammar_and_say_the_step() -> None:
    made = mended(sequential())
    detour, last_stop = made.stops[2], made.stops[3]
    assert isinstance(detour, MendedDetour)
    assert isinstance(last_stop, MendedFinish)
    (reading,) = parse(made.clues[2])
    assert dict(reading)["transform"] == "digit_sum"
    assert dict(reading)["a"] == detour.source.stop + 1 == 2
    (reading,) = parse(made.clues[3])
    assert dict(reading)["refs"] == tuple(ref.stop + 1 for ref in last_stop.sources) == (1, 3)


def test_stale_values_are_derived_anew_through_to_the_answer() -> None:
    made = mended(planted(sequential(), at(2, extracted_value=99)))
    assert made.answer == (12 + 11) % 10
    changed = {change.code: change.done for change in made.changes}
    assert changed["L3.stale-transform"] == "derived anew: 11 instead of 99"


def test_words_before_the_clues_go() -> None:
    made = mended(planted(sequential(), lambda one: one.update(riddle="Of course!\n\n" + str(one["riddle"]))))
    assert made.clues[0].startswith("Begin at the water")
    assert "L12.preamble" in {change.code for change in made.changes}


def test_what_takes_a_new_fact_is_rejected_with_every_reason() -> None:
    assert why(planted(sequential(), asks(FOUNDED, 26))) == {"L8.misread-year"}
    assert why(diamond()) == {"L6.volatile-answer"}
    assert why(planted(sequential(), at(0, extracted_value=12.5))) == {"L5.truncated-operand"}
    assert why(planted(sequential(), at(1, extracted_value=47.5))) == {"L5.truncated-source"}
    assert why(planted(sequential(), clue(2, "Go to the ferry guild, and count what floats."))) == {"L12.title"}
    assert why(planted(sequential(), clue(1, "Which water has twelve islands?"))) == {"L12.operand-printed"}
    assert why(planted(sequential(), lambda one: one.update(riddle="Find the lake."))) == {"L13.clue-count"}
    assert why(planted(sequential(), last("(12 + 12) % 10", [0, 0], 4))) == {"L1.same-source"}
    assert why(planted(long(), clue(5, "A road near the fleet from clue 2. When?"))) == {"L13.cites-cut-clue"}


def test_a_finding_on_a_dead_stop_does_not_keep_a_leg_from_mending() -> None:
    one = planted(long(), at(1, extraction_target=FOUNDED, extracted_value=3, page_url=WIKI + "Ferry_Guild"))
    assert mended(one).answer == mended(long()).answer


def test_a_folder_of_legs_through_the_command(tmp_path: Path) -> None:
    folder = written(tmp_path / "in", sound=sequential(), long=long(), dag_one=diamond())
    (folder / "aar-linear" / "easy" / "broken.json").write_text("{}")
    told = json.loads(command("legs", "repair", folder, "-o", tmp_path / "out", "--json").stdout)
    assert (told["mended"], told["rejected"]) == (2, 2)
    assert told["reasons"] == {"L6.volatile-answer": 1, "Schema.misfit": 1}
    lines = [json.loads(line) for line in (tmp_path / "out" / "mended.jsonl").read_bytes().splitlines()]
    assert [list(faults("mended_leg", line)) for line in lines] == [[], []]
    told = json.loads(command("check", tmp_path / "out", "--json").stdout)
    assert (told["items"], told["findings"]) == (2, {})
    assert {reason.split()[0] for reason in told["not_checkable"]} >= {"L1", "L7", "L14", "L16"}
    assert command("check", tmp_path / "out" / "mended.jsonl").exit_code == 0
    for wanted in (str(lines[0]["id"]), str(lines[0]["source"])):
        shown = command("explain", tmp_path / "out", wanted).stdout
        assert f"answer {lines[0]['answer']}" in shown
        assert "L13.last-clue-rewritten" in shown
    assert json.loads(command("explain", tmp_path / "out", wanted, "--json").stdout)["item"] == lines[0]
    assert "no mended leg 'x'" in refusal("explain", tmp_path / "out", "x")
    (structure,) = json.loads(command("legs", "structure", tmp_path / "out", "--json").stdout)["files"]
    assert (structure["shape"], structure["items"], structure["longest_path"]) == ("our legs", 2, 3)
    rejected = [json.loads(line) for line in (tmp_path / "out" / "rejected.jsonl").read_bytes().splitlines()]
    assert {line["item"] for line in rejected} == {"aar-dag/easy/dag_one", "aar-linear/easy/broken"}
    before = (tmp_path / "out" / "mended.jsonl").read_bytes()
    assert "mended.jsonl: it is there already" in refusal("legs", "repair", folder, "-o", tmp_path / "out")
    repair(folder, tmp_path / "out", force=True)
    assert (tmp_path / "out" / "mended.jsonl").read_bytes() == before


def test_a_mended_set_goes_back_to_upstream_s_tools(tmp_path: Path) -> None:
    repair(written(tmp_path / "in", sound=sequential(), long=long()), tmp_path / "mended")
    told = json.loads(command("export", "aar", tmp_path / "mended", "-o", tmp_path / "out", "--json").stdout)
    assert told["legs"] == 2
    audit = json.loads(command("check", tmp_path / "out", "--json").stdout)
    assert audit["stats"]["fully_live_legs"] == 2
    assert audit["stats"]["upstream_static"]["critical"] == 0
    assert set(audit["findings"]) == {"L3.literal", "L7.absent"}
    for file in (tmp_path / "out").rglob("*.json"):
        record = json.loads(file.read_text())
        for stop in record["stops"]:
            code = stop["reason_code"] or stop["bridge"]["expression_code"]
            if code:
                scope: dict[str, object] = {}
                exec(code.removesuffix("print(result)"), scope)  # noqa: S102
                assert scope["result"] == stop["extracted_value"]
        assert record["metadata"]["changes"]
    spoilt = (tmp_path / "mended" / "mended.jsonl").read_text().replace('"answer":3', '"answer":4')
    (tmp_path / "mended" / "mended.jsonl").write_text(spoilt)
    assert "it is damaged" in refusal("export", "aar", tmp_path / "mended", "-o", tmp_path / "more")


def again(made: MendedLeg, **changed: object) -> MendedLeg:
    """A mended leg with something else in it, and the id of its new content."""
    other = MendedLeg.model_validate({**made.model_dump(), **changed})
    return other.model_copy(update={"id": content_id("mended_leg", other)})


def with_stop(made: MendedLeg, place: int, **changed: object) -> dict[str, object]:
    stops = [stop.model_dump() for stop in made.stops]
    return {"stops": tuple(stop | changed if at == place else stop for at, stop in enumerate(stops))}


def other_number(value: str) -> dict[str, object]:
    return {"value": {"type": "number", "value": value, "unit": "count", "error": "0"}}


REFS = {place: {"kind": "stop", "stop": place, "path": "value"} for place in range(4)}

SPOILT: list[tuple[dict[str, object], set[str]]] = [
    ({"step_budget": 11}, {"Shape.step-budget"}),
    ({"live_depth": 2}, {"L1.depth"}),
    ({"answer": 4}, {"Shape.answer"}),
    ({"seed_url": WIKI + "Elsewhere"}, {"Shape.no-seed"}),
    ({"unproven": ()}, {"Shape.unmarked"}),
    (with_stop(mended(sequential()), 2, **other_number("12")), {"L3.stale-transform", "L3.stale-answer"}),
    (with_stop(mended(sequential()), 3, sources=(REFS[0],), depends_on=(0,)),
     {"L1.depth", "L1.dead-stop", "L3.stale-answer", "L13.other-step", "L13.last-clue-extra"}),
    (with_stop(mended(sequential()), 3, depends_on=(0, 1, 2)), {"L4.edges", "L4.order-as-data"}),
    (with_stop(mended(sequential()), 2, source=REFS[3], depends_on=(3,)), {"L3.bad-reference"}),
    (with_stop(mended(sequential()), 1, **other_number("47.5")), {"L3.undefined", "L5.truncated-source"}),
    (with_stop(mended(sequential()), 1, asks="the number of languages the article is available in"),
     {"L9.interface-languages"}),
]  # fmt: skip


@pytest.mark.parametrize(("changed", "codes"), SPOILT, ids=[min(codes) for _, codes in SPOILT])
def test_a_spoilt_mended_leg_is_found_out(changed: dict[str, object], codes: set[str]) -> None:
    made = mended(sequential())
    assert not list(check_mended([made]))
    assert {finding.code for finding in check_mended([again(made, **changed)])} >= codes
    edited = MendedLeg.model_validate({**made.model_dump(), "level": "hard"})
    assert {finding.code for finding in check_mended([edited])} == {"Shape.id-not-content"}


def test_a_line_that_is_no_mended_leg_is_a_finding(tmp_path: Path) -> None:
    made = mended(sequential())
    (tmp_path / "mended.jsonl").write_bytes(canonical_bytes(made) + b'\n{"family": "mended_leg"}\n')
    told = json.loads(command("check", tmp_path, "--json").stdout)
    assert (told["items"], list(told["findings"])) == (2, ["Schema.misfit"])


def test_a_compositional_leg_that_loses_its_diamonds_is_sequential_and_no_twin_stays(tmp_path: Path) -> None:
    both = written(tmp_path / "in", one=long())
    (both / "aar-dag" / "easy").mkdir(parents=True)
    (both / "aar-dag" / "easy" / "two.json").write_bytes((both / "aar-linear" / "easy" / "one.json").read_bytes())
    made = repair(both, tmp_path / "out")
    (leg,) = made.mended
    assert (leg.source, leg.variant) == ("aar-dag/easy/two", "sequential")
    assert "L2.variant" in {change.code for change in leg.changes}
    assert made.reasons() == {"L17.same-path": 1}


def test_what_can_not_be_read_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}")
    with pytest.raises(InputError, match=r"x\.json"):
        repair(tmp_path / "x.json", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_stops_of_a_mended_leg_refer_only_to_earlier_ones() -> None:
    for one in (sequential(), long()):
        made = mended(one)
        assert all(need < stop.index for stop in made.stops for need in stop.depends_on)
        assert len(stops_of(one)) - len(made.stops) == sum(
            change.code in {"L1.dead-stop", "L18.identity"} for change in made.changes
        )
