"""Behaviour counters: what the watcher of Tigers counts, for which side, and what it ignores."""

from __future__ import annotations

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.model.events import (
    Advanced,
    Disrupted,
    Exited,
    Moved,
    StoodFast,
)
from ardennes.games.tigers.rules.model.orders import END
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN
from ardennes.kernel.contract import Event
from ardennes.kernel.measures import Battle, Measures, Standing
from ardennes.lab.behaviour import NoWatcher, measured_counts, own_counters, watcher_for
from ardennes.lab.play import play_game
from ardennes.lab.tigers_behaviour import TigersWatcher
from tests.kernel.toygame import Outpost


def counted(*events: Event, by: int = GERMAN) -> tuple[dict[str, int], dict[str, int]]:
    watcher = TigersWatcher(Tigers())
    for event in events:
        watcher.happened(None, by, [event])
    return dict(watcher.counts[GERMAN]), dict(watcher.counts[ALLIED])


def test_attacks_and_losses_are_those_of_the_measures() -> None:
    def battle(side: int, advanced: tuple[str, ...], below_even: bool) -> Battle:
        return Battle(1, 16, side, ("1206",), ("A",), ("D",), 3, 4, below_even=below_even, advanced=advanced)

    def standing(side: int, **lost: int) -> Standing:
        return Standing(1, 16, side, 0, "", 0, 9, 0, 0, 0, 2, lost, 0, 5, 1, 1, 0, ())

    result = Measures([standing(GERMAN, combat=3, retreat=1), standing(ALLIED)], [])
    result.battles += [battle(GERMAN, ("A",), False), battle(GERMAN, (), True), battle(ALLIED, (), False)]
    assert measured_counts(result, GERMAN) == {
        "attacks": 2, "attacks below 1:1": 1, "hexes taken": 1, "strength lost": 4, "strength exited": 2,
        "units lost": 1,
    }  # fmt: skip
    allied = measured_counts(result, ALLIED)
    assert (allied["attacks"], allied["strength lost"]) == (1, 0)


def test_a_played_game_counts_both() -> None:
    counts = play_game(Tigers(), ("random", "random"), 3).sides[0].counts
    assert counts["moves"] > 0
    assert counts["attacks"] >= counts.get("hexes taken", 0)


def test_a_unit_that_goes_back_where_it_came_from() -> None:
    there, back = Moved("G-2PZ", ("1204", "1105", "1004"), 4), Moved("G-2PZ", ("1004", "1204"), 4)
    assert counted(there, back)[GERMAN] == {"moves": 2, "moves back and forth": 1}
    onward = Moved("G-2PZ", ("1004", "904"), 2)
    assert counted(there, onward)[GERMAN] == {"moves": 2}
    assert counted(there, Moved("G-LEHR", ("1004", "1204"), 4))[GERMAN] == {"moves": 2}


def test_supply_road_mode_exits() -> None:
    german, allied = counted(
        Disrupted("US-99", "TIA-SUPPLY-7"),
        Disrupted("US-99", "TIA-CRT-9"),
        Disrupted("G-2PZ", "TIA-ROAD-5"),
        Exited("G-2PZ", "110", 4, 4),
        Advanced("G-LEHR", ("1004", "904")),
    )
    assert allied == {"units out of supply": 1}
    assert german == {
        "moves ended in road mode": 1,
        "quarter divisions exited": 4,
        "units exited": 1,
        "advances": 1,
    }


def test_no_retreat_counts_for_who_ordered_it() -> None:
    assert counted(StoodFast(("804",)), by=ALLIED) == ({}, {"no retreat orders": 1})


def test_an_order_without_a_reason_is_counted() -> None:
    watcher = TigersWatcher(Tigers())
    watcher.ordered(None, ALLIED, END, "")
    watcher.ordered(None, ALLIED, END, "because")
    assert watcher.counts[ALLIED] == {"orders without a reason": 1}


def test_each_game_gets_its_watcher() -> None:
    assert isinstance(watcher_for(Tigers()), TigersWatcher)
    assert isinstance(watcher_for(Outpost()), NoWatcher)


def test_own_counters_are_optional() -> None:
    assert own_counters(object()) == {}
