"""Bridges and engineers (TIA-BRIDGE)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ardennes.dice import Dice
from ardennes.games.tigers.rules.model import events as e
from ardennes.games.tigers.rules.model import state as st
from ardennes.games.tigers.rules.model.orders import END, BridgeWork, End
from ardennes.games.tigers.rules.model.position import derived, fresh_divisions, set_bridge, stack_at
from ardennes.games.tigers.rules.model.rolls import roll
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.sequence.decision_base import UntilEnd
from ardennes.games.tigers.schema.terms import ALLIED, DUMP, GERMAN, SIDES
from ardennes.games.tigers.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.contract import Events, Refusal
from ardennes.kernel.deciding import Lasting
from ardennes.kernel.offers import Offer
from ardennes.words import listed

BUILD, DISMANTLE, BLOW = "build", "dismantle", "blow"
WORKS = (BUILD, DISMANTLE, BLOW)
DOING = {BUILD: "building a bridge", DISMANTLE: "dismantling the bridge", BLOW: "blowing up the bridge"}
ENGINEERS = (st.GERMAN_ENGINEERS, st.ALLIED_ENGINEERS)  # by side
# What bars a site, and what a work lacks: numbers, which become refusals below.
FOE_ONLY, NOT_OURS, DIVISION_NEAR = 1, 2, 3
STANDS, NO_MARKER, NOT_ENGINEERS, CAPTURED, NOTHING_STANDS, NO_SUCH_WORK = range(1, 7)
BRIDGE_ITSELF = 2  # in `returning`: from here on a bridge of some kind on some river side, under an option


def destroy(w: World, s: TigersState, river: int, how: str, rule: str, events: Events) -> None:
    """Remove a bridge; an engineer marker returns to its owner's pool after six turns, TIA-BRIDGE-10."""
    kind = s.bridge[river]
    back = s.turn + w.constants.bridges.returns_after
    if s.variant.bridge_returns:
        s.returning = (*s.returning, (back, BRIDGE_ITSELF + kind * len(s.bridge) + river))
    elif kind in ENGINEERS:
        s.returning = (*s.returning, (back, ENGINEERS.index(kind)))
    set_bridge(w, s, river, st.NO_BRIDGE, s.bridge_owner[river])
    events.append(e.BridgeGone(w.bridge_names[river], how, rule))


def return_markers(w: World, s: TigersState, events: Events) -> None:
    """Return the markers due at the start of a game-turn, TIA-BRIDGE-9, TIA-BRIDGE-10; by an option the
    bridges themselves."""
    due = [what for turn, what in s.returning if turn <= s.turn]
    s.returning = tuple((turn, what) for turn, what in s.returning if turn > s.turn)
    for what in due:
        if what >= BRIDGE_ITSELF:
            kind, river = divmod(what - BRIDGE_ITSELF, len(s.bridge))
            if s.bridge[river] == st.NO_BRIDGE:
                set_bridge(w, s, river, kind, _holder(w, s, river))
                events.append(e.BridgeRestored(w.bridge_names[river], SIDES[s.bridge_owner[river]]))
                continue
            if kind not in ENGINEERS:
                continue  # engineers have already built one
            what = ENGINEERS.index(kind)
        s.markers[what] += 1
        events.append(e.MarkerReturned(SIDES[what]))


def _holder(w: World, s: TigersState, river: int) -> int:
    """Return the owner of a restored bridge: the side that holds both its hexes, else its former owner."""
    both = w.river_ends[river]
    if s.held & both == both:
        return ALLIED
    return GERMAN if not s.held & both else s.bridge_owner[river]


def crossing_chance(w: World, s: TigersState, side: int) -> int:
    """Return the chance in 6 that an undefended enemy bridge is not blown as a unit crosses,
    TIA-BRIDGE-12."""
    return w.tables.seize_chance[side][s.turn]


def roll_crossing(w: World, s: TigersState, side: int, river: int, dice: Dice, events: Events) -> bool:
    """Roll for the first crossing; return True if the crossing side takes the bridge intact."""
    name = w.bridge_names[river]
    text = f"crossing the bridge {w.river_side(river)}"
    die = roll(s, dice, events, f"crossing of the bridge {name}", "TIA-BRIDGE-12", text)
    if die <= crossing_chance(w, s, side):
        s.bridge_owner[river] = side
        events.append(e.BridgeTaken(name, SIDES[side]))
        return True
    destroy(w, s, river, "blown", "TIA-BRIDGE-12", events)
    return False


