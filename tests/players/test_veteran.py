"""The veteran, the levels and the stand-in: legal, deterministic, blind to what is hidden, honest."""

from __future__ import annotations

import functools
import re
from random import Random
from typing import Any

import pytest

from ardennes.errors import UserError
from ardennes.games import GAMES, find_game, kit_of
from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.model.orders import END
from ardennes.games.tigers.rules.model.state import Moving, TigersState
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN
from ardennes.games.wave_of_terror.rules.model.state import DEAD, UNSEEN
from ardennes.games.wave_of_terror.rules.movement.stacking import judge
from ardennes.kernel.contract import AnyGame, Order, in_scenario
from ardennes.kernel.match import settle_options
from ardennes.players.api import Player, make_player, player_names
from ardennes.players.characters import characters
from ardennes.players.search.adapter import adapter_of, staff_after, with_weights
from ardennes.players.search.doctrine import Doctrine, bent, doctrines_of, wild
from ardennes.players.search.playout import after_turns, dice_of, play_on
from ardennes.players.search.veteran import CLEAR, Plan, Veteran
from ardennes.players.stand_in import Seated
from ardennes.players.toolkit.weights import load_weights
from tests.players.watched import Given, both, watch
from tests.rules.wave_of_terror.field import Field

GAME = Tigers()
PEIPER = in_scenario(GAME, "peiper")
WORK = 300


def veteran(side: int, work: int = WORK, clear: float = CLEAR) -> Veteran:
    return Veteran(PEIPER, side, 4, work, clear)


@functools.cache
def one_turn() -> tuple[list[Given], list[TigersState]]:
    seats: list[Player] = [veteran(GERMAN), veteran(ALLIED)]
    return watch(PEIPER, seats, 4, "peiper", lambda s: s.turn > 1)


@functools.cache
def to_plan(side: int) -> TigersState:
    """A position of Peiper in which a side is about to plan a movement step."""
    result = [s for s in one_turn()[1] if isinstance(s.stack[-1], Moving) and s.stack[-1].side == side]
    return result[0]


@pytest.mark.long
def test_its_orders_are_legal_and_the_same_for_the_same_seed() -> None:
    given, _ = one_turn()  # `watch` checks each
    assert {side for side, _, _ in given} == {GERMAN, ALLIED}
    again, _ = watch(PEIPER, [veteran(GERMAN), veteran(ALLIED)], 4, "peiper", lambda s: s.turn > 1)
    assert again == given


SHORT = {
    "tigers": "peiper",
    "breakthrough": "losheim",
    "wave_of_terror": "elsenborn",
    "playsheet": "lxvi_corps",
}


@pytest.mark.long
@pytest.mark.parametrize("game_id", GAMES)
def test_a_plan_that_was_begun_continues_like_one_thought_out_again(game_id: str) -> None:
    game = find_game(game_id, SHORT[game_id])
    dice, adapter = dice_of("begun", game_id), adapter_of(game)
    state = game.start(SHORT[game_id], settle_options(game, {}), dice)
    players = [make_player("staff", game, side, 1) for side in range(len(game.sides))]
    planned: set[Any] = set()
    for _ in range(120):
        (side, *_), mark = game.to_move(state), adapter.moment(state)
        view = game.view(state, side)
        if mark is not None and (side, mark) not in planned:
            planned.add((side, mark))
            plan = Plan("", players[side], {})
            first, second = (_phase(game, state, side, *plan.begin(game, view, side)) for _ in range(2))
            anew = with_weights(game, players[side], {}, {})
            assert first == second == _phase(game, state, side, anew, anew.act(view, side))
        order, _ = players[side].act(view, side)
        game.apply(state, side, order, dice)
    assert len(planned) > 3


def _phase(game: AnyGame, state: Any, side: int, player: Player, answer: tuple[Order, str]) -> list[Any]:
    """Return the orders of a player from a position on, as long as it is asked."""
    s, dice, given = state.clone(), dice_of("phase"), [answer]
    game.apply(s, side, answer[0], dice)
    while len(given) < 12 and game.to_move(s)[:1] == (side,):
        given.append(player.act(game.view(s, side), side))
        game.apply(s, side, given[-1][0], dice)
    return given


