"""A program in the sandbox computes and prints; whatever else it tries fails, with and without the kernel's help."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from tests.worlds.backends.server import Backends, reply, running
from worlds.tools.sandbox import Limits, execute_code, run
from worlds.tools.sandbox.filter import ALLOWED, ARCHITECTURES, program

FAST = Limits(seconds=60, cpu_seconds=20)
CHILD = Path(run.__file__).with_name("child.py")


@pytest.fixture(params=["kernel and hook", "hook alone"])
def guard(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both guards, and the weaker one without the other."""
    if request.param == "hook alone":
        monkeypatch.setattr(run, "program", lambda machine: None)
    return str(request.param)


def test_the_kernels_filter_is_in_force_where_it_is_known() -> None:
    known = sys.platform == "linux" and platform.machine() in ARCHITECTURES
    assert execute_code("print(1)", FAST).kernel is known


@pytest.mark.parametrize(
    ("code", "printed"),
    [
        ("print(sum(range(10)))", "45"),
        ("from datetime import date\nprint(abs((date(1961, 8, 21) - date(2001, 2, 3)).days))", "14411"),
        ("from datetime import datetime\nprint(datetime.strptime('3 May 1999', '%d %B %Y').date())", "1999-05-03"),
        ("from fractions import Fraction\nprint(Fraction(26, 10) * 1609344 / 1000000)", "326898/78125"),
        ("import math, statistics, random, decimal, json, re, itertools, hashlib\nprint(math.isqrt(99))", "9"),
        ("def f(n):\n    return n and n + f(n - 1)\nprint(f(500))", "125250"),
        ("if __name__ == '__main__':\n    print('main')", "main"),
        ("print('Zürich ☃')", "Zürich ☃"),
        ("raise SystemExit", ""),
    ],
)
def test_a_program_computes_and_prints(guard: str, code: str, printed: str) -> None:
    done = execute_code(code, FAST)
    assert (done.ended, done.stdout.strip(), done.stderr) == ("finished", printed, "")


def test_a_programs_own_error_is_shown_without_our_paths() -> None:
    done = execute_code("print('before')\nraise ValueError('no')", FAST)
    assert (done.ended, done.stdout) == ("failed", "before\n")
    assert done.stderr.splitlines()[-1] == "ValueError: no"
    assert "child.py" not in done.stderr
    assert execute_code("print(", FAST).stderr.splitlines()[-1].startswith("SyntaxError")
    assert execute_code("raise SystemExit(3)", FAST).ended == "failed"


REACH = """
import sys
def reach(name):
    # Every way in that Python leaves open: loaded modules, frames, and classes.
    if name in sys.modules:
        return sys.modules[name]
    for at in range(1, 9):
        try:
            frame = sys._getframe(at)
        except ValueError:
            break
        if name in frame.f_globals:
            return frame.f_globals[name]
    for each in object.__subclasses__():
        module = getattr(each, '__module__', '')
        if module == name:
            return each
    raise ImportError(name)
"""

