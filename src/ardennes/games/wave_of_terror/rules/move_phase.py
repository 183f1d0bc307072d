"""The movement phase: what its side may order: move, enter, commit the British, leave KG Peiper."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.dice import Dice
from ardennes.games.wave_of_terror.rules import arrivals, british, kampfgruppe
from ardennes.games.wave_of_terror.rules.move_offers import Entries, HexMoves
from ardennes.games.wave_of_terror.rules.moves import check_move, make_move, movable_hexes
from ardennes.games.wave_of_terror.rules.orders import END, Commit, End, Enter, LeaveKampfgruppe, Move
from ardennes.games.wave_of_terror.rules.state import WaveState
from ardennes.games.wave_of_terror.schema.terms import GERMAN
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.contract import Event, Order, Refusal
from ardennes.kernel.offers import Branch, Choices, Offer

ANSWERS: tuple[type[Order], ...] = (Move, Enter, Commit, LeaveKampfgruppe, End)


class _Offers(Choices):
    """The end of the phase, the few other orders, then a branch for every hex with somebody to move."""

    __slots__ = ("_first", "_hexes", "_s", "_w")

    def __init__(self, w: World, s: WaveState, first: list[Offer], hexes: list[int]) -> None:
        self._w, self._s, self._first, self._hexes = w, s, first, hexes

    def __len__(self) -> int:
        return len(self._first) + len(self._hexes)

    def make(self, at: int) -> Offer:
        first = self._first
        return first[at] if at < len(first) else HexMoves(self._w, self._s, self._hexes[at - len(first)])


def offers(w: World, s: WaveState, side: int) -> Sequence[Offer]:
    """Moving is voluntary, WOT-9.2: the phase may end at any time."""
    first: list[Offer] = [END]
    if arrivals.waiting(w, s, side):
        first.append(
            Branch("enter", lambda: Entries(w, s, side), leads_to=lambda order: isinstance(order, Enter))
        )
    first += british.commit_offers(w, s, side)
    if s.kg and side == GERMAN:
        first.append(
            Branch(
                "leave KG Peiper",
                lambda: kampfgruppe.leave_offers(w, s),
                leads_to=lambda order: isinstance(order, LeaveKampfgruppe),
            )
        )
    return _Offers(w, s, first, movable_hexes(w, s, side))


def check(w: World, s: WaveState, side: int, order: Order) -> Refusal | None:
    """May the order be given now? Names in it are known."""
    match order:
        case Move():
            return check_move(w, s, side, order)
        case Enter():
            return arrivals.check_enter(w, s, side, order)
        case Commit():
            return british.check_commit(w, s, side, order.what)
        case LeaveKampfgruppe():
            return kampfgruppe.check_leave(w, s, side, [w.by_id[name] for name in order.units])
    return None


def apply(w: World, s: WaveState, side: int, order: Order, dice: Dice, events: list[Event]) -> None:
    """Carry out any order but the end of the phase."""
    match order:
        case Move():
            make_move(w, s, side, order, dice, events)
        case Enter():
            arrivals.enter(w, s, side, order, dice, events)
        case Commit():
            british.commit(w, s, order.what, events)
        case LeaveKampfgruppe():
            kampfgruppe.drop_out(w, s, [w.by_id[name] for name in order.units], events)
