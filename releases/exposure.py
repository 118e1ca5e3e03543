"""How often templates and the things of their pools were shown to the world: counted over releases, never stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from schemas.canonical import JSON
from schemas.triplets import Template, Triplet

__all__ = ["Exposed", "PoolCount", "exposures"]


class PoolCount(NamedTuple):
    """One thing of a template's pool: in how many instances it was shown, and in how many it was chosen."""

    name: str
    shown: int
    chosen: int


class Exposed(NamedTuple):
    """A template: how many different instances were published, in how many releases, and what they showed.

    `held_out` is what the template says of itself; None for a name that no template known here goes by, such as a
    hand-written item's.
    """

    template: str
    held_out: bool | None
    instances: int
    releases: int
    pool: tuple[PoolCount, ...]

    @property
    def unseen(self) -> int:
        """How many things of the pool no instance has shown yet."""
        return sum(one.shown == 0 for one in self.pool)

    def as_json(self) -> dict[str, JSON]:
        """The same for machines."""
        pool: list[JSON] = [{"name": one.name, "shown": one.shown, "chosen": one.chosen} for one in self.pool]
        return {
            "template": self.template, "held_out": self.held_out, "instances": self.instances,
            "releases": self.releases, "pool": pool,
        }  # fmt: skip


def exposures(releases: Sequence[Iterable[Triplet]], library: Sequence[Template]) -> Iterator[Exposed]:
    """Every template that some release shows an instance of, by name. An item in two releases counts once."""
    known = {template.name: template for template in library}
    found: dict[str, dict[str, Triplet]] = {}
    seen_in: Counter[str] = Counter()
    for items in releases:
        here: set[str] = set()
        for item in items:
            found.setdefault(item.template, {})[item.question_composition] = item
            here.add(item.template)
        seen_in.update(here)
    for name, instances in sorted(found.items()):
        template = known.get(name)
        names = [] if template is None else [option.name for option in template.options]
        yield Exposed(
            template=name,
            held_out=None if template is None else template.held_out,
            instances=len(instances),
            releases=seen_in[name],
            pool=tuple(_counts(names, instances.values())),
        )


def _counts(pool: Sequence[str], items: Iterable[Triplet]) -> Iterator[PoolCount]:
    """The pool's things in its order, and after them what instances showed that the pool has no more."""
    shown: Counter[str] = Counter()
    chosen: Counter[str] = Counter()
    for item in items:
        for option in item.options:
            things = [member.name for member in option.members] or [option.name]
            shown.update(things)
            chosen.update(things if option.name in item.choice else [])
    for name in dict.fromkeys([*pool, *sorted(shown)]):
        yield PoolCount(name, shown[name], chosen[name])
