"""Facts read from a page: a typed value, the field it fills, and the exact span that says it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from schemas.base import Record
from schemas.stated import Stated
from schemas.values import Value

__all__ = ["Fact", "FactSheet", "FieldName", "Mention", "Refusal"]

FieldName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z_]*$")]
"""A field's name by meaning (`population`, `released`, `capital`), not by the label a page uses for it."""


class Mention(Record):
    """Another place of the page that says the same within rounding, with what it says; all else is as in Fact."""

    value: Value
    section: str
    label: str
    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(ge=1)]
    quote: str
    link: str | None


class Fact(Record):
    """One value with one unambiguous reading.

    `start` and `end` are character offsets into the page's HTML source (start inclusive, end exclusive): the
    slice, with markup removed, is `quote`. `section` is `infobox`, `title` (the page's title line), `lead` (prose
    before the first heading) or the heading right above the sentence. `label` is the row's label as the page writes
    it, or the words of the sentence that name the field (`founded`). `link` is the exact title of the page that the
    value names, where the value is a link and nothing else. `also` lists the other places that say it.
    """

    field: FieldName
    value: Value
    section: Literal["infobox", "title", "lead"] | str
    label: str
    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(ge=1)]
    quote: str
    link: str | None
    also: tuple[Mention, ...] = ()

    @property
    def in_prose(self) -> bool:
        """Whether a sentence says it, not the summary box or the title line."""
        return self.section not in {"infobox", "title"}


class Refusal(Record):
    """A row or sentence that names a known field but gives no single safe reading; `reason` is a rule-L8 code.

    `start` and `end` bound the row's or sentence's visible words in the page's HTML source, `quote` is these words
    (the first 200 characters; empty where the cell is). `stated` is what they plainly say instead of one value: it is
    there to be shown and never offered as a fact.
    """

    field: FieldName
    label: str
    reason: Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]+$")]
    section: Literal["infobox", "title", "lead"] | str
    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(ge=0)]
    quote: str
    stated: Stated | None = None


class FactSheet(Record):
    """Everything read from one page. `kind` is what the page is about (`album`, `song`, `country`, …) or `other`.

    `facts` has one fact a field: the infobox's, or prose's where the infobox has none.
    """

    title: str
    kind: FieldName
    facts: tuple[Fact, ...]
    refusals: tuple[Refusal, ...]

    @property
    def everywhere(self) -> tuple[Fact, ...]:
        """The facts, and behind each the first of every other section that says exactly that value."""
        found: dict[tuple[str, str], Fact] = {}
        for fact in self.facts:
            found.setdefault((fact.field, fact.section), fact)
            for mention in fact.also:
                if mention.value == fact.value:
                    again = Fact(field=fact.field, **dict(mention))
                    found.setdefault((fact.field, mention.section), again)
        return tuple(found.values())
