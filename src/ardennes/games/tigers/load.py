"""Reading the data of Tigers in the Ardennes into the words of `terms`.

Every loader takes an optional folder laid out like `data/`, so that a designer can load an edited copy.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from importlib import resources
from pathlib import Path

from ardennes.games.tigers import terms
from ardennes.games.tigers.terms import (
    AIR_TYPES,
    ALLIED,
    ARMOR,
    DIVISION,
    GERMAN,
    KINDS,
    PARA,
    SIDES,
    SMALL,
    SUB_DIVISIONAL,
    WEATHERS,
    AirUnit,
    Board,
    RiverSide,
    Tables,
    Unit,
)
from ardennes.hexes import Grid, board_of, make_grid, opposite
from ardennes.kernel.datafile import Row, Source, read_table, read_toml, unique

STATUSES = ("source", "deduced", "reading", "reconstructed")
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

HEX_COLUMNS = ("hex", "terrain", "place", "place_kind", "side", "edges", "edge_road", "exit", "dump",
               "lat", "lon")  # fmt: skip
HEX_WORDS = {
    "terrain": ("open", "forest", "venn", "venn_forest"),
    "place_kind": ("", "city", "town", "place", "ridge"),
    "side": SIDES,
    "edge_road": ("yes", "no"),
    "exit": ("full", "half", "none"),
    "dump": ("yes", "no"),
}
HEXSIDE_COLUMNS = ("hex_a", "hex_b", "river", "road", "bridge", "label", "front", "siegfried", "status")
UNIT_COLUMNS = ("id", "side", "nation", "name", "short", "kind", "size", "factor", "ss", "start_hex",
                "arrival", "edge", "traits", "status", "notes")  # fmt: skip
AIR_UNIT_COLUMNS = ("id", "side", "name", "type", "arrival", "status", "notes")
ODDS = ("1:5", "1:4", "1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")
RESULTS = ("DE", "DD", "D3", "D2", "D1", "D", "-", "AD", "D/AE", "AE")
AIR_RESULTS = {
    "bridge": ("Bridge Bstd", "-", "AAm", "AA"),
    "clear": ("D", "-", "AAm", "AA"),
    "cover": ("D", "-", "AAmc", "AAc"),
    "interception": ("Defender Downed", "Intercepted", "-", "Attacker Downed?", "Attacker Downed"),
    "resupply": ("Supplied", "-", "AA?"),
}
BUILD_CASES = ("free", "facing", "enemy_disrupted", "own_disrupted", "both_disrupted")
SHIFTS = ("S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9")


def data_file(name: str, folder: Path | None = None) -> Source:
    """A data file of the game, or of a designer's folder laid out the same way."""
    root: Source = folder if folder is not None else resources.files("ardennes.games.tigers") / "data"
    for part in name.split("/"):
        root = root / part
    return root


@functools.cache
def load_board(folder: Path | None = None) -> Board:
    """The map, from map/hexes.csv and map/hexsides.csv."""
    hexes = read_table(data_file("map/hexes.csv", folder), HEX_COLUMNS)
    sides = read_table(data_file("map/hexsides.csv", folder), HEXSIDE_COLUMNS)
    unique(hexes, "hex")
    grid = _grid(hexes)

    def where(test: Callable[[Row], bool]) -> int:
        return board_of(grid.at(row.text("hex")) for row in hexes if test(row))

    def having(field: str, *words: str) -> int:
        return where(lambda row: HEX_WORDS[field][row.choice(field, HEX_WORDS[field])] in words)

    north, south, west, east = (where(functools.partial(_on_edge, edge)) for edge in "NSWE")
    allied_side = having("side", "allied")
    rivers = _rivers(grid, sides, allied_side)
    middle = (grid.columns[0] + grid.columns[1]) // 2
    return Board(
        grid=grid,
        forest=having("terrain", "forest", "venn_forest"),
        venn=having("terrain", "venn", "venn_forest"),
        town=having("place_kind", "town"),
        city=having("place_kind", "city"),
        german_side=grid.mask & ~allied_side,
        allied_side=allied_side,
        road_dirs=_dirs(grid, sides, lambda row: row.choice("road", ("no", "yes", "interrupted")) > 0),
        river_at=_river_at(grid, rivers),
        siegfried_dirs=_dirs(grid, sides, lambda row: row.flag("siegfried")),
        front_dirs=_dirs(grid, sides, lambda row: row.flag("front")),
        rivers=rivers,
        place_of={grid.at(row.text("hex")): row.text("place") for row in hexes if row.text("place")},
        hex_of=_hex_of(grid, hexes),
        north=north,
        south=south,
        west=west,
        east=east,
        north_west=north & board_of(cell for cell in grid.cells if grid.column[cell] <= middle),
        allied_supply_edge=(north | west | south) & allied_side,
        german_supply_edge=east,
        edge_road=having("edge_road", "yes"),
        exit_full=having("exit", "full"),
        exit_half=having("exit", "half"),
        meuse=board_of(cell for side in rivers if side.river == "Meuse" for cell in (side.a, side.b)),
        dump_hexes=having("dump", "yes"),
    )


