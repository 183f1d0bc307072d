"""The veteran, the levels and the stand-in: legal, deterministic, blind to what is hidden, honest."""

from __future__ import annotations

import functools
import re
from random import Random
from typing import Any

import pytest

from ardennes.dice import SealedDice
from ardennes.errors import UserError
from ardennes.games import GAMES, find_game, kit_of
from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.orders import END
from ardennes.games.tigers.rules.state import Moving, TigersState
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN
from ardennes.kernel.contract import AnyGame, Order, in_scenario
from ardennes.players.adapter import adapter_of, staff_after, with_weights
from ardennes.players.characters import characters
from ardennes.players.contract import Player, make_player, player_names
from ardennes.players.doctrine import Doctrine, bent, doctrines_of, wild
from ardennes.players.playout import after_turns, dice_of, play_on
from ardennes.players.stand_in import Seated
from ardennes.players.toolkit.weights import load_weights
from ardennes.players.veteran import Veteran
from tests.players.watched import Given, watch

GAME = Tigers()
PEIPER = in_scenario(GAME, "peiper")
WORK = 300


def veteran(side: int, work: int = WORK, clear: float = 1.0) -> Veteran:
    return Veteran(PEIPER, side, 4, work, clear)


@functools.cache
def one_turn() -> tuple[list[Given], list[TigersState]]:
    seats: list[Player] = [veteran(GERMAN), veteran(ALLIED)]
    return watch(PEIPER, seats, 4, "peiper", lambda s: s.turn > 1)


@functools.cache
def to_plan(side: int) -> TigersState:
    """A position of Peiper in which a side is about to plan a movement step."""
    found = [s for s in one_turn()[1] if isinstance(s.stack[-1], Moving) and s.stack[-1].side == side]
    return found[0]


@pytest.mark.long
def test_its_orders_are_legal_and_the_same_for_the_same_seed() -> None:
    given, _ = one_turn()  # `watch` checks each
    assert {side for side, _, _ in given} == {GERMAN, ALLIED}
    again, _ = watch(PEIPER, [veteran(GERMAN), veteran(ALLIED)], 4, "peiper", lambda s: s.turn > 1)
    assert again == given


@pytest.mark.long
def test_it_says_what_it_weighed() -> None:
    """Plans, playouts and shares are those of the search itself."""
    v = veteran(GERMAN, work=1500)
    _, why = v.act(PEIPER.view(to_plan(GERMAN), GERMAN), GERMAN)
    told = re.search(r"(\d+) plans weighed in (\d+) playouts: (.+?) (\d+)%", why)
    assert told is not None, why
    assert int(told[1]) == v.counters["plans"] > 1
    assert int(told[2]) == v.counters["playouts"]
    assert told[3] == (v.plan or "the staff's plan")
    assert "plans weighed" not in v.act(PEIPER.view(to_plan(GERMAN), GERMAN), GERMAN)[1], "told once"


@pytest.mark.long
def test_what_is_hidden_changes_no_order_and_no_reason() -> None:
    """The dump in any other of its hexes, TIA-FUEL-2."""
    seats: list[Player] = [make_player("staff", GAME, side, 4) for side in (GERMAN, ALLIED)]
    _, seen = watch(GAME, seats, 4, "campaign", lambda s: s.turn > 1)
    s = next(s for s in seen if isinstance(s.stack[-1], Moving) and s.stack[-1].side == GERMAN)
    worlds = [s, *GAME.hidden_twins(s, GERMAN)[:2]]
    assert len(worlds) == 3
    answers = {repr(Veteran(GAME, GERMAN, 3, 60).act(GAME.view(world, GERMAN), GERMAN)) for world in worlds}
    assert len(answers) == 1


def test_what_it_draws_looks_the_same_from_its_seat() -> None:
    adapter = adapter_of(GAME)
    s = GAME.start("campaign", {o.key: o.default for o in GAME.options}, SealedDice(b"1" * 32))
    while not (GAME.to_move(s) == (GERMAN,) and isinstance(s.stack[-1], Moving)):
        side = GAME.to_move(s)[0]
        order, _ = make_player("staff", GAME, side, 1).act(GAME.view(s, side), side)
        GAME.apply(s, side, order, SealedDice(b"1" * 32))
    view = GAME.view(s, GERMAN)
    drawn = [adapter.drawn(GAME, view, GERMAN, Random(n)) for n in range(20)]
    assert all(GAME.view(one, GERMAN).digest() == view.digest() for one in drawn)
    assert len({one.where[GAME.world.dump] for one in drawn}) > 2
    assert all(GAME.world.board.dump_hexes >> one.where[GAME.world.dump] & 1 for one in drawn)


