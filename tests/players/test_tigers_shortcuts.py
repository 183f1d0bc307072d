"""What the staff of Tigers caches or skips equals a complete computation."""

from __future__ import annotations

import copy
import functools
from collections.abc import Iterator

import msgspec
import pytest

from ardennes.dice import SealedDice, seed_from_number
from ardennes.games import find_game
from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.combat import retreat
from ardennes.games.tigers.rules.combat.odds import odds_of
from ardennes.games.tigers.rules.model.position import derived, put, units_at
from ardennes.games.tigers.rules.model.state import DEAD, Moving, NamingDistance, TigersState
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN
from ardennes.games.tigers.schema.world import EXIT
from ardennes.hexes import bits
from ardennes.kernel.contract import Order
from ardennes.kernel.match import settle_options
from ardennes.players.api import make_player
from ardennes.players.search.adapter import with_weights
from ardennes.players.tigers.staff import supply
from ardennes.players.tigers.staff.battle import BattleJudge
from ardennes.players.tigers.staff.ground import ExitRace, exit_race
from ardennes.players.tigers.staff.guard import FIRST_TURNS, Alarm, leavers, next_german_turn, worth_of
from ardennes.players.tigers.staff.moves import MovePlanner
from ardennes.players.tigers.staff.outlook import Outlook
from ardennes.players.toolkit.packages import Post
from ardennes.players.toolkit.random_choice import Lots
from ardennes.players.toolkit.weights import load_weights

WEIGHTS = load_weights("tigers")


@functools.cache
def seen(scenario: str, kind: type) -> list[tuple[Tigers, TigersState, int]]:
    """Return views of a game between two staffs at which such a decision is made, for moves only the first of
    a phase, and the side.
    """
    game = find_game("tigers", scenario)
    assert isinstance(game, Tigers)
    dice = SealedDice(seed_from_number(5))
    s = game.start(scenario, settle_options(game, {}), dice)
    players = [make_player("staff", game, side, 5) for side in (GERMAN, ALLIED)]
    result, mark = [], (0, 0)
    while sides := game.to_move(s):
        view = game.view(s, sides[0])
        if isinstance(s.stack[-1], kind) and (kind is not Moving or (s.turn, s.phase) != mark):
            mark = (s.turn, s.phase)
            result.append((game, game.view(s, sides[0]), sides[0]))
        game.apply(s, sides[0], players[sides[0]].act(view, sides[0])[0], dice)
    return result


def planners() -> Iterator[MovePlanner]:
    for game, view, side in [*seen("campaign", Moving)[::7], *seen("peiper", Moving)[::4]]:
        yield MovePlanner(game.world, view, side, WEIGHTS)


def test_hexes_are_as_far_apart_as_the_grid_has_them() -> None:
    for scenario in ("campaign", "peiper"):
        w = find_game("tigers", scenario).world  # type: ignore[attr-defined]
        for a in w.grid.cells:
            assert [w.apart[a][b] for b in w.grid.cells] == [w.grid.distance(a, b) for b in w.grid.cells]


def test_the_best_of_the_choices_is_the_best_of_all_routes() -> None:
    left_out = better = 0
    for planner in planners():
        look, s = planner.look, planner.s
        for unit, routes in planner.routes.items():
            calm = [r for r in routes if r.cell != EXIT and not look.contacts[r.cell]]
            choices = [r for r in planner.choices(unit) if r in calm]
            best = max(calm, key=lambda r: look.stand(unit, r.cell, r.road_end), default=None)
            assert best is max(choices, key=lambda r: look.stand(unit, r.cell, r.road_end), default=None)
            left_out += len(calm) - len(choices)
            here = look.stand(unit, s.where[unit])
            for route in choices:
                plain = look.stand(unit, route.cell, route.road_end)
                outcome = look.stand(unit, route.cell, route.road_end, least=here)
                assert outcome == plain if plain > here else outcome <= here
                better += plain > here
    assert left_out > 100
    assert better > 100


def test_a_battle_is_worth_what_a_judge_without_memory_says() -> None:
    compared = 0
    for planner in planners():
        planner.plan()
        judge = planner.judge
        for number, (target, posts) in enumerate(judge._memo):
            if number % 5 == 0:
                units = tuple(sorted(posts))
                fresh = BattleJudge(
                    judge.w, planner.s, judge.side, judge.weights, judge.ground, judge.contacts
                )
                fresh.zone = judge.zone
                assert judge._worth(target, units) == fresh._worth(target, units)
                compared += 1
    assert compared > 50


def test_odds_are_the_same_anyone_who_brings_what_is_met() -> None:
    compared = set()
    for planner in planners():
        w, s = planner.w, planner.s
        judge = BattleJudge(w, s, planner.side, WEIGHTS["battle"], [], planner.look.contacts)
        for target, posts in planner.posts().items():
            near = [p.unit for p in posts if p == Post(p.unit, s.where[p.unit])]
            if near:
                odds = odds_of(w, s, near, (target,))
                assert odds == odds_of(w, s, near, (target,), (judge.met(target),))
                compared.add(odds)
    assert len(compared) > 10


