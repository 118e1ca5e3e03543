"""The committed JSON Schemas are those of the records, and say what the records say."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from schemas.canonical import JSON, dump
from schemas.findings import Finding
from schemas.publish import FOLDER, PUBLISHED, faults, schema_bytes, schema_path
from tests.triplets.making import item_of

GOOD = dump(Finding(code="L8.misread-year", severity="critical", item="leg-1", place="stops[3].value", message="Bad."))
EXAMPLE = dump(item_of("quiet-nap-time"))


@pytest.mark.parametrize("name", sorted(PUBLISHED))
def test_a_committed_schema_has_not_drifted_from_its_record(name: str) -> None:
    assert schema_path(name).read_bytes() == schema_bytes(name), "run: python -m schemas.publish"


def test_every_committed_schema_is_published() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {schema_path(name).name for name in PUBLISHED}


@pytest.mark.parametrize("name", sorted(PUBLISHED))
def test_a_schema_is_valid_closed_and_names_its_dialect(name: str) -> None:
    schema = json.loads(schema_path(name).read_bytes())
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(schema)
    objects = [schema, *schema.get("$defs", {}).values()]
    assert all(one["additionalProperties"] is False for one in objects if one.get("type") == "object")


def test_a_good_record_has_no_faults() -> None:
    assert list(faults("finding", GOOD)) == []


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("code", "misread", "code: "),
        ("severity", "bad", "severity: "),
        ("extra", 1, "the whole record: Additional properties"),
        ("message", "", "message: "),
    ],
)
def test_a_fault_names_its_place(key: str, value: str | int, told: str) -> None:
    assert next(faults("finding", {**GOOD, key: value})).startswith(told)


def test_a_missing_key_is_a_fault() -> None:
    short = {key: value for key, value in GOOD.items() if key != "place"}
    assert "'place' is a required property" in next(faults("finding", short))


def test_a_text_that_goes_on_after_its_end_is_refused_in_one_line() -> None:
    """Python's `$` stands before a last line break too; that of JSON Schema's regular expressions doesn't."""
    (told,) = faults("finding", {**GOOD, "code": "L8.misread-year\n"})
    assert told.startswith("code: ")


BREAKAGES: tuple[JSON, ...] = (None, True, 0, -1, 1.5, "", "\n", "no such word", [], {}, [None], {"no_such_key": 1})


@pytest.mark.parametrize("key", sorted(EXAMPLE))
@pytest.mark.parametrize("value", BREAKAGES)
def test_both_validators_judge_a_triplet_alike(key: str, value: JSON) -> None:
    schema = json.loads(schema_path("triplet").read_bytes())
    broken = {**EXAMPLE, key: value}
    assert bool(list(faults("triplet", broken))) == (not Draft202012Validator(schema).is_valid(broken))
