"""How a turn of Tigers begins: what the weather means, and how the side wins."""

from __future__ import annotations

from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.outcome.victory import WINNING_QUARTERS
from ardennes.games.tigers.schema.terms import GERMAN
from ardennes.games.tigers.schema.world import World
from ardennes.kernel import parts_shown
from ardennes.kernel.showing import number
from ardennes.kernel.wire import Morning
from ardennes.words import listed

ALL = 99  # so many flights are no limit, TIA-WX-5


def morning(w: World, view: TigersState, side: int | None, before: str) -> Morning | None:
    if side is None or not view.turn:
        return None
    sky = _sky(*w.tables.air_limits[view.weather])
    divisions, towns = number(WINNING_QUARTERS // 4), listed(w.german_places)
    if w.part is not None:
        wins = parts_shown.wins(w.part, side == GERMAN, f"turn {w.turns}")
    elif side == GERMAN:
        wins = f"{divisions.capitalize()} supplied divisions off the exits, or {towns} at the end."
    else:
        better = f"Better still: {listed(w.allied_places)}."
        wins = f"Fewer than {divisions} German divisions off the exits, and not all of {towns} lost. {better}"
    return Morning(sky, wins, before)


def _sky(german: int, allied: int) -> str:
    """Who may fly how much."""
    if ALL in (german, allied):
        return "Both air forces fly with all they have."
    missions, other = "mission" if german == 1 else "missions", number(allied) if allied else "none"
    return f"The Luftwaffe flies {number(german)} {missions}, the Americans {other}."
