"""Decisions of a declaration, of the air allocation and of a movement phase (section F of the rulebook)."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.dice import Dice
from ardennes.games.wave_of_terror.rules import (
    bridges,
    losses,
    markers,
    move_phase,
    moves,
    reforming,
    sequence,
    stacking,
)
from ardennes.games.wave_of_terror.rules import orders as o
from ardennes.games.wave_of_terror.rules import state as f
from ardennes.games.wave_of_terror.rules.deciding import apply_top, check_top, top_offers
from ardennes.games.wave_of_terror.rules.state import WaveState
from ardennes.games.wave_of_terror.schema.terms import ALLIED
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.contract import Event, Order, Refusal
from ardennes.kernel.deciding import Handler, fine, says
from ardennes.kernel.offers import Joined, Offer

YES_NO = (True, False)


# Declaration


def _declare_offers(w: World, s: WaveState, frame: f.Declaring) -> Sequence[Offer]:
    first = [True] if sequence.must_fight_first(s, frame.side) else [False, True]
    return [*map(o.ChooseOrder, first), *bridges.repair_offers(w, s, frame.side)]


def _check_declare(w: World, s: WaveState, frame: f.Declaring, order: Order) -> Refusal | None:
    if isinstance(order, o.Repair):
        return bridges.check_repair(w, s, frame.side, w.bridge_by_name[order.bridge])
    if order == o.ChooseOrder(False) and sequence.must_fight_first(s, frame.side):
        facts = "The German takes fight-move in the first couplet of turn 1, without a choice (WOT-5.6)."
        return Refusal("WOT-5.8", facts)
    return None


def _declare(
    w: World, s: WaveState, frame: f.Declaring, order: Order, dice: Dice, events: list[Event]
) -> None:
    if isinstance(order, o.Repair):
        bridges.repair(w, s, frame.side, w.bridge_by_name[order.bridge], events)
    elif isinstance(order, o.ChooseOrder):
        sequence.choose_order(s, frame.side, order.fight_first, events)


# Air allocation


def _check_interdict(w: World, s: WaveState, frame: f.Interdicting, order: Order) -> Refusal | None:
    return markers.check_interdict(w, s, order) if isinstance(order, o.Interdict) else None


def _interdict(
    w: World, s: WaveState, frame: f.Interdicting, order: Order, dice: Dice, events: list[Event]
) -> None:
    if isinstance(order, o.Interdict):
        markers.interdict(w, s, order, events)
    else:
        s.stack.pop()


def _check_drop(w: World, s: WaveState, frame: f.Dropping, order: Order) -> Refusal | None:
    return markers.check_drop(w, s, order) if isinstance(order, o.DropSupplies) else None


def _drop(w: World, s: WaveState, frame: f.Dropping, order: Order, dice: Dice, events: list[Event]) -> None:
    if isinstance(order, o.DropSupplies):
        markers.drop(w, s, order, events)
    else:
        s.stack.pop()


# Movement


def _move_offers(w: World, s: WaveState, frame: f.Moving) -> Sequence[Offer]:
    return Joined(move_phase.offers(w, s, frame.side), top_offers(w, s, frame.side))


def _check_moving(w: World, s: WaveState, frame: f.Moving, order: Order) -> Refusal | None:
    if isinstance(order, o.ShowTop):
        return check_top(w, s, frame.side, order)
    return move_phase.check(w, s, frame.side, order)


def _move(w: World, s: WaveState, frame: f.Moving, order: Order, dice: Dice, events: list[Event]) -> None:
    if isinstance(order, o.ShowTop):
        apply_top(w, s, order, events)
    elif isinstance(order, o.End):
        _end_movement(w, s, frame.side)
    else:
        move_phase.apply(w, s, frame.side, order, dice, events)


def _end_movement(w: World, s: WaveState, side: int) -> None:
    s.stack.pop()
    if side == ALLIED and reforming.may_reform(w, s):
        s.stack.append(f.Reforming(ALLIED))
    moves.end_phase(w, s, side)


def _trim(
    w: World, s: WaveState, frame: f.Overstacked, order: o.Lose, dice: Dice, events: list[Event]
) -> None:
    """What does not fit is eliminated, and scores, WOT-7.2, WOT-4.8."""
    s.stack.pop()
    steps = [unit for name in order.units for unit in [w.by_id[name]] * s.steps[w.by_id[name]]]
    losses.take_losses(w, s, steps, w.grid.label(frame.cell), events)


def _demolition(w: World, s: WaveState, frame: f.Demolishing) -> str:
    bridge = w.board.bridges[frame.bridge].name
    return f"The enemy has come to {w.grid.label(frame.abutment)}: try to blow the bridge {bridge}?"


def _demolish(
    w: World, s: WaveState, frame: f.Demolishing, order: o.Demolish, dice: Dice, events: list[Event]
) -> None:
    bridges.demolish(w, s, order, dice, events)


def _reform(
    w: World, s: WaveState, frame: f.Reforming, order: o.Reform, dice: Dice, events: list[Event]
) -> None:
    s.stack.pop()
    if order.yes:
        reforming.reform(w, s, events)


MOVE_DECISIONS: dict[type[f.Frame], Handler[World, WaveState]] = {
    f.Declaring: Handler(
        "declaration",
        "WOT-5.6",
        says("Declare bridge repairs, then choose: move first or fight first."),
        (o.ChooseOrder, o.Repair),
        _declare_offers,
        _check_declare,
        _declare,
    ),
    f.Interdicting: Handler(
        "interdiction",
        "WOT-9.18",
        lambda w, s, frame: f"Aircraft on road hexes for the turn: {s.aircraft} left. Then end.",
        (o.Interdict, o.End),
        lambda w, s, frame: markers.interdict_offers(w, s, o.END),
        _check_interdict,
        _interdict,
        done="End interdiction",
    ),
    f.Dropping: Handler(
        "aerial supply",
        "WOT-6.15",
        lambda w, s, frame: f"Aerial supply: {w.limits.markers - len(s.markers)} markers left. Then end.",
        (o.DropSupplies, o.End),
        lambda w, s, frame: markers.drop_offers(w, s, o.END),
        _check_drop,
        _drop,
        done="End aerial supply",
    ),
    f.Moving: Handler(
        "move",
        "WOT-9.1",
        says("Move your units and bring in reinforcements, then end the movement phase."),
        (*move_phase.ANSWERS, o.ShowTop),
        _move_offers,
        _check_moving,
        _move,
        done="End movement",
    ),
    f.Overstacked: Handler(
        "overstacked",
        "WOT-7.2",
        lambda w, s, frame: f"{w.grid.label(frame.cell)} holds too many units: who is eliminated?",
        (o.Lose,),
        lambda w, s, frame: stacking.trim_offers(w, s, frame.cell),
        lambda w, s, frame, order: stacking.check_trim(w, s, frame.cell, order),
        _trim,
    ),
    f.Demolishing: Handler(
        "demolition",
        "WOT-9.14",
        _demolition,
        (o.Demolish,),
        bridges.demolish_offers,
        bridges.check_demolish,
        _demolish,
    ),
    f.Reforming: Handler(
        "14th Cavalry",
        "WOT-8.7",
        says("The three troops of the 14th Cavalry are together: re-form the squadron?"),
        (o.Reform,),
        lambda w, s, frame: [o.Reform(yes) for yes in YES_NO],
        fine,
        _reform,
    ),
}
