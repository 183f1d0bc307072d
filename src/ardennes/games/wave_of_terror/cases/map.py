"""Case files: calculations about the map, the units and the tables."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

from ardennes.cases.ask import Calculation, Facts
from ardennes.games.wave_of_terror.cases.ask import Ask
from ardennes.games.wave_of_terror.cases.board import printed_sides, read_hex, read_pair
from ardennes.games.wave_of_terror.facts import COUNTERS
from ardennes.games.wave_of_terror.rules import markers, setup, victory, weather
from ardennes.games.wave_of_terror.rules.odds import losses_at, odds_name
from ardennes.games.wave_of_terror.schema.map import load_board
from ardennes.games.wave_of_terror.schema.terms import (
    ANYWHERE,
    BLOCKED,
    ENTRIES,
    HEXSIDES,
    MAJOR,
    MINOR,
    PLACES,
    PLAIN,
    SIDES,
    TERRAINS,
    TURNS,
    WEATHERS,
)
from ardennes.hexes import bits

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
        "front_blocked": sum(kind == BLOCKED for kind in kinds),
        "front_major": sum(kind == MAJOR for kind in kinds),
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
    return {"hexsides": len(kinds), "minor": sum(kind == MINOR for kind in kinds)}


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
        "terrain": TERRAINS[board.terrain[cell]],
        "place": PLACES[board.place[cell]] or "none",
        "name": board.names[cell],
        "road": bool(board.road >> cell & 1),
        "edge_road": bool(board.edge_roads >> cell & 1),
        "side": SIDES[_allied(ask, cell)],
        "on_front": bool((board.front[0] | board.front[1]) >> cell & 1),
        "west_wall": bool(board.west_wall >> cell & 1),
        "west_of_meuse": bool(board.west_of_meuse >> cell & 1),
        "exit": bool(board.exit_stretch >> cell & 1),
        "sources": frozenset(name for n, name in enumerate(SIDES) if board.sources[n] >> cell & 1),
        "entries": frozenset(name for n, name in enumerate(ENTRIES) if board.entries[n] >> cell & 1),
    }


def _hexside(ask: Ask) -> Facts:
    board = ask.w.board
    a, b = read_pair(board, ask.arguments, "hexside", ask.arguments.text("hexside"))
    way = board.grid.neighbours[a].index(b)
    return {
        "kind": HEXSIDES[board.hexsides[a][way]] or "plain",
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
        "anywhere": sum(unit.setup_hex == ANYWHERE for unit in units),
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
    turn = ask.number("turn", 1, TURNS)
    span = ask.w.tables.overcast[turn]
    sky = weather.weather_on(ask.w, turn, ask.number("die", 1, 6, 1))
    return {"weather": WEATHERS[sky], "always": span is None}


def _supply_problems(ask: Ask) -> Facts:
    return {"parents": frozenset(ask.w.tables.supply_problems[ask.number("roll", 2, 12)])}


def _victory(ask: Ask) -> Facts:
    """The degree that points mean."""
    s = ask.s.clone()
    s.points = [ask.number(side, 0, 9999) for side in SIDES]
    winner, degree = victory.by_points(ask.w, s)
    return {"winner": SIDES[winner] if winner is not None else "none", "degree": degree}


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
    found = dict.fromkeys(HEXSIDES[1:], 0)
    for side in printed_sides(ask.w.board):
        if side.kind != PLAIN:
            found[HEXSIDES[side.kind]] += 1
    return found


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
    "victory": Calculation(SIDES, _victory),
    "score": Calculation((), _score),
}
