"""The exact rationals of the validators: sympy's, where the solvers count with the standard library's."""

from __future__ import annotations

from decimal import Decimal

from sympy import Rational  # type: ignore[import-untyped]  # has neither stubs nor py.typed

__all__ = ["Rational", "written"]


def written(value: Rational) -> str:
    """A number as an author writes it: `862.5`; a fraction where no decimal is exact."""
    text = f"{Decimal(int(value.p)) / Decimal(int(value.q)):f}"
    return text if Rational(text) == value else str(value)
