"""Arrivals, weather, air pools and the end of the game (OPS-UNIT-11, OPS-WX, OPS-POOL, OPS-VIC)."""

from __future__ import annotations

import copy

import msgspec
import pytest

from ardennes.games.playsheet.rules.model.events import Arrived, Delayed, GameOver, Left, Replaced
from ardennes.games.playsheet.rules.model.orders import Cover
from ardennes.games.playsheet.rules.model.state import (
    DAMAGED,
    DEAD,
    EXITED,
    FIT,
    LOST,
    NOT_YET,
    SUPPLIED,
    PlaysheetState,
)
from ardennes.games.playsheet.rules.outcome.victory import finish, leave, ledger, resign, result_of
from ardennes.games.playsheet.rules.resolution.air_pools import fit, may_fly, roll_weather, there, turn_start
from ardennes.games.playsheet.rules.resolution.reinforcements import arrive, entries
from ardennes.games.playsheet.schema.terms import (
    ALLIED,
    FIGHTER,
    FINE,
    FOG,
    GERMAN,
    OVERCAST,
    TRANSPORT,
    US_HEAVY,
    turn_of,
)
from ardennes.games.playsheet.schema.world import printed_world
from tests.rules.playsheet.field import notebook, placed, told

W = printed_world()


def day(name: str) -> int:
    turn = turn_of(name)
    assert turn is not None
    return turn


def alone(unit: int, enemies: dict[str, str]) -> PlaysheetState:
    """22D, with these enemies on the map and one reinforcement still to come."""
    s = placed(W, enemies, day("22D"))
    for other in range(len(W.units)):
        if s.where[other] == NOT_YET and other != unit:
            s.where[other] = DEAD
    return s


def test_a_barred_entry_sends_reinforcements_to_the_next() -> None:  # OPS-UNIT-11, PV-90
    unit = W.by_id["US-4A-CCA"]
    assert W.label(W.units[unit].hex) == "2538"
    assert [W.label(cell) for cell in entries(W, unit)] == ["2538", "3538", "4038"]
    s = alone(unit, {})
    arrive(notebook(W, s))
    assert W.label(s.where[unit]) == "2538"
    assert s.marks[unit] == SUPPLIED
    s = alone(unit, {"GE-26VG-39": "2537"})
    arrive(notebook(W, s))
    assert W.label(s.where[unit]) == "3538"
    s = alone(unit, {"GE-26VG-39": "2537", "GE-26VG-77": "3537", "GE-26VG-78": "4037"})
    turn = notebook(W, s)
    arrive(turn)
    assert s.where[unit] == NOT_YET
    assert told(turn, Delayed) == [Delayed(ALLIED, "US-4A-CCA")]
    for name in ("GE-26VG-39", "GE-26VG-77", "GE-26VG-78"):
        s.where[W.by_id[name]] = DEAD
    s.turn = day("22N")
    arrive(notebook(W, s))
    assert s.where[unit] == NOT_YET  # only at the start of a Day turn
    s.turn = day("23D")
    turn = notebook(W, s)
    arrive(turn)
    assert W.label(s.where[unit]) == "2538"
    assert told(turn, Arrived) == [Arrived(ALLIED, "US-4A-CCA", "2538")]


def test_at_most_four_combat_units_come_in_at_one_hex() -> None:  # OPS-UNIT-11, OPS-GRID-6
    s = placed(W, {}, day("22D"))
    arrive(notebook(W, s))
    stacks: dict[int, int] = {}
    for unit in W.units:
        if unit.combat and s.where[unit.index] >= 0:
            stacks[s.where[unit.index]] = stacks.get(s.where[unit.index], 0) + 1
    assert max(stacks.values()) == W.limits.stack_limit
    assert s.allied_ground >> s.where[W.by_id["US-4A-CCA"]] & 1


def test_every_entry_is_a_road_of_the_side_on_the_edge() -> None:  # OPS-UNIT-11, OPS-MAP-6
    edges = {(edge.hex, edge.side) for edge in W.edges}
    for unit in W.units:
        if unit.arrives > 0:
            assert (unit.hex, unit.side) in edges, unit.id