ATTEMPTS = {
    "socket": "import socket\nsocket.create_connection(('127.0.0.1', PORT))",
    "raw socket": "import _socket\n_socket.socket().connect(('127.0.0.1', PORT))",
    "urllib": "import urllib.request\nurllib.request.urlopen('http://127.0.0.1:PORT/echo/x')",
    "import by hand": "reach('importlib').import_module('_socket').socket()",
    "import by loader": "sys.modules['_frozen_importlib'].BuiltinImporter.load_module('_socket').socket()",
    "import by spec": (
        "m = sys.modules['_frozen_importlib_external']\n"
        "s = m.spec_from_file_location('x', 'TARGET')\n"
        "s.loader.get_data('TARGET')"
    ),
    "read a file": "print(open('SECRET').read())",
    "read by os": "print(reach('posix').read(reach('posix').open('SECRET', 0), 99))",
    "read by io": "import io\nprint(io.FileIO('SECRET').read())",
    "read by code": "import _io\nprint(_io.open_code('SECRET').read())",
    "list a folder": "print(reach('posix').listdir('/'))",
    "write a file": "open('TARGET', 'w').write('x')",
    "write by os": "reach('posix').open('TARGET', 65)",
    "make a folder": "reach('posix').mkdir('TARGET')",
    "make a pipe": "reach('posix').mkfifo('TARGET')",
    "make a node": "reach('posix').mknod('TARGET')",
    "link a file": "reach('posix').symlink('SECRET', 'TARGET')",
    "remove a file": "reach('posix').remove('SECRET')",
    "rename a file": "reach('posix').rename('SECRET', 'TARGET')",
    "change a file": "reach('posix').chmod('SECRET', 0o777)",
    "empty a file": "reach('posix').truncate('SECRET', 0)",
    "system": "reach('posix').system('touch TARGET')",
    "subprocess": "import subprocess\nsubprocess.run(['touch', 'TARGET'])",
    "spawn": "reach('posix').posix_spawn('/usr/bin/touch', ['touch', 'TARGET'], {})",
    "exec": "reach('posix').execv('/usr/bin/touch', ['touch', 'TARGET'])",
    "fork": "reach('posix').fork()\nprint('forked')",
    "fork by hand": "import _posixsubprocess",
    "kill the parent": "reach('posix').kill(PARENT, 9)",
    "kill the group": "reach('posix').killpg(0, 9)",
    "ctypes": "reach('ctypes').CDLL(None).system(b'touch TARGET')",
    "the hook's list": (
        "quiet = sys._getframe(1).f_globals['QUIET']\nquiet |= {'open', 'os.system', 'import'}\nopen('TARGET', 'w')"
    ),
    "the hook's guard": "sys._getframe(1).f_globals['guard'] = lambda: None\nopen('TARGET', 'w')",
    "the hook's frame": (
        "try:\n    open('TARGET', 'w')\nexcept OSError as e:\n    f = e.__traceback__.tb_next.tb_frame\n"
        "    f.f_locals['quiet'] = {'open'}\nopen('TARGET', 'w')"
    ),
    "builtins": "import builtins\nbuiltins.frozenset = builtins.set = lambda *a: []\nopen('TARGET', 'w')",
    "more limits": "r = reach('resource')\nr.setrlimit(r.RLIMIT_AS, (-1, -1))\nx = bytearray(10**9)\nprint('big')",
    "a debugger": "sys.breakpointhook()",
    "a trace": "sys.settrace(lambda *a: None)\nopen('TARGET', 'w')",
    "a thread": (
        "sys.modules['_thread'].start_new_thread(lambda: open('TARGET', 'w'), ())\n"
        "import time\ntime.sleep(0.2)\nraise OSError"
    ),
}


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_no_program_breaks_out(guard: str, attempt: str, tmp_path: Path) -> None:
    secret, target = tmp_path / "secret", tmp_path / "target"
    secret.write_text("hush", encoding="ascii")
    with running(Backends({"echo": lambda asked: reply({})})) as backends:
        code = REACH + ATTEMPTS[attempt]
        for name, value in (
            ("SECRET", str(secret)),
            ("TARGET", str(target)),
            ("PORT", backends.url.rpartition(":")[2]),
            ("PARENT", str(os.getpid())),
        ):
            code = code.replace(name, value)
        done = execute_code(code, FAST)
        assert backends.asked == []
    assert done.ended == "failed", done
    assert "hush" not in done.stdout + done.stderr
    assert done.stdout == ""
    assert secret.read_text(encoding="ascii") == "hush"
    assert oct(secret.stat().st_mode)[-3:] == oct(0o666 & ~current_umask())[-3:]
    assert sorted(tmp_path.iterdir()) == [secret]


