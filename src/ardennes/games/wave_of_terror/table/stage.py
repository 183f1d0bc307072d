"""What never changes on the table of Wave of Terror: the map, its hexes, the counters, how things look."""

from __future__ import annotations

from collections import Counter

from ardennes.games.wave_of_terror.facts import COUNTERS
from ardennes.games.wave_of_terror.rules.odds import odds_name
from ardennes.games.wave_of_terror.schema import terms
from ardennes.games.wave_of_terror.schema.terms import Unit
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import OFF_MAP
from ardennes.kernel.map_art import frame_of
from ardennes.kernel.table import Plain, Shown, Sign

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
SIZES = {
    "R": "III",
    "B": "X",
    "150": "X",
}  # by the last letter of a parent, or its whole name; else a division
LETTERS = {"tank destroyer": "TD", "assault gun": "AG", "glider": "G"}
BELOW = {count: f"{count} more below" for count in range(1, 9)}  # enemy units that are not seen, WOT-7.3
SIGNS: dict[str, Sign] = {
    "out of supply": {"sign": "corner", "letter": "U"},
    "DONE": {"sign": "tick", "done": True},
    "has moved": {"sign": "tick", "done": True},
    "has attacked": {"sign": "tick", "done": True},
    "KG Peiper": {"sign": "flag"},
    "in column": {"sign": "letter", "letter": "C"},
    "reduced": {"sign": "trench"},
    **{word: {"sign": "letter", "letter": f"+{count}"} for count, word in BELOW.items()},
}
EVENTS: dict[str, Shown] = {
    "rolled": {"quiet": True},
    "phase": {"heading": ["turn", "movement", "combat"]},
    "placed": {"quiet": True},
    "eliminated": {"does": "vanish", "at": "hex", "word": "eliminated"},
    "exited": {"does": "vanish", "at": "hex", "word": "leaves the map"},
    "entered": {"does": "flash", "at": "hex", "word": "arrives"},
    "interdicted": {"does": "flash", "at": "hex", "word": "interdicted"},
    "supplies": {"does": "flash", "at": "hex", "word": "aerial supply"},
    "place_taken": {"does": "flash", "at": "hex", "word": "taken"},
    "advanced": {"does": "flash", "at": "hex", "word": "advance"},
    "result": {
        "does": "flash",
        "at": "hex",
        "parts": ["attacker_loss", "defender_loss"],
        "between": " : ",
        "die": "die",
    },
}


def crt(w: World) -> list[list[str]]:
    """The combat results by die, a column for each place on the scale, WOT-10.8."""
    columns = [w.tables.crt[position] for position in sorted(w.tables.crt)]
    return [[result_name(*column[die]) for column in columns] for die in range(6)]


def columns(w: World) -> list[str]:
    return [odds_name(position) for position in sorted(w.tables.crt)]


def result_name(attacker: int, defender: int) -> str:
    return f"{attacker}/{defender}"


def results(w: World) -> Plain:
    """Every result of the table: how good it is for the attacker, and what it means."""
    pairs = {pair for column in w.tables.crt.values() for pair in column}
    pairs |= {w.tables.below, w.tables.above}
    found: Plain = {}
    for attacker, defender in sorted(pairs):
        tone = (defender - attacker) / 4
        about = f"attacker loses {attacker}, defender {defender}"
        found[result_name(attacker, defender)] = {"tone": tone, "about": about}
        empty = f"{result_name(attacker, defender)}, the hex is empty"
        found[empty] = {"tone": min(1.0, tone + 0.4), "about": f"{about}: attackers may advance"}
    return found


