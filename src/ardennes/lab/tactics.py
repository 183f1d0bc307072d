"""Tactical positions: what a good player must achieve from a position, by any orders.

A position is a case (docs/reference/cases.md) with a `task`: the side to play, the theme, the enemy's player,
and orders that look good but fail. The orders of its `when` are one solution, and their last `until` says
when the result is checked; the player makes every decision of its side up to that point. Positions show where
a player is weak, not which player is better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from ardennes.cases.fields import CaseError, Fields
from ardennes.cases.model import Case, Casebook, Outcome, Table
from ardennes.cases.parse import case_files, read_cases
from ardennes.cases.run import run_case
from ardennes.games import find_game
from ardennes.kernel.contract import Order
from ardennes.players.api import Player, make_player, player_names

THEMES = (
    "take ground",
    "take the exit",
    "guard the exit",
    "save the pocket",
    "cut the road",
    "bridges",
    "the flank",
    "hold what wins",
    "the supply road",
    "retreat in time",
    "a bad attack",
)
SEED = 7  # dice of the players, who may leave small things to chance


class Position(NamedTuple):
    """A case that tests a player."""

    case: Case
    side: str
    theme: str
    enemy: str  # a player; empty: does nothing
    trap: str  # the player that fails here; empty: one that does nothing
    wrong: tuple[str, ...] = ()  # orders that fail; with them no trap player is needed


class Answered(NamedTuple):
    """A position and its result."""

    position: Position
    outcome: Outcome

    @property
    def solved(self) -> bool:
        return self.outcome.passed


def read_positions(folder: Path) -> list[Position]:
    return [_position(case) for file in case_files([folder]) for case in read_cases(file)]


def _position(case: Case) -> Position:
    task = case.task
    task.only(("side", "theme", "enemy", "trap", "wrong"))
    if not task:
        raise CaseError(case.file, case.id, "task", "a position needs the side that plays and the theme.")
    names = player_names(case.game)
    enemy, trap = (task.choice(at, "a player", names) if at in task else "" for at in ("enemy", "trap"))
    orders = case.when.items("orders")
    if not orders or not str(orders[-1]).startswith("until "):
        case.when.fail("orders", "the solution ends with `until`, which says when the result is checked.")
    theme = task.choice("theme", "a theme", THEMES)
    side = task.choice("side", "a side", find_game(case.game).sides)
    return Position(case, side, theme, enemy, trap, tuple(task.texts("wrong")))


class Seats:
    """A game's casebook in which players decide instead of default answers."""

    def __init__(self, book: Casebook, players: Mapping[str, str]) -> None:
        self._book, self._names = book, players  # by side
        self._seated: dict[int, Player] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._book, name)

    def goal(self, table: Table, words: str) -> Callable[[Any], bool] | None:
        """A game that is over has reached every goal that it ever will."""
        there = self._book.goal(table, words)
        return there and (lambda state: not table.game.decisions(state) or there(state))

    def default(self, table: Table, side: int) -> Order:
        name = self._names.get(table.game.sides[side], "")
        if not name:
            return self._book.default(table, side)
        if side not in self._seated:
            self._seated[side] = make_player(name, table.game, side, SEED)
        order, _ = self._seated[side].act(table.game.view(table.state, side), side)
        return order


def ask(position: Position, book: Casebook, player: str) -> Answered:
    """Let a player (by name; empty: one that does nothing) play a position."""
    return _instead(position, book, (), player)


def go_wrong(position: Position, book: Casebook) -> Answered:
    """Play the answer that must fail: the orders the file calls wrong, else those of its trap, or none."""
    return _instead(position, book, position.wrong, position.trap)


def _instead(position: Position, book: Casebook, orders: Sequence[str], player: str) -> Answered:
    """Return the position with other orders up to the moment at which the result is checked."""
    case = position.case
    given = {**case.when.values, "orders": [*orders, *case.when.items("orders")[-1:]]}
    asked = replace(case, when=Fields(case.file, case.id, "when", given))
    return Answered(position, _run(asked, position, book, player))


def solution(position: Position, book: Casebook) -> Outcome:
    """Play the file's solution, against the same enemy."""
    return _run(position.case, position, book, "")


def _run(case: Case, position: Position, book: Casebook, player: str) -> Outcome:
    sides = dict.fromkeys(("german", "allied", "american"), position.enemy) | {position.side: player}
    return run_case(case, Seats(book, sides))


def shares(answers: Iterable[Answered]) -> dict[str, tuple[int, int]]:
    """Return theme -> (solved, tried), in the order of the themes that occur."""
    result = dict.fromkeys(THEMES, (0, 0))
    for answer in answers:
        solved, asked = result[answer.position.theme]
        result[answer.position.theme] = (solved + answer.solved, asked + 1)
    return {theme: counts for theme, counts in result.items() if counts[1]}
