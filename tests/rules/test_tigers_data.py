"""The data of Tigers against its rulebook: units, calendar, board, tables, options.

A rule is cited here only if the data alone proves it; a rule that acts on the data has cases.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.schema import terms
from ardennes.games.tigers.schema.map import Board, load_board
from ardennes.games.tigers.schema.tables import load_constants, load_tables, load_terrain_effects
from ardennes.games.tigers.schema.terms import ALLIED, DIVISION, GERMAN, SMALL, SUB_DIVISIONAL
from ardennes.games.tigers.schema.units import Unit, load_air_units, load_units
from ardennes.hexes import bits

DATA = Path(terms.__file__).parents[1] / "data"


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board()


@pytest.fixture(scope="module")
def units(board: Board) -> dict[str, Unit]:
    return {unit.id: unit for unit in load_units(board)}


def named(units: dict[str, Unit], flag: str) -> set[str]:
    return {unit.id for unit in units.values() if getattr(unit, flag)}


# --- order of battle -------------------------------------------------------------------------------


def test_factors_on_the_map_and_arrived_turn_by_turn(units: dict[str, Unit]) -> None:
    """The calendar adds up to the totals the order of battle was balanced for."""
    substitutes = terms.COMBAT_COMMAND

    def arrived(side: int, turn: int) -> int:
        return sum(
            unit.factor
            for unit in units.values()
            if unit.side == side and unit.combat and unit.kind != substitutes and unit.arrival <= turn
        )

    turns = range(1, 13)
    assert [arrived(GERMAN, turn) for turn in turns] == [58, 61, 66, 75, 77, 77, 82, 89, 92, 92, 94, 94]
    assert [arrived(ALLIED, turn) for turn in turns] == [35, 52, 60, 66, 76, 86, 106, 120, 125, 131, 145, 155]


def test_how_many_units_there_are(units: dict[str, Unit]) -> None:
    present = Counter(
        (unit.nation, unit.arrival > 0) for unit in units.values() if unit.kind < terms.SKORZENY
    )
    commands = sum(unit.kind == terms.COMBAT_COMMAND for unit in units.values())
    assert present["german", False] == 19 + 2
    assert present["german", True] == 11
    assert present["us", False] - commands == 11
    assert present["us", True] == 23
    assert (present["british", False], present["british", True]) == (0, 6)
    assert Counter(unit.kind for unit in units.values())[terms.TIGER] == 2
    assert {unit.id for unit in units.values() if unit.kind >= terms.SKORZENY} == {
        "G-SKORZ",
        "G-VDH",
        "US-DUMP",
    }


def test_arrivals_follow_the_calendar(units: dict[str, Unit]) -> None:
    """Who comes when and on which edge."""
    calendar = {
        "german": "2 FBB E; 3 9SS E; 4 2SS E; 4 3PzG E; 5 246VG E; 7 FGB E; 7 79VG E; 8 9Pz E; 8 15PzG E; "
        "9 167VG E; 11 340VG E",
        "us": "2 7A N; 2 30th N; 2 10A S; 3 82nd W; 3 101st W; 4 3A N; 5 84th N; 5 4A S; 6 26th S; 6 80th S; "
        "7 5th S; 7 2C S; 7 2A N; 8 75th N; 8 4C N; 8 5A N; 9 6C S; 10 11A W; 11 35th S; 11 83rd N; "
        "11 17th W; 12 87th W; 12 6A S",
        "british": "6 Br29 NW; 7 BrGds NW; 7 Br43 NW; 8 Br53 NW; 9 Br51 NW; 11 Br6 NW",
    }
    for nation, text in calendar.items():
        due = [unit for unit in units.values() if unit.nation == nation and unit.arrival]
        assert [f"{unit.arrival} {unit.short} {unit.edge}" for unit in due] == text.split("; ")


def test_counters_stand_in_their_fixed_order(board: Board) -> None:
    order = load_units(board)
    assert [unit.index for unit in order] == list(range(len(order)))
    groups = [
        3 if unit.kind == terms.COMBAT_COMMAND else ("german", "us", "british").index(unit.nation)
        for unit in order
    ]
    assert groups == sorted(groups)
    assert [unit.id for unit in order[-24:]] == [f"US-CC-{number:02}" for number in range(1, 25)]


def test_three_combat_commands_make_an_armored_division(units: dict[str, Unit]) -> None:
    """There are counters enough for eight divisions, of a third of the factor each."""
    commands = [unit for unit in units.values() if unit.kind == terms.COMBAT_COMMAND]
    divisions = [u for u in units.values() if u.nation == "us" and u.kind == terms.ARMOR]
    assert {3 * unit.factor for unit in commands} == {unit.factor for unit in divisions} == {6}
    assert len(commands) == 24
    assert all(unit.start_hex is None and unit.arrival == 0 and unit.pure_armor for unit in commands)


def test_short_names_and_abbreviations(units: dict[str, Unit]) -> None:
    """TIA-UNIT-1: what a counter shows is short, and no two show the same."""
    shorts = [unit.short for unit in units.values()]
    assert len({short.lower() for short in shorts}) == len(shorts)
    assert max(map(len, shorts)) <= 5
    assert (units["G-12SS"].short, units["G-FGB"].name) == ("12SS", "Fuehrer Grenadier Brigade")
    assert all(u.name.startswith("Br ") == (u.nation == "british") for u in units.values())


def test_kinds_follow_the_symbols(units: dict[str, Unit]) -> None:
    """TIA-UNIT-2: crossed box infantry, wings parachute, tank pure armor; Skorzeny's tank deceives."""
    for unit in units.values():
        if "Volksgrenadier" in unit.name or "Infantry" in unit.name:
            assert unit.kind == terms.INFANTRY, unit.id
        if "Parachute Division" in unit.name or "Airborne" in unit.name:
            assert unit.kind == terms.PARA, unit.id
        if any(word in unit.name for word in ("Armored", "Armoured", "Panzer Division", "Combat Command")):
            assert unit.pure_armor, unit.id
    assert not units["G-SKORZ"].pure_armor
    assert not any(unit.pure_armor for unit in units.values() if unit.kind == terms.CAVALRY)


