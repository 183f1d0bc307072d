"""Case files: calculations about the map and the order of battle."""

from __future__ import annotations

from collections.abc import Mapping

from ardennes.cases.ask import Calculation, Facts
from ardennes.games.breakthrough.cases.ask import Ask
from ardennes.games.breakthrough.cases.board import read_hexside
from ardennes.games.breakthrough.rules.movement import closed_hexes
from ardennes.games.breakthrough.rules.position import owned
from ardennes.games.breakthrough.rules.strength import printed
from ardennes.games.breakthrough.schema.terms import (
    AMERICAN,
    EDGES,
    GERMAN,
    KEYS,
    KINDS,
    POOL_WORDS,
    SIDES,
    SIZES,
    TERRAINS,
)
from ardennes.hexes import COMPASS_EAST_UP, OFF_MAP, bits


def _neighbours(ask: Ask) -> Facts:
    """By compass and by the manual's key 1 to 6."""
    around = ask.w.grid.neighbours[ask.hex()]
    labels = [ask.w.grid.label(cell) if cell >= 0 else "none" for cell in around]
    keys = {f"key{number}": labels[way] for number, way in enumerate(KEYS, 1)}
    return {**dict(zip(COMPASS_EAST_UP, labels, strict=True)), **keys}


def _adjacent(ask: Ask) -> Facts:
    """Of pairs written as hexsides: those that touch and those that do not."""
    grid = ask.w.grid
    touch: list[str] = []
    apart: list[str] = []
    for pair in ask.arguments.texts("pairs"):
        first, _, second = pair.partition("/")
        a, b = grid.find(first), grid.find(second)
        if a is None or b is None:
            ask.arguments.fail("pairs", f"{pair!r} is no pair of hexes like 9,22/9,23.")
        (touch if grid.adjacent(a, b) else apart).append(pair)
    return {"touching": frozenset(touch), "apart": frozenset(apart)}


def _exists(ask: Ask) -> Facts:
    labels = ask.arguments.texts("hexes")
    there = [label for label in labels if ask.w.grid.find(label) is not None]
    return {
        "existing": frozenset(there),
        "missing": frozenset(labels) - frozenset(there),
        "count": len(ask.w.grid.cells),
    }


def _edges(ask: Ask, cell: int) -> frozenset[str]:
    """BTA-MAP-5: south and north by column, west and east by row."""
    grid = ask.w.grid
    x, y = grid.column[cell], grid.row[cell]
    lies = {
        "north": x == grid.columns[1],
        "south": x == grid.columns[0],
        "west": y == grid.rows[0],
        "east": y == grid.rows[1],
    }
    return frozenset(edge for edge in EDGES if lies[edge])


def _terrain(ask: Ask) -> Facts:
    board, cell = ask.w.board, ask.hex()
    leaves = [(edge, side) for where, edge, side in board.edge_roads if where == cell]
    town = next((town for town in board.towns if town.cell == cell), None)
    links = sum(hexes >> cell & 1 for hexes in board.links)
    return {
        "terrain": TERRAINS[board.terrain[cell]],
        "place": board.place[cell],
        "road": bool(board.road >> cell & 1),
        "links": links,
        "owner": SIDES[GERMAN if owned(ask.w, ask.s, GERMAN) >> cell & 1 else 1 - GERMAN],
        "owner_dec16": SIDES[GERMAN if board.german16 >> cell & 1 else 1 - GERMAN],
        "owner_dec21": SIDES[GERMAN if board.german21 >> cell & 1 else 1 - GERMAN],
        "edges": _edges(ask, cell),
        "edge_road": EDGES[leaves[0][0]] if leaves else "none",
        "road_leads_to": _road_leads_to(ask, cell),
        "supplies": SIDES[leaves[0][1]] if leaves else "none",
        "exit": bool(board.exits >> cell & 1),
        "zone": bool(board.zone >> cell & 1),
        "points_a_turn": town.turn if town else 0,
        "points_at_end": town.end if town else 0,
    }


def _road_leads_to(ask: Ask, cell: int) -> frozenset[str]:
    """The edges of the map that the road of a hex leads to, whoever holds it and whatever is blown."""
    board, grid = ask.w.board, ask.w.grid
    reached, todo = {cell}, [cell]
    while todo:
        at = todo.pop()
        for way, to in enumerate(grid.neighbours[at]):
            if to != OFF_MAP and to not in reached and board.links[way] >> at & 1:
                reached.add(to)
                todo.append(to)
    return frozenset(EDGES[edge] for where, edge, _ in board.edge_roads if where in reached)


