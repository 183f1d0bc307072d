"""The 1st Army fuel dump (TIA-FUEL-2, TIA-FUEL-3, TIA-FUEL-4, TIA-FUEL-5, TIA-FUEL-6, TIA-FUEL-7)."""

from __future__ import annotations

from ardennes.games.tigers.rules.model.events import DumpDestroyed, DumpRevealed, DumpTaken, FuelDelayed
from ardennes.games.tigers.rules.model.position import put, units_at
from ardennes.games.tigers.rules.model.state import DEAD, TigersState
from ardennes.games.tigers.rules.movement.allowance import dump_in_german_use
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN, SIDES
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.contract import Events


def dump_stops(w: World, s: TigersState, cell: int) -> bool:
    """Is the dump in this hex in Allied hands, so that it stops a German unit? TIA-FUEL-2."""
    return w.dump >= 0 and s.where[w.dump] == cell and s.dump_owner == ALLIED


def reveal_dump(w: World, s: TigersState, cells: tuple[int, ...], events: Events) -> None:
    """Reveal the dump if it is in one of these hexes, which are attacked."""
    if w.dump >= 0 and not s.dump_known and s.where[w.dump] in cells:
        s.dump_known = True
        events.append(DumpRevealed(w.grid.label(s.where[w.dump])))


def dump_alone(w: World, s: TigersState, cell: int) -> bool:
    """Does the dump alone defend the hex? TIA-FUEL-3, TIA-FUEL-5."""
    return dump_stops(w, s, cell) and units_at(w, s, cell, ALLIED) == [w.dump]


def capture_dump(w: World, s: TigersState, cell: int, events: Events) -> None:
    """Let the Germans capture the dump in a hex that an attacker advanced into, TIA-FUEL-4."""
    if dump_stops(w, s, cell):
        s.dump_known = True
        s.dump_owner = GERMAN
        s.dump_taken_once = True
        events.append(DumpTaken(w.grid.label(cell), SIDES[GERMAN]))


def retake_dump(w: World, s: TigersState, cell: int, events: Events) -> None:
    """Let the Allies retake the dump in a hex that their unit entered, TIA-FUEL-4."""
    if w.dump >= 0 and s.where[w.dump] == cell and s.dump_owner == GERMAN:
        s.dump_owner = ALLIED
        events.append(DumpTaken(w.grid.label(cell), SIDES[ALLIED]))


def destroy_dump(w: World, s: TigersState, events: Events) -> None:
    """Destroy the dump, bombed while in German hands, TIA-FUEL-7."""
    cell = s.where[w.dump]
    put(w, s, w.dump, DEAD)
    events.append(DumpDestroyed(w.grid.label(cell)))


def delay_limit(w: World, s: TigersState, events: Events) -> None:
    """Delay the fuel limit in a U.S. supply phase with the dump in German use, TIA-FUEL-6."""
    if dump_in_german_use(w, s):
        s.fuel_from += w.constants.fuel.delay
        events.append(FuelDelayed(s.fuel_from))
