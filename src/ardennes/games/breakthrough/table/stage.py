"""The fixed parts of Breakthrough's table: the map both ways up, its hexes, the counters."""

from __future__ import annotations

from ardennes.games.breakthrough.schema import terms
from ardennes.games.breakthrough.schema.ground import MOBILE, ON_FOOT
from ardennes.games.breakthrough.schema.world import World
from ardennes.hexes import OFF_MAP
from ardennes.kernel.map_art import Frame, frame_of, map_of
from ardennes.kernel.names import hex_name
from ardennes.kernel.wire import Cost, Hex, MapArt, ResultLook, Row, Shown, Sign, Turned
from ardennes.kernel.wire import Unit as Counter

LOOKS = {  # by kind: the symbol on a counter, and its name
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
SIZE_MARKS = {"battalion": "II", "regiment": "III", "brigade": "X", "engineer": "II", "division": "XX"}
SIGNS = {
    "unsupplied": Sign("corner", "U"),
    "isolated": Sign("corner", "I"),
    "dug in": Sign("trench"),
    "attack plotted": Sign("tick", done=True),
    "travel mode": Sign("letter", "T"),
    "advances": Sign("flag"),
}
FIGHTING, LOSSES, POINTS = "Fighting", "Losses", "Points"
ARRIVALS, AIR, BRIDGES = "Arrivals", "In the air", "Bridges"
REPORTS = [POINTS, FIGHTING, LOSSES, AIR, BRIDGES, ARRIVALS]
EVENTS = {
    "drawn": Shown(quiet=True),  # fuel and interdiction, unit by unit
    "phase": Shown(heading=["operation", "organization", "air", "supply", "reinforcement", "set-up"]),
    "placed": Shown("appear", "hex", "is placed here"),
    "turn": Shown(card="weather"),
    "arrived": Shown("appear", "hex", "arrives", report=ARRIVALS, card="arrival"),
    "delayed": Shown(report=ARRIVALS),
    "cancelled": Shown(report=ARRIVALS),
    "moved": Shown(card="move"),
    "exited": Shown("vanish", "hex", "leaves the map", report=POINTS, card="place"),
    "eliminated": Shown("vanish", "hex", "eliminated", report=LOSSES, card="loss"),
    "surrendered": Shown("vanish", "hex", "surrenders", report=LOSSES, card="loss"),
    "worn": Shown(word="hurt", report=LOSSES, card="hurt"),
    "retreated": Shown(report=FIGHTING, card="retreat"),
    "advanced": Shown(report=FIGHTING, card="advance"),
    "stood_fast": Shown("flash", "hex", "stands fast", report=FIGHTING, card="hurt"),
    "ground_attacked": Shown("flash", "hex", "air attack", report=AIR, card="air"),
    "air_spent": Shown(report=AIR),
    "interdicted": Shown(report=AIR),
    "bridge_blown": Shown("flash", "bridge", "charges", report=BRIDGES, card="bridge"),
    "bridge_built": Shown("flash", "bridge", "bridged", report=BRIDGES, card="bridge"),
    "scored": Shown(report=POINTS, card="place"),
    "built_up": Shown("appear", "hex", "builds up"),
    "broken_down": Shown("vanish", "hex", "breaks down"),
    "fought": Shown("flash", "hex", parts=["attacker_loss", "defender_loss"], between=" : ", report=FIGHTING),
}
RESULTS = {
    "emptied": ResultLook(0.7, "no defender remains: attackers may advance", "the hex is emptied"),
    "held": ResultLook(-0.3, "at least one defender remains", "the hex is held"),
}


def _frame(turned: bool) -> Frame:
    return frame_of(f"breakthrough-paper{'-turned' if turned else ''}")


def place_on(w: World, cell: int, turned: bool) -> tuple[float, float]:
    """Return the centre of a hex on the picture, BTA-MAP-2.

    Columns run north and rows east: with north up, hexes stand on a point; turned, with west up, they lie
    flat.
    """
    art = _frame(turned)
    north, east = w.grid.position(cell)  # in hexes from edge to edge
    step = art.radius * 3**0.5
    x, y = (north * step, east * step) if turned else (east * step, -north * step)
    return round(art.origin[0] + x, 1), round(art.origin[1] + y, 1)


def map_art(turned: bool) -> MapArt:
    """Return the picture of the map."""
    return map_of("breakthrough", "flat", "-turned") if turned else map_of("breakthrough", "pointy")


def turned_map(w: World) -> Turned:
    """Return the map as in the original, with west at the top."""
    at = {w.grid.label(cell): place_on(w, cell, True) for cell in w.grid.cells}
    return Turned("West at the top", "North at the top", map_art(True), at)


def hex_facts(w: World, cell: int) -> Hex:
    """Return the fixed facts of a hex."""
    board, grid = w.board, w.grid
    terrain, place = board.terrain[cell], board.place[cell]
    x, y = place_on(w, cell, False)
    near = [(d, n) for d, n in enumerate(grid.neighbours[cell]) if n != OFF_MAP]
    town = next((t for t in board.towns if t.cell == cell), None)
    kind = f"{town.turn} points a day" if town else ""
    exit_ = "exit of the map" if board.exits >> cell & 1 else ""
    road = "road" if board.road >> cell & 1 else ""
    words = [place, terms.TERRAINS[terrain], road, kind, exit_]
    return Hex(
        grid.label(cell),
        x,
        y,
        terrain=" · ".join(part for part in (terms.TERRAINS[terrain], road, exit_) if part),
        place=place,
        name="" if place else hex_name(w, grid.label(cell)),
        kind=kind or ("town" if terrain == terms.TOWN else ""),
        side=terms.SIDES[terms.GERMAN if board.german16 >> cell & 1 else terms.AMERICAN],
        near=[grid.label(n) for _, n in near],
        text=", ".join(part for part in words if part),
        cost=_costs(w, cell),
        holds=w.limits.stacking_points_per_hex,
        roads=[grid.label(n) for d, n in near if board.links[d] >> cell & 1],
        rivers=[grid.label(n) for d, n in near if board.rivers[d] >> cell & 1],
        exit=bool(exit_),
    )


def _costs(w: World, cell: int) -> list[Cost]:
    """Return the cost to enter the hex, and on frozen ground if it differs, BTA-9.0c."""
    usual, frost = w.ground.terrain
    result = [
        Cost("units on foot", str(usual[ON_FOOT][cell])),
        Cost("mobile units", str(usual[MOBILE][cell])),
    ]
    if frost[MOBILE][cell] != usual[MOBILE][cell]:
        result.append(Cost("on frozen ground", str(frost[MOBILE][cell])))
    return result


def counter(w: World, unit: terms.Unit) -> Counter:
    """Return the counter of a unit."""
    kind = terms.KINDS[unit.kind]
    glyph, words = LOOKS[kind]
    group = w.divisions[unit.division].name if unit.division >= 0 else _corps(w, unit)
    return Counter(
        unit.name,
        unit.label.replace("Piper", "Peiper").removesuffix(" DIV"),  # the chart leaves out an e
        terms.SIDES[unit.side],
        kind,
        glyph,
        size_mark=SIZE_MARKS[terms.SIZES[unit.size]],
        style=_style(w, unit),
        factor=unit.combat,
        print=str(unit.combat),
        about=f"{words}, {terms.SIZES[unit.size]} · {group}",
        sheet=_printed(w, unit),
        letter="TD" if kind == "TD" or unit.label.startswith("TD") else "",
        nation="german" if unit.side == terms.GERMAN else "us",
        group=group,
        own=unit.own if unit.own != unit.name else "",
        division=group if unit.division >= 0 else "",
    )


def _corps(w: World, unit: terms.Unit) -> str:
    pool = next((p.name for p in w.pools if p.side == unit.side and p.corps == unit.corps), "")
    return pool or ("Independent" if not unit.corps else f"{unit.corps} Corps")


def _style(w: World, unit: terms.Unit) -> str:
    division = w.divisions[unit.division].id if unit.division >= 0 else unit.id
    if unit.side == terms.AMERICAN:
        return "us_airborne" if terms.KINDS[unit.kind] == "AB" else "us"
    if "SS" in division:
        return "ss"
    return "fj" if terms.KINDS[unit.kind] == "FJ" else "heer"


def _printed(w: World, unit: terms.Unit) -> list[Row]:
    """Return the fixed facts of a unit."""
    rows = [Row("Vehicles", "mobile" if unit.mobile else "on foot", "BTA-1.5a")]
    if not unit.divisional:
        rows.append(Row("Points a day", f"{unit.first} + {unit.second}", "BTA-7.4a"))
    return rows
