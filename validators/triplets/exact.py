"""The exact rationals of the validators: sympy's, where the solvers count with the standard library's."""

from __future__ import annotations

from sympy import Rational  # type: ignore[import-untyped]  # has neither stubs nor py.typed

__all__ = ["Rational"]
