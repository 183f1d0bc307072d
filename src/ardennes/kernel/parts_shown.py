"""What a table shows of a scenario of Ardennes: its places, who is ahead, and how a turn begins."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.kernel.parts import Described, needs_words
from ardennes.kernel.wire import Aim, Goal, Stand, Tally


def goals(part: Described, held: Sequence[str], hexes: Sequence[str], german: str, other: str) -> list[Goal]:
    """Return the places that decide; `held` are German, `hexes` are their locations."""
    return [
        Goal(place, place in held, part.rule, german, hex_, german if place in held else other)
        for place, hex_ in zip(part.places, hexes, strict=True)
    ]


def stand(part: Described, held: Sequence[str], hexes: Sequence[str], german: str, other: str) -> Stand:
    """Return how many of the places are German, and who would win now."""
    won, left = len(held) >= part.needs, part.needs - len(held)
    aims = [
        Aim(german, f"Hold {needs_words(part)} at the end.", part.rule, won),
        Aim(other, f"Do not lose {needs_words(part)}.", part.rule, not won),
    ]
    tally = Tally("German places", f"{len(held)} of {part.needs}", "" if won else f"{left} more to win")
    ahead = german if won else other
    words = {"german": "Germans ahead", "american": "Americans ahead"}.get(ahead, "Allies ahead")
    return Stand("German goals", [tally], list(hexes), ahead, words, aims)


def wins(part: Described, german: bool, end: str) -> str:
    """Say how a side wins, for the beginning of its turn."""
    return f"{'Hold' if german else 'Do not lose'} {needs_words(part)} at the end of {end}."
