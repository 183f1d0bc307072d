"""Reading the order of battle of Breakthrough in the Ardennes: units, divisions, artillery pools, set-ups.

Every loader takes an optional folder laid out like `data/`, so that a designer can load an edited copy.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from ardennes.games.breakthrough.schema.map import SETUP_DAYS, cell_of, data_file, load_board
from ardennes.games.breakthrough.schema.terms import (
    DIVISION,
    EDGES,
    FIRST_DAY,
    GERMAN,
    KINDS,
    NORMAL,
    POOL_WORDS,
    REGIMENT,
    SIDE_CODES,
    SIZES,
    Board,
    Division,
    Pool,
    Unit,
)
from ardennes.kernel.datafile import Row, read_table, unique

UNIT_COLUMNS = ("id", "side", "unit", "division", "corps", "kind", "size", "combat", "combat_two_player",
                "mobile", "corridor_ok", "day", "x", "y", "edge", "allowance", "replacement_pool",
                "vp_counts", "fort", "dec16_op", "dec17_op", "notes")  # fmt: skip
DIVISION_COLUMNS = ("side", "division", "printed_as", "name", "kind", "mobile", "allowance")
POOL_COLUMNS = ("side", "corps", "name", "divisions", "start", "reinforcement", "day")
ALLOWANCE_COLUMNS = ("class", "side", "label", "first", "second", "cap", "travel_cap", "status", "note")
SETUP_COLUMNS = ("id", "status", "x", "y", "combat", "efficiency", "fort", "place")
SHARES = ("0", "0.5", "1")
LAST_DAY = 31  # of December
SECOND_START = SETUP_DAYS[1]  # the day setup_dec21.csv is for


@dataclass(frozen=True, slots=True)
class Placed:
    """How a unit begins the Last Seven Days; eliminated when `cell` is -1."""

    unit: int
    cell: int
    strength: int
    efficiency: int
    fort: int
    mode: int = NORMAL


class Allowance(NamedTuple):
    """Operation points of a class of units, BTA-7.4a, -c."""

    first: int
    second: int
    cap: int
    travel_cap: int


def day_of(row: Row, field: str) -> int:
    """A day of December."""
    return row.number(field, FIRST_DAY, LAST_DAY)


@functools.cache
def load_pools(folder: Path | None = None) -> tuple[Pool, ...]:
    """The artillery table, BTA-13.4."""
    rows = read_table(data_file("artillery_pools.csv", folder), POOL_COLUMNS)
    unique(rows, "side", "corps")
    return tuple(
        Pool(
            index=index,
            side=row.choice("side", SIDE_CODES),
            corps=row.name("corps"),
            name=row.name("name"),
            start=row.number("start", 0, 999),
            reinforcement=row.number("reinforcement", 0, 999),
            day=day_of(row, "day") if row.text("day") else 0,
        )
        for index, row in enumerate(rows)
    )


def _pool_of(folder: Path | None) -> dict[tuple[str, str], int]:
    """(side, division) -> the pool it draws on, BTA-6.4g."""
    found: dict[tuple[str, str], int] = {}
    for index, row in enumerate(read_table(data_file("artillery_pools.csv", folder), POOL_COLUMNS)):
        for division in row.text("divisions").split():
            if (row.text("side"), division) in found:
                row.fail("divisions", f"each division once; {division} has a corps already")
            found[row.text("side"), division] = index
    return found


def _allowances(folder: Path | None) -> dict[str, Allowance]:
    rows = read_table(data_file("op_allowances.csv", folder), ALLOWANCE_COLUMNS)
    unique(rows, "class")
    return {
        row.name("class"): Allowance(*(row.number(field, 0, 99) for field in Allowance._fields))
        for row in rows
    }


@functools.cache
def load_units(folder: Path | None = None) -> tuple[tuple[Unit, ...], tuple[Division, ...]]:
    """The units in chart order, the divisional units behind them, and the divisions."""
    board = load_board(folder)
    rows = read_table(data_file("oob.csv", folder), UNIT_COLUMNS)
    unique(rows, "id")
    parents = read_table(data_file("divisions.csv", folder), DIVISION_COLUMNS)
    unique(parents, "side", "division")
    number = {(row.text("side"), row.text("division")): index for index, row in enumerate(parents)}
    classes, pools = _allowances(folder), _pool_of(folder)
    units = [_unit(index, row, board, number, classes) for index, row in enumerate(rows)]
    _check_places(board, rows, units)
    divisions: list[Division] = []
    for index, row in enumerate(parents):
        # BTA-6.6f: only regiments build up, and a lone one has no partner.
        regiments = tuple(u.index for u in units[: len(rows)] if u.division == index and u.size == REGIMENT)
        builds = len(regiments) > 1
        if (row.text("side"), row.text("division")) not in pools:
            row.fail("division", "a division that artillery_pools.csv gives to a corps of its side")
        division = Division(
            index=index,
            id=row.name("division"),
            name=row.name("name"),
            side=row.choice("side", SIDE_CODES),
            pool=pools[row.text("side"), row.text("division")],
            kind=row.choice("kind", KINDS),
            mobile=row.flag("mobile"),
            unit=len(units) if builds else -1,
            regiments=regiments if builds else (),
        )
        divisions.append(division)
        if builds:
            units.append(_divisional_unit(division, units, _allowance(row, classes)))
    return tuple(units), tuple(divisions)


def _allowance(row: Row, classes: dict[str, Allowance]) -> Allowance:
    names = tuple(classes)
    return classes[names[row.choice("allowance", names)]]


def _unit(
    index: int,
    row: Row,
    board: Board,
    divisions: dict[tuple[str, str], int],
    classes: dict[str, Allowance],
) -> Unit:
    side, parent = row.choice("side", SIDE_CODES), row.text("division")
    if parent and (row.text("side"), parent) not in divisions:
        row.fail("division", "a division of divisions.csv, or nothing")
    points = _allowance(row, classes)
    return Unit(
        index=index,
        id=row.name("id"),
        name=_name(row.name("id"), row.text("unit"), parent, row.text("kind"), row.text("corps")),
        side=side,
        division=divisions.get((row.text("side"), parent), -1),
        corps=row.text("corps"),
        kind=row.choice("kind", KINDS),
        size=row.choice("size", SIZES[:DIVISION]),
        combat=row.number("combat", 1, 200),
        combat_two_player=row.number("combat_two_player", 1, 200),
        day=day_of(row, "day"),
        hex=cell_of(board.grid, row),
        entry_edge=row.choice("edge", EDGES) if row.text("edge") else -1,
        mobile=row.flag("mobile"),
        asterisk=row.flag("corridor_ok"),
        first=points.first,
        second=points.second,
        cap=points.cap,
        travel_cap=points.travel_cap,
        replacements=row.choice("replacement_pool", POOL_WORDS),
        counts=row.flag("vp_counts"),
        fort=row.number("fort", 0, 5),
        dec16=float(SHARES[row.choice("dec16_op", SHARES)]),
        dec17=float(SHARES[row.choice("dec17_op", SHARES)]),
    )


def _check_places(board: Board, rows: list[Row], units: list[Unit]) -> None:
    """Who is there on the first day stands in a hex of its side; who comes later enters by a road that leaves
    the map there, BTA-5.0, BTA-5.1."""
    entries = {(cell, edge) for cell, edge, _ in board.edge_roads}
    for row, unit in zip(rows, units, strict=True):
        if unit.entry_edge < 0:
            if unit.day != FIRST_DAY:
                row.fail("edge", f"the edge by which a unit comes that is not there on the {FIRST_DAY}th")
            _check_owner(board.german16, row, unit, unit.hex)
        elif unit.day == FIRST_DAY:
            row.fail("edge", f"nothing for a unit that is there on the {FIRST_DAY}th")
        elif (unit.hex, unit.entry_edge) not in entries:
            row.fail("edge", f"an edge over which a road leaves {board.grid.label(unit.hex)}")


def _check_owner(german: int, row: Row, unit: Unit, cell: int) -> None:
    if (german >> cell & 1) != (unit.side == GERMAN):
        row.fail("x", "a hex of its own side in map/hexes.csv", f"'{row.text('x')},{row.text('y')}'")


def _name(id_: str, unit: str, division: str, kind: str, corps: str) -> str:
    """What a counter says: 422/106, 1102 ENG, PZ XLVII."""
    unit = unit or id_.split("-")[-1]
    if division:
        return f"{unit}/{division}"
    if unit == kind:
        return f"{unit} {corps}"
    return unit if kind in unit or unit.startswith("TD") else f"{unit} {kind}"


def _divisional_unit(division: Division, units: list[Unit], points: Allowance) -> Unit:
    """BTA-6.6e: of the type of its division whatever is in it."""
    parts = [units[i] for i in division.regiments]
    stem = re.sub(r"(?<=\d)(PZGR|PZ|VG|FJ|A|SS)$", "", division.id)
    words = [stem, "SS" if division.id.endswith("SS") else "", KINDS[division.kind], "DIV"]
    return replace(
        parts[0],
        index=len(units),
        id=f"{SIDE_CODES[division.side]}-{division.id}-DIV",
        name=" ".join(word for word in words if word),
        kind=division.kind,
        size=DIVISION,
        combat=sum(u.combat for u in parts),
        combat_two_player=sum(u.combat_two_player for u in parts),
        day=0,
        hex=-1,
        entry_edge=-1,
        mobile=division.mobile,
        asterisk=all(u.asterisk for u in parts) and division.side != GERMAN,
        first=points.first,
        second=points.second,
        cap=points.cap,
        travel_cap=points.travel_cap,
        replacements=POOL_WORDS.index("armored" if division.mobile else "infantry"),  # BTA-6.5
        counts=True,
        fort=0,
        dec16=min(u.dec16 for u in parts),
        dec17=min(u.dec17 for u in parts),
        components=division.regiments,
    )


@functools.cache
def load_last_seven(folder: Path | None = None) -> tuple[Placed, ...]:
    """The position of 21 December, from setup_dec21.csv."""
    board = load_board(folder)
    units, _ = load_units(folder)
    index = {unit.id: unit.index for unit in units}
    rows = read_table(data_file("setup_dec21.csv", folder), SETUP_COLUMNS)
    unique(rows, "id")
    placed = []
    for row in rows:
        if row.text("id") not in index:
            row.fail("id", "a unit of oob.csv")
        unit = index[row.text("id")]
        if units[unit].divisional or units[unit].day >= SECOND_START:
            row.fail("id", f"a unit of oob.csv that has come before the {SECOND_START}st")
        if row.choice("status", ("map", "eliminated")):
            placed.append(Placed(unit, -1, 0, 100, 0))
            continue
        cell = cell_of(board.grid, row)
        _check_owner(board.german21, row, units[unit], cell)
        placed.append(
            Placed(
                unit,
                cell,
                row.number("combat", 1, units[unit].combat),
                row.number("efficiency", 40, 100),
                row.number("fort", 0, 5),
            )
        )
    told = {p.unit for p in placed}
    for info in units:
        if not info.divisional and info.day < SECOND_START and info.index not in told:
            rows[-1].fail(
                "id", f"a row for every unit that has come before the {SECOND_START}st", f"none for {info.id}"
            )
    return tuple(placed)