def current_umask() -> int:
    """The mask that new files are made under."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


@pytest.mark.parametrize(
    "deed",
    [
        "import socket; socket.socket()",
        "open('/etc/hostname').read()",
        "open('TARGET', 'w')",
        "os.fork()",
        "os.execv('/bin/true', ['true'])",
        "os.kill(os.getppid(), 0)",
        "os.mkfifo('TARGET')",
        "os.unlink('/nowhere')",
        "ctypes.CDLL(None, use_errno=True).unshare(0) and sys.exit('errno ' + str(ctypes.get_errno()))",
        "threading.Thread(target=print).start()",
    ],
)
def test_the_kernel_holds_without_the_hook(deed: str, tmp_path: Path) -> None:
    code = program(platform.machine())
    if code is None or sys.platform != "linux":
        pytest.skip("no seccomp filter for this machine")
    script = (
        "import ctypes, os, runpy, socket, sys, threading\n"
        f"child = runpy.run_path({str(CHILD)!r}, run_name='child')\n"
        f"assert child['ask_kernel'](bytes.fromhex({code.hex()!r}))\n"
        "try:\n"
        f"    {deed.replace('TARGET', str(tmp_path / 'target'))}\n"
        "except (OSError, RuntimeError) as error:\n"
        "    sys.exit(f'errno {getattr(error, \"errno\", 1) or 1}')\n"
    )
    done = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr.splitlines()[-1] == "errno 1"
    assert done.returncode == 1
    assert not list(tmp_path.iterdir())


def test_the_filter_lets_nothing_through_that_opens_sends_or_starts() -> None:
    assert not ALLOWED.keys() & {"open", "openat", "socket", "connect", "sendto", "fork", "vfork", "clone", "clone3"}
    assert not ALLOWED.keys() & {
        "execve",
        "execveat",
        "kill",
        "tgkill",
        "ptrace",
        "prctl",
        "seccomp",
        "ioctl",
        "unshare",
    }
    for column in (0, 1):
        numbers = [numbers[column] for numbers in ALLOWED.values()]
        assert len(set(numbers)) == len(numbers)
    assert program("mips") is None


def test_a_program_that_never_ends_is_ended(guard: str) -> None:
    waits = execute_code("import time\nprint('up', flush=True)\ntime.sleep(600)", Limits(seconds=3))
    assert (waits.ended, waits.stdout) == ("timed-out", "up\n")
    spins = execute_code("while True:\n    pass", Limits(seconds=120, cpu_seconds=1))
    assert spins.ended == "killed"


def test_a_program_that_eats_memory_is_stopped(guard: str) -> None:
    done = execute_code("x = bytearray(10**9)\nprint('big')", FAST)
    assert (done.ended, done.stdout) == ("failed", "")
    assert done.stderr.splitlines()[-1] == "MemoryError"


def test_a_program_that_never_stops_printing_is_ended(guard: str) -> None:
    for stream in ("stdout", "stderr"):
        done = execute_code(f"import sys\nwhile True:\n    sys.{stream}.write('x' * 1000)", Limits(output=5000))
        assert done.ended == "too-much-output"
        assert len(getattr(done, stream)) == 5000
    exact = execute_code("print('x' * 4999)", Limits(output=5000))
    assert (exact.ended, len(exact.stdout)) == ("finished", 5000)
    over = execute_code("print('x' * 5500)", Limits(output=5000))
    assert (over.ended, len(over.stdout)) == ("too-much-output", 5000)


def test_a_program_that_crashes_the_interpreter_is_said_to_be_killed() -> None:
    crash = "import sys\nsys.setrecursionlimit(10**7)\ndef f(x):\n    return [f, f(repr([x]))]\nf(0)"
    assert execute_code(crash, FAST).ended in {"killed", "failed"}


def test_a_program_sees_neither_environment_nor_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BENCHWRIGHT_GOOGLE_KEY", "hush")
    seen = execute_code("import sys\nprint(sys.modules['posix'].environ, sys.argv)", FAST)
    assert seen.ended == "finished"
    assert "hush" not in seen.stdout
    assert execute_code("input()", FAST).ended == "failed"


def test_programs_may_hold_any_text(guard: str) -> None:
    assert execute_code("", FAST).ended == "finished"
    assert execute_code("\ud800", FAST).ended == "failed"
    assert execute_code("x = '\x00'", FAST).ended == "failed"
    long = "x = 1\n" * 200_000 + "print(x)"
    assert execute_code(long, FAST).stdout == "1\n"
    assert execute_code("import sys\nsys.stdout.buffer.write(b'\\xff')", FAST).stdout == "\ufffd"


def test_a_refused_call_does_not_show_where_the_sandbox_is_installed() -> None:
    told = execute_code("try:\n    1 / 0\nexcept ZeroDivisionError:\n    open('x')").stderr
    assert "not allowed in the sandbox: open" in told
    assert "ZeroDivisionError" in told
    assert "child.py" not in told
