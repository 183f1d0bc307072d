"""What a computer player is, and how one is made by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from ardennes.errors import UserError
from ardennes.games import kit_of
from ardennes.kernel.contract import AnyGame, Order
from ardennes.kernel.kit import part
from ardennes.words import closest


class Player(Protocol):
    """Plays one side of one match. Deterministic: the same views and seed give the same orders."""

    @property
    def name(self) -> str: ...

    def act(self, view: Any, side: int) -> tuple[Order, str]:
        """The order to give now, and why. `view` is game.view(state, side); it must not be changed.

        A player that has seen the game accept the order on this view may keep it as `checked`: then nobody
        need ask again who trusts it, as playouts do. A match asks.
        """
        ...


Maker = Callable[[AnyGame, int, int], Player]  # (game, side, seed)


# Players that are no longer offered, and who continues their matches.
RETIRED = {"veteran_long": "veteran"}


def player_names(game_id: str) -> tuple[str, ...]:
    """Return the names of the computer players of a game.

    >>> import ardennes
    >>> ardennes.player_names("tigers")[:3]
    ('random', 'staff', 'rush')
    """
    return tuple(kit_of(game_id).players)


def check_player(name: str, game: AnyGame) -> None:
    """UserError lists the valid names."""
    known = player_names(game.id)
    if name not in known:
        hint = closest(name, known)
        raise UserError(f"{game.name} has no player {name!r}; it has: {', '.join(known)}.{hint}")


def make_player(name: str, game: AnyGame, side: int, seed: int) -> Player:
    """Return the player called `name`; raise a UserError that lists the valid names."""
    name = RETIRED.get(name, name)
    check_player(name, game)
    make: Maker = part(kit_of(game.id).players[name])
    return make(game, side, seed)
