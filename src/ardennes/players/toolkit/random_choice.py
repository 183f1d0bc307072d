"""Lots a player draws where nothing else decides."""

from __future__ import annotations

from random import Random


class Lots(Random):
    """As `Random`. A copy draws the same lots from here on; it takes the state over whole, where `copy` would
    go through its 625 numbers, which takes longer than to copy the rest of a player."""

    def __deepcopy__(self, known: dict[int, object]) -> Lots:
        other = Lots(0)
        other.setstate(self.getstate())
        return other
