"""The start of a turn of Tigers: what the weather means, and how the side wins."""

from __future__ import annotations

from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.outcome.victory import WINNING_QUARTERS
from ardennes.games.tigers.schema.terms import GERMAN
from ardennes.games.tigers.schema.world import World
from ardennes.kernel import parts_shown
from ardennes.kernel.showing import number
from ardennes.kernel.wire import Morning
from ardennes.words import listed

ALL = 99  # flights without limit, TIA-WX-5


def morning(w: World, view: TigersState, side: int | None, before: str) -> Morning | None:
    """Return the briefing of the side for this turn; None in set-up and for bystanders."""
    if side is None or not view.turn:
        return None
    sky = _sky(*w.tables.air_limits[view.weather])
    divisions, towns = number(WINNING_QUARTERS // 4), listed(w.german_places)
    if w.part is not None:
        wins = parts_shown.wins(w.part, side == GERMAN, f"turn {w.turns}")
    elif side == GERMAN:
        wins = f"Exit {divisions} supplied divisions, or hold {towns} at the end."
    else:
        better = f"Better still: hold {listed(w.allied_places)}."
        wins = f"Let fewer than {divisions} German divisions exit, and keep one of {towns}. {better}"
    return Morning(sky, wins, before)


def _sky(german: int, allied: int) -> str:
    """Return how many missions each side may fly."""
    if ALL in (german, allied):
        return "Both air forces fly without limit."
    missions, other = "mission" if german == 1 else "missions", number(allied) if allied else "none"
    return f"The Luftwaffe may fly {number(german)} {missions}, the Americans {other}."
