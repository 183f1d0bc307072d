"""Reading the data of Tigers in the Ardennes into the words of `terms`.

Every loader takes an optional folder laid out like `data/`, so that a designer can load an edited copy.
"""

from __future__ import annotations

import functools
from pathlib import Path

from ardennes.games.tigers.schema import terms
from ardennes.games.tigers.schema.map import STATUSES, data_file, load_board
from ardennes.games.tigers.schema.tables import (
    Constants,
    TerrainEffect,
    load_constants,
    load_tables,
    load_terrain_effects,
)
from ardennes.games.tigers.schema.terms import (
    AIR_TYPES,
    ARMOR,
    DIVISION,
    GERMAN,
    KINDS,
    PARA,
    SIDES,
    SMALL,
    SUB_DIVISIONAL,
    AirUnit,
    Board,
    Unit,
)
from ardennes.kernel.datafile import Row, read_table, read_toml, unique

__all__ = [
    "Constants", "TerrainEffect", "load_air_units", "load_board", "load_constants",
    "load_tables", "load_terrain_effects", "load_units", "unit_from_row",
]  # fmt: skip

NATIONS = ("german", "us", "british")
SIZES = {
    "division": DIVISION,
    "kampfgruppe": SUB_DIVISIONAL,
    "brigade": SUB_DIVISIONAL,
    "group": SUB_DIVISIONAL,
    "command": SUB_DIVISIONAL,
    "battalion": SMALL,
    "special": SMALL,
}
EDGES = ("", "N", "S", "W", "E", "NW")
TRAITS = ("early_release", "forest_bonus", "starts_entrenched", "free_placement")
INFANTRY_TYPE = (terms.INFANTRY, PARA, terms.PANZERGRENADIER)
PURE_ARMOR = (ARMOR, terms.COMBAT_COMMAND, terms.TIGER)
AA_KINDS = (ARMOR, terms.PANZERGRENADIER, PARA)
MECHANIZED = (*PURE_ARMOR, terms.CAVALRY, terms.PANZERGRENADIER, terms.SKORZENY)
UNIT_COLUMNS = ("id", "side", "nation", "name", "short", "kind", "size", "factor", "ss", "start_hex",
                "arrival", "edge", "traits", "status", "notes")  # fmt: skip
AIR_UNIT_COLUMNS = ("id", "side", "name", "type", "arrival", "status", "notes")


def load_units(board: Board, folder: Path | None = None) -> tuple[Unit, ...]:
    """The ground counters in their fixed order, from units.csv."""
    return _units(board.grid.labels, folder)


@functools.cache
def _units(labels: tuple[str, ...], folder: Path | None) -> tuple[Unit, ...]:
    rows = read_table(data_file("units.csv", folder), UNIT_COLUMNS)
    unique(rows, "id")
    unique(rows, "short")
    allowance = _allowance(folder)
    return tuple(_unit(index, row, labels, allowance) for index, row in enumerate(rows))


def _allowance(folder: Path | None) -> tuple[int, ...]:
    omf = read_toml(data_file("constants.toml", folder)).section("omf")
    return tuple(omf.number(kind, 0, 9) for kind in KINDS)


def unit_from_row(index: int, row: Row, board: Board) -> Unit:
    """One counter from a row in the form of units.csv, for units a case file makes up."""
    return _unit(index, row, board.grid.labels, _allowance(None))


def _unit(index: int, row: Row, labels: tuple[str, ...], allowance: tuple[int, ...]) -> Unit:
    side, kind = row.choice("side", SIDES), row.choice("kind", KINDS)
    nation = NATIONS[row.choice("nation", NATIONS)]
    if (side == GERMAN) != (nation == "german"):
        row.fail("nation", "german for the german side, us or british for the allied one")
    row.choice("status", STATUSES)
    size_word = tuple(SIZES)[row.choice("size", tuple(SIZES))]
    # Peiper is sub-divisional (TIA-KGP-7), Tigers and Skorzeny are smaller still (TIA-TIGER-2).
    size, ss = SIZES[size_word], row.flag("ss")
    factor, arrival = row.number("factor", 0, 20), row.number("arrival", 0, 12)
    edge = EDGES[row.choice("edge", EDGES)]
    if bool(edge) != (arrival > 0):
        row.fail("edge", "an edge for a unit with a turn of arrival, nothing for any other")
    traits = row.words("traits", TRAITS)
    infantry_type = kind in INFANTRY_TYPE
    german = side == GERMAN
    return Unit(
        index=index,
        id=row.name("id"),
        name=row.name("name"),
        short=row.name("short"),  # TIA-UNIT-1
        side=side,
        nation=nation,
        kind=kind,  # TIA-UNIT-2
        size=size,
        factor=factor,  # one for attack and defence, TIA-UNIT-3
        ss=ss,  # TIA-SS-3
        omf=allowance[kind],  # TIA-MOVE-1
        start_hex=_start_hex(row, labels, arrival),
        arrival=arrival,
        edge=edge,
        infantry_type=infantry_type,
        mechanized=kind in MECHANIZED,
        pure_armor=kind in PURE_ARMOR,
        combat=factor > 0 and kind != terms.DUMP,
        # Divisions and Peiper, not brigades.
        aa=german and kind in AA_KINDS and size_word in ("division", "kampfgruppe"),
        shrugs_disruption=(german and ss) or (kind == PARA and nation != "british"),
        entrenches=infantry_type and size == DIVISION,
        early_release="early_release" in traits,
        forest_bonus=(german and infantry_type) or "forest_bonus" in traits,
        starts_entrenched="starts_entrenched" in traits,
        free_placement="free_placement" in traits,
    )


def _start_hex(row: Row, labels: tuple[str, ...], arrival: int) -> int | None:
    label = row.text("start_hex")
    if not label:
        return None
    if arrival:
        row.fail("start_hex", "nothing for a unit with a turn of arrival")
    if label not in labels:
        row.fail("start_hex", "a hex of the map, like 1407, or nothing")
    return labels.index(label)


@functools.cache
def load_air_units(folder: Path | None = None) -> tuple[AirUnit, ...]:
    """The air units, from air_units.csv."""
    rows = read_table(data_file("air_units.csv", folder), AIR_UNIT_COLUMNS)
    unique(rows, "id")
    for row in rows:
        row.choice("status", STATUSES)
        if (row.choice("side", SIDES) == GERMAN) != (row.choice("type", AIR_TYPES) == terms.FW190):
            row.fail("type", "FW-190 for the german side, P-47 or P-51 for the allied one")
    return tuple(
        AirUnit(
            index=index,
            id=row.name("id"),
            name=row.name("name"),
            side=row.choice("side", SIDES),
            type=row.choice("type", AIR_TYPES),
            arrival=row.number("arrival", 0, 12),
        )
        for index, row in enumerate(rows)
    )
