"""Markers on the map: POL depots (WOT-3.7, WOT-6.17), interdiction (WOT-9.18), aerial supply (WOT-6.15).

They belong to the advanced rules; the basic game has none, WOT-2.16.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from ardennes.dice import Dice
from ardennes.games.wave_of_terror.rules.model import events as e
from ardennes.games.wave_of_terror.rules.model.orders import END, DropSupplies, End, Interdict, PlacePol
from ardennes.games.wave_of_terror.rules.model.position import forget_lines, occupied
from ardennes.games.wave_of_terror.rules.model.state import Depot, Dropping, Interdicting, Marker, WaveState
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits, board_of
from ardennes.kernel.contract import Events, Refusal
from ardennes.kernel.deciding import Lasting, UntilEnd
from ardennes.kernel.offers import Each, Joined, Offer
from ardennes.words import counted

REAL, DUMMY = 1, 0

# POL depots


def depot_hexes(w: World) -> int:
    """Return the road hexes without town or city near the centre, WOT-3.7."""
    near = board_of(
        cell for cell in w.grid.cells if w.grid.distance(cell, w.board.pol_centre) <= w.limits.pol_hexes
    )
    return near & w.board.road & ~w.places


def depots_left(w: World, s: WaveState, real: bool) -> int:
    """Return how many markers of a face are still to be placed."""
    most = w.limits.pol_real if real else w.limits.pol_dummy
    return most - sum(depot.real == (REAL if real else DUMMY) for depot in s.depots)


def check_depot(w: World, s: WaveState, side: int, order: PlacePol) -> Refusal | None:
    """Return why the POL marker cannot be placed, or None."""
    cell = w.grid.at(order.hex)
    if not s.variant.full or side != ALLIED:
        return Refusal("WOT-3.7", "Only the Allied player places fuel depots, and only in the full game.")
    if not depots_left(w, s, order.real):
        return Refusal("WOT-3.7", f"All {'real' if order.real else 'dummy'} fuel depots are already placed.")
    if any(depot.cell == cell for depot in s.depots):
        facts = f"{w.place(cell)} already has a fuel depot."
        return Refusal("WOT-3.7", facts, "Place only one in a hex.")
    centre = w.board.pol_centre
    away = w.grid.distance(cell, centre)
    if away > w.limits.pol_hexes:
        facts = f"{w.place(cell)} is {away} hexes from {w.place(centre)}; the limit is {w.limits.pol_hexes}."
        return Refusal("WOT-3.7", facts, "Choose a nearer hex.")
    if not depot_hexes(w) >> cell & 1:
        facts = f"{w.place(cell)} has a town or city, or no road."
        return Refusal("WOT-3.7", facts, "Choose a road hex without a town or city.")
    return None


def depot_offers(w: World, s: WaveState) -> list[PlacePol]:
    """Return the orders to place a POL marker."""
    if not s.variant.full:
        return []
    free = depot_hexes(w) & ~board_of(depot.cell for depot in s.depots)
    faces = [real for real in (True, False) if depots_left(w, s, real)]
    return [PlacePol(w.grid.label(cell), real) for cell in bits(free) for real in faces]


def place_depot(w: World, s: WaveState, order: PlacePol, events: Events) -> None:
    """Place a POL marker."""
    real = REAL if order.real else DUMMY
    s.depots.append(Depot(w.grid.at(order.hex), real))
    s.depots.sort(key=lambda depot: depot.cell)
    events.append(e.DepotPlaced(order.hex, real))


def remove_depots(w: World, s: WaveState, events: Events) -> None:
    """Remove the remaining POL markers at the start of turn 6, WOT-6.17."""
    if s.depots and s.turn >= w.limits.pol_gone_turn:
        events.append(e.DepotsRemoved(w.labels([depot.cell for depot in s.depots])))
        s.depots = []


# Interdiction and aerial supply


def _in_hexes(w: World, kind: type[Interdict | DropSupplies], cells: Sequence[int]) -> Sequence[Offer]:
    """Return the same order for each of many hexes, then the end."""
    labels = w.grid.labels
    return Joined(Each(cells, lambda cell: kind(labels[cell])), (END,))


def _without(cells: Sequence[int], board: int) -> list[int]:
    """Return the sorted hexes without those of the board."""
    result = list(cells)
    for cell in bits(board):
        at = bisect_left(result, cell)
        if at < len(result) and result[at] == cell:
            del result[at]
    return result


def drop_hexes(w: World, s: WaveState) -> int:
    """Return the hexes for aerial supply, WOT-6.15.

    Marsh needs a town or city; hexes with a German unit or another marker are excluded.
    """
    if len(s.markers) >= w.limits.markers:
        return 0
    return w.ground.firm & ~_no_drop(w, s)


def _no_drop(w: World, s: WaveState) -> int:
    return occupied(w, s, GERMAN) | board_of(marker.cell for marker in s.markers)


def end_of_turn(s: WaveState) -> None:
    """End interdiction, aerial supply and the strikes of Supply Problems, WOT-9.18, WOT-6.15, WOT-6.16."""
    s.interdicted = s.struck = s.aircraft = 0
    s.markers, s.drawn = [], []
    forget_lines(s)


def no_aircraft(s: WaveState) -> Refusal:
    """Return the refusal of interdiction without aircraft, WOT-5.4."""
    few = " Fewer fly since Operation Baseplate." if s.baseplate else ""
    return Refusal("WOT-9.18", f"You have no aircraft left this turn.{few}")


class Interdiction(UntilEnd[World, WaveState, Interdicting]):
    """Send aircraft to road hexes, one each: the hex has no road for both sides for the whole turn.

    Supply ignores it.
    """

    kind, rule, answers = "interdiction", "WOT-9.18", (Interdict, End)
    done = "End interdiction"
    standing = "Interdiction of roads"

    def lasting(self, w: World, s: WaveState, frame: Interdicting) -> Sequence[Lasting]:
        return [Lasting("none", "send none", END)]

    def prompt(self, w: World, s: WaveState, frame: Interdicting) -> str:
        left = counted(s.aircraft, "aircraft", "aircraft")
        return f"Close road hexes for this turn: {left} left. Then end."

    def offers(self, w: World, s: WaveState, frame: Interdicting) -> Sequence[Offer]:
        return _in_hexes(w, Interdict, _without(w.ground.road_hexes, s.interdicted) if s.aircraft else ())

    def refusal(self, w: World, s: WaveState, frame: Interdicting, order: Interdict) -> Refusal | None:
        bit, place = 1 << w.grid.at(order.hex), w.place(w.grid.at(order.hex))
        if not s.aircraft:
            return no_aircraft(s)
        if not w.board.road & bit:
            facts = f"{place} has no road. Aircraft can interdict only roads."
            return Refusal("WOT-9.18", facts, "Choose a road hex.")
        if s.interdicted & bit:
            return Refusal("WOT-9.18", f"{place} is already interdicted.", "Choose another hex.")
        return None

    def carry_out(
        self, w: World, s: WaveState, frame: Interdicting, order: Interdict, dice: Dice, events: Events
    ) -> None:
        s.interdicted |= 1 << w.grid.at(order.hex)
        s.aircraft -= 1
        events.append(e.Interdicted(order.hex, s.aircraft))


class AerialSupply(UntilEnd[World, WaveState, Dropping]):
    """Place markers that supply units without a line, one per hex."""

    kind, rule, answers = "aerial supply", "WOT-6.15", (DropSupplies, End)
    done = "End aerial supply"
    standing = "Aerial supply"

    def lasting(self, w: World, s: WaveState, frame: Dropping) -> Sequence[Lasting]:
        return [Lasting("none", "drop none", END)]

    def prompt(self, w: World, s: WaveState, frame: Dropping) -> str:
        left = counted(w.limits.markers - len(s.markers), "marker")
        return f"Drop aerial supply for this turn: {left} left. Then end."

    def offers(self, w: World, s: WaveState, frame: Dropping) -> Sequence[Offer]:
        cells = _without(w.ground.firm_hexes, _no_drop(w, s)) if drop_hexes(w, s) else ()
        return _in_hexes(w, DropSupplies, cells)

    def refusal(self, w: World, s: WaveState, frame: Dropping, order: DropSupplies) -> Refusal | None:
        cell = w.grid.at(order.hex)
        place = w.place(cell)
        if len(s.markers) >= w.limits.markers:
            return Refusal("WOT-6.15", f"All {w.limits.markers} aerial supply markers are already placed.")
        if any(marker.cell == cell for marker in s.markers):
            facts = f"{place} already has an aerial supply marker."
            return Refusal("WOT-6.15", facts, "Choose another hex.")
        if occupied(w, s, GERMAN) >> cell & 1:
            return Refusal("WOT-6.15", f"{place} has a German unit.", "Choose another hex.")
        if not drop_hexes(w, s) >> cell & 1:
            facts = f"{place} is marsh without a town or city."
            return Refusal("WOT-6.15", facts, "Choose another hex.")
        return None

    def carry_out(
        self, w: World, s: WaveState, frame: Dropping, order: DropSupplies, dice: Dice, events: Events
    ) -> None:
        s.markers.append(Marker(w.grid.at(order.hex), w.limits.marker_steps))
        events.append(e.SuppliesDropped(order.hex))