def test_turns_saved_are_those_of_the_race_without_the_stack() -> None:
    gains = set()
    for planner in planners():
        w, s = planner.w, planner.s
        race = exit_race(w, s)
        runs = [(u, s.where[u]) for u in w.of_side[GERMAN] if s.where[u] >= 0]
        for cell in bits(derived(w, s).combat[ALLIED]):
            trial = s.clone()
            for unit in units_at(w, s, cell, ALLIED):
                put(w, trial, unit, DEAD)
            after = ExitRace(w, trial)
            plain = sum(race.turns(u, c) - after.turns(u, c) for u, c in runs)
            assert race.saved(s, cell, runs) == pytest.approx(plain)
            gains.add(round(plain, 3))
    assert len(gains) > 10


def test_a_supply_line_without_gaps_is_found_as_the_search_for_posts_finds_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    positions = [(p.w, p.s, side) for p in planners() for side in (GERMAN, ALLIED)]
    quick = [[supply.supply_gaps(w, s, side, c) for c in w.grid.cells] for w, s, side in positions]
    monkeypatch.setattr(supply, "_fed", lambda *_: False)
    plain = [[supply.supply_gaps(w, s, side, c) for c in w.grid.cells] for w, s, side in positions]
    assert quick == plain
    assert any(gaps for result in plain for gaps in result)
    assert any(gaps == [] for gaps in plain[0])


def test_a_flight_that_completes_a_distance_has_a_route_of_it() -> None:
    asked = 0
    for game, view, _ in [
        v for scenario in ("campaign", "peiper", "st_vith") for v in seen(scenario, NamingDistance)
    ]:
        frame, b = view.stack[-1], view.battle
        assert isinstance(frame, NamingDistance)
        assert b is not None
        for unit, source in b.to_retreat:
            flight = retreat.Flight(game.world, view, b, unit, source)
            for hexes in range(frame.most + 1):
                trial = msgspec.structs.replace(b, distance=hexes)
                routes = retreat.routes(game.world, view, trial, unit, source)
                assert flight.completes(source, hexes) == bool(routes)
                asked += 1
    assert asked > 20


def test_an_outlook_on_a_changed_position_remembers_nothing_of_the_other() -> None:
    """An outlook keeps its own data: after a move another one sees the units where they are."""
    game, view, side = seen("campaign", Moving)[8]
    w = game.world
    unit = next(u for u in w.of_side[side] if view.where[u] >= 0 and w.factor[u] > 2)
    here = view.where[unit]
    other = next(u for u in w.of_side[side] if view.where[u] not in (here, -1) and view.where[u] >= 0)
    before = Outlook(w, view, side, WEIGHTS)
    assert unit in before.company(other, here)
    moved = view.clone()
    put(w, moved, unit, DEAD)
    assert unit not in Outlook(w, moved, side, WEIGHTS).company(other, here)
    assert unit in before.company(other, here)


def test_an_alarm_knows_whom_the_exits_hang_on() -> None:
    """A guard that leaves, as in an advance, opens a way out if the Germans could then leave the map, and
    only then.
    """
    opened = saved = 0
    for game, view, side in seen("campaign", Moving)[:12]:
        w = game.world
        if side != ALLIED or view.turn > FIRST_TURNS:
            continue
        alarm = Alarm(w, view, exit_race(w, view))
        far = max(set(w.grid.cells) - set(view.where), key=lambda c: (w.grid.column[c], c))
        for unit in [u for u in w.of_side[ALLIED] if view.where[u] >= 0 and w.units[u].combat]:
            then = next_german_turn(w, view)
            put(w, then, unit, far)
            more = worth_of(w, leavers(w, then, alarm.suspects)) > alarm.worth
            assert alarm.opens(unit, far) == more
            opened, saved = opened + more, saved + (not more)
        assert not any(alarm.opens(u, view.where[u]) for u in w.of_side[ALLIED] if view.where[u] >= 0)
    assert opened
    assert saved


@pytest.mark.parametrize("name", ["staff", "rush", "cutter"])
def test_a_copy_of_a_player_plays_on_alike_and_by_itself(name: str) -> None:
    game, view, side = seen("campaign", Moving)[6]
    player = make_player(name, game, side, 3)
    s, dice = view.clone(), SealedDice(seed_from_number(9))
    game.apply(s, side, player.act(game.view(s, side), side)[0], dice)
    orders = []
    for one in (with_weights(game, player, {}, {}), with_weights(game, player, {}, {}), player):
        trial, its_dice = s.clone(), SealedDice(seed_from_number(10))
        given = list[tuple[Order, str]]()
        while game.to_move(trial) == (side,) and len(given) < 30:
            given.append(one.act(game.view(trial, side), side))
            game.apply(trial, side, given[-1][0], its_dice)
        orders.append(given)
    assert orders[0] == orders[1] == orders[2]
    assert len(orders[0]) > 3


def test_a_copy_of_lots_draws_the_same_and_does_not_draw_for_the_other() -> None:
    lots = Lots(4)
    lots.random()
    other = copy.deepcopy(lots)
    assert [other.random() for _ in range(3)] == [lots.random() for _ in range(3)]
    other.random()
    assert other.getstate() != lots.getstate()
