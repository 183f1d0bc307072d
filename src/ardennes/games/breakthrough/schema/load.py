"""Read the order of battle of Breakthrough in the Ardennes: units, divisions, artillery pools, set-ups.

Every loader takes an optional folder laid out like `data/`, so that a designer can load an edited copy. All
raise DataFileError for data that does not fit.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from ardennes.games.breakthrough.schema import terms
from ardennes.games.breakthrough.schema.map import cell_of, load_board
from ardennes.games.breakthrough.schema.terms import Allowance, Board, Division, Placed, Unit
from ardennes.kernel.datafile import Folder, kept, one_of
from ardennes.kernel.schema import Known, check_references, read_records
from ardennes.words import closest

SECOND_START = terms.SETUP_DAYS[1]  # the day setup_dec21.csv is for
Pools = dict[tuple[int, str], int]  # (side, division id) -> number of the pool
Divisions = dict[tuple[int, str], tuple[int, Division]]  # (side, id) -> its number and row


@kept
def load_pools(folder: Folder | None = None) -> tuple[terms.Pool, ...]:
    """Return the artillery pools, BTA-13.4."""
    rows = read_records(terms.data_file("artillery_pools.csv", folder), terms.Pool, ("side", "corps"))
    return tuple(replace(row, index=index) for index, row in enumerate(rows))


def _pool_of(folder: Folder | None) -> Pools:
    """Return the pool that each division draws on, BTA-6.4g."""
    result: Pools = {}
    for pool in load_pools(folder):
        for division in pool.divisions:
            if (pool.side, division) in result:
                pool.fail("divisions", f"each division once; {division} has a corps already")
            result[pool.side, division] = pool.index
    return result


@kept
def load_units(folder: Folder | None = None) -> tuple[tuple[Unit, ...], tuple[Division, ...]]:
    """Return the units in chart order, then the divisional units; and the divisions."""
    board = load_board(folder)
    rows = read_records(terms.data_file("oob.csv", folder), Unit, ("id",))
    parents = read_records(terms.data_file("divisions.csv", folder), Division, ("side", "division"))
    classes = read_records(terms.data_file("op_allowances.csv", folder), Allowance, ("class",))
    check_references(load_pools(folder), {"division": _known_divisions(parents)})
    check_references(rows, {"corps": _known_corps(folder), **_known(parents, classes)})
    check_references(parents, _known(parents, classes))
    allowances, pools = {row.class_: row for row in classes}, _pool_of(folder)
    number = {(row.side, row.id): (index, row) for index, row in enumerate(parents)}
    units = [_unit(index, row, board, number, allowances) for index, row in enumerate(rows)]
    _check_places(board, units)
    divisions: list[Division] = []
    for index, row in enumerate(parents):
        # BTA-6.6f: only regiments build up, and a lone one has no partner.
        regiments = tuple(
            u.index for u in units[: len(rows)] if u.division == index and u.size == terms.REGIMENT
        )
        if (row.side, row.id) not in pools:
            row.fail("id", "a division that artillery_pools.csv gives to a corps of its side")
        division = replace(row, index=index, pool=pools[row.side, row.id])
        if len(regiments) > 1:
            division = replace(division, unit=len(units), regiments=regiments)
            units.append(_divisional_unit(division, units, _allowance(row, allowances)))
        divisions.append(division)
    return tuple(units), tuple(divisions)


def _known_divisions(parents: Sequence[Division]) -> Known:
    return Known([row.id for row in parents], "a division of divisions.csv")


def _known(parents: Sequence[Division], classes: Sequence[Allowance]) -> dict[str, Known]:
    names = [row.class_ for row in classes]
    return {"division": _known_divisions(parents), "allowance": Known(names, one_of(names))}


def _known_corps(folder: Folder | None) -> Known:
    names = [*(pool.corps for pool in load_pools(folder)), *terms.CORPS_WITHOUT_POOL]
    return Known(names, "a corps of artillery_pools.csv")


def _allowance(row: Unit | Division, classes: dict[str, Allowance]) -> dict[str, int]:
    """Return the operation points of the class that the row names."""
    if row.allowance not in classes:
        row.fail("allowance", one_of(tuple(classes)))
    result = classes[row.allowance]
    return {
        "first": result.first,
        "second": result.second,
        "cap": result.cap,
        "travel_cap": result.travel_cap,
    }


def _unit(index: int, row: Unit, board: Board, divisions: Divisions, classes: dict[str, Allowance]) -> Unit:
    if row.parent and (row.side, row.parent) not in divisions:
        row.fail("parent", "a division of divisions.csv, or nothing")
    number, division = divisions.get((row.side, row.parent), (-1, None))
    return replace(
        row,
        index=index,
        name=f"{row.own} ({re.sub(' (Division|Group)$', '', division.name)})" if division else row.own,
        label=_label(row),
        division=number,
        hex=cell_of(board.grid, row, row.x, row.y),
        **_allowance(row, classes),
    )


def _check_places(board: Board, units: list[Unit]) -> None:
    """Check that a unit of the first day starts in a friendly hex, and a later one enters by a road, BTA-5.0,
    BTA-5.1."""
    entries = {(cell, edge) for cell, edge, _ in board.edge_roads}
    for unit in units:
        if unit.entry_edge < 0:
            if unit.day != terms.FIRST_DAY:
                later = f"the edge by which a unit comes that is not there on the {terms.FIRST_DAY}th"
                unit.fail("entry_edge", later)
            _check_owner(board, board.german16, unit, unit, unit.hex)
        elif unit.day == terms.FIRST_DAY:
            unit.fail("entry_edge", f"nothing for a unit that is there on the {terms.FIRST_DAY}th")
        elif (unit.hex, unit.entry_edge) not in entries:
            unit.fail("entry_edge", f"an edge over which a road leaves {board.grid.label(unit.hex)}")


def _check_owner(board: Board, german: int, row: Unit | Placed, unit: Unit, cell: int) -> None:
    if (german >> cell & 1) != (unit.side == terms.GERMAN):
        row.fail("x", "a hex of its own side in map/hexes.csv", f"'{board.grid.label(cell)}'")


def _label(row: Unit) -> str:
    """Return the label on a counter: 422/106, 1102 ENG, PZ XLVII."""
    unit, kind = row.printed_name or row.id.split("-")[-1], terms.KINDS[row.kind]
    if row.parent:
        return f"{unit}/{row.parent}"
    if unit == kind:
        return f"{unit} {row.corps}"
    return unit if kind in unit or unit.startswith("TD") else f"{unit} {kind}"


def _divisional_unit(division: Division, units: list[Unit], points: dict[str, int]) -> Unit:
    """Return the divisional unit of a division; its type does not depend on its parts, BTA-6.6e."""
    parts = [units[i] for i in division.regiments]
    stem = re.sub(r"(?<=\d)(PZGR|PZ|VG|FJ|A|SS)$", "", division.id)
    words = [stem, "SS" if division.id.endswith("SS") else "", terms.KINDS[division.kind], "DIV"]
    return replace(
        parts[0],
        index=len(units),
        id=f"{terms.SIDE_CODES[division.side]}-{division.id}-DIV",
        own=division.name,
        name=division.name,
        label=" ".join(word for word in words if word),
        kind=division.kind,
        size=terms.DIVISION,
        combat=sum(u.combat for u in parts),
        combat_two_player=sum(u.combat_two_player for u in parts),
        day=0,
        hex=-1,
        entry_edge=-1,
        mobile=division.mobile,
        asterisk=all(u.asterisk for u in parts) and division.side != terms.GERMAN,
        replacements=terms.POOL_WORDS.index("armored" if division.mobile else "infantry"),  # BTA-6.5
        counts=True,
        fort=0,
        dec16=min(u.dec16 for u in parts),
        dec17=min(u.dec17 for u in parts),
        components=division.regiments,
        **points,
    )


@kept
def load_last_seven(folder: Folder | None = None) -> tuple[Placed, ...]:
    """Return the position of 21 December from setup_dec21.csv."""
    board = load_board(folder)
    units, _ = load_units(folder)
    due = {unit.id: unit for unit in units if not unit.divisional and unit.day < SECOND_START}
    rows = read_records(terms.data_file("setup_dec21.csv", folder), Placed, ("id",))
    placed = []
    for row in rows:
        if row.id not in due:
            before = f"a unit of oob.csv that has come before the {SECOND_START}st"
            row.fail("id", before, hint=closest(row.id, due))
        unit = due.pop(row.id)
        cell = -1 if row.status == "eliminated" else _standing(board, row, unit)
        placed.append(replace(row, unit=unit.index, cell=cell))
    for missing in due:
        before = f"a row for every unit that has come before the {SECOND_START}st"
        rows[-1].fail("id", before, f"none for {missing}")
    return tuple(placed)


def _standing(board: Board, row: Placed, unit: Unit) -> int:
    """Return the hex of a unit on the map; all its fields must be filled in."""
    for field in ("x", "y", "efficiency", "fort"):
        if getattr(row, field) is None:
            row.fail(field, "a whole number")
    if row.strength is None or row.strength > unit.combat:
        row.fail("strength", f"a whole number from 1 to {unit.combat}")
    cell = cell_of(board.grid, row, row.x, row.y)
    _check_owner(board, board.german21, row, unit, cell)
    return cell
