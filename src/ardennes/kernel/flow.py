"""Find what need not be asked: forced orders, usual answers, historical setups.

Everything is derived from a side's view and from the decisions themselves. An order is tried on a copy of the
view, with dice that must not be rolled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from ardennes.dice import Dice
from ardennes.kernel.contract import Event, Order
from ardennes.kernel.deciding import Asked
from ardennes.kernel.head import DecidingGame
from ardennes.kernel.wire import Choice, Choices, LastingAnswer, Standing

AnyDecidingGame = DecidingGame[Any, Any]
Chosen = Callable[[str, Order], Choice]


class DieThrown(Exception):
    """An order on trial would roll a die."""


class NoDice:
    def roll(self, index: int, key: str, sides: int = 6) -> int:
        raise DieThrown(key)


class Carries(Protocol):
    """The part of a game that carries out orders."""

    def apply(self, state: Any, side: int, order: Order, dice: Dice) -> list[Event]: ...


def tried(game: Carries, view: Any, side: int, order: Order) -> Any | None:
    """Return the view after the order; None if the order rolls a die or reveals something hidden."""
    after = view.clone()
    try:
        events = game.apply(after, side, order, NoDice())
    except DieThrown:
        return None
    return None if any(event.reveals for event in events) else after


def put_flow(game: AnyDecidingGame, view: Any, side: int, choices: Choices, chosen: Chosen) -> None:
    """Add to a side's choices the answers that need not be asked for."""
    asked = game.asked_of(view, side)
    if asked is None or not choices.mine:
        return
    w, deciding, frame = game.world, asked.deciding, asked.frame

    def named(order: Order | None) -> Choice | None:
        if order is None or order.irrevocable is not None or game.check(view, side, order) is not None:
            return None
        return chosen(game.label(view, order), order)

    usual = None if deciding.for_good else named(deciding.usual(w, view, frame))
    if deciding.sets_up:
        choices.history = usual
    elif usual and (usual.end or tried(game, view, side, game.read_order(usual.order)) is not None):
        choices.usual = usual
    choices.final = bool(choices.leaves) and _final(game, view, side, asked)
    choices.standing = _standing(game, view, asked)
    if not deciding.for_good:
        order = deciding.passes(w, view, frame)
        choices.passes = named(order) if order and tried(game, view, side, order) is not None else None


def _final(game: AnyDecidingGame, view: Any, side: int, asked: Asked[Any, Any, Any]) -> bool:
    """Return whether the end of the phase rolls dice or passes the turn to the other side."""
    end = asked.deciding.usual(game.world, view, asked.frame)
    if asked.deciding.for_good or end is None or game.check(view, side, end) is not None:
        return True
    after = tried(game, view, side, end)
    return after is None or side not in game.to_move(after)


def _standing(game: AnyDecidingGame, view: Any, asked: Asked[Any, Any, Any]) -> Standing | None:
    side, deciding, frame = asked.side, asked.deciding, asked.frame
    key = deciding.question(game.world, view, frame)
    answers = [
        LastingAnswer(label, msgspec.to_builtins(order), id_)
        for id_, label, order in (deciding.lasting(game.world, view, frame) if key else ())
        if game.check(view, side, order) is None
    ]
    if not answers:
        return None
    return Standing(key, answers, answers[0].id if deciding.unasked else "")
