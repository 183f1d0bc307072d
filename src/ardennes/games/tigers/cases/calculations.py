"""Case files: what may be calculated on a position, by the engine's own functions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from ardennes.cases.ask import Calculation, Facts
from ardennes.errors import UserError
from ardennes.games.tigers.cases.ask import Ask
from ardennes.games.tigers.cases.board import HEX_WORDS, read_hexside
from ardennes.games.tigers.facts import PRINTED, mf_number
from ardennes.games.tigers.rules import (
    air,
    bridges,
    entrenchment,
    reinforcements,
    setup,
    supply,
    victory,
    zones,
)
from ardennes.games.tigers.rules.advance import advance_limit
from ardennes.games.tigers.rules.allowance import fuel_limited, omb_half, omf_half
from ardennes.games.tigers.rules.movement import explain, starting_walk, walk_on, walker
from ardennes.games.tigers.rules.moves import check_end
from ardennes.games.tigers.rules.obligations import unmet
from ardennes.games.tigers.rules.odds import defenders_at, hex_defence, odds_allow, odds_of
from ardennes.games.tigers.rules.position import stack_at
from ardennes.games.tigers.rules.reach import next_steps
from ardennes.games.tigers.rules.results import RETREATS, for_unit, loses_entrenchment, loss_sets
from ardennes.games.tigers.rules.retreat import legal_steps, routes, surrounded
from ardennes.games.tigers.rules.stacking import count_stack, cures, stack_fits
from ardennes.games.tigers.rules.state import Battle, Moving
from ardennes.games.tigers.rules.weather import weather_on
from ardennes.games.tigers.schema.terms import GERMAN, SIDES, WEATHERS
from ardennes.games.tigers.schema.world import EXIT
from ardennes.games.tigers.words import WORDING
from ardennes.hexes import COMPASS_NORTH_UP, bits

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
    unit = ask.unit()
    return {fact.key: fact.of(ask.w, ask.s, unit) for fact in PRINTED.facts}


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


# Stacking, movement, zones, supply


# Stacking, movement, zones, supply


def _stack(ask: Ask) -> Facts:
    cell, units = ask.hex(), ask.units("units")
    bodies, armor, tigers = count_stack(ask.w, units)
    return {
        "fits": stack_fits(ask.w, cell, units),
        "divisions": bodies,
        "pure_armor": armor,
        "tigers": tigers,
    }


def _excess(ask: Ask) -> Facts:
    sets = cures(ask.w, ask.s, ask.hex(), ask.side())
    return {"sets": frozenset(" ".join(ask.w.ids(units)) for units in sets)}


def _allowance(ask: Ask) -> Facts:
    unit = ask.unit()
    omf, omb = omf_half(ask.w, ask.s, unit), omb_half(ask.w, ask.s, unit)
    spent = ask.s.spent[unit]
    return {
        "omf": mf_number(omf),
        "omb": mf_number(omb),
        "total": mf_number(omf + omb),
        "spent": mf_number(spent),
        "left": mf_number(omf + omb - spent),
        "fuel_limited": ask.w.side[unit] == GERMAN and fuel_limited(ask.w, ask.s),
    }


def _step(ask: Ask) -> Facts:
    """One step of operational movement from the unit's hex."""
    unit = ask.unit()
    leaves = ask.arguments.raw("to") == "exit"
    to, road = EXIT if leaves else ask.hex("to"), ask.arguments.flag("road", False)
    who = walker(ask.w, ask.s, unit, ask.arguments.flag("omb", False))
    at = starting_walk(ask.s, unit)
    on = walk_on(ask.w, ask.s, who, at, to, road)
    if isinstance(on, int):
        refusal = explain(ask.w, ask.s, who, at, to, road, on)
        return {"legal": False, "rule": refusal.rule, "mf": "none", "stops": False}
    return {"legal": True, "rule": "", "mf": mf_number(on.spent - at.spent), "stops": on.stopped}


def _reach(ask: Ask) -> Facts:
    """Every hex where the unit may end a move, with its cheapest cost."""
    unit = ask.unit()
    state = ask.s.clone()
    if not state.stack or state.stack[-1].side != ask.w.side[unit]:
        state.stack.append(Moving(ask.w.side[unit]))
    who = walker(ask.w, state, unit, ask.arguments.flag("omb", False))
    cost: dict[str, float | int] = {}
    todo = [starting_walk(state, unit)]
    seen = {todo[0]: 0}
    while todo:
        at = todo.pop()
        for _, on in next_steps(ask.w, state, who, at):
            key = msgspec.structs.replace(on, steps=min(on.steps, 2))
            if key in seen:
                continue
            seen[key] = 1
            todo.append(on)
            if on.cell != EXIT and check_end(ask.w, state, who, on) is None:
                label = ask.w.grid.label(on.cell)
                spent = mf_number(on.spent)
                cost[label] = min(cost.get(label, spent), spent)
    return {"hexes": frozenset(cost), "cost": cost}


