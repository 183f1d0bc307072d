"""The routes that clients of all games are offered, and the attacks that a move would force."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import ardennes
from ardennes.games import table_of
from ardennes.games.tigers.rules.combat import obligations
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.flow import tried
from ardennes.kernel.offers import sample
from ardennes.kernel.route_offers import revisits
from ardennes.kernel.table import Table
from ardennes.kernel.wire import Way

MATCHES = [
    ("tigers", "st_vith", 250),
    ("tigers", "campaign", 250),
    ("breakthrough", "clervaux", 700),
    ("wave_of_terror", "campaign", 300),
    ("playsheet", "lxvi_corps", 40),
]


def steps(way: Way) -> list[str]:
    return way.path if way.path is not None else list(way.order.get("route", []))


def hex_of(table: Table, view: Any, side: int, unit: str) -> str:
    return next((u.hex for u in table.board(view, side).units if u.id == unit), "")


def positions(game_id: str, scenario: str, orders: int, seed: int) -> Iterator[tuple[AnyGame, Any, int]]:
    """Yield the game, a view and its side before each order of a random match."""
    rng, kernel = Random(seed), ardennes.new_match(game_id, scenario=scenario, seed=seed).kernel
    for _ in range(orders):
        if kernel.result() is not None:
            return
        side = rng.choice(kernel.game.to_move(kernel.state))
        view = kernel.game.view(kernel.state, side)
        yield kernel.game, view, side
        order = sample(kernel.game.offers(view, side), rng)
        assert order is not None
        kernel.play(side, order)


def reaches(game_id: str, scenario: str, orders: int, seed: int) -> Iterator[tuple[AnyGame, Any, int, str]]:
    """Yield the same with a unit that can act."""
    rng = Random(seed)
    for game, view, side in positions(game_id, scenario, orders, seed):
        units = table_of(game).choices(view, side).units
        for unit in rng.sample(units, min(2, len(units))):
            yield game, view, side, unit


@pytest.mark.long
@pytest.mark.parametrize(("game_id", "scenario", "orders"), MATCHES)
def test_each_destination_has_one_route(game_id: str, scenario: str, orders: int) -> None:
    looked = 0
    for game, view, side, unit in reaches(game_id, scenario, orders, 2):
        table = table_of(game)
        at = hex_of(table, view, side, unit)
        direct: set[Any] = set()
        for way in table.reach(view, side, unit):
            if way.aims:
                continue
            looked += 1
            assert not revisits(at, steps(way)), f"{unit} from {at} by {steps(way)}"
            fields = {name: str(value) for name, value in way.order.items() if name not in ("path", "route")}
            leaves = steps(way)[-2:-1] if way.hex == "exit" else ()
            kind = (way.hex, way.mode, *way.marks, *leaves, way.label, bool(way.takes), *fields.items())
            assert kind not in direct, f"{unit} has two routes to {way.hex}"
            direct.add(kind)
    assert looked


@pytest.mark.long
@pytest.mark.parametrize(("game_id", "scenario", "orders"), MATCHES)
def test_a_second_route_is_legal_and_takes_its_places(game_id: str, scenario: str, orders: int) -> None:
    count = 0
    for game, view, side, unit in reaches(game_id, scenario, orders, 2):
        table = table_of(game)
        second = [way for way in table.reach(view, side, unit) if way.takes]
        for way in second[:3]:
            count += 1
            order = game.read_order(way.order)
            assert game.check(view, side, order) is None
            assert set(way.takes) <= set(steps(way)[:-1])
            after = (
                None if game_id == "playsheet" else tried(game, view, side, order)
            )  # written, not carried out
            if after is not None and hex_of(table, after, side, unit) == way.hex:  # nothing stopped it
                before, now = table.board(view, side).control, table.board(after, side).control
                assert all(before.get(hex_) != now.get(hex_) for hex_ in way.takes)
    assert count


def test_tigers_still_allows_a_route_that_comes_back() -> None:
    for game, view, side, unit in reaches("tigers", "st_vith", 250, 5):
        table: Any = table_of(game)
        at = hex_of(table, view, side, unit)
        round_ = [way for way in table.parts.reach(game, view, side, unit) if revisits(at, steps(way))]
        if at and round_:
            assert all(game.check(view, side, game.read_order(way.order)) is None for way in round_)
            assert table.route(view, side, unit, steps(round_[0]), round_[0].mode).ways
            return
    raise AssertionError("no unit could come back")


@pytest.mark.long
def test_a_move_forces_exactly_the_attacks_that_it_names() -> None:
    forced = free = 0
    for game, view, side, unit in reaches("tigers", "st_vith", 400, 5):
        table: Any = table_of(game)
        w, number = table.world, table.world.by_id[unit]
        if view.where[number] < 0:
            continue
        for way in table.reach(view, side, unit)[:12]:
            if way.order["do"] != "move" or way.hex == "exit":
                continue
            after = tried(game, view, side, game.read_order(way.order))
            if after is None or after.where[number] < 0:
                continue  # a die decides about the bridge, or the unit stopped
            owed = w.grid.labels_of(obligations.owes(w, after, number))
            assert sorted(owed) == sorted(one.hex for one in way.forced)
            assert all(one.who and one.odds for one in way.forced)
            forced, free = forced + bool(owed), free + (not owed)
    assert min(forced, free) > 5


@pytest.mark.long
def test_the_end_of_a_phase_names_the_attacks_that_it_demands() -> None:
    kinds = set()
    for game, view, side in positions("tigers", "st_vith", 400, 5):
        table: Any = table_of(game)
        choices = table.choices(view, side)
        kind = choices.decision.kind if choices.decision else ""
        if kind == "declare":
            assert bool(choices.forced) == (choices.end is not None)
        elif kind == "move":
            duties = obligations.duties(table.world, view, side)
            assert bool(choices.forced) == bool(duties)
        else:
            assert not choices.forced or kind == "Peiper"
        if choices.forced:
            kinds.add(kind)
    assert {"move", "declare"} <= kinds


@pytest.mark.parametrize(
    ("game_id", "scenario", "rule"),
    [
        ("tigers", "campaign", "TIA-SETUP-10"),
        ("breakthrough", "twelve", "BTA-2.4c"),
        ("breakthrough", "last_seven", ""),
        ("wave_of_terror", "campaign", "WOT-5.8"),
    ],
)
def test_an_opening_attack_is_not_skipped_silently(game_id: str, scenario: str, rule: str) -> None:
    warned = [
        choices.assault
        for game, view, side in positions(game_id, scenario, 250, 5)
        if (choices := table_of(game).choices(view, side)).assault
    ]
    assert bool(warned) == bool(rule)
    assert all(rule in text for text in warned)


@pytest.mark.long
@pytest.mark.parametrize(
    ("game_id", "scenario"), [("breakthrough", "clervaux"), ("wave_of_terror", "st_vith")]
)
def test_a_unit_with_points_is_not_said_to_have_none(game_id: str, scenario: str) -> None:
    """Where points run out on the way, the reason says where."""
    rng, on_the_way = Random(1), 0
    for game, view, side, unit in reaches(game_id, scenario, 250, 2):
        table: Any = table_of(game)
        ways = [way for way in table.reach(view, side, unit) if way.order["do"] == "move"]
        if not ways:
            continue
        grid = table.world.grid
        last = grid.at(max(ways, key=lambda way: len(steps(way))).hex)
        for cell in rng.sample([cell for cell in grid.neighbours[last] if cell >= 0], 2):
            for refusal in table.why(view, side, unit, grid.label(cell)):
                assert not re.search(r"no (operation|movement) points left(\.|,)", refusal.facts)
                on_the_way += "points left " in refusal.facts
    assert on_the_way
