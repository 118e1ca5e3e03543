"""The toolbox of a live world: for each ability the backend that the configuration picks, and what is computed here."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Protocol, runtime_checkable

from schemas.errors import InputError, RemoteError
from schemas.worlds import Arguments, Exchange, ToolName
from worlds.net.client import NetClient
from worlds.net.clock import Clock
from worlds.net.messages import NetFailure
from worlds.pages import PageSource
from worlds.tools.arithmetic import Conversion, DaysBetween
from worlds.tools.calls import ToolRefusal, UnsupportedTool, bind, show_call
from worlds.tools.live.catalogue import CATALOGUE, Offer
from worlds.tools.live.config import LiveConfig
from worlds.tools.live.known import POINTS, draw_known, draw_listed
from worlds.tools.live.link import Drawer, Link
from worlds.tools.places import GreatCircle
from worlds.tools.providers import Named, NoAnswer, Provider, TableBox
from worlds.tools.registry import REGISTRY, tool_spec

__all__ = ["LiveToolBox", "ToolOutage"]


class ToolOutage(RemoteError):
    """A call that its backend didn't answer, after bounded waiting: nothing is known about the answer.

    Not a ToolRefusal: a refusal is a fact about the call and may be recorded, an outage is one about the moment.
    `reason` is a code of NetFailure (`quota`, `denied`, `unreachable`, `not-json`, …).
    """

    def __init__(self, tool: ToolName, arguments: Arguments, reason: str, message: str) -> None:
        mend = (
            ": `bases` in the settings of live worlds puts it elsewhere or leaves it out"
            if reason == "unreachable"
            else ""
        )
        super().__init__(f"{show_call(tool, arguments)}: {message}{mend}")
        self.tool = tool
        self.arguments = arguments
        self.reason = reason
        self.detail = message

    def __reduce__(self) -> tuple[type[ToolOutage], tuple[ToolName, Arguments, str, str]]:
        """How a worker process hands it back whole."""
        return type(self), (self.tool, self.arguments, self.reason, self.detail)


@runtime_checkable
class Reader(Protocol):
    """A provider whose answers may be longer than a text value holds."""

    def read(self, named: Named) -> str:
        """The whole text. Raises NoAnswer."""
        ...


class LiveToolBox(TableBox):
    """The ToolBox of a live world."""

    def __init__(self, config: LiveConfig, pages: PageSource | None = None, clock: Clock | None = None) -> None:
        """`pages` are the world's own, for `fetch_webpage`, which isn't offered without them or allowed hosts.

        Raises InputError without the operator's contact, and for a backend in `use` that can't serve.
        """
        self._client = NetClient(config.contact, config.cache, patience=config.patience, clock=clock)
        points = dict(POINTS)
        providers: dict[str, Provider] = {
            "maps_distance_matrix:great_circle": GreatCircle(points),
            "python_execute_code:convert": Conversion(),
            "python_execute_code:days_between": DaysBetween(),
        }
        for ability, offers in _offers().items():
            offer = _picked(config, ability, offers)
            service = config.service(offer.backend) if offer else None
            if offer and service and (ability != "fetch_webpage" or pages or config.hosts):
                draw = _drawer(config, ability)
                link = Link(service, self._client, draw, pages, config.hosts, config.model)
                providers[ability] = offer.build(link)
        unknown = sorted(set(config.use) - {offer.ability for offer in CATALOGUE})
        if unknown:
            raise InputError(f"no ability is called {unknown[0]!r}: they are {', '.join(sorted(_offers()))}")
        super().__init__(providers)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def call(self, tool: str, arguments: Arguments) -> Exchange:
        """The tool's answer. Raises ToolRefusal, UnsupportedTool, or ToolOutage when its backend doesn't answer."""
        try:
            return super().call(tool, arguments)
        except NetFailure as failure:
            raise ToolOutage(tool_spec(tool).name, arguments, failure.reason, failure.message) from failure

    def read(self, tool: str, arguments: Arguments) -> str:
        """The whole text of an answer that an exchange holds only the start of (a page, a way, a program).

        Raises as `call` does; UnsupportedTool for tools whose answers are no longer than a value.
        """
        mode, named = bind(tool, arguments)
        spec = tool_spec(tool)
        provider = self._providers.get(spec.ability(mode))
        if not isinstance(provider, Reader):
            raise UnsupportedTool(spec.name, arguments, "unsupported", "it gives no longer text than its value")
        try:
            return provider.read(named)
        except NoAnswer as none:
            raise ToolRefusal(spec.name, arguments, none.reason, none.message) from none
        except NetFailure as failure:
            raise ToolOutage(spec.name, arguments, failure.reason, failure.message) from failure


def _offers() -> dict[str, list[Offer]]:
    found: dict[str, list[Offer]] = {}
    for offer in CATALOGUE:
        found.setdefault(offer.ability, []).append(offer)
    return found


def _picked(config: LiveConfig, ability: str, offers: list[Offer]) -> Offer | None:
    """The offer that serves an ability: the one asked for, else the first that can."""
    wanted = config.use.get(ability)
    if wanted is None:
        return next((offer for offer in offers if config.service(offer.backend)), None)
    for offer in offers:
        if offer.backend == wanted:
            if config.service(wanted) is None:
                raise InputError(f"{ability}: {wanted} needs a key or a base address, and none is set")
            return offer
    raise InputError(f"{ability}: {wanted!r} doesn't answer it, only {', '.join(offer.backend for offer in offers)}")


def _drawer(config: LiveConfig, ability: str) -> Drawer:
    """Where an ability's decoys are drawn from: the recipe's list, or ours."""
    spec = next(spec for spec in REGISTRY.values() if ability in spec.abilities)
    mode = next(mode for mode in spec.modes if spec.ability(mode) == ability)
    known = config.known.get(ability, ())

    def draw(rng: random.Random, like: tuple[Arguments, ...]) -> Iterator[Arguments]:
        return draw_listed(known, rng) if known else draw_known(spec.name, mode, rng, like)

    return draw
