"""What a game tells the levels and the veteran: how its staff is made, what is hidden, what is worth what."""

from __future__ import annotations

import copy
from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from ardennes.kernel.contract import AnyGame, Result, margin_for, part_played
from ardennes.kernel.kit import part
from ardennes.players.api import Player
from ardennes.players.search.reading import Sight
from ardennes.players.toolkit.weights import Weights

Tables = Mapping[str, Weights]
SHORT_WORK, TO_THE_END, SHORT_SPREAD = 5000, 99, 2.0
DECIDED = 0.9  # share of a position's value for winning or losing; the rest is for the margin


class Adapter:
    """One game's answers; a subclass for each game."""

    # On the whole map: orders the veteran plays out to choose a plan, and game-turns a plan is played on.
    work: ClassVar[int] = 6000
    horizon: ClassVar[int] = 3
    scripts: ClassVar[Sequence[str]] = ()  # scripted players whose plans are worth trying
    spread: ClassVar[float] = 4.0  # a clear margin or lead

    def staff(self, game: AnyGame, side: int, seed: int, weights: dict[str, Weights]) -> Player:
        raise NotImplementedError

    def budget(self, game: AnyGame) -> tuple[int, int]:
        """Return work and horizon for this match; a short scenario is played to its end."""
        return (SHORT_WORK, TO_THE_END) if part_played(game) else (self.work, self.horizon)

    def moment(self, view: Any) -> Hashable | None:
        """Return what must be planned as a whole now; None if the plan already answers."""
        raise NotImplementedError

    def drawn(self, game: AnyGame, view: Any, side: int, rng: Random) -> Any:
        """Return a position that looks the same to the side, with the hidden part sampled."""
        return view

    def sight(self, game: Any, view: Any, side: int) -> Sight:
        """Return what the side sees of the enemy: the units by hex."""
        return frozenset((u, view.where[u]) for u in game.world.of_side[1 - side] if view.where[u] >= 0)

    def lead(self, game: AnyGame, state: Any) -> float:
        """Return the German lead in an unfinished position, in the points of its margin."""
        return 0.0

    def shared(self, player: Player) -> Sequence[object]:
        """Return what copies of a player may share: derived data only."""
        return ()

    def describe(self, game: AnyGame, state: Any) -> str:
        """Describe an unfinished position."""
        return ""

    def worth(self, game: AnyGame, state: Any, result: Result | None, side: int) -> float:
        """Return the value from 0 (lost) to 1 (won)."""
        if result is None:
            ahead = self.lead(game, state)
            return 0.5 + 0.5 * soft((ahead if game.sides[side] == "german" else -ahead) / self.spread)
        decided = 0.5 if result.winner is None else float(result.winner == side)
        spread = SHORT_SPREAD if part_played(game) else self.spread
        margin = margin_for(game, result, side)
        return DECIDED * decided + (1 - DECIDED) * (0.5 + 0.5 * soft(margin / spread))


def soft(x: float) -> float:
    """Squash a number to between -1 and 1, exclusive."""
    return x / (1 + abs(x))


def adapter_of(game: AnyGame) -> Adapter:
    result: Adapter = part(f"ardennes.players.{game.id}.adapter:ADAPTER")
    return result


def with_weights(game: AnyGame, player: Player, old: Tables, new: Tables) -> Player:
    """Return a copy of a player with its memory but other weights."""
    shared: dict[int, Any] = {id(game): game, id(game.world): game.world}  # type: ignore[attr-defined]
    shared |= {id(one): one for one in adapter_of(game).shared(player)}
    shared |= {id(table): new[section] for section, table in old.items()}
    return copy.deepcopy(player, shared)


def staff_after(
    game: AnyGame, side: int, seed: int, player: Player, old: Mapping[str, Weights], new: dict[str, Weights]
) -> Player:
    """Return the staff with the player's memory; a new staff if the player was of another kind."""
    fresh = adapter_of(game).staff(game, side, seed, new)
    return with_weights(game, player, old, new) if type(player) is type(fresh) else fresh
