"""What a live provider holds on to: its backend, the client, and the arguments that decoys are drawn from."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from schemas.values import Value
from schemas.worlds import Arguments, LicenceRecord, Volatility
from worlds.net.client import NetClient
from worlds.net.clock import today
from worlds.net.messages import Again, Reply, Request, Service
from worlds.pages import PageSource
from worlds.tools.live.reading import Answer, Parsed, decode, optional
from worlds.tools.providers import Named, NoAnswer

__all__ = ["Credit", "Link", "LiveProvider", "past_day"]

Drawer = Callable[[random.Random, tuple[Arguments, ...]], Iterator[Arguments]]
Busy = Callable[[Parsed], str | None]
Lasting = Callable[[Answer], bool]


def lasts(answer: Answer) -> bool:
    """Whether a reply would be the same next time: an answer, or that there is none, but no complaint."""
    return answer.status in {200, 404} and optional(answer.data, "error") is None


@dataclass(frozen=True)
class Link:
    """One backend as one provider reaches it; `pages` are the world's, for the tool that reads them."""

    service: Service
    client: NetClient
    draw: Drawer
    pages: PageSource | None = None
    hosts: frozenset[str] = frozenset()
    model: str = ""

    def ask(self, request: Request, busy: Busy | None = None, lasting: Lasting = lasts) -> Answer:
        """The backend's JSON. `busy` tells from a reply's JSON why to come again later, if so.

        Replies are kept for the next run where `lasting`. Raises NetFailure where there is no JSON to judge.
        """

        def check(reply: Reply) -> bool:
            answer = decode(self.service.name, reply)
            told = busy(answer.data) if busy else None
            if told:
                raise Again("quota", told, reply.wait)
            return lasting(answer)

        return decode(self.service.name, self.client.send(self.service, request, check))


@dataclass(frozen=True)
class Credit:
    """What a backend declares: the name shown in exchanges, how fast its answers change, and their licence."""

    name: str
    volatility: Volatility
    licence: LicenceRecord


class LiveProvider(ABC):
    """The part that is the same for every backend: what it declares, and its decoys."""

    credit: Credit

    def __init__(self, link: Link) -> None:
        self.link = link

    @property
    def name(self) -> str:
        """The backend and its version."""
        return self.credit.name

    @property
    def volatility(self) -> Volatility:
        """How fast its answers may change."""
        return self.credit.volatility

    @property
    def licence(self) -> LicenceRecord:
        """What may be done with its answers."""
        return self.credit.licence

    @abstractmethod
    def answer(self, named: Named) -> Value:
        """The value for arguments that fit the spec. Raises NoAnswer rather than give a fallback, or NetFailure."""

    def decoys(self, rng: random.Random, like: tuple[Arguments, ...]) -> Iterator[Arguments]:
        """Arguments drawn from those known, endlessly."""
        return self.link.draw(rng, like)

    def day(self, text: str, lag: int = 1) -> date:
        """A day that is over. Raises NoAnswer (`too-recent`) unless it is `lag` days ago or more, in UTC."""
        day = date.fromisoformat(text)
        return past_day(day, today(self.link.client.clock), lag)


def past_day(day: date, now: date, lag: int) -> date:
    """The day, when it lies `lag` days before `now` or earlier. Raises NoAnswer (`too-recent`)."""
    if day > now - timedelta(lag):
        raise NoAnswer(
            "too-recent", f"{day} is not settled yet: days are asked for {lag} days after them at the soonest"
        )
    return day
