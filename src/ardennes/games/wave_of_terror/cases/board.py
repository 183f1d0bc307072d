"""Case files: the map of a case, printed or made up."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

from ardennes.cases.fields import Fields
from ardennes.cases.remember import once_for
from ardennes.games.wave_of_terror.schema import terms
from ardennes.games.wave_of_terror.schema.map import Side, lay_sides, load_board
from ardennes.games.wave_of_terror.schema.terms import Board
from ardennes.games.wave_of_terror.words import hexes_named
from ardennes.hexes import Grid, bits, board_of

GROUNDS = ("map", "clear")
HEX_WORDS = (*terms.TERRAINS, *terms.PLACES[1:], "west_wall")
SIDE_WORDS = ("none", "road", *terms.HEXSIDES[1:], "bridge", "blown")
SUPPLIES = ("all", "traced", "none")
BOARD_FIELDS = ("terrain", "map", "sides", "edge_roads", "sources", "supplied")


def read_hex(board: Board, fields: Fields, name: str, label: object) -> int:
    """The cell of a hex by its number on either sheet, or of a place's name."""
    found = hexes_named(board, label) if isinstance(label, str) else ()
    if not found:
        fields.fail(name, f'{label!r} is no hex of the map; write its number in quotes, like "E3119".')
    return found[0]


def read_hexes(board: Board, fields: Fields, name: str) -> int:
    return board_of(read_hex(board, fields, name, label) for label in fields.texts(name))


def read_pair(board: Board, fields: Fields, name: str, text: str) -> tuple[int, int]:
    """The two cells of a hexside written "E3435/E3534"."""
    first, slash, second = text.partition("/")
    if not slash:
        fields.fail(name, f"{text!r} is no hexside; write the two hexes it joins, like E3435/E3534.")
    a, b = (read_hex(board, fields, name, part.strip()) for part in (first, second))
    if not board.grid.adjacent(a, b):
        fields.fail(name, f"{first} and {second} do not touch.")
    return a, b


@once_for(BOARD_FIELDS)
def board_of_case(given: Fields) -> Board:
    """The printed map with everything the case says otherwise."""
    board = load_board()
    blank = given.choice("terrain", "a kind of map", GROUNDS, "map") == "clear"
    if blank:
        size = board.grid.size
        board = replace(
            board,
            terrain=(terms.CLEAR,) * size,
            place=(terms.NO_PLACE,) * size,
            west_wall=0,
            edge_roads=0,
            cities=0,
            liege=0,
        )
    board = _with_hexes(board, given.table("map"))
    if blank or "sides" in given:
        sides = {} if blank else {board.grid.hexside(s.a, s.b): s for s in printed_sides(board)}
        for side in _read_sides(board, given.table("sides")):
            sides[board.grid.hexside(side.a, side.b)] = side
        laid = lay_sides(board.grid, sides.values())
        board = replace(board, **laid | {"road": laid["road"] | board.edge_roads})
    if "edge_roads" in given:
        leaving = read_hexes(board, given, "edge_roads")
        stretch = board.entries[-1] & ~(1 << board.grid.at("E1900") | 1 << board.grid.at("E2000"))
        board = replace(board, edge_roads=leaving, road=board.road | leaving, exit_stretch=stretch & leaving)
    return _with_sources(board, given, blank)


def _with_hexes(board: Board, fields: Fields) -> Board:
    terrain, place, wall = list(board.terrain), list(board.place), board.west_wall
    for label in fields.values:
        cell = read_hex(board, fields, label, label)
        words = fields.text(label).lower().split()
        for word in words:
            if word not in HEX_WORDS:
                fields.unknown(label, word, "a word for a hex", HEX_WORDS)
        terrain[cell] = next(
            (terms.TERRAINS.index(word) for word in words if word in terms.TERRAINS), terms.CLEAR
        )
        place[cell] = next(
            (terms.PLACES.index(word) for word in words if word in terms.PLACES), terms.NO_PLACE
        )
        wall = wall | 1 << cell if "west_wall" in words else wall & ~(1 << cell)
    cities = board_of(cell for cell in board.grid.cells if place[cell] == terms.CITY)
    return replace(board, terrain=tuple(terrain), place=tuple(place), west_wall=wall, cities=cities)


def printed_sides(board: Board) -> Iterator[Side]:
    grid = board.grid
    for a in grid.cells:
        for direction in range(3):
            b = grid.neighbours[a][direction]
            if b < 0:
                continue
            kind, road = board.hexsides[a][direction], bool(board.links[direction] >> a & 1)
            if kind != terms.PLAIN or road:
                bridge = board.bridge_at.get(grid.hexside(a, b), -1)
                yield Side(a, b, kind, road, bridge >= 0 and board.bridges[bridge].blown)


def _read_sides(board: Board, fields: Fields) -> Iterator[Side]:
    for name in fields.values:
        words = fields.text(name).lower().split()
        for word in words:
            if word not in SIDE_WORDS:
                fields.unknown(name, word, "a word for a hexside", SIDE_WORDS)
        bridged = "bridge" in words or "blown" in words
        kinds = [terms.HEXSIDES.index(word) for word in words if word in terms.HEXSIDES]
        if kinds and "road" in words and not bridged:
            fields.fail(name, "a road over water is a bridge (WOT-MAP-40): write bridge, or blown.")
        kind = kinds[0] if kinds else terms.MINOR if bridged else terms.PLAIN
        hexes = [part.strip() for part in name.split("-")]
        pairs = [f"{a}/{b}" for a, b in itertools.pairwise(hexes)] if len(hexes) > 1 else [name]
        for pair in pairs:
            a, b = read_pair(board, fields, name, pair)
            yield Side(a, b, kind, bridged or "road" in words, "blown" in words)


def _with_sources(board: Board, given: Fields, blank: bool) -> Board:
    """Supply for all is a source in every hex, supply for none is no source at all."""
    how = given.choice("supplied", "a way to settle supply", SUPPLIES, "all" if blank else "traced")
    sources = {"all": (board.grid.mask,) * 2, "none": (0, 0), "traced": board.sources}[how]
    if "sources" in given:
        table = given.table("sources")
        table.only(terms.SIDES)
        sources = (read_hexes(board, table, terms.SIDES[0]), read_hexes(board, table, terms.SIDES[1]))
    return replace(board, sources=(sources[0], sources[1]))


def labels_of(grid: Grid, board: int) -> frozenset[str]:
    return frozenset(grid.label(cell) for cell in bits(board))
