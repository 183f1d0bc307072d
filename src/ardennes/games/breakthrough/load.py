"""Reading the order of battle of Breakthrough in the Ardennes: units, divisions, artillery pools, set-ups.

Every loader takes an optional folder laid out like `data/`, so that a designer can load an edited copy.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, replace
from pathlib import Path

from ardennes.games.breakthrough.load_map import cell_of, data_file
from ardennes.games.breakthrough.terms import (
    DIVISION,
    EDGES,
    GERMAN,
    KINDS,
    MODES,
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

UNIT_COLUMNS = (
    "id", "side", "unit", "division", "corps", "kind", "combat", "date", "x", "y", "mobile", "corridor_ok",
    "notes", "printed_name", "printed_kind", "printed_x", "printed_y", "printed_mobile",
    "combat_two_player", "size", "op1", "op2", "replacement_pool", "vp_counts", "entry_edge", "start_mode",
    "fort0", "dec16_op", "dec17_op",
)  # fmt: skip
DIVISION_COLUMNS = ("side", "division", "printed_as", "artillery_corps", "kind", "mobile", "units",
                    "regiments", "can_build_up", "full_strength", "op1", "op2", "components")  # fmt: skip
POOL_COLUMNS = ("side", "corps", "divisions", "printed_divisions", "start_points", "reinforcement_points",
                "reinforcement_date")  # fmt: skip
SETUP_COLUMNS = ("id", "side", "status", "x", "y", "combat", "efficiency", "fort", "mode", "basis")
YES_NO = ("N", "Y")
SHARES = ("0", "0.5", "1")
NO_DIVISION = "-"


@dataclass(frozen=True, slots=True)
class Placed:
    """How a unit begins the Last Seven Days; eliminated when `cell` is -1."""

    unit: int
    cell: int
    strength: int
    efficiency: int
    fort: int
    mode: int


def day_of(row: Row, field: str) -> int:
    """The day of December 1944 of a date; 0 for an empty field."""
    text = row.text(field)
    if not text:
        return 0
    found = re.fullmatch(r"1944-12-(\d\d)", text)
    if found is None or not 1 <= int(found[1]) <= 31:
        row.fail(field, "a day of December 1944, like 1944-12-19")
    return int(found[1])


@functools.cache
def load_pools(folder: Path | None = None) -> tuple[Pool, ...]:
    rows = read_table(data_file("artillery_pools.csv", folder), POOL_COLUMNS)
    unique(rows, "side", "corps")
    return tuple(
        Pool(
            index,
            row.choice("side", SIDE_CODES),
            row.name("corps"),
            row.number("start_points", 0, 999),
            row.number("reinforcement_points", 0, 999),
            day_of(row, "reinforcement_date"),
        )
        for index, row in enumerate(rows)
    )


@functools.cache
def load_units(board: Board, folder: Path | None = None) -> tuple[tuple[Unit, ...], tuple[Division, ...]]:
    """The units in chart order, the divisional units behind them, and the divisions."""
    rows = read_table(data_file("oob.csv", folder), UNIT_COLUMNS)
    unique(rows, "id")
    parents = read_table(data_file("divisions.csv", folder), DIVISION_COLUMNS)
    unique(parents, "side", "division")
    number = {(row.text("side"), row.text("division")): index for index, row in enumerate(parents)}
    units = [_unit(index, row, board, number) for index, row in enumerate(rows)]
    divisions: list[Division] = []
    for index, row in enumerate(parents):
        # BTA-6.6f: only regiments build up, and a lone one has no partner.
        regiments = tuple(u.index for u in units[: len(rows)] if u.division == index and u.size == REGIMENT)
        builds = row.choice("can_build_up", YES_NO) == 1
        if builds != (len(regiments) > 1):
            row.fail("can_build_up", "Y for a division with two or more regiments, else N")
        division = _division(index, row, regiments, len(units) if builds else -1, folder)
        divisions.append(division)
        if builds:
            units.append(_divisional_unit(row, division, units))
    return tuple(units), tuple(divisions)


def _unit(index: int, row: Row, board: Board, divisions: dict[tuple[str, str], int]) -> Unit:
    side, parent = row.choice("side", SIDE_CODES), row.text("division")
    if parent != NO_DIVISION and (row.text("side"), parent) not in divisions:
        row.fail("division", "a division of divisions.csv, or - for none")
    return Unit(
        index=index,
        id=row.name("id"),
        name=_name(row.name("id"), row.name("unit"), parent, row.text("kind"), row.text("corps")),
        side=side,
        division=divisions.get((row.text("side"), parent), -1),
        corps=row.text("corps"),
        kind=row.choice("kind", KINDS),
        size=row.choice("size", SIZES[:DIVISION]),
        combat=row.number("combat", 1, 200),
        combat_two_player=row.number("combat_two_player", 1, 200),
        day=day_of(row, "date"),
        hex=cell_of(board.grid, row),
        entry_edge=row.choice("entry_edge", EDGES) if row.text("entry_edge") else -1,
        mobile=row.choice("mobile", YES_NO) == 1,
        asterisk=row.text("corridor_ok") == "Y",
        first=row.number("op1", 0, 99),
        second=row.number("op2", 0, 99),
        replacements=row.choice("replacement_pool", POOL_WORDS),
        counts=row.choice("vp_counts", ("0", "1")) == 1,
        fort=row.number("fort0", 0, 5),
        dec16=float(SHARES[row.choice("dec16_op", SHARES)]),
        dec17=float(SHARES[row.choice("dec17_op", SHARES)]),
    )


def _name(id_: str, unit: str, division: str, kind: str, corps: str) -> str:
    """What a counter says: 422/106, 1102 ENG, PZ XLVII."""
    if unit == "-":
        unit = id_.split("-")[-1]
    if division != NO_DIVISION:
        return f"{unit}/{division}"
    if unit == kind:
        return f"{unit} {corps}"
    return unit if kind in unit or unit.startswith("TD") else f"{unit} {kind}"


def _division(index: int, row: Row, regiments: tuple[int, ...], unit: int, folder: Path | None) -> Division:
    side = row.choice("side", SIDE_CODES)
    pools = {(p.side, p.corps): p.index for p in load_pools(folder)}
    if (side, row.text("artillery_corps")) not in pools:
        row.fail("artillery_corps", "a corps of artillery_pools.csv of the same side")
    return Division(
        index=index,
        id=row.name("division"),
        side=side,
        pool=pools[side, row.text("artillery_corps")],
        kind=row.choice("kind", KINDS),
        mobile=row.choice("mobile", YES_NO) == 1,
        unit=unit,
        regiments=regiments if unit >= 0 else (),
    )


def _divisional_unit(row: Row, division: Division, units: list[Unit]) -> Unit:
    """BTA-6.6e: of the type of its division whatever is in it."""
    parts = [units[i] for i in division.regiments]
    first = parts[0]
    stem = re.sub(r"(?<=\d)(PZGR|PZ|VG|FJ|A|SS)$", "", division.id)
    words = [stem, "SS" if division.id.endswith("SS") else "", KINDS[division.kind], "DIV"]
    return replace(
        first,
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
        first=row.number("op1", 0, 99),
        second=row.number("op2", 0, 99),
        replacements=POOL_WORDS.index("armored" if division.mobile else "infantry"),  # BTA-6.5
        counts=True,
        fort=0,
        dec16=min(u.dec16 for u in parts),
        dec17=min(u.dec17 for u in parts),
        components=division.regiments,
    )


@functools.cache
def load_last_seven(board: Board, folder: Path | None = None) -> tuple[Placed, ...]:
    """The position of 21 December, from setup_dec21.csv."""
    units, _ = load_units(board, folder)
    index = {unit.id: unit.index for unit in units}
    rows = read_table(data_file("setup_dec21.csv", folder), SETUP_COLUMNS)
    unique(rows, "id")
    placed = []
    for row in rows:
        if row.text("id") not in index:
            row.fail("id", "a unit of oob.csv")
        unit = index[row.text("id")]
        if row.choice("status", ("map", "eliminated")):
            placed.append(Placed(unit, -1, 0, 100, 0, 0))
            continue
        placed.append(
            Placed(
                unit,
                cell_of(board.grid, row),
                row.number("combat", 1, units[unit].combat),
                row.number("efficiency", 40, 100),
                row.number("fort", 0, 5),
                row.choice("mode", MODES),
            )
        )
    return tuple(placed)
