"""Who thinks for the computer players, for hints and for long marches: never where requests are answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

J = TypeVar("J")
T = TypeVar("T")


class TooLong(Exception):
    """The player did not answer within its deadline."""


class Lost(Exception):
    """Whoever thought is gone, with what it thought about."""


class Thinker(Protocol):
    """Does one piece of work after another: in a process of its own, or in a worker of the browser."""

    async def do(self, who: str, work: Callable[[J], T], job: J) -> T:
        """TooLong after the deadline, Lost if whoever thinks is gone, else what the work raises."""
        ...

    def end(self) -> None:
        """Stop, whatever it is doing."""
        ...


Aside = Callable[..., Any]  # (work, *arguments): what is awaited is the work done where nobody waits for it
