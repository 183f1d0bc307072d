"""The three troops of the 14th Cavalry become its squadron again (WOT-8.7, WOT-3.10)."""

from __future__ import annotations

from ardennes.games.wave_of_terror.rules.events import Reformed
from ardennes.games.wave_of_terror.rules.position import lift, place
from ardennes.games.wave_of_terror.rules.state import ASIDE, WaveState
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.contract import Event


def may_reform(w: World, s: WaveState) -> bool:
    """Are the three troops in one hex at the end of an Allied movement phase? One that is lost ends it."""
    if w.squadron < 0 or s.where[w.squadron] != ASIDE or len(w.troops) < 2:
        return False
    hexes = {s.where[troop] for troop in w.troops}
    return len(hexes) == 1 and min(hexes) >= 0


def reform(w: World, s: WaveState, events: list[Event]) -> None:
    """The squadron appears at full strength in their hex, for good; nobody scores."""
    cell = s.where[w.troops[0]]
    for troop in w.troops:
        lift(w, s, troop, ASIDE)
    s.steps[w.squadron] = w.units[w.squadron].steps
    place(w, s, w.squadron, cell)
    events.append(Reformed(w.grid.label(cell)))
