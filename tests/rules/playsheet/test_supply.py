"""Supply: paths, issue, rest and dumps (OPS-SUP)."""

from __future__ import annotations

import pytest

from ardennes.games.playsheet.rules.model.events import DumpBurned, Issued, OutOfSupply, Recovered
from ardennes.games.playsheet.rules.model.orders import Demolish, GroundOrder, Rest
from ardennes.games.playsheet.rules.model.state import (
    BURNED,
    MOVED,
    RESTED,
    STANDS,
    SUPPLIED,
    TAKEN,
    PlaysheetState,
    SupplyOrder,
)
from ardennes.games.playsheet.rules.resolution.supply import (
    burn_dumps,
    group_of,
    in_supply,
    issue_order,
    settle,
)
from ardennes.games.playsheet.rules.sequence.setup import opening
from ardennes.games.playsheet.rules.tables.readings import Readings
from ardennes.games.playsheet.schema.terms import ALLIED, AT_START, DUMP, GERMAN, turn_of
from ardennes.games.playsheet.schema.world import World, printed_world
from tests.rules.playsheet.field import bare_world, column, notebook, placed, told

ROAD = column(25, 38, 20)  # from the Allied source 2538 north
NIGHT_16, DAY_19, NIGHT_19 = 1, 6, 7


@pytest.fixture(scope="module")
def road() -> World:
    return bare_world(roads=[ROAD])


def supplied(w: World, s: PlaysheetState, unit: str) -> bool:
    u = w.units[w.by_id[unit]]
    return bool(in_supply(w, s, u.side)[s.where[u.index]])


def test_everybody_is_in_supply_at_the_start() -> None:  # OPS-MAP-8, OPS-SUP-3
    w = printed_world()
    s = opening(w, Readings(), turns=24)
    for unit in w.units:
        if unit.arrives == AT_START:
            assert supplied(w, s, unit.id), unit.id


def test_an_enemy_beside_the_road_cuts_it_unless_an_own_unit_stands_there(road: World) -> None:
    # OPS-SUP-3, PV-74: three hexes from the only road.
    s = placed(road, {"US-2-9": "2821"})
    assert road.distance(road.cell_of("2821"), road.cell_of("2522")) == 3
    assert supplied(road, s, "US-2-9")
    cut = placed(road, {"US-2-9": "2821", "GE-26VG-39": "2430"})
    assert not supplied(road, cut, "US-2-9")
    for held in ("2530", "2529"):
        cut.where[road.by_id["US-2-23"]] = road.cell_of(held)
        near = [road.label(n) for n in road.near[road.cell_of("2430")]]
        barred = [label for label in ROAD.split() if label in near]
        assert supplied(road, cut, "US-2-9") == (barred == [held])


def test_only_combat_units_bar_and_open_a_road(road: World) -> None:  # OPS-SUP-3
    guns = placed(road, {"US-2-9": "2520", "GE-ART-ISS-F1": "2432"})
    assert supplied(road, guns, "US-2-9")  # artillery next to the road bars nothing
    guns.where[road.by_id["GE-ART-ISS-F1"]] = road.cell_of("2530")
    assert not supplied(road, guns, "US-2-9")  # on it, it does
    beside = placed(road, {"US-2-9": "2520", "GE-26VG-39": "2434", "US-ART-V-F1": "2533"})
    assert not supplied(road, beside, "US-2-9")  # own artillery keeps nothing open


def test_six_km_and_no_farther_from_the_road(road: World) -> None:  # OPS-SUP-3
    s = placed(road, {"US-2-9": "2821", "US-2-23": "2921"})
    assert supplied(road, s, "US-2-9")
    assert not supplied(road, s, "US-2-23")


def test_the_units_own_hex_is_always_allowed(road: World) -> None:  # OPS-SUP-3
    s = placed(road, {"US-ART-V-F1": "2821", "GE-26VG-39": "2920"})
    assert supplied(road, s, "US-ART-V-F1")
    s.where[road.by_id["US-ART-V-F1"]] = road.cell_of("2538")
    s.where[road.by_id["GE-26VG-39"]] = road.cell_of("2537")
    assert supplied(road, s, "US-ART-V-F1")  # it stands at the source itself


def test_a_river_is_crossed_by_bridges_only() -> None:  # OPS-SUP-3, OPS-SUP-8
    w = bare_world(roads=[ROAD], rivers=["2529/2530"])
    s = placed(w, {"US-2-9": "2520", "US-2-23": "2528", "US-2-38": "2527"})
    assert all(supplied(w, s, unit) for unit in ("US-2-9", "US-2-23", "US-2-38"))
    s.blown = 1
    # Round the end of the river it is 6 km from 2528 to the road that is still joined.
    assert [supplied(w, s, unit) for unit in ("US-2-9", "US-2-23", "US-2-38")] == [False, True, False]


