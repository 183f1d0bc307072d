"""A position as numbers: strength, ground, the places that count, the way to the exits.

Everything is seen from the German side. A reading is given states and views alike: what a view hides it
lacks, so a model for a view is fitted on views.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import log, tanh
from typing import Any, ClassVar, Generic, TypeVar

from ardennes.kernel.contract import AnyGame
from ardennes.kernel.kit import part

S = TypeVar("S")
W = TypeVar("W")
Piece = tuple[int, int, float]  # 0 the German and 1 the other side, hex, strength
Fed = tuple[int, int, float, int]  # the same, and 1 in supply or 0

NEAR = 4  # hexes from a place within which strength bears on it
FADES = 0.5  # what a hex of distance leaves of that
MARCH = 0.85  # what a hex of distance leaves of a unit on its way to an exit
FAR = 99  # hexes: there is no exit

COMMON = (
    "margin if it ended now",
    "strength, German to other, logarithm",
    "German strength",
    "other strength",
    "units, German to other, logarithm",
    "German ground",
    "places held",
    "places contested",
    "the place that decides",
    "German strength near the exits",
    "nearest German to an exit",
    "German strength in supply",
    "other strength in supply",
    "German losses to come",
    "other losses to come",
    "whose phase it is",
)


class Reading(Generic[W, S]):
    """Reads the positions of one game as a scenario plays it."""

    more: ClassVar[tuple[str, ...]] = ()  # names of the game's own numbers
    hidden: ClassVar[bool] = True  # does what a view hides change any of the numbers?
    at_once: ClassVar[bool] = False  # are the orders of both sides carried out together?

    def __init__(self, game: AnyGame) -> None:
        self._world: Any = game.world  # type: ignore[attr-defined]  # what the worlds of games share
        self.w: W = self._world
        self.game = game
        self._places = self.places()
        self._needs = self.needs()
        cells, distance = self.cells(), self.distance()
        self._near: dict[int, tuple[tuple[int, float], ...]] = {
            cell: tuple(
                (number, FADES**far)
                for number, place in enumerate(self._places)
                if (far := distance(cell, place)) <= NEAR
            )
            for cell in cells
        }
        exits = self.exits()
        self._out = {cell: min((distance(cell, exit_) for exit_ in exits), default=FAR) for cell in cells}
        self._worth = [MARCH**far for far in range(FAR + 1)]
        self._hexes = len(cells)
        self._told: dict[str, str] = {}  # by hex: the place it is known by

    @property
    def names(self) -> tuple[str, ...]:
        return COMMON + self.more

    # What a game says

    def cells(self) -> Sequence[int]:
        cells: Sequence[int] = self._world.grid.cells
        return cells

    def distance(self) -> Callable[[int, int], int]:
        distance: Callable[[int, int], int] = self._world.grid.distance
        return distance

    def places(self) -> Sequence[int]:
        """The hexes that count for victory."""
        raise NotImplementedError

    def needs(self) -> int:
        """How many of them the German has to hold."""
        raise NotImplementedError

    def exits(self) -> Sequence[int]:
        return ()

    def pieces(self, s: S) -> Iterable[Piece]:
        raise NotImplementedError

    def german(self, s: S) -> int:
        """The hexes the German holds, one bit each."""
        raise NotImplementedError

    def margin(self, s: S) -> float:
        """How the German stands if it ended now, in units that matter."""
        raise NotImplementedError

    def fed(self, s: S, pieces: Sequence[Piece]) -> Iterable[Fed]:
        """The units by which supply is measured, each with whether it is in supply."""
        return [(*piece, 1) for piece in pieces]

    def supplied(self, s: S, pieces: Sequence[Piece]) -> tuple[float, float]:
        """The share of each side's strength that is in supply."""
        fed, every = [0.0, 0.0], [1.0, 1.0]
        for side, _, points, in_supply in self.fed(s, pieces):
            every[side] += points
            if in_supply:
                fed[side] += points
        return fed[0] / every[0], fed[1] / every[1]

    def unsupplied(self, s: S) -> Iterable[tuple[int, int]]:
        """The units out of supply: 0 the German and 1 the other side, hex."""
        return [(side, cell) for side, cell, _, fed in self.fed(s, list(self.pieces(s))) if not fed]

    def garrisons(self, s: S) -> dict[tuple[int, str], bool]:
        """By side and place that counts, where a side has units in it: is any of them in supply?"""
        counting = set(self._places)
        there: Counter[tuple[int, int]] = Counter()
        there.update((side, cell) for side, cell, _ in self.pieces(s) if cell in counting)
        cut_off: Counter[tuple[int, int]] = Counter()
        cut_off.update((side, cell) for side, cell in self.unsupplied(s) if cell in counting)
        return {
            (side, self.place(cell)): count > cut_off[side, cell] for (side, cell), count in there.items()
        }

    def due(self, s: S) -> tuple[float, float]:
        """Losses that are decided and not yet taken."""
        return 0.0, 0.0

    def mover(self, s: S) -> int:
        """1 in a German phase, -1 in the other side's, 0 in nobody's."""
        return 0

    def own(self, s: S, pieces: Sequence[Piece]) -> Sequence[float]:
        """The game's own numbers."""
        return ()

    def elapsed(self, s: S) -> float:
        """The share of the match that is over, 0 to 1."""
        raise NotImplementedError

    # Names, for what is told

    def cell_of(self, label: str) -> int | None:
        return self._world.grid.find(label)  # type: ignore[no-any-return]

    def place(self, cell: int) -> str:
        """The place in a hex; empty where there is none."""
        raise NotImplementedError

    def unit_name(self, unit: str) -> str:
        return str(self._world.units[self._world.by_id[unit]].name)

    def where(self, label: str) -> str:
        """A place people know: the one in the hex, or the nearest."""
        if label not in self._told:
            self._told[label] = self._where(label)
        return self._told[label]

    def _where(self, label: str) -> str:
        cell = self.cell_of(label)
        if cell is None or cell not in self._near:
            return label
        if name := self.place(cell):
            return name
        distance = self.distance()
        nearest = min((other for other in self._near if self.place(other)), key=lambda c: distance(cell, c))
        return f"near {self.place(nearest)}"

    # The numbers

    def of(self, s: S) -> list[float]:
        pieces = list(self.pieces(s))
        strength, units, out, nearest = [0.0, 0.0], [0, 0], 0.0, FAR
        bears = [[0.0] * len(self._places), [0.0] * len(self._places)]
        near, to_exit, worth = self._near, self._out, self._worth
        for side, cell, points in pieces:
            strength[side] += points
            units[side] += 1
            for number, share in near[cell]:
                bears[side][number] += share * points
            if not side:
                far = to_exit[cell]
                out += worth[far] * points
                if far < nearest:
                    nearest = far
        german = self.german(s)
        held = [german >> cell & 1 for cell in self._places]
        balance = [(g - a) / (g + a + 0.5) for g, a in zip(*bears, strict=True)]
        firm = sorted((h - 0.5 + 0.5 * b for h, b in zip(held, balance, strict=True)), reverse=True)
        total = strength[0] + strength[1] + 1.0
        due = self.due(s)
        return [
            self.margin(s),
            log((max(0, strength[0] - due[0]) + 1) / (max(0, strength[1] - due[1]) + 1)),
            strength[0] / total,
            strength[1] / 100,
            log((units[0] + 1) / (units[1] + 1)),
            german.bit_count() / self._hexes,
            sum(held) / max(1, len(held)),
            sum(balance) / max(1, len(balance)),
            firm[self._needs - 1] if 0 < self._needs <= len(firm) else 0.0,
            log(1 + out),
            tanh(nearest / 10),
            *self.supplied(s, pieces),
            due[0],
            due[1],
            float(self.mover(s)),
            *self.own(s, pieces),
        ]


def reading_of(game: AnyGame) -> Reading[Any, Any]:
    """The reading for a game as it is played, whole or in part."""
    made: Reading[Any, Any] = part(f"ardennes.after.features.{game.id}:Positions")(game)
    return made
