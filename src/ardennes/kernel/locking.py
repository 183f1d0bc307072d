"""The system's lock on a file, which ends with the process that has it, however that ends."""

from __future__ import annotations

from typing import IO, Any


def lock(file: IO[str]) -> bool:
    """Get the system's lock on a file, where it has any; False where another process has it."""
    try:
        if fcntl := _module("fcntl"):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        elif msvcrt := _module("msvcrt"):
            file.seek(1 << 20)  # a byte beyond what is read: Windows bars reading what is locked
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    return True


def _module(name: str) -> Any:
    """A module that only some systems have."""
    try:
        return __import__(name)
    except ImportError:
        return None
