"""Run slow work in a worker of the browser: the same functions as in a server's processes, called by name."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol, get_type_hints

import msgspec

from ardennes.server.workers.pool import J, Lost, T, TooLong

TOO_LONG, LOST = "too long", "lost"  # answers of page/engine.js


class Carries(Protocol):
    """The connection to the thinking worker; page/engine.js has the other end."""

    async def think(self, name: str, job: str, seconds: float) -> str: ...

    def stop(self) -> None: ...


class Apart:
    """A `Thinker` that uses the worker next to this one."""

    def __init__(self, line: Carries, deadline: float) -> None:
        self._line = line
        self._deadline = deadline

    async def do(self, who: str, work: Callable[[J], T], job: J) -> T:
        name = f"{work.__module__}:{work.__qualname__}"
        try:
            result = await self._line.think(name, msgspec.json.encode(job).decode(), self._deadline)
        except Exception as error:
            if TOO_LONG in str(error):
                raise TooLong(f"{who} took longer than {self._deadline:g} s") from None
            if LOST in str(error):
                raise Lost(str(error)) from None
            raise
        done: T = msgspec.json.decode(result, type=get_type_hints(work)["return"])
        return done

    def end(self) -> None:
        self._line.stop()


def do(name: str, job: str) -> str:
    """Run the work of that name; called inside the thinking worker."""
    module, _, function = name.partition(":")
    work: Callable[[Any], Any] = getattr(import_module(module), function)
    hints = get_type_hints(work)
    done = hints.pop("return")
    (kind,) = hints.values()
    result = work(msgspec.json.decode(job, type=kind))
    assert isinstance(result, done)
    return msgspec.json.encode(result).decode()