def hex_facts(w: World, cell: int) -> Plain:
    board, grid, art = w.board, w.grid, frame_of("wave_of_terror-paper")
    east, south = grid.position(cell)  # in hexes from edge to edge
    step = art.radius * 3**0.5
    place, kind = board.names[cell], terms.PLACES[board.place[cell]]
    terrain = terms.TERRAINS[board.terrain[cell]]
    road = "road" if board.road >> cell & 1 else ""
    wall = "West Wall" if board.west_wall >> cell & 1 else ""
    near = [(grid.label(n), w.ground.way_to[cell][n]) for n in grid.neighbours[cell] if n != OFF_MAP]
    sides = sorted({SIDE_WORDS[kind] for kind in board.hexsides[cell] if kind != terms.PLAIN})
    words = [f"{place} ({kind})" if place and kind else place, terrain, road, wall]
    return {
        "id": grid.label(cell),
        "x": round(art.origin[0] + east * step, 1),
        "y": round(art.origin[1] + south * step, 1),
        "terrain": " · ".join(part for part in (terrain, road, wall, *sides) if part),
        "place": place,
        "kind": kind,
        "side": terms.SIDES[terms.GERMAN if board.german_side >> cell & 1 else 1 - terms.GERMAN],
        "near": [other for other, _ in near],
        "roads": [other for other, way in near if way.link],
        "rivers": [other for other, way in near if way.side in (terms.MAJOR, terms.MINOR, terms.LAKE)],
        "sides": {other: SIDE_WORDS[way.side] for other, way in near if way.side != terms.PLAIN},
        "exit": bool(board.exit_stretch >> cell & 1),
        "text": ", ".join(part for part in words if part),
        "cost": [
            {"who": "off the road", "value": str(w.tables.costs[board.terrain[cell]])},
            *([{"who": "by road", "value": str(w.tables.road_cost)}] if road else []),
        ],
        "holds": w.limits.stack,
    }


def counter(w: World, unit: Unit) -> Plain:
    kind = terms.KINDS[unit.kind]
    group = w.parents[unit.parent].id if unit.parent >= 0 else f"Independent, {terms.NATIONS[unit.nation]}"
    return {
        "name": unit.name,
        "short": unit.name,
        "side": terms.SIDES[unit.side],
        "nation": terms.NATIONS[unit.nation],
        "kind": kind,
        "glyph": GLYPHS[kind],
        "size_mark": "II",
        "style": _style(unit),
        "factor": unit.attack,
        "print": factors(w, unit.index, unit.steps),
        "letter": LETTERS.get(kind, ""),
        "wheels": unit.motorized,
        "group": group,
        "about": f"{kind}, {terms.NATIONS[unit.nation]} · {group}",
        "sheet": COUNTERS.sheet(w, None, unit),
    }


def formations(w: World) -> Plain:
    """By side: what each parent organisation looks like from afar, WOT-2.14: its tanks give the look, or
    else most of its units."""
    found: Plain = {side: {} for side in terms.SIDES}
    for parent in w.parents:
        units = [w.units[unit] for unit in parent.units]
        troops = [unit for unit in units if terms.KINDS[unit.kind] in ("panzer", "armor")] or units
        size = SIZES.get(parent.id) or SIZES.get(parent.id[-1], "XX")
        found[terms.SIDES[parent.side]][parent.id] = {
            "name": parent.id,
            "glyph": Counter(GLYPHS[terms.KINDS[unit.kind]] for unit in troops).most_common(1)[0][0],
            "size_mark": size,
            "style": Counter(_style(unit) for unit in units).most_common(1)[0][0],
        }
    return found


def factors(w: World, unit: int, steps: int) -> str:
    """Attack, defense and movement as a counter shows them."""
    return f"{w.attack[unit][steps]}-{w.defense[unit][steps]}-{w.movement[unit]}"


def _style(unit: Unit) -> str:
    if unit.side == terms.GERMAN:
        return "ss" if unit.nation == terms.SS else "fj" if unit.nation == terms.AIR_FORCE else "heer"
    if unit.nation == terms.BRITISH:
        return "uk"
    return "us_airborne" if terms.KINDS[unit.kind] in ("parachute", "glider") else "us"
