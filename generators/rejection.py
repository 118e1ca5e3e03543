"""Why an attempt made no item."""

from __future__ import annotations

__all__ = ["Rejected"]


class Rejected(Exception):
    """An attempt at an item that met a rule it can't keep.

    `code` is shaped like a finding's code (`plan.no-page`, `L1.insensitive`); `message` is one plain sentence.
    Rejections are counted and written to `rejected.jsonl`; they are no errors.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[type[Rejected], tuple[str, str]]:
        return (Rejected, (self.code, self.message))
