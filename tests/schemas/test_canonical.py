"""Canonical bytes are those of RFC 8785, whichever way they come about: ids and digests rest on them."""

from __future__ import annotations

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from schemas.canonical import JSON, canonical_bytes

WORDS = st.text() | st.text('0123456789.eE-:,[]{}"\\\x00\x1f\x7f é€\U0001f600\ue000', max_size=20)
NUMBERS = st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(allow_nan=False, allow_infinity=False)
PLAIN = st.recursive(
    st.none() | st.booleans() | NUMBERS | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
)


@given(PLAIN)
def test_they_are_those_of_the_reference_implementation(value: JSON) -> None:
    assert canonical_bytes(value) == rfc8785.dumps(value)


def test_keys_are_sorted_by_utf_16_and_not_by_code_point() -> None:
    """The RFC's own order (3.2.3): a key beyond the basic plane comes before one at U+E000 and after."""
    assert canonical_bytes({"\ue000": 1, "\U0001f600": 2, "a": 3}) == '{"a":3,"\U0001f600":2,"\ue000":1}'.encode()


@pytest.mark.parametrize("value", [2**53, -(2**53), float("nan"), float("inf"), "\ud800"])
def test_what_has_no_canonical_form_is_refused(value: JSON) -> None:
    for place in (value, [value], {"a": {"b": [1, value]}}):
        with pytest.raises(ValueError, match=r"safe integer|not representable|non-UTF-8"):
            canonical_bytes(place)
