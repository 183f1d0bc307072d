"""The operating system's lock on a file, which ends with the process that holds it, even after a crash."""

from __future__ import annotations

from typing import IO, Any


def lock(file: IO[str]) -> bool:
    """Acquire the system's lock on a file, if the system has one; False if another process holds it."""
    try:
        if fcntl := _module("fcntl"):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        elif msvcrt := _module("msvcrt"):
            file.seek(1 << 20)  # a byte beyond the content: Windows bars reading locked bytes
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    return True


def _module(name: str) -> Any:
    """Import a module that exists only on some systems."""
    try:
        return __import__(name)
    except ImportError:
        return None
