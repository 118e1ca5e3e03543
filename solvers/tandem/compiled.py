"""Compiling kernels with numba, with its cache where this package keeps everything else it can rebuild."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import ParamSpec, TypeVar, cast

import numba
import numba.core.config
import platformdirs

__all__ = ["cache_folder", "compiled", "source_digest"]

P = ParamSpec("P")
R = TypeVar("R")


def cache_folder() -> Path | None:
    """The folder for what can be rebuilt: `BENCHWRIGHT_CACHE`, else the user's cache folder (XDG on Linux).

    None when it can't be made or written; nothing is cached then. It is never inside the package.
    """
    named = os.environ.get("BENCHWRIGHT_CACHE")
    folder = Path(named) if named else platformdirs.user_cache_path("benchwright", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile on first call, cached on disk where that is possible and for the process alone where it isn't."""
    folder = cache_folder()
    if folder is None:
        return cast("Callable[P, R]", numba.njit(function))
    settings = vars(numba.core.config)
    before = settings["CACHE_DIR"]
    if not os.environ.get("NUMBA_CACHE_DIR"):
        settings["CACHE_DIR"] = str(folder / "numba" / source_digest())
    try:
        return cast("Callable[P, R]", numba.njit(cache=True, forceinline=True)(function))
    except RuntimeError as error:  # numba's word for: no place to put the cache
        if "cannot cache" not in str(error):
            raise
        return cast("Callable[P, R]", numba.njit(function))
    finally:
        settings["CACHE_DIR"] = before


@cache
def source_digest() -> str:
    """A digest of the sources that are compiled or that say how tables are made, for the names of what is cached.

    Numba by itself notices a change only in the file of the function that it compiled.
    """
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        data = path.read_bytes()
        if b"\n@compiled\n" in data or path.name in ("words.py", "encoding.py", "space.py"):
            digest.update(data)
    return digest.hexdigest()[:16]
