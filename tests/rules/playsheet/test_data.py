"""The order of battle against the tables it is made of, and what the loaders say of mistakes."""

from __future__ import annotations

import csv
import shutil
from collections import Counter
from importlib import resources
from math import hypot, sqrt
from pathlib import Path

import pytest

from ardennes.games.playsheet.rules.tables.scale import starting_status
from ardennes.games.playsheet.schema.terms import (
    AT_START,
    BY_AIR,
    CLASSES,
    FOOT,
    GUNS,
    NO_GUN,
    SIDES,
    TOWED,
    turn_name,
)
from ardennes.games.playsheet.schema.world import World, printed_world
from ardennes.kernel.datafile import DataFileError

GAMES = resources.files("ardennes.games")
W = printed_world()
FLAGS = {
    "is_tank": "tank",
    "is_infantry": "infantry",
    "is_light_infantry": "light",
    "light_flak": "light_flak",
    "truck_lift": "trucks",
}


def table(name: str, game: str = "playsheet") -> list[dict[str, str]]:
    lines = (GAMES / game / "data" / name).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


SISTER = {row["id"]: row for row in table("oob.csv", "breakthrough")}
LINE = [unit for unit in W.units if unit.combat and unit.arrives != BY_AIR]


def test_the_order_of_battle_is_the_sister_games() -> None:  # OPS-UNIT-1
    assert {unit.id for unit in LINE} == set(SISTER)
    assert len(W.units) == 235
    assert [unit.id for unit in W.units] == sorted(unit.id for unit in W.units)
    for unit in LINE:
        day = SISTER[unit.id]["day"]
        assert turn_name(unit.arrives) == f"{day}D", unit.id
        assert SISTER[unit.id]["side"] == ("US", "GE")[unit.side]


def test_units_start_where_the_sister_game_has_them() -> None:  # OPS-UNIT-1
    ground = {row["hex"]: row for row in table("map/hexes.csv", "breakthrough")}
    for unit in LINE:
        there = ground[f"{SISTER[unit.id]['x']},{SISTER[unit.id]['y']}"]
        east, north = (float(there["lon"]) - 5.70) * 71.33, (float(there["lat"]) - 50.15) * 111.2
        column, row = divmod(unit.hex, W.rows)
        away = hypot(-41 + sqrt(3) * column - east, 42 - 2 * (row + column % 2 / 2) - north)
        assert away < 6, f"{unit.id} stands {away:.1f} km from its place"


def test_starting_status() -> None:  # OPS-UNIT-2, PV-61
    for unit in LINE:
        assert unit.status == starting_status(W.sheet, int(SISTER[unit.id]["combat"])), unit.id
    for row in table("status_by_combat_value.csv"):
        assert starting_status(W.sheet, int(row["combat_value"])) == int(row["status"])


def test_class_and_flags() -> None:  # OPS-UNIT-3
    kinds = {(row["side"], row["kind"]): row for row in table("unit_class_map.csv")}
    special: dict[str, dict[str, str]] = {}
    for row in table("special_units.csv"):
        special.setdefault(row["unit"], {})[row["flag"]] = row["value"]
    assert set(special) <= set(W.by_id)
    for unit in W.units:
        if not unit.combat:
            continue
        due = {**kinds[SIDES[unit.side], unit.kind], **special.get(unit.id, {})}
        assert CLASSES[unit.row] == due["movement_class"], unit.id
        for word, name in FLAGS.items():
            assert getattr(unit, name) == (due[word] == "yes"), (unit.id, word)
        assert unit.heavy == (special.get(unit.id, {}).get("heavy_tanks") == "yes")
        assert unit.engineer == (unit.kind == "ENG")
    assert {unit.id for unit in W.units if unit.heavy} == {"GE-1SS-Piper", "GE-560", "GE-519"}


