"""Case files: the map of a case, printed or made up."""

from __future__ import annotations

import functools
from dataclasses import replace

import msgspec

from ardennes.cases.fields import Fields
from ardennes.cases.names import Names
from ardennes.games.tigers.facts import river_named
from ardennes.games.tigers.schema.map import Board, Hex, Hexside, load_board, make_board, map_records
from ardennes.games.tigers.schema.terms import SIDES
from ardennes.games.tigers.schema.world import EXIT
from ardennes.games.tigers.words import WORDING, air_named
from ardennes.kernel.mapfile import hexside_of
from ardennes.kernel.parts import Part

TERRAINS = ("map", "clear")
HEX_WORDS = ("open", "forest", "venn", "town", "city")
EITHER = (("open", "forest"), ("open", "venn"), ("town", "city"))
SIDE_WORDS = ("none", "river", "meuse", "bridge", "road", "siegfried")
BOARD_FIELDS = ("terrain", "map", "sides", "supply_edge", "edge_roads")


class TigersNames(Names):
    """Names of units, hexes and hexsides in cases of Tigers."""

    sides = SIDES
    hex_like = (
        "write its number in quotes (odd columns have rows 02 to 11, even ones 01 to 10, like 905 or 1206)"
    )
    hexside_like = "806/907"
    wording = WORDING

    def find_hex(self, text: str) -> int | None:
        result: int | None = self.board.hex_of.get(text)
        return self.find_number(text) if result is None else result

    def step(self, fields: Fields, at: str) -> int:
        """Return a hex, or EXIT for off the map."""
        return EXIT if fields.raw(at) == "exit" else self.hex(fields, at)

    def river(self, fields: Fields, at: str, said: str = "") -> int:
        return fields.meant(at, river_named, self.w, said or fields.text(at))

    def air(self, fields: Fields, at: str, said: str = "") -> int:
        result: int = self.w.air_by_id[fields.meant(at, air_named, self.w, said or fields.text(at))]
        return result


def board_of_case(given: Fields, part: Part | None) -> Board:
    """Return the printed map with the changes of the case; a short scenario has its own ground unchanged."""
    if part is not None:
        for field in BOARD_FIELDS:
            if field in given:
                given.fail(field, "a short scenario uses the printed map; leave this out.")
        return load_board(part=part)
    board = printed = load_board()
    names = TigersNames(printed)
    blank = given.choice("terrain", "a kind of map", TERRAINS, "map") == "clear"
    if blank:
        board = _clear()
    if given.table("map") or given.table("sides"):
        hexes, sides = _clear_records() if blank else map_records()
        hexes = _with_hexes(names, hexes, given.table("map"))
        sides = _with_sides(names, sides, given.table("sides"))
        board = replace(make_board(printed.grid, hexes, sides), front_dirs=printed.front_dirs)
    edges = given.table("supply_edge", only=SIDES)
    if "german" in edges:
        board = replace(board, german_supply_edge=names.hexes(edges, "german"))
    if "allied" in edges:
        board = replace(board, allied_supply_edge=names.hexes(edges, "allied"))
    if "edge_roads" in given:
        board = replace(board, edge_road=names.hexes(given, "edge_roads"))
    return board


def _clear_records() -> tuple[list[Hex], list[Hexside]]:
    """Open ground with the places where they are, and nothing on any hexside."""
    hexes, _ = map_records()
    return [msgspec.structs.replace(row, terrain="open", place_kind="", edge_road=False) for row in hexes], []


@functools.cache
def _clear() -> Board:
    printed = load_board()
    return replace(make_board(printed.grid, *_clear_records()), front_dirs=printed.front_dirs)


def _with_hexes(names: TigersNames, hexes: list[Hex], fields: Fields) -> list[Hex]:
    """Hexes of another terrain: "forest", "forest town", "venn forest" ..."""
    changed = {row.hex: row for row in hexes}
    for name in fields.values:
        label = names.board.grid.label(names.hex(fields, name, name))
        words = fields.words(name, "a word for this", HEX_WORDS, EITHER)
        terrain = "_".join(word for word in ("venn", "forest") if word in words) or "open"
        kind = next((word for word in ("city", "town") if word in words), "")
        changed[label] = msgspec.structs.replace(changed[label], terrain=terrain, place_kind=kind)
    return list(changed.values())


def _with_sides(names: TigersNames, sides: list[Hexside], fields: Fields) -> list[Hexside]:
    grid = names.board.grid
    changed = {grid.hexside(*hexside_of(grid, row)): row for row in sides}
    for name in fields.values:
        words = fields.words(name, "a word for this", SIDE_WORDS)
        wet = {"river", "bridge", "meuse"} & set(words)
        for a, b in names.hexsides(fields, name):
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