@pytest.mark.long
def test_it_says_what_it_weighed() -> None:
    """Plans, playouts and shares are those of the search itself."""
    v = veteran(GERMAN, work=1500)
    _, why = v.act(PEIPER.view(to_plan(GERMAN), GERMAN), GERMAN)
    outcome = re.search(r"I compared (\d+) plans in (\d+) simulated games\. (.+?) wins (\S+) of (\d+); ", why)
    assert outcome is not None, why
    assert int(outcome[1]) == v.counters["plans"] > 1
    assert int(outcome[2]) == v.counters["playouts"]
    assert outcome[3].lower() == (v.plan or "the staff's plan").lower()
    assert "I compared" not in v.act(PEIPER.view(to_plan(GERMAN), GERMAN), GERMAN)[1], "told once"


@pytest.mark.long
def test_what_is_hidden_changes_no_order_and_no_reason() -> None:
    """The dump in any other of its hexes, TIA-FUEL-2."""
    seats: list[Player] = [make_player("staff", GAME, side, 4) for side in (GERMAN, ALLIED)]
    _, states = watch(GAME, seats, 4, "campaign", lambda s: s.turn > 1)
    s = next(s for s in states if isinstance(s.stack[-1], Moving) and s.stack[-1].side == GERMAN)
    worlds = [s, *GAME.hidden_twins(s, GERMAN)[:2]]
    assert len(worlds) == 3
    answers = {repr(Veteran(GAME, GERMAN, 3, 60).act(GAME.view(world, GERMAN), GERMAN)) for world in worlds}
    assert len(answers) == 1


# Hidden facts are sampled

SHORT = {
    "tigers": "peiper",
    "breakthrough": "losheim",
    "wave_of_terror": "skyline",
    "playsheet": "lxvi_corps",
}


@functools.cache
def opening(game_id: str) -> tuple[AnyGame, str]:
    """A short scenario of each game."""
    return find_game(game_id, SHORT[game_id]), SHORT[game_id]


@functools.cache
def planned(game_id: str) -> list[tuple[Any, int]]:
    """Positions of a game between staffs in which a side is about to plan, and which side."""
    game, scenario = opening(game_id)
    moment = adapter_of(game).moment
    _, states = watch(game, both(game, "staff", 2), 2, scenario, lambda s: False)
    return [(s, side) for s in states if moment(s) is not None for side in game.to_move(s)]


@pytest.mark.long
@pytest.mark.parametrize("game_id", GAMES)
def test_what_is_drawn_looks_the_same_from_the_seat(game_id: str) -> None:
    game, _ = opening(game_id)
    hidden = 0
    for s, side in planned(game_id):
        view = game.view(s, side)
        drawn = [adapter_of(game).drawn(game, view, side, Random(n)) for n in range(3)]
        assert {game.view(one, side).digest() for one in drawn} == {view.digest()}
        hidden += len({one.digest() for one in drawn}) > 1
    assert hidden, "draws differ, since something is hidden"


@pytest.mark.long
@pytest.mark.parametrize("game_id", GAMES)
def test_what_is_drawn_is_drawn_from_the_view_alone(game_id: str) -> None:
    """The same sample results, whatever else may be hidden."""
    game, _ = opening(game_id)
    twins = 0
    for s, side in planned(game_id):
        worlds = [s, *game.hidden_twins(s, side)]
        twins += len(worlds) > 1
        drawn = {
            adapter_of(game).drawn(game, game.view(one, side), side, Random(1)).digest() for one in worlds
        }
        assert len(drawn) == 1
    assert twins


@pytest.mark.long
@pytest.mark.parametrize("game_id", GAMES)
def test_a_drawn_position_can_be_played_on(game_id: str) -> None:
    game, _ = opening(game_id)
    s, side = planned(game_id)[-1]
    start = adapter_of(game).drawn(game, game.view(s, side), side, Random(1))
    course = play_on(game, start, both(game, "staff", 1), dice_of("test"), after_turns(game, start, 99), 2000)
    assert course.result is not None


def test_unseen_units_are_drawn_into_stacks_that_may_be() -> None:
    """WOT-7.1, WOT-7.2, WOT-7.3, WOT-7.4, WOT-7.5, WOT-7.6; those there is no place for have not come in, and
    nobody is left out."""
    game, _ = opening("wave_of_terror")
    w = game.world  # type: ignore[attr-defined]
    for s, side in planned("wave_of_terror"):
        drawn = adapter_of(game).drawn(game, game.view(s, side), side, Random(1))
        assert UNSEEN not in drawn.where
        now, then = (stacks_of(w, one, 1 - side) for one in (s, drawn))
        assert {cell: len(stack) for cell, stack in now.items()} == {
            c: len(stack) for c, stack in then.items()
        }
        assert not any(judge(w, stack) for stack in then.values())


