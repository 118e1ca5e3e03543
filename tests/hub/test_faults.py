"""Whatever goes wrong at whichever request of a push: it ends well, or says why, and the next run ends well."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from releases.hub.gate import Allowances
from releases.hub.push import PushOrder, push
from schemas.errors import BenchwrightError, RemoteError
from tests.hub.conftest import REPO, client, held
from tests.hub.server import Asked, Hub, Said
from tests.releases.building import tree

FAULTS: dict[str, Callable[[], Said]] = {
    "cut": lambda: Said(200, b'{"half": ', cut=True),
    "lost": lambda: Said(lost=True),
    "412": lambda: Said(412, b"{}"),
    "429": lambda: Said(429, b"{}", {"Retry-After": "7"}),
    "500": lambda: Said(500, b"{}"),
    "504": lambda: Said(504, b"<html>gateway</html>"),
}


def order(release: Path) -> PushOrder:
    return PushOrder(release, allowances=Allowances(unreviewed=True))


def kind(asked: Asked) -> str:
    """What a request is for; fetching one file is like fetching another."""
    path = asked.path.partition("/datasets/me/small")[2] or asked.path
    return f"{asked.method} {path.split('/')[1]}" if "/resolve/" in path else f"{asked.method} {path}"


def requests(hub: Hub, release: Path) -> list[int]:
    """The requests of an undisturbed push: all of them, but of those that fetch files the first two and the last."""
    push(order(release), client(hub))
    kinds = [kind(asked) for asked in hub.asked]
    fetching = [number for number, one in enumerate(kinds) if one.endswith("resolve")]
    return sorted({*range(len(kinds))} - {*fetching[2:-1]})


def outcome(hub: Hub, release: Path, patience: float = 100.0) -> str | None:
    """What a push that failed says."""
    try:
        push(order(release), client(hub, patience=patience))
    except BenchwrightError as error:
        return str(error)
    return None


def sound(hub: Hub, release: Path) -> None:
    """Whatever happened: a tag stands on verified bytes or not at all, and no branch holds half of a release."""
    repo = hub.repos.get(REPO)
    if repo is None:
        return
    if "v0.3.0" in repo.tags:
        assert held(hub, "v0.3.0") == tree(release)
    assert held(hub, "main") in ({}, tree(release))


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_at_any_one_request(hub: Hub, tiny: Path, fault: str) -> None:
    for number in requests(hub, tiny):
        hub.forget()
        hub.instead = lambda asked, now, at=number: FAULTS[fault]() if now == at else None
        told = outcome(hub, tiny)
        if told is not None:
            assert "\n" not in told
            sound(hub, tiny)
            hub.instead = lambda asked, now: None
            push(order(tiny), client(hub))
        assert held(hub, "v0.3.0") == held(hub, "main") == tree(tiny), (fault, number)
        assert list(hub.repos[REPO].branches) == ["main"], (fault, number)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_that_lasts_is_named_and_leaves_no_half(hub: Hub, tiny: Path, fault: str) -> None:
    push(order(tiny), client(hub))
    kinds = dict.fromkeys(kind(asked) for asked in hub.asked)
    for stuck in kinds:
        hub.forget()
        hub.instead = lambda asked, now, at=stuck: FAULTS[fault]() if kind(asked) == at else None
        told = outcome(hub, tiny, patience=20)
        sound(hub, tiny)
        if told is None:  # what was done and not confirmed is found to be there when it is tried again
            assert " /lfs/" in stuck or (fault == "lost" and "/commit/" in stuck), stuck
            assert held(hub, "v0.3.0") == tree(tiny)
        else:
            assert "\n" not in told


def test_bytes_that_come_back_changed_are_never_tagged(hub: Hub, tiny: Path) -> None:
    paths = sorted(tree(tiny))
    for path in paths:
        hub.forget()
        hub.spoil = lambda asked, data, at=path: bytes([data[0] ^ 1]) + data[1:] if asked == at else data
        with pytest.raises(BenchwrightError, match=path):
            push(order(tiny), client(hub))
        assert not hub.repos[REPO].tags
        assert held(hub, "main") == {}
    hub.spoil = lambda asked, data: data
    push(order(tiny), client(hub))
    assert held(hub, "v0.3.0") == held(hub, "main") == tree(tiny)


def test_patience_is_bounded_and_the_last_fault_is_named(hub: Hub, tiny: Path) -> None:
    hub.instead = lambda asked, now: Said(429, b"{}", {"Retry-After": "3600"})
    with pytest.raises(RemoteError, match=r"status 429 .*3600 more are needed"):
        push(order(tiny), client(hub))
    assert len(hub.asked) <= 8, "asked again without waiting"