def _grid(hexes: list[Row]) -> Grid:
    coords = [divmod(row.number("hex", 101, 9999), 100) for row in hexes]
    for row, (_, number) in zip(hexes, coords, strict=True):
        if number == 0 or row.text("hex").startswith("0"):
            row.fail("hex", "column and two-digit row without a leading zero, like 102 or 1407")
    return make_grid(coords, pushed="even", label=lambda column, row: str(column * 100 + row))


def _on_edge(edge: str, row: Row) -> bool:
    letters = row.text("edges")
    if any(letter not in "NWSE" for letter in letters):
        row.fail("edges", "letters out of N, W, S and E, or nothing")
    return edge in letters


def _hex_of(grid: Grid, hexes: list[Row]) -> dict[str, int]:
    places = [row for row in hexes if row.text("place")]
    unique(places, "place")
    for row in hexes:
        if bool(row.text("place")) != bool(row.text("place_kind")):
            row.fail("place_kind", "a kind exactly where there is a place")
    return {row.text("place"): grid.at(row.text("hex")) for row in places}


def _pair(grid: Grid, row: Row) -> tuple[int, int]:
    """The two cells of a hexside row."""
    cells = []
    for field in ("hex_a", "hex_b"):
        cell = grid.find(row.text(field))
        if cell is None:
            row.fail(field, "a hex of hexes.csv")
        cells.append(cell)
    if not grid.adjacent(cells[0], cells[1]):
        row.fail("hex_b", f"a hex that touches {row.text('hex_a')}")
    return cells[0], cells[1]


def _dirs(grid: Grid, sides: list[Row], test: Callable[[Row], bool]) -> tuple[int, ...]:
    """Per cell the directions whose hexside passes the test, marked from both of its hexes."""
    dirs = [0] * grid.size
    for row in sides:
        a, b = _pair(grid, row)
        if test(row):
            d = grid.neighbours[a].index(b)
            dirs[a] |= 1 << d
            dirs[b] |= 1 << opposite(d)
    return tuple(dirs)


def _rivers(grid: Grid, sides: list[Row], allied_side: int) -> tuple[RiverSide, ...]:
    seen: dict[int, int] = {}
    rivers: list[RiverSide] = []
    for row in sides:
        a, b = _pair(grid, row)
        hexside = grid.hexside(a, b)
        if hexside in seen:
            row.fail("hex_b", f"a hexside not yet listed (line {seen[hexside]} has it)")
        seen[hexside] = row.line
        row.choice("status", STATUSES)
        a_allied, b_allied = (bool(allied_side >> cell & 1) for cell in (a, b))
        if row.flag("front") != (a_allied != b_allied) or (row.flag("front") and not a_allied):
            row.fail("front", "yes exactly where hex_a is an Allied hex and hex_b a German one")
        river, bridge = row.text("river"), row.text("bridge")
        row.choice("bridge", ("intact", "none") if river else ("",))
        if river:
            owner = (
                ALLIED if a_allied or b_allied else GERMAN
            )  # front sides start without a bridge, TIA-MAP-15
            road = row.text("road") != "no"
            rivers.append(
                RiverSide(len(rivers), a, b, river, row.text("label"), road, bridge == "intact", owner)
            )
    return tuple(rivers)