@pytest.mark.parametrize("seed", range(4))
def test_unseen_units_fill_no_stack_with_independents(seed: int) -> None:
    """WOT-7.6: two stacks of three independents and one of a division. By their tops, which are independent,
    a fourth independent would come first."""
    game = find_game("wave_of_terror")
    w = game.world  # type: ignore[attr-defined]
    field = Field(world=w)
    troops = [w.units[unit] for unit in w.of_side[ALLIED] if not w.artillery[unit]]
    alone = [unit.id for unit in troops if unit.parent < 0][:6]
    others = [unit.id for unit in troops if unit.parent >= 0][:2]
    for unit in w.of_side[ALLIED]:
        field.s.where[unit] = DEAD
    field.put("E4013", *alone[:3], others[0])
    field.put("E4015", *alone[3:], others[1])
    view = game.view(field.s, GERMAN)
    assert [count for _, count in view.unseen] == [3, 3]
    assert [w.parent[unit] for unit in stacks_of(w, view, ALLIED)[field.cell("E4013")]] == [-1]
    drawn = adapter_of(game).drawn(game, view, GERMAN, Random(seed))
    assert not any(judge(w, stack) for stack in stacks_of(w, drawn, ALLIED).values())


def stacks_of(w: Any, s: Any, side: int) -> dict[int, list[int]]:
    result: dict[int, list[int]] = {}
    for unit in w.of_side[side]:
        if s.where[unit] >= 0:
            result.setdefault(s.where[unit], []).append(unit)
    return result


@pytest.mark.long
def test_reported_enemies_are_drawn_where_they_were_reported() -> None:
    """Each new report gets a unit that fits it, and no enemy is where it would be seen."""
    game, _ = opening("playsheet")
    w = game.world  # type: ignore[attr-defined]
    for s, side in planned("playsheet"):
        view = game.view(s, side)
        drawn = adapter_of(game).drawn(game, view, side, Random(1))
        there = {(drawn.where[u], w.units[u].report_type) for u in w.of_side[1 - side]}
        fresh = [r for r in view.reports if r.turn >= s.turn - 1 and r.type >= 0]
        reports = {(r.hex, r.type) for r in fresh}
        assert len(reports - there) <= len(reports) // 4, "a few reports may be of the same unit"
        reported = {r.hex for r in view.reports}
        visited = {cell for u in w.of_side[side] if w.combat[u] and (cell := view.where[u]) >= 0}
        visited |= {near for cell in visited for near in w.near[cell]}
        assert not {drawn.where[u] for u in w.of_side[1 - side]} & (visited - reported)


def test_strengths_are_drawn_as_they_can_be() -> None:
    """BTA-8.0b."""
    game, _ = opening("breakthrough")
    w = game.world  # type: ignore[attr-defined]
    s, side = planned("breakthrough")[0]
    view = game.view(s, side)
    drawn = [adapter_of(game).drawn(game, view, side, Random(n)) for n in range(5)]
    assert len({one.digest() for one in drawn}) == 5
    for one in drawn:
        assert all(one.strength[u] > 0 for u in w.of_side[1 - side] if one.where[u] >= 0)


@pytest.mark.long
def test_the_staffs_plan_stays_unless_another_is_clearly_better() -> None:
    v = veteran(GERMAN, work=900, clear=1000.0)
    view = PEIPER.view(to_plan(GERMAN), GERMAN)
    order, why = v.act(view, GERMAN)
    assert (order, v.plan) == (make_player("staff", PEIPER, GERMAN, 4).act(view, GERMAN)[0], "")
    assert "the staff's plan" in why


def test_a_gain_is_believed_the_less_the_more_of_it_may_be_chance() -> None:
    clearly = veteran(GERMAN).clearly
    assert clearly([0.9] * 4)
    mixed = [0.9, -0.9, 0.9, 0.0]
    assert not clearly(mixed)
    assert clearly(5 * mixed), "what happens as often in many playouts is no chance"
    assert not clearly([0.0] * 4)


def test_more_work_weighs_more_plans() -> None:
    result = [veteran(GERMAN, work).affordable(100) for work in (1, 2000, 8000)]
    assert result == [3, 5, 10]


