"""Behaviour counters of the playsheet: what is counted, and for which side."""

from __future__ import annotations

from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.rules.model.events import AirLost, Fought, Issued, Lapsed, OutOfSupply, Stepped
from ardennes.games.playsheet.rules.model.orders import Attack, Cover, Defend, Prepare
from ardennes.games.playsheet.schema.terms import ALLIED, GERMAN
from ardennes.kernel.contract import Event
from ardennes.lab.behaviour import watcher_for

GAME = Playsheet()


def counted(*turns: list[Event]) -> tuple[dict[str, int], dict[str, int]]:
    watcher = watcher_for(GAME)
    for events in turns:
        watcher.happened(None, GERMAN, events)
    allied, german = ({name: n for name, n in counts.items() if n} for counts in watcher.counts)
    return allied, german


def fought(side: int, attacking: bool, result: str) -> Fought:
    return Fought(side, "4113", attacking, result, ("GE-FB",), (1,), (1,), ("armour regiment (9A)",))


def test_a_failed_attack_counts_for_its_attacker() -> None:
    battle: list[Event] = [
        fought(GERMAN, True, "attackers_badly_beaten"),
        fought(ALLIED, False, "attackers_badly_beaten"),
        fought(ALLIED, True, "success"),
    ]
    assert counted(battle) == ({}, {"attacks badly beaten": 1})


def test_lapses_and_hunger_count_for_their_side() -> None:
    allied, german = counted(
        [
            Lapsed(GERMAN, "GE-FB", "stopped", "OPS-FIGHT-8"),
            Issued(ALLIED, 45, (), ("US-IND", "US-2-9")),
            OutOfSupply(GERMAN, ("GE-FB",)),
            AirLost(ALLIED, "allied-fighter-01", False, "flak"),
            AirLost(ALLIED, "allied-fighter-02", True, "flak"),
        ]
    )
    assert allied == {"units out of supply": 2, "squadrons lost": 1}
    assert german == {"orders lapsed": 1, "units out of supply": 1}


def test_a_unit_that_goes_to_and_fro() -> None:
    def turn(*hexes: str, how: str = "move") -> list[Event]:
        return [Stepped(GERMAN, "GE-FB", cell, 1000, how) for cell in hexes]

    assert counted(turn("4113", "4112"), turn("4111"), turn("4112"))[1] == {
        "moves": 3,
        "moves back and forth": 1,
    }
    assert counted(turn("4113"), turn("4111"), turn("4110"))[1] == {"moves": 3}
    assert counted(turn("4113", how="retire"))[1] == {}


def test_what_is_written_counts() -> None:
    watcher = watcher_for(GAME)
    for order, why in (
        (Attack("GE-FB", "4113"), "now"),
        (Prepare("GE-FB", "4113"), ""),
        (Cover(("german-fighter-01", "german-fighter-02"), 5), "over the front"),
        (Defend("GE-FB"), "holds"),
    ):
        watcher.ordered(None, GERMAN, order, why)
    assert watcher.counts[GERMAN] == {
        "units in attacks": 1,
        "units preparing": 1,
        "orders without a reason": 1,
        "squadrons sent": 2,
    }