def test_one_factor_serves_attack_and_defence(units: dict[str, Unit]) -> None:
    """TIA-UNIT-3: the printed factors are the dump's 1 and the parent's 2."""
    assert (units["US-DUMP"].factor, units["G-1SS"].factor) == (1, 2)
    assert {unit.id for unit in units.values() if not unit.combat} == {"G-SKORZ", "G-VDH", "US-DUMP"}
    assert (units["G-SKORZ"].factor, units["G-VDH"].factor) == (0, 0)


def test_who_is_ss(units: dict[str, Unit]) -> None:
    """TIA-SS-3"""
    assert named(units, "ss") == {"G-KGP", "G-1SS", "G-2SS", "G-9SS", "G-12SS", "G-501"}


def test_sizes(units: dict[str, Unit]) -> None:
    """TIA-TIGER-2, TIA-KGP-7: Tigers and Skorzeny are small, Peiper is sub-divisional."""
    small = {unit.id for unit in units.values() if unit.size == SMALL}
    assert small == {"G-501", "G-506", "G-SKORZ", "G-VDH", "US-DUMP"}
    middle = {u.id for u in units.values() if u.size == SUB_DIVISIONAL and u.kind != terms.COMBAT_COMMAND}
    groups = {"US-14C", "US-102C", "US-2C", "US-4C", "US-6C"}
    assert middle == {"G-KGP", "G-FBB", "G-FGB", "BR-29AB"} | groups
    assert all(u.size == DIVISION for u in units.values() if "Division" in u.name)


def test_what_follows_from_a_kind(units: dict[str, Unit]) -> None:
    """TIA-MOVE-1 and the words infantry-type, mechanized and pure armor, one unit of each kind."""
    facts = {
        "G-12VG": (2, True, False, False),
        "G-3FJ": (3, True, False, False),
        "US-82": (3, True, False, False),
        "G-3PG": (3, True, True, False),
        "G-FBB": (3, True, True, False),
        "G-2PZ": (4, False, True, True),
        "G-KGP": (4, False, True, True),
        "US-14C": (4, False, True, False),
        "US-CC-01": (4, False, True, True),
        "BR-29AB": (4, False, True, True),
        "G-501": (4, False, True, True),
        "G-SKORZ": (4, False, True, False),
        "G-VDH": (0, False, False, False),
        "US-DUMP": (0, False, False, False),
    }
    for unit_id, expected in facts.items():
        unit = units[unit_id]
        assert (unit.omf, unit.infantry_type, unit.mechanized, unit.pure_armor) == expected, unit_id
    assert {units[unit_id].kind for unit_id in facts} == set(range(len(terms.KINDS)))


