"""The map of a case: the printed one or a changed one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ardennes.cases.fields import Fields
from ardennes.cases.names import Names
from ardennes.cases.remember import once_for
from ardennes.games.playsheet.rules.tables.readings import STANDARD, Readings
from ardennes.games.playsheet.schema.map import Board, Edge, Pair, load_board, pair
from ardennes.games.playsheet.schema.terms import ALLIED, CLEAR, SIDES, TERRAINS
from ardennes.games.playsheet.words import WORDING
from ardennes.hexes import bits

GROUNDS = ("map", "clear")
SIDE_WORDS = ("none", "road", "river", "bridge", "blown")
BOARD_FIELDS = ("terrain", "map", "sides", "sources", "exits")


@dataclass(frozen=True)
class Hexside:
    """Road and river on one hexside; a road over a river is a bridge, OPS-MAP-5."""

    road: bool = False
    river: bool = False
    blown: bool = False


class PlaysheetNames(Names):
    """Names of units, hexes and hexsides in cases of the playsheet."""

    sides = SIDES
    hex_like = 'write its number in quotes, like "2429"'
    hexside_like = "2010/2011"
    wording = WORDING

    def __init__(self, board: Board, world: Any = None, readings: Readings = STANDARD) -> None:
        super().__init__(board, world)
        self.readings = readings

    def find_hex(self, text: str) -> int | None:
        result: int | None = self.board.cells.get(text)
        return self.board.places.index(text) if result is None and text in self.board.places else result

    def touch(self, a: int, b: int) -> bool:
        return b in self.board.neighbours[a]

    def hex(self, fields: Fields, at: str, said: object = None) -> int:
        """Return a hex; its number may be written without quotes."""
        label = fields.raw(at) if said is None else said
        return super().hex(fields, at, f"{label:04}" if isinstance(label, int) else label or "")

    def bridge(self, fields: Fields, at: str, said: str = "") -> int:
        bridge: int = self.w.bridge_between(*self.hexside(fields, at, said))
        if bridge < 0:
            fields.fail(at, "this hexside has no bridge; add one with given.sides.")
        return bridge


@once_for(BOARD_FIELDS)
def board_of_case(given: Fields) -> Board:
    """Return the printed map with the changes of the case."""
    board = load_board()
    names = PlaysheetNames(board)
    blank = given.choice("terrain", "a kind of map", GROUNDS, "map") == "clear"
    terrain = [CLEAR] * len(board.labels) if blank else list(board.terrain)
    hexes = given.table("map")
    for label in hexes.values:
        terrain[names.hex(hexes, label, label)] = hexes.index(label, "a terrain", TERRAINS)
    board = replace(board, terrain=tuple(terrain))
    if blank or "sides" in given:
        sides = {} if blank else printed_sides(board)
        sides.update(_read_sides(names, given.table("sides")))
        board = _with_sides(board, sides)
    if "sources" in given or "exits" in given:
        board = replace(board, edges=_edges(names, given))
    return board


def printed_sides(board: Board) -> dict[Pair, Hexside]:
    return {
        ends: Hexside(ends in board.roads, ends in board.rivers, ends in board.down)
        for ends in board.roads | board.rivers.keys()
    }


def _read_sides(names: PlaysheetNames, fields: Fields) -> Iterator[tuple[Pair, Hexside]]:
    for name in fields.values:
        words = fields.words(name, "a word for a hexside", SIDE_WORDS)
        bridged = "bridge" in words or "blown" in words
        if "river" in words and "road" in words:
            fields.fail(name, "a road over a river is a bridge; write bridge, or blown.")
        side = Hexside(bridged or "road" in words, bridged or "river" in words, "blown" in words)
        for a, b in names.hexsides(fields, name):
            yield pair(a, b), side


def _with_sides(board: Board, sides: dict[Pair, Hexside]) -> Board:
    return replace(
        board,
        rivers={ends: "river" for ends, side in sides.items() if side.river},
        roads=frozenset(ends for ends, side in sides.items() if side.road),
        bridge_names={},
        down=frozenset(ends for ends, side in sides.items() if side.blown),
    )


def _edges(names: PlaysheetNames, given: Fields) -> tuple[Edge, ...]:
    """Return the case's supply sources and exits, which replace the printed ones."""
    table = given.table("sources", only=SIDES)
    sources = [(cell, side) for side, name in enumerate(SIDES) for cell in bits(names.hexes(table, name))]
    edges = [_edge(names.board, cell, side) for cell, side in sources]
    edges += [
        _edge(names.board, cell, ALLIED, german_exit=True) for cell in bits(names.hexes(given, "exits"))
    ]
    return tuple(sorted(edges, key=lambda edge: edge.hex))


def _edge(board: Board, cell: int, side: int, german_exit: bool = False) -> Edge:
    return Edge(label=board.labels[cell], edge=0, side=side, german_exit=german_exit, road="", hex=cell)
