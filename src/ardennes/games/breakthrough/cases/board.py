"""Case files: the map of a case, printed or made up."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, replace

from ardennes.cases.fields import Fields
from ardennes.errors import UserError
from ardennes.games.breakthrough.schema.map import load_board
from ardennes.games.breakthrough.schema.terms import (
    AMERICAN,
    CLEAR,
    EAST,
    GERMAN,
    NORTH,
    SIDES,
    SOUTH,
    TERRAINS,
    WEST,
    Board,
    Bridge,
)
from ardennes.games.breakthrough.schema.world import World
from ardennes.games.breakthrough.words import unit_named
from ardennes.hexes import OFF_MAP, Grid, bits, board_of, opposite
from ardennes.words import plain

GROUNDS = ("map", "clear")
SIDE_WORDS = ("none", "river", "road", "bridge", "blown")
SIDE_NAMES = {"german": GERMAN, "ge": GERMAN, "american": AMERICAN, "us": AMERICAN}
BOARD_FIELDS = ("terrain", "map", "sides", "only_hexes", "edge_roads", "exits", "zone")


def read_side(fields: Fields, name: str, default: str | None = None) -> int:
    """A side by its name, or as the order of battle writes it."""
    return SIDE_NAMES[fields.choice(name, "a side", SIDE_NAMES, default)]


def by_side(fields: Fields, *others: str) -> Fields:
    """A table with a field for each side, under the sides' own names."""
    names = {name: SIDES[side] for name, side in SIDE_NAMES.items()}
    fields.only((*names, *(name.upper() for name in names), *others))
    return Fields(
        fields.file,
        fields.case,
        fields.path,
        {names.get(name.lower(), name): value for name, value in fields.values.items()},
    )


@dataclass(frozen=True)
class Hexside:
    """What lies on one hexside; `bridge` is None where no road crosses a river."""

    a: int
    b: int
    river: str = ""
    road: bool = False
    bridge: Bridge | None = None


def read_hex(grid: Grid, fields: Fields, name: str, label: object, board: Board | None = None) -> int:
    """The cell of a hex, or of a place's name."""
    cell = grid.find(label.replace(" ", "").strip("()")) if isinstance(label, str) else None
    if cell is None and board is not None and isinstance(label, str) and plain(label):
        cell = next((at for at, place in enumerate(board.place) if plain(place) == plain(label)), None)
    if cell is None or not grid.mask >> cell & 1:
        fields.fail(
            name, f'{label!r} is no hex of the map; write x,y in quotes, like "7,13" (x 0 to 30, y 0 to 31).'
        )
    return cell


def read_hexes(grid: Grid, fields: Fields, name: str, board: Board | None = None) -> int:
    return board_of(read_hex(grid, fields, name, label, board) for label in fields.texts(name))


def read_hexside(grid: Grid, fields: Fields, name: str, text: str) -> tuple[int, int]:
    """The two cells of a hexside written "9,22/9,23"."""
    first, slash, second = text.partition("/")
    if not slash:
        fields.fail(name, f"{text!r} is no hexside; write the two hexes it joins, like 9,22/9,23.")
    a, b = read_hex(grid, fields, name, first.strip()), read_hex(grid, fields, name, second.strip())
    if not grid.adjacent(a, b):
        fields.fail(name, f"{first} and {second} do not touch.")
    return a, b


def read_bridge(w: World, fields: Fields, name: str, text: str) -> int:
    a, b = read_hexside(w.grid, fields, name, text)
    bridge = w.bridge_by_name.get(f"{w.grid.label(a)}/{w.grid.label(b)}")
    if bridge is None:
        fields.fail(name, "no road crosses a river there; given.sides can put a bridge there.")
    return bridge


def read_unit(w: World, fields: Fields, name: str, word: str) -> int:
    try:
        return w.by_id[unit_named(w, word.strip())]
    except UserError as error:
        fields.fail(name, str(error))


def read_draw(fields: Fields, name: str, default: float | None = None) -> float:
    value = fields.raw(name, default)
    if not isinstance(value, float) or not 0 <= value < 1:
        fields.wrong(name, "a draw from 0.0 to 0.999")
    return value


