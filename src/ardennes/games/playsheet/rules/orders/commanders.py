"""Several commanders on one side: which formations an order concerns.

A side has one order sheet, whichever player wrote on it. So this module refuses nothing, and the orders of a
side are the same as for one player.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ardennes.games.playsheet.rules.model import orders as o
from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.games.playsheet.rules.orders.corps import AIR, under
from ardennes.games.playsheet.rules.orders.sheet import copied
from ardennes.games.playsheet.schema.world import World
from ardennes.kernel.commanders import WHOLE, Concern
from ardennes.kernel.contract import Order


def concerned(w: World, s: PlaysheetState, side: int, order: Order) -> Sequence[Concern]:
    """Return the formations that an order is for; `Writing.check` refuses names that the side lacks."""
    match order:
        case o.OfUnit():
            return _units(w, s, side, [order.unit])
        case o.Fly():
            return _squadrons(w, side, order.squadrons)
        case o.TakeBack():
            return (*_units(w, s, side, order.units), *_squadrons(w, side, order.squadrons))
        case o.Copy():
            again = copied(w, s, side, order.of)
            return tuple(concern for old in again for concern in concerned(w, s, side, old))
        case o.Priority():
            return (Concern("The order of supply", WHOLE),)
        case o.Seal():
            return (Concern("Sealing", WHOLE),)
    return (Concern("Resigning", WHOLE),)


def _units(w: World, s: PlaysheetState, side: int, names: Iterable[str]) -> tuple[Concern, ...]:
    own = [(name, w.by_id[name]) for name in names if w.by_id.get(name) in w.of_side[side]]
    return tuple(Concern(name, under(w, s, unit)) for name, unit in own)


def _squadrons(w: World, side: int, names: Iterable[str]) -> tuple[Concern, ...]:
    own = [name for name in names if w.squadron_by_id.get(name) in w.squadrons_of[side]]
    return tuple(Concern(name, AIR) for name in own)