def test_who_can_shoot_at_aircraft(units: dict[str, Unit]) -> None:
    """AA-capable: German panzer, panzer grenadier and parachute divisions and Peiper; no brigade."""
    assert named(units, "aa") == {
        "G-KGP", "G-1SS", "G-12SS", "G-9SS", "G-2SS", "G-116PZ", "G-2PZ", "G-LEHR", "G-9PZ",
        "G-3FJ", "G-5FJ", "G-3PG", "G-15PG",
    }  # fmt: skip


def test_whom_disruption_does_not_weaken(units: dict[str, Unit]) -> None:
    """German SS and parachute, U.S. airborne; not the British."""
    expected = named(units, "ss") | {"G-3FJ", "G-5FJ", "US-82", "US-101", "US-17"}
    assert named(units, "shrugs_disruption") == expected


def test_who_may_entrench(units: dict[str, Unit]) -> None:
    """Divisions of infantry type; brigades and armor never."""
    for unit in units.values():
        assert unit.entrenches == (
            unit.size == DIVISION and unit.kind in (terms.INFANTRY, terms.PARA, terms.PANZERGRENADIER)
        )
    assert not units["G-FBB"].entrenches
    assert units["G-15PG"].entrenches


def test_who_gains_from_forest(units: dict[str, Unit]) -> None:
    """German infantry-type units and the U.S. 30th, no other Allied unit."""
    gaining = named(units, "forest_bonus")
    assert {unit_id for unit_id in gaining if units[unit_id].side == ALLIED} == {"US-30"}
    assert {"G-12VG", "G-3FJ", "G-3PG", "G-FBB"} <= gaining
    assert not gaining & {"G-2PZ", "G-KGP", "G-501", "G-SKORZ", "G-VDH"}


def test_set_up_and_release_marks(units: dict[str, Unit]) -> None:
    assert named(units, "starts_entrenched") == {"US-9", "US-106", "US-28", "US-4"}
    assert named(units, "free_placement") == {"G-501", "G-506", "G-SKORZ"}
    assert named(units, "early_release") == {"G-9PZ", "G-15PG"}


def test_start_hexes_lie_on_the_own_side(board: Board, units: dict[str, Unit]) -> None:
    """Everyone at start has a hex except those placed during setup."""
    own = (board.german_side, board.allied_side)
    for unit in units.values():
        if unit.start_hex is not None:
            assert own[unit.side] >> unit.start_hex & 1, unit.id
            assert unit.arrival == 0, unit.id
    homeless = {u.id for u in units.values() if u.start_hex is None and not u.arrival}
    assert {uid for uid in homeless if not uid.startswith("US-CC-")} == {"G-VDH", "US-DUMP"}
    hosts = [units[uid].start_hex for uid in ("G-501", "G-506", "G-SKORZ")]
    assert hosts == [board.grid.at(label) for label in ("1407", "1406", "1407")]


@pytest.mark.parametrize(
    ("target", "attack"),
    [
        ("1307", 24),
        ("1206", 11),
        ("1207", 7),
        ("1208", 9),
        ("1209", 4),
        ("1210", 2),
        ("1104", 8),
        ("1302", 5),
    ],
)
def test_strength_against_each_front_hex(
    board: Board, units: dict[str, Unit], target: str, attack: int
) -> None:
    """The opening as the order of battle intends it: all units that may attack
    a hex on turn 1, Tigers apart.
    """
    hex_ = board.grid.at(target)

    def may_attack(unit: Unit) -> bool:
        direction = board.grid.direction(hex_, unit.start_hex) if unit.start_hex is not None else None
        if unit.side != GERMAN or direction is None or unit.kind == terms.TIGER:
            return False
        river = board.river_at[hex_][direction]
        return not unit.mechanized or river < 0 or board.rivers[river].bridge_at_start

    assert sum(unit.factor for unit in units.values() if may_attack(unit)) == attack


