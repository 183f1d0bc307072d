"""Which attacks are possible and which are required (TIA-CRT-17, TIA-CRT-23, TIA-ZOC-12, TIA-ZOC-15,
TIA-RIVER-2, TIA-RIVER-3, TIA-RIVER-4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ardennes.games.tigers.rules.combat.odds import Met, attack_allowed, defended, defenders_at, met_in
from ardennes.games.tigers.rules.model import state as st
from ardennes.games.tigers.rules.model.position import derived, fresh_divisions, meeting, moment, recall
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.movement.allowance import omf_half
from ardennes.games.tigers.rules.special import peiper
from ardennes.games.tigers.schema.terms import SKORZENY
from ardennes.games.tigers.schema.world import World
from ardennes.hexes import OFF_MAP, bits, board_of, cells_in
from ardennes.kernel.contract import Refusal

Plan = tuple[tuple[int, ...], tuple[int, ...]]  # (target hexes, attackers)
Duty = tuple[int, int]  # (unit, hexes of which it must attack one and all of which must be attacked)
CANNOT_ATTACK = st.BROKEN_DOWN | st.DISRUPTED | st.OMB_SPENT
Drafts = dict[int, tuple[int, ...]]  # set of target hexes -> attackers
SEARCH_LIMIT = 4000  # positions examined before a plan is judged impossible


# Why a unit may not attack: numbers, which `takes_part` turns into texts.
FIT, NOT_ON_MAP, NO_FACTOR, BROKE, ROAD_MODE, DOWN, NOT_PEIPER, DONE, BONUS, FIRST_STEP = range(10)


def unfit(w: World, s: TigersState, unit: int) -> int:
    """Return the number of the reason why the unit may not attack this turn; FIT if it may."""
    if s.where[unit] < 0:
        return NOT_ON_MAP
    if not w.is_combat[unit] and w.units[unit].kind != SKORZENY:
        return NO_FACTOR
    flags = s.status[unit]
    if flags & st.DISRUPTED:
        if flags & st.BROKEN_DOWN:
            return BROKE
        # only road mode Disrupts a unit during its own movement
        return ROAD_MODE if flags & st.MOVED_NOW and isinstance(s.stack[-1], st.Declaring) else DOWN
    if unit == w.peiper or (s.kgp_attached and unit in peiper.attached(w, s)):
        return FIT if peiper.may_attack(w, s) is None else NOT_PEIPER
    if flags & st.ATTACKED:
        return DONE
    if flags & st.OMB_SPENT:
        return BONUS
    return FIRST_STEP if flags & st.MOVED and not flags & st.MOVED_NOW else FIT


def takes_part(w: World, s: TigersState, unit: int) -> Refusal | None:
    """Return why the unit may not attack this turn; None if it may."""
    why = unfit(w, s, unit)
    if why == FIT:
        return None
    if why == NOT_PEIPER:
        return peiper.may_attack(w, s)
    rule, facts = {
        NOT_ON_MAP: ("TIA-CRT-1", "is not on the map."),
        NO_FACTOR: ("TIA-UNIT-3", "has no combat factor and cannot attack."),
        BROKE: ("TIA-TIGER-3", "has broken down and cannot attack."),
        ROAD_MODE: ("TIA-ROAD-3", "ended its move in road mode and cannot attack."),
        DOWN: ("TIA-DIS-1", "is Disrupted and cannot attack."),
        DONE: ("TIA-SEQ-5", "has already attacked this turn."),
        BONUS: ("TIA-MOVE-4", "has spent its movement bonus and cannot attack this turn."),
        FIRST_STEP: ("TIA-SEQ-6", "moved in the first step and cannot act in the second."),
    }[why]
    return Refusal(rule, f"{w.units[unit].name} {facts}")


def strikes(w: World, s: TigersState, unit: int) -> int:
    """Return the hexes that the unit may attack from its hex, occupied or not, TIA-RIVER-2, TIA-RIVER-3,
    TIA-RIVER-4."""
    cell = s.where[unit]
    board = w.grid.near[cell]
    if not w.units[unit].mechanized:
        return board
    for direction, river in w.rivers_of[cell]:
        if s.bridge[river] == st.NO_BRIDGE or _too_tired(w, s, unit):
            board &= ~(1 << w.grid.neighbours[cell][direction])
    return board


def _too_tired(w: World, s: TigersState, unit: int) -> bool:
    """Has it moved too far to attack across a bridge? TIA-RIVER-4; Peiper has one budget for everything."""
    one_budget = unit == w.peiper or (s.kgp_attached and unit in peiper.attached(w, s))
    if not s.status[unit] & st.MOVED and not one_budget:
        return False
    return s.spent[unit] + 2 > omf_half(w, s, w.peiper if one_budget else unit)


def touches(w: World, s: TigersState, unit: int, targets: Iterable[int]) -> bool:
    """Is the unit on the map and beside every target? TIA-CRT-23."""
    cell = s.where[unit]
    return cell >= 0 and all(w.grid.near[cell] >> target & 1 for target in targets)


def reaches(w: World, s: TigersState, unit: int, target: int) -> Refusal | None:
    """Return why the unit may not attack this hex from where it is; None if it may."""
    if strikes(w, s, unit) >> target & 1:
        return None
    name, cell = w.units[unit].name, s.where[unit]
    direction = w.grid.direction(cell, target)
    if direction is None:
        return Refusal("TIA-CRT-23", f"{name}, {w.at_place(cell)}, is not adjacent to {w.place(target)}.")
    river = w.board.river_at[cell][direction]
    if s.bridge[river] == st.NO_BRIDGE:
        rule = "TIA-RIVER-2" if w.board.rivers[river].road else "TIA-RIVER-3"
        return Refusal(rule, f"{name} needs an intact bridge {w.river_side(river)} to attack.")
    return Refusal("TIA-RIVER-4", f"{name} needs 1 unspent movement point to attack across a bridge.")


def contact(w: World, s: TigersState, unit: int) -> int:
    """Return the hexes with an UnDisrupted enemy division that a unit moving or fighting here must attack.

    These are all adjacent ones, but not across an unbridged river (TIA-ZOC-12, TIA-CRT-17).
    """
    return contact_at(w, s, w.side[unit], s.where[unit])


def contact_at(w: World, s: TigersState, side: int, cell: int) -> int:
    """Return `contact` for any unit of the side in the hex."""
    beside = w.grid.near[cell] & fresh_divisions(w, s, 1 - side)
    if beside and w.rivers_of[cell] and not s.variant.obliged_across_unbridged:
        for direction, river in w.rivers_of[cell]:
            if s.bridge[river] == st.NO_BRIDGE:
                beside &= ~(1 << w.grid.neighbours[cell][direction])
    return beside


def owes(w: World, s: TigersState, unit: int) -> int:
    """Return the hexes of which the unit must attack one, having moved beside them in this step, TIA-ZOC-12.

    There are none for units of factor 0, for a Tiger that broke down and for a unit stopped short so that it
    cannot attack. Units attached to Peiper take part in its attacks.
    """
    flags = s.status[unit]
    if not flags & st.MOVED_NOW or flags & CANNOT_ATTACK or not w.units[unit].combat or s.where[unit] < 0:
        return 0
    if s.kgp_attached and unit in peiper.attached(w, s):
        return 0
    return contact_at(w, s, w.side[unit], s.where[unit])


def duties(w: World, s: TigersState, side: int) -> list[Duty]:
    """Return each unit of the side that must attack, with the hexes of `owes`."""
    status = s.status
    moved = [u for u in meeting(w, s, side) if status[u] & st.MOVED_NOW]
    return [(unit, hexes) for unit in moved if (hexes := owes(w, s, unit))]


def declared(s: TigersState) -> list[Plan]:
    """Return targets and attackers of the attacks that are still to be made."""
    return [(c.targets, c.attackers) for c in s.attacks if c.status == st.PENDING]


def rests_on_cancelled(s: TigersState, number: int) -> st.Combat | None:
    """Return the cancelled attack that this one entails, even through another; None if there is none."""
    todo, visited = [number], {number}
    while todo:
        entails = set(s.attacks[todo.pop()].entails)
        for other, combat in enumerate(s.attacks):
            if other in visited or not entails & set(combat.targets):
                continue
            if combat.status == st.CANCELLED:
                return combat
            if combat.status == st.PENDING:
                visited.add(other)
                todo.append(other)
    return None


class _Search:
    """Searches for attacks that meet all obligations, by backtracking; exact up to its limit.

    A set of hexes is a bitboard; a plan is the attackers by the set of hexes they attack together.
    """

    def __init__(self, w: World, s: TigersState, side: int, duty: Sequence[Duty], fixed: list[Plan]) -> None:
        self.w, self.s = w, s
        self.duty = dict(duty)
        self.done_hexes = 0
        self.with_peiper = peiper.attached(w, s)  # they fight only with Peiper
        self.busy: set[int] = set(self.with_peiper)
        self.owed = 0
        for hexes in self.duty.values():
            self.owed |= hexes
        for targets, attackers in fixed:
            hit = board_of(targets)
            self.done_hexes |= hit
            for unit in attackers:
                self.busy.add(unit)
                self.owed |= contact_at(w, s, side, s.where[unit])
                # only an attack on a division that it moved beside counts, TIA-ZOC-12
                if self.duty.get(unit, 0) & hit:
                    del self.duty[unit]
        self.side = side
        self.contacts: dict[int, int] = {}  # by unit
        self.strikes: dict[int, int] = {}
        self.met: dict[int, Met] = {}  # by target hex
        self.work = 0
        self.failed: set[frozenset[object]] = set()  # plans that lead nowhere

    def solve(self) -> bool:
        """Return whether a plan exists; neighbourhoods that share no unit are solved separately."""
        owed = self.owed & ~self.done_hexes
        duty = self.duty
        while duty or owed:
            seed = next(iter(duty.values())) if duty else owed & -owed
            ground, units = self._neighbourhood(seed)
            here = owed & ground
            self.work = 0
            self.failed.clear()
            if not all(self._within_reach(t, units) for t in bits(here)):
                return False
            if not self._go({}, here, {u: h for u, h in duty.items() if h & ground}, tuple(units)):
                return False
            owed &= ~ground
            duty = {u: h for u, h in duty.items() if not h & ground}
        return True

    def _neighbourhood(self, ground: int) -> tuple[int, list[int]]:
        """Return the hexes linked to some hexes by units that can attack several of them, and these units."""
        w, s, near = self.w, self.s, self.w.grid.near
        d = derived(w, s)
        units: list[int] = []
        looked = 0
        while True:
            beside = w.grid.ring(ground) & d.combat[self.side] & ~looked
            if not beside:
                units.sort()
                return ground, units
            for cell in bits(beside):
                met = contact_at(w, s, self.side, cell)
                theirs = near[cell] & self.owed | met
                if not theirs & ground:
                    continue
                looked |= 1 << cell
                for unit in d.stacks[cell]:
                    if w.is_combat[unit] and w.side[unit] == self.side and unit not in self.busy:
                        if unfit(w, s, unit) == FIT:
                            units.append(unit)
                            self.contacts[unit], self.strikes[unit] = met, strikes(w, s, unit)
                            ground |= theirs
            if not looked & beside:
                units.sort()
                return ground, units

    def _within_reach(self, target: int, units: list[int]) -> bool:
        """Could all units together attack the hex alone? If not, no plan works."""
        able = [u for u in units if self.strikes[u] >> target & 1]
        if not able or self.s.variant.legality_on_final_column:
            return bool(able)
        factor = self.w.factor
        strength = sum([factor[u] for u in (*able, *self.with_peiper)])
        lowest, highest = self.w.tables.ratios[0]
        defence = sum([factor[d] for d in defenders_at(self.w, self.s, target, self.side)])
        return strength * highest >= lowest * defence

    def _legal(self, targets: int, attackers: tuple[int, ...]) -> bool:
        if self.with_peiper and self.w.peiper in attackers:
            attackers = (*attackers, *self.with_peiper)
        cells, met = cells_in(targets), self.met
        for cell in cells:
            if cell not in met:
                met[cell] = met_in(self.w, self.s, cell, self.side)
        return attack_allowed(self.w, self.s, attackers, cells, met=[met[cell] for cell in cells])

    def _go(self, plan: Drafts, owed: int, duty: dict[int, int], free: tuple[int, ...]) -> bool:
        self.work += 1
        if self.work > SEARCH_LIMIT or (self.failed and _key(plan) in self.failed):
            return False
        if self._try(plan, owed, duty, free):
            return True
        self.failed.add(_key(plan))
        return False

    def _try(self, plan: Drafts, owed: int, duty: dict[int, int], free: tuple[int, ...]) -> bool:
        """Fill the most pressing gap in every way: a unit that must attack, a hex that must be attacked, odds
        that are too low."""
        for unit, hexes in duty.items():
            return self._join(plan, owed, duty, free, unit, hexes)
        missing = owed
        for targets in plan:
            missing &= ~targets
        if missing:
            target = missing & -missing
            return any(self._join(plan, owed, duty, free, unit, target) for unit in free)
        for targets, attackers in plan.items():
            if not self._legal(targets, attackers):
                helpers = [u for u in free if self.strikes[u] & targets == targets]
                return any(self._with(plan, owed, duty, free, u, targets) for u in helpers)
        return True

    def _join(
        self, plan: Drafts, owed: int, duty: dict[int, int], free: tuple[int, ...], unit: int, hexes: int
    ) -> bool:
        """Try every way for a unit to attack at least one of the hexes, until one works."""
        if unit not in free:
            return False
        within = self.strikes[unit]
        open_to = hexes & within
        covered = self.done_hexes
        for targets in plan:
            covered |= targets
            if targets & open_to and within & targets == targets:
                if self._with(plan, owed, duty, free, unit, targets):
                    return True
        able = [1 << t for t in cells_in((self.contacts[unit] | hexes) & ~covered & within)]
        for mask in range(1, 1 << len(able)):
            chosen = 0
            for at, bit in enumerate(able):
                if mask >> at & 1:
                    chosen |= bit
            if chosen & open_to and self._with(plan, owed, duty, free, unit, chosen):
                return True
        return False

    def _with(
        self, plan: Drafts, owed: int, duty: dict[int, int], free: tuple[int, ...], unit: int, targets: int
    ) -> bool:
        wider = dict(plan)
        wider[targets] = (*plan.get(targets, ()), unit)
        return self._go(
            wider,
            owed | (self.contacts[unit] & ~self.done_hexes),
            {u: h for u, h in duty.items() if u != unit},
            tuple([u for u in free if u != unit]),
        )


def _key(plan: Drafts) -> frozenset[object]:
    """Return a key that does not depend on the order in which a plan was made."""
    return frozenset([(targets, frozenset(units)) for targets, units in plan.items()])


def can_be_met(
    w: World, s: TigersState, side: int, fixed: list[Plan] | None = None, duty: Sequence[Duty] | None = None
) -> bool:
    """Can units in place legally make all required attacks, together with those already declared?

    TIA-ZOC-15 asks this for every move, TIA-CRT-17 for every declaration.
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
    """Return the duties that bind: all, or those still possible after a loss, TIA-ZOC-15."""
    every = duties(w, s, side)
    if not every:
        return every
    return recall(w, s, ("binding", side, moment(w, s)), lambda: _binding(w, s, side, every))


def _binding(w: World, s: TigersState, side: int, every: list[Duty]) -> list[Duty]:
    if can_be_met(w, s, side, None, every):
        return every
    result: list[Duty] = []
    for duty in every:
        if can_be_met(w, s, side, None, [*result, duty]):
            result.append(duty)
    return result


def unmet(w: World, s: TigersState, side: int) -> tuple[int, list[int]]:
    """Return the hexes still to be attacked and the units that must still attack."""
    if not s.attacks and not duties(w, s, side):
        return 0, []
    return recall(w, s, ("unmet", side, moment(w, s)), lambda: _unmet(w, s, side))


def _unmet(w: World, s: TigersState, side: int) -> tuple[int, list[int]]:
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
    """Return the hexes that must be attacked because these units attack, TIA-CRT-17."""
    board = 0
    for unit in attackers:
        board |= contact(w, s, unit)
    return board


def target_hexes(w: World, s: TigersState, unit: int) -> list[int]:
    """Return the occupied hexes that the unit could attack from where it is."""
    within = strikes(w, s, unit) & defended(w, s, w.side[unit])
    return [t for t in w.grid.neighbours[s.where[unit]] if t != OFF_MAP and within >> t & 1]
