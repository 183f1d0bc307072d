"""Case files: the map of a case, printed or made up."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ardennes.cases.fields import Fields
from ardennes.cases.remember import once_for
from ardennes.games.playsheet.schema.map import Board, Bridge, Edge, bridge_table, load_board, side_flags
from ardennes.games.playsheet.schema.terms import CLEAR, SIDES, TERRAINS

GROUNDS = ("map", "clear")
SIDE_WORDS = ("none", "road", "river", "bridge", "blown")
BOARD_FIELDS = ("terrain", "map", "sides", "sources", "exits")
Pair = tuple[int, int]


@dataclass(frozen=True)
class Hexside:
    """What lies on one hexside: a road over a river is a bridge, OPS-MAP-5."""

    road: bool = False
    river: bool = False
    blown: bool = False


def read_hex(board: Board, fields: Fields, name: str, label: object) -> int:
    """A hex by its number, or by the name of a place; a number without quotes will do."""
    text = label if isinstance(label, str) else f"{label:04}" if isinstance(label, int) else ""
    cell = board.cells.get(text)
    if cell is None and text and text in board.places:
        cell = board.places.index(text)
    if cell is None:
        fields.fail(name, f'{label!r} is no hex of the map; write its number in quotes, like "2429".')
    return cell


def read_hexes(board: Board, fields: Fields, name: str) -> int:
    """Hexes as a bitboard."""
    return sum(1 << cell for cell in {read_hex(board, fields, name, label) for label in fields.texts(name)})


def read_pair(board: Board, fields: Fields, name: str, text: str) -> Pair:
    """The two hexes of a hexside written "2010/2011", the lower first."""
    first, slash, second = text.partition("/")
    if not slash:
        fields.fail(name, f"{text!r} is no hexside; write the two hexes it joins, like 2010/2011.")
    a, b = (read_hex(board, fields, name, part.strip()) for part in (first, second))
    if b not in board.neighbours[a]:
        fields.fail(name, f"{first} and {second} do not touch.")
    return min(a, b), max(a, b)


@once_for(BOARD_FIELDS)
def board_of_case(given: Fields) -> Board:
    """The printed map with everything the case says otherwise."""
    board = load_board()
    blank = given.choice("terrain", "a kind of map", GROUNDS, "map") == "clear"
    if blank:
        board = replace(board, terrain=(CLEAR,) * len(board.labels))
    board = _with_terrain(board, given.table("map"))
    if blank or "sides" in given:
        sides = {} if blank else printed_sides(board)
        sides.update(_read_sides(board, given.table("sides")))
        board = _with_sides(board, sides)
    return _with_edges(board, given)


def _with_terrain(board: Board, fields: Fields) -> Board:
    terrain = list(board.terrain)
    for label in fields.values:
        cell = read_hex(board, fields, label, label)
        terrain[cell] = TERRAINS.index(fields.choice(label, "a terrain", TERRAINS))
    return replace(board, terrain=tuple(terrain))


def printed_sides(board: Board) -> dict[Pair, Hexside]:
    down = {bridge.ends for bridge in board.bridges if board.start_blown >> bridge.index & 1}
    found = {}
    for cell, around in enumerate(board.neighbours):
        for way, near in enumerate(around):
            road, river = board.road_to[cell][way], board.river_to[cell][way]
            if cell < near and (road or river):
                found[cell, near] = Hexside(road, river, (cell, near) in down)
    return found


def _read_sides(board: Board, fields: Fields) -> Iterator[tuple[Pair, Hexside]]:
    """'2010/2011' for one hexside, '2010-2011-2012' for those between the hexes of a way."""
    for name in fields.values:
        words = fields.text(name).lower().split()
        for word in words:
            if word not in SIDE_WORDS:
                fields.unknown(name, word, "a word for a hexside", SIDE_WORDS)
        bridged = "bridge" in words or "blown" in words
        if "river" in words and "road" in words:
            fields.fail(name, "a road over a river is a bridge (OPS-MAP-5): write bridge, or blown.")
        side = Hexside(bridged or "road" in words, bridged or "river" in words, "blown" in words)
        hexes = [part.strip() for part in name.split("-")]
        pairs = [f"{a}/{b}" for a, b in itertools.pairwise(hexes)] if len(hexes) > 1 else [name]
        for pair in pairs:
            yield read_pair(board, fields, name, pair), side


def _with_sides(board: Board, sides: dict[Pair, Hexside]) -> Board:
    rivers = {pair: "river" for pair, side in sides.items() if side.river}
    roads = {pair: "road" for pair, side in sides.items() if side.road}
    ends = sorted(pair for pair, side in sides.items() if side.river and side.road)
    bridges = tuple(
        Bridge(index, pair, "/".join(board.labels[end] for end in pair), "", "river")
        for index, pair in enumerate(ends)
    )
    return replace(
        board,
        river_to=side_flags(board.neighbours, rivers),
        road_to=side_flags(board.neighbours, roads),
        river_names=rivers,
        bridges=bridges,
        bridge_to=bridge_table(board.neighbours, bridges),
        start_blown=sum(1 << index for index, pair in enumerate(ends) if sides[pair].blown),
    )


def _with_edges(board: Board, given: Fields) -> Board:
    """Sources of supply and exits of the case's own, in place of the printed ones."""
    if "sources" not in given and "exits" not in given:
        return board
    sources = given.table("sources")
    sources.only(SIDES)
    exits = read_hexes(board, given, "exits")
    edges = [
        Edge(read_hex(board, sources, side, label), 0, number, False, "")
        for number, side in enumerate(SIDES)
        for label in sources.texts(side)
    ]
    edges += [Edge(cell, 0, 0, True, "") for cell in range(len(board.labels)) if exits >> cell & 1]
    return replace(board, edges=tuple(sorted(edges, key=lambda edge: edge.hex)))
