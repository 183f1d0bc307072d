"""Case files: the named calculations. Each asks the engine's own functions; none knows a rule itself."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from ardennes.cases.ask import Calculation, Facts, Question
from ardennes.games.wave_of_terror.cases.board import labels_of, printed_sides, read_hex, read_pair
from ardennes.games.wave_of_terror.cases.given import bridge_at, unit_of
from ardennes.games.wave_of_terror.facts import COUNTERS
from ardennes.games.wave_of_terror.rules import (
    artillery,
    bridges,
    markers,
    moves,
    odds,
    setup,
    supply,
    victory,
    weather,
)
from ardennes.games.wave_of_terror.rules.kampfgruppe import moves_as_one
from ardennes.games.wave_of_terror.rules.losses import Bill, splits, usual
from ardennes.games.wave_of_terror.rules.movement import allowance, may_cross, step_cost, walker
from ardennes.games.wave_of_terror.rules.odds import losses_at, odds_name
from ardennes.games.wave_of_terror.rules.orders import Support
from ardennes.games.wave_of_terror.rules.position import lift, units_at
from ardennes.games.wave_of_terror.rules.routes import routes
from ardennes.games.wave_of_terror.rules.stacking import judge
from ardennes.games.wave_of_terror.rules.state import Battle, Demolishing, WaveState
from ardennes.games.wave_of_terror.rules.supply import hungry
from ardennes.games.wave_of_terror.schema import terms
from ardennes.games.wave_of_terror.schema.map import load_board
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.contract import Refusal


class Ask(Question[World, WaveState]):
    """The position a calculation is made on, and its arguments in the words of the game."""

    def unit(self, name: str = "unit") -> int:
        return unit_of(self.w, self.arguments, name, self.arguments.text(name))

    def units(self, name: str = "units") -> tuple[int, ...]:
        found = [unit_of(self.w, self.arguments, name, word) for word in self.arguments.texts(name)]
        if not found:
            self.arguments.wrong(name, "a list of at least one unit")
        return tuple(sorted(found))

    def hex(self, name: str = "hex") -> int:
        return read_hex(self.w.board, self.arguments, name, self.arguments.raw(name))

    def side(self, name: str = "side") -> int:
        """A side; left out, the one whose segment it is."""
        usual = terms.SIDES[self.s.acting] if self.s.acting >= 0 else None
        return terms.SIDES.index(self.arguments.choice(name, "a side", terms.SIDES, usual))

    def flag(self, name: str) -> bool:
        return self.arguments.flag(name, False)

    def labels(self, board: int) -> frozenset[str]:
        return labels_of(self.w.grid, board)


EAST_SHEET, WEST_SHEET, JOINED = "E", "W", "E10"


def _neighbours(ask: Ask) -> Facts:
    grid, cell = ask.w.grid, ask.hex()
    near = zip(grid.compass, grid.neighbours[cell], strict=True)
    return {name: grid.label(other) if other >= 0 else "none" for name, other in near}


def _distance(ask: Ask) -> Facts:
    return {"hexes": ask.w.grid.distance(ask.hex("from"), ask.hex("to"))}


def _map(ask: Ask) -> Facts:
    """Counts of the whole map."""
    board, grid = ask.w.board, ask.w.grid
    labels = [grid.label(cell) for cell in grid.cells]
    joined = sum(label.startswith(JOINED) for label in labels)
    kinds = _front_kinds(ask, 0)
    return {
        "hexes": len(labels),
        "east_sheet": sum(label[0] == EAST_SHEET for label in labels),
        "west_sheet": sum(label[0] == WEST_SHEET for label in labels) + joined,
        "bridges": len(board.bridges),
        "blown_at_start": frozenset(bridge.name for bridge in board.bridges if bridge.blown),
        "front_hexsides": len(kinds),
        "front_blocked": sum(kind == terms.BLOCKED for kind in kinds),
        "front_major": sum(kind == terms.MAJOR for kind in kinds),
        "front_german": board.front[0].bit_count(),
        "front_allied": board.front[1].bit_count(),
        "west_wall": board.west_wall.bit_count(),
        "cities": ask.labels(board.cities),
        "liege": ask.labels(board.liege),
        "exits": board.exit_stretch.bit_count(),
        "depot_hexes": markers.depot_hexes(ask.w).bit_count(),
    }


def _front_kinds(ask: Ask, from_row: int) -> list[int]:
    """What lies on each hexside of the starting front that touches that row or one south of it."""
    board, grid = ask.w.board, ask.w.grid
    return [
        board.hexsides[cell][way]
        for cell in bits(board.front[0])
        for way, other in enumerate(grid.neighbours[cell])
        if _allied(ask, other) and max(grid.row[cell], grid.row[other]) >= from_row
    ]


def _front(ask: Ask) -> Facts:
    kinds = _front_kinds(ask, ask.number("from_row", 0, 44, 0))
    return {"hexsides": len(kinds), "minor": sum(kind == terms.MINOR for kind in kinds)}


def _allied(ask: Ask, cell: int) -> bool:
    return cell >= 0 and not ask.w.board.german_side >> cell & 1


def _exists(ask: Ask) -> Facts:
    names = ask.arguments.texts("hexes")
    alias = ask.w.board.alias
    found = {name for name in names if ask.w.grid.find(alias.get(name, name)) is not None}
    return {"existing": frozenset(found), "missing": frozenset(names) - found}


def _terrain(ask: Ask) -> Facts:
    """What a hex is."""
    board, cell = ask.w.board, ask.hex()
    return {
        "terrain": terms.TERRAINS[board.terrain[cell]],
        "place": terms.PLACES[board.place[cell]] or "none",
        "name": board.names[cell],
        "road": bool(board.road >> cell & 1),
        "edge_road": bool(board.edge_roads >> cell & 1),
        "side": terms.SIDES[_allied(ask, cell)],
        "on_front": bool((board.front[0] | board.front[1]) >> cell & 1),
        "west_wall": bool(board.west_wall >> cell & 1),
        "west_of_meuse": bool(board.west_of_meuse >> cell & 1),
        "exit": bool(board.exit_stretch >> cell & 1),
        "sources": frozenset(name for n, name in enumerate(terms.SIDES) if board.sources[n] >> cell & 1),
        "entries": frozenset(name for n, name in enumerate(terms.ENTRIES) if board.entries[n] >> cell & 1),
    }


def _hexside(ask: Ask) -> Facts:
    board = ask.w.board
    a, b = read_pair(board, ask.arguments, "hexside", ask.arguments.text("hexside"))
    way = board.grid.neighbours[a].index(b)
    return {
        "kind": terms.HEXSIDES[board.hexsides[a][way]] or "plain",
        "road": bool(board.links[way] >> a & 1),
        "bridge": board.grid.hexside(a, b) in board.bridge_at,
    }


def _unit(ask: Ask) -> Facts:
    """What a counter shows."""
    unit = ask.w.units[ask.unit()]
    return {fact.key: fact.of(ask.w, ask.s, unit) for fact in COUNTERS.facts}


def _force(ask: Ask) -> Facts:
    """The units of a side, or of one parent of it."""
    side, w = ask.side(), ask.w
    units = [unit for unit in w.units if unit.side == side]
    if "parent" in ask.arguments:
        parents = w.parent_by_id[side]
        parent = parents[ask.arguments.choice("parent", "a parent organisation", parents)]
        units = [unit for unit in units if unit.parent == parent]
    return {
        "units": len(units),
        "artillery": sum(unit.artillery for unit in units),
        "one_step": frozenset(unit.id for unit in units if unit.steps == 1 and not unit.artillery),
        "heavy": sum(unit.heavy for unit in units),
        "independent": sum(unit.parent < 0 and not unit.artillery for unit in units),
        "anywhere": sum(unit.setup_hex == terms.ANYWHERE for unit in units),
        "starting": sum(unit.setup_hex != -1 for unit in units),
    }


def _setup(ask: Ask) -> Facts:
    """Where a starting unit may be placed."""
    return {"hexes": ask.labels(setup.area(ask.w, ask.s, ask.unit()))}


# Tables


def _results(ask: Ask) -> Facts:
    """The losses of a column (as a position: 1:1 is 0) and a die."""
    position = ask.number("position", -20, 20)
    attacker, defender = losses_at(ask.w, position, ask.number("die", 1, 6, 1))
    beyond = not ask.w.tables.lowest <= position <= ask.w.tables.highest
    return {"column": odds_name(position), "attacker": attacker, "defender": defender, "automatic": beyond}


def _results_table(ask: Ask) -> Facts:
    """What holds of the whole Combat Results Table."""
    crt = ask.w.tables.crt
    even = [pair for position, column in crt.items() if position >= 0 for pair in column]
    under = {position: column for position, column in crt.items() if position < 0}
    rows = sorted(crt)
    return {
        "columns": [odds_name(position) for position in rows],
        "least_from_even": min(min(pair) for pair in even),
        "no_loss_below_even": [sum(pair[1] == 0 for pair in under[position]) for position in sorted(under)],
        "monotone": all(_no_worse(crt[a], crt[b]) for a, b in itertools.pairwise(rows)),
    }


def _no_worse(lower: tuple[tuple[int, int], ...], higher: tuple[tuple[int, int], ...]) -> bool:
    """A better column never costs the attacker more nor the defender less."""
    return all(b[0] <= a[0] and b[1] >= a[1] for a, b in zip(lower, higher, strict=True))


def _weather(ask: Ask) -> Facts:
    turn = ask.number("turn", 1, terms.TURNS)
    span = ask.w.tables.overcast[turn]
    sky = weather.weather_on(ask.w, turn, ask.number("die", 1, 6, 1))
    return {"weather": terms.WEATHERS[sky], "always": span is None}


def _supply_problems(ask: Ask) -> Facts:
    return {"parents": frozenset(ask.w.tables.supply_problems[ask.number("roll", 2, 12)])}


def _victory(ask: Ask) -> Facts:
    """The degree that points mean."""
    s = ask.s.clone()
    s.points = [ask.number(side, 0, 9999) for side in terms.SIDES]
    winner, degree = victory.by_points(ask.w, s)
    return {"winner": terms.SIDES[winner] if winner is not None else "none", "degree": degree}


def _score(ask: Ask) -> Facts:
    """What the position would bring if the game ended now."""
    w, s = ask.w, ask.s
    return {
        "german_cities": ask.labels(victory.enemy_cities(w, s, 0)),
        "allied_cities": ask.labels(victory.enemy_cities(w, s, 1)),
        "beyond_meuse": victory.beyond_the_meuse(w, s),
        "foothold": victory.foothold(w, s),
    }


def _places(ask: Ask) -> Facts:
    names = ask.arguments.texts("names")
    board = load_board()
    return {"hexes": {n: board.grid.label(read_hex(board, ask.arguments, "names", n)) for n in names}}


def _plain(ask: Ask) -> Facts:
    """How many hexsides of each kind the map has."""
    found = dict.fromkeys(terms.HEXSIDES[1:], 0)
    for side in printed_sides(ask.w.board):
        if side.kind != terms.PLAIN:
            found[terms.HEXSIDES[side.kind]] += 1
    return found


FITS = ("legal", "too many", "too many independents", "artillery not alone")


def _verdict(refusal: Refusal | None) -> dict[str, Any]:
    return {"legal": refusal is None, "rule": refusal.rule if refusal else "none"}


# Movement and supply


def _supply(ask: Ask) -> Facts:
    """Is a unit in supply, and by what?"""
    w, s, unit = ask.w, ask.s, ask.unit()
    marker = supply.may_draw(w, s, unit)
    return {
        "supplied": supply.in_supply(w, s, unit),
        "automatic": supply.automatic(w, s, unit),
        "struck": supply.struck(s, unit),
        "line": supply.hex_in_supply(w, s, w.side[unit], s.where[unit]) if s.where[unit] >= 0 else False,
        "could_be_fed": supply.could_be_fed(w, s, unit),
        "marker": w.grid.label(marker) if marker >= 0 else "none",
    }


def _supplied_hexes(ask: Ask) -> Facts:
    """Which of some hexes have a line for a side."""
    names = ask.arguments.texts("hexes")
    traced = supply.traced(ask.w, ask.s, ask.side())
    found = {name for name in names if traced >> ask.w.grid.at(name) & 1}
    return {"supplied": frozenset(found), "cut_off": frozenset(names) - found}


def _fed(ask: Ask) -> Facts:
    """Of units checked one after another, who is fed and who goes hungry."""
    units = [ask.w.by_id[name] for name in ask.arguments.texts("units")]
    found = supply.hungry(ask.w, ask.s, units)
    return {"hungry": frozenset(ask.w.names(found)), "fed": len(units) - len(found)}


def _allowance(ask: Ask) -> Facts:
    """The movement points of units that move together."""
    w, s, units = ask.w, ask.s, ask.units()
    kg = moves_as_one(s, units)
    points = [
        allowance(w, s, unit, hungry=bool(hungry(w, s, (unit,))), column=ask.flag("column"), kg=kg)
        for unit in units
    ]
    return {"points": min(points), "kg": kg}


def _step(ask: Ask) -> Facts:
    """One step of units: its cost and the rule, or the rule against it."""
    w, s, units = ask.w, ask.s, ask.units()
    kg = moves_as_one(s, units)
    who = walker(w, s, units, column=ask.flag("column"), kg=kg, hungry=hungry(w, s, units))
    found = step_cost(who, s.where[units[0]], ask.hex("to"))
    if isinstance(found, Refusal):
        return {"legal": False, "cost": 0, "what": "none", "rule": found.rule}
    return {"legal": True, "cost": found.points, "what": found.what, "rule": found.rule}


def _reach(ask: Ask) -> Facts:
    """Where units can go now."""
    w, units = ask.w, ask.units()
    found = routes(w, ask.s, units, ask.flag("column"))
    halts = [cell for cell in found if found.may_halt(cell)]
    return {
        "hexes": frozenset(map(w.grid.label, halts)),
        "count": len(halts),
        "left": {w.grid.label(cell): found.left(cell) for cell in halts},
    }


def _column(ask: Ask) -> Facts:
    """May a unit set out in column?"""
    unit = ask.unit()
    found = moves.check_column(ask.w, ask.s, unit, max(-1, ask.s.where[unit]))
    return _verdict(found)


def _stack(ask: Ask) -> Facts:
    """May these units share a hex?"""
    return {"verdict": FITS[abs(judge(ask.w, ask.units()))]}


def _demolition(ask: Ask) -> Facts:
    """The bridges that may be blown when a side enters a hex, and the die that is needed."""
    w, s, side, cell = ask.w, ask.s, ask.side(), ask.hex()
    tempting = bridges.temptations(w, s, side, cell)
    return {
        "bridges": frozenset(w.board.bridges[bridge].name for bridge in tempting),
        "needed": bridges.needed(w, s, Demolishing(1 - side, -1, cell)),
    }


def _repair(ask: Ask) -> Facts:
    bridge = bridge_at(ask.w, ask.arguments, "bridge", ask.arguments.text("bridge"))
    found = bridges.check_repair(ask.w, ask.s, ask.side(), bridge)
    return _verdict(found)


# Combat


def _ratio(ask: Ask) -> Facts:
    """Two sums and a net shift: the column and whether a die is rolled."""
    place = odds.ratio(ask.number("attack", 0, 999), ask.number("defense", 0, 999))
    position = place + ask.number("shift", -9, 9, 0)
    beyond = odds.automatic(ask.w, position)
    return {
        "raw": odds.odds_name(place),
        "column": odds.odds_name(position),
        "automatic": f"{beyond[0]}/{beyond[1]}" if beyond else "none",
    }


def _odds(ask: Ask) -> Facts:
    """The battle as it would be fought without artillery and aircraft."""
    w, s, units, target = ask.w, ask.s, ask.units("attackers"), ask.hex()
    found = odds.strength(w, s, units, target, hungry(w, s, units))
    aircraft = ask.flag("aircraft")
    defense = odds.defense_of(w, s, target)
    battle = odds.odds(found.total, defense, odds.shifts_of(w, s, units, target, aircraft))
    return {
        "attack": found.total,
        "whole": found.whole,
        "halved": found.halved,
        "quartered": found.quartered,
        "defense": defense,
        "raw": odds.odds_name(battle.raw),
        "shifts": {shift.what: shift.columns for shift in battle.shifts},
        "column": odds.odds_name(battle.position),
    }


def _concentric(ask: Ask) -> Facts:
    """Attackers in these directions (0 north, 1 north-east, and so on) around a hex."""
    grid, target = ask.w.grid, ask.hex()
    around = ("N", "NE", "SE", "S", "SW", "NW")
    ways = [grid.compass.index(around[n]) for n in ask.arguments.wholes("directions", 0, 5)]
    return {"shift": odds.concentric(ask.w, {grid.neighbours[target][way] for way in ways}, target)}


def _guns(ask: Ask) -> Facts:
    """May these artillery units support a side of a battle?"""
    w, s = ask.w, ask.s.clone()
    attackers = ask.units("attackers")
    s.battle = Battle(ask.hex(), attackers)
    side = ask.side()
    attack = w.side[attackers[0]] == side
    guns = ask.units("guns")
    found = artillery.check_support(w, s, side, attack, Support(w.names(guns)))
    ready = artillery.ready_guns(w, s, side, attack)
    return _verdict(found) | {"ready": frozenset(w.names(ready))}


def _losses(ask: Ask) -> Facts:
    """Every way the steps may be lost, and the usual one."""
    w, s, units, loss = ask.w, ask.s, ask.units(), ask.number("loss", 1, 9)
    return {
        "ways": Bill(s, units, loss).ways,
        "splits": [_names(ask, split) for split in splits(s, units, loss)],
        "usual": _names(ask, usual(w, s, units, loss)),
    }


def _names(ask: Ask, units: Sequence[int]) -> str:
    return " ".join(ask.w.names(units))


def _advance(ask: Ask) -> Facts:
    """Who of the attackers could enter the hex, were it empty."""
    w, s, target = ask.w, ask.s.clone(), ask.hex()
    attackers = ask.units("attackers")
    for unit in list(units_at(w, s, target)):
        lift(w, s, unit)
    able = [unit for unit in attackers if may_cross(w, s, unit, s.where[unit], target) is None]
    return {"able": frozenset(w.names(able))}


CALCULATIONS: Mapping[str, Calculation[Ask]] = {
    "neighbours": Calculation(("hex",), _neighbours),
    "distance": Calculation(("from", "to"), _distance),
    "map": Calculation((), _map),
    "front": Calculation(("from_row",), _front),
    "hexsides": Calculation((), _plain),
    "exists": Calculation(("hexes",), _exists),
    "places": Calculation(("names",), _places),
    "terrain": Calculation(("hex",), _terrain),
    "hexside": Calculation(("hexside",), _hexside),
    "unit": Calculation(("unit",), _unit),
    "force": Calculation(("side", "parent"), _force),
    "setup": Calculation(("unit",), _setup),
    "results": Calculation(("position", "die"), _results),
    "results_table": Calculation((), _results_table),
    "weather": Calculation(("turn", "die"), _weather),
    "supply_problems": Calculation(("roll",), _supply_problems),
    "victory": Calculation(terms.SIDES, _victory),
    "score": Calculation((), _score),
    "supply": Calculation(("unit",), _supply),
    "supplied_hexes": Calculation(("side", "hexes"), _supplied_hexes),
    "fed": Calculation(("units",), _fed),
    "allowance": Calculation(("units", "column"), _allowance),
    "step": Calculation(("units", "to", "column"), _step),
    "reach": Calculation(("units", "column"), _reach),
    "column": Calculation(("unit",), _column),
    "stack": Calculation(("units",), _stack),
    "demolition": Calculation(("side", "hex"), _demolition),
    "repair": Calculation(("side", "bridge"), _repair),
    "ratio": Calculation(("attack", "defense", "shift"), _ratio),
    "odds": Calculation(("attackers", "hex", "aircraft"), _odds),
    "concentric": Calculation(("hex", "directions"), _concentric),
    "guns": Calculation(("attackers", "hex", "side", "guns"), _guns),
    "losses": Calculation(("units", "loss"), _losses),
    "advance": Calculation(("attackers", "hex"), _advance),
}
