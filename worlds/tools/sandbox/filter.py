"""The kernel's part of the sandbox: a seccomp filter that lets a Python program compute, print, and nothing else.

Source: Linux `seccomp(2)` and the system call tables of x86-64 and arm64.
"""

from __future__ import annotations

import errno
import struct

__all__ = ["ARCHITECTURES", "program"]

ALLOWED = {
    "read": (0, 63),
    "write": (1, 64),
    "close": (3, 57),
    "fstat": (5, 80),
    "lseek": (8, 62),
    "mmap": (9, 222),
    "mprotect": (10, 226),
    "munmap": (11, 215),
    "brk": (12, 214),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "sched_yield": (24, 124),
    "mremap": (25, 216),
    "madvise": (28, 233),
    "nanosleep": (35, 101),
    "getpid": (39, 172),
    "exit": (60, 93),
    "gettimeofday": (96, 169),
    "getrusage": (98, 165),
    "sigaltstack": (131, 132),
    "gettid": (186, 178),
    "futex": (202, 98),
    "clock_gettime": (228, 113),
    "clock_getres": (229, 114),
    "clock_nanosleep": (230, 115),
    "exit_group": (231, 94),
    "getrandom": (318, 278),
}
"""System calls that a computing interpreter makes, with their numbers on x86-64 and arm64. All others fail (EPERM)."""

ARCHITECTURES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
"""Machines by the kernel's name, with their audit number and their column above."""

LOAD, EQUAL, AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
KILL, ERRNO, ALLOW = 0x80000000, 0x00050000, 0x7FFF0000
X32 = 0x40000000


def program(machine: str) -> bytes | None:
    """The filter as an array of `struct sock_filter`; None for a machine whose numbers aren't known here."""
    if machine not in ARCHITECTURES:
        return None
    audit, column = ARCHITECTURES[machine]
    numbers = sorted(numbers[column] for numbers in ALLOWED.values())
    steps = [
        (LOAD, 0, 0, 4),
        (EQUAL, 1, 0, audit),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, 0),
        (AT_LEAST, len(numbers), 0, X32),
        *((EQUAL, len(numbers) - at, 0, number) for at, number in enumerate(numbers)),
        (RETURN, 0, 0, ERRNO | errno.EPERM),
        (RETURN, 0, 0, ALLOW),
    ]
    return b"".join(struct.pack("=HBBI", *step) for step in steps)