def _ends(w: World, s: TigersState, side: int, river: int) -> tuple[bool, bool, bool, bool]:
    """Return whether an own combat unit, an UnDisrupted one, an enemy unit, an UnDisrupted one is at an
    end."""
    own = own_fresh = enemy = enemy_fresh = False
    side_of = w.board.rivers[river]
    d = derived(w, s)
    if side_of.a not in d.stacks and side_of.b not in d.stacks:
        return False, False, False, False
    for cell in (side_of.a, side_of.b):
        for unit in stack_at(w, s, cell):
            info = w.units[unit]
            fresh = info.combat and not s.status[unit] & st.DISRUPTED
            if info.side == side:
                own |= info.combat
                own_fresh |= fresh
            elif info.kind != DUMP:
                enemy = True
                enemy_fresh |= fresh
    return own, own_fresh, enemy, enemy_fresh


def chance_of_work(w: World, s: TigersState, side: int, river: int) -> int:
    """Return the chance in 6 of building, dismantling or blowing, TIA-BRIDGE-3, TIA-BRIDGE-4,
    TIA-BRIDGE-5."""
    free, facing, enemy_down, own_down, both_down = w.tables.build_chance
    own, own_fresh, enemy, enemy_fresh = _ends(w, s, side, river)
    if not enemy:
        return free
    if not own_fresh and own and not s.variant.own_disruption_ignored:
        return own_down if enemy_fresh else both_down
    return facing if enemy_fresh else enemy_down


def site_refusal(w: World, s: TigersState, side: int, river: int) -> Refusal | None:
    """Return why the side may not work at this hexside; None if it may, TIA-BRIDGE-3, TIA-BRIDGE-7."""
    where = w.river_side(river)
    if river in s.bridge_tried:
        return Refusal("TIA-BRIDGE-3", f"Engineers have already tried {where} in this step.")
    why = _Bars(w, s, side).at(river, w.river_ends[river])
    if why == FOE_ONLY:
        return Refusal("TIA-BRIDGE-7", f"The banks {where} have enemy units and none of yours.")
    if why == NOT_OURS:
        return Refusal(
            "TIA-BRIDGE-3", f"The river {where} is not beside a combat unit of yours or within your lines."
        )
    if why == DIVISION_NEAR:
        return Refusal("TIA-BRIDGE-7", f"The river {where} ends at the hex of an UnDisrupted enemy division.")
    return None


class _Bars:
    """What bars a side from river hexsides, apart from attempts already made."""

    __slots__ = ("_corners", "_divisions", "_foes", "_lines", "_own")

    def __init__(self, w: World, s: TigersState, side: int) -> None:
        d = derived(w, s)
        self._own, self._foes = d.combat[side], d.fighters[1 - side]
        if side == ALLIED and w.heydte >= 0 and s.where[w.heydte] >= 0:
            self._foes |= 1 << s.where[w.heydte]
        self._lines = s.held if side == ALLIED else ~s.held
        self._corners, self._divisions = w.river_corners, fresh_divisions(w, s, 1 - side)

    def at(self, river: int, both: int) -> int:
        """Return what bars a river side with these two hexes; 0 for nothing."""
        if self._own & both:
            return 0
        if self._foes & both:
            return FOE_ONLY
        if self._lines & both != both:
            return NOT_OURS
        return DIVISION_NEAR if self._corners[river] & self._divisions else 0


def _means(s: TigersState, side: int, work: str, river: int) -> int:
    """Return what the work lacks: a marker, a bridge, the right one; 0 for nothing."""
    standing = s.bridge[river]
    if work == BUILD:
        return STANDS if standing != st.NO_BRIDGE else NO_MARKER if s.markers[side] <= 0 else 0
    if work == DISMANTLE:
        return NOT_ENGINEERS if standing != ENGINEERS[side] else CAPTURED * (s.bridge_owner[river] != side)
    return NO_SUCH_WORK if work != BLOW else NOTHING_STANDS * (standing == st.NO_BRIDGE)


def means_refusal(w: World, s: TigersState, side: int, work: str, river: int) -> Refusal | None:
    """Return why there is no bridge for this work, or no marker to build one; None if there is,
    TIA-BRIDGE-2, TIA-BRIDGE-3, TIA-BRIDGE-8."""
    why = _means(s, side, work, river)
    if not why:
        return None
    where = w.river_side(river)
    rule, facts = {
        STANDS: ("TIA-BRIDGE-3", f"There is already a bridge {where}."),
        NO_MARKER: ("TIA-BRIDGE-2", "Your pool has no engineer bridge left."),
        NOT_ENGINEERS: ("TIA-BRIDGE-8", f"You have no engineer bridge {where} to dismantle."),
        CAPTURED: ("TIA-BRIDGE-8", f"The enemy has captured the bridge {where}."),
        NOTHING_STANDS: ("TIA-BRIDGE-3", f"There is no bridge {where}."),
        NO_SUCH_WORK: ("TIA-BRIDGE-3", f"{work!r} is not bridge work; {listed(WORKS, 'or')} is."),
    }[why]
    return Refusal(rule, facts)


