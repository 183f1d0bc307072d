"""Roll a die in the open: it is counted, and an event says what it was for."""

from __future__ import annotations

from ardennes.dice import Dice
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.kernel.contract import Events, Rolled


def roll(s: TigersState, dice: Dice, events: Events, key: str, rule: str, text: str = "") -> int:
    """Roll a die, note it in the events and return it.

    The key belongs to the dice (`ardennes.dice`) and must not change; `text` says to players what the die is
    for, if the key does not.
    """
    die = dice.roll(s.rolls, f"turn {s.turn} phase {s.phase}: {key}")
    s.rolls += 1
    events.append(Rolled(die, text or key, rule))
    return die


def roll_table(s: TigersState, dice: Dice, events: Events, key: str, rule: str, text: str = "") -> int:
    """Roll a die that is read on a table and return the A die, TIA-CRT-5."""
    die = roll(s, dice, events, key, rule, text)
    if shown(s, die):
        events[-1] = Rolled(die, f"{text or key} ({shown(s, die)} on index B)", rule)
    return die


def shown(s: TigersState, die: int) -> int:
    """Return the A die as index B shows it, which is 7 less the die; 0 if index A is played."""
    return 7 - die if s.variant.die_index == "B" else 0