@pytest.mark.parametrize(
    ("turn", "die", "weather"),
    [("16D", 6, OVERCAST), ("18D", 3, OVERCAST), ("18D", 4, FOG), ("22D", 4, FINE), ("25D", 2, FOG)],
)
def test_weather(turn: str, die: int, weather: int) -> None:  # OPS-WX-1
    s = placed(W, {}, day(turn))
    s.weather = -1
    roll_weather(notebook(W, s, dice=[die]))
    assert s.weather == weather
    s.turn += 1
    roll_weather(notebook(W, s))  # no die at night
    assert (s.weather, s.rolls) == (weather, 1)


def test_how_many_may_fly() -> None:  # OPS-WX-2
    s = placed(W, {}, day("18D"))
    s.weather = OVERCAST
    assert may_fly(W, s, ALLIED, FIGHTER) == 0
    s.weather = FOG
    assert (may_fly(W, s, ALLIED, FIGHTER), may_fly(W, s, GERMAN, FIGHTER)) == (5, 6)
    assert may_fly(W, s, ALLIED, US_HEAVY) == 0  # not before the 22nd
    for squadron in fit(W, s, ALLIED, FIGHTER)[2:]:
        s.squadrons[squadron] = DAMAGED
    assert may_fly(W, s, ALLIED, FIGHTER) == 1  # a third of two, but at least one
    s.weather = FINE
    assert may_fly(W, s, ALLIED, FIGHTER) == 2
    s.turn += 1
    assert may_fly(W, s, ALLIED, FIGHTER) == 0  # nobody flies at night


def test_the_german_transports() -> None:  # OPS-WX-2, OPS-DROP-1, OPS-POOL-3
    s = placed(W, {}, day("16D"))
    s.weather = OVERCAST
    flying = {}
    for turn in ("16D", "16N", "17D", "17N", "18D", "18N"):
        s.turn = day(turn)
        flying[turn] = may_fly(W, s, GERMAN, TRANSPORT)
    assert flying == {"16D": 0, "16N": 3, "17D": 0, "17N": 3, "18D": 0, "18N": 0}


def test_squadrons_and_their_names() -> None:  # OPS-POOL-3
    assert len(W.squadrons) == 92
    assert "allied-ground_attack-07" in W.squadron_by_id
    assert [q.id for q in W.squadrons] == sorted(q.id for q in W.squadrons)
    s = placed(W, {}, day("18D"))
    fighter = W.squadron_by_id["allied-fighter-01"]
    assert there(W, s, fighter)
    s.squadrons[fighter] = LOST
    assert not there(W, s, fighter)


def test_damage_is_repaired_after_a_turn_on_the_ground() -> None:  # OPS-FLAK-8
    s = placed(W, {}, day("19D"))
    one = W.squadron_by_id["allied-ground_attack-01"]
    s.squadrons[one] = DAMAGED
    s.last_flights[one] = Cover((W.squadrons[one].id,), 3)
    turn_start(notebook(W, s))
    assert s.squadrons[one] == DAMAGED
    s.last_flights[one] = None
    turn_start(notebook(W, s))
    assert s.squadrons[one] == FIT


def test_allied_replacements() -> None:  # OPS-POOL-3
    names = ["allied-fighter-02", "allied-fighter-05", "allied-ground_attack-03", "german-fighter-01"]
    for turn, back in (("20D", 2), ("20N", 0), ("21D", 0), ("26D", 2)):
        s = placed(W, {}, day(turn))
        for name in names:
            s.squadrons[W.squadron_by_id[name]] = LOST
        notes = notebook(W, s)
        turn_start(notes)
        assert len(told(notes, Replaced)) == back
        state = {name: s.squadrons[W.squadron_by_id[name]] for name in names}
        got = FIT if back else LOST
        assert state == dict(zip(names, (got, LOST, got, LOST), strict=True))


