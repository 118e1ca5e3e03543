"""The table in docs/tools.md lists every ability of every provider, as it is declared, with tests that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.worlds.backends.toolbox import CONTACT
from worlds.tools.box import atlas_tools, core_tools
from worlds.tools.calls import ToolRefusal, make_arguments
from worlds.tools.live import LiveConfig, LiveToolBox
from worlds.tools.live.catalogue import CATALOGUE
from worlds.tools.live.config import BASES
from worlds.tools.providers import Provider
from worlds.tools.registry import REGISTRY

HERE = Path(__file__).resolve().parent
DOCUMENT = HERE.parents[1] / "docs" / "tools.md"


class Row(NamedTuple):
    ability: str
    backend: str
    changes: str
    licence: str
    published: str
    format: str
    errors: str
    refusals: str


def rows() -> list[Row]:
    """The table's rows below its head."""
    lines = DOCUMENT.read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
    assert cells[0][0] == "ability"
    return [Row(*line) for line in cells[1:]]


def declared(folder: Path) -> dict[tuple[str, str], Provider]:
    """Every provider there is, by ability and backend."""
    found: dict[tuple[str, str], Provider] = {}
    for ability, provider in atlas_tools()._providers.items():
        found[ability, "computed" if provider.name.startswith("benchwright") else "atlas"] = provider
    for offer in CATALOGUE:
        config = LiveConfig(
            contact=CONTACT,
            cache=folder,
            bases={"model": "https://model.test"},
            use={offer.ability: offer.backend},
            hosts=frozenset({"site.test"}),
            google_key="x",
            serper_key="x",
            model="m",
        )
        found[offer.ability, offer.backend] = LiveToolBox(config)._providers[offer.ability]
    return found


def test_functions() -> dict[str, ast.FunctionDef]:
    """Every test of this folder, by name."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(HERE.glob("test_*.py"))]
    return {each.name: each for tree in trees for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)}


test_functions.__test__ = False  # type: ignore[attr-defined]  # a helper whose name fits what it gives


def test_the_table_lists_every_ability_and_backend_once() -> None:
    listed = [(row.ability, row.backend) for row in rows()]
    here = {
        (a, "computed" if p.name.startswith("benchwright") else "atlas") for a, p in atlas_tools()._providers.items()
    }
    assert sorted(listed) == sorted([*here, *((offer.ability, offer.backend) for offer in CATALOGUE)])
    abilities = {ability for spec in REGISTRY.values() for ability in spec.abilities}
    assert {ability for ability, _ in listed} == abilities
    assert {backend for _, backend in listed} == set(BASES) | {"atlas", "computed"}


def test_the_table_says_what_each_provider_declares(tmp_path: Path) -> None:
    providers = declared(tmp_path)
    for row in rows():
        provider = providers[row.ability, row.backend]
        licence = provider.licence
        said = (row.changes, row.licence, row.published)
        assert said == (provider.volatility, licence.spdx, "yes" if licence.redistributable else "no"), row


def test_the_document_names_only_tests_that_exist() -> None:
    known = test_functions()
    text = DOCUMENT.read_text(encoding="utf-8")
    named = set(re.findall(r"`(test_\w+)`", text))
    assert named
    assert sorted(named - set(known)) == []
    for row in rows():
        for cell in (row.format, row.errors, row.refusals):
            assert re.fullmatch(r"`test_\w+`", cell), row


@pytest.mark.parametrize("row", [row for row in rows() if row.backend not in {"atlas", "computed"}], ids=str)
def test_the_tests_of_a_row_call_its_tool(row: Row) -> None:
    tool = row.ability.partition(":")[0]
    known = test_functions()
    for cell in (row.format, row.refusals):
        assert tool in ast.unparse(known[cell.strip("`")]), f"{cell} never calls {tool}"


def test_a_program_put_to_tables_is_told_where_programs_run() -> None:
    with pytest.raises(ToolRefusal, match="programs run in the sandbox alone"):
        core_tools().call("python_execute_code", make_arguments(code="print(1)"))
