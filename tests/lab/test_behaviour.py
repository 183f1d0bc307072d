"""Behaviour counters: what the watcher of Tigers counts, for whom, and what it leaves alone."""

from __future__ import annotations

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.events import (
    Advanced,
    Disrupted,
    Eliminated,
    Exited,
    Moved,
    OddsSet,
    StoodFast,
)
from ardennes.games.tigers.rules.orders import END
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN
from ardennes.kernel.contract import Event
from ardennes.lab.behaviour import NoWatcher, own_counters, watcher_for
from ardennes.lab.tigers_behaviour import TigersWatcher
from tests.kernel.toygame import Outpost


def counted(*events: Event, by: int = GERMAN) -> tuple[dict[str, int], dict[str, int]]:
    watcher = TigersWatcher(Tigers())
    for event in events:
        watcher.happened(None, by, [event])
    return dict(watcher.counts[GERMAN]), dict(watcher.counts[ALLIED])


def odds(column: str, *attackers: str) -> OddsSet:
    return OddsSet(("1206",), attackers, 3, 4, column, (), column, ())


def test_attacks_and_weak_attacks() -> None:
    german, allied = counted(odds("1:2", "G-2PZ"), odds("1:1", "G-2PZ"), odds("7:1", "US-30"))
    assert german == {"attacks": 2, "attacks below 1:1": 1}
    assert allied == {"attacks": 1}


def test_a_unit_that_goes_back_where_it_came_from() -> None:
    there, back = Moved("G-2PZ", ("1204", "1105", "1004"), 4), Moved("G-2PZ", ("1004", "1204"), 4)
    assert counted(there, back)[GERMAN] == {"moves": 2, "moves back and forth": 1}
    onward = Moved("G-2PZ", ("1004", "904"), 2)
    assert counted(there, onward)[GERMAN] == {"moves": 2}
    assert counted(there, Moved("G-LEHR", ("1004", "1204"), 4))[GERMAN] == {"moves": 2}


def test_losses_supply_road_mode_exits() -> None:
    german, allied = counted(
        Eliminated("US-28", "1104", "TIA-CRT-7"),
        Disrupted("US-99", "TIA-SUPPLY-7"),
        Disrupted("US-99", "TIA-CRT-9"),
        Disrupted("G-2PZ", "TIA-ROAD-5"),
        Exited("G-2PZ", "110", 4, 4),
        Advanced("G-LEHR", ("1004", "904")),
    )
    assert allied == {"units lost": 1, "factors lost": 3, "units out of supply": 1}
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
