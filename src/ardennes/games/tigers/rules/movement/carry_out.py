"""Carry out moves: breakdowns, blown bridges, the dump, exits (TIA-TIGER, TIA-BRIDGE-12, TIA-FUEL-2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from ardennes.dice import Dice
from ardennes.games.tigers.rules.combat.disruption import disrupt
from ardennes.games.tigers.rules.combat.entrenchment import lose_entrenchment
from ardennes.games.tigers.rules.model import events as e
from ardennes.games.tigers.rules.model import state as st
from ardennes.games.tigers.rules.model.orders import END, End, Move
from ardennes.games.tigers.rules.model.position import hold, put, set_flag
from ardennes.games.tigers.rules.model.rolls import roll
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.movement.allowance import fuel_flag
from ardennes.games.tigers.rules.movement.bridges import roll_crossing
from ardennes.games.tigers.rules.movement.fuel import dump_stops, retake_dump
from ardennes.games.tigers.rules.movement.moves import begin, check_move
from ardennes.games.tigers.rules.movement.offers import anybody_stirs, can_stir, move_offers
from ardennes.games.tigers.rules.movement.step import Walk, Walker, crosses_enemy_bridge, walk_on, walker
from ardennes.games.tigers.rules.outcome.victory import leave_map
from ardennes.games.tigers.rules.sequence.decision_base import UntilEnd
from ardennes.games.tigers.rules.sequence.turn_order import in_second_step, second_step_words
from ardennes.games.tigers.rules.special import peiper
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN, SIDES, TIGER
from ardennes.games.tigers.schema.world import EXIT, World
from ardennes.kernel.contract import Events, Refusal
from ardennes.kernel.offers import Offer

M = TypeVar("M", st.Moving, st.OnTheWay)


def apply_move(w: World, s: TigersState, order: Move, dice: Dice, events: Events) -> None:
    """Move along the path, up to a blown bridge, a discovered dump or a breakdown."""
    unit, top = w.by_id[order.unit], s.stack[-1]
    begun = begin(w, s, order)
    assert not isinstance(begun, Refusal)
    who, at = begun
    if order.attach:
        peiper.join(w, s, order.attach, dice, events)
    frame = top
    if not isinstance(frame, st.OnTheWay):
        leg = isinstance(top, st.PeiperGoesOn)
        frame = st.OnTheWay(who.side, unit, (at.cell,), False, order.omb, 0, leg)
    set_flag(w, s, unit, fuel_flag(w, s, unit))
    way, die = list(frame.way), frame.die or _breakdown_die(w, s, who, order, at, dice, events)
    for text in order.path:
        to, road = w.steps[text]
        on = walk_on(w, s, who, at, to, road)
        assert not isinstance(on, int)
        if die and _omf(who, order, on) > 2 * die:
            _put_down(w, s, who, at)
            set_flag(w, s, unit, st.BROKEN_DOWN | st.DISRUPTED)
            finish_trip(w, s, top, who, way, at, frame.omb, events)
            events.append(e.BrokeDown(order.unit, w.grid.label(at.cell)))
            events.append(e.Disrupted(order.unit, "TIA-TIGER-3"))
            return
        if to == EXIT:
            _put_down(w, s, who, at)
            if len(way) > 1:
                for member in peiper.group(w, s, unit):
                    events.append(e.Moved(w.id_of[member], w.labels(way), at.spent))
            leave_map(w, s, unit, at.cell, events)
            _finish_frame(s, top)
            return
        if _interrupted(w, s, who, at, to, dice, events):
            _put_down(w, s, who, at)
            _pause(s, top, msgspec.structs.replace(frame, way=tuple(way), die=die), at)
            return
        _enter(w, s, who, on, events)
        way.append(to)
        at = on
    _put_down(w, s, who, at)
    finish_trip(w, s, top, who, way, at, frame.omb, events)


def _omf(who: Walker, order: Move, at: Walk) -> int:
    """Return the half-OMF spent; with the bonus chosen the first 2 MF carry no risk, TIA-TIGER-5."""
    return max(0, at.spent - (who.limit - who.omf)) if order.omb else at.spent


def _breakdown_die(
    w: World, s: TigersState, who: Walker, order: Move, at: Walk, dice: Dice, events: Events
) -> int:
    """Roll for a Tiger that spends more than 1 OMF; 0 if no roll is needed, TIA-TIGER-3, TIA-TIGER-6."""
    if w.units[who.unit].kind != TIGER or (order.omb and s.variant.tiger_omb_riskless):
        return 0
    for text in order.path:
        to, road = w.steps[text]
        on = walk_on(w, s, who, at, to, road)
        assert not isinstance(on, int)
        at = on
    if _omf(who, order, at) <= 2:
        return 0
    return roll(s, dice, events, f"breakdown of {w.units[who.unit].name}", "TIA-TIGER-3")


def _interrupted(
    w: World, s: TigersState, who: Walker, at: Walk, to: int, dice: Dice, events: Events
) -> bool:
    """Is the unit stopped before the hex, by the hidden dump or by a bridge that is blown?"""
    if who.side == GERMAN and dump_stops(w, s, to):
        s.dump_known = True
        events.append(e.DumpRevealed(w.grid.label(to), w.units[who.unit].id))
        return True
    river = crosses_enemy_bridge(w, s, who.side, at.cell, to)
    return river >= 0 and not roll_crossing(w, s, who.side, river, dice, events)


def _enter(w: World, s: TigersState, who: Walker, on: Walk, events: Events) -> None:
    """Enter a hex of the path. Peiper is put there at once, since a Tiger may stay behind; others later."""
    if who.unit == w.peiper:
        peiper.march(w, s, on.cell, on.spent, events)
    if on.road and not who.mechanized:
        s.road_users |= 1 << who.unit
    occupy(w, s, who.unit, on.cell, events)


def _put_down(w: World, s: TigersState, who: Walker, at: Walk) -> None:
    if who.unit != w.peiper:
        put(w, s, who.unit, at.cell)
        s.spent[who.unit] = at.spent


def occupy(w: World, s: TigersState, unit: int, cell: int, events: Events) -> None:
    """Settle what a unit in a hex changes: control, captured bridges, a retaken dump."""
    if w.is_combat[unit]:
        side = w.side[unit]
        for river in hold(w, s, cell, side):
            events.append(e.BridgeTaken(w.bridge_names[river], SIDES[side]))
        if side == ALLIED:
            retake_dump(w, s, cell, events)


def _finish_frame(s: TigersState, top: object) -> None:
    """Close an interrupted move or a leg of Peiper; the movement decision stays open."""
    if s.over:
        return  # the unit left the map and won the game
    if isinstance(top, st.OnTheWay):
        s.stack.pop()
        if top.leg:
            s.stack[-1] = st.PeiperGoesOn(GERMAN, True)
    elif isinstance(top, st.PeiperGoesOn):
        s.stack[-1] = st.PeiperGoesOn(GERMAN, True)


def _pause(s: TigersState, top: object, frame: st.OnTheWay, at: Walk) -> None:
    """Stop the unit; it keeps its MF and may go elsewhere, TIA-BRIDGE-12, TIA-FUEL-2."""
    if isinstance(top, st.OnTheWay):
        s.stack.pop()
    elif len(frame.way) == 1 and not frame.die:
        return  # it has not left its hex, so it can simply be ordered again
    s.stack.append(msgspec.structs.replace(frame, road=at.road, rode=frame.rode or at.rode))


def finish_trip(
    w: World,
    s: TigersState,
    top: object,
    who: Walker,
    way: Sequence[int],
    at: Walk,
    omb: bool,
    events: Events,
) -> None:
    """End the move: mark the unit, remove its entrenchment, Disrupt it if it is in road mode."""
    unit = who.unit
    info = w.units[unit]
    flags = st.MOVED | st.MOVED_NOW
    if at.spent > who.omf or (omb and info.kind == TIGER):
        flags |= st.OMB_SPENT
    road_mode = at.road or (s.variant.any_road_disrupts and at.rode)
    if unit == w.peiper and s.turn and not in_second_step(s):
        s.kgp_acted = True
    members = peiper.group(w, s, unit)
    for member in members:
        set_flag(w, s, member, flags)
        lose_entrenchment(w, s, member, "TIA-ENTR-2", events)
    for member in members:
        events.append(e.Moved(w.units[member].id, w.labels(tuple(way)), at.spent, road_mode))
    if road_mode:
        for member in members:
            disrupt(w, s, member, "TIA-ROAD-5", events)
    _finish_frame(s, top)


class _Marching(UntilEnd[M]):
    """Move units; one of them may have been stopped on its way."""

    answers = (Move, End)

    def offers(self, w: World, s: TigersState, frame: M) -> Sequence[Offer]:
        return move_offers(w, s, END)

    def refusal(self, w: World, s: TigersState, frame: M, order: Move) -> Refusal | None:
        return check_move(w, s, order)

    def carry_out(self, w: World, s: TigersState, frame: M, order: Move, dice: Dice, events: Events) -> None:
        apply_move(w, s, order, dice, events)


class MoveUnits(_Marching[st.Moving]):
    kind, rule = "move", "TIA-SEQ-2"
    done = "End movement"

    def prompt(self, w: World, s: TigersState, frame: st.Moving) -> str:
        return f"Move your units, then end the movement{second_step_words(s)}."

    def idle(self, w: World, s: TigersState, frame: st.Moving) -> bool:
        return not anybody_stirs(w, s, frame.side)


class GoOn(_Marching[st.OnTheWay]):
    """Continue or end the move of a unit stopped by a blown bridge or by the dump."""

    kind, rule = "go on", "TIA-BRIDGE-12"
    done = "Stop here"

    def prompt(self, w: World, s: TigersState, frame: st.OnTheWay) -> str:
        return (
            f"{w.units[frame.unit].name} was stopped {w.at_place(s.where[frame.unit])}: move it "
            f"elsewhere or stop."
        )

    def end(self, w: World, s: TigersState, frame: st.OnTheWay, dice: Dice, events: Events) -> None:
        """End the move where it is; a required attack that is impossible lapses, TIA-ZOC-15."""
        who = walker(w, s, frame.unit, frame.omb)
        at = Walk(s.where[frame.unit], s.spent[frame.unit], len(frame.way) - 1, frame.road, frame.rode)
        finish_trip(w, s, frame, who, frame.way, at, frame.omb, events)

    def idle(self, w: World, s: TigersState, frame: st.OnTheWay) -> bool:
        return not can_stir(w, s, frame.unit, frame.omb)
