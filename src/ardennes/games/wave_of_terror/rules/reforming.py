"""The three troops of the 14th Cavalry become its squadron again (WOT-8.7, WOT-3.10)."""

from __future__ import annotations

from ardennes.dice import Dice
from ardennes.games.wave_of_terror.rules import state as f
from ardennes.games.wave_of_terror.rules.events import Reformed
from ardennes.games.wave_of_terror.rules.orders import Reform
from ardennes.games.wave_of_terror.rules.position import lift, place
from ardennes.games.wave_of_terror.rules.state import WaveState
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.contract import Event
from ardennes.kernel.deciding import Deciding


def may_reform(w: World, s: WaveState) -> bool:
    """Are the three troops in one hex at the end of an Allied movement phase? One that is lost ends it."""
    if w.squadron < 0 or s.where[w.squadron] != f.ASIDE or len(w.troops) < 2:
        return False
    hexes = {s.where[troop] for troop in w.troops}
    return len(hexes) == 1 and min(hexes) >= 0


class Reforming(Deciding[World, WaveState, f.Reforming]):
    """The squadron appears at full strength in the hex of the troops, for good; nobody scores."""

    kind, rule, answers = "14th Cavalry", "WOT-8.7", (Reform,)
    asks = "The three troops of the 14th Cavalry are together: re-form the squadron?"

    def offers(self, w: World, s: WaveState, frame: f.Reforming) -> list[Reform]:
        return [Reform(True), Reform(False)]

    def usual(self, w: World, s: WaveState, frame: f.Reforming) -> Reform:
        return Reform(False)

    def apply(
        self, w: World, s: WaveState, frame: f.Reforming, order: Reform, dice: Dice, events: list[Event]
    ) -> None:
        s.stack.pop()
        if not order.yes:
            return
        cell = s.where[w.troops[0]]
        for troop in w.troops:
            lift(w, s, troop, f.ASIDE)
        s.steps[w.squadron] = w.units[w.squadron].steps
        place(w, s, w.squadron, cell)
        events.append(Reformed(w.grid.label(cell)))