def test_a_blown_bridge_breaks_the_road() -> None:  # OPS-SUP-8
    # A river across the whole map between rows 29 and 30.
    w = bare_world(roads=[ROAD], rivers=_river(29))
    s = placed(w, {"US-2-9": "2520", "US-2-23": "2529"})
    assert supplied(w, s, "US-2-9")
    s.blown = 1
    assert not supplied(w, s, "US-2-9")
    assert not supplied(w, s, "US-2-23")


def _river(row: int) -> list[str]:
    """All hexsides between a row and the one south of it."""
    w = bare_world()
    sides = []
    for cell in range(w.size):
        for near in w.near[cell]:
            if cell % w.rows == row and near % w.rows == row + 1:
                sides.append(f"{w.label(cell)}/{w.label(near)}")
    return sides


def test_groups_and_their_order() -> None:  # OPS-SUP-4
    w = printed_world()
    groups = {
        name: group_of(w, w.by_id[name])
        for name in ("GE-2PZ-3", "GE-2PZ-2", "GE-LEHR-REC", "GE-26VG-39", "GE-ART-ISS-F1", "GE-FLAK-ISS")
    }
    assert groups == {
        "GE-2PZ-3": "tanks",
        "GE-2PZ-2": "vehicles",
        "GE-LEHR-REC": "vehicles",
        "GE-26VG-39": "infantry",
        "GE-ART-ISS-F1": "artillery",
        "GE-FLAK-ISS": "artillery",
    }
    s = opening(w, Readings(), turns=24)
    order = issue_order(w, s, GERMAN)
    ranks = [("tanks", "vehicles", "infantry", "artillery").index(group_of(w, unit)) for unit in order]
    assert ranks == sorted(ranks)
    s.supply_order[GERMAN] = SupplyOrder(
        ("artillery", "infantry", "vehicles", "tanks"), (w.by_id["GE-LEHR-REC"],)
    )
    order = issue_order(w, s, GERMAN)
    assert order[0] == w.by_id["GE-LEHR-REC"]
    assert group_of(w, order[1]) == "artillery"
    assert group_of(w, order[-1]) == "tanks"


def test_the_night_issue(road: World) -> None:  # OPS-SUP-4
    s = placed(
        road, {"US-2-9": "2532", "US-2-23": "2530", "GE-26VG-39": "2430", "US-ART-V-F1": "2534"}, NIGHT_16
    )
    for name, sp in (("US-2-9", 0), ("US-2-23", 0), ("US-ART-V-F1", 2), ("GE-26VG-39", 1)):
        s.sp[road.by_id[name]] = sp
    turn = notebook(road, s)
    settle(turn)
    # Two away from the enemy, one next to it, never above three, none without a path.
    names = ("US-2-9", "US-2-23", "US-ART-V-F1", "GE-26VG-39")
    assert [s.sp[road.by_id[name]] for name in names] == [2, 1, 3, 1]
    allied, german = told(turn, Issued)
    assert allied == Issued(ALLIED, 45, (("US-2-23", 1), ("US-2-9", 2), ("US-ART-V-F1", 1)), ())
    assert german == Issued(GERMAN, 60, (), ("GE-26VG-39",))


def test_the_issue_runs_out(road: World) -> None:  # OPS-SUP-4
    infantry = [u.id for u in road.units if u.side == ALLIED and u.combat][:30]
    s = placed(road, dict.fromkeys(infantry, "2534"), NIGHT_16)
    for name in infantry:
        s.sp[road.by_id[name]] = 0
    turn = notebook(road, s)
    settle(turn)
    assert sum(s.sp[road.by_id[name]] for name in infantry) == 45
    drawn = [s.sp[unit] for unit in issue_order(road, s, ALLIED) if s.where[unit] >= 0]
    assert drawn == [2] * 22 + [1] + [0] * 7


def test_artillery_draws_what_it_fired(road: World) -> None:  # OPS-SUP-2, OPS-SUP-4, PV-75
    s = placed(road, {"US-ART-V-F1": "2534"}, NIGHT_16)
    unit = road.by_id["US-ART-V-F1"]
    s.sp[unit] -= road.limits.support_sp  # its SUPPORT was used by day
    assert s.sp[unit] == 2
    s.sp[unit] -= road.limits.fire_sp  # it interdicts at night
    assert s.sp[unit] == 0
    settle(notebook(road, s))
    assert s.sp[unit] == 2