def test_air_units() -> None:
    """Two Luftwaffe units, and more than three USAAF groups; Mustangs come on turn 8."""
    air = load_air_units()
    assert [unit.index for unit in air] == list(range(8))
    count = Counter((unit.side, unit.type, unit.arrival) for unit in air)
    assert count == {
        (GERMAN, terms.FW190, 0): 2,
        (ALLIED, terms.P47, 0): 4,
        (ALLIED, terms.P51, 8): 2,
    }


# --- the board -------------------------------------------------------------------------------------


def test_the_board_agrees_with_itself(board: Board) -> None:
    grid = board.grid
    assert board.german_side | board.allied_side == grid.mask
    assert board.german_side & board.allied_side == 0
    for cell in grid.cells:
        for direction, other in enumerate(grid.neighbours[cell]):
            back = (direction + 3) % 6
            for dirs in (board.road_dirs, board.siegfried_dirs, board.front_dirs):
                marked = dirs[cell] >> direction & 1
                assert marked == (dirs[other] >> back & 1 if other >= 0 else 0)
            river = board.river_at[cell][direction]
            if river >= 0:
                assert {board.rivers[river].a, board.rivers[river].b} == {cell, other}
                assert bool(board.road_dirs[cell] >> direction & 1) == board.rivers[river].road
    assert [side.index for side in board.rivers] == list(range(47))


def test_edges_and_supply(board: Board) -> None:
    """The Allied edges on their side of the front; the whole eastern edge."""

    def labels(area: int) -> set[int]:
        return {int(board.grid.label(cell)) for cell in bits(area)}

    assert labels(board.german_supply_edge) == set(range(1601, 1611))
    edge = labels(board.allied_supply_edge)
    assert {102, 110, 1302, 1311, 201, 1201} <= edge
    assert not edge & {1401, 1502, 1601, 1410, 1511, 1610}
    assert labels(board.north_west) == {110, 210, 311, 410, 511, 610, 711, 810}
    assert labels(board.exit_full) == {110, 210, 311, 511}
    assert labels(board.exit_half) == {106, 107, 108, 109}
    assert labels(board.dump_hexes) == {1008, 1009, 1109, 1108, 1007, 908, 909}


def test_bridges_at_start_belong_to_the_allies(board: Board) -> None:
    """TIA-BRIDGE-1: every pre-built bridge lies on the Allied side; the two broken roads have none."""
    intact = [side for side in board.rivers if side.bridge_at_start]
    assert {side.owner for side in intact} == {ALLIED}
    assert all(side.road for side in intact)
    broken = {side.label for side in board.rivers if side.road and not side.bridge_at_start}
    assert broken == {"Dasburg", "Echternach"}


# --- tables ----------------------------------------------------------------------------------------

PRINTED_CRT = """
D/AE  D     D     D2    D2    D2    D2    D3    DD    DE    DE    DE
AE    AD    -     D1    D1    D1    D2    D2    D3    DD    DE    DE
AE    D/AE  AD    -     D     D1    D1    D2    D2    D3    DD    DE
AE    AE    D/AE  AD    -     D     D1    D1    D2    D2    DD    DE
AE    AE    AE    D/AE  AD    -     D     D1    D1    D2    D3    DD
AE    AE    AE    AE    D/AE  AD    -     D     D1    D1    D2    DD
"""
BEST_TO_WORST = ("DE", "DD", "D3", "D2", "D1", "D", "-", "AD", "D/AE", "AE")


def test_the_combat_table_is_the_printed_one() -> None:
    tables = load_tables()
    assert tables.odds == ("1:5", "1:4", "1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")
    assert [f"{attack}:{defence}" for attack, defence in tables.ratios] == list(tables.odds)
    assert tables.crt == ((), *(tuple(line.split()) for line in PRINTED_CRT.strip().split("\n")))


