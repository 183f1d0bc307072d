"""Case files: calculations about map, units, bridges, weather, air, arrivals and victory."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ardennes.cases.ask import Calculation, Facts
from ardennes.games.tigers.cases.ask import Ask
from ardennes.games.tigers.cases.board import HEX_WORDS, read_hexside
from ardennes.games.tigers.rules import air, bridges, reinforcements, setup, victory
from ardennes.games.tigers.rules.weather import weather_on
from ardennes.games.tigers.schema.terms import KINDS, SIDES, WEATHERS
from ardennes.hexes import COMPASS_NORTH_UP, bits

SIZES = ("division", "sub-divisional", "small")


# The map


def _neighbours(ask: Ask) -> Facts:
    around = ask.w.grid.neighbours[ask.hex()]
    return {
        way: ask.w.grid.label(cell) if cell >= 0 else "none"
        for way, cell in zip(COMPASS_NORTH_UP, around, strict=True)
    }


def _distance(ask: Ask) -> Facts:
    return {"hexes": ask.w.grid.distance(ask.hex("from"), ask.hex("to"))}


def _exists(ask: Ask) -> Facts:
    labels = ask.arguments.texts("hexes")
    there = [label for label in labels if ask.w.grid.find(label) is not None]
    return {"existing": frozenset(there), "missing": frozenset(labels) - frozenset(there)}


def _terrain(ask: Ask) -> Facts:
    board, cell = ask.w.board, ask.hex()
    kinds = {"forest": board.forest, "venn": board.venn, "town": board.town, "city": board.city}
    words = [word for word in HEX_WORDS if kinds.get(word, 0) >> cell & 1]
    edges = {"N": board.north, "S": board.south, "W": board.west, "E": board.east}
    return {
        "terrain": frozenset(words or ["open"]),
        "place": board.place_of.get(cell, ""),
        "side": SIDES[1 if board.allied_side >> cell & 1 else 0],
        "edges": frozenset(edge for edge, hexes in edges.items() if hexes >> cell & 1),
        "edge_road": bool(board.edge_road >> cell & 1),
        "exit": "full" if board.exit_full >> cell & 1 else "half" if board.exit_half >> cell & 1 else "none",
        "dump_hex": bool(board.dump_hexes >> cell & 1),
        "meuse": bool(board.meuse >> cell & 1),
        "stack_limit": ask.w.stack_limit[cell],
    }


def _hexside(ask: Ask) -> Facts:
    board = ask.w.board
    a, b = read_hexside(ask.w.grid, ask.arguments, "hexside", ask.arguments.text("hexside"))
    way = ask.w.grid.neighbours[a].index(b)
    river = board.river_at[a][way]
    return {
        "river": board.rivers[river].river if river >= 0 else "",
        "road": bool(board.road_dirs[a] >> way & 1),
        "bridge": river >= 0 and bool(ask.s.bridge[river]),
        "siegfried": bool(board.siegfried_dirs[a] >> way & 1),
        "front": bool(board.front_dirs[a] >> way & 1),
    }


def _unit(ask: Ask) -> Facts:
    info = ask.w.units[ask.unit()]
    return {
        "name": info.name,
        "short": info.short,
        "side": SIDES[info.side],
        "nation": info.nation,
        "kind": KINDS[info.kind],
        "size": SIZES[info.size],
        "factor": info.factor,
        "omf": info.omf,
        "ss": info.ss,
        "infantry_type": info.infantry_type,
        "mechanized": info.mechanized,
        "pure_armor": info.pure_armor,
        "combat": info.combat,
        "aa": info.aa,
        "entrenches": info.entrenches,
        "edge": info.edge,
        "starts_entrenched": info.starts_entrenched,
    }


# Bridges, weather, air


def _bridge_chance(ask: Ask) -> Facts:
    side, river = ask.side(), ask.river()
    usual = bridges.BLOW if ask.s.bridge[river] else bridges.BUILD
    work = ask.arguments.choice("work", "bridge work", bridges.WORKS, usual)
    refusal = bridges.work_refusal(ask.w, ask.s, side, work, river)
    return {
        "chance": Fraction(bridges.chance_of_work(ask.w, ask.s, side, river), 6),
        "legal": refusal is None,
        "rule": refusal.rule if refusal else "",
    }


def _crossing_chance(ask: Ask) -> Facts:
    return {"chance": Fraction(bridges.crossing_chance(ask.w, ask.s, ask.side()), 6)}


def _weather(ask: Ask) -> Facts:
    turn = ask.arguments.whole("turn", 3, 12, ask.s.turn)
    return {"weather": WEATHERS[weather_on(ask.w, turn, ask.die(), ask.arguments.flag("prayer", False))]}


def _air_limits(ask: Ask) -> Facts:
    weather = ask.arguments.choice("weather", "a weather", WEATHERS)
    return dict(zip(SIDES, ask.w.tables.air_limits[WEATHERS.index(weather)], strict=True))


def _air_attack(ask: Ask) -> Facts:
    """What one die of an air unit does to one ground unit."""
    group, unit = ask.air(), ask.unit()
    column = air.air_column(ask.w, ask.s, unit)
    facts: dict[str, Any] = {"column": column}
    if "die" in ask.arguments:
        result = ask.w.tables.air[column][ask.die()]
        city = bool(ask.w.board.city >> ask.s.where[unit] & 1)
        aa = ask.w.units[unit].aa
        facts["result"] = result
        facts["shot_down"] = result.startswith("AA") and air.flak_hits(ask.w, ask.s, group, result, aa, city)
    return facts


def _air_table(ask: Ask) -> Facts:
    column = ask.arguments.choice("column", "a column", list(ask.w.tables.air))
    return {"result": ask.w.tables.air[column][ask.die()]}


# Reinforcements and victory


def _south(ask: Ask) -> Facts:
    return {"south": setup.is_south(ask.w, ask.hex())}


def _arrival(ask: Ask) -> Facts:
    unit = ask.unit()
    turn = reinforcements.due_turn(ask.w, ask.s, unit)
    return {"turn": turn, "due": unit in reinforcements.waiting(ask.w, ask.s, ask.w.side[unit])}


def _entry(ask: Ask) -> Facts:
    unit = ask.unit()
    return {"hexes": frozenset(map(ask.w.grid.label, bits(reinforcements.entry_hexes(ask.w, ask.s, unit))))}


def _exit_value(ask: Ask) -> Facts:
    return {"divisions": victory.quarters_for(ask.w, ask.s, ask.unit(), ask.hex()) / 4}


def _victory(ask: Ask) -> Facts:
    """What the end-of-game tests would say now."""
    result = victory.RESULTS[victory.final_level(ask.w, ask.s)]
    return {"level": result.level, "points": result.points, "rule": result.rule}


CALCULATIONS: Mapping[str, Calculation[Ask]] = {
    "neighbours": Calculation(("hex",), _neighbours),
    "distance": Calculation(("from", "to"), _distance),
    "exists": Calculation(("hexes",), _exists),
    "terrain": Calculation(("hex",), _terrain),
    "hexside": Calculation(("hexside",), _hexside),
    "unit": Calculation(("unit",), _unit),
    "bridge_chance": Calculation(("bridge", "side", "work"), _bridge_chance),
    "crossing_chance": Calculation(("side",), _crossing_chance),
    "weather": Calculation(("turn", "die", "index", "prayer"), _weather),
    "air_limits": Calculation(("weather",), _air_limits),
    "air_attack": Calculation(("air", "unit", "die", "index"), _air_attack),
    "air_table": Calculation(("column", "die", "index"), _air_table),
    "south_of_1407": Calculation(("hex",), _south),
    "arrival": Calculation(("unit",), _arrival),
    "entry": Calculation(("unit",), _entry),
    "exit_value": Calculation(("unit", "hex"), _exit_value),
    "victory": Calculation((), _victory),
}