def _hexside(ask: Ask) -> Facts:
    board, grid = ask.w.board, ask.w.grid
    a, b = read_hexside(grid, ask.arguments, "hexside", ask.arguments.text("hexside"))
    way = grid.direction(a, b)
    assert way is not None
    side = grid.hexside(a, b)
    return {
        "river": board.river_names.get(side, ""),
        "road": bool(board.links[way] >> a & 1),
        "bridge_site": side in board.bridge_at,
        "bridge": side in board.bridge_at and bool(ask.s.bridges >> board.bridge_at[side] & 1),
    }


def _map(ask: Ask) -> Facts:
    """Counts of the whole map, and what its lists hold."""
    w, board = ask.w, ask.w.board
    river_sides = set(board.river_names)
    crossed = {
        side
        for side in river_sides
        if any(
            board.links[way] >> cell & 1
            for cell in [w.grid.sides_of(side)[0]]
            for way in [w.grid.direction(*w.grid.sides_of(side))]
            if way is not None
        )
    }
    return {
        "hexes": len(w.grid.cells),
        "roads": board.road.bit_count(),
        "river_hexsides": len(river_sides),
        "bridges": len(board.bridges),
        "bridges_where_roads_cross": crossed == set(board.bridge_at),
        "blown_at_start": frozenset(b.name for b in board.bridges if not b.intact[0]),
        "blown_dec21": frozenset(b.name for b in board.bridges if not b.intact[1]),
        "exits": frozenset(map(w.grid.label, bits(board.exits))),
        "zone": board.zone.bit_count(),
        "zone_roads": (board.zone & board.road).bit_count(),
        "towns": {town.name: w.grid.label(town.cell) for town in board.towns},
        "edge_roads": frozenset(w.grid.label(cell) for cell, _, _ in board.edge_roads),
        "edge_roads_on_road": all(board.road >> cell & 1 for cell, _, _ in board.edge_roads),
        "entries_on_edge_roads": all(
            any(cell == unit.hex for cell, _, _ in board.edge_roads)
            for unit in w.units
            if unit.entry_edge >= 0
        ),
        "exits_on_edge_roads": board.exits & ~sum(1 << c for c in {c for c, _, _ in board.edge_roads}) == 0,
    }


def _river(ask: Ask) -> Facts:
    """One river: its hexsides, the places on its banks, and whether it is one chain."""
    board, grid = ask.w.board, ask.w.grid
    name = ask.arguments.text("name")
    sides = [side for side, river in board.river_names.items() if river == name]
    if not sides:
        ask.arguments.unknown("name", name, "a river", sorted(set(board.river_names.values())))
    banks = {cell for side in sides for cell in grid.sides_of(side)}
    corners = [corner for side in sides for corner in _corners(ask, side)]
    others = {
        river
        for side, river in board.river_names.items()
        if river != name and set(_corners(ask, side)) & set(corners)
    }
    return {
        "meets": frozenset(others),
        "hexsides": len(sides),
        "places": frozenset(board.place[cell] for cell in banks if board.place[cell]),
        "one_chain": _one_chain(ask, sides),
        "branches": max(corners.count(corner) for corner in set(corners)) > 2,
    }


def _corners(ask: Ask, side: int) -> list[tuple[float, float]]:
    """The two corners of a hexside: each is the middle of the three hexes that meet there."""
    grid = ask.w.grid
    a, b = grid.sides_of(side)
    direction = grid.direction(a, b)
    assert direction is not None
    (ax, ay), (bx, by) = grid.position(a), grid.position(b)
    found = []
    for turn in (1, -1):
        dc, dr = bx - ax, by - ay  # the third hex lies a sixth of a turn further round
        cos, sin = 0.5, 0.8660254037844386 * turn
        cx, cy = ax + cos * dc - sin * dr, ay + sin * dc + cos * dr
        found.append((round((ax + bx + cx) / 3, 3), round((ay + by + cy) / 3, 3)))
    return found


def _one_chain(ask: Ask, sides: list[int]) -> bool:
    ends = {side: set(_corners(ask, side)) for side in sides}
    reached, todo = {sides[0]}, [sides[0]]
    while todo:
        at = todo.pop()
        for side in sides:
            if side not in reached and ends[side] & ends[at]:
                reached.add(side)
                todo.append(side)
    return len(reached) == len(sides)


def _unit(ask: Ask) -> Facts:
    info = ask.w.units[ask.unit()]
    division = ask.w.divisions[info.division] if info.division >= 0 else None
    return {
        "name": info.name,
        "side": SIDES[info.side],
        "kind": KINDS[info.kind],
        "size": SIZES[info.size],
        "combat": info.combat,
        "combat_two_player": info.combat_two_player,
        "printed": printed(ask.w, ask.s, info.index),
        "division": division.id if division else "none",
        "corps": ask.w.pools[division.pool].corps if division else info.corps,
        "mobile": info.mobile,
        "asterisk": info.asterisk,
        "first": info.first,
        "second": info.second,
        "day": info.day,
        "entry": ask.w.grid.label(info.hex) if info.hex >= 0 else "none",
        "edge": EDGES[info.entry_edge] if info.entry_edge >= 0 else "none",
        "replacements": POOL_WORDS[info.replacements] or "none",
        "counts": info.counts,
        "components": frozenset(ask.w.names(list(info.components))),
    }


