"""The measures of a match of the playsheet; strength is counted in status points.

The battles of a combat step are simultaneous, so each is stored by its hex until the next step. A hex belongs
to the side of the combat unit that entered it last; the beliefs of a side do not count.
"""

from __future__ import annotations

from fractions import Fraction

from ardennes.games.playsheet.rules.model import events as e
from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.games.playsheet.rules.orders.air import HEYDTE
from ardennes.games.playsheet.rules.outcome.victory import ended_now, score_of
from ardennes.games.playsheet.rules.tables.combat import retirement, rounded, row_of
from ardennes.games.playsheet.schema.terms import GERMAN
from ardennes.games.playsheet.schema.world import World
from ardennes.hexes import board_of
from ardennes.kernel.contract import AnyGame, Event, Result
from ardennes.kernel.measures import AIR, COMBAT, RETREAT, Battle, Measuring
from ardennes.kernel.wire import Score

DIE = range(1, 7)
INTO = ("advance", "overrun")  # how attackers enter the hex they attacked


class PlaysheetMeasures(Measuring[World, PlaysheetState]):
    package, german, unit = "ardennes.games.playsheet", GERMAN, "status point"

    def __init__(self, game: AnyGame, state: PlaysheetState) -> None:
        super().__init__(game, state)
        self.at = self.where(state)
        self.german_ground = self.w.start_ground[GERMAN]
        self.fights: dict[str, Battle] = {}  # of this step, by hex

    def strengths(self, s: PlaysheetState) -> dict[str, int]:
        units, status = self.w.units, s.status
        return {units[unit].id: status[unit] for unit, cell in enumerate(s.where) if cell >= 0}

    def side_of(self, unit: str) -> int:
        return self.w.units[self.w.by_id[unit]].side

    def in_set_up(self, turn: int) -> bool:
        return False

    def turn_begun(self, event: Event) -> int | None:
        return self.turn + 1 if isinstance(event, e.TurnBegan) else None

    def day(self, turn: int) -> int:
        return self.w.date(turn)

    def ended_now(self, s: PlaysheetState, turn: int) -> Result:
        return ended_now(self.w, s)

    def ground(self, s: PlaysheetState) -> tuple[int, int]:
        every = board_of(self.w.hexes)
        return self.german_ground & every, every  # a short scenario is played on a part of the map

    def score(self, s: PlaysheetState) -> Score:
        return score_of(self.w, s)

    def where(self, s: PlaysheetState) -> dict[str, str]:
        return {self.w.units[u].id: self.w.label(cell) for u, cell in enumerate(s.where) if cell >= 0}

    def places(self, s: PlaysheetState, side: int) -> tuple[str, ...]:
        return tuple(one.name for one in self.w.objectives if s.places[one.index] == side)

    def cell(self, label: str) -> int | None:
        cell = self.w.cell(label)
        return cell if cell in self.w.hexes else None

    def read(self, s: PlaysheetState, event: Event) -> None:
        match event:
            case e.Arrived(unit=unit, hex=hex_):
                self.stands(unit, self.w.units[self.w.by_id[unit]].status)
                self._enters(unit, hex_)
            case e.Landed(hex=hex_, status=status):
                if status:
                    self.stands(HEYDTE, status)
                    self._enters(HEYDTE, hex_)
            case e.Recovered(unit=unit):
                self.stands(unit, self.book[unit] + 1, "replaced")
            case e.Left(unit=unit):
                self.goes(unit, "exited")
                self.at.pop(unit)
            case e.Shelled(unit=unit, hex=hex_, step=step) | e.Suppressed(unit=unit, hex=hex_, step=step):
                self.loses(unit, hex_, int(step), AIR, "OPS-INT-6")
            case e.PhaseBegan():
                self.fights.clear()
            case e.Battle():
                self._battle(s, event)
            case e.Fought():
                self._fought(event)
            case e.Lost(unit=unit):
                self.at.pop(unit, None)
            case e.Stepped(unit=unit, hex=hex_, how=how):
                self._enters(unit, hex_)
                fight = self.fights.get(hex_)
                if fight is not None and how in INTO and unit in fight.attackers:
                    fight.advanced = (*fight.advanced, unit)
            case _:
                pass

    def _enters(self, unit: str, hex_: str) -> None:
        self.at[unit] = hex_
        info = self.w.units[self.w.by_id[unit]]
        if info.combat:
            bit = 1 << self.w.cell_of(hex_)
            self.german_ground = (
                self.german_ground | bit if info.side == GERMAN else self.german_ground & ~bit
            )

    def _battle(self, s: PlaysheetState, event: e.Battle) -> None:
        side = self.side_of(event.attackers[0])
        fight = self.battle(side, (event.hex,), event.attackers, event.defenders)
        self.fight = None
        fight.odds, fight.dice, fight.result = f"{event.score} {event.column}", (event.die,), event.result
        fight.below_even = Fraction(event.attack) < Fraction(event.defence)
        edge, bad = Fraction(event.attack) - Fraction(event.defence), event.column == "bad"
        rows = [row_of(self.w.sheet, bad, rounded(edge + die, s.readings)) for die in DIE]
        attackers = sum(self._cost(event.attackers, row.attacker_loss) for row in rows)
        fight.means = (
            attackers / len(DIE),
            sum(self._cost(event.defenders, row.defender_loss) for row in rows) / len(DIE),
        )
        terrain = self.w.terrain[self.w.cell_of(event.hex)]
        goes = sum(retirement(row, terrain, s.readings) != "0" for row in rows)
        fight.chance = goes / len(DIE)
        self.fights[event.hex] = fight

    def _cost(self, units: tuple[str, ...], loss: int) -> int:
        """Return the total of a loss to each of the units, none below 0."""
        return sum(min(loss, self.book.get(unit, 0)) for unit in units)

    def _fought(self, event: e.Fought) -> None:
        """Count the losses of one side in a battle, including those in retirement."""
        fight = self.fights[event.hex]
        for unit, lost, back in zip(event.own, event.status_lost, event.going_back, strict=True):
            self.loses(unit, event.hex, lost - back, COMBAT, "OPS-COMBAT-30")
            self.loses(unit, event.hex, back, RETREAT, "OPS-FIGHT-5")
        lost = sum(event.status_lost)
        fight.losses = (lost, fight.losses[1]) if event.attacking else (fight.losses[0], lost)
        fight.cleared = all(self.at.get(unit) != event.hex for unit in fight.defenders)
