"""What never changes for the client of Tigers: the map, its hexes, the counters."""

from __future__ import annotations

from ardennes.games.tigers.facts import PRINTED
from ardennes.games.tigers.rules.combat.results import MEANING
from ardennes.games.tigers.rules.movement.step import mf
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN, KINDS, SIDES
from ardennes.games.tigers.schema.world import World
from ardennes.hexes import OFF_MAP
from ardennes.kernel.map_art import frame_of
from ardennes.kernel.names import hex_name
from ardennes.kernel.wire import Cost, Hex, ResultLook, Shown, Sign, Unit

ART = "tigers-paper"
NATIONS = {"german": "German", "us": "U.S.", "british": "British"}
STYLES = {"german": "heer", "us": "us", "british": "uk"}
GLYPHS = {
    "para": "airborne",
    "skorzeny": "commando",
    "vdh": "airborne",
    "combat_command": "armor",
    "tiger": "armor",
}

# The order of battle by nation and arm: the counters name no corps or army.
ARMS = {
    "armor": "armor",
    "tiger": "Tiger battalions",
    "panzergrenadier": "Panzer grenadiers",
    "infantry": "infantry",
    "para": "parachute troops",
    "cavalry": "cavalry",
    "combat_command": "combat commands",
    "skorzeny": "special troops",
    "vdh": "special troops",
    "dump": "depots",
}

SIGNS = {
    "disrupted": Sign("corner", "D"),
    "entrenched": Sign("trench"),
    "moved": Sign("tick", done=True),
    "attacked": Sign("tick", done=True),
    "broken down": Sign("letter", "B"),
}
FIGHTING, LOSSES, EXITS = "Fighting", "Losses", "Exits and fuel"
ARRIVALS, AIR, BRIDGES = "Arrivals", "In the air", "Bridges"
REPORTS = [FIGHTING, LOSSES, EXITS, AIR, BRIDGES, ARRIVALS]
EVENTS = {
    "rolled": Shown(die="die"),
    "phase": Shown(heading=["movement", "reinforcements"]),
    "placed": Shown("appear", "hex"),
    "weather": Shown(card="weather"),
    "entered": Shown("appear", "hex", "arrives", report=ARRIVALS, card="arrival"),
    "moved": Shown(card="move"),
    "retreated": Shown(report=FIGHTING, card="retreat"),
    "advanced": Shown(report=FIGHTING, card="advance"),
    "disrupted": Shown(word="Disrupted", report=LOSSES, card="hurt"),
    "eliminated": Shown("vanish", "hex", "lost", report=LOSSES, card="loss"),
    "exited": Shown("vanish", "hex", "leaves the map", report=EXITS, card="place"),
    "broke_down": Shown("flash", "hex", "breaks down", card="hurt"),
    "combat_result": Shown("flash", "targets", parts=["column", "die", "result"], report=FIGHTING),
    "stood_fast": Shown(report=FIGHTING),
    "dump_revealed": Shown("flash", "hex", "the fuel dump", report=EXITS, card="place"),
    "dump_taken": Shown("flash", "hex", "captured", report=EXITS, card="place"),
    "dump_destroyed": Shown("flash", "hex", "burns", report=EXITS, card="place"),
    "heydte": Shown("flash", "target", "the drop", report=AIR, card="air"),
    "air_result": Shown(report=AIR, card="air"),
    "air_downed": Shown(report=AIR, card="air"),
    "interception": Shown(report=AIR),
    "bridge_gone": Shown("flash", "bridge", "blown", report=BRIDGES, card="bridge"),
    "bridge_built": Shown("flash", "bridge", "bridged", report=BRIDGES, card="bridge"),
    "bridge_taken": Shown(report=BRIDGES),
    "bridge_restored": Shown("flash", "bridge", "bridged", report=BRIDGES, card="bridge"),
}
# By result of combat: how good it is for the attacker, and what it means.
RESULTS = {
    "DE": ResultLook(1.0, MEANING["DE"], "destroyed"),
    "DD": ResultLook(0.8, MEANING["DD"], "retreats 3 hexes"),
    "D3": ResultLook(0.6, MEANING["D3"], "retreats 3 hexes"),
    "D2": ResultLook(0.45, MEANING["D2"], "retreats 2 hexes"),
    "D1": ResultLook(0.3, MEANING["D1"], "retreats 1 hex"),
    "D": ResultLook(0.15, MEANING["D"], "Disrupted"),
    "-": ResultLook(0.0, MEANING["-"], "no effect"),
    "AD": ResultLook(-0.4, MEANING["AD"], "you are Disrupted"),
    "D/AE": ResultLook(-0.6, MEANING["D/AE"], "both suffer"),
    "AE": ResultLook(-1.0, MEANING["AE"], "you lose"),
}