def test_no_better_die_and_no_better_column_ever_hurts() -> None:
    """Ranked best to worst, results never improve with a higher die or a lower column."""
    rank = [[BEST_TO_WORST.index(result) for result in row] for row in load_tables().crt[1:]]
    assert all(row == sorted(row, reverse=True) for row in rank)
    assert all(list(column) == sorted(column) for column in zip(*rank, strict=True))


def test_air_and_weather_tables() -> None:
    tables = load_tables()
    assert tables.air["bridge"] == ("", "Bridge Bstd", "Bridge Bstd", "-", "-", "AAm", "AA")
    assert tables.air["clear"] == ("", "D", "D", "D", "-", "AAm", "AA")
    assert tables.air["cover"] == ("", "D", "D", "-", "-", "AAmc", "AAc")
    assert tables.air["interception"][1:] == (
        "Defender Downed", "Defender Downed", "Intercepted", "-", "Attacker Downed?", "Attacker Downed",
    )  # fmt: skip
    assert tables.air["resupply"] == ("", "Supplied", "Supplied", "Supplied", "Supplied", "-", "AA?")
    early, late = ("".join("SFC"[weather] for weather in column[1:]) for column in tables.weather)
    assert (early, late) == ("CFFSSS", "CCFFSS")
    assert tables.air_limits == ((1, 0), (2, 3), (99, 99))


def test_bridge_chances_engineers_and_shifts() -> None:
    tables = load_tables()
    assert tables.build_chance == (5, 3, 4, 2, 3)
    assert tables.seize_chance[GERMAN] == (0, 5, 4, 3, *[2] * 9)
    assert tables.seize_chance[ALLIED] == (0, *[2] * 12)
    assert tables.engineers == (8, 14)
    assert tables.shifts == {f"S{n}": -1 if n in (5, 8, 9) else 1 for n in range(1, 10)}


def test_terrain_chart() -> None:
    """Costs in half-points and stacking limits."""
    chart = {
        row.terrain: (row.foot, row.mechanized, row.stack, row.air_column) for row in load_terrain_effects()
    }
    assert chart == {
        "open": (2, 2, 3, "clear"),
        "town": (2, 2, 3, "clear"),
        "city": (2, 2, 3, "cover"),
        "forest": (2, 4, 2, "cover"),
        "venn": (2, 6, 2, "cover"),
        "venn_forest": (2, 6, 2, "cover"),
    }
    assert {(row.road_rate, row.road_normal) for row in load_terrain_effects()} == {(1, 2)}


def test_lone_numbers() -> None:
    numbers = load_constants()
    assert (numbers.calendar.turns, numbers.calendar.first_day + numbers.calendar.turns - 1) == (12, 27)
    assert (numbers.calendar.fixed_snow_turns, numbers.calendar.early_column_until) == (2, 8)
    assert (
        numbers.movement.omb,
        numbers.movement.second_phase_loss,
        numbers.movement.allied_road_divisions,
    ) == (2, 1, 2)
    assert (numbers.fuel.limit_from, numbers.fuel.limit_omf, numbers.fuel.delay) == (6, 2, 2)
    assert (numbers.supply.reach, numbers.bridges.returns_after, numbers.air.losses.group_returns_after) == (
        4,
        6,
        2,
    )


def test_options_default_to_the_readings() -> None:
    options = {option.key: option for option in Tigers().options}
    assert len(options) == 25
    for option in options.values():
        assert option.default in option.choices
        assert option.about.endswith(".")
    switches = {key for key, option in options.items() if option.choices == (False, True)}
    assert not any(options[key].default for key in switches)
    assert {key: option.default for key, option in options.items() if key not in switches} == {
        "dae_choice": "both",
        "ae_losses": "modified",
        "peiper_extra_hex": "once",
        "die_index": "A",
        "bid": 0,
    }


def test_reconstructed_rows_say_so() -> None:
    """Only what the printed rules contain may be marked as theirs."""
    units = load_units(load_board())
    assert {unit.id for unit in units if unit.status == "source"} == {
        "G-SKORZ",
        "G-VDH",
        "US-DUMP",
    }
    assert {unit.status for unit in units} == {"source", "reconstructed"}
    assert {unit.status for unit in load_air_units()} == {"reconstructed"}
