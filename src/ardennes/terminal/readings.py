"""What a typed line was taken for, in any game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ardennes.kernel.contract import Order
from ardennes.terminal.screen import Part


class Reading(NamedTuple):
    """An order (or none), what to say about it, and a question to ask first."""

    order: Order | None
    lines: Sequence[Sequence[Part]] = ()
    question: str = ""
    stem: str = ""  # the beginning of a line that "with ..." completes
