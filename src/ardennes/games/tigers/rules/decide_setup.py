"""Decisions of the set-up and the start of a player-turn (digest 6.1: Q1 to Q10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ardennes.dice import Dice
from ardennes.games.tigers.rules import orders as o
from ardennes.games.tigers.rules import reinforcements, setup
from ardennes.games.tigers.rules import state as f
from ardennes.games.tigers.rules.events import RuthlessnessInvoked
from ardennes.games.tigers.rules.sequence import set_weather
from ardennes.games.tigers.rules.state import TigersState
from ardennes.games.tigers.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.contract import Event, Order, Refusal
from ardennes.kernel.deciding import Handler, fine, says
from ardennes.kernel.offers import Offer

YES_NO = (True, False)


# Set-up


def _hide_offers(w: World, s: TigersState, frame: Any) -> Sequence[Offer]:
    return [o.HideDump(w.grid.label(c)) for c in bits(w.board.dump_hexes)]


def _hide(w: World, s: TigersState, frame: Any, order: o.HideDump, dice: Dice, events: list[Event]) -> None:
    setup.apply_hide(w, s, order, events)
    s.stack.pop()


def _setup_kind(w: World, s: TigersState, frame: Any, order: o.ChooseSetup) -> Refusal | None:
    if order.kind not in ("historical", "free"):
        return Refusal("TIA-SETUP-5", f"The set-up is historical or free, not {order.kind!r}.")
    return None


def _setting_up(w: World, s: TigersState, frame: f.SettingUp, order: Order) -> Refusal | None:
    return setup.check_set_up(w, s, order) if isinstance(order, o.SetUp) else None


def _set_up(w: World, s: TigersState, frame: Any, order: Order, dice: Dice, events: list[Event]) -> None:
    if isinstance(order, o.SetUp):
        setup.apply_set_up(w, s, order, events)
    else:
        s.stack.pop()


def _relocate(w: World, s: TigersState, frame: Any, order: Order, dice: Dice, events: list[Event]) -> None:
    if isinstance(order, o.Relocate):
        setup.apply_relocate(w, s, order, events)
    else:
        s.stack.pop()


# The start of a turn


def _pray(w: World, s: TigersState, frame: Any, order: o.Pray, dice: Dice, events: list[Event]) -> None:
    s.stack.pop()
    set_weather(w, s, order.yes, dice, events)


def _swear(w: World, s: TigersState, frame: Any, order: o.Ruthless, dice: Dice, events: list[Event]) -> None:
    s.stack.pop()
    if order.yes:
        s.ruthless_turn = s.turn
        events.append(RuthlessnessInvoked(s.turn))


def _check_reinforce(w: World, s: TigersState, frame: Any, order: Order) -> Refusal | None:
    side = frame.side
    if isinstance(order, o.Enter):
        return reinforcements.check_enter(w, s, side, order)
    if isinstance(order, o.OtherEdge):
        return reinforcements.check_other_edge(w, s, side, order)
    if isinstance(order, o.BreakDown):
        return reinforcements.check_break_down(w, s, side, order)
    if isinstance(order, o.Combine):
        return reinforcements.check_combine(w, s, side, order)
    return None


def _reinforce(w: World, s: TigersState, frame: Any, order: Order, dice: Dice, events: list[Event]) -> None:
    if isinstance(order, o.Enter):
        reinforcements.apply_enter(w, s, order, events)
    elif isinstance(order, o.OtherEdge):
        reinforcements.apply_other_edge(w, s, order, events)
    elif isinstance(order, o.BreakDown):
        reinforcements.apply_break_down(w, s, order, events)
    elif isinstance(order, o.Combine):
        reinforcements.apply_combine(w, s, order, events)
    else:
        s.stack.pop()


SETUP_DECISIONS: dict[type[f.Frame], Handler[World, TigersState]] = {
    f.HidingDump: Handler(
        "hide dump",
        "TIA-FUEL-2",
        says("Hide the 1st Army fuel dump on Spa or beside it."),
        (o.HideDump,),
        _hide_offers,
        lambda w, s, fr, order: setup.check_hide(w, order),
        _hide,
    ),
    f.ChoosingSetup: Handler(
        "choose set-up",
        "TIA-SETUP-4",
        says("Set up as in history, or freely."),
        (o.ChooseSetup,),
        lambda w, s, fr: [o.ChooseSetup("historical"), o.ChooseSetup("free")],
        _setup_kind,
        lambda w, s, fr, order, dice, ev: setup.choose_setup(w, s, order.kind, ev),
    ),
    f.SettingUp: Handler(
        "set up",
        "TIA-SETUP-5",
        says("Place your divisions on your side of the line; end when they stand well."),
        (o.SetUp, o.End),
        lambda w, s, fr: [*setup.set_up_offers(w, s, fr.side), o.END],
        _setting_up,
        _set_up,
    ),
    f.Hosting: Handler(
        "place",
        "TIA-SETUP-4",
        lambda w, s, fr: f"Place {w.units[fr.unit].name} with any German unit.",
        (o.SetUp,),
        lambda w, s, fr: setup.set_up_offers(w, s, fr.side),
        lambda w, s, fr, order: setup.check_set_up(w, s, order),
        _set_up,
    ),
    f.Relocating: Handler(
        "relocate",
        "TIA-SETUP-5",
        says("Move the 1st Infantry Division, entrenched, or leave it where it is."),
        (o.Relocate, o.End),
        lambda w, s, fr: [*setup.relocate_offers(w, s), o.END],
        lambda w, s, fr, order: setup.check_relocate(w, s, order) if isinstance(order, o.Relocate) else None,
        _relocate,
    ),
    f.Dropping: Handler(
        "drop",
        "TIA-SETUP-7",
        says("Choose the hex behind Allied lines for von der Heydte's drop."),
        (o.Drop,),
        lambda w, s, fr: [o.Drop(w.grid.label(c)) for c in bits(w.board.allied_side)],
        lambda w, s, fr, order: setup.check_drop(w, order),
        lambda w, s, fr, order, dice, ev: setup.apply_drop(w, s, order, dice, ev),
    ),
    f.Praying: Handler(
        "pray",
        "TIA-WX-6",
        says("Does Patton pray for weather, once in the game?"),
        (o.Pray,),
        lambda w, s, fr: [o.Pray(yes) for yes in YES_NO],
        fine,
        _pray,
    ),
    f.Swearing: Handler(
        "ruthlessness",
        "TIA-SS-1",
        says("Invoke Ruthlessness this turn, once in the game?"),
        (o.Ruthless,),
        lambda w, s, fr: [o.Ruthless(yes) for yes in YES_NO],
        fine,
        _swear,
    ),
    f.Reinforcing: Handler(
        "reinforce",
        "TIA-REINF-1",
        says("Bring in the units that are due; what is left waits."),
        (o.Enter, o.OtherEdge, o.BreakDown, o.Combine, o.End),
        lambda w, s, fr: [*reinforcements.reinforcement_offers(w, s, fr.side), o.END],
        _check_reinforce,
        _reinforce,
    ),
}