def test_strengths_drawn_in_breakthrough_look_the_same_from_the_seat() -> None:
    """BTA-8.0b; the enemy is as he may well be, and never as he cannot be."""
    game, scenario = opening("breakthrough")
    s = game.start(scenario, {o.key: o.default for o in game.options}, SealedDice(b"1" * 32))
    side = game.to_move(s)[0]
    view = game.view(s, side)
    drawn = [adapter_of(game).drawn(game, view, side, Random(n)) for n in range(5)]
    assert all(game.view(one, side).digest() == view.digest() for one in drawn)
    assert len({one.digest() for one in drawn}) == 5


@pytest.mark.long
def test_the_staffs_plan_stays_unless_another_is_clearly_better() -> None:
    v = veteran(GERMAN, work=900, clear=1000.0)
    view = PEIPER.view(to_plan(GERMAN), GERMAN)
    order, why = v.act(view, GERMAN)
    assert (order, v.plan) == (make_player("staff", PEIPER, GERMAN, 4).act(view, GERMAN)[0], "")
    assert "the staff's plan" in why


@pytest.mark.long
def test_work_is_counted() -> None:
    """Twice the work at most, since a round of playouts is not broken off before; and then it is over."""
    v = veteran(GERMAN, work=150)
    v.act(PEIPER.view(to_plan(GERMAN), GERMAN), GERMAN)
    assert 0 < v.spent <= 300


def test_without_work_the_staff_decides_and_that_is_told() -> None:
    v = veteran(GERMAN, work=1)
    view = PEIPER.view(to_plan(GERMAN), GERMAN)
    order, why = v.act(view, GERMAN)
    assert order == make_player("staff", PEIPER, GERMAN, 4).act(view, GERMAN)[0]
    assert "the work was used up" in why


