"""A phase being planned: a copy of the view on which every order is tried before it is given."""

from __future__ import annotations

from ardennes.dice import NoDice
from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.combat.odds import printed
from ardennes.games.breakthrough.rules.model.orders import AdvanceFlag, Blow
from ardennes.games.breakthrough.rules.model.position import on_map, stacking
from ardennes.games.breakthrough.rules.model.state import ADVANCE, ORGANIZATION, BreakthroughState
from ardennes.games.breakthrough.rules.movement.moves import routes
from ardennes.games.breakthrough.rules.movement.supply import states_of
from ardennes.games.breakthrough.rules.outcome.victory import last_turn
from ardennes.games.breakthrough.schema.terms import AMERICAN, SUPPLIED
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Order
from ardennes.kernel.reach import Routes
from ardennes.players.breakthrough.ground import Marches, Net

BELIEVED_EFFICIENCY = 90
WORN_WITH = 40  # points of efficiency that a unit which has lost everything would have lost
BELIEVED_GUNS = 12  # artillery points a stacking point of a division is thought to hold
MOST_BELIEVED_FORT = 3
CALM = 3  # days without an attack after which an enemy is thought to sit still


class Memory:
    """What a player remembers from turn to turn: since when each enemy unit stands where, and the ways."""

    def __init__(self) -> None:
        self.nets: dict[object, Net] = {}
        self.stood: dict[int, tuple[int, int]] = {}  # unit -> (cell, first turn seen there)
        self.states: dict[int, int] = {}  # supply of the enemy's units, traced this morning
        self.traced = 0  # the turn of that
        self.struck = -1  # the turn in which the enemy last attacked, or the first one seen

    def look(self, w: World, s: BreakthroughState, side: int, enemies: list[int]) -> None:
        if s.turn != self.traced and s.phase >= ORGANIZATION:
            self.traced, self.states = s.turn, states_of(w, s, 1 - side)  # anybody can see who is cut off
        if self.struck < 0 or any(fight.side != side for fight in s.fights):
            self.struck = s.turn
        for unit in enemies:
            if self.stood.get(unit, (-1, 0))[0] != s.where[unit]:
                self.stood[unit] = (s.where[unit], s.turn)

    def calm(self, s: BreakthroughState) -> bool:
        """Has the enemy attacked nobody for days?"""
        return s.turn - self.struck >= CALM

    def days(self, s: BreakthroughState, unit: int) -> int:
        return s.turn - self.stood.get(unit, (-1, s.turn))[1]


class Draft:
    """The phase as planned so far: the position it leads to and the orders with their reasons."""

    def __init__(
        self, game: Breakthrough, side: int, view: BreakthroughState, memory: Memory, keen: bool
    ) -> None:
        self.game, self.w, self.side = game, game.world, side
        self.s = view.clone()
        self.queue: list[tuple[Order, str]] = []
        self.foes = on_map(self.w, self.s, 1 - side)
        memory.look(self.w, self.s, side, self.foes)
        self._believe(memory, keen)
        self.marches = Marches(self.w, self.s.clone(), side, memory.nets)
        self.last = last_turn(self.w, self.s)
        self.turns_left = self.last - self.s.turn  # whole turns after this one
        self._routes: dict[tuple[int, int, int, int], Routes] = {}

    def _believe(self, memory: Memory, keen: bool) -> None:
        """What the view hides of enemy units, as it probably is; who is not keen draws no conclusions from
        losses and cut roads."""
        w, s = self.w, self.s
        if s.variant.show_strengths:
            return
        first = w.scenarios[s.scenario].first_day == s.day
        for unit in self.foes:
            s.efficiency[unit] = 100 if first else BELIEVED_EFFICIENCY
            if keen and not first:
                lost = 1 - s.strength[unit] / max(1, printed(w, s, unit))
                s.efficiency[unit] -= int(WORN_WITH * lost)
                s.supply[unit] = memory.states.get(unit, SUPPLIED)
            start = w.units[unit].fort if first or memory.days(s, unit) >= s.turn - 1 else 0
            s.fort[unit] = min(MOST_BELIEVED_FORT, start + memory.days(s, unit))
            if w.units[unit].division >= 0 and not (first and self.side != AMERICAN):
                s.artillery[unit] = BELIEVED_GUNS * stacking(w, s, unit)

    def give(self, order: Order, why: str) -> bool:
        """Order it if it may be ordered; what rolls dice is left open on the copy."""
        if self.game.check(self.s, self.side, order) is not None:
            return False
        if not isinstance(order, Blow):
            self.game.apply(self.s, self.side, order, NoDice())
        self.queue.append((order, why))
        return True

    def back(self, before: BreakthroughState, given: int) -> None:
        """Take back what was planned since a position, a copy of the one after so many orders."""
        self.s = before
        del self.queue[given:]
        self._routes = {key: result for key, result in self._routes.items() if key[3] <= before.serial}

    def mine(self) -> list[int]:
        return on_map(self.w, self.s, self.side)

    def routes(self, unit: int) -> Routes:
        """Where the unit can go now, in the mode and with the points it has in the planned position."""
        s = self.s
        key = unit, s.mode[unit], s.points[unit], s.serial
        if key not in self._routes:
            self._routes[key] = routes(self.w, s, unit)
        return self._routes[key]

    def flag(self, unit: int, on: bool, why: str) -> None:
        if bool(self.s.marks[unit] & ADVANCE) != on:
            self.give(AdvanceFlag(self.name(unit), on), why)

    def name(self, unit: int) -> str:
        return self.w.units[unit].id

    def shown(self, unit: int) -> str:
        return self.w.units[unit].name

    def label(self, cell: int) -> str:
        return self.w.grid.label(cell)

    def place(self, cell: int) -> str:
        """A hex as a reason names it."""
        return self.w.board.place[cell] or self.w.grid.label(cell)

    def supplied(self, unit: int) -> bool:
        return self.s.supply[unit] == SUPPLIED
