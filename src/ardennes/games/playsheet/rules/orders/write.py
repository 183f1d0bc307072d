"""ORDERS, the only decision: writing a side's order sheet and sealing it (OPS-ORD-3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from ardennes.dice import Dice
from ardennes.games.playsheet.rules.model import orders as o
from ardennes.games.playsheet.rules.model.events import Sealed, Struck, Wrote
from ardennes.games.playsheet.rules.model.state import PlaysheetState, SupplyOrder
from ardennes.games.playsheet.rules.orders import sheet
from ardennes.games.playsheet.rules.orders.air import check_air
from ardennes.games.playsheet.rules.orders.ground import check_attach, check_ground
from ardennes.games.playsheet.rules.orders.offers import offers
from ardennes.games.playsheet.rules.outcome.victory import resign
from ardennes.games.playsheet.rules.sequence.turn import resolve
from ardennes.games.playsheet.schema.terms import SIDES, turn_words
from ardennes.games.playsheet.schema.world import World
from ardennes.games.playsheet.words import WORDING
from ardennes.kernel.contract import Events, Order, Refusal
from ardennes.kernel.deciding import Deciding
from ardennes.kernel.offers import Offer

Line = o.GroundOrder | o.AirOrder | o.Attach | o.Priority  # of the sheet
OVER = Refusal("OPS-VIC-1", "The game is over.")


def closed(w: World, s: PlaysheetState, side: int) -> Refusal | None:
    """Return why a side's sheet is closed; None while it is open."""
    if s.over:
        return OVER
    if s.sealed[side]:
        facts = f"The {SIDES[side].capitalize()} orders for {turn_words(s.turn)} are sealed."
        return Refusal("OPS-ORD-3", facts, "Wait until the other side has sealed its orders too.")
    return None


class Writing(Deciding[World, PlaysheetState, int]):
    """A side writes and cancels orders until it seals its sheet; the frame is the number of the side."""

    kind, rule = "orders", "OPS-ORD-3"
    answers = get_args(o.AnyOrder)
    for_good = True  # a sealed sheet stays sealed

    def prompt(self, w: World, s: PlaysheetState, side: int) -> str:
        return f"{SIDES[side].capitalize()} orders for {turn_words(s.turn)}"

    def offers(self, w: World, s: PlaysheetState, side: int) -> Sequence[Offer]:
        return offers(w, s, side)

    def usual(self, w: World, s: PlaysheetState, side: int) -> Order:
        return o.Seal()

    def check(self, w: World, s: PlaysheetState, side: int, order: Any) -> Refusal | None:
        """Return why an order may not be written now; None if it may. Written orders stay as they are."""
        if isinstance(order, o.GroundOrder):
            return check_ground(w, s, side, order)
        if isinstance(order, o.AirOrder):
            return check_air(w, s, side, order)
        match order:
            case o.Attach():
                return check_attach(w, s, side, order)
            case o.TakeBack():
                return sheet.check_take_back(w, s, side, order)
            case o.Copy():
                return sheet.check_copy(w, s, side, order)
            case o.Priority():
                return sheet.check_priority(w, s, side, order)
        return None

    def apply(self, w: World, s: PlaysheetState, side: int, order: Any, dice: Dice, events: Events) -> None:
        match order:
            case o.Seal():
                s.sealed[side] = True
                events.append(Sealed(SIDES[side]))
                if all(s.sealed):
                    resolve(w, s, dice, events)
            case o.Resign():
                resign(w, s, side, events)
            case o.TakeBack():
                _strike(w, s, side, order, events)
            case o.Copy():
                for old in sheet.copied(w, s, side, order.of):
                    _write(w, s, side, old, events)
            case _:
                _write(w, s, side, order, events)


WRITING = Writing()


def check(w: World, s: PlaysheetState, side: int, order: Order) -> Refusal | None:
    """Return why an order may not be written on the sheet, whether that is open or closed; None if it may."""
    return closed(w, s, side) or WRITING.check(w, s, side, order)


def _write(w: World, s: PlaysheetState, side: int, order: Line, events: Events) -> None:
    if isinstance(order, o.Attach):
        s.joining[w.by_id[order.unit]] = order.division
    elif isinstance(order, o.Priority):
        s.supply_order[side] = SupplyOrder(order.groups, tuple(w.by_id[name] for name in order.first))
    elif isinstance(order, o.Fly):
        sheet.write_mission(w, s, order)
    else:
        s.sheet[w.by_id[order.unit]] = order
    events.append(Wrote(side, WORDING.write(order)))


def _strike(w: World, s: PlaysheetState, side: int, order: o.TakeBack, events: Events) -> None:
    for name in order.units:
        if order.attachment:
            s.joining[w.by_id[name]] = ""
        else:
            s.sheet[w.by_id[name]] = None
    sheet.ground(w, s, [w.squadron_by_id[name] for name in order.squadrons])
    events.append(Struck(side, order.units, order.squadrons, order.attachment))
