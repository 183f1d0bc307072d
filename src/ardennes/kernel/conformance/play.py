"""Play one random legal game from a seed to the end, with only the cheap checks on the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from ardennes.dice import Dice
from ardennes.kernel.conformance.report import Found
from ardennes.kernel.contract import AnyGame, Event, Order, Result, Rolled
from ardennes.kernel.match import Setting, dice_of
from ardennes.kernel.offers import sample

OTHER_DICE = "apply, with dice other than the match's"


@dataclass
class PlayedGame:
    """One game of the harness: its setup and the orders so far."""

    number: int
    setting: Setting
    journal: list[tuple[int, Order]] = field(default_factory=list)
    result: Result | None = None


class CountedDice:
    """Pass dice on and check that they are drawn in the order of their index."""

    def __init__(self, dice: Dice, first: int = 0) -> None:
        self._dice = dice
        self.next = first
        self.shown: list[int] = []

    def roll(self, index: int, key: str, sides: int = 6) -> int:
        if index != self.next:
            raise Found("dice", f"the die for {key!r} was drawn with index {index}; {self.next} was due")
        self.next += 1
        self.shown.append(self._dice.roll(index, key, sides))
        return self.shown[-1]


class Blaming:
    """Report any error in this block as a fault of the game, with the method that raised it."""

    def __init__(self, what: str, side: int | None = None, order: Order | None = None) -> None:
        self.what, self.side, self.order = what, side, order

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Found):
            error.side = self.side if error.side is None else error.side
            error.order = self.order if error.order is None else error.order
        elif isinstance(error, Exception):
            words = f"{self.what}: {type(error).__name__}: {error}{_where(error)}"
            raise Found("crash", words, self.side, self.order) from error


def _where(error: BaseException) -> str:
    trace, place = error.__traceback__, ""
    while trace is not None:
        place = f" ({Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return place


def carry_out(game: AnyGame, state: Any, side: int, order: Order, dice: CountedDice) -> list[Event]:
    """Apply an order and check that its dice are counted and reported."""
    dice.shown.clear()
    with Blaming("apply", side, order):
        events = game.apply(state, side, order, dice)
        if state.rolls != dice.next:
            raise Found("dice", f"{dice.next} dice were rolled so far, the state counts {state.rolls}")
        reported = [event.die for event in events if isinstance(event, Rolled)]
        if reported != dice.shown:
            raise Found("dice", f"the dice {dice.shown} were rolled, the events report {reported}")
    return events


def sides_to_move(game: AnyGame, state: Any) -> tuple[int, ...]:
    """Return the sides that must decide; a game that is not over but waits for nobody is a dead end."""
    with Blaming("to_move, result"):
        sides = game.to_move(state)
        result = game.result(state)
    if result is not None and sides:
        raise Found("decisions", f"the game is over ({result.summary}), yet sides {sides} are to move")
    if result is None and not sides:
        raise Found("dead-end", "nobody is to move, and the game is not over")
    return sides


def pick_order(game: AnyGame, state: Any, side: int, rng: Random) -> Order:
    """Return a random legal order for a side to move."""
    with Blaming("view, offers", side):
        view = game.view(state, side)
        order = sample(game.offers(view, side), rng)
    if order is None:
        raise Found("dead-end", f"the {game.sides[side]} side is to move and no order is offered", side)
    with Blaming("check", side, order):
        refusal = game.check(view, side, order)
    if refusal is not None:
        raise Found("offered-refused", f"refused: {refusal}", side, order)
    return order


def play_to_end(game: AnyGame, played: PlayedGame, rng: Random, max_orders: int) -> None:
    """Fill the journal with random legal orders until the game is over."""
    dice = CountedDice(dice_of(played.setting))
    with Blaming("start"):
        state = game.start(played.setting.scenario, played.setting.options, dice)
        if state.rolls != dice.next:
            raise Found("dice", f"{dice.next} dice were rolled in the set-up, the state counts {state.rolls}")
    while sides := sides_to_move(game, state):
        if len(played.journal) >= max_orders:
            raise Found("endless", f"after {max_orders} orders the game is not over")
        side = sides[int(rng.random() * len(sides))]
        order = pick_order(game, state, side, rng)
        carry_out(game, state, side, order, dice)
        played.journal.append((side, order))
    played.result = game.result(state)
