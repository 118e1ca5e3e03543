"""Posted forms, read with care: bounded, in clean text, each field asked for by name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import parse_qsl

from starlette.requests import Request

from annotation.events import PARTS, Part
from annotation.rules import Refused
from annotation.state import Person
from schemas.errors import InputError

__all__ = ["Form", "Signed", "choice_of", "form_of", "part_of"]

FIELDS: Final = 40
CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")

Form = Mapping[str, str]


class Signed:
    """A request of somebody who is signed in."""

    def __init__(self, request: Request, person: Person, session: str, form: Form) -> None:
        self.request, self.person, self.session, self.form = request, person, session, form

    def item_id(self) -> str:
        """The item that the address names."""
        return str(self.request.path_params["item"])

    def field(self, name: str) -> str:
        """A field of the form. Raises Refused when it is missing."""
        if name not in self.form:
            raise Refused(f"{name}: is missing; open the page anew")
        return self.form[name]

    def version(self) -> int:
        """The version that the form was made for."""
        text = self.field("version")
        if not re.fullmatch(r"[1-9][0-9]{0,4}", text):
            raise Refused("version: is no number; open the page anew")
        return int(text)


async def form_of(request: Request) -> Form:
    """The fields of a posted form, line ends made plain. Raises InputError for what no form of ours sends."""
    try:
        text = (await request.body()).decode("ascii")
        pairs = parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=FIELDS)
    except ValueError as error:  # too many fields, or bytes that are no text
        raise InputError("The form can't be read.") from error
    form = {name: value.replace("\r\n", "\n").replace("\r", "\n") for name, value in pairs}
    if any(CONTROL.search(value) for value in form.values()):
        raise InputError("The form holds control characters.")
    return form


def choice_of(signed: Signed, name: str, *, yes: str, no: str) -> bool:
    """Which of two answers was given. Raises Refused when neither was."""
    value = signed.form.get(name)
    if value not in {yes, no}:
        raise Refused("Give an answer to every question.")
    return value == yes


def part_of(signed: Signed) -> Part:
    """Which of the three questions a form answers. Raises Refused for none of them."""
    for part in PARTS:
        if signed.form.get("part") == part:
            return part
    raise Refused("part: is no question; open the page anew")
