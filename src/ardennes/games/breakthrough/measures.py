"""Measure a match of Breakthrough in the Ardennes; strength is counted in strength points."""

from __future__ import annotations

from fractions import Fraction

from ardennes.games.breakthrough.rules.combat.casualties import Stakes
from ardennes.games.breakthrough.rules.combat.chances import outlook
from ardennes.games.breakthrough.rules.combat.loss_counts import DRAWS, count_losses
from ardennes.games.breakthrough.rules.combat.odds import printed
from ardennes.games.breakthrough.rules.model import events as e
from ardennes.games.breakthrough.rules.model.position import owned
from ardennes.games.breakthrough.rules.model.rolls import FINE
from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.games.breakthrough.rules.outcome.victory import ended_now, german_places, score_of
from ardennes.games.breakthrough.schema.terms import FIRST_DAY, GERMAN
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Event, Result, Rolled
from ardennes.kernel.measures import AIR, COMBAT, RETREAT, SURRENDER, Measuring
from ardennes.kernel.wire import Score


class BreakthroughMeasures(Measuring[World, BreakthroughState]):
    """Collect strengths, losses and battles from the events of a match."""

    package, german, unit = "ardennes.games.breakthrough", GERMAN, "strength point"
    draws: tuple[int, ...] = ()  # the last two draws

    def strengths(self, s: BreakthroughState) -> dict[str, int]:
        return {self.w.units[unit].id: s.strength[unit] for unit, cell in enumerate(s.where) if cell >= 0}

    def turn_begun(self, event: Event) -> int | None:
        return event.turn if isinstance(event, e.TurnBegan) else None

    def day(self, turn: int) -> int:
        return FIRST_DAY + turn - 1

    def ended_now(self, s: BreakthroughState, turn: int) -> Result:
        return ended_now(self.w, s, turn)

    def ground(self, s: BreakthroughState) -> tuple[int, int]:
        return owned(self.w, s, GERMAN), self.w.grid.mask

    def score(self, s: BreakthroughState) -> Score:
        return score_of(self.w, s)

    def places(self, s: BreakthroughState, side: int) -> tuple[str, ...]:
        german = german_places(self.w, s)
        held = (town.name for town in self.w.board.towns if (town.name in german) == (side == GERMAN))
        return tuple(held)

    def read(self, s: BreakthroughState, event: Event) -> None:
        match event:
            case Rolled(sides=sides, die=die):
                self.draws = (*self.draws[-1:], die) if sides == FINE else self.draws
            case e.Arrived(unit=unit):
                self.stands(unit, printed(self.w, s, self.w.by_id[unit]))
            case e.Replaced(unit=unit, strength=strength):
                self.stands(unit, strength, "replaced")
            case e.BuiltUp(unit=unit, parts=parts) | e.BrokenDown(unit=unit, parts=parts):
                self._regrouped(s, (unit, *parts))
            case e.Exited(unit=unit):
                self.goes(unit, "exited")
            case e.GroundAttacked(unit=unit, hex=hex_, loss=loss):
                self.loses(unit, hex_, loss, AIR, "BTA-3.4")
            case e.Surrendered(unit=unit, hex=hex_, loss=loss):
                self.loses(unit, hex_, loss, SURRENDER, "BTA-4.3b")
            case e.Fought():
                self._battle(event)
            case e.Worn(unit=unit, hex=hex_, loss=loss):
                self.loses(unit, hex_, loss, COMBAT, "BTA-8.3c")
            case e.StoodFast(unit=unit, hex=hex_, loss=loss):
                self.loses(unit, hex_, loss, RETREAT, "BTA-8.4b")
            case e.Retreated(unit=unit, path=path, loss=loss):
                self.loses(unit, path[-1], loss, RETREAT, "BTA-8.4c")
                self.leaves_hex(unit)
            case e.Eliminated(unit=unit, hex=hex_, loss=loss):
                self.loses(unit, hex_, loss, COMBAT, "BTA-8.3d")
                self.leaves_hex(unit)
            case e.Advanced(unit=unit, path=path):
                self.goes_in((unit,), path[1:])
            case e.PhaseBegan():
                self.battle_over()
            case _:
                pass

    def _regrouped(self, s: BreakthroughState, units: tuple[str, ...]) -> None:
        """Redistribute strength after a build-up or breakdown; the new state has each unit's share."""
        now = self.strengths(s)
        self.regroup((unit for unit in units if unit in self.book), ((u, now[u]) for u in units if u in now))

    def _battle(self, event: e.Fought) -> None:
        side = self.side_of(event.attackers[0])
        fight = self.battle(side, (event.hex,), event.attackers, event.defenders)
        fight.odds, fight.dice = f"{event.odds / 100:.2f}", self.draws
        fight.below_even = event.odds < 100
        attacking, defending, odds, guns, reduced = event.exact
        stakes = Stakes(int(attacking), int(defending), Fraction(odds), int(guns), Fraction(reduced))
        counts = count_losses(self.w, stakes)
        sums = [sum(losses[which] * times for losses, times in counts.items()) for which in (0, 1)]
        fight.means = sums[0] / DRAWS, sums[1] / DRAWS
        if self.before is not None:  # the combats of a phase one by one, each from the position before it
            units = [self.w.by_id[unit] for unit in event.attackers]
            fight.chance = float(outlook(self.w, self.before, units, self.w.grid.at(event.hex)).emptied)
