"""The path of a mission: its target hex, its zone, and the hexes whose flak reaches it (OPS-FLAK-2)."""

from __future__ import annotations

import functools

from ardennes.games.playsheet.rules.model import orders as o
from ardennes.games.playsheet.schema.terms import ALLIED
from ardennes.games.playsheet.schema.world import World


def target_of(w: World, order: o.AirOrder) -> int:
    """Return the hex a mission flies to: the anchor of an area, the middle of a zone, OPS-FLAK-2."""
    match order:
        case o.CloseSupport(target=label) | o.Transport(target=label):
            return w.cell_of(label)
        case o.AirInterdict(anchor=label) | o.AirSuppress(anchor=label):
            return w.cell_of(label)
        case o.Cover(zone=zone) | o.Reconnoitre(zone=zone):
            return middle(w, zone)


def middle(w: World, zone: int) -> int:
    """Return the middle hex of a zone: the sixth of its columns and rows."""
    size, across = w.limits.zone_hexes, w.limits.zone_columns
    down, right = divmod(zone - 1, across)
    return (size * right + size // 2) * w.rows + size * down + size // 2


def zone_of(w: World, order: o.AirOrder) -> int:
    """Return the zone in which fighters meet a mission; an area belongs to that of its anchor, OPS-GRID-5."""
    return w.zone[target_of(w, order)]


def _place(w: World, cell: int) -> tuple[int, int]:
    """Return a hex centre in whole units of √3 km to the east and 1 km to the south, OPS-MAP-1."""
    column, row = divmod(cell, w.rows)
    return column, 2 * row + column % 2


def home(w: World, side: int, target: int) -> int:
    """Return the nearest hex of the side's home edge (Allied west, German east); of equals the lowest."""
    column = 0 if side == ALLIED else w.size // w.rows - 1
    _, south = _place(w, target)
    edge = range(column * w.rows, (column + 1) * w.rows)
    return min(edge, key=lambda cell: (abs(_place(w, cell)[1] - south), cell))


@functools.lru_cache(maxsize=512)
def way(w: World, side: int, target: int) -> frozenset[int]:
    """Return the hexes whose centres are near the straight line home, OPS-FLAK-2.

    It computes with whole numbers, so that a hex at exactly the distance counts.
    """
    reach = int(w.sheet.constants["flak_far_km"])
    x0, y0 = _place(w, target)
    x1, y1 = _place(w, home(w, side, target))
    dx, dy = x1 - x0, y1 - y0
    length = 3 * dx * dx + dy * dy
    result = []
    for cell in range(w.size):
        x, y = _place(w, cell)
        px, py = x - x0, y - y0
        along = 3 * dx * px + dy * py
        if along <= 0:
            near = 3 * px * px + py * py <= reach * reach
        elif along >= length:
            near = 3 * (x - x1) ** 2 + (y - y1) ** 2 <= reach * reach
        else:
            near = 3 * (dx * py - dy * px) ** 2 <= reach * reach * length
        if near:
            result.append(cell)
    return frozenset(result)
