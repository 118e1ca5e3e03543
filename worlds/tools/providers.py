"""Who answers calls: the protocol of a provider, and the toolbox that holds one for each ability of a world."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from itertools import cycle
from typing import Protocol, TypeAlias

from schemas.values import Value
from schemas.worlds import Arguments, Exchange, LicenceRecord, Volatility
from worlds.tools.calls import ToolRefusal, UnsupportedTool, answered, bind, request_digest
from worlds.tools.registry import tool_spec

__all__ = ["Named", "NoAnswer", "Provider", "TableBox"]

Named: TypeAlias = Mapping[str, Value | str]
"""A call's arguments by name, as they come out of `bind`, without the selector."""

MISSES = 200
"""How many drawn decoys in a row may be known or refused before the search for more ends."""


class NoAnswer(Exception):
    """A provider's refusal: a code and a sentence. The toolbox adds the call."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message


class Provider(Protocol):
    """What answers one ability. `name` tells the source and its version; the other two hold for all its answers."""

    @property
    def name(self) -> str:
        """The source and its version."""
        ...

    @property
    def volatility(self) -> Volatility:
        """How fast its answers may change."""
        ...

    @property
    def licence(self) -> LicenceRecord:
        """What may be done with its answers."""
        ...

    def answer(self, named: Named) -> Value:
        """The value for arguments that fit the spec. Raises NoAnswer rather than give a fallback."""
        ...

    def decoys(self, rng: random.Random, like: tuple[Arguments, ...]) -> Iterator[Arguments]:
        """Endlessly drawn arguments of the kind that `like` shows; any may be refused or come twice."""
        ...


class TableBox:
    """A ToolBox over providers that need no network."""

    def __init__(self, providers: Mapping[str, Provider]) -> None:
        """`providers` by ability."""
        self._providers = dict(providers)

    @property
    def abilities(self) -> tuple[str, ...]:
        """What can be called here, sorted."""
        return tuple(sorted(self._providers))

    def call(self, tool: str, arguments: Arguments) -> Exchange:
        """The tool's answer. Raises ToolRefusal, or UnsupportedTool where no provider holds the ability."""
        mode, named = bind(tool, arguments)
        spec = tool_spec(tool)
        provider = self._providers.get(spec.ability(mode))
        if provider is None:
            message = f"this world can't answer {spec.ability(mode)}: it has {', '.join(self.abilities)}"
            raise UnsupportedTool(spec.name, arguments, "unsupported", message)
        try:
            result = provider.answer(named)
        except NoAnswer as none:
            raise ToolRefusal(spec.name, arguments, none.reason, none.message) from none
        return answered(spec.name, arguments, result, provider.name, provider.volatility, provider.licence)

    def decoys(self, tool: str, rng: random.Random, n: int, exclude: Iterable[Arguments]) -> tuple[Arguments, ...]:
        """Up to `n` different argument lists that the tool answers here, like those in `exclude` but none of them."""
        known = tuple(exclude)
        spec = tool_spec(tool)
        abilities = sorted({spec.ability(bind(tool, arguments)[0]) for arguments in known} or spec.abilities)
        seen = {request_digest(spec.name, arguments) for arguments in known}
        drawn = []
        for ability in abilities:
            like = tuple(arguments for arguments in known if spec.ability(bind(tool, arguments)[0]) == ability)
            if ability in self._providers:
                drawn.append(self._providers[ability].decoys(rng, like))
        found: list[Arguments] = []
        misses = 0
        for source in cycle(drawn):
            if len(found) >= n or misses >= MISSES:
                break
            arguments = next(source)
            digest = request_digest(spec.name, arguments)
            misses += 1
            if digest in seen:
                continue
            seen.add(digest)
            if self._answers(tool, arguments):
                found.append(arguments)
                misses = 0
        return tuple(found)

    def _answers(self, tool: str, arguments: Arguments) -> bool:
        try:
            self.call(tool, arguments)
        except ToolRefusal:
            return False
        return True