def test_artillery_groups() -> None:  # OPS-UNIT-4
    pools = {
        (row["side"], row["corps"], row["available_from"], gun): int(row[gun])
        for row in table("artillery_groups.csv")
        for gun in GUNS[1:]
        if int(row[gun])
    }
    movement = {(row["side"], row["corps"]): row["movement"] for row in table("artillery_groups.csv")}
    groups: dict[tuple[str, str, str, str], list[int]] = {}
    for unit in W.units:
        if unit.gun == NO_GUN:
            continue
        side = SIDES[unit.side]
        day = "16" if unit.arrives == AT_START else turn_name(unit.arrives)[:2]
        groups.setdefault((side, unit.corps, day, GUNS[unit.gun]), []).append(unit.status)
        assert unit.row == (FOOT if movement[side, unit.corps] == "horse" else TOWED), unit.id
    assert {key: sum(sizes) for key, sizes in groups.items()} == pools
    for sizes in groups.values():
        assert max(sizes) <= 4
        assert max(sizes) - min(sizes) <= 1
        assert len(sizes) == -(-sum(sizes) // 4)


def test_heavy_flak() -> None:  # OPS-UNIT-8
    flak = [unit for unit in W.units if unit.heavy_flak]
    assert [(unit.status, unit.combat, unit.gun) for unit in flak] == [(2, False, NO_GUN)] * 8


def test_divisions_are_all_of_one_corps() -> None:  # OPS-UNIT-13
    for unit in W.units:
        division = W.divisions[unit.side].get(unit.formation)
        if division is not None:
            assert division == unit.corps, unit.id
        else:
            assert unit.formation in (unit.corps, unit.id), unit.id


def test_surprised_are_american_units_on_the_map() -> None:  # OPS-UNIT-10
    surprised = [unit for unit in W.units if unit.surprised]
    assert {(unit.side, unit.arrives) for unit in surprised} == {(0, AT_START)}
    assert "US-106-422" in {unit.id for unit in surprised}


def test_the_calendar() -> None:
    assert [turn_name(turn) for turn in (0, 1, 2, 23)] == ["16D", "16N", "17D", "27N"]
    assert {key: (played.turns, played.short) for key, played in W.scenarios.items() if not played.rule} == {
        "full": (24, False),
        "short": (8, True),
    }


def test_air_pools() -> None:  # OPS-POOL-3, OPS-POOL-4
    counts = Counter((squadron.side, squadron.pool) for squadron in W.squadrons)
    assert counts == {key: pool.units for key, pool in W.pools.items()}
    assert [(p.first, p.last) for p in W.pools.values() if p.units == 3] == [(0, 3)]  # 16D to 17N


def edited(folder: Path, file: str, old: str, new: str) -> Path:
    """A copy of the data folder with one text changed."""
    copy = folder / "data"
    shutil.copytree(str(GAMES / "playsheet" / "data"), copy)
    path = copy / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return copy


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("units.csv", "start,5014", "16N,5014", r"arrives: found '16N'; expected start, drop or a Day turn"),
        ("units.csv", "start,5014", "start,5099", r"hex: found '5099'; expected a hex of map/hexes\.csv"),
        (
            "units.csv",
            "drop,\n",
            "start,\n",
            r"hex: found ''; expected a hex, except for a unit that is drop",
        ),
        ("units.csv", ",7,horse", ",0,horse", r"line 3, status: found '0'; expected a whole number from 1"),
        ("air_pools.csv", ",18,27", ",15,27", r"available_from: found '15'; expected a whole number from 16"),
        ("weather.csv", "18,21", "17,21", r"from_date: found '17'; expected dates not yet listed \(17 Dec"),
        ("weather.csv", "25,27", "26,27", r"expected rows for every date up to 27; 25 December has none"),
        ("weather.csv", "fog,fog", "rain,fog", r"found 'rain'; expected 'overcast', 'fog' or 'clear'"),
        ("weather_effects.csv", "1/3", "4/3", r"found '4/3'; expected a share from 0 to 1 like 1/3"),
        (
            "weather_effects.csv",
            "clear,1,1,yes\n",
            "",
            r"weather: found none; expected a row for 'clear'",
        ),
        ("supply_issue.csv", "60,45", "x,45", r"german_sp_per_night: found 'x'; expected a whole number"),
        ("frame_constants.csv", "sp_limit,", "sp_limits,", r"name: found 'sp_limits'; expected 'zone_hexes'"),
        (
            "frame_constants.csv",
            "dump_sp,20,OPS-SUP-6,reconstructed\n",
            "",
            r"expected a row for 'dump_sp' too",
        ),
        ("scenarios.toml", "turns = 8", "turns = 80", r"short\.turns: found 80; expected a whole number"),
        ("map/hexes.csv", "0000,", "0A00,", r"hex: found '0A00'; expected two digits of column"),
        ("map/hexes.csv", "5538,", "5638,", r"found 2184 hexes; expected 2223, every hex of 57 columns"),
        ("map/hexes.csv", "0000,clear", "0000,swamp", r"terrain: found 'swamp'; expected 'clear', 'rough'"),
        ("map/hexsides.csv", "0001,0002,", "0001,0009,", r"hex_b: found '0009'; expected a hex that touches"),
        ("map/hexsides.csv", ",yes,intact", ",yes,none", r"bridge: found 'none'; expected intact or down"),
        ("edge_hexes.csv", "2538,south", "0000,south", r"hex: found '0000'; expected a hex with a road"),
        (
            "edge_hexes.csv",
            "german,no",
            "german,yes",
            r"german_exit: found 'yes'; expected yes only at an Al",
        ),
        ("edge_hexes.csv", "allied,yes", "allied,no", r"exit: found 'yes'; expected no, as in edge_hexes"),
        ("objectives.csv", "6,2429", "6,2430", r"hex: found '2430'; expected a town hex with a road"),
        ("objectives.csv", "4,4113", "4,2429", r"hex: found '2429'; expected a value not yet used"),
    ],
)
def test_mistakes_give_file_line_and_remedy(
    tmp_path: Path, file: str, old: str, new: str, message: str
) -> None:
    folder = edited(tmp_path, file, old, new)
    with pytest.raises(DataFileError, match=message) as caught:
        World(folder=folder)
    assert caught.value.file.endswith(file) or file == "edge_hexes.csv"
