"""python_generate_code: a program written by any OpenAI-compatible model. Offered to agents, never gold.

Format: `POST /chat/completions` of the OpenAI API.
"""

from __future__ import annotations

import re

from schemas.canonical import JSON
from schemas.values import Value
from schemas.worlds import LicenceRecord
from worlds.net.messages import Request
from worlds.tools.live.link import Credit, LiveProvider
from worlds.tools.live.reading import excerpt, optional, words
from worlds.tools.providers import Named, NoAnswer

__all__ = ["GenerateCode"]

FENCED = re.compile(r"```(?:python|py)?[ \t]*\n(.*?)\n?```", re.DOTALL)
ASK = "Write one Python program, standard library only, that prints the result. Answer with the program alone."


class GenerateCode(LiveProvider):
    """Asks a model for a program. Nothing checks what it writes."""

    credit = Credit(
        "OpenAI-compatible model",
        "live",
        LicenceRecord(spdx="NOASSERTION", attribution="written by a language model", redistributable=False),
    )

    @property
    def name(self) -> str:
        """The model's name."""
        return f"{self.credit.name} {self.link.model}"

    def answer(self, named: Named) -> Value:
        """The start of the program."""
        return excerpt(self.read(named))

    def read(self, named: Named) -> str:
        """The whole program, out of its fence. An empty or cut-off reply is refused."""
        messages: list[JSON] = [{"role": "system", "content": ASK}, {"role": "user", "content": str(named["task"])}]
        body: JSON = {"model": self.link.model, "temperature": 0, "messages": messages}
        answer = self.link.ask(Request("/chat/completions", json=body))
        error = optional(answer.data, "error")
        if error is not None or answer.status != 200:
            raise NoAnswer("refused-by-service", str(optional(error, "message") or f"status {answer.status}"))
        if words(answer.data, "choices", 0, "finish_reason") != "stop":
            raise NoAnswer("cut-short", "the model didn't finish the program")
        text = words(answer.data, "choices", 0, "message", "content")
        fenced = FENCED.search(text)
        return (fenced[1] if fenced else text).strip()