def board_of_case(given: Fields) -> Board:
    """The printed map with everything the case says otherwise."""
    board = load_board()
    blank = given.choice("terrain", "a kind of map", GROUNDS, "map") == "clear"
    if blank:
        board = replace(board, terrain=(CLEAR,) * board.grid.size, edge_roads=())
    board = _with_hexes(board, given.table("map"))
    sides = {} if blank else _printed_sides(board)
    _change_sides(board.grid, sides, given.table("sides"))
    if "edge_roads" in given:
        board = replace(board, edge_roads=_edge_roads(board, given.table("edge_roads")))
    board = _with_sides(board, list(sides.values()))
    if "exits" in given:
        board = replace(board, exits=read_hexes(board.grid, given, "exits", board))
    if "zone" in given:
        board = replace(board, zone=read_hexes(board.grid, given, "zone", board))
    return _cut(board, given) if "only_hexes" in given else board


def _with_hexes(board: Board, fields: Fields) -> Board:
    terrain = list(board.terrain)
    for label in fields.values:
        cell = read_hex(board.grid, fields, label, label, board)
        terrain[cell] = TERRAINS.index(fields.choice(label, "a terrain", TERRAINS))
    return replace(board, terrain=tuple(terrain))


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


def _change_sides(grid: Grid, sides: dict[int, Hexside], fields: Fields) -> None:
    for name in fields.values:
        words = fields.text(name).lower().split()
        for word in words:
            if word not in SIDE_WORDS:
                fields.unknown(name, word, "a word for a hexside", SIDE_WORDS)
        if "river" in words and "road" in words and not {"bridge", "blown"} & set(words):
            fields.fail(
                name, "a road over a river is a bridge site (BTA-MAP-6): write bridge, or blown for none."
            )
        for a, b in _pairs(grid, fields, name):
            sides[grid.hexside(a, b)] = _hexside(grid, a, b, words)


def _pairs(grid: Grid, fields: Fields, name: str) -> Iterable[tuple[int, int]]:
    """One hexside, or several in a row: "7,13-7,14-7,15"."""
    hexes = [part.strip() for part in name.split("-")]
    pairs = [f"{a}/{b}" for a, b in itertools.pairwise(hexes)] if len(hexes) > 1 else [name]
    return [read_hexside(grid, fields, name, pair) for pair in pairs]


def _hexside(grid: Grid, a: int, b: int, words: list[str]) -> Hexside:
    crossed = "bridge" in words or "blown" in words
    bridge = None
    if crossed:
        up = "bridge" in words
        bridge = Bridge(0, f"{grid.label(a)}/{grid.label(b)}", (a, b), "river", (up, up))
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


def _edge_roads(board: Board, fields: Fields) -> tuple[tuple[int, int, int], ...]:
    """Where roads leave the map: { american = ["1,0"], german = ["1,3"] }."""
    fields, found = by_side(fields), []
    for side, name in enumerate(SIDES):
        for cell in bits(read_hexes(board.grid, fields, name, board)):
            found.append((cell, edge_of(board.grid, cell, side), side))
    return tuple(found)


def edge_of(grid: Grid, cell: int, side: int) -> int:
    """The edge a hex lies on, BTA-MAP-5; inside the map (in a made-up case) a friendly one."""
    x, y = grid.column[cell], grid.row[cell]
    if side == GERMAN:
        return EAST
    assert side == AMERICAN
    return (
        NORTH if x == grid.columns[1] else SOUTH if x == grid.columns[0] and y else WEST if y == 0 else NORTH
    )


def _cut(board: Board, given: Fields) -> Board:
    """Only these hexes exist; the others keep their numbers and touch nothing."""
    grid, mask = board.grid, read_hexes(board.grid, given, "only_hexes", board)
    neighbours = tuple(
        tuple(
            n if mask >> cell & 1 and n != OFF_MAP and mask >> n & 1 else OFF_MAP
            for n in grid.neighbours[cell]
        )
        for cell in range(grid.size)
    )
    small = replace(
        grid,
        cells=tuple(bits(mask)),
        mask=mask,
        neighbours=neighbours,
        near=tuple(board_of(n for n in around if n != OFF_MAP) for around in neighbours),
    )
    return replace(
        board,
        grid=small,
        road=board.road & mask,
        links=tuple(hexes & mask for hexes in board.links),
        rivers=tuple(hexes & mask for hexes in board.rivers),
        german16=board.german16 & mask,
        german21=board.german21 & mask,
        zone=board.zone & mask,
        exits=board.exits & mask,
        edge_roads=tuple(road for road in board.edge_roads if mask >> road[0] & 1),
        towns=tuple(town for town in board.towns if mask >> town.cell & 1),
    )
