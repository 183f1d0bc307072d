"""Zones of control (TIA-ZOC)."""

from __future__ import annotations

from ardennes.games.tigers.rules.model.position import derived, road_between, unbridged
from ardennes.games.tigers.rules.model.state import DISRUPTED, TigersState
from ardennes.games.tigers.schema.terms import CAVALRY
from ardennes.games.tigers.schema.world import World
from ardennes.hexes import OFF_MAP

Zone = tuple[int, int]  # (hex of the stack, hexes its zone covers)


def ring_without_woods(w: World, s: TigersState, cell: int) -> int:
    """Return the zone of a stack of pure armor: no forest unless a road leads there, TIA-ZOC-3, TIA-ZOC-5."""
    zone = w.grid.near[cell]
    woods = zone & w.board.forest
    if woods:
        for direction, other in enumerate(w.grid.neighbours[cell]):
            if other != OFF_MAP and woods >> other & 1 and not road_between(w, s, cell, direction):
                zone &= ~(1 << other)
    return zone


def division_zones(w: World, s: TigersState, side: int) -> list[Zone]:
    """Return the zones that hinder movement: those of divisions, Disrupted or not, across rivers too:
    TIA-ZOC-1, TIA-ZOC-2, TIA-RIVER-6.

    One zone a stack: it covers woods as soon as one division of it is not pure armor, TIA-ZOC-6.
    """
    front = derived(w, s).fronts[side]
    zones = front.zones
    if zones is None:
        pure: dict[int, bool] = {}
        units, division = w.units, w.is_division
        for unit, cell in front.at.items():
            if division[unit]:
                pure[cell] = pure.get(cell, True) and units[unit].pure_armor
        near = w.grid.near
        zones = front.zones = [
            (cell, ring_without_woods(w, s, cell) if armor else near[cell]) for cell, armor in pure.items()
        ]
    return zones


def controlled(zones: list[Zone]) -> int:
    """Return all hexes in any of the zones."""
    board = 0
    for _, zone in zones:
        board |= zone
    return board


def covered(w: World, s: TigersState, side: int) -> int:
    """Return all hexes in a zone of the side that hinders movement."""
    front = derived(w, s).fronts[side]
    board = front.covered
    if board is None:
        board = front.covered = controlled(division_zones(w, s, side))
    return board


def shared_zone(zones: list[Zone], a: int, b: int) -> bool:
    """Does one stack of divisions control both hexes? TIA-ZOC-8."""
    both = 1 << a | 1 << b
    return any(zone & both == both for _, zone in zones)


def brigade_zones(w: World, s: TigersState, side: int) -> list[int]:
    """Return the zones of the side's sub-divisional units, Disrupted or not; cavalry spares woods in supply
    only, TIA-ZOC-4."""
    front = derived(w, s).fronts[side]
    zones = front.brigades
    if zones is None:
        zones = front.brigades = [
            ring_without_woods(w, s, cell) if w.units[unit].pure_armor else w.grid.near[cell]
            for unit, cell in front.at.items()
            if not w.is_division[unit]
        ]
    return zones


def brigade_controls_both(w: World, s: TigersState, side: int, a: int, b: int) -> bool:
    """Does one sub-divisional unit control both hexes? This matters across rivers, TIA-ZOC-9."""
    both = 1 << a | 1 << b
    return any(zone & both == both for zone in brigade_zones(w, s, side))


def zone_without_river(w: World, s: TigersState, zones: list[Zone], cell: int) -> bool:
    """Is the hex in the zone of a division not on the far side of an unbridged river? TIA-MOVE-3."""
    bit = 1 << cell
    for stack, zone in zones:
        if zone & bit:
            direction = w.grid.neighbours[stack].index(cell)
            if not unbridged(w, s, stack, direction):
                return True
    return False


def fresh_division_zone(w: World, s: TigersState, side: int) -> int:
    """Return the hexes in the zone of an UnDisrupted division of the side; they stop retreats, TIA-RET-2."""
    front = derived(w, s).fronts[side]
    board = front.fresh_zone
    if board is None:
        pure: dict[int, bool] = {}
        for unit, cell in front.at.items():
            if w.is_division[unit] and not s.status[unit] & DISRUPTED:
                pure[cell] = pure.get(cell, True) and w.units[unit].pure_armor
        board = 0
        for cell, armor in pure.items():
            board |= ring_without_woods(w, s, cell) if armor else w.grid.near[cell]
        front.fresh_zone = board
    return board


def supply_zone(w: World, s: TigersState, side: int) -> int:
    """Return the hexes where the side's zones block enemy supply: any division's, any UnDisrupted
    sub-divisional unit's (TIA-ZOC-13), armor and cavalry not in woods off the road (TIA-ZOC-3, TIA-ZOC-4)."""
    front = derived(w, s).fronts[side]
    board = front.blocked
    if board is None:
        board = covered(w, s, side)
        for unit, cell in front.at.items():
            if not w.is_division[unit] and not s.status[unit] & DISRUPTED:
                info = w.units[unit]
                rides = info.pure_armor or info.kind == CAVALRY
                board |= ring_without_woods(w, s, cell) if rides else w.grid.near[cell]
        front.blocked = board
    return board


def any_zone(w: World, s: TigersState, side: int) -> int:
    """Zones of divisions and sub-divisional units, Disrupted or not; they bar entry, TIA-REINF-8."""
    front = derived(w, s).fronts[side]
    board = front.barred
    if board is None:
        board = covered(w, s, side)
        for zone in brigade_zones(w, s, side):
            board |= zone
        front.barred = board
    return board