def _zoc(ask: Ask) -> Facts:
    """The zones of a side that hinder movement, and those that block supply."""
    side = ask.side()
    move = zones.controlled(zones.division_zones(ask.w, ask.s, side))
    block = zones.supply_zone(ask.w, ask.s, side)
    facts: dict[str, Any] = {
        "hexes": frozenset(map(ask.w.grid.label, bits(move))),
        "supply_hexes": frozenset(map(ask.w.grid.label, bits(block))),
    }
    if "hex" in ask.arguments:
        facts["in_zoc"] = bool(move >> ask.hex() & 1)
        facts["blocks_supply"] = bool(block >> ask.hex() & 1)
    return facts


def _must_attack(ask: Ask) -> Facts:
    hexes, idle = unmet(ask.w, ask.s, ask.side())
    return {
        "hexes": frozenset(map(ask.w.grid.label, bits(hexes))),
        "units_owing": frozenset(ask.w.ids(idle)),
    }


def _supply(ask: Ask) -> Facts:
    """Of a unit where it stands, or of any hex for a side."""
    if "unit" in ask.arguments:
        unit = ask.unit()
        side, cell = ask.w.side[unit], ask.s.where[unit]
        supplied = supply.in_supply(ask.w, ask.s, unit)
    else:
        side, cell = ask.side(), ask.hex()
        supplied = bool(supply.supplied_hexes(ask.w, ask.s, side) >> cell & 1)
    return {"supplied": supplied, "hexes": supply.hexes_to_net(ask.w, ask.s, side, cell)}


def _supply_lines(ask: Ask) -> Facts:
    """Of every unit on the map that needs supply: the hexes to its net, and who is out."""
    on_map = [u for u in range(len(ask.w.units)) if ask.s.where[u] >= 0 and ask.w.units[u].omf]
    lines = {
        ask.w.units[u].id: supply.hexes_to_net(ask.w, ask.s, ask.w.side[u], ask.s.where[u]) for u in on_map
    }
    out = [ask.w.units[u].id for u in on_map if not supply.in_supply(ask.w, ask.s, u)]
    return {"hexes": lines, "out": frozenset(out)}


def _entrench(ask: Ask) -> Facts:
    unit = ask.unit()
    refusal = entrenchment.entrench_refusal(ask.w, ask.s, ask.w.side[unit], unit)
    return {"may": refusal is None, "rule": refusal.rule if refusal else ""}


# Combat


def _odds(ask: Ask) -> Facts:
    attackers, targets = ask.units("attackers"), ask.hexes("targets")
    if not attackers or not targets:
        ask.arguments.wrong("attackers" if not attackers else "targets", "a list of at least one name")
    odds = odds_of(ask.w, ask.s, attackers, targets)
    columns = ask.w.tables.odds
    facts: dict[str, Any] = {
        "attack": odds.attack,
        "defence": odds.total_defence,
        "raw": columns[odds.raw] if odds.raw >= 0 else "below 1:5",
        "column": columns[odds.column] if odds.column >= 0 else "below 1:5",
        "shift": sum(line[1] for line in odds.shifts),
        "shifts": {rule: value for _, value, rule in odds.shifts},
        "shift_rules": frozenset(rule for _, _, rule in odds.shifts),
        "legal": odds_allow(ask.s, odds),
    }
    if "die" in ask.arguments:
        facts["result"] = ask.w.tables.crt[ask.die()][odds.column] if odds.column >= 0 else "none"
    return facts


def _defence(ask: Ask) -> Facts:
    """Of all units in a hex; without attackers nobody is known to cross the Siegfried Line."""
    attackers, cell = ask.units("attackers"), ask.hex()
    here = [unit for unit in stack_at(ask.w, ask.s, cell) if ask.w.units[unit].combat]
    side = ask.w.side[attackers[0]] if attackers else 1 - ask.w.side[here[0]] if here else GERMAN
    lines = hex_defence(ask.w, ask.s, cell, defenders_at(ask.w, ask.s, cell, side), attackers)
    by_rule: dict[str, int] = {}
    for _, value, rule in lines:
        by_rule[rule] = by_rule.get(rule, 0) + value
    return {"defence": sum(by_rule.values()), "by_rule": by_rule}


