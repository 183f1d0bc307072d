"""Decisions of movement, declarations, air and engineers (digest 6.1: Q11 to Q17, Q25 to Q28)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ardennes.dice import Dice
from ardennes.games.tigers.rules import (
    air,
    attacks,
    bridges,
    combat,
    entrenchment,
    marching,
    move_tree,
    moves,
    peiper,
)
from ardennes.games.tigers.rules import orders as o
from ardennes.games.tigers.rules import state as f
from ardennes.games.tigers.rules.deciding import step
from ardennes.games.tigers.rules.moot import end_declaration
from ardennes.games.tigers.rules.stacking import cures
from ardennes.games.tigers.rules.state import TigersState
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.contract import Event, Order, Refusal
from ardennes.kernel.deciding import Handler, says
from ardennes.kernel.offers import Offer

# Movement


def _move_offers(w: World, s: TigersState, frame: Any) -> Sequence[Offer]:
    return move_tree.move_offers(w, s, o.END)


def _check_move(w: World, s: TigersState, frame: Any, order: Order) -> Refusal | None:
    return moves.check_move(w, s, order) if isinstance(order, o.Move) else None


def _move(w: World, s: TigersState, frame: Any, order: Order, dice: Dice, events: list[Event]) -> None:
    if isinstance(order, o.Move):
        marching.apply_move(w, s, order, dice, events)
    elif isinstance(frame, f.OnTheWay):
        marching.stop_here(w, s, events)
    else:
        s.stack.pop()


def _unstack_offers(w: World, s: TigersState, frame: f.Unstacking) -> Sequence[Offer]:
    return [o.Remove(w.ids(units)) for units in cures(w, s, frame.cell, frame.side)]


def _check_unstack(w: World, s: TigersState, frame: f.Unstacking, order: o.Remove) -> Refusal | None:
    if tuple(sorted(w.by_id[u] for u in order.units)) not in cures(w, s, frame.cell, frame.side):
        return Refusal("TIA-STACK-8", "Take away the fewest units that cure the stack.")
    return None


def _unstack(w: World, s: TigersState, frame: Any, order: o.Remove, dice: Dice, events: list[Event]) -> None:
    s.stack.pop()
    for unit in order.units:
        combat.eliminate(w, s, w.by_id[unit], "TIA-STACK-8", events)


# Declaring and flying


def _declare_offers(w: World, s: TigersState, frame: Any) -> Sequence[Offer]:
    found = attacks.attack_offers(w, s, frame.side)
    if attacks.check_end(w, s, frame.side) is None:
        found.append(o.END)
    return found


def _check_declare(w: World, s: TigersState, frame: Any, order: Order) -> Refusal | None:
    if isinstance(order, o.Attack):
        return attacks.check_attack(w, s, frame.side, order)
    return attacks.check_end(w, s, frame.side)


def _declare(w: World, s: TigersState, frame: Any, order: Order, dice: Dice, events: list[Event]) -> None:
    if isinstance(order, o.Attack):
        attacks.apply_attack(w, s, order, dice, events)
    else:
        end_declaration(w, s)


def _bomb_offers(w: World, s: TigersState, frame: Any) -> Sequence[Offer]:
    return [*air.bomb_offers(w, s, frame.side), o.END]


def _check_bomb(w: World, s: TigersState, frame: Any, order: Order) -> Refusal | None:
    return air.check_bomb(w, s, frame.side, order) if isinstance(order, o.Bomb) else None


def _bomb(w: World, s: TigersState, frame: Any, order: Order, dice: Dice, events: list[Event]) -> None:
    if isinstance(order, o.Bomb):
        air.apply_bomb(w, s, order, events)
    else:
        s.stack.pop()


def _check_intercept(w: World, s: TigersState, frame: Any, order: Order) -> Refusal | None:
    return air.check_intercept(w, s, frame.side, order) if isinstance(order, o.Intercept) else None


def _intercept(w: World, s: TigersState, frame: Any, order: Order, dice: Dice, events: list[Event]) -> None:
    if isinstance(order, o.Intercept):
        air.apply_intercept(w, s, frame.side, order, events)
    else:
        s.stack.pop()


def _check_resupply(w: World, s: TigersState, frame: Any, order: Order) -> Refusal | None:
    return air.check_resupply(w, s, frame.side, order) if isinstance(order, o.Resupply) else None


def _resupply(w: World, s: TigersState, frame: Any, order: Order, dice: Dice, events: list[Event]) -> None:
    if isinstance(order, o.Resupply):
        air.commit(w, s, w.air_by_id[order.air], "resupply", w.grid.at(order.hex), order.hex, events)
    else:
        s.stack.pop()


def _order_offers(w: World, s: TigersState, frame: Any) -> Sequence[Offer]:
    return air.order_offers(w, s, s.missions[0])


def _order(
    w: World, s: TigersState, frame: Any, order: o.OrderStack, dice: Dice, events: list[Event]
) -> None:
    air.bomb_ordered(w, s, order, dice, events)


# Peiper


def _leg_offers(w: World, s: TigersState, frame: f.PeiperGoesOn) -> Sequence[Offer]:
    found: list[Offer] = [] if frame.moved else [*move_tree.move_offers(w, s)]
    if peiper.may_attack(w, s) is None:
        found += attacks.attack_offers(w, s, frame.side)
    if not attacks.leg_must_attack(w, s):
        found.append(o.END)
    return found


def _check_leg(w: World, s: TigersState, frame: Any, order: Order) -> Refusal | None:
    if isinstance(order, o.Move):
        return moves.check_move(w, s, order)
    if isinstance(order, o.Attack):
        return attacks.check_attack(w, s, frame.side, order)
    if attacks.leg_must_attack(w, s):
        return Refusal("TIA-ZOC-12", "Peiper moved into contact and must attack.")
    return None


def _leg(w: World, s: TigersState, frame: Any, order: Order, dice: Dice, events: list[Event]) -> None:
    if isinstance(order, o.Move):
        marching.apply_move(w, s, order, dice, events)
        return
    if isinstance(order, o.Attack):
        combat.attack_in_leg(w, s, order, dice, events)
    else:
        s.stack.pop()


# The end of a player-turn


def _bridge_offers(w: World, s: TigersState, frame: Any) -> Sequence[Offer]:
    return bridges.work_offers(w, s, frame.side, o.END)


def _check_bridge(w: World, s: TigersState, frame: Any, order: Order) -> Refusal | None:
    return bridges.check_work(w, s, frame.side, order) if isinstance(order, o.BridgeWork) else None


def _bridge(w: World, s: TigersState, frame: Any, order: Order, dice: Dice, events: list[Event]) -> None:
    if isinstance(order, o.BridgeWork):
        bridges.apply_work(w, s, frame.side, order, dice, events)
    else:
        s.stack.pop()


def _entrench_offers(w: World, s: TigersState, frame: Any) -> Sequence[Offer]:
    units = entrenchment.eligible(w, s, frame.side)
    return [o.EntrenchAll(), *(o.Entrench(w.units[u].id) for u in units), o.END]


def _check_entrench(w: World, s: TigersState, frame: Any, order: Order) -> Refusal | None:
    return entrenchment.check_entrench(w, s, frame.side, order) if isinstance(order, o.Entrench) else None


def _entrench(w: World, s: TigersState, frame: Any, order: Order, dice: Dice, events: list[Event]) -> None:
    if isinstance(order, o.Entrench):
        entrenchment.entrench(w, s, w.by_id[order.unit], events)
        return
    s.stack.pop()
    if isinstance(order, o.EntrenchAll):
        for unit in entrenchment.eligible(w, s, frame.side):
            entrenchment.entrench(w, s, unit, events)


MOVE_DECISIONS: dict[type[f.Frame], Handler[World, TigersState]] = {
    f.Moving: Handler(
        "move",
        "TIA-SEQ-2",
        step("Move your units, then end the movement"),
        (o.Move, o.End),
        _move_offers,
        _check_move,
        _move,
    ),
    f.OnTheWay: Handler(
        "go on",
        "TIA-BRIDGE-12",
        lambda w, s, fr: f"{w.units[fr.unit].name} was stopped: lead it elsewhere or stop.",
        (o.Move, o.End),
        _move_offers,
        _check_move,
        _move,
    ),
    f.Unstacking: Handler(
        "unstack",
        "TIA-STACK-8",
        lambda w, s, fr: f"Too many units in {w.grid.label(fr.cell)}: which are lost?",
        (o.Remove,),
        _unstack_offers,
        _check_unstack,
        _unstack,
    ),
    f.Declaring: Handler(
        "declare",
        "TIA-CRT-17",
        step("Declare your attacks, then end the declarations"),
        (o.Attack, o.End),
        _declare_offers,
        _check_declare,
        _declare,
    ),
    f.Bombing: Handler(
        "bomb",
        "TIA-AIR-18",
        says("Send air units against hexes or bridges, then end."),
        (o.Bomb, o.End),
        _bomb_offers,
        _check_bomb,
        _bomb,
    ),
    f.Intercepting: Handler(
        "intercept",
        "TIA-AIR-15",
        says("Send interceptors against enemy flights, then end."),
        (o.Intercept, o.End),
        lambda w, s, fr: [*air.intercept_offers(w, s, fr.side), o.END],
        _check_intercept,
        _intercept,
    ),
    f.Ordering: Handler(
        "order stack",
        "TIA-AIR-3",
        says("In which order do your bombed units stand?"),
        (o.OrderStack,),
        _order_offers,
        lambda w, s, fr, order: air.check_order_stack(w, s, s.missions[0], order),
        _order,
    ),
    f.Resupplying: Handler(
        "resupply",
        "TIA-AIR-16",
        says("Fly supplies to your units, then end."),
        (o.Resupply, o.End),
        lambda w, s, fr: [*air.resupply_offers(w, s, fr.side), o.END],
        _check_resupply,
        _resupply,
    ),
    f.PeiperGoesOn: Handler(
        "Peiper",
        "TIA-KGP-2",
        says("Peiper goes on: move, attack or stop."),
        (o.Move, o.Attack, o.End),
        _leg_offers,
        _check_leg,
        _leg,
    ),
    f.Bridging: Handler(
        "bridges",
        "TIA-BRIDGE-3",
        says("Build, dismantle or blow bridges, then end."),
        (o.BridgeWork, o.End),
        _bridge_offers,
        _check_bridge,
        _bridge,
    ),
    f.Entrenching: Handler(
        "entrench",
        "TIA-ENTR-1",
        says("Which divisions dig in?"),
        (o.Entrench, o.EntrenchAll, o.End),
        _entrench_offers,
        _check_entrench,
        _entrench,
    ),
}
