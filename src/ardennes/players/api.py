"""What a computer player is, and how one is made by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

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


@runtime_checkable
class Thinker(Protocol):
    """A player that searches with a limit of work."""

    name: str
    work: int  # orders it may give in playouts, for each decision


Maker = Callable[[AnyGame, int, int], Player]  # (game, side, seed)


MOST_WORK = 1_000  # times the veteran's usual work that a name can ask for


# Players that are no longer offered, and who continues their matches.
RETIRED = {"veteran_long": "veteran"}


def player_names(game_id: str) -> tuple[str, ...]:
    """Return the names of the computer players of a game.

    >>> import ardennes
    >>> ardennes.player_names("tigers")[:3]
    ('random', 'staff', 'rush')
    """
    return tuple(kit_of(game_id).players)


def _parts(name: str) -> tuple[str, int]:
    """Split "veteran:15" into the name and how often it multiplies the work; for other names that is 1."""
    base, colon, factor = name.partition(":")
    if (
        colon
        and base == "veteran"
        and factor.isascii()
        and factor.isdigit()
        and 1 <= int(factor[:5]) <= MOST_WORK
    ):
        return base, int(factor)
    return name, 1


def check_player(name: str, game: AnyGame) -> None:
    """Raise a UserError that lists the valid names unless `name` is one."""
    known = player_names(game.id)
    if _parts(name)[0] not in known:
        hint = closest(name, known)
        raise UserError(f"{game.name} has no player {name!r}; it has: {', '.join(known)}.{hint}")


def make_player(name: str, game: AnyGame, side: int, seed: int) -> Player:
    """Return the player called `name`; raise a UserError that lists the valid names.

    `veteran:15` is the veteran with 15 times its usual work for each decision.
    """
    name = RETIRED.get(name, name)
    check_player(name, game)
    base, factor = _parts(name)
    make: Maker = part(kit_of(game.id).players[base])
    player = make(game, side, seed)
    if factor > 1 and isinstance(player, Thinker):
        player.name, player.work = name, player.work * factor
    return player
