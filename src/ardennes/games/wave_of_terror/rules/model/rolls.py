"""Roll dice in Wave of Terror: count them, name them and report them."""

from __future__ import annotations

from ardennes.dice import Dice
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.kernel.contract import Events, Rolled


def roll(s: WaveState, dice: Dice, events: Events, what: str, rule: str) -> int:
    """Roll one die and return its face, WOT-2.1."""
    face = dice.roll(s.rolls, f"turn {s.turn} couplet {s.couplet} side {s.acting}: {what}")
    s.rolls += 1
    events.append(Rolled(face, what, rule))
    return face
