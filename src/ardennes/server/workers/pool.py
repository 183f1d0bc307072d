"""The interface of workers that run computer players, hints and long marches outside request handling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

J = TypeVar("J")
T = TypeVar("T")


class TooLong(Exception):
    """The worker missed its deadline."""


class Lost(Exception):
    """The worker process died during the job."""


class Thinker(Protocol):
    """A worker that does one job at a time: a separate process, or a worker of the browser."""

    async def do(self, who: str, work: Callable[[J], T], job: J) -> T:
        """Return the result of the work. Raise TooLong after the deadline, Lost if the worker dies, or what
        the work raises.
        """
        ...

    def end(self) -> None:
        """Kill the worker, whatever it is doing."""
        ...


Aside = Callable[..., Any]  # (work, *arguments) -> awaitable result of the work, done in another thread
