"""The record of a game, and of each player in it."""

from __future__ import annotations

import msgspec

FAILED = ""  # the winner of a game that was not finished
DRAW = "draw"
# The American side is recorded as allied, so that every game has the same names.
SIDE_WORDS = {"german": "german", "allied": "allied", "american": "allied", "us": "allied"}


def side_word(name: str) -> str:
    """Return the lab's name for a side of a game."""
    return SIDE_WORDS.get(name, name)


class SideRecord(msgspec.Struct, frozen=True):
    """One side of one game."""

    side: str
    player: str
    orders: int
    refused: int  # orders that were refused and replaced by a random legal one
    counts: dict[str, int]  # behaviour counters, see behaviour.py
    turn_seconds: tuple[float, ...] = ()  # thinking time by game-turn; not part of the result


class Campaign(msgspec.Struct, frozen=True):
    """What is compared with history for one game; hexes are bits by their row in the game's table, in
    hexadecimal.
    """

    covers: str  # the hexes in play
    ground: dict[int, str]  # by evening: those held by the Germans
    lost: dict[int, tuple[int, int]]  # by day: men, German and Allied
    present: dict[int, tuple[int, int]]  # by evening: men on the map
    attacks: tuple[tuple[int, int], ...]  # by row of the table of attacks: how many, and how many failed


class GameRecord(msgspec.Struct, frozen=True):
    """One game: everything except the seconds follows from the seed."""

    seed: int
    swapped: bool
    winner: str  # german, allied, draw; empty if the game was not finished
    level: str
    points: int
    margin: int  # the higher the better the first side did
    turns: int
    orders: int
    dice: int
    sides: tuple[SideRecord, ...]
    failure: str = ""  # why the game was not finished
    save: str = ""  # file of the failed game
    refusals: tuple[str, ...] = ()  # the first few orders that were refused, and why
    seconds: float = 0.0  # whole game; not part of the result
    by_bid: dict[int, str] = {}  # the winner with each bid, if requested
    campaign: Campaign | None = None  # comparison with history, for a finished game with measures

    @property
    def finished(self) -> bool:
        return self.winner != FAILED

    @property
    def worth(self) -> tuple[int, int]:
        """Return how well the first side did, for comparison: won, drawn or lost, then the margin."""
        first = self.sides[0].side
        return 0 if self.winner == DRAW else 1 if self.winner == first else -1, self.margin

    def side(self, word: str) -> SideRecord:
        return next(record for record in self.sides if record.side == word)


def without_time(record: GameRecord) -> GameRecord:
    """Return the record with only what follows from the seed."""
    sides = tuple(msgspec.structs.replace(side, turn_seconds=()) for side in record.sides)
    return msgspec.structs.replace(record, sides=sides, seconds=0.0)
