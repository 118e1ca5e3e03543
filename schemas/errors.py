"""The errors a user can meet, each one a single line that names the file, the item and the mend.

The tree, with exit codes: BenchwrightError, the base, is never raised itself. Below it InputError (2: a bad recipe,
file, option or world; mend it and run again), ReleaseError (1: a release that does not hold what it claims) and
RemoteError (3: a network or a remote service failed; trying again may help).
"""

from __future__ import annotations

__all__ = ["BenchwrightError", "InputError", "ReleaseError", "RemoteError"]


class BenchwrightError(Exception):
    """Base of every error that the command line reports as one line instead of a traceback."""

    exit_code = 2


class InputError(BenchwrightError):
    """Something the user handed over can't be used; the message says what and how to mend it."""

    exit_code = 2


class ReleaseError(BenchwrightError):
    """A release or an item contradicts itself; the message names the file and the items."""

    exit_code = 1


class RemoteError(BenchwrightError):
    """A network or remote service failed after bounded retries; the message names the service."""

    exit_code = 3