def test_a_search_that_fails_leaves_the_decision_to_the_staff(monkeypatch: pytest.MonkeyPatch) -> None:
    v = veteran(GERMAN)

    def fail(*_: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(v.adapter, "drawn", fail, raising=False)
    view = PEIPER.view(to_plan(GERMAN), GERMAN)
    order, why = v.act(view, GERMAN)
    assert order == make_player("staff", PEIPER, GERMAN, 4).act(view, GERMAN)[0]
    assert "ZeroDivisionError" in why


# Playouts


def test_a_position_is_played_on_as_far_as_one_likes() -> None:
    s = to_plan(GERMAN)
    before = s.digest()
    seats = [make_player("staff", PEIPER, side, 1) for side in (GERMAN, ALLIED)]
    course = play_on(PEIPER, s, seats, dice_of("test"), after_turns(PEIPER, s, 1), 1000)
    assert course.ended
    assert course.state.turn == s.turn + 1
    assert s.digest() == before, "the position itself stays"
    short = play_on(PEIPER, s, seats, dice_of("test"), after_turns(PEIPER, s, 1), 3)
    assert (short.orders, short.ended) == (3, False)
    to_the_end = play_on(PEIPER, s, seats, dice_of("test"), after_turns(PEIPER, s, 99), 1000)
    assert to_the_end.result == PEIPER.result(to_the_end.state) is not None


def test_the_same_names_give_the_same_dice() -> None:
    def some(*names: object) -> list[int]:
        dice = dice_of(*names)
        return [dice.roll(n, f"battle {n % 4}") for n in range(12)]

    assert some(1, "a") == some(1, "a")
    assert some(1, "a") != some(1, "b")


# Doctrines and levels


@pytest.mark.parametrize("game", GAMES)
def test_doctrines_bend_weights_that_there_are(game: str) -> None:
    plain = load_weights(game)
    for doctrine in doctrines_of(game):
        other = bent(plain, doctrine)
        changed = {f"{s}.{n}" for s in plain for n in plain[s] if plain[s][n] != other[s][n]}
        assert changed, doctrine.name
        assert changed <= set(doctrine.factors), doctrine.name


def test_a_doctrine_that_names_no_weight_is_told(tmp_path: Any) -> None:
    with pytest.raises(UserError, match=r"there is no weight 'battle\.los'; there are: .*battle\.loss"):
        bent(load_weights("tigers"), Doctrine("odd", {"battle.los": 2.0}))


def test_draws_at_random_leave_the_work_alone() -> None:
    assert not [name for name in wild(load_weights("tigers"), Random(1)).factors if name.startswith("work.")]


def test_a_copy_with_other_weights_keeps_what_is_remembered() -> None:
    adapter, plain = adapter_of(PEIPER), load_weights("tigers")
    meek = bent(plain, Doctrine("", {"battle.least": 1000.0}))
    staff: Any = adapter.staff(PEIPER, GERMAN, 1, plain)
    view = PEIPER.view(to_plan(GERMAN), GERMAN)
    staff.act(view, GERMAN)
    copy: Any = with_weights(PEIPER, staff, plain, meek)
    assert copy.answers._queue == staff.answers._queue
    assert copy.answers._queue is not staff.answers._queue
    assert copy.game is staff.game
    assert copy.answers.combat.weights["battle"]["least"] == 300.0 == 1000 * plain["battle"]["least"]
    assert staff.answers.combat.weights["battle"]["least"] == plain["battle"]["least"]
    other = staff_after(PEIPER, GERMAN, 1, make_player("rush", PEIPER, GERMAN, 1), plain, meek)
    assert type(other) is type(staff), "a player of another kind is followed by a fresh staff"


LEVELS = [
    (game, name)
    for game in GAMES
    for name, where in kit_of(game).players.items()
    if where.startswith("ardennes.players.levels:") and not name.startswith("veteran")
]


@functools.cache
def opening(game_id: str) -> tuple[AnyGame, str]:
    """A short scenario of each game."""
    scenario = {"tigers": "peiper", "breakthrough": "losheim", "wave_of_terror": "skyline"}
    name = scenario.get(game_id, "xlvii_corps")
    return find_game(game_id, name), name


@functools.cache
def played(game_id: str, name: str, seed: int) -> list[Order]:
    """A game between two players of the same name; `watch` checks each order."""
    game, scenario = opening(game_id)
    seats = [make_player(name, game, side, seed) for side in range(2)]
    given, _ = watch(game, seats, seed, scenario, lambda s: False)
    return [order for _, order, _ in given]


@pytest.mark.long
@pytest.mark.parametrize(("game_id", "name"), LEVELS)
def test_every_level_plays_in_its_own_way(game_id: str, name: str) -> None:
    assert any(played(game_id, name, seed) != played(game_id, "staff", seed) for seed in range(2, 8))


@pytest.mark.long
@pytest.mark.parametrize(("game_id", "name"), [one for one in LEVELS if one[1] in ("cadet", "bold")])
def test_levels_are_blind_to_what_is_hidden(game_id: str, name: str) -> None:
    game, scenario = opening(game_id)
    seats = [make_player("staff", game, side, 2) for side in range(2)]
    _, seen = watch(game, seats, 2, scenario, lambda s: game.phase_mark(s)[0] > 2)
    for s in seen[2::3]:
        for side in game.to_move(s):
            worlds = [s, *game.hidden_twins(s, side)[:3]]
            told = {repr(make_player(name, game, side, 3).act(game.view(one, side), side)) for one in worlds}
            assert len(told) == 1


# Whoever fails is replaced


class Failing:
    name = "failing"

    def __init__(self, order: Order | None = None) -> None:
        self.order = order

    def act(self, view: Any, side: int) -> tuple[Order, str]:
        view.turn = 99  # it may have done anything before it failed
        if self.order is None:
            raise ZeroDivisionError
        return self.order, "cheating"


@pytest.mark.parametrize(("order", "told"), [(None, "failed (ZeroDivisionError)"), (END, "is refused (TIA-")])
def test_the_staff_decides_for_a_player_that_fails(order: Order | None, told: str) -> None:
    s = next(
        s
        for s in one_turn()[1]
        if PEIPER.check(PEIPER.view(s, PEIPER.to_move(s)[0]), PEIPER.to_move(s)[0], END)
    )
    side = PEIPER.to_move(s)[0]
    view = PEIPER.view(s, side)
    given, why = Seated(Failing(order), PEIPER, 1).act(view, side)
    assert given == make_player("staff", PEIPER, side, 1).act(PEIPER.view(s, side), side)[0]
    assert why.startswith("the staff in place of failing, who ")
    assert told in why
    assert view.turn == s.turn


def test_the_lot_decides_where_the_staff_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(kit_of("tigers").players, "staff", f"{__name__}:make_failing")
    s = to_plan(GERMAN)
    order, why = Seated(Failing(), PEIPER, 1).act(PEIPER.view(s, GERMAN), GERMAN)
    assert PEIPER.check(PEIPER.view(s, GERMAN), GERMAN, order) is None
    assert why == "drawn by lot in place of failing, who failed (ZeroDivisionError)"


def make_failing(*_: Any) -> Failing:
    return Failing()


def test_a_match_between_failing_players_goes_on_to_its_end() -> None:
    seats: list[Player] = [Seated(Failing(), PEIPER, 1), Seated(Failing(END), PEIPER, 2)]
    _, seen = watch(PEIPER, seats, 3, "peiper", lambda s: False)
    assert seen


def test_an_unknown_player_is_told_the_valid_ones() -> None:
    with pytest.raises(UserError, match=r"no player 'genius'; it has: random, staff, .*cadet"):
        make_player("genius", GAME, GERMAN, 1)


@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_offered_can_be_made(game: str) -> None:
    found = find_game(game)
    for name in player_names(game):
        assert make_player(name, found, 0, 1).name == name
    assert {one.id for one in characters(game)} == set(player_names(game))
