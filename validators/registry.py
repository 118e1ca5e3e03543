"""The one registry of checks: a decorator puts a check in, `rules` gives a family's checks in a fixed order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Literal, NamedTuple, ParamSpec, TypeAlias

from schemas.findings import Finding

__all__ = ["Rule", "Scope", "rule", "rules", "run_rules"]

Scope: TypeAlias = Literal["item", "release"]
"""What a check looks at: one item, or all items of one family in a release."""

P = ParamSpec("P")


class Rule(NamedTuple):
    """One registered check.

    `name` is the part of its findings' codes before the dot (`L8`, `T1`). `check` takes an item (scope `item`)
    or the tuple of all items (scope `release`), then the family's context object; what those are is fixed by
    the family. Several checks may share one name. `summary` is the first line of the check's docstring.
    """

    name: str
    family: str
    scope: Scope
    check: Callable[..., Iterator[Finding]]
    summary: str


_RULES: dict[tuple[str, str, str, str], Rule] = {}


def rule(
    code_prefix: str, family: str, scope: Scope = "item"
) -> Callable[[Callable[P, Iterator[Finding]]], Callable[P, Iterator[Finding]]]:
    """Register the decorated function as a check of `family` and hand it back unchanged.

    Raises ValueError, at import, for a prefix that is no rule name, a check without a docstring, or a function
    that is registered already.
    """
    if not re.fullmatch(r"[A-Z][A-Za-z]*[0-9]*", code_prefix):
        raise ValueError(f"{code_prefix!r} is not a rule's name; write it like L8 or T1")

    def register(check: Callable[P, Iterator[Finding]]) -> Callable[P, Iterator[Finding]]:
        key = (family, scope, check.__module__, check.__qualname__)
        if not (check.__doc__ or "").strip():
            raise ValueError(f"{check.__module__}.{check.__qualname__}: a check says in its docstring what it finds")
        if key in _RULES:
            raise ValueError(f"{check.__module__}.{check.__qualname__} is registered twice")
        summary = (check.__doc__ or "").strip().splitlines()[0].strip()
        _RULES[key] = Rule(code_prefix, family, scope, check, summary)
        rules.cache_clear()
        return check

    return register


@cache
def rules(family: str, scope: Scope) -> tuple[Rule, ...]:
    """The registered checks of a family in the order of their names (L2 before L10), whatever was imported first.

    Only checks whose module has been imported are known: a family's package imports all of its own.
    """
    chosen = [(_order(made.name), key, made) for key, made in _RULES.items() if key[:2] == (family, scope)]
    return tuple(made for _, _, made in sorted(chosen, key=lambda row: row[:2]))


def run_rules(family: str, scope: Scope, subject: object, context: object) -> Iterator[Finding]:
    """Every finding of a family's checks about one subject.

    Raises ValueError when a check yields a code that doesn't start with its own name: that is a bug in the check.
    """
    for made in rules(family, scope):
        for finding in made.check(subject, context):
            if finding.code.partition(".")[0] != made.name:
                raise ValueError(f"rule {made.name} yielded {finding.code}; a check's findings carry its name")
            yield finding


def _order(name: str) -> tuple[str, int]:
    letters = name.rstrip("0123456789")
    return letters, int(name[len(letters) :] or 0)
