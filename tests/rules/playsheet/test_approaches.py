"""Planned approaches end where the umpire would end them, if the reports are right."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from ardennes.dice import KeyedDice
from ardennes.games import table_of
from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.rules.knowledge.estimate import reported_contact
from ardennes.games.playsheet.rules.knowledge.reports import CONTACT
from ardennes.games.playsheet.rules.model import orders as o
from ardennes.games.playsheet.rules.model.state import PlaysheetState, Report
from ardennes.games.playsheet.rules.orders import routes
from ardennes.games.playsheet.rules.resolution.notebook import Turn
from ardennes.games.playsheet.schema.terms import ALLIED, GERMAN, TACTICAL
from ardennes.games.playsheet.table.reach import stopping
from ardennes.kernel.match import settle_options
from ardennes.players.playsheet.staff.player import staff_for

GAME = Playsheet()
W = GAME.world
SAMPLE = 300  # routes


def start() -> PlaysheetState:
    return GAME.start("full", settle_options(GAME, {}), KeyedDice(bytes(32)))


def all_reported(state: PlaysheetState, side: int) -> PlaysheetState:
    """Report every enemy to the side, so that its reports are right."""
    sightings = [
        Report(
            side, unit, state.where[unit], 0, CONTACT, W.units[unit].report_type, W.units[unit].report_size
        )
        for unit in W.of_side[1 - side]
        if state.where[unit] >= 0
    ]
    state.reports = [*(r for r in state.reports if r.to != side), *sightings]
    return state


def stopped_by_the_umpire(turn: Turn, side: int, route: Sequence[str]) -> str | None:
    """Walk a route as the movement clock does: before enemies, and next to combat units, it ends."""
    before = ""
    for number, label in enumerate(route):
        cell = W.cell_of(label)
        if turn.holds(cell, 1 - side):
            return before
        if turn.enemies_near(cell, side) and number + 1 < len(route):
            return label
        before = label
    return None


@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_reported_contact_is_the_contact_of_the_umpire(side: int) -> None:
    state = all_reported(start(), side)
    turn, contact = Turn(W, state, KeyedDice(bytes(32)), []), reported_contact(W, state, side)
    rng, ends = Random(side), set()
    units = [u for u in W.of_side[side] if state.where[u] >= 0]
    for _ in range(SAMPLE):
        reach = routes.reach(W, state, rng.choice(units), TACTICAL)
        route = [W.label(cell) for cell in reach.route(rng.choice(sorted(reach.cost)))]
        predicted = routes.stopped_at(W, contact, route)
        assert predicted == stopped_by_the_umpire(turn, side, route), route
        ends.add(predicted is None)
    assert ends == {True, False}


@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_no_attack_is_planned_past_a_reported_enemy(side: int) -> None:
    state = all_reported(start(), side)
    state.turn = 2  # the Allies may order everything
    view, table = GAME.view(state, side), table_of(GAME)
    turn, planned = Turn(W, state, KeyedDice(bytes(32)), []), 0
    for target in table.choices(view, side).targets:
        for unit in target.attackers:
            odds = table.odds(view, side, [target.hex], [unit])
            order = odds.order or {"route": ()}
            assert stopped_by_the_umpire(turn, side, order["route"]) is None, order
            planned += bool(order["route"])
    assert planned > 3
    for mine in W.of_side[side]:
        ways = table.reach(view, side, W.units[mine].id) if state.where[mine] >= 0 else []
        for way in ways:
            if way.mode == "attack":
                assert stopped_by_the_umpire(turn, side, way.order["route"]) is None, way


def test_a_march_says_where_the_reports_would_stop_it() -> None:
    state = all_reported(start(), GERMAN)
    view, contact = GAME.view(state, GERMAN), reported_contact(W, state, GERMAN)
    words = {True: 0, False: 0}
    for unit in W.of_side[GERMAN][:40]:
        for way in table_of(GAME).reach(view, GERMAN, W.units[unit].id) if state.where[unit] >= 0 else []:
            if way.order["do"] == "move" and "exit" not in way.hex:
                stops = routes.stopped_at(W, contact, way.order["route"]) is not None
                assert ("if the reports are right" in way.label) == stops, way
                words[stops] += 1
    assert all(words.values())
    assert stopping(W, contact, ()) == ""


@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_the_staff_plans_no_attack_past_a_reported_enemy_and_keeps_written_orders(side: int) -> None:
    state = all_reported(start(), side)
    state.turn = 0 if side == GERMAN else 2  # the Allies write nothing on the first day
    mine = next(u for u in W.of_side[side] if state.where[u] >= 0 and W.combat[u])
    state.sheet[mine] = o.Rest(W.units[mine].id)
    view = GAME.view(state, side)
    turn, staff, attacks = Turn(W, state, KeyedDice(bytes(32)), []), staff_for(GAME, side, 1), 0
    while not isinstance((order := staff.act(view, side)[0]), o.Seal):
        assert getattr(order, "unit", "") != W.units[mine].id or isinstance(order, o.Attach)
        if isinstance(order, o.Attack):
            attacks += 1
            assert stopped_by_the_umpire(turn, side, order.route) is None, order
    assert attacks or side == ALLIED
