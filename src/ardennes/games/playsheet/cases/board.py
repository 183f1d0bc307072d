"""Case files: the map of a case, printed or made up."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ardennes.cases.fields import Fields
from ardennes.cases.remember import once_for
from ardennes.games.playsheet.schema.map import Board, Edge, Pair, load_board, pair
from ardennes.games.playsheet.schema.terms import ALLIED, CLEAR, SIDES, TERRAINS
from ardennes.hexes import bits

GROUNDS = ("map", "clear")
SIDE_WORDS = ("none", "road", "river", "bridge", "blown")
BOARD_FIELDS = ("terrain", "map", "sides", "sources", "exits")


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
    return pair(a, b)


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
    return {
        ends: Hexside(ends in board.roads, ends in board.rivers, ends in board.down)
        for ends in board.roads | board.rivers.keys()
    }


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
        for ends in pairs:
            yield read_pair(board, fields, name, ends), side


def _with_sides(board: Board, sides: dict[Pair, Hexside]) -> Board:
    return replace(
        board,
        rivers={ends: "river" for ends, side in sides.items() if side.river},
        roads=frozenset(ends for ends, side in sides.items() if side.road),
        bridge_names={},
        down=frozenset(ends for ends, side in sides.items() if side.blown),
    )


def _with_edges(board: Board, given: Fields) -> Board:
    """Sources of supply and exits of the case's own, in place of the printed ones."""
    if "sources" not in given and "exits" not in given:
        return board
    sources = given.table("sources")
    sources.only(SIDES)
    exits = read_hexes(board, given, "exits")
    edges = [
        _edge(board, read_hex(board, sources, side, label), number)
        for number, side in enumerate(SIDES)
        for label in sources.texts(side)
    ]
    edges += [_edge(board, cell, ALLIED, german_exit=True) for cell in bits(exits)]
    return replace(board, edges=tuple(sorted(edges, key=lambda edge: edge.hex)))


def _edge(board: Board, cell: int, side: int, german_exit: bool = False) -> Edge:
    return Edge(label=board.labels[cell], edge=0, side=side, german_exit=german_exit, road="", hex=cell)
