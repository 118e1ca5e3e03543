"""What runs inside the sandbox's process: it locks the door behind itself, then runs the program from its input.

Run by path, with the standard library alone. Its first line of input holds the limits and the seccomp filter.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import resource
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import NoReturn

__all__: list[str] = []

MODULES = """
__future__ _strptime abc array ast base64 binascii bisect calendar cmath codecs collections collections.abc contextlib
copy csv dataclasses datetime decimal difflib enum fractions functools hashlib heapq html io itertools json keyword
locale math numbers operator pprint random re statistics string stringprep struct textwrap time traceback types
typing unicodedata zlib encodings.idna encodings.latin_1 encodings.ascii encodings.utf_16 encodings.utf_32
""".split()
"""What a program may import: modules that compute. They are loaded before the door is locked."""

QUIET = {"compile", "exec", "code.__new__", "marshal.loads", "builtins.id", "sys.excepthook", "sys.unraisablehook"}
QUIET |= {
    "object.__getattr__",
    "sys._getframe",
    "time.sleep",
    "array.__new__",
    "builtins.input",
    "builtins.input/result",
}
QUIET |= {"cpython.PyInterpreterState_Clear", "cpython._PySys_ClearAuditHooks", "gc.freeze"}
"""Audit events of computing. Every other event (open, socket, subprocess, import, ctypes, …) is refused."""

UNWATCHED = "mkfifo mknod memfd_create pidfd_open setuid setgid setreuid setregid setresuid setresgid setgroups".split()
"""Functions of `os` that no audit event tells of and that change more than the program itself."""

SECCOMP, NO_NEW_PRIVS, FILTER_MODE = 22, 38, 2


def limit(seconds: int, memory: int) -> None:
    """CPU seconds and bytes of address space; no file, no core, no more than the open descriptors."""
    if sys.platform.startswith("linux"):  # macOS has the constant and refuses every number for it
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    for kind, most in (
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, 3),
        (resource.RLIMIT_NPROC, 0),
    ):
        resource.setrlimit(kind, (most, most))


def ask_kernel(code: bytes) -> bool:
    """Install the seccomp filter; False where the kernel has none or refuses."""
    if not code or not sys.platform.startswith("linux"):
        return False

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))

    libc = ctypes.CDLL(None, use_errno=True)
    zero = ctypes.c_ulong(0)
    if libc.prctl(NO_NEW_PRIVS, ctypes.c_ulong(1), zero, zero, zero):
        return False
    given = Program(len(code) // 8, code)
    return bool(libc.prctl(SECCOMP, ctypes.c_ulong(FILTER_MODE), ctypes.byref(given)) == 0)


def guard() -> Callable[[str, Sequence[object]], None]:
    """The audit hook. It holds all it uses in itself: no name of it can be bound anew from outside."""

    def hook(
        event: str, _: Sequence[object], quiet: frozenset[str] = frozenset(QUIET), no: type[OSError] = PermissionError
    ) -> None:
        if event not in quiet:
            raise no(1, "not allowed in the sandbox: " + event)

    return hook


def told_of(error: Exception) -> str:
    """An error and what led to it, without frames of this file, whose place is nobody's business."""
    whole = traceback.TracebackException.from_exception(error)
    pending: list[traceback.TracebackException | None] = [whole]
    while pending:
        one = pending.pop()
        if one is not None:
            frames = [frame for frame in one.stack if frame.filename != main.__code__.co_filename]
            one.stack = traceback.StackSummary.from_list(frames)
            pending += [one.__cause__, one.__context__]
    return "".join(whole.format())


def main() -> NoReturn:
    """Lock the door, say whether the kernel holds it, run the program."""
    first, _, source = sys.stdin.buffer.read().partition(b"\n")
    told = json.loads(first)
    for name in MODULES:
        importlib.import_module(name)
    limit(told["seconds"], told["memory"])
    sys.stdin.close()
    held = ask_kernel(bytes.fromhex(told["filter"]))
    sys.stderr.write(f"kernel {'holds' if held else 'absent'}\n")
    sys.stderr.flush()
    for module in (sys.modules["os"], sys.modules["posix"]):
        for name in UNWATCHED:
            if hasattr(module, name):
                delattr(module, name)
    for name in ("ctypes", "_ctypes", "resource", "gc", "importlib", "__main__"):
        sys.modules.pop(name, None)
    sys.addaudithook(guard())
    try:
        exec(compile(source, "<program>", "exec", dont_inherit=True), {"__name__": "__main__"})  # noqa: S102
    except Exception as error:  # noqa: BLE001  (any error of the program's is shown as it is, without our frames)
        sys.stdout.flush()
        sys.stderr.write(told_of(error))
        sys.exit(1)
    sys.stdout.flush()
    sys.exit(0)


if __name__ == "__main__":
    main()
