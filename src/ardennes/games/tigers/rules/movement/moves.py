"""Whole moves: checks and offers (TIA-MOVE, TIA-ZOC-12, TIA-ZOC-15, TIA-KGP-6, TIA-KGP-8)."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.games.tigers.rules.combat import obligations
from ardennes.games.tigers.rules.combat.odds import attack_allowed, odds_allow, odds_of
from ardennes.games.tigers.rules.model import state as st
from ardennes.games.tigers.rules.model.orders import Move
from ardennes.games.tigers.rules.model.position import AsIf, fresh_divisions, put
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.movement import step
from ardennes.games.tigers.rules.movement.allowance import fuel_flag
from ardennes.games.tigers.rules.movement.search import (
    BESIDE,
    Route,
    arrivals,
    field_by_hex,
    next_steps,
    out_of_reach,
)
from ardennes.games.tigers.rules.movement.step import Walk, Walker, walker
from ardennes.games.tigers.rules.special import peiper
from ardennes.games.tigers.schema.terms import GERMAN, TIGER
from ardennes.games.tigers.schema.world import EXIT, Way, World
from ardennes.hexes import bits, board_of
from ardennes.kernel.contract import Refusal


def begin(w: World, s: TigersState, order: Move) -> Refusal | tuple[Walker, Walk]:
    """Return the unit and where its move begins, or why it may not move like this now."""
    frame = s.stack[-1]
    unit = w.by_id[order.unit]
    info = w.units[unit]
    if isinstance(frame, st.OnTheWay):
        if unit != frame.unit:
            return Refusal(
                "TIA-MOVE-2", f"{w.units[frame.unit].name} has not finished its move.", "Finish it first."
            )
        if order.omb != frame.omb or order.attach:
            return Refusal("TIA-TIGER-5", "The bonus and the attached units cannot change during a move.")
        who = walker(w, s, unit, frame.omb)
        return who, Walk(s.where[unit], s.spent[unit], len(frame.way) - 1, frame.road, frame.rode)
    if info.side != frame.side:
        return Refusal("TIA-SEQ-1", f"{info.name} belongs to the other side.")
    refusal = step.may_move(w, s, unit) or _may_not_begin(w, s, frame, unit, order)
    if refusal is not None:
        return refusal
    joining = [w.by_id[name] for name in order.attach] if order.attach else ()
    return walker(w, s, unit, order.omb, joining), step.starting_walk(s, unit)


def _may_not_begin(w: World, s: TigersState, frame: object, unit: int, order: Move) -> Refusal | None:
    """Return why Peiper, an attached unit or a Tiger may not begin this move; None if it may."""
    refusal = None
    if unit == w.peiper:
        refusal = _peiper_may_move(w, s, frame)
    elif isinstance(frame, st.PeiperGoesOn):
        refusal = Refusal("TIA-KGP-6", "Only Peiper may move after a combat.")
    elif s.kgp_attached and unit in peiper.attached(w, s):
        refusal = Refusal("TIA-KGP-8", f"{w.units[unit].name} is attached and moves only with Peiper.")
    if refusal is None and order.omb and w.units[unit].kind != TIGER:
        refusal = Refusal(
            "TIA-MOVE-4", "Only Tigers choose the bonus before they move; other units get it on the way."
        )
    if refusal is None and order.attach:
        refusal = _attach_refusal(w, s, unit, order.attach)
    return refusal


def _peiper_may_move(w: World, s: TigersState, frame: object) -> Refusal | None:
    if isinstance(frame, st.PeiperGoesOn):
        return (
            Refusal("TIA-KGP-6", "Peiper has already moved since the last combat.", "Attack or stop.")
            if frame.moved
            else None
        )
    facts = "Peiper has already moved in this step, and may move again only after a combat."
    return Refusal("TIA-KGP-6", facts) if s.status[w.peiper] & st.MOVED_NOW else None


def _attach_refusal(w: World, s: TigersState, unit: int, names: Sequence[str]) -> Refusal | None:
    if unit != w.peiper:
        return Refusal("TIA-KGP-8", "Units can be attached only to Peiper.")
    if len(set(names)) != len(names):
        return Refusal("TIA-KGP-8", "The order attaches a unit twice.", "Name each unit once.")
    for name in names:
        refusal = peiper.may_attach(w, s, w.by_id[name])
        if refusal is not None:
            return refusal
    return None


def check_move(w: World, s: TigersState, order: Move) -> Refusal | None:
    """Return why the move is not legal, step by step and at its end; None if it is."""
    if not order.path:
        return Refusal("TIA-MOVE-2", "The move has no step.", "Name at least one hex.")
    begun = begin(w, s, order)
    if isinstance(begun, Refusal):
        return begun
    who, at = begun
    for text in order.path:
        to, road = w.steps[text]
        on = step.walk_on(w, s, who, at, to, road)
        if isinstance(on, int):
            return step.explain(w, s, who, at, to, road, on)
        at = on
    return check_end(w, s, who, at, [w.by_id[name] for name in order.attach])


def others_owe(w: World, s: TigersState, side: int, unit: int) -> bool:
    """Must another unit attack, so that this one may be needed for it?"""
    return bool([u for u, _ in obligations.duties(w, s, side) if u != unit])


def _needs_nobody(w: World, s: TigersState, who: Walker, at: Walk, beside: int) -> bool:
    """Could the unit, alone and in one attack, attack every division it would be beside? A quick check."""
    unit = who.unit
    if unit == w.peiper or w.units[unit].kind == TIGER or at.spent > who.omf:
        return False
    before = s.where[unit], s.status[unit], s.spent[unit]
    flags = before[1] | st.MOVED | st.MOVED_NOW | fuel_flag(w, s, unit)
    # Without `put`: these checks do not depend on what is derived from the unit's hex.
    s.where[unit], s.status[unit], s.spent[unit] = at.cell, flags, at.spent
    able = obligations.unfit(w, s, unit) == obligations.FIT and not beside & ~obligations.strikes(w, s, unit)
    able = able and attack_allowed(w, s, (unit,), tuple(bits(beside)), quick=True)
    s.where[unit], s.status[unit], s.spent[unit] = before
    return able


def _stand_there(
    w: World, s: TigersState, who: Walker, at: Walk, movers: Sequence[int], joining: Sequence[int]
) -> None:
    """Put the movers where the move ends, with all that it leaves on them."""
    fuel = [fuel_flag(w, s, u) for u in movers]  # before a unit leaves the dump
    for u, judged in zip(movers, fuel, strict=True):
        put(w, s, u, at.cell if at.cell != EXIT else st.EXITED)
        chosen = who.limit > who.omf and w.units[u].kind == TIGER
        bonus = st.OMB_SPENT if at.spent > who.omf or chosen else 0
        s.status[u] |= judged | st.MOVED | st.MOVED_NOW | bonus
        s.spent[u] = at.spent
    peiper.attach(w, s, list(joining))


def check_end(
    w: World,
    s: TigersState,
    who: Walker,
    at: Walk,
    joining: Sequence[int] = (),
    needed: bool | None = None,
    lapsed: bool = False,
) -> Refusal | None:
    """Return why the move may not end here; None if it may, TIA-ZOC-12, TIA-ZOC-15.

    All required attacks must stay possible. If others' attacks were impossible before the move (`lapsed`),
    only those of the mover count.
    """
    side, unit = who.side, who.unit
    if needed is None:
        needed = others_owe(w, s, side, unit)
    beside = obligations.contact_at(w, s, side, at.cell) if at.cell != EXIT and w.is_combat[unit] else 0
    lapses = s.variant.weak_contact_lapses  # then required attacks may be impossible
    if not beside and (lapses or not needed):
        return None  # no enemy division is beside it
    if beside and (at.road or (s.variant.any_road_disrupts and at.rode)):
        return Refusal(
            "TIA-ROAD-3",
            f"{w.units[unit].name} would end in road mode beside an enemy division that it must attack.",
            "Enter the last hex at the normal rate.",
        )
    if not needed and _needs_nobody(w, s, who, at, beside):
        return None
    top = s.stack[-1]
    leg = isinstance(top, st.PeiperGoesOn) or (isinstance(top, st.OnTheWay) and top.leg)
    movers = [*peiper.group(w, s, unit), *joining]
    with AsIf(s, movers):
        _stand_there(w, s, who, at, movers, joining)
        if beside:
            if obligations.unfit(w, s, unit) == obligations.BONUS:
                facts = (
                    f"{w.units[unit].name} would have to attack (TIA-ZOC-12), but cannot after spending its"
                )
                return Refusal("TIA-ZOC-15", f"{facts} movement bonus (TIA-MOVE-4).", "Stop farther away.")
            refusal = obligations.takes_part(w, s, unit)
            if refusal is not None:
                return refusal
        if lapses:
            return None
        if leg:
            ok = not beside or leg_attack(w, s) is not None
        elif lapsed:
            ok = not beside or obligations.can_be_met(w, s, side, None, [(unit, beside)])
        else:
            ok = (not beside and not obligations.duties(w, s, side)) or obligations.can_be_met(w, s, side)
    if ok:
        return None
    if not leg and not lapsed and not obligations.can_be_met(w, s, side):
        return check_end(w, s, who, at, joining, True, lapsed=True)
    return Refusal(
        "TIA-ZOC-15",
        f"After this move of {w.units[unit].name}, a required attack would be impossible.",
        "Move a stronger unit there first.",
    )


def attacked_this_phase(s: TigersState) -> int:
    """Return the hexes attacked in this phase or still to be attacked, TIA-KGP-6."""
    return board_of(
        t
        for number, c in enumerate(s.attacks)
        if c.status == st.FOUGHT
        or (c.status == st.PENDING and obligations.rests_on_cancelled(s, number) is None)
        for t in c.targets
    )


def leg_attack(w: World, s: TigersState) -> tuple[int, ...] | None:
    """Return the targets of one attack that meets all of Peiper's obligations; None if there is none."""
    beside = obligations.contact(w, s, w.peiper)
    need = tuple(bits(beside & ~attacked_this_phase(s)))
    options = [need] if need else [(t,) for t in bits(beside)]
    busy = {u for _, attackers in obligations.declared(s) for u in attackers}
    own = peiper.group(w, s, w.peiper)
    for targets in options:
        hit = board_of(targets)
        if hit & ~obligations.strikes(w, s, w.peiper):
            continue
        helpers = [
            u
            for u in w.of_side[GERMAN]
            if u not in busy
            and u not in own
            and s.where[u] >= 0
            and w.units[u].combat
            and obligations.unfit(w, s, u) == obligations.FIT
            and not hit & ~obligations.strikes(w, s, u)
            and not obligations.contact(w, s, u) & ~attacked_this_phase(s) & ~hit
        ]
        for attackers in (own, own + helpers):
            if odds_allow(s, odds_of(w, s, attackers, targets)):
                return targets
    return None


