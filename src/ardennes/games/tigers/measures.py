"""The measures of a match of Tigers in the Ardennes; strength is counted in factors."""

from __future__ import annotations

from ardennes.games.tigers.rules.combat import results
from ardennes.games.tigers.rules.combat.chances import takes
from ardennes.games.tigers.rules.model import events as e
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.outcome.victory import ended_now, holds, score_of
from ardennes.games.tigers.schema.terms import DUMP, GERMAN
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.contract import Event, Result
from ardennes.kernel.measures import COMBAT, OTHER, RETREAT, STACKING, Battle, Measuring
from ardennes.kernel.wire import Score

EVEN = "1:1"
CAUSES = {
    "TIA-CRT-19": RETREAT, "TIA-CRT-21": RETREAT, "TIA-CRT-22": RETREAT, "TIA-STACK-8": STACKING,
    "TIA-SETUP-8": OTHER,
}  # fmt: skip


class TigersMeasures(Measuring[World, TigersState]):
    package, german, unit = "ardennes.games.tigers", GERMAN, "factor"

    def strengths(self, s: TigersState) -> dict[str, int]:
        w = self.w
        return {
            w.id_of[unit]: w.factor[unit]
            for unit, cell in enumerate(s.where)
            if cell >= 0 and w.units[unit].kind != DUMP
        }

    def turn_begun(self, event: Event) -> int | None:
        return event.turn if isinstance(event, e.PhaseBegan) else None

    def day(self, turn: int) -> int:
        return self.w.constants.calendar.first_day + turn - 1

    def ended_now(self, s: TigersState, turn: int) -> Result:
        return ended_now(self.w, s)

    def ground(self, s: TigersState) -> tuple[int, int]:
        every = self.w.grid.mask
        return every & ~s.held, every

    def score(self, s: TigersState) -> Score:
        return score_of(self.w, s)

    def places(self, s: TigersState, side: int) -> tuple[str, ...]:
        wanted = dict.fromkeys((*self.w.german_places, *self.w.allied_places))
        return tuple(place for place in wanted if holds(self.w, s, side, place))

    def read(self, s: TigersState, event: Event) -> None:
        match event:
            case e.Placed(unit=unit) | e.Entered(unit=unit):
                self.stands(unit, self._factor(unit))
            case e.HeydteLanded(hex=hex_):
                if hex_:
                    self.stands(self.w.id_of[self.w.heydte], 0)
            case e.Split(unit=unit, commands=commands):
                self.regroup((unit,), ((command, self._factor(command)) for command in commands))
            case e.Combined(unit=unit, commands=commands):
                self.regroup(commands, ((unit, self._factor(unit)),))
            case e.Exited(unit=unit):
                self.goes(unit, "exited")
            case e.Eliminated(unit=unit, hex=hex_, rule=rule):
                self.dies(unit, hex_, CAUSES.get(rule, COMBAT), rule)
                self.leaves_hex(unit)
            case e.OddsSet():
                self._battle(s, event)
            case e.CombatResult(die=die, result=result):
                if self.fight is not None:
                    self.fight.dice, self.fight.result = (die,) if die else (), result
            case e.Retreated(unit=unit):
                self.leaves_hex(unit)
            case e.Advanced(unit=unit, path=path):
                self.goes_in((unit,), path)
            case e.PhaseBegan():
                self.battle_over()
            case _:
                pass

    def _factor(self, unit: str) -> int:
        return self.w.factor[self.w.by_id[unit]]

    def _battle(self, s: TigersState, event: e.OddsSet) -> None:
        dump = {self.w.id_of[self.w.dump]} if self.w.dump >= 0 else set()
        defenders = tuple(unit for unit in event.defenders if unit not in dump)
        fight = self.battle(self.side_of(event.attackers[0]), event.targets, event.attackers, defenders)
        fight.odds, fight.shifts = event.column, sum(columns for _, columns in event.shifts)
        columns = self.w.tables.odds
        fight.below_even = columns.index(event.column) < columns.index(EVEN)
        fight.means = self._means(s, fight, event)
        if self.before is not None:
            units = [self.w.by_id[unit] for unit in event.attackers]
            cells = [self.w.grid.at(hex_) for hex_ in event.targets]
            fight.chance = float(takes(self.w, self.before, units, cells, columns.index(event.column)))

    def _means(self, s: TigersState, fight: Battle, event: e.OddsSet) -> tuple[float, float]:
        """Return the mean losses of attacker and defender.

        AE takes the smallest legal set of attackers, DE every defender. Units lost because they cannot
        retreat are not counted.
        """
        w = self.w
        column = w.tables.odds.index(event.column)
        rolled = [row[column] for row in w.tables.crt[1:]]
        need = fight.defence if s.variant.ae_losses == "printed" else event.defence
        pairs = [(w.by_id[unit], self._factor(unit)) for unit in event.attackers]
        sets = results.loss_sets(pairs, need, s.variant.ae_losses_at_most)
        least = min(sum(w.factor[unit] for unit in chosen) for chosen in sets)
        suffer = sum(result in results.ATTACKERS_LOST for result in rolled)
        return suffer * least / len(rolled), rolled.count("DE") * fight.defence / len(rolled)