@pytest.mark.long
def test_work_is_counted() -> None:
    """At most twice the budget, because a round of playouts is not interrupted; then it ends."""
    v = veteran(GERMAN, work=150)
    v.act(PEIPER.view(to_plan(GERMAN), GERMAN), GERMAN)
    assert 0 < v.spent <= 300


def test_without_work_the_staff_decides_and_that_is_reported() -> None:
    v = veteran(GERMAN, work=1)
    view = PEIPER.view(to_plan(GERMAN), GERMAN)
    order, why = v.act(view, GERMAN)
    assert order == make_player("staff", PEIPER, GERMAN, 4).act(view, GERMAN)[0]
    assert "the work budget is too small" in why


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


def test_a_doctrine_that_names_no_weight_is_reported(tmp_path: Any) -> None:
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
    again: Any = staff_after(PEIPER, GERMAN, 1, with_weights(PEIPER, copy, {}, {}), meek, plain)
    assert again.answers.combat.weights["battle"] is plain["battle"], "a plan ends with its phase"
    other = staff_after(PEIPER, GERMAN, 1, make_player("rush", PEIPER, GERMAN, 1), plain, meek)
    assert type(other) is type(staff), "a player of another kind is followed by a fresh staff"


LEVELS = [
    (game, name)
    for game in GAMES
    for name, where in kit_of(game).players.items()
    if where.startswith("ardennes.players.levels:") and not name.startswith("veteran")
]


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
    _, states = watch(game, seats, 2, scenario, lambda s: game.phase_mark(s)[0] > 2)
    for s in states[2::3]:
        for side in game.to_move(s):
            worlds = [s, *game.hidden_twins(s, side)[:3]]
            reported = {
                repr(make_player(name, game, side, 3).act(game.view(one, side), side)) for one in worlds
            }
            assert len(reported) == 1


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


@pytest.mark.parametrize(
    ("order", "message"), [(None, "failed (ZeroDivisionError)"), (END, "is refused (TIA-")]
)
def test_the_staff_decides_for_a_player_that_fails(order: Order | None, message: str) -> None:
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
    assert message in why
    assert view.turn == s.turn


def test_the_lot_decides_where_the_staff_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(kit_of("tigers").players, "staff", f"{__name__}:make_failing")
    s = to_plan(GERMAN)
    order, why = Seated(Failing(), PEIPER, 1).act(PEIPER.view(s, GERMAN), GERMAN)
    assert PEIPER.check(PEIPER.view(s, GERMAN), GERMAN, order) is None
    assert why == "drawn by lot in place of failing, who failed (ZeroDivisionError)"


def make_failing(*_: Any) -> Failing:
    return Failing()


def test_a_match_between_failing_players_continues_to_its_end() -> None:
    seats: list[Player] = [Seated(Failing(), PEIPER, 1), Seated(Failing(END), PEIPER, 2)]
    _, states = watch(PEIPER, seats, 3, "peiper", lambda s: False)
    assert states


def test_a_name_can_ask_for_more_work() -> None:
    game = find_game("tigers")
    usual, more = (make_player(name, game, 0, 1) for name in ("veteran", "veteran:15"))
    assert isinstance(usual, Veteran)
    assert isinstance(more, Veteran)
    assert (more.name, more.work) == ("veteran:15", 15 * usual.work)
    for name in ("veteran:0", "veteran:x", "veteran:", "veteran:1001", "staff:2"):
        with pytest.raises(UserError, match="has no player"):
            make_player(name, game, 0, 1)


def test_an_unknown_player_is_reported_the_valid_ones() -> None:
    with pytest.raises(UserError, match=r"no player 'genius'; it has: random, staff, .*cadet"):
        make_player("genius", GAME, GERMAN, 1)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_offers_a_beginner_the_staff_and_veterans(game: str) -> None:
    assert {"cadet", "staff", "veteran"} <= set(player_names(game))


@pytest.mark.parametrize("game", GAMES)
def test_anyone_who_is_offered_can_be_made(game: str) -> None:
    result = find_game(game)
    for name in player_names(game):
        assert make_player(name, result, 0, 1).name == name
    assert {one.id for one in characters(game)} == set(player_names(game))


def test_a_retired_player_is_replaced_in_the_matches_that_name_it() -> None:
    """Stored matches may still name the veteran that thought four times as long."""
    assert make_player("veteran_long", GAME, GERMAN, 1).name == "veteran"
    assert "veteran_long" not in player_names("tigers")
