"""The staff with its hands tied, as an enemy: what the other side reaches when nobody strikes back.

These are no players of a match. The lab knows them by name, so that a scenario can be measured against them.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ardennes.games.breakthrough.rules.model import orders as breakthrough
from ardennes.games.playsheet.rules.model import orders as playsheet
from ardennes.kernel.contract import AnyGame, Order
from ardennes.players.api import Player, make_player

ATTACKS = (breakthrough.Plot, playsheet.Attack, playsheet.Prepare)
# What ends a phase or hands in a sheet: all that is left to do for a player that gives no orders.
LAST: dict[str, Order] = {"breakthrough": breakthrough.END, "playsheet": playsheet.Seal()}


class Peaceful:
    """Plays like the staff, but never attacks."""

    name = "peaceful"

    def __init__(self, game: AnyGame, side: int, seed: int) -> None:
        self._staff = make_player("staff", game, side, seed)

    def act(self, view: Any, side: int) -> tuple[Order, str]:
        order, why = self._staff.act(view, side)
        while isinstance(order, ATTACKS):  # the staff has its orders ready and gives the next one
            order, why = self._staff.act(view, side)
        if isinstance(order, playsheet.Move) and order.on_contact == "attack":
            return replace(order, on_contact="halt"), why
        return order, why


class Still:
    """Gives no orders: its units stay, dig in by the rules and fight where they are attacked."""

    name = "still"

    def __init__(self, game: AnyGame, side: int, seed: int) -> None:
        self._last = LAST[game.id]

    def act(self, view: Any, side: int) -> tuple[Order, str]:
        return self._last, "gives no orders"


PASSIVE: dict[str, type[Peaceful] | type[Still]] = {"peaceful": Peaceful, "still": Still}


def make_opponent(name: str, game: AnyGame, side: int, seed: int) -> Player:
    """Return the passive player or the computer player called `name`."""
    if name in PASSIVE and game.id in LAST:
        return PASSIVE[name](game, side, seed)
    return make_player(name, game, side, seed)
