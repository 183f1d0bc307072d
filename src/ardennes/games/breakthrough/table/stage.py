"""What never changes on the table of Breakthrough: the map both ways up, its hexes, the counters."""

from __future__ import annotations

from ardennes.games.breakthrough.schema.ground import MOBILE, ON_FOOT
from ardennes.games.breakthrough.schema.terms import (
    AMERICAN,
    BATTALION,
    BRIGADE,
    DIVISION,
    ENGINEERS,
    GERMAN,
    KINDS,
    REGIMENT,
    SIDES,
    SIZES,
    TERRAINS,
    TOWN,
    Unit,
)
from ardennes.games.breakthrough.schema.world import World
from ardennes.games.breakthrough.table.rows import row
from ardennes.hexes import OFF_MAP
from ardennes.kernel.map_art import Frame, frame_of, map_of
from ardennes.kernel.table import Plain, Row, Shown, Sign

LOOKS = {  # by kind: the sign on a counter, and what to call it
    "PZ": ("armor", "Panzer"),
    "PZGR": ("panzergrenadier", "Panzergrenadiers"),
    "RCN": ("cavalry", "reconnaissance"),
    "ENG": ("engineer", "engineers"),
    "VG": ("infantry", "Volksgrenadiers"),
    "FJ": ("airborne", "Fallschirmjäger"),
    "ARM": ("armor", "armored"),
    "CAV": ("cavalry", "cavalry"),
    "INF": ("infantry", "infantry"),
    "AB": ("airborne", "airborne"),
    "TD": ("armor", "tank destroyers"),
}
SIZE_MARKS = {BATTALION: "II", REGIMENT: "III", BRIGADE: "X", ENGINEERS: "II", DIVISION: "XX"}
SIGNS: dict[str, Sign] = {
    "unsupplied": {"sign": "corner", "letter": "U"},
    "isolated": {"sign": "corner", "letter": "I"},
    "dug in": {"sign": "trench"},
    "attack plotted": {"sign": "tick", "done": True},
    "travel mode": {"sign": "letter", "letter": "T"},
    "advances": {"sign": "flag"},
}
EVENTS: dict[str, Shown] = {
    "drawn": {"quiet": True},  # fuel and interdiction, unit by unit
    "phase": {"heading": ["operation", "organization", "air", "supply", "reinforcement", "set-up"]},
    "placed": {"does": "appear", "at": "hex", "word": "is put here"},
    "arrived": {"does": "appear", "at": "hex", "word": "arrives"},
    "exited": {"does": "vanish", "at": "hex", "word": "leaves the map"},
    "eliminated": {"does": "vanish", "at": "hex", "word": "eliminated"},
    "surrendered": {"does": "flash", "at": "hex", "word": "surrenders"},
    "stood_fast": {"does": "flash", "at": "hex", "word": "stands fast"},
    "ground_attacked": {"does": "flash", "at": "hex", "word": "air attack"},
    "built_up": {"does": "appear", "at": "hex", "word": "builds up"},
    "broken_down": {"does": "vanish", "at": "hex", "word": "breaks down"},
    "fought": {"does": "flash", "at": "hex", "parts": ["attacker_loss", "defender_loss"], "between": " : "},
}


def _frame(turned: bool) -> Frame:
    return frame_of(f"breakthrough-paper{'-turned' if turned else ''}")


def place_on(w: World, cell: int, turned: bool) -> tuple[float, float]:
    """Where the middle of a hex lies on the art: columns run north and rows east, so that north up the
    hexes stand on a point; turned, with west at the top, they lie flat, BTA-MAP-2."""
    art = _frame(turned)
    north, east = w.grid.position(cell)  # in hexes from edge to edge
    step = art.radius * 3**0.5
    x, y = (north * step, east * step) if turned else (east * step, -north * step)
    return round(art.origin[0] + x, 1), round(art.origin[1] + y, 1)


def map_art(turned: bool) -> Plain:
    return map_of("breakthrough", "flat", "-turned") if turned else map_of("breakthrough", "pointy")


