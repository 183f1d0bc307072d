"""Rolling a die in the open: it is counted, named and told."""

from __future__ import annotations

from ardennes.dice import Dice
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.kernel.contract import Events, Rolled


def roll(s: TigersState, dice: Dice, events: Events, what: str, rule: str) -> int:
    die = dice.roll(s.rolls, f"turn {s.turn} phase {s.phase}: {what}")
    s.rolls += 1
    events.append(Rolled(die, what, rule))
    return die


def roll_table(s: TigersState, dice: Dice, events: Events, what: str, rule: str) -> int:
    """A die read on a table: the A die, told on the index the players use, TIA-CRT-5."""
    die = roll(s, dice, events, what, rule)
    if shown(s, die):
        events[-1] = Rolled(die, f"{what} ({shown(s, die)} on index B)", rule)
    return die


def shown(s: TigersState, die: int) -> int:
    """The A die as index B shows it, 7 less the die; 0 where index A is played."""
    return 7 - die if s.variant.die_index == "B" else 0
