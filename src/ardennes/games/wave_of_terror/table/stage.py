"""The fixed parts of Wave of Terror's table: the map, its hexes, the counters, how things look."""

from __future__ import annotations

from ardennes.games.wave_of_terror.facts import COUNTERS
from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.combat.odds import odds_name
from ardennes.games.wave_of_terror.schema import terms
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import OFF_MAP
from ardennes.kernel.map_art import map_of
from ardennes.kernel.names import hex_name
from ardennes.kernel.table import HISTORY, looks
from ardennes.kernel.wire import Cost, FormationLook, Hex, MapArt, ResultLook, Shown, Sign, Stage, Unit
from ardennes.words import counted

GLYPHS = {
    "infantry": "infantry",
    "parachute": "airborne",
    "glider": "airborne",
    "mech inf": "panzergrenadier",
    "armor": "armor",
    "panzer": "armor",
    "assault gun": "armor",
    "tank destroyer": "armor",
    "recon-cavalry": "cavalry",
    "engineer": "engineer",
    "artillery": "artillery",
}
SIDE_WORDS = {
    terms.BLOCKED: "blocked hexside",
    terms.MAJOR: "major river",
    terms.LAKE: "lake",
    terms.MINOR: "minor river",
}
SIZES = {"R": "III", "B": "X", "150": "X"}  # by a parent's last letter or whole id; all others are divisions
LETTERS = {"tank destroyer": "TD", "assault gun": "AG", "glider": "G"}
COLUMN = "in column"
BELOW = {count: f"{count} more below" for count in range(1, 9)}  # hidden enemy units, WOT-7.3
SIGNS = {
    "out of supply": Sign("corner", "U"),
    "DONE": Sign("tick", done=True),
    "has moved": Sign("tick", done=True),
    "has attacked": Sign("tick", done=True),
    "KG Peiper": Sign("flag"),
    COLUMN: Sign("letter", "C"),
    "reduced": Sign("trench"),
    **{word: Sign("letter", f"+{count}") for count, word in BELOW.items()},
}
FIGHTING, LOSSES, PLACES = "Fighting", "Losses", "Places and points"
ARRIVALS, AIR, BRIDGES = "Arrivals", "In the air", "Bridges"
REPORTS = [PLACES, FIGHTING, LOSSES, AIR, BRIDGES, ARRIVALS]
EVENTS = {
    "rolled": Shown(quiet=True),
    "phase": Shown(heading=["turn", "movement", "combat"]),
    "placed": Shown(quiet=True),
    "weather": Shown(card="weather"),
    "baseplate": Shown(report=AIR, card="air"),
    "moved": Shown(card="move"),
    "step_lost": Shown(word="a step", report=LOSSES, card="hurt"),
    "eliminated": Shown("vanish", "hex", "eliminated", report=LOSSES, card="loss"),
    "exited": Shown("vanish", "hex", "leaves the map", report=PLACES, card="place"),
    "entered": Shown("flash", "hex", "enters", report=ARRIVALS, card="arrival"),
    "interdicted": Shown("flash", "hex", "interdicted", report=AIR, card="air"),
    "supplies": Shown("flash", "hex", "aerial supply", report=AIR, card="air"),
    "supplies_lost": Shown(report=AIR),
    "demolition": Shown("flash", "bridge", "demolition", report=BRIDGES, card="bridge"),
    "repaired": Shown("flash", "bridge", "repaired", report=BRIDGES, card="bridge"),
    "place_taken": Shown("flash", "hex", "taken", report=PLACES, card="place"),
    "depot_found": Shown("flash", "hex", "fuel depot", report=PLACES, card="place"),
    "scored": Shown(report=PLACES),
    "advanced": Shown("flash", "hex", "advance", report=FIGHTING, card="advance"),
    "battle": Shown(report=FIGHTING),
    "result": Shown(
        "flash",
        "hex",
        parts=["attacker_loss", "defender_loss"],
        between=" : ",
        die="die",
        report=FIGHTING,
    ),
}


def stage(game: WaveOfTerror) -> Stage:
    """Return the fixed parts of the table."""
    w, art = game.world, map_of("wave_of_terror")
    scale = [w.tables.crt[position] for position in sorted(w.tables.crt)]
    return Stage(
        game.id,
        game.name,
        list(terms.SIDES),
        art,
        [_hex(w, art, cell) for cell in w.grid.cells],
        {unit.id: _counter(w, unit) for unit in w.units},
        "MP",
        SIGNS,
        EVENTS,
        layers=[HISTORY],
        results=result_looks(w),
        odds=columns(w),
        crt=[[result_name(*column[die]) for column in scale] for die in range(6)],  # WOT-10.8
        keeps=True,
        marches=True,
        outlines=COLUMN,
        formations=_formations(w),
        sums=2,
        prints=["attack", "defence", "movement"],
        reports=REPORTS,
    )


def columns(w: World) -> list[str]:
    """Return the names of the table's columns."""
    return [odds_name(position) for position in sorted(w.tables.crt)]


def result_name(attacker: int, defender: int) -> str:
    """Return the name of a result."""
    return f"{attacker}/{defender}"


