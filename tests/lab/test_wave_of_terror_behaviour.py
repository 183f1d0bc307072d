"""Behaviour counters: what the watcher of Wave of Terror counts, and for whom."""

from __future__ import annotations

from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.events import (
    Advanced,
    BattleDeclared,
    DemolitionTried,
    Eliminated,
    Exited,
    Moved,
    OddsSet,
    StepLost,
)
from ardennes.games.wave_of_terror.rules.orders import END
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from ardennes.kernel.contract import Event
from ardennes.lab.behaviour import watcher_for
from ardennes.lab.wave_of_terror_behaviour import WaveWatcher

GAME = WaveOfTerror()


def counted(*events: Event, by: int = GERMAN) -> tuple[dict[str, int], dict[str, int]]:
    watcher = WaveWatcher(GAME)
    watcher.happened(None, by, events)
    return dict(watcher.counts[GERMAN]), dict(watcher.counts[ALLIED])


def test_attacks_and_weak_attacks_are_the_attackers() -> None:
    german, allied = counted(
        BattleDeclared("E3119", ("G-1SS-01",), ("A-106-01",)),
        OddsSet("E3119", 8, 12, "1:2", (), "1:2"),
        BattleDeclared("E4217", ("A-106-01",), ("G-1SS-01",)),
        OddsSet("E4217", 6, 6, "1:1", (), "1:1"),
    )
    assert german == {"attacks": 1, "attacks below 1:1": 1}
    assert allied == {"attacks": 1}


def test_units_that_go_back_where_they_came_from() -> None:
    there = Moved(GERMAN, ("G-1SS-01", "G-1SS-02"), "G-1SS-01", 2, ("E4217", "E4117", "E4017"), False, 4)
    back = Moved(GERMAN, ("G-1SS-01",), "G-1SS-01", 1, ("E4017", "E4217"), False, 4)
    assert counted(there, back)[GERMAN] == {"moves": 3, "moves back and forth": 1}


def test_losses_advances_exits_bridges() -> None:
    german, allied = counted(
        StepLost("A-106-01", "E3119", 1, "WOT-10.9"),
        Eliminated("A-106-02", "E3119", 1, "WOT-10.9"),
        Advanced(("G-1SS-01", "G-1SS-02"), "E3119"),
        Exited("G-1SS-01", "W3000"),
        DemolitionTried("E1605/E1704", True, 6),
    )
    assert allied == {"steps lost": 1, "units lost": 1}
    assert german == {"advances": 1, "units exited": 1, "bridges tried": 1, "bridges blown": 1}


def test_an_order_without_a_reason_is_counted() -> None:
    watcher = watcher_for(GAME)
    watcher.ordered(None, ALLIED, END, "")
    watcher.ordered(None, ALLIED, END, "enough")
    assert watcher.counts[ALLIED] == {"orders without a reason": 1}
