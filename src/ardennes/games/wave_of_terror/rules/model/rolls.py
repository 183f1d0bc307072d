"""Roll dice in Wave of Terror: count them, name them and report them."""

from __future__ import annotations

from ardennes.dice import Dice
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.kernel.contract import Events, Rolled


def roll(s: WaveState, dice: Dice, events: Events, key: str, rule: str, text: str = "") -> int:
    """Roll one die, note it in the events and return its face, WOT-2.1.

    The key belongs to the dice (`ardennes.dice`) and must not change; `text` says to players what the die is
    for, if the key does not.
    """
    face = dice.roll(s.rolls, f"turn {s.turn} couplet {s.couplet} side {s.acting}: {key}")
    s.rolls += 1
    events.append(Rolled(face, text or key, rule))
    return face