def result_looks(w: World) -> dict[str, ResultLook]:
    """Return every result of the table with its value for the attacker and its meaning."""
    pairs = {pair for column in w.tables.crt.values() for pair in column}
    result = {}
    for attacker, defender in sorted(pairs | {w.tables.below, w.tables.above}):
        name, tone = result_name(attacker, defender), (defender - attacker) / 4
        about = f"attackers lose {counted(attacker, 'step')}, defenders {counted(defender, 'step')}"
        result[name] = ResultLook(tone, about, "holds", name)
        emptied = ResultLook(min(1.0, tone + 0.4), f"{about}; attackers may advance", "hex taken", name)
        result[f"{name}, the hex is empty"] = emptied
    return result


def _hex(w: World, art: MapArt, cell: int) -> Hex:
    board, grid = w.board, w.grid
    east, south = grid.position(cell)  # in hexes from edge to edge
    step = art.radius * 3**0.5
    place, kind = board.names[cell], terms.PLACES[board.place[cell]]
    terrain = terms.TERRAINS[board.terrain[cell]]
    road = "road" if board.road >> cell & 1 else ""
    wall = "West Wall" if board.west_wall >> cell & 1 else ""
    near = [(grid.label(n), w.ground.way_to[cell][n]) for n in grid.neighbours[cell] if n != OFF_MAP]
    sides = sorted({SIDE_WORDS[kind] for kind in board.hexsides[cell] if kind != terms.PLAIN})
    words = [f"{place} ({kind})" if place and kind else place, terrain, road, wall]
    cost = [Cost("off the road", str(w.tables.costs[board.terrain[cell]]))]
    return Hex(
        grid.label(cell),
        round(art.origin[0] + east * step, 1),
        round(art.origin[1] + south * step, 1),
        terrain=" · ".join(part for part in (terrain, road, wall, *sides) if part),
        place=place,
        name="" if place else hex_name(w, grid.label(cell)),
        kind=kind,
        side=terms.SIDES[terms.GERMAN if board.german_side >> cell & 1 else terms.ALLIED],
        near=[other for other, _ in near],
        text=", ".join(part for part in words if part),
        cost=cost + ([Cost("by road", str(w.tables.road_cost))] if road else []),
        holds=w.limits.stack,
        roads=[other for other, way in near if way.link],
        rivers=[other for other, way in near if way.side in (terms.MAJOR, terms.MINOR, terms.LAKE)],
        sides={other: SIDE_WORDS[way.side] for other, way in near if way.side != terms.PLAIN},
        exit=bool(board.exit_stretch >> cell & 1),
    )


def _counter(w: World, unit: terms.Unit) -> Unit:
    kind, nation = terms.KINDS[unit.kind], terms.NATIONS[unit.nation]
    group = w.parents[unit.parent].id if unit.parent >= 0 else f"Independent, {nation}"
    parent = w.parents[unit.parent].name if unit.parent >= 0 else group
    return Unit(
        unit.name,
        _short(unit.label),
        terms.SIDES[unit.side],
        kind,
        GLYPHS[kind],
        size_mark="II",
        style=_style(unit),
        factor=unit.attack,
        print=factors(w, unit.index, unit.steps),
        about=f"{kind}, {nation} · {parent}",
        sheet=COUNTERS.sheet(w, None, unit),
        letter=LETTERS.get(kind, ""),
        nation=nation,
        group=group,
        wheels=unit.motorized,
        own=unit.own if unit.own != unit.name else "",
        division=parent if unit.parent >= 0 else "",
    )


def _short(label: str) -> str:
    """Return a label that fits on the side of a counter: 1SS-1 for 1SS panzer 1, 422-2 for 422-2 (106)."""
    first, *rest = label.split(" (")[0].split()
    return f"{first}-{rest[-1]}" if rest and rest[-1].isdigit() else first


def _formations(w: World) -> dict[str, dict[str, FormationLook]]:
    """Return by side the look of each parent organisation from afar, WOT-2.14.

    Its tanks decide the look, or else most of its units.
    """
    result: dict[str, dict[str, FormationLook]] = {side: {} for side in terms.SIDES}
    for parent in w.parents:
        units = [w.units[unit] for unit in parent.units]
        troops = [unit for unit in units if terms.KINDS[unit.kind] in ("panzer", "armor")] or units
        size = SIZES.get(parent.id) or SIZES.get(parent.id[-1], "XX")
        glyphs, styles = [GLYPHS[terms.KINDS[unit.kind]] for unit in troops], map(_style, units)
        result[terms.SIDES[parent.side]][parent.id] = looks(parent.id, parent.name, size, glyphs, styles)
    return result


def factors(w: World, unit: int, steps: int) -> str:
    """Return attack, defense and movement as on a counter."""
    return f"{w.attack[unit][steps]}-{w.defense[unit][steps]}-{w.movement[unit]}"


def _style(unit: terms.Unit) -> str:
    if unit.side == terms.GERMAN:
        return "ss" if unit.nation == terms.SS else "fj" if unit.nation == terms.AIR_FORCE else "heer"
    if unit.nation == terms.BRITISH:
        return "uk"
    return "us_airborne" if terms.KINDS[unit.kind] in ("parachute", "glider") else "us"
