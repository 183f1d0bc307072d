"""Players of the playsheet: legal sheets, the same from the same view, unaffected by hidden facts."""

from __future__ import annotations

from functools import cache

import pytest

from ardennes.dice import SealedDice, seed_from_number
from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.rules.model.orders import Attack, Seal
from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.games.playsheet.schema.terms import ALLIED, GERMAN
from ardennes.kernel.contract import Order
from ardennes.kernel.match import settle_options
from ardennes.players.api import make_player, player_names
from ardennes.players.playsheet.staff.common import Staff
from ardennes.players.search.veteran import Veteran
from ardennes.players.toolkit.weights import load_weights

pytestmark = pytest.mark.long  # whole turns and games

GAME = Playsheet()
# A veteran takes by far the longest; its sheets are tested with a small budget, below.
NAMES = [name for name in player_names("playsheet") if name != "random" and not name.startswith("veteran")]
POSITIONS = (0, 1, 5, 9, 14)
TELLING = (1, 14, 9, 5, 0)  # the same, those in which most weights change something first


@cache
def positions() -> dict[int, PlaysheetState]:
    """States before the orders of some turns of one game between two staffs."""
    dice = SealedDice(seed_from_number(7))
    state = GAME.start(GAME.scenarios[0].id, settle_options(GAME, {}), dice)
    players = [make_player("staff", GAME, side, 5) for side in (ALLIED, GERMAN)]
    result: dict[int, PlaysheetState] = {}
    while state.turn <= POSITIONS[-1] and GAME.result(state) is None:
        if state.turn in POSITIONS and state.turn not in result:
            result[state.turn] = state.clone()
        for side in GAME.to_move(state):
            view = GAME.view(state, side)
            order, why = players[side].act(view, side)
            assert GAME.check(view, side, order) is None, (order, why)
            assert why
            GAME.apply(state, side, order, dice)
    return result


def sheet(player: object, state: PlaysheetState, side: int, game: Playsheet = GAME) -> list[Order]:
    """Return what a player writes on one sheet, up to the seal."""
    state = state.clone()
    written: list[Order] = []
    while True:
        view = game.view(state, side)
        order, _ = player.act(view, side)  # type: ignore[attr-defined]
        assert game.check(view, side, order) is None, order
        if isinstance(order, Seal):
            return written
        written.append(order)
        game.apply(state, side, order, SealedDice(b"never rolled"))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_every_player_fills_a_sheet_with_allowed_orders(name: str, side: int) -> None:
    for turn in (0, 1, 9):
        state = positions()[turn]
        written = sheet(make_player(name, GAME, side, 1), state, side)
        if turn == 1:
            assert written == sheet(make_player(name, GAME, side, 1), state, side), "the same again"
        barred = {state.where[unit] for unit in GAME.world.of_side[ALLIED]} >= set(GAME.world.exits)
        done = side == ALLIED and (turn == 0 or (name == "end_run" and barred))
        assert len(written) > 5 or done, "a sheet of some length"


@cache
def small_battle() -> tuple[Playsheet, PlaysheetState]:
    """The battle of one corps after some turns between staffs, when both sides have many orders: a veteran's
    playouts take a fraction of the time there.
    """
    game, dice = Playsheet().in_scenario("xlvii_corps"), SealedDice(seed_from_number(7))
    state = game.start("xlvii_corps", settle_options(game, {}), dice)
    players = [make_player("staff", game, side, 5) for side in (ALLIED, GERMAN)]
    while state.turn < 4:
        for side in game.to_move(state):
            game.apply(state, side, players[side].act(game.view(state, side), side)[0], dice)
    return game, state


@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_a_veteran_that_weighed_plans_fills_a_sheet_with_allowed_orders(side: int) -> None:
    game, state = small_battle()
    veteran, again = (Veteran(game, side, 1, 900) for _ in range(2))
    written = sheet(veteran, state, side, game)
    assert len(written) > 5
    assert veteran.counters["plans"] > 1
    if side == GERMAN:
        assert sheet(again, state, side, game) == written, "the same again"


@pytest.mark.slow
@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_a_veteran_does_so_on_the_whole_map(side: int) -> None:
    veteran, again = (Veteran(GAME, side, 1, 1700) for _ in range(2))
    written = sheet(veteran, positions()[1], side)
    assert len(written) > 5
    assert veteran.counters["plans"] > 1
    if side == GERMAN:
        assert sheet(again, positions()[1], side) == written, "the same again"


@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_hidden_facts_change_no_order(side: int) -> None:
    for turn in (1, 9):
        state = positions()[turn]
        twins = GAME.hidden_twins(state, side)
        assert twins, "there is something hidden here"
        written = sheet(make_player("staff", GAME, side, 1), state, side)
        for twin in twins:
            assert sheet(make_player("staff", GAME, side, 1), twin, side) == written


def test_the_turtle_never_attacks_and_the_rush_does() -> None:
    state = positions()[0]
    turtle = sheet(make_player("turtle", GAME, GERMAN, 1), state, GERMAN)
    rush = sheet(make_player("rush", GAME, GERMAN, 1), state, GERMAN)
    assert not any(isinstance(order, Attack) for order in turtle)
    assert sum(isinstance(order, Attack) for order in rush) > 5


@pytest.mark.parametrize("section", load_weights("playsheet"))
def test_every_weight_is_asked_for(section: str) -> None:
    read = set[str]()
    for turn in TELLING:
        for side in (ALLIED, GERMAN):
            staff = _staff(side)
            if set(staff.weights[section]) - read:
                sheet(staff, positions()[turn], side)
                read |= staff.weights[section].read
    assert read == set(load_weights("playsheet")[section])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("section", "name"), [(part, name) for part, table in load_weights("playsheet").items() for name in table]
)
def test_every_weight_changes_play(section: str, name: str) -> None:
    """Some position gets another sheet if a weight becomes much smaller or much larger."""
    for turn in TELLING:
        for side in (ALLIED, GERMAN):
            plain = _staff_sheet(turn, side)
            for much in (-3.0, 0.0, 3.0):
                staff = _staff(side)
                table = staff.weights[section]
                staff.weights[section] = table.replaced(**{name: table[name] * much + much})
                if tuple(sheet(staff, positions()[turn], side)) != plain:
                    return
    raise AssertionError(f"{section}.{name} changes nothing")


def _staff(side: int) -> Staff:
    """A staff with a past: its units were last sent to two places, alternately."""
    staff = make_player("staff", GAME, side, 1)
    assert isinstance(staff, Staff)
    places = GAME.world.objectives
    staff.goals = {unit: places[unit % 2].hex for unit in GAME.world.of_side[side]}
    return staff


@cache
def _staff_sheet(turn: int, side: int) -> tuple[Order, ...]:
    return tuple(sheet(_staff(side), positions()[turn], side))