def turned_map(w: World) -> Plain:
    """The map as the original showed it, with west at the top."""
    return {
        "words": "West at the top",
        "back": "North at the top",
        "map": map_art(True),
        "at": {w.grid.label(cell): list(place_on(w, cell, True)) for cell in w.grid.cells},
    }


def hex_facts(w: World, cell: int) -> Plain:
    board, grid = w.board, w.grid
    terrain, place = board.terrain[cell], board.place[cell]
    x, y = place_on(w, cell, False)
    near = [(d, n) for d, n in enumerate(grid.neighbours[cell]) if n != OFF_MAP]
    town = next((t for t in board.towns if t.cell == cell), None)
    kind = f"{town.turn} points a day" if town else ""
    exit_ = "exit of the map" if board.exits >> cell & 1 else ""
    road = "road" if board.road >> cell & 1 else ""
    words = [place, TERRAINS[terrain], road, kind, exit_]
    return {
        "id": grid.label(cell),
        "x": x,
        "y": y,
        "terrain": " · ".join(part for part in (TERRAINS[terrain], road, exit_) if part),
        "place": place,
        "kind": kind or ("town" if terrain == TOWN else ""),
        "side": SIDES[GERMAN if board.german16 >> cell & 1 else AMERICAN],
        "near": [grid.label(n) for _, n in near],
        "roads": [grid.label(n) for d, n in near if board.links[d] >> cell & 1],
        "rivers": [grid.label(n) for d, n in near if board.rivers[d] >> cell & 1],
        "exit": bool(exit_),
        "text": ", ".join(part for part in words if part),
        "cost": _costs(w, cell),
        "holds": w.limits.stacking_points_per_hex,
    }


def _costs(w: World, cell: int) -> list[Plain]:
    """What the hex costs to enter; on frozen ground only where that differs, BTA-9.0c."""
    usual, frost = w.ground.terrain
    found = [
        {"who": "on foot", "value": str(usual[ON_FOOT][cell])},
        {"who": "on wheels and tracks", "value": str(usual[MOBILE][cell])},
    ]
    if frost[MOBILE][cell] != usual[MOBILE][cell]:
        found.append({"who": "on frozen ground", "value": str(frost[MOBILE][cell])})
    return found


def counter(w: World, unit: Unit) -> Plain:
    kind = KINDS[unit.kind]
    glyph, words = LOOKS[kind]
    division = w.divisions[unit.division] if unit.division >= 0 else None
    return {
        "name": unit.name,
        "short": unit.name.removesuffix(" DIV"),
        "side": SIDES[unit.side],
        "nation": "german" if unit.side == GERMAN else "us",
        "kind": kind,
        "glyph": glyph,
        "size_mark": SIZE_MARKS[unit.size],
        "style": _style(w, unit),
        "factor": unit.combat,
        "print": str(unit.combat),
        "letter": "TD" if kind == "TD" or unit.name.startswith("TD") else "",
        "group": division.name if division else _corps(w, unit),
        "about": f"{words}, {SIZES[unit.size]} · {division.name if division else _corps(w, unit)}",
        "sheet": _printed(w, unit),
    }


def _corps(w: World, unit: Unit) -> str:
    pool = next((p.name for p in w.pools if p.side == unit.side and p.corps == unit.corps), "")
    return pool or ("Independent" if not unit.corps else f"{unit.corps} Corps")


def _style(w: World, unit: Unit) -> str:
    division = w.divisions[unit.division].id if unit.division >= 0 else unit.id
    if unit.side == AMERICAN:
        return "us_airborne" if KINDS[unit.kind] == "AB" else "us"
    if "SS" in division:
        return "ss"
    return "fj" if KINDS[unit.kind] == "FJ" else "heer"


def _printed(w: World, unit: Unit) -> list[Row]:
    """The facts of a unit that never change."""
    rows = [row("Vehicles", "mobile" if unit.mobile else "on foot", "BTA-1.5a")]
    if not unit.divisional:
        rows.append(row("Points a day", f"{unit.first} + {unit.second}", "BTA-7.4a"))
    return rows