def _river_at(grid: Grid, rivers: tuple[RiverSide, ...]) -> tuple[tuple[int, ...], ...]:
    at = [[-1] * 6 for _ in range(grid.size)]
    for side in rivers:
        d = grid.neighbours[side.a].index(side.b)
        at[side.a][d] = at[side.b][opposite(d)] = side.index
    return tuple(tuple(row) for row in at)


def load_units(board: Board, folder: Path | None = None) -> tuple[Unit, ...]:
    """The ground counters in their fixed order, from units.csv."""
    return _units(board.grid.labels, folder)


@functools.cache
def _units(labels: tuple[str, ...], folder: Path | None) -> tuple[Unit, ...]:
    rows = read_table(data_file("units.csv", folder), UNIT_COLUMNS)
    unique(rows, "id")
    unique(rows, "short")
    omf = read_toml(data_file("constants.toml", folder)).section("omf")
    allowance = tuple(omf.number(kind, 0, 9) for kind in KINDS)
    return tuple(_unit(index, row, labels, allowance) for index, row in enumerate(rows))


def _unit(index: int, row: Row, labels: tuple[str, ...], allowance: tuple[int, ...]) -> Unit:
    side, kind = row.choice("side", SIDES), row.choice("kind", KINDS)
    nation = NATIONS[row.choice("nation", NATIONS)]
    if (side == GERMAN) != (nation == "german"):
        row.fail("nation", "german for the german side, us or british for the allied one")
    row.choice("status", STATUSES)
    size_word = tuple(SIZES)[row.choice("size", tuple(SIZES))]
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
        short=row.name("short"),
        side=side,
        nation=nation,
        kind=kind,
        size=size,
        factor=factor,
        ss=ss,
        omf=allowance[kind],
        start_hex=_start_hex(row, labels, arrival),
        arrival=arrival,
        edge=edge,
        infantry_type=infantry_type,
        mechanized=kind in MECHANIZED,
        pure_armor=kind in PURE_ARMOR,
        combat=factor > 0 and kind != terms.DUMP,
        aa=german
        and kind in (ARMOR, terms.PANZERGRENADIER, PARA)
        and size_word in ("division", "kampfgruppe"),
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


@functools.cache
def load_tables(folder: Path | None = None) -> Tables:
    """The printed tables and the numbers beside them."""
    crt = _dice_rows("crt.csv", ODDS, folder)
    air = _dice_rows("air_operations.csv", tuple(AIR_RESULTS), folder)
    weather = _dice_rows("weather.csv", ("turns_3_8", "turns_9_12"), folder)
    constants = read_toml(data_file("constants.toml", folder))
    bridges, limits = constants.section("bridges"), constants.section("air")
    turns = constants.section("calendar").number("turns", 1, 99)
    return Tables(
        odds=ODDS,
        ratios=tuple((int(a), int(d)) for a, d in (column.split(":") for column in ODDS)),
        crt=((), *(tuple(RESULTS[row.choice(column, RESULTS)] for column in ODDS) for row in crt)),
        air={
            column: ("", *(allowed[row.choice(column, allowed)] for row in air))
            for column, allowed in AIR_RESULTS.items()
        },
        weather=(_weather(weather, "turns_3_8"), _weather(weather, "turns_9_12")),
        air_limits=tuple(
            (limits.section(name).number("german", 0, 99), limits.section(name).number("allied", 0, 99))
            for name in ("snow", "fog", "clear")
        ),
        build_chance=_build_chance(folder),
        seize_chance=(_seize_chance(GERMAN, turns, folder), _seize_chance(ALLIED, turns, folder)),
        engineers=(bridges.number("german_markers", 0, 99), bridges.number("allied_markers", 0, 99)),
        shifts=_shifts(folder),
    )


