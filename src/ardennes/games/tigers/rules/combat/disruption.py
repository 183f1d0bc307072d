"""Disruption and recovery (TIA-DIS), and units that leave the game."""

from __future__ import annotations

from ardennes.games.tigers.rules.model.events import Disrupted, Eliminated, Recovered
from ardennes.games.tigers.rules.model.position import clear_flag, put, set_flag
from ardennes.games.tigers.rules.model.state import DEAD, DISRUPTED, TigersState
from ardennes.games.tigers.rules.movement.supply import in_supply
from ardennes.games.tigers.rules.special import peiper
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.contract import Events


def disrupt(w: World, s: TigersState, unit: int, rule: str, events: Events) -> bool:
    """Disrupt the unit; return False if it is Disrupted already, TIA-DIS-9."""
    if s.status[unit] & DISRUPTED:
        return False
    set_flag(w, s, unit, DISRUPTED)
    events.append(Disrupted(w.units[unit].id, rule))
    return True


def recover(w: World, s: TigersState, unit: int, events: Events) -> None:
    """Let a Disrupted unit on the map recover if it is in supply, TIA-DIS-5, TIA-DIS-7."""
    if s.where[unit] >= 0 and s.status[unit] & DISRUPTED and in_supply(w, s, unit):
        clear_flag(w, s, unit, DISRUPTED)
        events.append(Recovered(w.units[unit].id))


def eliminate(w: World, s: TigersState, unit: int, rule: str, events: Events) -> None:
    """Remove the unit from the game for good, TIA-REINF-2."""
    events.append(Eliminated(w.units[unit].id, w.grid.label(s.where[unit]), rule))
    put(w, s, unit, DEAD)
    s.status[unit] = 0
    peiper.falls_out(w, s, unit, events)
