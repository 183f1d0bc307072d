"""Record a rules golden: the same orders again, or new ones from the players of its recipe."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.errors import UserError
from ardennes.golden import matches, rules
from ardennes.golden.file import BY_HAND, SAY, Given, Golden
from ardennes.golden.order_sources import computer_orders, read_words
from ardennes.golden.order_text import BadOrder
from ardennes.kernel.contract import AnyGame, Order, Refused


def record(game: AnyGame, old: rules.RulesGolden) -> str:
    """Replay the orders of a file, or its recipe if it has none, and return the new file.

    Recorded orders are kept as long as they are legal and the match reaches the same point as before;
    otherwise the players of the recipe play the match again.
    """
    golden = old.golden
    if golden.recipe.players and old.recorded:
        try:
            return _text(game, golden, _recorded_orders(game, old), complete=golden.recipe.limit is None)
        except (Refused, BadOrder, _Unfinished):
            pass
    if golden.recipe.players:
        return _text(game, golden, iter(computer_orders(game, golden.recipe)))
    return _by_hand(game, old)


class _Unfinished(Exception):
    """A match that should have ended has not."""


def _recorded_orders(game: AnyGame, old: rules.RulesGolden) -> Iterator[tuple[int, Order]]:
    for step in old.steps:
        yield game.sides.index(step.given.side), step.given.order(game)


def _by_hand(game: AnyGame, old: rules.RulesGolden) -> str:
    golden = old.golden
    said = old.said or tuple(f"{step.given.side}: ={step.given.text}" for step in old.steps)
    if not said:
        raise UserError(
            f"{golden.full_name} is {BY_HAND!r}: write its orders below the head, {SAY}SIDE: ORDER"
        )
    writer = rules.Writer(game, golden)
    for number, line in enumerate(said, 1):
        side, _, words = line.partition(": ")
        where = f"order {number}, {line.replace(': =', ': ', 1)!r}"
        seat = matches.side_number(golden, game, side, where)
        try:
            if words.startswith("="):
                order = Given(number, side, words[1:], 0).order(game)
            else:
                order = read_words(game, writer.match, seat, words)
            writer.give(seat, order)
        except (BadOrder, UserError) as error:
            raise UserError(f"{golden.full_name}: {where}: {error}") from None
        except Refused as refused:
            raise UserError(f"{golden.full_name}: {where}, is refused: {refused}") from None
    return writer.text()


def _text(game: AnyGame, golden: Golden, orders: Iterator[tuple[int, Order]], complete: bool = False) -> str:
    writer = rules.Writer(game, golden)
    for side, order in orders:
        writer.give(side, order)
    if complete and writer.match.result() is None:
        raise _Unfinished
    return writer.text()
