"""The constant parts of the table of the playsheet: the map, its hexes, the counters, how things look."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ardennes.games.playsheet.facts import PRINTED
from ardennes.games.playsheet.rules.orders.routes import share
from ardennes.games.playsheet.schema import terms
from ardennes.games.playsheet.schema.map import pair
from ardennes.games.playsheet.schema.names import (
    corps_name,
    division_name,
    formation_name,
    named_apart,
    unit_name,
)
from ardennes.games.playsheet.schema.sheet import HEX_KM, RESULTS, ResultRow
from ardennes.games.playsheet.schema.world import World
from ardennes.kernel.map_art import frame_of
from ardennes.kernel.names import hex_name
from ardennes.kernel.table import looks
from ardennes.kernel.wire import Cost, FormationLook, Hex, Layer, ResultLook, Ring, Shown, Sights, Sign, Unit
from ardennes.words import counted

ART = "playsheet"
GLYPHS = {
    "INF": "infantry", "VG": "infantry", "PZGR": "panzergrenadier", "ARM": "armor", "PZ": "armor",
    "TD": "armor", "AB": "airborne", "FJ": "airborne", "KG_VDH": "airborne", "ENG": "engineer",
    "CAV": "cavalry", "RCN": "recon", "ART": "artillery", "FLAK": "artillery",
}  # fmt: skip
KINDS = {
    "INF": "infantry", "VG": "Volksgrenadiers", "PZGR": "panzergrenadiers", "ARM": "combat command",
    "PZ": "panzer", "TD": "tank destroyers", "AB": "airborne", "FJ": "parachute infantry",
    "KG_VDH": "parachute group", "ENG": "engineers", "CAV": "cavalry", "RCN": "reconnaissance",
    "ART": "artillery", "FLAK": "flak",
}  # fmt: skip
REPORT_GLYPHS = {
    "infantry": "infantry", "motorised": "panzergrenadier", "armour": "armor", "recce": "recon",
    "artillery": "artillery",
}  # fmt: skip
SIZES = {
    "regiment": "III", "brigade": "X", "battalion": "II", "engineer": "II", "flak": "II", "artillery": "II",
}  # fmt: skip
SIGHTS = Sights(REPORT_GLYPHS, {size: SIZES[size] for size in terms.REPORT_SIZES}, list(terms.POINTS))
SIGNS = {
    "dug in": Sign("trench"),
    "prepared": Sign("flag"),
    "immobilised": Sign("letter", "X"),
    "retired": Sign("letter", "R"),
    "surprised": Sign("letter", "!"),
    "next to the enemy": Sign("letter", "A"),
    "out of supply": Sign("corner", "U"),
    "no supply points": Sign("corner", "0"),
    "has an order": Sign("tick", done=True),
}
LAYERS = [Layer("rings", "Guns", "K"), Layer("skies", "Air zones", "Y"), Layer("areas", "Interdicted", "X")]
# The headings of a turn's report in order, with the events that appear there but not on the map.
HEADINGS = {
    "Fighting": (),
    "Losses and exits": (),
    "Orders not carried out": ("lapsed",),
    "Marches stopped": (),
    "Places": (),
    "Reports received": (),
    "Bridges and dumps": ("bridge_blown", "bridge_stands", "bridge_built", "dump_burned", "dump_taken"),
    "In the air": ("replaced", "air_fought", "air_lost", "air_claimed", "flew", "suppressed"),
    "Arrivals": ("delayed",),
    "Supply": ("issued", "out_of_supply", "recovered", "joined"),
}


def _flash(report: str, **more: Any) -> Shown:
    """Return the look of an event that appears on the map and under a heading."""
    return replace(Shown("flash", "hex", report=report), **more)


EVENTS = {
    "die": Shown(quiet=True),
    "turn": Shown(),
    "wrote": Shown(quiet=True),
    "struck": Shown(quiet=True),
    "phase": Shown(phase=True, quiet=True),
    "stepped": Shown(step="hex", quiet=True),
    "arrived": _flash("Arrivals", does="appear", word="arrives"),
    "halted": _flash("Marches stopped", word="stops"),
    "left": _flash("Losses and exits", does="vanish", word="leaves the map"),
    "sighted": _flash("Reports received", sight=True, parts=["type", "size"], between=" "),
    "fought": _flash("Fighting", parts=["result"]),
    "battle": _flash("Fighting", parts=["result"], die="die"),
    "lost": _flash("Losses and exits", does="vanish", word="destroyed"),
    "shelled": _flash("Losses and exits", word="shelled"),
    "delivered": _flash("Supply", word="air supply"),
    "landed": _flash("In the air", word="drop"),
    "drop_seen": _flash("Reports received", word="drop"),
    "place_taken": _flash("Places", word="taken"),
    **{event: Shown(report=heading) for heading, events in HEADINGS.items() for event in events},
}
TONES = (1.0, 0.7, 0.35, -0.3, -1.0)  # how good each result is for the attackers


def results(w: World) -> dict[str, ResultLook]:
    """By result: its effects, from the table of results."""
    return {
        (name := RESULTS[row.result].replace("_", " ")): ResultLook(
            tone, _about(row), name, "".join(word[0] for word in name.split()).upper()
        )
        for row, tone in zip(w.sheet.results, TONES, strict=True)
    }


def _about(row: ResultRow) -> str:
    defender = counted(row.defender_loss, "status point") if row.defender_loss else "nothing"
    loss = f"each attacker loses {counted(row.attacker_loss, 'status point')}, each defender {defender}"
    parts = [loss + (f" and {counted(row.sp_loss, 'supply point')}" if row.sp_loss else "")]
    if row.retire_open != "0":
        close = f" ({row.retire_close} km in close country)" if row.retire_close != row.retire_open else ""
        parts.append(f"defenders retire {row.retire_open} km{close}")
    if row.thrown_back:
        parts.append("attackers are thrown back")
    return "; ".join([*parts, "defenders may counter-attack"] if row.counter_attack else parts)


def hex_facts(w: World, cell: int) -> Hex:
    art, terrain = frame_of(f"{ART}-paper"), terms.TERRAINS[w.terrain[cell]]
    column, row = divmod(cell, w.rows)
    name = w.board.places[cell]
    objective = w.objective_at.get(cell)
    points = counted(w.objectives[objective].points, "victory point") if objective is not None else ""
    dump = "fuel dump" if cell in w.dumps else ""
    road = "road" if w.road_hex >> cell & 1 else ""
    near = [(way, other) for way, other in enumerate(w.neighbours[cell]) if other >= 0]
    sides = {w.label(other): _river(w, cell, other) for way, other in near if w.river_to[cell][way]}
    leaves = "Germans may leave the map" if cell in w.exits else ""
    ground = [terrain, road, *sorted(set(sides.values())), points, dump, leaves]
    steps = w.sheet.steps[False][terms.TACTICAL]
    costs = (("on foot", terms.FOOT), ("tanks", terms.TANKS))
    return Hex(
        id=w.label(cell),
        x=round(art.origin[0] + column * art.radius * 1.5, 1),
        y=round(art.origin[1] + (row + (column % 2) / 2) * art.radius * 3**0.5, 1),
        terrain=" · ".join(part for part in ground if part),
        place=name,
        name="" if name else hex_name(w, w.label(cell)),
        kind="",
        side=terms.SIDES[terms.GERMAN if w.start_ground[terms.GERMAN] >> cell & 1 else 1 - terms.GERMAN],
        near=[w.label(n) for n in w.near[cell]],
        roads=[w.label(other) for way, other in near if w.road_to[cell][way]],
        rivers=list(sides),
        sides=sides,
        exit=cell in w.exits,
        text=", ".join(part for part in (name, *ground, f"air zone {w.zone[cell]}") if part),
        cost=[Cost(who, share(steps[kind][w.terrain[cell]])) for who, kind in costs],
        holds=w.limits.stack_limit,
        zone=w.zone[cell],
    )


def _river(w: World, a: int, b: int) -> str:
    return w.board.rivers.get(pair(a, b), "") or "river"


def counter(w: World, unit: terms.Unit) -> Unit:
    own, division = named_apart(unit)
    return Unit(
        name=unit_name(unit),
        short=unit.id.partition("-")[2].replace("Piper", "Peiper"),
        side=terms.SIDES[unit.side],
        kind=KINDS.get(unit.kind, unit.kind),
        glyph=GLYPHS.get(unit.kind, "infantry"),
        size_mark=SIZES.get(unit.size, "III"),
        style=style(unit),
        factor=unit.status,
        print=str(unit.status),
        letter=letter(unit),
        group=unit.formation,
        about=about(unit),
        sheet=PRINTED.sheet(w, None, unit.index),
        rings=rings(w, unit),
        own=own if division else "",
        division=division,
    )


def rings(w: World, unit: terms.Unit) -> list[Ring]:
    """Return the ranges of an artillery group, effective and long, OPS-ARTY-1."""
    if unit.gun == terms.NO_GUN:
        return []
    result = w.sheet.ranges[unit.gun - 1]
    kinds = (("effective", result.effective), ("long", result.long))
    return [Ring(kind, km // HEX_KM, f"{kind} range, {km} km") for kind, km in kinds if km]


def letter(unit: terms.Unit) -> str:
    """Return the type of artillery, or another fact that the symbol does not show."""
    if unit.gun != terms.NO_GUN:
        return terms.GUNS[unit.gun][0].upper()
    if unit.heavy_flak:
        return "FL"
    return "TD" if unit.kind == "TD" else "H" if unit.heavy else ""


def about(unit: terms.Unit) -> str:
    guns = f"{terms.GUNS[unit.gun]} " if unit.gun != terms.NO_GUN else ""
    corps = corps_name(unit.corps) if unit.corps else ""
    of = [
        name for name in (division_name(unit.formation), corps) if name and name not in (unit.id, unit.corps)
    ]
    size = {"artillery": "group", "engineer": "battalion", "flak": "battalion"}.get(unit.size, unit.size)
    return " · ".join([f"{guns}{KINDS.get(unit.kind, unit.kind)}, {size}", *dict.fromkeys(of)])


def style(unit: terms.Unit) -> str:
    if unit.side == terms.GERMAN:
        parachute = unit.kind in ("FJ", "KG_VDH")
        return "fj" if parachute else "ss" if "SS" in unit.formation else "heer"
    return "us_airborne" if unit.kind == "AB" else "us"


def formations(w: World) -> dict[str, dict[str, FormationLook]]:
    """By side: the symbol of each division or corps when the map is small."""
    result: dict[str, dict[str, FormationLook]] = {side: {} for side in terms.SIDES}
    groups: dict[tuple[int, str], list[terms.Unit]] = {}
    for unit in w.units:
        groups.setdefault((unit.side, unit.formation), []).append(unit)
    for (side, name), units in groups.items():
        troops = [unit for unit in units if unit.tank] or units
        corps, division = any(unit.corps == name for unit in units), name in w.divisions[side]
        size = "XXX" if corps else "XX" if division else "III"
        title = formation_name(units[0], name)
        glyphs = [GLYPHS.get(unit.kind, "infantry") for unit in troops]
        result[terms.SIDES[side]][name] = looks(name, title, size, glyphs, map(style, units))
    return result