def _table(ask: Ask) -> Facts:
    columns = ask.w.tables.odds
    column = ask.arguments.choice("column", "a column", columns)
    return {"result": ask.w.tables.crt[ask.die()][columns.index(column)]}


def _convert(ask: Ask) -> Facts:
    """A result as it strikes one defender."""
    result = ask.arguments.choice("result", "a result", [*RETREATS, "DE", "-", "AD", "AE"])
    disrupted = ask.arguments.flag("disrupted", False)
    return {
        "outcome": for_unit(
            result,
            disrupted=disrupted,
            no_retreat=ask.arguments.flag("no_retreat", False),
            surrounded=ask.arguments.flag("surrounded", False),
            asked=ask.arguments.flag("asked", True),
        ),
        "loses_entrenchment": loses_entrenchment(result, disrupted=disrupted),
    }


def _losses(ask: Ask) -> Facts:
    """The sets of attackers an AE may take."""
    units = ask.units("attackers")
    sets = loss_sets([(u, ask.w.factor[u]) for u in units], ask.arguments.whole("defence", 0, 99))
    return {"sets": frozenset(" ".join(ask.w.ids(chosen)) for chosen in sets)}


def _battle(ask: Ask, attackers: list[int], target: int, distance: int) -> Battle:
    result = ask.arguments.choice("result", "a result", [*RETREATS, "DE"], "D1")
    return Battle(
        (target,), tuple(attackers), 0, (0,), 0, 0, result=result, distance=distance,
        no_retreat=ask.arguments.flag("no_retreat", False),
        retreated=ask.arguments.whole("retreated", 0, 3, 0),
    )  # fmt: skip


def _retreat(ask: Ask) -> Facts:
    """Where a defender may go, if these attackers got this result and named this distance."""
    unit, attackers = ask.unit(), ask.units("attackers")
    source = ask.s.where[unit]
    battle = _battle(ask, attackers, source, ask.arguments.whole("distance", 0, 3, 1))
    ways = routes(ask.w, ask.s, battle, unit, source)
    return {
        "legal_hexes": frozenset(ask.w.labels(legal_steps(ask.w, ask.s, battle, unit, source, source))),
        "first_hexes": frozenset(ask.w.grid.label(way[0]) for way in ways if way),
        "routes": frozenset(" ".join(ask.w.labels(way)) or "stay" for way in ways),
        "surrounded": surrounded(ask.w, ask.s, battle, unit),
    }


def _advance_limit(ask: Ask) -> Facts:
    unit = ask.unit()
    battle = _battle(ask, [unit], ask.s.where[unit], 0)
    return {"hexes": advance_limit(ask.w, ask.s, battle, unit)}


def _forecast(ask: Ask) -> Facts:
    """The exact chances of what comes of an order."""
    try:
        order = ask.table.game.tidy(WORDING.parse(ask.w, ask.arguments.text("order"), ask.s))
    except UserError as error:
        ask.arguments.fail("order", str(error))
    game, side = ask.table.game, ask.s.stack[-1].side if ask.s.stack else 0
    chances: dict[str, Fraction] = {}
    for chance in game.forecast(game.view(ask.s, side), side, order):
        chances[chance.outcome] = chances.get(chance.outcome, Fraction(0)) + chance.probability
    return {"chances": chances}


_BATTLE = ("result", "no_retreat", "retreated")
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
    "stack": Calculation(("hex", "units"), _stack),
    "excess": Calculation(("hex", "side"), _excess),
    "allowance": Calculation(("unit",), _allowance),
    "step": Calculation(("unit", "to", "road", "omb"), _step),
    "reach": Calculation(("unit", "omb"), _reach),
    "zoc": Calculation(("side", "hex"), _zoc),
    "must_attack": Calculation(("side",), _must_attack),
    "supply": Calculation(("unit", "hex", "side"), _supply),
    "supply_lines": Calculation((), _supply_lines),
    "entrench": Calculation(("unit",), _entrench),
    "odds": Calculation(("attackers", "targets", "die", "index"), _odds),
    "defence": Calculation(("hex", "attackers"), _defence),
    "table": Calculation(("column", "die", "index"), _table),
    "convert": Calculation(("result", "disrupted", "no_retreat", "surrounded", "asked"), _convert),
    "losses": Calculation(("attackers", "defence"), _losses),
    "retreat": Calculation(("unit", "attackers", "distance", *_BATTLE), _retreat),
    "advance_limit": Calculation(("unit", *_BATTLE), _advance_limit),
    "forecast": Calculation(("order",), _forecast),
}