def test_points() -> None:  # OPS-VIC-1
    s = placed(W, {"GE-2PZ-3": "4113"}, 23)
    s.places[W.objective_at[W.cell_of("4113")]] = GERMAN
    s.places[W.objective_at[W.cell_of("2429")]] = GERMAN
    assert ledger(W, s) == [("Bastogne", 6), ("St. Vith", 4)]
    s.where[W.by_id["US-2-9"]] = W.cell_of("2430")  # next to Bastogne, whose road it cuts
    s.where[W.by_id["US-2-23"]] = W.cell_of("2428")
    assert ("St. Vith", 4) in ledger(W, s)
    assert ("Bastogne", 6) not in ledger(W, s)
    s.exited = 15
    for name in ("US-106-422", "US-106-423", "US-28-bn1", "GE-26VG-39", "GE-277VG-989", "US-ART-V-F1"):
        s.where[W.by_id[name]] = DEAD
    assert ledger(W, s)[1:] == [
        ("exited units", 7),
        ("Allied units destroyed", 2),  # neither the battalion nor the guns
        ("German units destroyed", -1),
    ]


def test_a_scenario_says_by_which_bounds_it_is_won() -> None:  # OPS-VIC-3
    """A designer's game of eight turns may be judged by the bounds of the long one."""
    long = copy.copy(W)
    long.scenarios = {key: msgspec.structs.replace(played, short=0) for key, played in W.scenarios.items()}
    for world, level in ((W, "German tactical"), (long, "draw")):
        s = placed(world, {}, 7)
        s.last_turn, s.exited = 7, 20
        finish(notebook(world, s))
        assert (s.points, s.over) == (10, level)


@pytest.mark.parametrize(
    ("points", "short", "level", "winner"),
    [
        (24, False, "German strategic", GERMAN),
        (23, False, "German tactical", GERMAN),
        (14, False, "German tactical", GERMAN),
        (13, False, "draw", -1),
        (9, False, "draw", -1),
        (8, False, "Allied tactical", ALLIED),
        (3, False, "Allied strategic", ALLIED),
        (14, True, "German strategic", GERMAN),
        (4, True, "Allied strategic", ALLIED),
    ],
)
def test_levels_of_victory(points: int, short: bool, level: str, winner: int) -> None:  # OPS-VIC-3, PV-81
    s = placed(W, {}, 7 if short else 23)
    s.last_turn = s.turn
    s.exited = 2 * points
    turn = notebook(W, s)
    finish(turn)
    assert (s.points, s.over, s.winner) == (points, level, winner)
    assert told(turn, GameOver) == [GameOver(level, points, (("exited units", points),))]
    result = result_of(W, s)
    assert result is not None
    assert (result.level, result.winner, result.rule) == (level, winner if winner >= 0 else None, "OPS-VIC-3")


def test_resigning() -> None:  # OPS-VIC-3
    for side, level in ((ALLIED, "German strategic"), (GERMAN, "Allied strategic")):
        s = placed(W, {}, 3)
        assert result_of(W, s) is None
        resign(W, s, side, [])
        assert (s.over, s.winner) == (level, 1 - side)


def test_leaving_the_map() -> None:  # OPS-VIC-2
    s = placed(W, {"GE-2PZ-3": "0500", "GE-2PZ-2": "0500"}, 9)
    tanks, infantry = W.by_id["GE-2PZ-3"], W.by_id["GE-2PZ-2"]
    s.marks[tanks], s.marks[infantry] = SUPPLIED, 0
    turn = notebook(W, s)
    leave(turn, tanks)
    leave(turn, infantry)
    assert s.exited == W.units[tanks].status == 9
    assert s.where[tanks] == s.where[infantry] == EXITED
    assert told(turn, Left) == [Left(GERMAN, "GE-2PZ-3", 9, True), Left(GERMAN, "GE-2PZ-2", 8, False)]


def test_what_the_historical_outcome_is_worth() -> None:  # OPS-VIC-4
    s = placed(W, {"GE-2PZ-3": "4113", "GE-2PZ-2": "0420"}, 23)
    for label in ("4113", "0420"):
        s.places[W.objective_at[W.cell_of(label)]] = GERMAN
    for name in ("US-106-422", "US-106-423"):
        s.where[W.by_id[name]] = DEAD
    turn = notebook(W, s)
    finish(turn)
    assert (s.points, s.over) == (8, "Allied tactical")