def _order_of_battle(ask: Ask) -> Facts:
    """Units and printed strength due on a day, and how many stand or enter in one hex at most."""
    day, side = ask.number("day", 16, 27), ask.side()
    due = [u for u in ask.w.units if u.day == day and u.side == side and not u.components]
    hexes = [u.hex for u in due]
    theirs = {u.hex for u in ask.w.units if u.day == day and u.side != side and not u.components}
    return {
        "units": len(due),
        "combat": sum(u.combat for u in due),
        "combat_two_player": sum(u.combat_two_player for u in due),
        "hexes": frozenset(map(ask.w.grid.label, hexes)),
        "most_in_a_hex": max((hexes.count(cell) for cell in hexes), default=0),
        "shared_with_enemy": frozenset(map(ask.w.grid.label, theirs & set(hexes))),
    }


def _entries(ask: Ask) -> Facts:
    """Where reinforcements enter over an edge, and on which days."""
    edge = EDGES.index(ask.arguments.choice("edge", "an edge", EDGES))
    coming = [u for u in ask.w.units if u.entry_edge == edge]
    days: dict[str, list[int]] = {}
    for unit in coming:
        days.setdefault(ask.w.grid.label(unit.hex), []).append(unit.day)
    leaving = {cell for cell, where, _ in ask.w.board.edge_roads if where == edge}
    return {
        "days": {label: sorted(set(found)) for label, found in days.items()},
        "hexes": frozenset(days),
        "most_on_a_day": max(found.count(day) for found in days.values() for day in found),
        "all_on_edge_roads": all(unit.hex in leaving for unit in coming),
    }


def _corridor(ask: Ask) -> Facts:
    """What is closed to a unit now, and which Americans stand in the corridor, BTA-MAP-34."""
    w, s, unit = ask.w, ask.s, ask.unit()
    closed, corridor = closed_hexes(w, s, unit), w.corridor[s.variant.corridor_from]
    inside = [u for u in w.of_side[AMERICAN] if s.where[u] >= 0 and corridor >> s.where[u] & 1]
    return {
        "closed": frozenset(w.grid.label(cell) for cell in w.grid.cells if closed[cell]),
        "columns": sorted({w.grid.column[cell] for cell in bits(corridor)}),
        "rows": len({w.grid.row[cell] for cell in bits(corridor)}),
        "americans": frozenset(w.names(inside)),
        "without_asterisk": frozenset(w.names([u for u in inside if not w.units[u].asterisk])),
    }


def _front(ask: Ask) -> Facts:
    """By column: the last American row on 16 December, and whether all behind it are American."""
    w = ask.w
    last: dict[str, int] = {}
    unbroken = True
    for x in range(w.grid.columns[0], w.grid.columns[1] + 1):
        column = [cell for cell in w.grid.cells if w.grid.column[cell] == x]
        american = [w.grid.row[cell] for cell in column if not w.board.german16 >> cell & 1]
        last[str(x)] = max(american)
        unbroken = unbroken and sorted(american) == list(range(max(american) + 1))
    return {"last": last, "unbroken": unbroken}


def _places(ask: Ask) -> Facts:
    """Where places lie; "none" for one that is not on the map."""
    board, grid = ask.w.board, ask.w.grid
    names = ask.arguments.texts("names")
    return {
        "hexes": {
            name: grid.label(board.place.index(name)) if name in board.place else "none" for name in names
        }
    }


CALCULATIONS: Mapping[str, Calculation[Ask]] = {
    "neighbours": Calculation(("hex",), _neighbours),
    "distance": Calculation(
        ("from", "to"), lambda ask: {"hexes": ask.w.grid.distance(ask.hex("from"), ask.hex("to"))}
    ),
    "adjacent": Calculation(("pairs",), _adjacent),
    "exists": Calculation(("hexes",), _exists),
    "terrain": Calculation(("hex",), _terrain),
    "hexside": Calculation(("hexside",), _hexside),
    "map": Calculation((), _map),
    "river": Calculation(("name",), _river),
    "places": Calculation(("names",), _places),
    "front": Calculation((), _front),
    "corridor": Calculation(("unit",), _corridor),
    "entries": Calculation(("edge",), _entries),
    "unit": Calculation(("unit",), _unit),
    "order_of_battle": Calculation(("day", "side"), _order_of_battle),
}
