"""What all computer players of Breakthrough share: a phase is planned at once and given order by order.

A subclass says where its units are wanted (`missions`), what an enemy hex is worth (`ground`), at which
odds it attacks, and whether it leaves the map.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.exits import check_exit
from ardennes.games.breakthrough.rules.orders import END, Exit, Fortify, GroundAttack, Interdict
from ardennes.games.breakthrough.rules.plotting import SECOND_PHASES
from ardennes.games.breakthrough.rules.position import occupied, owned, stack_at, zone_of
from ardennes.games.breakthrough.rules.stance import check_fortify
from ardennes.games.breakthrough.rules.state import AIR, ORGANIZATION, PLOTTED, SETTING_UP, BreakthroughState
from ardennes.games.breakthrough.schema.terms import GERMAN, TRAVEL
from ardennes.hexes import bits
from ardennes.kernel.contract import Order
from ardennes.players.breakthrough import organize
from ardennes.players.breakthrough.battle import Battles, Post, Taste
from ardennes.players.breakthrough.desk import Desk, Memory
from ardennes.players.breakthrough.missions import Mission, assign, dismount, march

Answer = tuple[Order, str]


class Commander:
    """Plays one side of one match."""

    name = "commander"
    least_odds = 1.0
    attacks = True
    keen = False  # does it draw conclusions about the enemy?
    leaves = False  # does it leave the map where it can?
    town_value = 30.0  # worth of an enemy town to an attacker

    def __init__(self, game: Breakthrough, side: int, seed: int) -> None:
        self.game, self.w, self.side = game, game.world, side
        self.memory = Memory()
        self.mark: tuple[int, int, int] = (-1, -1, -1)
        self.queue: list[Answer] = []
        self.repairs = 0  # planned orders that the engine refused when their turn came
        self.counters: Counter[str] = Counter()

    def act(self, view: Any, side: int) -> Answer:
        s: BreakthroughState = view
        mark = (s.turn, s.phase, s.acting)
        if mark != self.mark:
            self.mark = mark
            self.queue = self.plan(Desk(self.game, side, s, self.memory, self.keen))
        while self.queue:
            order, why = self.queue.pop(0)
            if self.game.check(s, side, order) is None:
                return order, why
            self.repairs += 1
            self.counters["orders mended"] += 1
        return END, "nothing more is to be done in this phase"

    def plan(self, desk: Desk) -> list[Answer]:
        if desk.s.phase == AIR:
            self.fly(desk)
        elif desk.s.phase == ORGANIZATION:
            self.organize(desk)
        elif desk.s.phase == SETTING_UP:
            desk.queue.append((END, "the line of 21 December stands"))
        else:
            self.operate(desk)
        return desk.queue

    # What a subclass says

    def missions(self, desk: Desk) -> list[Mission]:
        """Where its units are wanted."""
        raise NotImplementedError

    def ground(self, desk: Desk, cell: int) -> float:
        """What it is worth to drive the enemy out of a hex."""
        return self.town_value if cell in self.towns() else 2.0

    def price(self, desk: Desk, post: Post) -> float:
        """What it costs to use a unit in an attack."""
        return 0.3

    def wants_bridge(self, desk: Desk, bridge: int) -> bool:
        return self.side == GERMAN

    def advances(self, desk: Desk, target: int, unit: int) -> bool:
        return True

    def joins(self, desk: Desk, unit: int) -> bool:
        """Shall the unit become part of its division where it may?"""
        return organize.beside_enemy(desk, unit)

    # The phases

    def fly(self, desk: Desk) -> None:
        """Columns on the road are bombed, the rest goes against the enemy's movement."""
        s = desk.s
        columns = [
            cell
            for cell in bits(occupied(self.w, s, 1 - self.side))
            if any(s.mode[u] == TRAVEL for u in stack_at(self.w, s, cell))
        ]
        columns.sort(key=lambda c: (-sum(s.strength[u] for u in stack_at(self.w, s, c)), c))
        for at in range(s.air[self.side]):
            if at < len(columns) and at % 2 == 0:
                cell = columns[at]
                desk.queue.append(
                    (GroundAttack(desk.label(cell)), f"a column on the road at {desk.place(cell)}")
                )
            else:
                desk.queue.append((Interdict(), "the enemy shall move less today"))

    def organize(self, desk: Desk) -> None:
        organize.break_down(desk, lambda u: organize.nearest_foe(desk, desk.s.where[u]) > organize.NEAR)
        organize.build_up(desk, lambda u: self.joins(desk, u))
        organize.replace(desk)
        organize.guns(desk, lambda u: float(organize.beside_enemy(desk, u)) * desk.s.strength[u])
        organize.mend_bridges(desk, lambda bridge: self.wants_bridge(desk, bridge))
        organize.drop_supplies(desk)

    def operate(self, desk: Desk) -> None:
        """Leave, attack, march, dig in."""
        if self.leaves:
            self.leave(desk)
        busy: set[int] = set()
        if self.attacks:
            busy = self.fight(desk)
        free = [u for u in desk.mine() if u not in busy]
        given = assign(desk, self.missions(desk), free)
        for unit in sorted(given, key=lambda u: (desk.marches.cost(u, given[u].goals, given[u].limit), u)):
            march(desk, unit, given[unit])
            if self.leaves:
                self.leave(desk, [unit])
        self.settle(desk, free)

    def leave(self, desk: Desk, units: list[int] | None = None) -> None:
        """Off the map, BTA-7.10a."""
        for unit in desk.mine() if units is None else units:
            if self.side != GERMAN or desk.s.where[unit] < 0 or not self.may_leave(desk, unit):
                continue
            if check_exit(self.w, desk.s, unit) is None:
                desk.give(
                    Exit(desk.name(unit)), f"{desk.shown(unit)} leaves the map: points for every turn out"
                )

    def may_leave(self, desk: Desk, unit: int) -> bool:
        return True

    def taste(self, desk: Desk) -> Taste:
        return Taste(
            ground=lambda cell: self.ground(desk, cell),
            price=lambda post: self.price(desk, post),
            least_odds=self.least_odds,
            least=-1000.0,
        )

    def fight(self, desk: Desk) -> set[int]:
        """Plot the attacks worth making; the units that take part."""
        battles = Battles(desk, self.taste(desk))
        busy: set[int] = set()
        for attack in battles.attacks(self.fighters(desk)):
            busy |= battles.order(attack, partial(self.advances, desk, attack.target))
        return busy

    def fighters(self, desk: Desk) -> list[int]:
        return desk.mine()

    def settle(self, desk: Desk, units: list[int]) -> None:
        """Out of travel mode where the enemy is near, and dig in with what is left of the day's points."""
        s = desk.s
        near = zone_of(self.w, s, 1 - self.side)
        near |= self.w.grid.ring(near)
        for unit in units:
            if s.where[unit] < 0 or s.marks[unit] & PLOTTED:
                continue
            if s.mode[unit] == TRAVEL and near >> s.where[unit] & 1:
                dismount(desk, unit, "the enemy is near: out of the vehicles")
            if s.phase in SECOND_PHASES or self.dug_in_early(desk, unit):
                self.dig(desk, unit)

    def dug_in_early(self, desk: Desk, unit: int) -> bool:
        """May the unit dig in already in the first operation phase?"""
        return False

    def dig(self, desk: Desk, unit: int) -> None:
        while check_fortify(self.w, desk.s, unit) is None:
            if not desk.give(Fortify(desk.name(unit)), f"{desk.shown(unit)} digs in"):
                break

    # Words for subclasses

    def towns(self) -> frozenset[int]:
        return frozenset(town.cell for town in self.w.board.towns)

    def held(self, desk: Desk) -> int:
        """Hexes of its own."""
        return owned(self.w, desk.s, self.side)
