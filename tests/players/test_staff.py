"""The staff: legal, deterministic, unaffected by hidden facts, and with a reason for everything."""

from __future__ import annotations

import functools

import pytest

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.model.orders import StandFast
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN
from ardennes.players.api import Player, make_player
from ardennes.players.tigers.staff.player import WEIGHTS, Staff
from ardennes.players.toolkit.weights import load_weights
from tests.players.watched import Given, both, watch

GAME = Tigers()


def play(seats: list[Player], seed: int, turns: int) -> tuple[list[Given], list[TigersState]]:
    """Play some turns, and return some of the states."""
    return watch(GAME, seats, seed, "campaign", lambda s: s.turn > turns, every=9)


@functools.cache
def two_turns() -> tuple[list[Given], list[TigersState]]:
    return play(both(GAME, "staff", 7), 7, 2)


def test_every_order_is_legal_and_has_its_reason() -> None:
    given, _ = two_turns()
    assert {side for side, _, _ in given} == {GERMAN, ALLIED}
    assert all(why.strip() for _, _, why in given)


def test_the_same_seed_gives_the_same_orders() -> None:
    again, _ = play(both(GAME, "staff", 7), 7, 2)
    assert again == two_turns()[0]


def test_what_is_hidden_changes_no_order_and_no_reason() -> None:
    """The dump in any other of its hexes: the German staff does and says the same, TIA-FUEL-2."""
    compared = 0
    for s in two_turns()[1]:
        if GAME.to_move(s) != (GERMAN,):
            continue
        answers = set()
        for world in (s, *GAME.hidden_twins(s, GERMAN)[:2]):
            answers.add(repr(make_player("staff", GAME, GERMAN, 3).act(GAME.view(world, GERMAN), GERMAN)))
            compared += 1
        assert len(answers) == 1
    assert compared > 10


def test_it_seldom_has_to_mend_an_order() -> None:
    staff = Staff(GAME, GERMAN, 5)
    given, _ = play([staff, make_player("random", GAME, ALLIED, 5)], 5, 3)
    mine = sum(1 for side, _, _ in given if side == GERMAN)
    assert staff.repairs <= mine // 5


@pytest.mark.long
@pytest.mark.parametrize(
    "name", [f"{section}.{key}" for section, table in load_weights(WEIGHTS).items() for key in table]
)
def test_every_weight_is_asked_for(name: str) -> None:
    section, key = name.split(".")
    assert key in asked()[section]


@functools.cache
def asked() -> dict[str, set[str]]:
    """The weights read in a short scenario and in some games against staff and against rush; one that is
    never read is unused.
    """
    weights = load_weights(WEIGHTS)
    total = sum(len(table) for table in weights.values())
    short = GAME.in_scenario("peiper")
    watch(short, [Staff(short, s, 2, weights) for s in (GERMAN, ALLIED)], 2, "peiper", lambda s: s.turn > 7)
    for seed in range(2, 8):
        rival = ("staff", "rush")[seed % 2]
        for side in (GERMAN, ALLIED):
            seats: list[Player] = [make_player(rival, GAME, s, seed) for s in (GERMAN, ALLIED)]
            seats[side] = Staff(GAME, side, seed, weights)
            play(seats, seed, 8)
        if sum(len(table.read) for table in weights.values()) == total:
            break
    return {section: table.read for section, table in weights.items()}


def test_weights_change_play() -> None:
    """A staff that fights for nothing but kills plays another first turn."""
    weights = load_weights(WEIGHTS)
    weights["battle"] = weights["battle"].replaced(least=1000.0)
    meek, _ = play([Staff(GAME, GERMAN, 7, weights), make_player("random", GAME, ALLIED, 7)], 7, 1)
    bold, _ = play([Staff(GAME, GERMAN, 7), make_player("random", GAME, ALLIED, 7)], 7, 1)
    assert [order for _, order, _ in meek] != [order for _, order, _ in bold]


@pytest.mark.parametrize(("place", "stands"), [(0.0, False), (10.0, True)])
def test_a_place_that_decides_is_stood_fast_for(place: float, stands: bool) -> None:
    """No Retreat! only where the hex decides a short scenario."""
    answers = []
    for scenario in ("peiper", "bastogne", "st_vith"):
        game = GAME.in_scenario(scenario)
        weights = load_weights(WEIGHTS)
        for side in ("german", "allied"):
            weights[side] = weights[side].replaced(place=place * weights[side]["place"])
        seats: list[Player] = [Staff(game, side, 5, weights) for side in (GERMAN, ALLIED)]
        given, _ = watch(game, seats, 5, scenario, lambda s: False)
        answers += [order.yes for _, order, _ in given if isinstance(order, StandFast)]
    assert answers
    assert any(answers) == stands
