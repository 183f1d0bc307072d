"""Case files: the map of a case, printed or made up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ardennes.cases.fields import Fields
from ardennes.cases.names import Names
from ardennes.cases.remember import once_for
from ardennes.games.wave_of_terror.schema import terms
from ardennes.games.wave_of_terror.schema.map import Side, lay_sides, load_board
from ardennes.games.wave_of_terror.schema.terms import Board
from ardennes.games.wave_of_terror.words import WORDING, hexes_named
from ardennes.hexes import board_of

GROUNDS = ("map", "clear")
HEX_WORDS = (*terms.TERRAINS, *terms.PLACES[1:], "west_wall")
SIDE_WORDS = ("none", "road", *terms.HEXSIDES[1:], "bridge", "blown")
SUPPLIES = ("all", "traced", "none")
BOARD_FIELDS = ("terrain", "map", "sides", "edge_roads", "sources", "supplied")


class WaveNames(Names):
    """Read the names of units, hexes and bridges in a case of Wave of Terror."""

    sides = terms.SIDES
    hex_like = 'write its number in quotes, like "E3119"'
    hexside_like = "E3435/E3534"
    wording = WORDING

    def find_hex(self, text: str) -> int | None:
        return next(iter(hexes_named(self.board, text)), None)

    def find_number(self, text: str) -> int | None:
        """Return the hex with this number on either sheet, or None."""
        return super().find_number(self.board.alias.get(text, text))

    def stack(self, fields: Fields, at: str) -> tuple[int, ...]:
        """Return units that act together, in counter order."""
        return tuple(sorted(self.some_units(fields, at)))

    def bridge(self, fields: Fields, at: str, said: str = "") -> int:
        """Return the bridge at a hexside; fail if there is none."""
        hexside = self.board.grid.hexside(*self.hexside(fields, at, said))
        bridge: int | None = self.board.bridge_at.get(hexside)
        if bridge is None:
            fields.fail(at, "this hexside has no bridge; add one with given.sides.")
        return bridge


@once_for(BOARD_FIELDS)
def board_of_case(given: Fields) -> Board:
    """Return the printed map with the changes that a case makes."""
    board = load_board()
    names = WaveNames(board)
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
    board = _with_hexes(board, names, given.table("map"))
    if blank or "sides" in given:
        sides = {} if blank else {board.grid.hexside(s.a, s.b): s for s in printed_sides(board)}
        for side in _read_sides(names, given.table("sides")):
            sides[board.grid.hexside(side.a, side.b)] = side
        laid = lay_sides(board.grid, sides.values())
        board = replace(board, **laid | {"road": laid["road"] | board.edge_roads})
    if "edge_roads" in given:
        leaving = names.hexes(given, "edge_roads")
        stretch = board.entries[-1] & ~(1 << board.grid.at("E1900") | 1 << board.grid.at("E2000"))
        board = replace(board, edge_roads=leaving, road=board.road | leaving, exit_stretch=stretch & leaving)
    return replace(board, sources=_sources(board, names, given, blank))


def _with_hexes(board: Board, names: WaveNames, fields: Fields) -> Board:
    terrain, place, wall = list(board.terrain), list(board.place), board.west_wall
    for label in fields.values:
        cell = names.hex(fields, label, label)
        words = fields.words(label, "a word for a hex", HEX_WORDS, (terms.TERRAINS, terms.PLACES))
        terrain[cell] = _first(words, terms.TERRAINS, terms.CLEAR)
        place[cell] = _first(words, terms.PLACES, terms.NO_PLACE)
        wall = wall | 1 << cell if "west_wall" in words else wall & ~(1 << cell)
    cities = board_of(cell for cell in board.grid.cells if place[cell] == terms.CITY)
    return replace(board, terrain=tuple(terrain), place=tuple(place), west_wall=wall, cities=cities)


def _first(words: list[str], known: Sequence[str], otherwise: int) -> int:
    """Return the index in `known` of the first of the words that is in it."""
    return next((known.index(word) for word in words if word in known), otherwise)


def printed_sides(board: Board) -> Iterator[Side]:
    """Yield every hexside of the board that has a road, water or a block."""
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


def _read_sides(names: WaveNames, fields: Fields) -> Iterator[Side]:
    for name in fields.values:
        words = fields.words(name, "a word for a hexside", SIDE_WORDS, (terms.HEXSIDES,))
        bridged = "bridge" in words or "blown" in words  # WOT-MAP-40
        kind = _first(words, terms.HEXSIDES, terms.MINOR if bridged else terms.PLAIN)
        if kind != terms.PLAIN and "road" in words and not bridged:
            fields.fail(name, "a road over water is a bridge; write bridge or blown.")
        for a, b in names.hexsides(fields, name):
            yield Side(a, b, kind, bridged or "road" in words, "blown" in words)


def _sources(board: Board, names: WaveNames, given: Fields, blank: bool) -> tuple[int, int]:
    """Return the supply sources: every hex for "all", no hex for "none"."""
    how = given.choice("supplied", "a way to settle supply", SUPPLIES, "all" if blank else "traced")
    if "sources" in given:
        table = given.table("sources", only=terms.SIDES)
        return names.hexes(table, terms.SIDES[0]), names.hexes(table, terms.SIDES[1])
    return {"all": (board.grid.mask, board.grid.mask), "none": (0, 0), "traced": board.sources}[how]
