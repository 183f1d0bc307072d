"""The weather of the day and the night after it (OPS-WX-1)."""

from __future__ import annotations

from ardennes.games.playsheet.rules.turn import Turn


def roll(turn: Turn) -> None:
    """A die at the start of each Day turn; it holds for the following Night turn."""
    if not turn.night:
        die = turn.roll("weather", "OPS-WX-1")
        turn.s.weather = turn.w.weather[turn.w.date(turn.s.turn)][die - 1]
