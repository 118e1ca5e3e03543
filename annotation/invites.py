"""Invite links and sessions: random tokens of which only the digests are kept."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final, NamedTuple

from annotation.events import Invited, Role, ShutOut, SignedIn, SignedOut
from annotation.review import Review, invitation, said
from annotation.rules import Refused
from annotation.state import Person
from schemas.errors import InputError

__all__ = ["DAY", "SESSION_DAYS", "Invite", "invite", "person_of", "shut_out", "sign_in", "sign_out", "token_digest"]

DAY: Final = 86_400
SESSION_DAYS: Final = 14


class Invite(NamedTuple):
    """A link's token, which is shown once, and whom it lets in."""

    token: str
    person: Person


def token_digest(token: str) -> str:
    """What is kept of a token: its SHA-256. A token has 256 random bits, so that no salt or slow hash is needed."""
    return hashlib.sha256(token.encode()).hexdigest()


def invite(review: Review, name: str, roles: tuple[Role, ...], days: int, key: str | None = None) -> Invite:
    """Ask somebody in, or give somebody known another link and these roles; with no roles, those they have.

    The link works once within `days`. Raises InputError when the rules don't allow it.
    """
    known = next((person for person in review.refresh().people.values() if person.name == name), None)
    roles = tuple(sorted(set(roles))) or (() if known is None else known.roles)
    if not roles:
        raise InputError(f"{name}: name at least one role")
    if not 1 <= days <= 365:
        raise InputError("a link works for 1 to 365 days")
    token = secrets.token_urlsafe(32)
    expires = review.now() + days * DAY
    asked = {} if known is None else {"person": known.id}
    event = review.do(
        invitation(name, roles, token_digest(token), expires, **asked), key or f"invite:{token_digest(token)}"
    )
    if not isinstance(event.data, Invited):
        raise Refused("the key was used for something else")
    return Invite(token, review.state.people[event.data.person])


def sign_in(review: Review, token: str) -> tuple[str, int]:
    """Use up a link's token for a session; returns the session's token and when it ends (Unix seconds).

    Raises Refused when the token is unknown, used or expired.
    """
    digest = token_digest(token)
    held = review.refresh().tokens.get(digest)
    if held is None:
        raise Refused("the link is not one of this review's; ask for a new one")
    session = secrets.token_urlsafe(32)
    expires = review.now() + SESSION_DAYS * DAY
    data = said(
        SignedIn,
        kind="signed-in",
        person=held.person,
        token=digest,
        session=token_digest(session),
        expires=expires,
    )
    review.do(data, f"sign-in:{token_digest(session)}")
    return session, expires


def sign_out(review: Review, session: str) -> None:
    """End a session."""
    digest = token_digest(session)
    review.do(said(SignedOut, kind="signed-out", session=digest), f"sign-out:{digest}")


def shut_out(review: Review, by: str, person: str, key: str) -> None:
    """End all sessions of somebody and take their unused links back: they, or a maintainer, may ask for it."""
    review.do(said(ShutOut, kind="shut-out", person=person, by=by), key)


def person_of(review: Review, session: str) -> Person | None:
    """Whose session this is, while it lasts."""
    held = review.state.sessions.get(token_digest(session))
    if held is None or held.ended or held.expires <= review.now():
        return None
    return review.state.people.get(held.person)
