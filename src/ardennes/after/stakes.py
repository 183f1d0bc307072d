"""What is at stake in a decision of a running match, as far as the deciding side may know.

Everything is computed from the side's view: each answer is carried out on copies of it, for every face of
the dice that its battle still rolls, and both sides then give their usual answers until the battle is over.
The model of what the side may know (`Value.seen`) values the results. Without a model there are no chances
of victory, and the player must be asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice, pairwise
from typing import Any, NamedTuple

from ardennes.after.value import Value, value_of
from ardennes.dice import Dice, DiceError, every_outcome
from ardennes.games import table_of
from ardennes.kernel.contract import AnyGame, Order
from ardennes.kernel.defending import Defends, Fate
from ardennes.kernel.head import DecidingGame
from ardennes.kernel.offers import orders

ASKED_ABOVE = 15.0  # points of win chance
MOST = 36  # orders that are compared
MOST_ANSWERS = 4  # rows of the defender's card
SEQUENCES = 36  # two dice for one answer
FOLLOW_UPS = 24  # decisions of a battle after the answer
SMALLEST = 0.05  # points below which a difference is not one


class Result(NamedTuple):
    """One way in which the dice of an answer may fall."""

    chance: float
    dice: tuple[int, ...]
    win: float | None  # 0 to 1, of the deciding side
    fate: Fate | None


class Answer(NamedTuple):
    """An order that may be given, and its results."""

    id: str  # of the answer that may be given for the whole match; else empty
    label: str
    order: Order
    results: tuple[Result, ...]

    @property
    def win(self) -> float | None:
        """The chance to win the match."""
        wins = [(one.chance, one.win) for one in self.results if one.win is not None]
        return sum(chance * win for chance, win in wins) if wins else None

    @property
    def worst(self) -> float:
        return min(one.win or 0.0 for one in self.results)

    @property
    def best(self) -> float:
        return max(one.win or 0.0 for one in self.results)


class Stakes(NamedTuple):
    """The answers to a decision, compared."""

    answers: tuple[Answer, ...]
    gold: int | None  # the recommended one
    points: float | None  # between the best and the worst answer; None without a model

    @property
    def asks(self) -> bool:
        """Whether the player must be asked."""
        return self.points is None or self.points > ASKED_ABOVE


class _Halted:
    """Dice of a decision: once it is over, later rolls of the phase show a middle face."""

    def __init__(self, dice: Dice, is_over: Callable[[], bool]) -> None:
        self.dice, self.is_over = dice, is_over

    def roll(self, index: int, key: str, sides: int = 6) -> int:
        return (sides + 1) // 2 if self.is_over() else self.dice.roll(index, key, sides)


def stakes_of(game: AnyGame, view: Any, side: int, scenario: str) -> Stakes:
    """Compare the answers of a side to its open decision."""
    return _Comparing(game, view, side, value_of(game, scenario)).compare()


class _Comparing:
    def __init__(self, game: AnyGame, view: Any, side: int, value: Value | None) -> None:
        assert isinstance(game, DecidingGame)
        self.any_game: AnyGame = game
        self.game: DecidingGame[Any, Any] = game
        self.view, self.side, self.value = view, side, value
        table = table_of(game)
        self.defends = table if isinstance(table, Defends) else None
        self.in_battle = self.defends is not None and self.defends.battle_mark(view) is not None
        self.now = self.mark(view)
        asked = self.game.asked_of(view, side)
        assert asked is not None, "the side has nothing to decide"
        self.asked = asked
        usual = asked.deciding.usual(self.game.world, view, asked.frame)
        self.usual = usual if usual is not None and game.check(view, side, usual) is None else None

    def compare(self) -> Stakes:
        answers = tuple(self.answer(*one) for one in self.candidates())
        wins = [one.win for one in answers]
        if not answers:
            return Stakes((), None, None)
        known = [win for win in wins if win is not None]
        if len(known) < len(answers):
            return Stakes(answers, None, None)
        return Stakes(answers, recommended(answers, self.usual), 100 * (max(known) - min(known)))

    def candidates(self) -> list[tuple[str, str, Order]]:
        """The orders to compare: the answers for the whole match if they can be given, and the others."""
        game, view, side = self.game, self.view, self.side
        deciding, frame = self.asked.deciding, self.asked.frame
        named = {
            id_: order
            for id_, order in deciding.lasting(game.world, view, frame).items()
            if game.check(view, side, order) is None
        }
        labels = {one.id: one.label for one in deciding.for_match}
        result = [(id_, labels[id_], order) for id_, order in named.items()]
        first = [] if self.usual is None else [self.usual]
        for order in [*first, *islice(orders(deciding.offers(game.world, view, frame)), MOST)]:
            if len(result) < MOST and all(game.tidy(order) != game.tidy(other) for _, _, other in result):
                result.append(("", game.label(view, order), order))
        return result

    def answer(self, id_: str, label: str, order: Order) -> Answer:
        def run(dice: Dice) -> tuple[float | None, Fate | None]:
            state = self.after(order, dice)
            fate = self.defends.fate(self.view, state, self.side) if self.defends and self.in_battle else None
            return self.won(state), fate

        try:
            results = [
                Result(float(chance), dice, *one) for chance, dice, one in every_outcome(run, SEQUENCES)
            ]
        except DiceError:
            results = [Result(1.0, (), None, None)]
        return Answer(id_, label, order, tuple(results))

    def after(self, order: Order, dice: Dice) -> Any:
        """Return the position when the battle or the decision is over, if all continue as usual."""
        game, state = self.game, self.view.clone()
        bound = _Halted(dice, lambda: self.mark(state) != self.now)
        game.apply(state, self.side, order, bound)
        for _ in range(FOLLOW_UPS):
            sides = game.to_move(state)
            if not sides or self.mark(state) != self.now:
                break
            asked = game.asked_of(state, sides[0])
            assert asked is not None
            usual = asked.deciding.usual(game.world, state, asked.frame)
            if usual is None or game.check(state, sides[0], usual) is not None:
                usual = next(iter(orders(game.offers(state, sides[0]))))
            game.apply(state, sides[0], usual, bound)
        return state

    def mark(self, state: Any) -> object:
        """Return what stays the same until the battle is over; without a battle, until the decision is."""
        battle = self.defends.battle_mark(state) if self.defends else None
        if battle is not None or self.in_battle:
            return battle
        return self.any_game.phase_mark(state), [(one.side, one.kind) for one in self.game.decisions(state)]

    def won(self, state: Any) -> float | None:
        if self.value is None:
            return None
        win, draw = self.value.seen(state, self.side)
        return win if self.side == 0 else max(0.0, 1.0 - win - draw)


def recommended(answers: Sequence[Answer], usual: Order | None = None) -> int:
    """Return the number of the answer with the best chance to win that is not a gamble.

    A gamble loses more with its worst result than it gains with its best, compared with the next answer.
    Of answers that differ by nothing the usual one comes first.
    """

    def rank(at: int) -> tuple[int, bool]:
        return -round((answers[at].win or 0.0) * 100 / SMALLEST), answers[at].order != usual

    ranked = sorted(range(len(answers)), key=rank)
    for at, other in pairwise(ranked):
        base = answers[other].win or 0.0
        if base - answers[at].worst <= answers[at].best - base + SMALLEST / 100:
            return at
    return ranked[-1]
