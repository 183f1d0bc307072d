"""Case files: the map of a case, printed or made up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ardennes.cases.fields import Fields
from ardennes.cases.names import Names
from ardennes.cases.remember import once_for
from ardennes.games.breakthrough.schema import terms
from ardennes.games.breakthrough.schema.map import load_board
from ardennes.games.breakthrough.schema.terms import Board, Bridge
from ardennes.games.breakthrough.words import WORDING
from ardennes.hexes import OFF_MAP, Grid, bits, board_of, opposite
from ardennes.words import plain

GROUNDS = ("map", "clear")
SIDE_WORDS = ("none", "river", "road", "bridge", "blown")
OTHER_SIDES = {"ge": terms.GERMAN, "us": terms.AMERICAN}  # as the order of battle writes them
BOARD_FIELDS = ("terrain", "map", "sides", "only_hexes", "edge_roads", "exits", "zone")


class BreakthroughNames(Names):
    """Read the names of units, hexes and bridges in a case of Breakthrough."""

    sides = terms.SIDES
    other_sides = OTHER_SIDES
    hex_like = 'write x,y in quotes, like "7,13" (x 0 to 30, y 0 to 31)'
    hexside_like = "9,22/9,23"
    wording = WORDING

    def find_hex(self, text: str) -> int | None:
        cell = self.find_number(text.replace(" ", "").strip("()"))
        if cell is None and plain(text):
            places = enumerate(self.board.place)
            cell = next((at for at, place in places if plain(place) == plain(text)), None)
        return cell if cell is not None and self.board.grid.mask >> cell & 1 else None

    def unit_named(self, word: str) -> str:
        return super().unit_named(word.strip())

    def bridge(self, fields: Fields, at: str, said: str = "") -> int:
        """Return the bridge at a hexside; fail if no road crosses a river there."""
        a, b = self.hexside(fields, at, said)
        bridge: int | None = self.w.bridge_by_name.get(f"{self.w.grid.label(a)}/{self.w.grid.label(b)}")
        if bridge is None:
            fields.fail(at, "there is no bridge site: no road crosses a river. given.sides can add one.")
        return bridge

    def draw(self, fields: Fields, at: str) -> Fraction:
        return Fraction(str(read_draw(fields, at)))


def read_draw(fields: Fields, name: str, default: float | None = None) -> float:
    """Return a number from 0.0 to 0.999; fail on any other value."""
    value = fields.raw(name, default)
    if not isinstance(value, float) or not 0 <= value < 1:
        fields.wrong(name, "a draw from 0.0 to 0.999")
    return value


@dataclass(frozen=True)
class Hexside:
    """A river, a road or a bridge on one hexside; `bridge` is None where no road crosses a river."""

    a: int
    b: int
    river: str = ""
    road: bool = False
    bridge: Bridge | None = None


@once_for(BOARD_FIELDS)
def board_of_case(given: Fields) -> Board:
    """Return the printed map with the changes that a case makes."""
    board = load_board()
    names = BreakthroughNames(board)
    blank = given.choice("terrain", "a kind of map", GROUNDS, "map") == "clear"
    if blank:
        board = replace(board, terrain=(terms.CLEAR,) * board.grid.size, edge_roads=())
    terrain = list(board.terrain)
    hexes = given.table("map")
    for label in hexes.values:
        terrain[names.hex(hexes, label, label)] = hexes.index(label, "a terrain", terms.TERRAINS)
    board = replace(board, terrain=tuple(terrain))
    sides = {} if blank else _printed_sides(board)
    _change_sides(names, sides, given.table("sides"))
    if "edge_roads" in given:
        board = replace(board, edge_roads=_edge_roads(names, names.by_side(given.table("edge_roads"))))
    board = _with_sides(board, list(sides.values()))
    if "exits" in given:
        board = replace(board, exits=names.hexes(given, "exits"))
    if "zone" in given:
        board = replace(board, zone=names.hexes(given, "zone"))
    return _cut(board, names.hexes(given, "only_hexes")) if "only_hexes" in given else board


def _printed_sides(board: Board) -> dict[int, Hexside]:
    sides: dict[int, Hexside] = {}
    grid = board.grid
    for direction in range(3):
        for cell in bits(board.links[direction] | board.rivers[direction]):
            other = grid.neighbours[cell][direction]
            side = grid.hexside(cell, other)
            bridge = board.bridges[board.bridge_at[side]] if side in board.bridge_at else None
            road = bool(board.links[direction] >> cell & 1)
            sides[side] = Hexside(cell, other, board.river_names.get(side, ""), road, bridge)
    return sides


def _change_sides(names: BreakthroughNames, sides: dict[int, Hexside], fields: Fields) -> None:
    grid = names.board.grid
    for name in fields.values:
        words = fields.words(name, "a word for a hexside", SIDE_WORDS)
        if "river" in words and "road" in words and not {"bridge", "blown"} & set(words):
            fields.fail(
                name, "a road over a river is a bridge site (BTA-MAP-6): write bridge, or blown for none."
            )
        for a, b in names.hexsides(fields, name):
            sides[grid.hexside(a, b)] = _hexside(grid, a, b, words)


def _hexside(grid: Grid, a: int, b: int, words: list[str]) -> Hexside:
    crossed, up = "bridge" in words or "blown" in words, "bridge" in words
    label = f"{grid.label(a)}/{grid.label(b)}"
    bridge = Bridge(0, label, (a, b), "river", (up, up)) if crossed else None
    river = "river" if crossed or "river" in words else ""
    return Hexside(a, b, river, "road" in words or crossed, bridge)


def _with_sides(board: Board, sides: list[Hexside]) -> Board:
    grid = board.grid
    links, rivers = [0] * 6, [0] * 6
    names: dict[int, str] = {}
    bridges: list[Bridge] = []
    for side in sides:
        direction = grid.direction(side.a, side.b)
        assert direction is not None
        for cell, way in ((side.a, direction), (side.b, opposite(direction))):
            links[way] |= side.road << cell
            rivers[way] |= bool(side.river) << cell
        if side.river:
            names[grid.hexside(side.a, side.b)] = side.river
        if side.bridge is not None:
            bridges.append(replace(side.bridge, index=len(bridges)))
    leaving = board_of(cell for cell, _, _ in board.edge_roads)
    return replace(
        board,
        road=links[0] | links[1] | links[2] | links[3] | links[4] | links[5] | leaving,
        links=tuple(links),
        rivers=tuple(rivers),
        river_names=names,
        bridges=tuple(bridges),
        bridge_at={grid.hexside(*bridge.ends): bridge.index for bridge in bridges},
    )


def _edge_roads(names: BreakthroughNames, fields: Fields) -> tuple[tuple[int, int, int], ...]:
    """Read the hexes whose roads leave the map: { american = ["1,0"], german = ["1,3"] }."""
    return tuple(
        (cell, edge_of(names.board.grid, cell, side), side)
        for side, name in enumerate(terms.SIDES)
        for cell in bits(names.hexes(fields, name))
    )


def edge_of(grid: Grid, cell: int, side: int) -> int:
    """Return the map edge that a hex lies on. Inside a made-up map, return an edge of the side
    (BTA-MAP-5)."""
    x, y = grid.column[cell], grid.row[cell]
    if side == terms.GERMAN:
        return terms.EAST
    if x == grid.columns[1]:
        return terms.NORTH
    return terms.SOUTH if x == grid.columns[0] and y else terms.WEST if y == 0 else terms.NORTH


def _cut(board: Board, mask: int) -> Board:
    """Return the board with these hexes only. Removed hexes keep their numbers and have no neighbours."""
    grid = board.grid
    neighbours = tuple(
        tuple(n if n != OFF_MAP and mask >> cell & mask >> n & 1 else OFF_MAP for n in grid.neighbours[cell])
        for cell in range(grid.size)
    )
    near = tuple(board_of(n for n in around if n != OFF_MAP) for around in neighbours)
    cropped: dict[str, Any] = {
        name: getattr(board, name) & mask for name in ("road", "german16", "german21", "zone", "exits")
    }
    return replace(
        board,
        grid=replace(grid, cells=tuple(bits(mask)), mask=mask, neighbours=neighbours, near=near),
        **cropped,
        links=tuple(hexes & mask for hexes in board.links),
        rivers=tuple(hexes & mask for hexes in board.rivers),
        edge_roads=tuple(road for road in board.edge_roads if mask >> road[0] & 1),
        towns=tuple(town for town in board.towns if mask >> town.cell & 1),
    )