def _dice_rows(name: str, columns: tuple[str, ...], folder: Path | None) -> list[Row]:
    """The six rows of a die table, checked to run from A 1 (B 6) to A 6 (B 1)."""
    rows = read_table(data_file(name, folder), ("die_a", "die_b", *columns, "status"))
    for expected, row in enumerate(rows, 1):
        row.choice("status", STATUSES)
        if expected > 6:
            row.fail("die_a", "six rows, die_a 1 to 6")
        if row.number("die_a", 1, 6) != expected:
            row.fail("die_a", f"{expected}: the rows run from die_a 1 to 6")
        if row.number("die_b", 1, 6) != 7 - expected:
            row.fail("die_b", f"{7 - expected}, the A die read from the other end")
    if len(rows) < 6:
        rows[-1].fail("die_a", "six rows, die_a 1 to 6", f"only {len(rows)}")
    return rows


def _weather(rows: list[Row], column: str) -> tuple[int, ...]:
    return (terms.SNOW, *(row.choice(column, WEATHERS) for row in rows))


BRIDGE_COLUMNS = ("attempt", "case", "side", "from_turn", "to_turn", "chance_in_6", "rule", "status",
                  "description")  # fmt: skip


def _bridge_rows(attempt: str, folder: Path | None) -> list[Row]:
    rows = read_table(data_file("bridge_chances.csv", folder), BRIDGE_COLUMNS)
    for row in rows:
        row.choice("status", STATUSES)
        row.choice("attempt", ("build", "seize"))
        row.choice("side", (*SIDES, "any"))
        row.choice("case", BUILD_CASES if row.text("attempt") == "build" else ("",))
    return [row for row in rows if row.text("attempt") == attempt]


def _build_chance(folder: Path | None) -> tuple[int, int, int, int, int]:
    rows = _bridge_rows("build", folder)
    unique(rows, "case")
    chance = {row.text("case"): row.number("chance_in_6", 0, 6) for row in rows}
    for case in BUILD_CASES:
        if case not in chance:
            rows[-1].fail("case", f"a row for each of {', '.join(BUILD_CASES)}", f"none for {case}")
    free, facing, enemy, own, both = (chance[case] for case in BUILD_CASES)
    return free, facing, enemy, own, both


def _seize_chance(side: int, turns: int, folder: Path | None) -> tuple[int, ...]:
    """The chance in 6 by game-turn; entry 0 is unused."""
    rows = [row for row in _bridge_rows("seize", folder) if row.text("side") in (SIDES[side], "any")]
    chances = [0] * (turns + 1)
    told: dict[int, int] = {}
    for row in rows:
        first, last = row.number("from_turn", 1, turns), row.number("to_turn", 1, turns)
        for turn in range(first, last + 1):
            if turn in told:
                row.fail("from_turn", f"turns not yet told (line {told[turn]} has turn {turn})")
            told[turn] = row.line
            chances[turn] = row.number("chance_in_6", 0, 6)
    if len(told) < turns:
        missing = next(turn for turn in range(1, turns + 1) if turn not in told)
        (rows or _bridge_rows("build", folder))[-1].fail(
            "to_turn", f"a {SIDES[side]} chance for every turn to {turns}", f"none for turn {missing}"
        )
    return tuple(chances)


def _shifts(folder: Path | None) -> dict[str, int]:
    columns = ("id", "shift", "attack_by", "condition", "rule", "status")
    rows = read_table(data_file("shifts.csv", folder), columns)
    unique(rows, "id")
    shifts = {SHIFTS[row.choice("id", SHIFTS)]: row.number("shift", -9, 9) for row in rows}
    for name in SHIFTS:
        if name not in shifts:
            rows[-1].fail("id", f"a row for each of {', '.join(SHIFTS)}", f"none for {name}")
    return shifts
