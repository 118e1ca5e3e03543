"""Dates in the Extended Date/Time Format (EDTF, ISO 8601-2), which keeps the precision that they are written with."""

from __future__ import annotations

import warnings
from functools import lru_cache
from types import ModuleType

from schemas.stated import Alternatives, Circa, DateRange, Stated, Undated
from schemas.values import DateValue

__all__ = ["edtf_of", "normal_date"]

_UNKNOWN = "XXXX-XX-XX"


@lru_cache(maxsize=1)
def _library() -> ModuleType:
    """The edtf package, loaded by the first who meets a date: its grammar takes a fifth of a second to build."""
    with warnings.catch_warnings():  # and draws a diagnostic of the parser's that says nothing of dates
        warnings.simplefilter("ignore")
        import edtf
    return edtf


@lru_cache(maxsize=16384)
def normal_date(written: str) -> str:
    """One written date in normal form, as precise as it is written (`May 1955` is `1955-05`); empty for none.

    Where a part is in no calendar, the library leaves that part out or the whole date: compare its precision with
    what is written. It guesses at figures alone (05/06/1955) and at spans, so ask it of nothing but a whole date.
    """
    return str(_library().text_to_edtf(written) or "")


def edtf_of(stated: Stated) -> str | None:
    """What is said of a date: `1955-05`, `1712~`, `1954/1955`, `[1950,1951]`, `XXXX-XX-XX`; None of anything else."""
    match stated:
        case DateValue():
            return str(_date(stated))
        case Circa(date=date):
            return str(_library().UncertainOrApproximate(_date(date), _library().UA("~")))
        case DateRange(first=first, last=last):
            return str(_library().Interval(_date(first), _date(last)))
        case Alternatives(values=values) if all(isinstance(value, DateValue) for value in values):
            return f"[{','.join(str(_date(value)) for value in values if isinstance(value, DateValue))}]"
        case Undated():
            return _UNKNOWN
        case _:
            return None


def _date(value: DateValue) -> object:
    return _library().Date(*value.value.split("-"))