def attachments(w: World, s: TigersState) -> list[tuple[str, ...]]:
    """Return the units that may be attached to Peiper as it begins to move, alone or together, TIA-KGP-8."""
    able = [
        u
        for u in (w.tiger_501, w.skorzeny)
        if u >= 0 and s.where[u] >= 0 and peiper.may_attach(w, s, u) is None
    ]
    names = w.ids(able)
    return [(n,) for n in names] + ([names] if len(names) == 2 else [])


class Going:
    """A unit in the tree of its moves.

    If another unit may need it to stay, whole parts of the tree lead nowhere; `leads` finds that out once for
    each state of the walk.
    """

    __slots__ = ("_dead", "_ends", "_fresh", "_may_leave", "joining", "needed", "s", "stem", "w", "who")

    def __init__(self, w: World, s: TigersState, who: Walker, stem: Move) -> None:
        self.w, self.s, self.who, self.stem = w, s, who, stem
        self.joining = [w.by_id[name] for name in stem.attach]
        self.needed = others_owe(w, s, who.side, who.unit)
        self._fresh = fresh_divisions(w, s, 1 - who.side)
        self._may_leave: bool | None = None if self.needed else True
        self._ends: dict[Walk, bool] = {}
        self._dead: dict[tuple[int, int, bool, bool], bool] = {}

    def to(self, path: tuple[str, ...]) -> Move:
        """Return the order to move along the path."""
        return Move(self.stem.unit, path, self.stem.omb, self.stem.attach)

    def may_end(self, at: Walk) -> bool:
        """Return whether the move may end here; all hexes out of contact share one answer."""
        if at.cell == EXIT or not self.w.grid.near[at.cell] & self._fresh:
            if self._may_leave is None:
                self._may_leave = self._check(at)
            return self._may_leave
        known = self._ends.get(at)
        if known is None:
            known = self._ends[at] = self._check(at)
        return known

    def _check(self, at: Walk) -> bool:
        return check_end(self.w, self.s, self.who, at, self.joining, self.needed) is None

    def leads(self, at: Walk) -> bool:
        """Can a move that has come here still end somewhere?"""
        if not self.needed or self.may_end(at):
            return True
        key = (at.cell, at.spent, at.road, at.stopped)
        known = self._dead.get(key)
        if known is None:
            onward = next_steps(self.w, self.s, self.who, at)
            known = self._dead[key] = any(self.leads(on) for _, on in onward)
        return known

    def ways_on(self, at: Walk) -> tuple[Way, ...]:
        """Return the steps to try from here."""
        if at.stopped or at.cell == EXIT or at.spent >= self.who.limit:
            return ()
        return (self.w.ways_by_road if self.who.may_ride else self.w.ways)[at.cell]


def routes(
    w: World,
    s: TigersState,
    unit: int,
    omb: bool = False,
    attach: tuple[str, ...] = (),
    only: int | None = None,
) -> list[Route]:
    """Return the cheapest legal path to each hex and kind of arrival; with `only`, to that hex alone.

    A hex has up to three kinds: able to attack, arriving on the bonus, arriving in road mode.
    """
    stem = Move(w.units[unit].id, (), omb, attach)
    begun = begin(w, s, stem)
    if isinstance(begun, Refusal):
        return []
    who, start = begun
    if only is not None and out_of_reach(w, who, start, only):
        return []
    going = Going(w, s, who, stem)
    field = field_by_hex(w, s, who)
    cheapest: dict[int, Route] = {}
    may_leave: bool | None = None
    for route in arrivals(w, s, who, start, stem, field, only):
        if route.kind in cheapest or (only is not None and route.cell != only):
            continue  # a cheaper one is known
        if field[route.cell] & BESIDE:  # EXIT falls on the rim, where no hex is
            if not going.may_end(route.end):
                continue
        elif not may_leave:
            if may_leave is None:
                may_leave = going.may_end(route.end)
            if not may_leave:
                continue
        cheapest[route.kind] = route
    return list(cheapest.values())
