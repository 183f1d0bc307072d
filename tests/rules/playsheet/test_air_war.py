"""The air war on the map: who meets whom, the order of the dice, flak on the way, areas, drops, reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import msgspec
import pytest

from ardennes.dice import ScriptedDice
from ardennes.games.playsheet.rules.model import orders as o
from ardennes.games.playsheet.rules.model.events import (
    AirClaimed,
    AirFought,
    AirLost,
    Delivered,
    Die,
    DropSeen,
    Flew,
    Landed,
    Sighted,
    Suppressed,
)
from ardennes.games.playsheet.rules.model.state import (
    DAMAGED,
    DEAD,
    FIT,
    LOST,
    MARCHED,
    MOVED,
    SUPPRESSED,
)
from ardennes.games.playsheet.rules.resolution import (
    air_combat,
    air_drops,
    air_reconnaissance,
    air_strikes,
    flight_paths,
)
from ardennes.games.playsheet.rules.resolution.notebook import Turn
from ardennes.games.playsheet.schema.terms import ALLIED, FOREST, GERMAN, TOWN
from ardennes.games.playsheet.schema.world import World
from tests.rules.playsheet.field import bare_board, bare_world, notebook, placed, told

DAY, NIGHT = 12, 3  # 22D, 17N
FLAK, GUNS = "GE-FLAK-ISS", "US-ART-III-21-F1"


def squadrons(side: str, pool: str, count: int, first: int = 1) -> tuple[str, ...]:
    return tuple(f"{side}-{pool}-{number:02}" for number in range(first, first + count))


def flying(
    missions: Sequence[o.AirOrder],
    dice: Sequence[int] = (),
    units: Mapping[str, str] | None = None,
    ground: Sequence[o.GroundOrder] = (),
    world: World | None = None,
    turn: int = DAY,
) -> Turn:
    """A turn in which these missions fly over these units."""
    w = world or bare_world()
    s = placed(w, units or {}, turn)
    for mission in missions:
        for name in mission.squadrons:
            s.flights[w.squadron_by_id[name]] = mission
    return notebook(w, s, ground, dice)


def state_of(turn: Turn, name: str) -> int:
    return turn.s.squadrons[turn.w.squadron_by_id[name]]


def dice_left(turn: Turn) -> int:
    assert isinstance(turn.dice, ScriptedDice)
    return turn.dice.left


def strike(turn: Turn) -> Turn:
    air_combat.run(turn)
    air_strikes.run(turn)
    return turn


# Fighters


def test_fighters_meet_over_a_zone_and_the_lowest_ids_are_lost() -> None:
    turn = flying(
        [o.Cover(squadrons("allied", "fighter", 4), 15), o.Cover(squadrons("german", "fighter", 12), 15)], [2]
    )
    air_combat.run(turn)
    assert state_of(turn, "allied-fighter-01") == LOST  # 3-1 Draw: 10 % of 12
    assert state_of(turn, "allied-fighter-02") == FIT
    assert AirFought(ALLIED, 15, ("allied-fighter-01",), 0) in turn.events
    assert AirFought(GERMAN, 15, (), 1) in turn.events


def test_equal_numbers_roll_for_the_attacker_first() -> None:
    turn = flying(
        [o.Cover(squadrons("allied", "fighter", 5), 3), o.Cover(squadrons("german", "fighter", 5), 3)], [4, 6]
    )
    air_combat.run(turn)
    rules = [event.rule for event in turn.events if isinstance(event, Die)]
    assert rules == ["OPS-A2A-1", "OPS-A2A-3"]


def test_zones_are_fought_in_order_and_apart() -> None:
    turn = flying(
        [
            o.Cover(squadrons("allied", "fighter", 2), 15),
            o.Cover(squadrons("allied", "fighter", 2, first=3), 2),
            o.Cover(squadrons("german", "fighter", 1), 15),
            o.Cover(squadrons("german", "fighter", 1, first=2), 2),
        ],
        [1, 6],
    )
    air_combat.run(turn)
    zones = [event.zone for event in told(turn, AirFought) if isinstance(event, AirFought)]
    assert zones == [2, 2, 15, 15]


def test_fighters_alone_over_a_zone_are_only_reported_they_flew() -> None:
    turn = flying([o.Cover(squadrons("german", "fighter", 2), 15)])
    air_combat.run(turn)
    assert turn.events == [Flew(GERMAN, squadrons("german", "fighter", 2), "COVER", "zone 15", True)]


def test_unopposed_fighters_strike_the_missions_of_their_zone_only() -> None:
    w = bare_world()
    turn = flying(
        [
            o.Transport(squadrons("allied", "transport_serial", 4), "supplies", "2429"),
            o.AirInterdict(squadrons("allied", "medium_bomber", 3), "2427"),
            o.CloseSupport(squadrons("allied", "ground_attack", 6), "2428", "attack"),
            o.CloseSupport(squadrons("allied", "ground_attack", 2, first=7), "4113", "attack"),
            o.Cover(squadrons("german", "fighter", 9), 15),
        ],
        world=w,
    )
    assert w.zone[w.cell_of("2429")] == 15
    assert w.zone[w.cell_of("4113")] != 15
    air_combat.run(turn)
    lost = [event.squadron for event in turn.events if isinstance(event, AirLost)]
    assert lost == [*squadrons("allied", "transport_serial", 4), "allied-medium_bomber-01"]  # PV-79
    assert AirClaimed(GERMAN, 15, 5) in turn.events
    assert turn.flights[w.squadron_by_id["allied-transport_serial-01"]] is None


# Flak


def test_the_way_home_is_straight_and_four_km_wide() -> None:
    w = bare_world()
    assert w.label(flight_paths.home(w, ALLIED, w.cell_of("2429"))) == "0029"
    assert (
        w.label(flight_paths.home(w, ALLIED, w.cell_of("2529"))) == "0029"
    )  # 0029 and 0030 are as near: lowest id
    assert w.label(flight_paths.home(w, GERMAN, w.cell_of("2429"))) == "5528"  # 5528 and 5529 are as near
    way = flight_paths.way(w, ALLIED, w.cell_of("2429"))
    labels = {w.label(cell) for cell in way}
    assert {"1027", "1031", "2431", "2530"} <= labels  # 4 km to either side, and beyond the target
    assert not {"1026", "1032", "2432", "2729"} & labels
    assert [w.label(flight_paths.middle(w, zone)) for zone in (1, 15, 24)] == ["0505", "2525", "5535"]


def test_flak_on_the_way_fires_heavy_before_light() -> None:
    turn = flying(
        [o.CloseSupport(squadrons("allied", "ground_attack", 2), "2429", "attack")],
        [5, 1, 6, 6],
        {FLAK: "2031", "GE-12SS-25": "2427"},
    )
    strike(turn)
    rolled = [event.what for event in turn.events if isinstance(event, Die)]
    assert [what.split()[0] for what in rolled] == ["heavy", "light", "heavy", "light"]
    assert state_of(turn, "allied-ground_attack-01") == DAMAGED  # one damage still counts, OPS-AIR-6
    assert state_of(turn, "allied-ground_attack-02") == LOST
    target = turn.w.cell_of("2429")
    first = turn.w.squadron_by_id["allied-ground_attack-01"]
    assert turn.support == {(ALLIED, target, "attack"): [first]}
    assert AirClaimed(GERMAN, 15, 1) in turn.events
    reached = [(event.squadrons[0][-2:], event.reached) for event in turn.events if isinstance(event, Flew)]
    assert reached == [("01", True), ("02", False)]


@pytest.mark.parametrize("where", ["2033", "2829"])
def test_flak_off_the_way_does_not_fire(where: str) -> None:
    turn = flying(
        [o.CloseSupport(squadrons("allied", "ground_attack", 1), "2429", "attack")], [], {FLAK: where}
    )
    strike(turn)
    assert not told(turn, Die)


def test_the_owners_own_flak_and_fighters_do_not_matter() -> None:
    turn = flying(
        [o.CloseSupport(squadrons("german", "ground_attack", 1), "2429", "attack"),
         o.Cover(squadrons("allied", "fighter", 1), 1)],
        [], {FLAK: "2429"},
    )  # fmt: skip
    strike(turn)
    assert not told(turn, Die)


def test_tasks_are_rolled_for_in_their_order() -> None:
    turn = flying(
        [
            o.Reconnoitre(squadrons("allied", "recce", 1), 15),
            o.AirInterdict(squadrons("allied", "ground_attack", 1), "2425"),
            o.CloseSupport(squadrons("allied", "us_heavy_bomber", 1), "2425", "attack"),
            o.AirSuppress(squadrons("allied", "medium_bomber", 1), "1004"),
            o.Transport(squadrons("allied", "transport_serial", 1), "supplies", "2425"),
        ],
        [1] * 4 + [1],
        {FLAK: "2425"},
    )
    strike(turn)
    against = [event.what.partition("Allied ")[2] for event in turn.events if isinstance(event, Die)]
    assert against == [
        "US heavy-bomber squadron 1", "ground-attack squadron 1", "reconnaissance squadron 1",
        "transport serial 1",
    ]  # fmt: skip


def test_pooled_damage_brings_down_one_for_two() -> None:
    mission = o.AirInterdict(squadrons("allied", "ground_attack", 4), "2429")
    turn = flying([mission], [5, 5, 1, 5], {FLAK: "2429"})
    turn.s.readings = msgspec.structs.replace(turn.s.readings, flak_damage="pooled")
    strike(turn)
    assert [state_of(turn, name) for name in mission.squadrons] == [LOST, DAMAGED, FIT, FIT]


# Suppression and interdiction


def suppressing(dice: Sequence[int]) -> Turn:
    return strike(
        flying(
            [
                o.AirSuppress(squadrons("allied", "medium_bomber", 4), "2429"),
                o.CloseSupport(squadrons("allied", "ground_attack", 1), "2429", "attack"),
            ],
            dice,
            {FLAK: "2429", "GE-12SS-25": "2429"},
        )
    )


def test_suppressed_flak_and_the_organic_flak_with_it_are_silent() -> None:
    turn = suppressing([1, 1] * 4 + [2])  # row 4: 2 is suppressed
    unit = turn.w.by_id[FLAK]
    assert turn.s.marks[unit] & SUPPRESSED
    assert Suppressed(GERMAN, FLAK, "2429", False) in turn.events
    assert dice_left(turn) == 0


def test_flak_that_is_missed_fires_on() -> None:
    turn = suppressing([1, 1] * 4 + [1, 1, 1])
    assert not told(turn, Suppressed)
    assert dice_left(turn) == 0


def test_suppression_takes_a_step_and_spares_other_units() -> None:
    turn = suppressing([1, 1] * 4 + [6])
    assert turn.s.status[turn.w.by_id[FLAK]] == 1
    assert turn.s.status[turn.w.by_id["GE-12SS-25"]] == turn.w.units[turn.w.by_id["GE-12SS-25"]].status


def test_areas_count_aircraft_and_artillery_of_a_side_together() -> None:
    missions = [
        o.AirInterdict(squadrons("german", "ground_attack", 3), "3020"),
        o.AirInterdict(squadrons("german", "ground_attack", 2, first=4), "3020"),
        o.AirInterdict(squadrons("allied", "ground_attack", 3), "3020"),
        o.AirInterdict(squadrons("allied", "raf_heavy_bomber", 2), "2425"),
    ]
    turn = flying(missions, [], {GUNS: "2420"}, [o.Interdict(GUNS, "2425")])
    battalions = turn.s.status[turn.w.by_id[GUNS]]
    strike(turn)
    result = [(turn.w.label(area.anchor), area.side, area.row) for area in turn.areas]
    assert result == [("2425", ALLIED, 4), ("3020", ALLIED, 3), ("3020", GERMAN, 3)]
    assert {turn.w.label(cell) for cell in turn.areas[0].cells} == {"2425", "2525", "2426", "2526"}
    assert battalions <= 4
    assert turn.s.sp[turn.w.by_id[GUNS]] == 1  # two spent, OPS-SUP-2


def test_shot_down_bombers_interdict_nothing() -> None:
    turn = flying([o.AirInterdict(squadrons("allied", "ground_attack", 1), "2429")], [6, 6],
                  {FLAK: "2429", "GE-12SS-25": "2429"})  # fmt: skip
    strike(turn)
    assert turn.areas == []


# Drops


def heydte(dice: Sequence[int], units: Mapping[str, str] | None = None) -> Turn:
    order = o.Transport(squadrons("german", "transport_serial", 3), "GE-VDH", "3810")
    turn = strike(flying([order], dice, units, turn=NIGHT))
    air_drops.run(turn)
    return turn


def test_pv_89_a_third_of_the_group_lands() -> None:
    turn = heydte([2, 3, 6])
    unit = turn.w.by_id["GE-VDH"]
    assert (turn.s.status[unit], turn.s.sp[unit], turn.w.label(turn.s.where[unit])) == (1, 2, "3810")
    assert Landed(GERMAN, "3810", 1) in turn.events
    assert not told(turn, DropSeen)


def test_a_serial_under_flak_loses_its_point_without_a_landing_die() -> None:
    turn = heydte([5, 3, 1, 1, 1], {"US-FLAK-V": "3811"})  # loss; damage; nothing; two landing dice
    assert turn.s.status[turn.w.by_id["GE-VDH"]] == 2
    assert [state_of(turn, name) for name in squadrons("german", "transport_serial", 3)] == [
        DAMAGED, DAMAGED, FIT,
    ]  # fmt: skip
    assert DropSeen(ALLIED, "3810") in turn.events
    assert Sighted(ALLIED, "3810", "contact") in turn.events


def test_nobody_landed() -> None:
    turn = heydte([3, 4, 5])
    assert turn.s.where[turn.w.by_id["GE-VDH"]] == DEAD
    assert Landed(GERMAN, "3810", 0) in turn.events


def test_the_group_lands_beside_an_enemy_hex() -> None:
    turn = heydte([1, 1, 1], {"US-1-16": "3810", "US-1-18": "3709"})
    assert turn.w.label(turn.s.where[turn.w.by_id["GE-VDH"]]) == "3710"


def test_the_group_is_lost_where_enemies_are_everywhere() -> None:
    w = bare_world()
    names = ["US-1-16", "US-1-18", "US-1-26", "US-9-39", "US-9-47", "US-9-60", "US-2-9"]
    cells = [w.cell_of("3810"), *w.near[w.cell_of("3810")]]
    turn = heydte([1, 1, 1], dict(zip(names, map(w.label, cells), strict=True)))
    assert turn.s.where[turn.w.by_id["GE-VDH"]] == DEAD


def supply(dice: Sequence[int], units: Mapping[str, str], first: tuple[str, ...] = ()) -> Turn:
    order = o.Transport(squadrons("allied", "transport_serial", 3), "supplies", "2429", first)
    turn = flying([order], dice, {"US-101-501": "2429", "US-101-502": "2428", **units})
    for name in ("US-101-501", "US-101-502"):
        turn.s.sp[turn.w.by_id[name]] = 0
    strike(turn)
    air_drops.run(turn)
    return turn


def test_pv_63_serials_that_come_through_feed_the_units_around() -> None:
    turn = supply([1, 4, 6], {FLAK: "2529"})
    assert [turn.s.sp[turn.w.by_id[name]] for name in ("US-101-501", "US-101-502")] == [3, 1]
    assert Delivered(ALLIED, "2429", 4, (("US-101-501", 3), ("US-101-502", 1))) in turn.events
    assert [state_of(turn, name) for name in squadrons("allied", "transport_serial", 3)] == [
        FIT, DAMAGED, DAMAGED,
    ]  # fmt: skip
    assert DropSeen(GERMAN, "2429") in turn.events


def test_the_owner_says_who_is_fed_first() -> None:
    turn = supply([], {}, first=("US-101-502",))
    assert [turn.s.sp[turn.w.by_id[name]] for name in ("US-101-501", "US-101-502")] == [3, 3]
    assert Delivered(ALLIED, "2429", 6, (("US-101-502", 3), ("US-101-501", 3))) in turn.events
    assert not told(turn, DropSeen)


def test_pv_80_a_serial_lost_to_two_damage_has_dropped() -> None:
    turn = supply([3, 4, 1, 1, 1, 1], {FLAK: "2430", "GE-12SS-25": "2529"})
    assert state_of(turn, "allied-transport_serial-01") == LOST
    assert any(isinstance(event, Delivered) and event.brought == 6 for event in turn.events)


# Reconnaissance


def recce_over(
    units: Mapping[str, str],
    dice: Sequence[int],
    terrain: Mapping[str, int] | None = None,
    ground: Sequence[o.GroundOrder] = (),
    count: int = 1,
    moved: Mapping[str, int] | None = None,
    trucks: Sequence[str] = (),
) -> Turn:
    board = bare_board()
    kinds = list(board.terrain)
    for label, kind in (terrain or {}).items():
        kinds[board.cells[label]] = kind
    w = World(board=replace(board, terrain=tuple(kinds)))
    mission = o.Reconnoitre(squadrons("allied", "recce", count), 15)
    turn = flying([mission], dice, units, ground, world=w)
    for name, marks in (moved or {}).items():
        turn.s.marks[w.by_id[name]] |= marks
        turn.s.began[w.by_id[name]] = w.cell_of("2422")
    turn.trucks.update(w.by_id[name] for name in trucks)
    air_reconnaissance.run(turn)
    assert dice_left(turn) == 0
    return turn


def seen(turn: Turn) -> list[tuple[str, str, str, str]]:
    return [(event.hex, event.direction, event.type, event.size)
            for event in turn.events if isinstance(event, Sighted)]  # fmt: skip


def test_pv_41_vehicles_and_infantry_moving_and_still() -> None:
    units = {"GE-12SS-12": "2424", "GE-12SS-25": "2425", "GE-26VG-39": "2426", "GE-26VG-77": "2427"}
    turn = recce_over(units, [4] * 4, moved={"GE-12SS-12": MOVED, "GE-26VG-77": MOVED})
    assert seen(turn) == [("2424", "S", "", ""), ("2425", "", "", ""), ("2427", "", "", "")]


def test_pv_42_a_crowded_hex_is_seen_better() -> None:
    four = dict.fromkeys(["GE-26VG-39", "GE-26VG-77", "GE-26VG-78", "GE-277VG-989"], "2425")
    assert seen(recce_over(dict(list(four.items())[:3]), [5] * 3)) == [("2425", "", "", "")] * 3
    assert seen(recce_over(four, [5] * 4)) == [("2425", "", "infantry", "")] * 4


def test_pv_43_cover_in_town_and_forest() -> None:
    units = {"GE-12SS-12": "2425", "GE-26VG-39": "2425", "GE-12SS-25": "2427"}
    assert seen(recce_over(units, [5], {"2425": TOWN, "2427": FOREST})) == [("2425", "", "armour", "")]


def test_a_column_on_the_road_is_seen_in_the_forest() -> None:
    ground = [o.Move("GE-26VG-39", "road_column", ("2424",))]
    marched = {"GE-26VG-39": MOVED | MARCHED}
    turn = recce_over({"GE-26VG-39": "2424"}, [6], {"2424": FOREST}, ground, moved=marched)
    assert seen(turn) == [("2424", "S", "infantry", "regiment")]


def test_a_column_that_did_not_set_out_stays_hidden() -> None:
    ground = [o.Move("GE-26VG-39", "road_column", ("2425",))]
    assert seen(recce_over({"GE-26VG-39": "2424"}, [], {"2424": FOREST}, ground)) == []


def test_light_tanks_have_no_cover_in_a_town() -> None:
    assert seen(recce_over({"GE-LEHR-REC": "2425"}, [5], {"2425": TOWN})) == [("2425", "", "recce", "")]


def test_troops_on_trucks_are_vehicles() -> None:
    marched, units = {"GE-26VG-39": MOVED | MARCHED}, {"GE-26VG-39": "2424"}
    assert seen(recce_over(units, [2], moved=marched)) == []
    assert seen(recce_over(units, [2], moved=marched, trucks=["GE-26VG-39"])) == [("2424", "", "", "")]


def test_of_two_squadrons_the_higher_die_counts() -> None:
    assert seen(recce_over({"GE-12SS-25": "2425"}, [6, 4], count=2)) == [
        ("2425", "", "motorised", "regiment")
    ]


def test_only_the_zone_is_seen() -> None:
    assert seen(recce_over({"GE-12SS-25": "3025"}, [])) == []
