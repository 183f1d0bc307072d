"""What all computer players of Breakthrough share: a phase is planned at once and given order by order.

A subclass says where its units are wanted (`missions`), what an enemy hex is worth (`ground`), at which
odds it attacks, and whether it leaves the map.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.combat.declare import SECOND_PHASES
from ardennes.games.breakthrough.rules.model.orders import END, Exit, Fortify, GroundAttack, Interdict
from ardennes.games.breakthrough.rules.model.position import occupied, owned, stack_at, zone_of
from ardennes.games.breakthrough.rules.model.state import (
    AIR,
    ORGANIZATION,
    PLOTTED,
    SETTING_UP,
    BreakthroughState,
)
from ardennes.games.breakthrough.rules.movement.exits import check_exit
from ardennes.games.breakthrough.rules.movement.stance import check_fortify
from ardennes.games.breakthrough.schema.terms import GERMAN, TRAVEL
from ardennes.hexes import bits
from ardennes.kernel.contract import Order
from ardennes.players.breakthrough import organize
from ardennes.players.breakthrough.draft import Draft, Memory
from ardennes.players.breakthrough.staff.battle import Battles, Post, Taste
from ardennes.players.breakthrough.staff.missions import Mission, assign, dismount, march

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
        self.pinned: dict[int, int] = {}  # by unit that keeps its hex in this phase: the enemy hex it rings
        self.checked: Order | None = None
        self.repairs = 0  # planned orders that the engine refused when their turn came
        self.counters: Counter[str] = Counter()

    def act(self, view: Any, side: int) -> Answer:
        s: BreakthroughState = view
        self.checked = None
        mark = (s.turn, s.phase, s.acting)
        if mark != self.mark:
            self.mark = mark
            self.queue = self.plan(Draft(self.game, side, s, self.memory, self.keen))
        while self.queue:
            order, why = self.queue.pop(0)
            if self.game.check(s, side, order) is None:
                self.checked = order
                return order, why
            self.repairs += 1
            self.counters["orders mended"] += 1
        return END, "nothing more is to be done in this phase"

    def plan(self, draft: Draft) -> list[Answer]:
        if draft.s.phase == AIR:
            self.fly(draft)
        elif draft.s.phase == ORGANIZATION:
            self.organize(draft)
        elif draft.s.phase == SETTING_UP:
            draft.queue.append((END, "the line of 21 December stands"))
        else:
            self.operate(draft)
        return draft.queue

    # What a subclass says

    def missions(self, draft: Draft) -> list[Mission]:
        """Where its units are wanted."""
        raise NotImplementedError

    def ground(self, draft: Draft, cell: int) -> float:
        """What it is worth to drive the enemy out of a hex."""
        return self.town_value if cell in self.towns() else 2.0

    def price(self, draft: Draft, post: Post) -> float:
        """What it costs to use a unit in an attack."""
        return 0.3

    def wants_bridge(self, draft: Draft, bridge: int) -> bool:
        return self.side == GERMAN

    def advances(self, draft: Draft, target: int, unit: int) -> bool:
        return True

    def joins(self, draft: Draft, unit: int) -> bool:
        """Shall the unit become part of its division where it may?"""
        return organize.beside_enemy(draft, unit)

    # The phases

    def fly(self, draft: Draft) -> None:
        """Columns on the road are bombed, the rest goes against the enemy's movement."""
        s = draft.s
        columns = [
            cell
            for cell in bits(occupied(self.w, s, 1 - self.side))
            if any(s.mode[u] == TRAVEL for u in stack_at(self.w, s, cell))
        ]
        columns.sort(key=lambda c: (-sum(s.strength[u] for u in stack_at(self.w, s, c)), c))
        for at in range(s.air[self.side]):
            if at < len(columns) and at % 2 == 0:
                cell = columns[at]
                draft.queue.append(
                    (GroundAttack(draft.label(cell)), f"a column on the road at {draft.place(cell)}")
                )
            else:
                draft.queue.append((Interdict(), "the enemy shall move less today"))

    def organize(self, draft: Draft) -> None:
        organize.break_down(draft, lambda u: organize.nearest_foe(draft, draft.s.where[u]) > organize.NEAR)
        organize.build_up(draft, lambda u: self.joins(draft, u))
        organize.replace(draft)
        organize.guns(draft, lambda u: float(organize.beside_enemy(draft, u)) * draft.s.strength[u])
        organize.mend_bridges(draft, lambda bridge: self.wants_bridge(draft, bridge))
        organize.drop_supplies(draft)

    def operate(self, draft: Draft) -> None:
        """Leave, attack, march, dig in."""
        if self.leaves:
            self.leave(draft)
        busy: set[int] = set()
        if self.attacks:
            busy = self.fight(draft)
        free = [u for u in draft.mine() if u not in busy]
        given = assign(draft, self.missions(draft), free)
        for unit in sorted(given, key=lambda u: (draft.marches.cost(u, given[u].goals, given[u].limit), u)):
            march(draft, unit, given[unit])
            if self.leaves:
                self.leave(draft, [unit])
        self.settle(draft, free)

    def leave(self, draft: Draft, units: list[int] | None = None) -> None:
        """Off the map, BTA-7.10a."""
        for unit in draft.mine() if units is None else units:
            if self.side != GERMAN or draft.s.where[unit] < 0 or not self.may_leave(draft, unit):
                continue
            if check_exit(self.w, draft.s, unit) is None:
                draft.give(
                    Exit(draft.name(unit)), f"{draft.shown(unit)} leaves the map: points for every turn out"
                )

    def may_leave(self, draft: Draft, unit: int) -> bool:
        return True

    def taste(self, draft: Draft) -> Taste:
        return Taste(
            ground=lambda cell: self.ground(draft, cell),
            price=lambda post: self.price(draft, post),
            least_odds=self.least_odds,
            least=-1000.0,
        )

    def fight(self, draft: Draft) -> set[int]:
        """Plot the attacks worth making; the units that take part."""
        battles = Battles(draft, self.taste(draft), self.pinned)
        busy: set[int] = set()
        for attack in battles.attacks(self.fighters(draft)):
            busy |= battles.order(attack, partial(self.advances, draft, attack.target))
        return busy

    def fighters(self, draft: Draft) -> list[int]:
        return draft.mine()

    def settle(self, draft: Draft, units: list[int]) -> None:
        """Out of travel mode where the enemy is near, and dig in with what is left of the day's points."""
        s = draft.s
        near = zone_of(self.w, s, 1 - self.side)
        near |= self.w.grid.ring(near)
        for unit in units:
            if s.where[unit] < 0 or s.marks[unit] & PLOTTED:
                continue
            if s.mode[unit] == TRAVEL and near >> s.where[unit] & 1:
                dismount(draft, unit, "the enemy is near: out of the vehicles")
            if s.phase in SECOND_PHASES or self.dug_in_early(draft, unit):
                self.dig(draft, unit)

    def dug_in_early(self, draft: Draft, unit: int) -> bool:
        """May the unit dig in already in the first operation phase?"""
        return False

    def dig(self, draft: Draft, unit: int) -> None:
        while check_fortify(self.w, draft.s, unit) is None:
            if not draft.give(Fortify(draft.name(unit)), f"{draft.shown(unit)} digs in"):
                break

    # Words for subclasses

    def towns(self) -> frozenset[int]:
        return frozenset(town.cell for town in self.w.board.towns)

    def held(self, draft: Draft) -> int:
        """Hexes of its own."""
        return owned(self.w, draft.s, self.side)