def test_by_day_only_the_state_of_supply_is_reported(road: World) -> None:
    s = placed(road, {"US-2-9": "2532", "US-2-23": "1010"}, 0)
    s.sp[road.by_id["US-2-9"]] = 0
    turn = notebook(road, s)
    settle(turn)
    assert s.sp[road.by_id["US-2-9"]] == 0
    assert told(turn, OutOfSupply) == [OutOfSupply(ALLIED, ("US-2-23",))]
    assert s.marks[road.by_id["US-2-9"]] & SUPPLIED
    assert not s.marks[road.by_id["US-2-23"]] & SUPPLIED


def test_fuel_from_a_dump_is_in_the_next_german_issue(road: World) -> None:  # OPS-SUP-6
    s = placed(road, {"US-2-9": "2532"}, NIGHT_16)
    s.bonus = road.limits.dump_sp
    turn = notebook(road, s)
    settle(turn)
    german = next(event for event in told(turn, Issued) if isinstance(event, Issued) and event.to == GERMAN)
    assert german.issue == 80
    assert s.bonus == 0


def test_the_drop_is_never_resupplied() -> None:  # OPS-DROP-1
    w = bare_world(roads=[column(55, 29, 20)])
    s = placed(w, {"GE-VDH": "5525"}, NIGHT_16)
    s.sp[w.by_id["GE-VDH"]] = 0
    settle(notebook(w, s))
    assert s.marks[w.by_id["GE-VDH"]] & SUPPLIED
    assert s.sp[w.by_id["GE-VDH"]] == 0


def resting(w: World, units: list[str], turn: int, marks: int = RESTED) -> PlaysheetState:
    s = placed(w, dict.fromkeys(units, "2532"), turn)
    for name in units:
        s.status[w.by_id[name]] -= 2
        s.marks[w.by_id[name]] = marks
    return s


def rest(*units: str) -> list[GroundOrder]:
    return [Rest(unit) for unit in units]


def test_a_day_and_a_night_of_rest(road: World) -> None:  # OPS-SUP-7
    unit = road.by_id["US-2-9"]
    s = resting(road, ["US-2-9"], DAY_19, marks=0)
    settle(notebook(road, s, rest("US-2-9")))
    assert s.marks[unit] & RESTED
    s.turn = NIGHT_19
    turn = notebook(road, s, rest("US-2-9"))
    settle(turn)
    assert s.status[unit] == road.units[unit].status - 1
    assert told(turn, Recovered) == [Recovered(ALLIED, "US-2-9")]
    assert not s.marks[unit] & RESTED


@pytest.mark.parametrize(
    "spoil", ["too early", "no rest by day", "no rest at night", "moved", "enemy near", "no supply", "whole"]
)
def test_what_spoils_a_rest(road: World, spoil: str) -> None:  # OPS-SUP-7
    unit = road.by_id["US-2-9"]
    s = resting(road, ["US-2-9"], 5 if spoil == "too early" else NIGHT_19)
    before = s.status[unit]
    if spoil == "no rest by day":
        s.marks[unit] = 0
    elif spoil == "moved":
        s.marks[unit] |= MOVED
    elif spoil == "enemy near":
        s.where[road.by_id["GE-26VG-39"]] = road.near[s.where[unit]][0]
    elif spoil == "no supply":
        s.where[unit] = road.cell_of("1010")
    elif spoil == "whole":
        before = s.status[unit] = road.units[unit].status
    settle(notebook(road, s, [] if spoil == "no rest at night" else rest("US-2-9")))
    assert s.status[unit] == before


def test_so_many_recover_a_night_the_most_worn_first(road: World) -> None:  # OPS-SUP-7
    names = [u.id for u in road.units if u.side == ALLIED and u.combat and u.status >= 7][:9]
    s = resting(road, names, NIGHT_19)
    worst = road.by_id[names[-1]]
    s.status[worst] = 1
    turn = notebook(road, s, rest(*names))
    settle(turn)
    got = [event.unit for event in told(turn, Recovered) if isinstance(event, Recovered)]
    assert len(got) == road.limits.rest_allied == 6
    assert got[0] == names[-1]


def test_a_dump_is_burned_by_those_in_its_hex() -> None:  # OPS-SUP-6
    w = printed_world()
    s = placed(w, {"US-2-9": "3002", "US-2-23": "3003"})
    turn = notebook(w, s, [Demolish("US-2-9", DUMP), Demolish("US-2-23", DUMP)])
    burn_dumps(turn)
    assert s.dumps == [BURNED, STANDS]
    assert told(turn, DumpBurned) == [DumpBurned(ALLIED, "3002")]
    s.dumps[0] = TAKEN
    burn_dumps(turn)
    assert s.dumps[0] == TAKEN


def test_turns_have_names() -> None:
    assert [turn_of(name) for name in ("16D", "16N", "27N", "28D", "1D", "")] == [0, 1, 23, None, None, None]
