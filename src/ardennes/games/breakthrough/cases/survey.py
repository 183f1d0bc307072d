"""Case files: calculations about the map and the order of battle."""

from __future__ import annotations

from typing import Annotated

from ardennes.cases.ask import Facts, GridQuestion, Hex, Hexside, Side, Unit, index, told, whole
from ardennes.games.breakthrough.cases.board import BreakthroughNames
from ardennes.games.breakthrough.rules.combat.odds import printed
from ardennes.games.breakthrough.rules.model.position import owned
from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.games.breakthrough.rules.movement.step import closed_hexes
from ardennes.games.breakthrough.schema import terms
from ardennes.games.breakthrough.schema.world import World
from ardennes.hexes import Grid, bits, board_of
from ardennes.kernel.reach import flood_links

Day = Annotated[int, whole(16, 27)]
Edge = Annotated[int, index("an edge", terms.EDGES)]
Corner = frozenset[tuple[int, int]]  # the three hexes that meet there; one may lie off the map


class Survey(GridQuestion[World, BreakthroughState]):
    """Answer the calculations that do not depend on where units are."""

    def names_now(self) -> BreakthroughNames:
        return BreakthroughNames(self.w.board, self.w, self.s.acting)

    def neighbours(self, hex: Hex) -> Facts:
        """The neighbours by compass direction and by the manual's keys 1 to 6.

        Return `W`, `NW`, `NE`, `E`, `SE`, `SW`, by the manual's keys `key1`, `key2`, `key3`, `key4`, `key5`,
        `key6` (`"none"` off the map).
        """
        around = super().neighbours(hex)
        return {
            **around,
            **{f"key{n}": around[self.w.grid.compass[way]] for n, way in enumerate(terms.KEYS, 1)},
        }

    def adjacent(self, pairs: list[str]) -> Facts:
        """Which pairs of hexes, written as hexsides, touch and which do not.

        Return `touching`, `apart`.

        Arguments: `pairs` (`"9,22/9,23"`).
        """
        grid = self.w.grid
        touching = set()
        for pair in pairs:
            a, b = map(grid.find, pair.split("/", 1) if "/" in pair else (pair, ""))
            if a is None or b is None:
                self.arguments.fail("pairs", f"{pair!r} is not a pair of hexes like 9,22/9,23.")
            if grid.adjacent(a, b):
                touching.add(pair)
        return {"touching": frozenset(touching), "apart": frozenset(pairs) - touching}

    def exists(self, hexes: list[str]) -> Facts:
        """Return `existing`, `missing`, `count` (of the map)."""
        return {**super().exists(hexes), "count": len(self.w.grid.cells)}

    def terrain(self, hex: Hex) -> Facts:
        """Return `terrain`, `place`, `road`, `links` (roads out of it), `owner`, `owner_dec16`,
        `owner_dec21`, `edges`, `edge_road` (edge where its road leaves), `road_leads_to` (edges),
        `supplies` (side), `exit`, `zone`, `points_a_turn`, `points_at_end`.
        """
        board, grid = self.w.board, self.w.grid
        leaves = [(edge, side) for where, edge, side in board.edge_roads if where == hex]
        town = next((town for town in board.towns if town.cell == hex), None)
        # The edges that the road leads to, ignoring owners and blown bridges.
        joined = flood_links(grid, 1 << hex, grid.mask, board.links)
        return {
            "terrain": terms.TERRAINS[board.terrain[hex]],
            "place": board.place[hex],
            "road": bool(board.road >> hex & 1),
            "links": sum(hexes >> hex & 1 for hexes in board.links),
            "owner": _owner(owned(self.w, self.s, terms.GERMAN), hex),
            "owner_dec16": _owner(board.german16, hex),
            "owner_dec21": _owner(board.german21, hex),
            "edges": _edges(grid, hex),
            "edge_road": terms.EDGES[leaves[0][0]] if leaves else "none",
            "road_leads_to": frozenset(
                terms.EDGES[edge] for at, edge, _ in board.edge_roads if joined >> at & 1
            ),
            "supplies": terms.SIDES[leaves[0][1]] if leaves else "none",
            "exit": bool(board.exits >> hex & 1),
            "zone": bool(board.zone >> hex & 1),
            "points_a_turn": town.turn if town else 0,
            "points_at_end": town.end if town else 0,
        }

    def hexside(self, hexside: Hexside) -> Facts:
        """Return `river` (name), `road`, `bridge_site`, `bridge` (intact)."""
        board, side = self.w.board, self.w.grid.hexside(*hexside)
        bridge = board.bridge_at.get(side, -1)
        return {
            "river": board.river_names.get(side, ""),
            "road": self._road_crosses(side),
            "bridge_site": bridge >= 0,
            "bridge": bridge >= 0 and bool(self.s.bridges >> bridge & 1),
        }

    def _road_crosses(self, hexside: int) -> bool:
        a, b = self.w.grid.sides_of(hexside)
        return bool(self.w.board.links[self.w.grid.neighbours[a].index(b)] >> a & 1)

    def map(self) -> Facts:
        """Counts of the whole map, and the contents of its lists.

        Return `hexes`, `roads`, `river_hexsides`, `bridges`, `bridges_where_roads_cross`, `blown_at_start`,
        `blown_dec21`, `exits`, `zone`, `zone_roads`, `towns`, `edge_roads`, `edge_roads_on_road`,
        `entries_on_edge_roads`, `exits_on_edge_roads`.
        """
        w, board = self.w, self.w.board
        leaving = board_of(cell for cell, _, _ in board.edge_roads)
        entered = board_of(unit.hex for unit in w.units if unit.entry_edge >= 0)
        return {
            "hexes": len(w.grid.cells),
            "roads": board.road.bit_count(),
            "river_hexsides": len(board.river_names),
            "bridges": len(board.bridges),
            "bridges_where_roads_cross": set(filter(self._road_crosses, board.river_names))
            == set(board.bridge_at),
            "blown_at_start": frozenset(bridge.name for bridge in board.bridges if not bridge.intact[0]),
            "blown_dec21": frozenset(bridge.name for bridge in board.bridges if not bridge.intact[1]),
            "exits": self.labels(board.exits),
            "zone": board.zone.bit_count(),
            "zone_roads": (board.zone & board.road).bit_count(),
            "towns": {town.name: w.grid.label(town.cell) for town in board.towns},
            "edge_roads": self.labels(leaving),
            "edge_roads_on_road": leaving & ~board.road == 0,
            "entries_on_edge_roads": entered & ~leaving == 0,
            "exits_on_edge_roads": board.exits & ~leaving == 0,
        }

    def river(self, name: str) -> Facts:
        """One river: its hexsides, the places on its banks, and whether it is one chain.

        Return `hexsides`, `places` on its banks, `meets` (other rivers), `one_chain`, `branches`.
        """
        board, grid = self.w.board, self.w.grid
        corners = {side: _corners(grid, side) for side in board.river_names}
        own = [side for side, river in board.river_names.items() if river == name]
        if not own:
            self.arguments.unknown("name", name, "a river", sorted(set(board.river_names.values())))
        banks = {cell for side in own for cell in grid.sides_of(side)}
        met = [corner for side in own for corner in corners[side]]
        joined, apart = set(corners[own[0]]), own
        while near := [side for side in apart if joined & corners[side]]:
            joined.update(*(corners[side] for side in near))
            apart = [side for side in apart if side not in near]
        meets = {board.river_names[side] for side in corners if corners[side] & set(met)}
        return {
            "meets": frozenset(meets - {name}),
            "hexsides": len(own),
            "places": frozenset(board.place[cell] for cell in banks if board.place[cell]),
            "one_chain": not apart,
            "branches": max(map(met.count, met)) > 2,
        }

    def places(self, names: list[str]) -> Facts:
        """The hexes of named places; "none" for a place that is not on the map.

        Return `hexes` (name -> hex).
        """
        where = {place: self.w.grid.label(cell) for cell, place in enumerate(self.w.board.place) if place}
        return {"hexes": {name: where.get(name, "none") for name in names}}

    def front(self) -> Facts:
        """By column: the last American row on 16 December, and whether all rows behind it are American.

        Return `last` (column -> last American row on 16 December), `unbroken`.
        """
        grid, rows = self.w.grid, dict[int, list[int]]()
        for cell in bits(grid.mask & ~self.w.board.german16):
            rows.setdefault(grid.column[cell], []).append(grid.row[cell])
        last = {str(column): max(result) for column, result in sorted(rows.items())}
        unbroken = all(sorted(result) == list(range(max(result) + 1)) for result in rows.values())
        return {"last": last, "unbroken": unbroken}

    def corridor(self, unit: Unit) -> Facts:
        """The hexes closed to a unit now, and the Americans inside the corridor, BTA-MAP-34.

        Return `closed` hexes, `columns`, `rows`, `americans` inside, `without_asterisk`.
        """
        w, s = self.w, self.s
        closed, corridor = closed_hexes(w, s, unit), w.corridor[s.variant.corridor_from]
        inside = [u for u in w.of_side[terms.AMERICAN] if s.where[u] >= 0 and corridor >> s.where[u] & 1]
        return {
            "closed": frozenset(w.grid.label(cell) for cell in w.grid.cells if closed[cell]),
            "columns": sorted({w.grid.column[cell] for cell in bits(corridor)}),
            "rows": len({w.grid.row[cell] for cell in bits(corridor)}),
            "americans": frozenset(w.names(inside)),
            "without_asterisk": frozenset(w.names([u for u in inside if not w.units[u].asterisk])),
        }

    def entries(self, edge: Edge) -> Facts:
        """The hexes where reinforcements enter over an edge, and on which days.

        Return `days` (hex -> days), `hexes`, `most_on_a_day`, `all_on_edge_roads`.
        """
        days: dict[str, list[int]] = {}
        for unit in self.w.units:
            if unit.entry_edge == edge:
                days.setdefault(self.w.grid.label(unit.hex), []).append(unit.day)
        leaving = self.labels(board_of(cell for cell, over, _ in self.w.board.edge_roads if over == edge))
        return {
            "days": {label: sorted(set(result)) for label, result in days.items()},
            "hexes": frozenset(days),
            "most_on_a_day": max(result.count(day) for result in days.values() for day in result),
            "all_on_edge_roads": leaving >= set(days),
        }

    def unit(self, unit: Unit) -> Facts:
        """Return `name`, `side`, `kind`, `size`, `combat`, `combat_two_player`, `printed` (in this game),
        `division`, `corps`, `mobile`, `asterisk`, `first`, `second`, `day`, `entry`, `edge`,
        `replacements`, `counts`, `components`.
        """
        w, info = self.w, self.w.units[unit]
        division = w.divisions[info.division] if info.division >= 0 else None
        return {
            "name": info.label,
            **told(info, "combat", "combat_two_player", "mobile", "asterisk", "first", "second", "day"),
            **told(info, "counts"),
            "side": terms.SIDES[info.side],
            "kind": terms.KINDS[info.kind],
            "size": terms.SIZES[info.size],
            "printed": printed(w, self.s, unit),
            "division": division.id if division else "none",
            "corps": w.pools[division.pool].corps if division else info.corps,
            "entry": w.grid.label(info.hex) if info.hex >= 0 else "none",
            "edge": terms.EDGES[info.entry_edge] if info.entry_edge >= 0 else "none",
            "replacements": terms.POOL_WORDS[info.replacements] or "none",
            "components": frozenset(w.names(info.components)),
        }

    def order_of_battle(self, day: Day, side: Side) -> Facts:
        """Units and printed strength due on a day, and the most units that start or enter in one hex.

        Return `units`, `combat`, `combat_two_player`, `hexes`, `most_in_a_hex`, `shared_with_enemy`.
        """
        due = [unit for unit in self.w.units if unit.day == day and not unit.components]
        own = [unit for unit in due if unit.side == side]
        hexes = [unit.hex for unit in own]
        shared = {unit.hex for unit in due if unit.side != side} & set(hexes)
        return {
            "units": len(own),
            "combat": sum(unit.combat for unit in own),
            "combat_two_player": sum(unit.combat_two_player for unit in own),
            "hexes": self.labels(board_of(hexes)),
            "most_in_a_hex": max(map(hexes.count, hexes), default=0),
            "shared_with_enemy": self.labels(board_of(shared)),
        }


def _owner(german: int, cell: int) -> str:
    return terms.SIDES[terms.GERMAN if german >> cell & 1 else terms.AMERICAN]


def _edges(grid: Grid, cell: int) -> frozenset[str]:
    """Return the map edges that a hex lies on: south and north by column, west and east by row, BTA-MAP-5."""
    (south, north), (west, east) = grid.columns, grid.rows
    lies = {("north", north), ("south", south)}, {("west", west), ("east", east)}
    at = grid.column[cell], grid.row[cell]
    return frozenset(edge for ends, here in zip(lies, at, strict=True) for edge, end in ends if end == here)


def _corners(grid: Grid, hexside: int) -> set[Corner]:
    a, b = grid.sides_of(hexside)
    way = grid.neighbours[a].index(b)
    ends = {(grid.column[a], grid.row[a]), (grid.column[b], grid.row[b])}
    return {frozenset(ends | {grid.beyond(a, (way + turn) % 6)}) for turn in (1, 5)}
