"""Behaviour counters: what the watcher of Wave of Terror counts, and for which side."""

from __future__ import annotations

from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.model.events import (
    Advanced,
    DemolitionTried,
    Exited,
    Moved,
)
from ardennes.games.wave_of_terror.rules.model.orders import END
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from ardennes.kernel.contract import Event
from ardennes.lab.behaviour import watcher_for
from ardennes.lab.wave_of_terror_behaviour import WaveWatcher

GAME = WaveOfTerror()


def counted(*events: Event, by: int = GERMAN) -> tuple[dict[str, int], dict[str, int]]:
    watcher = WaveWatcher(GAME)
    watcher.happened(None, by, events)
    return dict(watcher.counts[GERMAN]), dict(watcher.counts[ALLIED])


def test_units_that_go_back_where_they_came_from() -> None:
    there = Moved(GERMAN, ("G-1SS-01", "G-1SS-02"), "G-1SS-01", 2, ("E4217", "E4117", "E4017"), False, 4)
    back = Moved(GERMAN, ("G-1SS-01",), "G-1SS-01", 1, ("E4017", "E4217"), False, 4)
    assert counted(there, back)[GERMAN] == {"moves": 3, "moves back and forth": 1}


def test_advances_exits_bridges() -> None:
    german, allied = counted(
        Advanced(("G-1SS-01", "G-1SS-02"), "E3119"),
        Exited("G-1SS-01", "W3000"),
        DemolitionTried("E1605/E1704", True, 6),
    )
    assert allied == {}
    assert german == {"advances": 1, "units exited": 1, "bridges tried": 1, "bridges blown": 1}


def test_an_order_without_a_reason_is_counted() -> None:
    watcher = watcher_for(GAME)
    watcher.ordered(None, ALLIED, END, "")
    watcher.ordered(None, ALLIED, END, "enough")
    assert watcher.counts[ALLIED] == {"orders without a reason": 1}
