"""Who may attack whom, and which attacks are owed (TIA-CRT-17, -23, TIA-ZOC-12, -15, TIA-RIVER-2 to -4)."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.games.tigers import peiper
from ardennes.games.tigers.allowance import omf_half
from ardennes.games.tigers.odds import attack_allowed, defenders_at
from ardennes.games.tigers.position import fresh_divisions, has
from ardennes.games.tigers.state import (
    ATTACKED,
    BROKEN_DOWN,
    CANCELLED,
    DISRUPTED,
    MOVED,
    MOVED_NOW,
    NO_BRIDGE,
    OMB_SPENT,
    PENDING,
    Combat,
    Declaring,
    TigersState,
)
from ardennes.games.tigers.terms import SKORZENY
from ardennes.games.tigers.world import World
from ardennes.hexes import OFF_MAP, bits, board_of
from ardennes.kernel.contract import Refusal

Plan = tuple[tuple[int, ...], tuple[int, ...]]  # (target hexes, attackers)
Duty = tuple[int, int]  # (unit, hexes of which it must attack one and all of which must be attacked)
CANNOT_ATTACK = BROKEN_DOWN | DISRUPTED | OMB_SPENT
SEARCH_LIMIT = 4000  # positions looked at before an attack plan is given up for impossible


def takes_part(w: World, s: TigersState, unit: int) -> Refusal | None:
    """May the unit attack this turn at all?"""
    info = w.units[unit]
    flags = s.status[unit]
    if s.where[unit] < 0:
        return Refusal("TIA-CRT-1", f"{info.name} is not on the map.")
    if not info.combat and info.kind != SKORZENY:
        return Refusal("TIA-UNIT-3", f"{info.name} has no combat factor and never attacks.")
    if flags & DISRUPTED:
        if flags & BROKEN_DOWN:
            return Refusal("TIA-TIGER-3", f"{info.name} has broken down and may not attack.")
        if flags & MOVED_NOW and isinstance(s.stack[-1], Declaring):  # what else Disrupts on one's own march?
            return Refusal("TIA-ROAD-3", f"{info.name} ended its move in road mode and may not attack.")
        return Refusal("TIA-DIS-1", f"{info.name} is Disrupted and may not attack.")
    if unit == w.peiper or (s.kgp_attached and unit in peiper.attached(w, s)):
        return peiper.may_attack(w, s)
    if flags & ATTACKED:
        return Refusal("TIA-SEQ-5", f"{info.name} has attacked this turn.")
    if flags & OMB_SPENT:
        return Refusal("TIA-MOVE-4", f"{info.name} has spent movement bonus and may not attack this turn.")
    if flags & MOVED and not flags & MOVED_NOW:
        return Refusal("TIA-SEQ-6", f"{info.name} moved in the first step and may not act in the second.")
    return None


def reaches(w: World, s: TigersState, unit: int, target: int) -> Refusal | None:
    """May the unit attack this hex from where it stands?"""
    info = w.units[unit]
    cell = s.where[unit]
    direction = w.grid.direction(cell, target)
    if direction is None:
        where = f"{w.grid.label(cell)} is not adjacent to {w.grid.label(target)}"
        return Refusal("TIA-CRT-23", f"{info.name}: {where}.")
    river = w.board.river_at[cell][direction]
    if river < 0 or not info.mechanized:
        return None
    if s.bridge[river] == NO_BRIDGE:
        rule = "TIA-RIVER-2" if w.board.rivers[river].road else "TIA-RIVER-3"
        return Refusal(rule, f"{info.name} needs an intact bridge to attack across {w.bridge_names[river]}.")
    one_budget = unit == w.peiper or (s.kgp_attached and unit in peiper.attached(w, s))
    if (has(s, unit, MOVED) or one_budget) and s.spent[unit] + 2 > omf_half(
        w, s, w.peiper if one_budget else unit
    ):
        return Refusal("TIA-RIVER-4", f"{info.name} needs 1 unspent OMF to attack across a bridged river.")
    return None


def contact(w: World, s: TigersState, unit: int) -> int:
    """Hexes beside the unit with an UnDisrupted enemy division it owes an attack when it comes or fights
    there: plain adjacency, but not across an unbridged river (TIA-ZOC-12, TIA-CRT-17)."""
    return contact_at(w, s, w.side[unit], s.where[unit])


def contact_at(w: World, s: TigersState, side: int, cell: int) -> int:
    """The same for a unit of the side that stood in the hex."""
    beside = w.grid.near[cell] & fresh_divisions(w, s, 1 - side)
    if beside and not s.variant.obliged_across_unbridged:
        for direction, other in enumerate(w.grid.neighbours[cell]):
            if other != OFF_MAP and beside >> other & 1:
                river = w.board.river_at[cell][direction]
                if river >= 0 and s.bridge[river] == NO_BRIDGE:
                    beside &= ~(1 << other)
    return beside


def owes(w: World, s: TigersState, unit: int) -> int:
    """Hexes the unit owes an attack for having moved beside them in this step, TIA-ZOC-12.

    Units of factor 0, a Tiger that broke down and a unit stopped short so that it cannot attack owe
    nothing; those attached to Peiper fight his attacks.
    """
    flags = s.status[unit]
    if not flags & MOVED_NOW or flags & CANNOT_ATTACK or not w.units[unit].combat or s.where[unit] < 0:
        return 0
    if s.kgp_attached and unit in peiper.attached(w, s):
        return 0
    return contact(w, s, unit)


def duties(w: World, s: TigersState, side: int) -> list[Duty]:
    """(unit, hexes) for every unit of the side that owes attacks."""
    found = []
    near, fresh, where, status = w.grid.near, fresh_divisions(w, s, 1 - side), s.where, s.status
    for unit in w.of_side[side]:
        if status[unit] & MOVED_NOW and where[unit] >= 0 and near[where[unit]] & fresh:
            hexes = owes(w, s, unit)
            if hexes:
                found.append((unit, hexes))
    return found


def declared(s: TigersState) -> list[Plan]:
    return [(c.targets, c.attackers) for c in s.attacks if c.status == PENDING]


def rests_on_cancelled(s: TigersState, number: int) -> Combat | None:
    """The cancelled attack that this one entails, directly or by another: they stand or fall together."""
    todo, seen = [number], {number}
    while todo:
        entails = set(s.attacks[todo.pop()].entails)
        for other, combat in enumerate(s.attacks):
            if other in seen or not entails & set(combat.targets):
                continue
            if combat.status == CANCELLED:
                return combat
            if combat.status == PENDING:
                seen.add(other)
                todo.append(other)
    return None


class _Search:
    """Can attacks be found that meet all obligations? A small backtracking search, exact up to its limit."""

    def __init__(self, w: World, s: TigersState, side: int, duty: Sequence[Duty], fixed: list[Plan]) -> None:
        self.w, self.s = w, s
        self.duty = dict(duty)
        self.done_hexes = board_of(t for targets, _ in fixed for t in targets)
        self.used = {unit for _, attackers in fixed for unit in attackers}
        self.owed = 0
        for hexes in self.duty.values():
            self.owed |= hexes
        for unit in self.used:
            self.owed |= contact(w, s, unit)
        for targets, attackers in fixed:
            hit = board_of(targets)
            for unit in attackers:  # only an attack on a division it moved beside will do, TIA-ZOC-12
                if self.duty.get(unit, 0) & hit:
                    del self.duty[unit]
        self.side = side
        self.with_peiper = peiper.attached(w, s)  # they fight only with him, no force of their own
        self.free: list[int] = []
        self.work = 0
        self.failed: set[tuple[object, ...]] = set()

    def solve(self) -> bool:
        """Neighbourhoods that share no unit are settled each on its own."""
        self.free = self._free()
        owed = self.owed & ~self.done_hexes
        for ground, units in self._neighbourhoods():
            duty = {u: h for u, h in self.duty.items() if h & ground}
            here = owed & ground
            if not duty and not here:
                continue
            self.work = 0
            self.failed.clear()
            if not all(self._within_reach(t, units) for t in bits(here)):
                return False
            if not self._go({}, here, duty, tuple(units)):
                return False
            owed &= ~ground
        return not owed

    def _free(self) -> list[int]:
        """The units that can still be sent: beside something that is or may be owed."""
        w, s = self.w, self.s
        beside = w.grid.ring(fresh_divisions(w, s, 1 - self.side) | self.owed)
        return [
            u
            for u in w.of_side[self.side]
            if s.where[u] >= 0
            and beside >> s.where[u] & 1
            and u not in self.used
            and u not in self.with_peiper
            and w.units[u].combat
            and takes_part(w, s, u) is None
        ]

    def _neighbourhoods(self) -> list[tuple[int, list[int]]]:
        """(hexes, units): the free units and what they may attack or be bound to attack, by contact."""
        found: list[tuple[int, list[int]]] = []
        for unit in self.free:
            near = self.w.grid.near[self.s.where[unit]]
            ground, units = near & (self.owed | contact(self.w, self.s, unit)), [unit]
            apart = []
            for other in found:
                if other[0] & ground:
                    ground, units = ground | other[0], other[1] + units
                else:
                    apart.append(other)
            found = [*apart, (ground, units)]
        for unit, hexes in self.duty.items():
            if unit not in self.free:
                found.append((hexes, []))
        return found

    def _within_reach(self, target: int, units: list[int]) -> bool:
        """Could all of them together attack the hex alone? If not, no plan will do."""
        able = [u for u in units if reaches(self.w, self.s, u, target) is None]
        strength = sum(self.w.factor[u] for u in (*able, *self.with_peiper))
        defenders = defenders_at(self.w, self.s, target, self.w.side[able[0]]) if able else []
        lowest, highest = self.w.tables.ratios[0]
        if self.s.variant.legality_on_final_column:
            return bool(able)
        return bool(able) and strength * highest >= lowest * sum(self.w.factor[d] for d in defenders)

    def _legal(self, targets: frozenset[int], attackers: tuple[int, ...]) -> bool:
        if self.with_peiper and self.w.peiper in attackers:
            attackers = (*attackers, *self.with_peiper)
        return attack_allowed(self.w, self.s, attackers, tuple(sorted(targets)))

    def _go(
        self,
        plan: dict[frozenset[int], tuple[int, ...]],
        owed: int,
        duty: dict[int, int],
        free: tuple[int, ...],
    ) -> bool:
        self.work += 1
        key = (
            frozenset((targets, frozenset(units)) for targets, units in plan.items()),
            owed,
            tuple(sorted(duty)),
        )
        if self.work > SEARCH_LIMIT or key in self.failed:
            return False
        if self._try(plan, owed, duty, free):
            return True
        self.failed.add(key)
        return False

    def _try(
        self,
        plan: dict[frozenset[int], tuple[int, ...]],
        owed: int,
        duty: dict[int, int],
        free: tuple[int, ...],
    ) -> bool:
        """The most pressing gap of the plan, filled in every way: a unit that must attack, a hex that must
        be attacked, odds that do not do yet."""
        covered = board_of(t for targets in plan for t in targets)
        for unit, hexes in duty.items():
            return any(self._join(plan, owed, duty, free, unit, hexes))
        missing = owed & ~covered
        if missing:
            target = next(bits(missing))
            return any(
                found for unit in free for found in self._join(plan, owed, duty, free, unit, 1 << target)
            )
        for targets, attackers in plan.items():
            if not self._legal(targets, attackers):
                helpers = [u for u in free if all(reaches(self.w, self.s, u, t) is None for t in targets)]
                return any(self._with(plan, owed, duty, free, u, targets) for u in helpers)
        return True

    def _join(
        self,
        plan: dict[frozenset[int], tuple[int, ...]],
        owed: int,
        duty: dict[int, int],
        free: tuple[int, ...],
        unit: int,
        hexes: int,
    ) -> list[bool]:
        """Every way for a unit to attack at least one of the hexes, tried until one works."""
        if unit not in free:
            return [False]
        w, s = self.w, self.s
        open_to = [t for t in bits(hexes & w.grid.near[s.where[unit]]) if reaches(w, s, unit, t) is None]
        covered = board_of(t for targets in plan for t in targets) | self.done_hexes
        for targets in plan:
            if any(t in targets for t in open_to) and all(reaches(w, s, unit, t) is None for t in targets):
                if self._with(plan, owed, duty, free, unit, targets):
                    return [True]
        need = (contact(w, s, unit) | hexes) & ~covered
        able = [t for t in bits(need) if reaches(w, s, unit, t) is None]
        for mask in range(1, 1 << len(able)):
            chosen = frozenset(t for i, t in enumerate(able) if mask >> i & 1)
            if any(t in chosen for t in open_to) and self._with(plan, owed, duty, free, unit, chosen):
                return [True]
        return [False]

    def _with(
        self,
        plan: dict[frozenset[int], tuple[int, ...]],
        owed: int,
        duty: dict[int, int],
        free: tuple[int, ...],
        unit: int,
        targets: frozenset[int],
    ) -> bool:
        wider = dict(plan)
        wider[targets] = (*plan.get(targets, ()), unit)
        return self._go(
            wider,
            owed | (contact(self.w, self.s, unit) & ~self.done_hexes),
            {u: h for u, h in duty.items() if u != unit},
            tuple(u for u in free if u != unit),
        )


def can_be_met(
    w: World,
    s: TigersState,
    side: int,
    fixed: list[Plan] | None = None,
    duty: Sequence[Duty] | None = None,
) -> bool:
    """Can all attacks owed now be made legally by units in place, with what is declared already?

    TIA-ZOC-15 tests every move by it, TIA-CRT-17 every declaration.
    """
    fixed = declared(s) if fixed is None else fixed
    duty = duties(w, s, side) if duty is None else duty
    if not duty and not fixed:
        return True
    search = _Search(w, s, side, duty, fixed)
    if not search.duty and not search.owed & ~search.done_hexes:
        return True
    return search.solve()


def binding(w: World, s: TigersState, side: int) -> Sequence[Duty]:
    """The duties that bind: all, or where a loss has made some impossible those left, TIA-ZOC-15."""
    every = duties(w, s, side)
    if not every or can_be_met(w, s, side, None, every):
        return every
    kept: list[Duty] = []
    for duty in every:
        if can_be_met(w, s, side, None, [*kept, duty]):
            kept.append(duty)
    return kept


def unmet(w: World, s: TigersState, side: int) -> tuple[int, list[int]]:
    """(hexes still to be attacked, units that must still take part) with the attacks declared so far."""
    plans = declared(s)
    covered = board_of(t for targets, _ in plans for t in targets)
    hit = {u: board_of(targets) for targets, attackers in plans for u in attackers}
    owed = 0
    idle = []
    for unit, hexes in binding(w, s, side):
        owed |= hexes
        if not hexes & hit.get(unit, 0):
            idle.append(unit)
    for unit in hit:
        owed |= contact(w, s, unit)
    return owed & ~covered, idle


def entailed(w: World, s: TigersState, attackers: Sequence[int]) -> int:
    """Hexes the attackers oblige to be attacked, TIA-CRT-17."""
    board = 0
    for unit in attackers:
        board |= contact(w, s, unit)
    return board


def target_hexes(w: World, s: TigersState, unit: int) -> list[int]:
    """Hexes the unit could attack from where it stands."""
    side = w.side[unit]
    return [
        t
        for t in w.grid.neighbours[s.where[unit]]
        if t != OFF_MAP and defenders_at(w, s, t, side) and reaches(w, s, unit, t) is None
    ]