def hex_facts(w: World, cell: int) -> Hex:
    board, grid = w.board, w.grid
    bit = 1 << cell
    terrain = "Hohe Venn" if board.venn & bit else "forest" if board.forest & bit else "open"
    if board.venn & board.forest & bit:
        terrain = "Hohe Venn and forest"
    place = w.place_name(cell)
    kind = "city" if board.city & bit else "town" if board.town & bit else ""
    radius, origin, _ = frame_of(ART)
    column, row = grid.column[cell], grid.row[cell]
    up = row + (0.5 if column % 2 == 0 else 0.0)
    near = [(d, n) for d, n in enumerate(grid.neighbours[cell]) if n != OFF_MAP]
    return Hex(
        grid.label(cell),
        x=round(origin[0] + 1.5 * radius * column, 1),
        y=round(origin[1] - 3**0.5 * radius * up, 1),
        terrain=terrain,
        place=place,
        name="" if place else hex_name(w, grid.label(cell)),
        kind=kind,
        side=SIDES[GERMAN if board.german_side & bit else ALLIED],
        near=[grid.label(n) for _, n in near],
        text=", ".join(x for x in (f"{place} ({kind})" if place and kind else place, terrain) if x),
        cost=[Cost("on foot", mf(w.foot_cost[cell])), Cost("on wheels and tracks", mf(w.mech_cost[cell]))],
        holds=w.stack_limit[cell],
        roads=[grid.label(n) for d, n in near if board.road_dirs[cell] >> d & 1],
        rivers=[grid.label(n) for d, n in near if board.river_at[cell][d] >= 0],
        sides={grid.label(n): words for d, n in near if (words := _side(w, cell, d))},
        exit=bool(w.exits & bit),
    )


def _side(w: World, cell: int, direction: int) -> str:
    """Return the names of what is on a hexside."""
    river = w.board.river_at[cell][direction]
    wall = "Siegfried Line" if w.board.siegfried_dirs[cell] >> direction & 1 else ""
    return ", ".join(filter(None, (w.board.rivers[river].river if river >= 0 else "", wall)))


def counter(w: World, unit: int) -> Unit:
    info = w.units[unit]
    kind = KINDS[info.kind]
    style = STYLES[info.nation]
    if info.ss:
        style = "ss"
    elif kind in ("para", "vdh"):
        style = {"german": "fj", "us": "us_airborne", "british": "uk"}[info.nation]
    size = "XX" if info.size == 0 else "X" if info.size == 1 else "II"
    return Unit(
        info.name,
        info.short,
        SIDES[info.side],
        kind,
        glyph=GLYPHS.get(kind, kind),
        size_mark="" if kind == "dump" else "III" if kind == "cavalry" or unit == w.peiper else size,
        style=style,
        factor=info.factor,
        print="FUEL" if kind == "dump" else f"{info.factor}-{info.omf}",
        about=f"{kind.replace('_', ' ')} · {NATIONS[info.nation]}",
        sheet=PRINTED.sheet(w, None, unit),
        letter="T" if kind == "tiger" else "",
        nation=info.nation,
        division=info.name.removesuffix(" (-)") if info.size_word == "division" else "",
        group=f"{'SS' if info.ss else NATIONS[info.nation]} {ARMS[kind]}",
    )
