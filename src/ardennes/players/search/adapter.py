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
DECIDED = 0.9  # of a position's worth: won or lost; the rest: by how much


class Adapter:
    """One game's answers; a subclass for each game."""

    # On the whole map: orders the veteran plays out to choose a plan, and game-turns a plan is played on.
    work: ClassVar[int] = 6000
    horizon: ClassVar[int] = 3
    scripts: ClassVar[Sequence[str]] = ()  # players with one idea whose plans are worth weighing
    spread: ClassVar[float] = 4.0  # a margin, or a lead, that is clear

    def staff(self, game: AnyGame, side: int, seed: int, weights: dict[str, Weights]) -> Player:
        raise NotImplementedError

    def budget(self, game: AnyGame) -> tuple[int, int]:
        """Work and horizon in this match; a short scenario is played on to its end."""
        return (SHORT_WORK, TO_THE_END) if part_played(game) else (self.work, self.horizon)

    def moment(self, view: Any) -> Hashable | None:
        """What is to be planned now as a whole; None: nothing, the plan answers."""
        raise NotImplementedError

    def drawn(self, game: AnyGame, view: Any, side: int, rng: Random) -> Any:
        """A position that looks like the view to the side, with the hidden part as it may well be."""
        return view

    def sight(self, game: Any, view: Any, side: int) -> Sight:
        """What the side sees of the enemy: who stands where."""
        return frozenset((u, view.where[u]) for u in game.world.of_side[1 - side] if view.where[u] >= 0)

    def lead(self, game: AnyGame, state: Any) -> float:
        """How well the German stands in a position that is not over, in the points of its margin."""
        return 0.0

    def shared(self, player: Player) -> Sequence[object]:
        """What copies of a player may have in common: what it has only worked out."""
        return ()

    def describe(self, game: AnyGame, state: Any) -> str:
        """How a position that is not over stands, in words."""
        return ""

    def worth(self, game: AnyGame, state: Any, result: Result | None, side: int) -> float:
        """From 0, lost, to 1, won."""
        if result is None:
            ahead = self.lead(game, state)
            return 0.5 + 0.5 * soft((ahead if game.sides[side] == "german" else -ahead) / self.spread)
        decided = 0.5 if result.winner is None else float(result.winner == side)
        spread = SHORT_SPREAD if part_played(game) else self.spread
        margin = margin_for(game, result, side)
        return DECIDED * decided + (1 - DECIDED) * (0.5 + 0.5 * soft(margin / spread))


def soft(x: float) -> float:
    """Between -1 and 1, and never quite there."""
    return x / (1 + abs(x))


def adapter_of(game: AnyGame) -> Adapter:
    result: Adapter = part(f"ardennes.players.{game.id}.adapter:ADAPTER")
    return result


def with_weights(game: AnyGame, player: Player, old: Tables, new: Tables) -> Player:
    """A copy of a player with all it remembers, that cares about other things from now on."""
    shared: dict[int, Any] = {id(game): game, id(game.world): game.world}  # type: ignore[attr-defined]
    shared |= {id(one): one for one in adapter_of(game).shared(player)}
    shared |= {id(table): new[section] for section, table in old.items()}
    return copy.deepcopy(player, shared)


def staff_after(
    game: AnyGame, side: int, seed: int, player: Player, old: Mapping[str, Weights], new: dict[str, Weights]
) -> Player:
    """The staff as a player leaves it, with all it remembers; after another kind of player it begins anew."""
    fresh = adapter_of(game).staff(game, side, seed, new)
    return with_weights(game, player, old, new) if type(player) is type(fresh) else fresh