def work_refusal(w: World, s: TigersState, side: int, work: str, river: int) -> Refusal | None:
    """Return why the side may not try this work here; None if it may."""
    return means_refusal(w, s, side, work, river) or site_refusal(w, s, side, river)


def _sites(w: World, s: TigersState, side: int) -> list[int]:
    """Return the river sides where the side may work, including those already tried."""
    known = derived(w, s).sites
    result = known.get((side, s.held))
    if result is None:
        bars = _Bars(w, s, side)
        result = known[side, s.held] = [r for r, ends in enumerate(w.river_ends) if not bars.at(r, ends)]
    return result


def works(w: World, s: TigersState, side: int) -> Iterator[BridgeWork]:
    """Yield the bridge work that the side may try."""
    tried, bridge, names, marker = s.bridge_tried, s.bridge, w.bridge_names, s.markers[side] > 0
    for river in _sites(w, s, side):
        if river not in tried:
            if bridge[river] == st.NO_BRIDGE:
                if marker:
                    yield BridgeWork(BUILD, names[river])
            else:
                if not _means(s, side, DISMANTLE, river):
                    yield BridgeWork(DISMANTLE, names[river])
                yield BridgeWork(BLOW, names[river])


class WorkAtBridges(UntilEnd[st.Bridging]):
    kind, rule, answers = "bridges", "TIA-BRIDGE-3", (BridgeWork, End)
    asks = "Build, dismantle or blow up bridges, then end."
    done = "End bridge work"
    standing = "Bridge work"

    def lasting(self, w: World, s: TigersState, frame: st.Bridging) -> Sequence[Lasting]:
        return [Lasting("none", "No bridge work", END)]

    def orders(self, w: World, s: TigersState, frame: st.Bridging) -> Iterator[Offer]:
        return works(w, s, frame.side)

    def refusal(self, w: World, s: TigersState, frame: st.Bridging, order: BridgeWork) -> Refusal | None:
        return work_refusal(w, s, frame.side, order.work, w.bridge_by_name[order.bridge])

    def carry_out(
        self, w: World, s: TigersState, frame: st.Bridging, order: BridgeWork, dice: Dice, events: Events
    ) -> None:
        side, river, name = frame.side, w.bridge_by_name[order.bridge], order.bridge
        chance = chance_of_work(w, s, side, river)
        s.bridge_tried.append(river)
        text = f"{DOING[order.work]} {w.river_side(river)}"
        die = roll(s, dice, events, f"to {order.work} the bridge {name}", "TIA-BRIDGE-3", text)
        if die > chance:
            events.append(e.WorkFailed(order.work, name))  # the marker is not lost, TIA-BRIDGE-6
        elif order.work == BUILD:
            s.markers[side] -= 1
            set_bridge(w, s, river, ENGINEERS[side], side)
            events.append(e.BridgeBuilt(name, SIDES[side]))
        elif order.work == DISMANTLE:
            s.returning = (*s.returning, (s.turn + 1, side))
            set_bridge(w, s, river, st.NO_BRIDGE, side)
            events.append(e.BridgeGone(name, "dismantled", "TIA-BRIDGE-9"))
        else:
            destroy(w, s, river, "blown", "TIA-BRIDGE-3", events)

    def idle(self, w: World, s: TigersState, frame: st.Bridging) -> bool:
        return next(works(w, s, frame.side), None) is None


def bridges_used(w: World, s: TigersState, attackers: Sequence[int], targets: Sequence[int]) -> list[int]:
    """Return the intact bridges over which units attack, TIA-BRIDGE-11."""
    result = []
    for unit in attackers:
        cell = s.where[unit]
        if cell < 0:
            continue
        for target in targets:
            river = w.board.river_at[cell][w.grid.neighbours[cell].index(target)]
            if river >= 0 and s.bridge[river] != st.NO_BRIDGE and river not in result:
                result.append(river)
    return sorted(result)


def meuse_reached(w: World, s: TigersState) -> bool:
    """Is a German combat unit beside or across the Meuse? TIA-REINF-10."""
    from_start = derived(w, s).combat[0]
    return bool(from_start & (w.board.meuse | far_bank(w)))


def far_bank(w: World) -> int:
    """Return the hexes west of the Meuse: those joined to the exits without crossing it."""
    wall = {(r.a, r.b) for r in w.board.rivers if r.river == "Meuse"}
    reached = w.board.exit_full | w.board.exit_half
    todo = list(bits(reached))
    while todo:
        cell = todo.pop()
        for other in w.grid.neighbours[cell]:
            if (
                other >= 0
                and not reached >> other & 1
                and (cell, other) not in wall
                and (other, cell) not in wall
            ):
                reached |= 1 << other
                todo.append(other)
    return reached
