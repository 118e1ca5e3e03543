"""The registry keeps checks apart by family and scope, in an order that imports can't change."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from schemas.findings import Finding
from validators.registry import rule, rules, run_rules


def _check(code: str, name: str) -> Callable[[str, None], Iterator[Finding]]:
    def check(item: str, context: None) -> Iterator[Finding]:
        """Says what it was given.

        And more.
        """
        yield Finding(code=code, severity="note", item=item, place="whole", message="seen")

    check.__qualname__ = name
    return check


def test_rules_are_ordered_by_number_and_kept_apart() -> None:
    for number in (10, 2, 1):
        rule(f"X{number}", "registry_order")(_check(f"X{number}.seen", f"check_{number}"))
    rule("X3", "registry_order", "release")(_check("X3.seen", "check_3"))
    assert [made.name for made in rules("registry_order", "item")] == ["X1", "X2", "X10"]
    assert [made.name for made in rules("registry_order", "release")] == ["X3"]
    assert rules("registry_order", "item")[0].summary == "Says what it was given."
    assert rules("registry_unknown", "item") == ()


def test_run_rules_gives_all_findings_in_order() -> None:
    for number in (2, 1):
        rule(f"X{number}", "registry_run")(_check(f"X{number}.seen", f"check_{number}"))
    assert [found.code for found in run_rules("registry_run", "item", "it", None)] == ["X1.seen", "X2.seen"]


def test_a_check_may_share_a_name_but_not_be_registered_twice() -> None:
    first, second = _check("X1.a", "first"), _check("X1.b", "second")
    rule("X1", "registry_twice")(first)
    rule("X1", "registry_twice")(second)
    assert len(rules("registry_twice", "item")) == 2
    with pytest.raises(ValueError, match="registered twice"):
        rule("X1", "registry_twice")(first)


@pytest.mark.parametrize("prefix", ["", "x1", "X1.", "X-1", "1"])
def test_a_bad_prefix_is_refused(prefix: str) -> None:
    with pytest.raises(ValueError, match="not a rule's name"):
        rule(prefix, "registry_bad")


def test_a_check_without_docstring_is_refused() -> None:
    check = _check("X1.a", "undocumented")
    check.__doc__ = " "
    with pytest.raises(ValueError, match="docstring"):
        rule("X1", "registry_bad")(check)
    assert rules("registry_bad", "item") == ()


def test_a_finding_under_another_rules_name_is_a_bug() -> None:
    rule("X1", "registry_foreign")(_check("X2.seen", "foreign"))
    with pytest.raises(ValueError, match="yielded X2"):
        list(run_rules("registry_foreign", "item", "it", None))
