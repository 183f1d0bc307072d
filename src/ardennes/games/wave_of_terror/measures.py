"""Measure a match of Wave of Terror; strength is counted in steps."""

from __future__ import annotations

from ardennes.games.wave_of_terror.rules.combat.odds import losses_at, position_of
from ardennes.games.wave_of_terror.rules.model import events as e
from ardennes.games.wave_of_terror.rules.model.position import held
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.rules.outcome.victory import ended_now, german_places, score_of
from ardennes.games.wave_of_terror.schema.terms import GERMAN
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.contract import Event, Result
from ardennes.kernel.measures import COMBAT, STACKING, Battle, Measuring
from ardennes.kernel.wire import Score

DIE = range(1, 7)


class WaveMeasures(Measuring[World, WaveState]):
    """Collect strengths, losses and battles from the events of a match."""

    package, german, unit = "ardennes.games.wave_of_terror", GERMAN, "step"

    def strengths(self, s: WaveState) -> dict[str, int]:
        ids, steps = self.w.ids, s.steps
        return {ids[unit]: steps[unit] for unit, cell in enumerate(s.where) if cell >= 0}

    def turn_begun(self, event: Event) -> int | None:
        return event.turn if isinstance(event, e.PhaseBegan) else None

    def ended_now(self, s: WaveState, turn: int) -> Result:
        return ended_now(self.w, s)

    def ground(self, s: WaveState) -> tuple[int, int]:
        return held(self.w, s, GERMAN), self.w.grid.mask

    def score(self, s: WaveState) -> Score:
        return score_of(self.w, s)

    def places(self, s: WaveState, side: int) -> tuple[str, ...]:
        if self.w.part is not None:
            german = german_places(self.w, s)
            names = (self.w.board.names[cell] for cell in self.w.part_cells)
            return tuple(name for name in names if (name in german) == (side == GERMAN))
        cities = held(self.w, s, side) & self.w.board.cities
        return tuple(self.w.board.names[cell] or self.w.grid.label(cell) for cell in bits(cities))

    def read(self, s: WaveState, event: Event) -> None:
        match event:
            case e.UnitsPlaced(units=units) | e.Entered(units=units):
                for unit in units:
                    self.stands(unit, self._steps(unit))
            case e.Reformed():
                squadron = self.w.ids[self.w.squadron]
                self.regroup(self.w.names(self.w.troops), ((squadron, self._steps(squadron)),))
            case e.Exited(unit=unit):
                self.goes(unit, "exited")
            case e.BattleDeclared(hex=hex_, attackers=attackers, defenders=defenders):
                self.battle(self.side_of(attackers[0]), (hex_,), attackers, defenders)
            case e.OddsSet(column=column, shifts=shifts):
                if self.fight is not None:
                    self.fight.odds, self.fight.shifts = column, sum(shift.columns for shift in shifts)
                    self.fight.means = self._means(self.fight)
                    self.fight.below_even = position_of(column) < 0
                    costs = [losses_at(self.w, position_of(column), die)[1] for die in DIE]
                    self.fight.chance = sum(loss >= self.fight.defence for loss in costs) / len(DIE)
            case e.BattleResult(die=die, attacker_loss=attackers_lose, defender_loss=defenders_lose):
                if self.fight is not None:
                    self.fight.dice = (die,) if die else ()
                    self.fight.result = f"{attackers_lose}/{defenders_lose}"
            case e.StepLost(unit=unit, hex=hex_, left=left, rule=rule):
                self.loses(unit, hex_, self.book[unit] - left, self._cause(rule), rule)
            case e.Eliminated(unit=unit, hex=hex_, steps=steps, rule=rule):
                self.loses(unit, hex_, steps, self._cause(rule), rule)
                self.leaves_hex(unit)
            case e.Advanced(units=units, hex=hex_):
                self.goes_in(units, (hex_,))
            case e.PhaseBegan():
                self.battle_over()
            case _:
                pass

    def _steps(self, unit: str) -> int:
        return self.w.units[self.w.by_id[unit]].steps

    def _cause(self, rule: str) -> str:
        return STACKING if rule == "WOT-7.2" else COMBAT

    def _means(self, fight: Battle) -> tuple[float, float]:
        """Return the average losses over the six faces; a side never loses more steps than it has."""
        result = [losses_at(self.w, position_of(fight.odds), die) for die in DIE]
        attackers = sum(min(loss, fight.attack) for loss, _ in result)
        return attackers / len(DIE), sum(min(loss, fight.defence) for _, loss in result) / len(DIE)
