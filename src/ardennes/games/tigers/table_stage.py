"""What never changes on the table of Tigers: the map, its hexes, the counters."""

from __future__ import annotations

import functools
import importlib.resources
import re

from ardennes.games.tigers.movement import mf
from ardennes.games.tigers.terms import ALLIED, GERMAN, KINDS, SIDES
from ardennes.games.tigers.world import World
from ardennes.hexes import OFF_MAP
from ardennes.kernel.table import Plain

STYLES = {"german": "heer", "us": "us", "british": "uk"}
GLYPHS = {
    "para": "airborne",
    "skorzeny": "commando",
    "vdh": "airborne",
    "combat_command": "armor",
    "tiger": "armor",
}


def hex_facts(w: World, cell: int) -> Plain:
    board, grid = w.board, w.grid
    bit = 1 << cell
    terrain = "Hohe Venn" if board.venn & bit else "forest" if board.forest & bit else "open"
    if board.venn & board.forest & bit:
        terrain = "Hohe Venn and forest"
    place = board.place_of.get(cell, "")
    kind = "city" if board.city & bit else "town" if board.town & bit else ""
    radius, origin, _ = _frame()
    column, row = grid.column[cell], grid.row[cell]
    up = row + (0.5 if column % 2 == 0 else 0.0)
    near = [(d, n) for d, n in enumerate(grid.neighbours[cell]) if n != OFF_MAP]
    return {
        "id": grid.label(cell),
        "x": round(origin[0] + 1.5 * radius * column, 1),
        "y": round(origin[1] - 3**0.5 * radius * up, 1),
        "terrain": terrain,
        "place": place,
        "kind": kind,
        "side": SIDES[GERMAN if board.german_side & bit else ALLIED],
        "near": [grid.label(n) for _, n in near],
        "roads": [grid.label(n) for d, n in near if board.road_dirs[cell] >> d & 1],
        "rivers": [grid.label(n) for d, n in near if board.river_at[cell][d] >= 0],
        "text": ", ".join(x for x in (f"{place} ({kind})" if place and kind else place, terrain) if x),
        "cost": [
            {"who": "on foot", "value": mf(w.foot_cost[cell])},
            {"who": "on wheels and tracks", "value": mf(w.mech_cost[cell])},
        ],
        "holds": w.stack_limit[cell],
    }


def counter(w: World, unit: int) -> Plain:
    info = w.units[unit]
    kind = KINDS[info.kind]
    style = STYLES[info.nation]
    if info.ss:
        style = "ss"
    elif kind in ("para", "vdh"):
        style = {"german": "fj", "us": "us_airborne", "british": "uk"}[info.nation]
    size = "XX" if info.size == 0 else "X" if info.size == 1 else "II"
    return {
        "name": info.name,
        "short": info.short,
        "side": SIDES[info.side],
        "nation": info.nation,
        "kind": kind,
        "glyph": GLYPHS.get(kind, kind),
        "size_mark": "" if kind == "dump" else "III" if kind == "cavalry" or unit == w.peiper else size,
        "style": style,
        "factor": info.factor,
        "moves": info.omf,
        "tiger": kind == "tiger",
    }


@functools.cache
def _frame() -> tuple[float, tuple[float, float], tuple[float, float]]:
    """Radius, origin and size of the map art, as its root element tells them."""
    art = importlib.resources.files("ardennes.web").joinpath("maps/tigers-paper.svg")
    with art.open("r", encoding="utf-8") as file:
        head = file.read(400)
    found = dict(re.findall(r'(data-radius|data-origin|viewBox)="([^"]+)"', head))
    x, y = map(float, found["data-origin"].split())
    _, _, width, height = map(float, found["viewBox"].split())
    return float(found["data-radius"]), (x, y), (width, height)


def map_art() -> Plain:
    radius, origin, size = _frame()
    return {
        "art": {"paper": "maps/tigers-paper.svg", "winter": "maps/tigers-winter.svg"},
        "radius": radius,
        "origin": list(origin),
        "size": list(size),
    }
