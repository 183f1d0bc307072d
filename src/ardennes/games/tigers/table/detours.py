"""Routes by way of a place that changes hands when a unit passes."""

from __future__ import annotations

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.model import orders as o
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.movement.moves import Going, begin
from ardennes.games.tigers.rules.movement.search import Route, arrivals, field_by_hex
from ardennes.games.tigers.schema.terms import ALLIED
from ardennes.games.tigers.schema.world import World
from ardennes.games.tigers.table.reach import MARCHES, Arrival, Mode, modes, way_of
from ardennes.hexes import board_of
from ardennes.kernel.contract import Refusal
from ardennes.kernel.route_offers import MOST_PLACES
from ardennes.kernel.table import own
from ardennes.kernel.wire import Way


def prizes(w: World, s: TigersState, side: int) -> int:
    """Return the places that the side does not control."""
    foreign = ~s.held if side == ALLIED else s.held
    return board_of(w.board.place_of) & foreign & w.grid.mask


def detours(game: Tigers, view: TigersState, side: int, unit: str, wanted: int) -> list[Way]:
    """Return routes by way of the nearest wanted places to every hex from there."""
    w, index = game.world, own(game, view, side, unit)
    if index is None or not isinstance(view.stack[-1], MARCHES):
        return []
    return [
        way_of(w, view, index, arrival, mode.name)
        for mode in modes(w, view, index)
        for arrival in _by_way_of(w, view, index, mode, wanted)
    ]


def _by_way_of(w: World, s: TigersState, unit: int, mode: Mode, wanted: int) -> list[Arrival]:
    begun = begin(w, s, o.Move(w.units[unit].id, (), mode.omb, mode.attach))
    if isinstance(begun, Refusal):
        return []
    who, start = begun
    stem = o.Move(w.units[unit].id, (), mode.omb, mode.attach)
    field, going = field_by_hex(w, s, who), Going(w, s, who, stem)
    places: dict[int, Route] = {}
    for route in arrivals(w, s, who, start, stem, field):
        if route.cell >= 0 and wanted >> route.cell & 1 and not route.stopped:
            places.setdefault(route.cell, route)
    result: dict[tuple[int, int], Arrival] = {}  # by place and kind of arrival
    for place in list(places.values())[:MOST_PLACES]:
        first = place.order.path
        for route in arrivals(w, s, who, place.end, stem, field):
            key = (place.cell, route.kind)
            if key not in result and route.cell != start.cell and going.may_end(route.end):
                order = o.Move(stem.unit, (*first, *route.order.path), stem.omb, stem.attach)
                result[key] = Arrival(order, route.cell, route.spent, route.can_attack, route.road_end)
    return list(result.values())
