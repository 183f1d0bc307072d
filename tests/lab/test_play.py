"""One game of the lab: the same every time, and every failure is recorded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ardennes.dice import BattleDice, SealedDice, seed_from_number
from ardennes.errors import UserError
from ardennes.games import find_game
from ardennes.kernel import savefile
from ardennes.kernel.contract import AnyGame, Event, Order
from ardennes.lab.dice import dice_for
from ardennes.lab.faults import forks_that_show
from ardennes.lab.play import play_game
from ardennes.lab.record import GameRecord, without_time
from ardennes.players.api import make_player
from ardennes.players.random_player import RandomPlayer
from tests.kernel.toygame import Attack, Done, Move, Outpost

GAME = Outpost()


def any_players(seed: int, game: AnyGame = GAME) -> list[Any]:
    return [RandomPlayer(game, seed), RandomPlayer(game, seed + 1)]


def find_outpost(name: str) -> AnyGame:
    assert name == GAME.id
    return GAME


class Wrong(RandomPlayer):
    """Give an illegal order at every chance to move."""

    name = "wrong"

    def act(self, view: Any, side: int) -> tuple[Order, str]:
        order, why = super().act(view, side)
        return (Move("R1", ("9999",)), "why not") if isinstance(order, Move) else (order, why)


class Fainting(RandomPlayer):
    """Fail at its tenth decision."""

    name = "fainting"
    left = 10

    def act(self, view: Any, side: int) -> tuple[Order, str]:
        self.left -= 1
        if not self.left:
            raise RuntimeError("the staff car is stuck")
        return super().act(view, side)


def test_the_same_seed_gives_the_same_game() -> None:
    game = find_game("tigers")
    first, again, other = (play_game(game, ("random", "random"), seed) for seed in (3, 3, 4))
    assert without_time(first) == without_time(again)
    assert first.finished
    assert first.turns == 12
    assert first.orders == sum(side.orders for side in first.sides) > 300
    assert (first.dice, first.orders) != (other.dice, other.orders)


def test_thinking_time_is_reported_by_turn() -> None:
    record = play_game(GAME, any_players(1), 1)
    for side in record.sides:
        assert side.turn_seconds
        assert all(seconds >= 0 for seconds in side.turn_seconds)
    assert record.seconds >= sum(sum(side.turn_seconds) for side in record.sides)
    assert without_time(record).seconds == 0.0
    assert all(side.turn_seconds == () for side in without_time(record).sides)


def test_refused_orders_are_counted_reported_and_replaced() -> None:
    record = play_game(GAME, [Wrong(GAME, 1), RandomPlayer(GAME, 2)], 1)
    assert record.finished
    red, blue = record.sides
    assert red.refused > 0
    assert blue.refused == 0
    assert "wrong" in record.refusals[0]
    assert "9999" in record.refusals[0]
    assert "seed 1" in record.refusals[0]
    again = play_game(GAME, [Wrong(GAME, 1), RandomPlayer(GAME, 2)], 1)
    assert without_time(record) == without_time(again)


@pytest.mark.parametrize("dice", ["keyed", "sealed"])
def test_a_player_that_breaks_down_is_reported_and_the_game_saved(dice: str, tmp_path: Path) -> None:
    record = play_game(GAME, [Fainting(GAME, 5), RandomPlayer(GAME, 6)], 12, dice=dice, faults=tmp_path)
    assert not record.finished
    assert record.winner == ""
    assert "the staff car is stuck" in record.failure
    assert "seed12" in record.save
    match = savefile.read(Path(record.save), find_outpost, replay=True)
    assert match.seq == record.orders
    assert match.state.rolls == record.dice
    assert "the staff car is stuck" in Path(record.save).with_suffix(".txt").read_text(encoding="utf-8")


def test_keyed_dice_come_into_the_save_as_they_fell(tmp_path: Path) -> None:
    """The saved match reaches the same state as the keyed dice."""
    game = find_game("tigers")
    record = play_game(game, ("random", "random"), 9, max_orders=200, faults=tmp_path)
    assert record.dice > 12, "a game with too few dice proves nothing"
    match = savefile.read(Path(record.save), find_game, replay=True)
    dice = dice_for("keyed", 9)
    state = game.start(match.setting.scenario, match.setting.options, dice)
    for entry in match.journal:
        game.apply(state, entry.side, entry.order, dice)
    assert state.digest() == match.state.digest()


def test_a_crash_of_the_game_gives_the_order_that_caused_it(tmp_path: Path) -> None:
    class Fragile(Outpost):
        def apply(self, state: Any, side: int, order: Order, dice: Any) -> list[Event]:
            if isinstance(order, Attack):
                raise ZeroDivisionError("no odds")
            return super().apply(state, side, order, dice)

    game = Fragile()
    records = [play_game(game, any_players(n, game), n, faults=tmp_path) for n in range(1, 6)]
    broken = [record for record in records if not record.finished]
    assert broken, "somebody attacks in five games"
    assert "ZeroDivisionError: no odds" in broken[0].failure
    words = Path(broken[0].save).with_suffix(".txt").read_text(encoding="utf-8")
    assert '"do":"attack"' in words


def test_an_endless_game_is_broken_off(tmp_path: Path) -> None:
    record = play_game(GAME, any_players(2), 2, max_orders=7, faults=tmp_path)
    assert record.failure.startswith("not over after 7 orders")
    assert record.orders == 7
    assert savefile.read(Path(record.save), find_outpost).seq == 7


def test_a_save_that_cannot_be_written_hides_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    record = play_game(GAME, any_players(2), 2, max_orders=7, faults=tmp_path / "file")
    assert record.failure.startswith("not over after 7 orders")
    assert record.save.startswith("not saved: ")


def test_a_player_may_count_things_itself() -> None:
    class Bookkeeper(RandomPlayer):
        name = "bookkeeper"

        def __init__(self) -> None:
            super().__init__(GAME, 4)
            self.counters = {"decisions": 0}

        def act(self, view: Any, side: int) -> tuple[Order, str]:
            self.counters["decisions"] += 1
            return super().act(view, side)

    record = play_game(GAME, [Bookkeeper(), RandomPlayer(GAME, 5)], 4)
    assert record.sides[0].counts["decisions"] == record.sides[0].orders
    assert "decisions" not in record.sides[1].counts


def test_players_are_found_by_name_or_the_valid_ones_are_reported() -> None:
    game = find_game("tigers")
    assert make_player("random", game, 0, 1).name == "random"
    with pytest.raises(UserError, match=r"no player 'napoleon'; it has: random, .*turtle"):
        play_game(game, ("random", "napoleon"), 1)


def test_a_draw_and_a_win_are_reported_in_the_words_of_the_lab() -> None:
    class Idle(RandomPlayer):
        """Does as little as possible."""

        def act(self, view: Any, side: int) -> tuple[Order, str]:
            done = Done()
            return (done, "rest") if GAME.check(view, side, done) is None else super().act(view, side)

    record = play_game(GAME, [Idle(GAME, 1), Idle(GAME, 1)], 1)
    assert record.winner == "draw"
    winners = {play_game(GAME, any_players(n), n).winner for n in range(12)}
    assert winners >= {"red", "blue"}


# Dice


def test_keyed_dice_follow_the_cause_not_the_count() -> None:
    dice, other = BattleDice(seed_from_number(1)), BattleDice(seed_from_number(1))
    first = [dice.roll(n, f"combat at {n}") for n in range(30)]
    backwards = [other.roll(99 + n, f"combat at {n}") for n in reversed(range(30))]
    assert first == backwards[::-1]
    assert set(first) == {1, 2, 3, 4, 5, 6}


def test_a_second_die_for_the_same_thing_is_another_die() -> None:
    dice = BattleDice(seed_from_number(1))
    rolls = [[dice.roll(0, f"combat at {n}") for _ in range(3)] for n in range(40)]
    same = sum(a == b for a, b, _ in rolls)
    assert same < 20, "a repeated die is not the first one again"


def test_unknown_dice_are_refused() -> None:
    with pytest.raises(UserError, match="keyed, sealed"):
        dice_for("loaded", 1)


def test_forks_make_sealed_dice_show_any_faces() -> None:
    faces = [(6, 6), (1, 6), (3, 6), (20, 20), (5, 6), (2, 6), (2, 6), (1, 2), (4, 6)]
    forks = forks_that_show(faces)
    for index, (face, sides) in enumerate(faces):
        seed = next(fork.seed for fork in reversed(forks) if fork.first <= index)
        assert SealedDice(seed).roll(index, "", sides) == face


def test_records_travel_between_processes() -> None:
    import pickle

    record = play_game(GAME, any_players(3), 3)
    again: GameRecord = pickle.loads(pickle.dumps(record))
    assert again == record
