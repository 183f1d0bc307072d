"""Rolling a die in the open: it is counted, named and told."""

from __future__ import annotations

from ardennes.dice import Dice
from ardennes.games.tigers.state import TigersState
from ardennes.kernel.contract import Event, Rolled


def roll(s: TigersState, dice: Dice, events: list[Event], what: str, rule: str) -> int:
    die = dice.roll(s.rolls, f"turn {s.turn} phase {s.phase}: {what}")
    s.rolls += 1
    events.append(Rolled(die, what, rule))
    return die
