"""Case files: the map of a case, printed or made up."""

from __future__ import annotations

import itertools
from collections.abc import Collection
from dataclasses import dataclass, replace

from ardennes.cases.fields import Fields
from ardennes.games.tigers.schema.map import Board, RiverSide, load_board
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN, SIDES
from ardennes.hexes import Grid, board_of, opposite

TERRAINS = ("map", "clear")
HEX_WORDS = ("open", "forest", "venn", "town", "city")
SIDE_WORDS = ("none", "river", "meuse", "bridge", "road", "siegfried")
BOARD_FIELDS = ("terrain", "map", "sides", "supply_edge", "edge_roads")


@dataclass(frozen=True)
class Hexside:
    """What lies on one hexside."""

    a: int
    b: int
    river: str = ""
    label: str = ""
    road: bool = False
    bridge: bool = False
    siegfried: bool = False


def read_hex(grid: Grid, fields: Fields, name: str, label: object, board: Board | None = None) -> int:
    """The cell of a hex number, or of a place's name."""
    cell = grid.find(label) if isinstance(label, str) else None
    if cell is None and board is not None and isinstance(label, str):
        cell = board.hex_of.get(label)
    if cell is None:
        odd = "odd columns have rows 02 to 11, even ones 01 to 10, like 905 or 1206"
        fields.fail(name, f"{label!r} is no hex of the map; write its number in quotes ({odd}).")
    return cell


def read_hexes(grid: Grid, fields: Fields, name: str, board: Board | None = None) -> int:
    return board_of(read_hex(grid, fields, name, label, board) for label in fields.texts(name))


def read_hexside(grid: Grid, fields: Fields, name: str, text: str) -> tuple[int, int]:
    """The two cells of a hexside written "806/907"."""
    first, slash, second = text.partition("/")
    if not slash:
        fields.fail(name, f"{text!r} is no hexside; write the two hexes it joins, like 806/907.")
    a, b = read_hex(grid, fields, name, first.strip()), read_hex(grid, fields, name, second.strip())
    if not grid.adjacent(a, b):
        fields.fail(name, f"{first} and {second} do not touch.")
    return a, b


def board_of_case(given: Fields) -> Board:
    """The printed map with everything the case says otherwise."""
    board = load_board()
    blank = given.choice("terrain", "a kind of map", TERRAINS, "map") == "clear"
    if blank:
        board = replace(board, forest=0, venn=0, town=0, city=0, edge_road=0)
    board = _with_hexes(board, given.table("map"))
    sides = {} if blank else _printed_sides(board)
    _change_sides(board.grid, sides, given.table("sides"))
    board = _with_sides(board, list(sides.values()))
    edges = given.table("supply_edge")
    edges.only(SIDES)
    if "german" in edges:
        board = replace(board, german_supply_edge=read_hexes(board.grid, edges, "german"))
    if "allied" in edges:
        board = replace(board, allied_supply_edge=read_hexes(board.grid, edges, "allied"))
    if "edge_roads" in given:
        board = replace(board, edge_road=read_hexes(board.grid, given, "edge_roads"))
    return board


def _words(fields: Fields, name: str, allowed: Collection[str]) -> list[str]:
    words = fields.text(name).lower().split()
    for word in words:
        if word not in allowed:
            fields.unknown(name, word, "a word for this", allowed)
    return words


def _with_hexes(board: Board, fields: Fields) -> Board:
    """Hexes of another terrain: "forest", "forest town", "venn forest" ..."""
    kinds = {"forest": board.forest, "venn": board.venn, "town": board.town, "city": board.city}
    for label in fields.values:
        bit = 1 << read_hex(board.grid, fields, label, label)
        words = _words(fields, label, HEX_WORDS)
        for kind in kinds:
            kinds[kind] = kinds[kind] | bit if kind in words else kinds[kind] & ~bit
    return replace(board, forest=kinds["forest"], venn=kinds["venn"], town=kinds["town"], city=kinds["city"])


def _printed_sides(board: Board) -> dict[int, Hexside]:
    sides: dict[int, Hexside] = {}
    grid = board.grid
    for cell in grid.cells:
        for direction in range(3):
            other = grid.neighbours[cell][direction]
            if other < 0:
                continue
            road = bool(board.road_dirs[cell] >> direction & 1)
            siegfried = bool(board.siegfried_dirs[cell] >> direction & 1)
            index = board.river_at[cell][direction]
            if index >= 0:
                river = board.rivers[index]
                sides[grid.hexside(cell, other)] = Hexside(
                    river.a, river.b, river.river, river.label, road, river.bridge_at_start, siegfried
                )
            elif road or siegfried:
                sides[grid.hexside(cell, other)] = Hexside(cell, other, "", "", road, False, siegfried)
    return sides


def _change_sides(grid: Grid, sides: dict[int, Hexside], fields: Fields) -> None:
    for name in fields.values:
        words = _words(fields, name, SIDE_WORDS)
        hexes = [part.strip() for part in name.split("-")] if "-" in name else [name]
        pairs = [f"{a}/{b}" for a, b in itertools.pairwise(hexes)] if "-" in name else hexes
        for pair in pairs:
            a, b = read_hexside(grid, fields, name, pair)
            wet = "river" in words or "bridge" in words or "meuse" in words
            sides[grid.hexside(a, b)] = Hexside(
                a,
                b,
                ("Meuse" if "meuse" in words else "river") if wet else "",
                "",
                "road" in words,
                "bridge" in words,
                "siegfried" in words,
            )


def _with_sides(board: Board, sides: list[Hexside]) -> Board:
    grid = board.grid
    roads, siegfried = [0] * grid.size, [0] * grid.size
    river_at = [[-1] * 6 for _ in range(grid.size)]
    rivers: list[RiverSide] = []
    for side in sides:
        direction = grid.neighbours[side.a].index(side.b)
        ends = ((side.a, direction), (side.b, opposite(direction)))
        for cell, way in ends:
            roads[cell] |= side.road << way
            siegfried[cell] |= side.siegfried << way
            if side.river:
                river_at[cell][way] = len(rivers)
        if side.river:
            allied = board.allied_side >> side.a & 1 or board.allied_side >> side.b & 1
            owner = ALLIED if allied else GERMAN
            rivers.append(
                RiverSide(len(rivers), side.a, side.b, side.river, side.label, side.road, side.bridge, owner)
            )
    return replace(
        board,
        road_dirs=tuple(roads),
        siegfried_dirs=tuple(siegfried),
        river_at=tuple(tuple(row) for row in river_at),
        rivers=tuple(rivers),
        meuse=board_of(cell for side in rivers if side.river == "Meuse" for cell in (side.a, side.b)),
    )
