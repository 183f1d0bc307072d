"""Supply (TIA-SUPPLY): a line of at most four hexes to a road that leads off the map, or to the edge."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from ardennes.games.tigers.rules.model.position import derived, dry_sides, recall, road_open, wet_sides
from ardennes.games.tigers.rules.model.state import AIR_SUPPLIED, TigersState
from ardennes.games.tigers.rules.movement.zones import supply_zone
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.reach import flood, flood_links, spread


def open_hexes(w: World, s: TigersState, side: int) -> int:
    """Return the hexes that a supply line of the side may pass: not enemy-held, not in a blocking zone,
    TIA-SUPPLY-9.

    A hex with a friendly unit is always open; the dump neither opens nor bars a hex. Von der Heydte
    and Skorzeny bar only their own hex, TIA-ZOC-14.
    """
    d = derived(w, s)
    enemy = 1 - side
    heydte = s.where[w.heydte] if w.heydte >= 0 else -1
    heydte_bit = 1 << heydte if heydte >= 0 else 0
    own = d.fighters[side] | (heydte_bit if side == GERMAN else 0)
    theirs = d.fighters[enemy] | (heydte_bit if enemy == GERMAN else 0)
    return w.grid.mask & ~(theirs | supply_zone(w, s, enemy)) | own


def supply_net(w: World, s: TigersState, side: int) -> int:
    """Return the goals of supply lines: supply edge hexes and open roads from them, TIA-SUPPLY-1,
    TIA-SUPPLY-3.

    Any road in an edge hex leads from it, whether or not it is drawn off the map there.
    """
    edge = w.board.allied_supply_edge if side == ALLIED else w.board.german_supply_edge
    return flood_links(w.grid, edge, open_hexes(w, s, side), road_open(w, s))


def supply_levels(w: World, s: TigersState, side: int) -> list[int]:
    """Return, by distance from the net (0 to the printed reach), the hexes at that distance."""
    return levels_from(w, s, supply_net(w, s, side), open_hexes(w, s, side))


def levels_from(w: World, s: TigersState, start: int, open_: int) -> list[int]:
    """Return the hexes at each distance from some hexes, over those that are open.

    Crossing an unbridged river counts one hex more, TIA-SUPPLY-2.
    """
    reach = w.constants.supply.reach
    grid = w.grid
    wet, dry = wet_sides(w, s), dry_sides(w, s)
    levels = [0] * (reach + 2)
    levels[0] = reached = start
    for at in range(reach):
        board = levels[at] & open_
        levels[at + 1] |= spread(grid, board, dry) & ~reached
        levels[at + 2] |= spread(grid, board, wet) & ~reached
        reached |= levels[at + 1]
        levels[at + 2] &= ~reached
    return levels[: reach + 1]


def supplied_hexes(w: World, s: TigersState, side: int) -> int:
    """Return the hexes where a unit of the side is in supply by land."""
    known = derived(w, s).supplied
    board = known[side]
    if board is None:
        board = known[side] = reduce(or_, supply_levels(w, s, side))
    return board


def hexes_to_net(w: World, s: TigersState, side: int, cell: int) -> int | None:
    """Return the length of the shortest supply line from the hex; None if it is too long."""
    levels = recall(w, s, ("supply levels", side), lambda: supply_levels(w, s, side))
    for count, level in enumerate(levels):
        if level >> cell & 1:
            return count
    return None


def in_supply(w: World, s: TigersState, unit: int) -> bool:
    """Is the unit in supply now, by land or air? TIA-SUPPLY-6, TIA-SUPPLY-8, TIA-AIR-16."""
    return all_in_supply(w, s, (unit,))


def all_in_supply(w: World, s: TigersState, units: Sequence[int]) -> bool:
    """Are all these units of one side in supply now?"""
    fed: int | None = None
    for unit in units:
        if s.status[unit] & AIR_SUPPLIED:
            continue
        if unit in w.forced_supply:
            if not w.forced_supply[unit]:
                return False
            continue
        if fed is None:
            fed = supplied_hexes(w, s, w.side[unit])
        if not fed >> s.where[unit] & 1:
            return False
    return True


def line_from_west(w: World, s: TigersState) -> int:
    """Return the Allied hexes joined to the western edge by hexes neither German-held nor blocked,
    TIA-REINF-5."""

    def line() -> int:
        ground = open_hexes(w, s, ALLIED) & s.held
        return flood(w.grid, w.board.west & ground, ground)

    return recall(w, s, ("west", s.held), line)
