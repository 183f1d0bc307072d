"""Case files: the map of a case, printed or made up."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import TypeVar

import msgspec

from ardennes.cases.fields import Fields
from ardennes.errors import UserError
from ardennes.games.tigers.schema.map import Board, Hex, Hexside, load_board, make_board, map_records
from ardennes.games.tigers.schema.terms import SIDES
from ardennes.games.tigers.schema.world import World
from ardennes.hexes import Grid, board_of
from ardennes.kernel.mapfile import hexside_of

T = TypeVar("T")
TERRAINS = ("map", "clear")
HEX_WORDS = ("open", "forest", "venn", "town", "city")
SIDE_WORDS = ("none", "river", "meuse", "bridge", "road", "siegfried")
BOARD_FIELDS = ("terrain", "map", "sides", "supply_edge", "edge_roads")


def meant(fields: Fields, at: str, find: Callable[[World, str], T], w: World, word: str) -> T:
    """What a word of a case means; one that means nothing is told by its place."""
    try:
        return find(w, word)
    except UserError as error:
        fields.fail(at, str(error))


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
    printed = load_board()
    blank = given.choice("terrain", "a kind of map", TERRAINS, "map") == "clear"
    changes = {name: given.table(name) for name in ("map", "sides")}
    board = _clear() if blank else printed
    if any(table.values for table in changes.values()):
        hexes, sides = _clear_records() if blank else map_records()
        hexes = _with_hexes(printed.grid, hexes, changes["map"])
        sides = _with_sides(printed.grid, sides, changes["sides"])
        board = replace(make_board(printed.grid, hexes, sides), front_dirs=printed.front_dirs)
    edges = given.table("supply_edge")
    edges.only(SIDES)
    if "german" in edges:
        board = replace(board, german_supply_edge=read_hexes(board.grid, edges, "german"))
    if "allied" in edges:
        board = replace(board, allied_supply_edge=read_hexes(board.grid, edges, "allied"))
    if "edge_roads" in given:
        board = replace(board, edge_road=read_hexes(board.grid, given, "edge_roads"))
    return board


def _clear_records() -> tuple[list[Hex], list[Hexside]]:
    """Open ground with the places where they are, and nothing on any hexside."""
    hexes, _ = map_records()
    return [msgspec.structs.replace(row, terrain="open", place_kind="", edge_road=False) for row in hexes], []


@functools.cache
def _clear() -> Board:
    printed = load_board()
    return replace(make_board(printed.grid, *_clear_records()), front_dirs=printed.front_dirs)


def _words(fields: Fields, name: str, allowed: Collection[str]) -> list[str]:
    words = fields.text(name).lower().split()
    for word in words:
        if word not in allowed:
            fields.unknown(name, word, "a word for this", allowed)
    return words


def _with_hexes(grid: Grid, hexes: list[Hex], fields: Fields) -> list[Hex]:
    """Hexes of another terrain: "forest", "forest town", "venn forest" ..."""
    changed = {row.hex: row for row in hexes}
    for name in fields.values:
        label = grid.label(read_hex(grid, fields, name, name))
        words = _words(fields, name, HEX_WORDS)
        terrain = "_".join(word for word in ("venn", "forest") if word in words) or "open"
        kind = next((word for word in ("city", "town") if word in words), "")
        changed[label] = msgspec.structs.replace(changed[label], terrain=terrain, place_kind=kind)
    return list(changed.values())


def _with_sides(grid: Grid, sides: list[Hexside], fields: Fields) -> list[Hexside]:
    changed = {grid.hexside(*hexside_of(grid, row)): row for row in sides}
    for name in fields.values:
        words = _words(fields, name, SIDE_WORDS)
        hexes = [part.strip() for part in name.split("-")]
        for pair in [f"{a}/{b}" for a, b in itertools.pairwise(hexes)] or hexes:
            a, b = read_hexside(grid, fields, name, pair)
            wet = {"river", "bridge", "meuse"} & set(words)
            changed[grid.hexside(a, b)] = Hexside(
                hex_a=grid.label(a),
                hex_b=grid.label(b),
                river="Meuse" if "meuse" in words else "river" if wet else "",
                road="yes" if "road" in words else "no",
                bridge="" if not wet else "intact" if "bridge" in words else "none",
                label="",
                front=False,
                siegfried="siegfried" in words,
                status="reconstructed",
            )
    return list(changed.values())
