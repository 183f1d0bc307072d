"""The movement phase: what its side may order: move, enter, commit the British, leave KG Peiper."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.dice import Dice
from ardennes.games.wave_of_terror.rules import arrivals, british, kampfgruppe, stacking
from ardennes.games.wave_of_terror.rules.move_offers import Entries, HexMoves
from ardennes.games.wave_of_terror.rules.moves import check_move, end_phase, make_move, movable_hexes
from ardennes.games.wave_of_terror.rules.orders import (
    END,
    Commit,
    End,
    Enter,
    LeaveKampfgruppe,
    Move,
    ShowTop,
)
from ardennes.games.wave_of_terror.rules.reforming import may_reform
from ardennes.games.wave_of_terror.rules.state import Moving, Reforming, WaveState
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.contract import Event, Order, Refusal
from ardennes.kernel.deciding import Deciding
from ardennes.kernel.offers import Branch, Choices, Joined, Offer


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


class MovementPhase(Deciding[World, WaveState, Moving]):
    """Moving is voluntary, WOT-9.2: the phase may end at any time."""

    kind, rule = "move", "WOT-9.1"
    answers = (Move, Enter, Commit, LeaveKampfgruppe, End, ShowTop)
    asks = "Move your units and bring in reinforcements, then end the movement phase."
    done = "End movement"

    def offers(self, w: World, s: WaveState, frame: Moving) -> Sequence[Offer]:
        side = frame.side
        first: list[Offer] = [END]
        if arrivals.waiting(w, s, side):
            first.append(Branch("enter", lambda: Entries(w, s, side), lambda order: isinstance(order, Enter)))
        first += british.commit_offers(w, s, side)
        if s.kg and side == GERMAN:
            first.append(
                Branch(
                    "leave KG Peiper",
                    lambda: kampfgruppe.leave_offers(w, s),
                    lambda order: isinstance(order, LeaveKampfgruppe),
                )
            )
        moves = _Offers(w, s, first, movable_hexes(w, s, side))
        return Joined(moves, stacking.top_offers(w, s, side))

    def check(self, w: World, s: WaveState, frame: Moving, order: Order) -> Refusal | None:
        side = frame.side
        match order:
            case Move():
                return check_move(w, s, side, order)
            case Enter():
                return arrivals.check_enter(w, s, side, order)
            case Commit(what):
                return british.check_commit(w, s, side, what)
            case LeaveKampfgruppe(units):
                return kampfgruppe.check_leave(w, s, side, w.numbers(units))
            case ShowTop():
                return stacking.check_top(w, s, side, order)
        return None

    def apply(
        self, w: World, s: WaveState, frame: Moving, order: Order, dice: Dice, events: list[Event]
    ) -> None:
        side = frame.side
        match order:
            case Move():
                make_move(w, s, side, order, dice, events)
            case Enter():
                arrivals.enter(w, s, side, order, dice, events)
            case Commit(what):
                british.commit(w, s, what, events)
            case LeaveKampfgruppe(units):
                kampfgruppe.drop_out(w, s, w.numbers(units), events)
            case ShowTop():
                stacking.apply_top(w, s, order, events)
            case End():
                s.stack.pop()
                if side == ALLIED and may_reform(w, s):
                    s.stack.append(Reforming(ALLIED))
                end_phase(w, s, side)
