"""The sequence of play: turns, couplets, weather, Supply Problems (WOT-5, WOT-6.16; WV-94, WV-95, WV-99)."""

from __future__ import annotations

import pytest

from ardennes.dice import NoDice, ScriptedDice
from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.model.orders import (
    END,
    AutoSetup,
    ChooseOrder,
    DropSupplies,
    Interdict,
)
from ardennes.games.wave_of_terror.rules.model.state import (
    Declaring,
    Dropping,
    Fighting,
    Interdicting,
    Moving,
    WaveState,
)
from ardennes.games.wave_of_terror.rules.sequence import weather
from ardennes.games.wave_of_terror.schema.terms import ALLIED, CLEAR_SKIES, GERMAN, OVERCAST
from ardennes.kernel.contract import Order

GAME = WaveOfTerror()
W = GAME.world


def set_up(profile: str = "full") -> WaveState:
    s = GAME.start("campaign", {"profile": profile}, NoDice())
    for _ in range(2):
        give(s, AutoSetup())
        give(s, END)
    return s


def give(s: WaveState, order: Order, *dice: int) -> None:
    side = GAME.to_move(s)[0]
    assert (refusal := GAME.check(s, side, order)) is None, refusal
    GAME.apply(s, side, order, ScriptedDice(dice))


def play_turn(s: WaveState, *last: int) -> None:
    """Everybody does as little as possible; the dice are those rolled after the last order of the turn."""
    turn = s.turn
    while s.turn == turn and s.stack:
        at_last = s.couplet == 2 and s.acting == ALLIED and isinstance(s.stack[-1], Fighting)
        order = ChooseOrder(False) if isinstance(s.stack[-1], Declaring) else END
        give(s, order, *(last if at_last else ()))


def test_first_couplet() -> None:
    """WV-94: the German fights first without being asked; the Allies do not fight at all."""
    s = set_up()
    assert (s.stack, s.fight_first) == ([Fighting(GERMAN)], True)
    give(s, END)
    assert s.stack == [Moving(GERMAN)]
    give(s, END)
    assert (s.stack, s.acting) == ([Declaring(ALLIED)], ALLIED)
    give(s, ChooseOrder(False))
    assert s.stack == [Moving(ALLIED)]
    give(s, END)
    assert (s.stack, s.couplet) == ([Declaring(GERMAN)], 2)  # the empty combat phase is not asked for


def test_order_of_the_phases() -> None:
    """WOT-5.6: one movement and one combat phase, in either order."""
    for fight_first, first, second in ((True, Fighting, Moving), (False, Moving, Fighting)):
        s = set_up()
        for order in (END, END, ChooseOrder(False), END):
            give(s, order)
        give(s, ChooseOrder(fight_first))
        assert isinstance(s.stack[-1], first)
        give(s, END)
        assert isinstance(s.stack[-1], second)


def test_seventeen_turns() -> None:
    """WOT-5.1; in the basic game not one die is rolled where nobody fights."""
    s = set_up("basic")
    for turn in range(1, 18):
        assert s.turn == turn
        play_turn(s)
    assert s.over == "allied strategic"  # no German west of the front, WOT-4.4
    assert s.rolls == 0


@pytest.mark.parametrize(("turn", "die", "sky"), [(8, 2, OVERCAST), (8, 3, CLEAR_SKIES), (4, 5, OVERCAST)])
def test_weather(turn: int, die: int, sky: int) -> None:
    """WV-95."""
    assert weather.weather_on(W, turn, die) == sky


def test_no_weather_die_before_turn_four() -> None:
    s = set_up()
    s.turn = 3
    weather.set_weather(W, s, NoDice(), [])
    assert s.weather == OVERCAST


def test_baseplate() -> None:
    """WOT-5.4: rolled on each clear turn until it happens; then four aircraft."""
    s = set_up()
    s.turn = 8
    weather.set_weather(W, s, ScriptedDice([6, 5]), [])
    assert (s.weather, s.aircraft, s.baseplate) == (CLEAR_SKIES, 8, False)
    weather.set_weather(W, s, ScriptedDice([6, 6]), [])
    assert (s.aircraft, s.baseplate) == (4, True)
    weather.set_weather(W, s, ScriptedDice([6]), [])
    assert s.aircraft == 4


def test_supply_problems() -> None:
    """WV-56, WV-99: the parents of the table, only units on the map; not once the rolls have stopped."""
    s = set_up()
    s.turn = 7
    weather.supply_problems(W, s, ScriptedDice([4, 6]), [])
    struck = {W.units[unit].id for unit in range(len(W.units)) if s.struck >> unit & 1}
    assert struck == {unit.id for unit in W.units if unit.id.startswith("G-2-")}
    assert struck
    s.struck, s.rolls_stopped = 0, True
    weather.supply_problems(W, s, NoDice(), [])
    assert not s.struck


def test_air_allocation_comes_after_the_weather() -> None:
    """WOT-9.18, WOT-6.15: interdiction first, then aerial supply, and both end with the turn."""
    s = set_up()
    for turn in range(1, 4):
        assert s.turn == turn
        dice = {1: (), 2: (), 3: (1, 6, 1)}[turn]  # KG Peiper, weather, Baseplate
        play_turn(s, *dice)
    assert s.stack == [Dropping(ALLIED), Interdicting(ALLIED)]
    road = W.grid.label((W.board.road & -W.board.road).bit_length() - 1)
    give(s, Interdict(road))
    assert s.aircraft == 7
    assert GAME.check(s, ALLIED, Interdict(road)) is not None
    give(s, END)
    assert s.stack == [Dropping(ALLIED)]
    give(s, DropSupplies("E2033"))
    give(s, END, 3, 4)  # Supply Problems: 7, nobody
    assert (s.acting, s.couplet) == (GERMAN, 1)
    assert s.markers
    play_turn(s, 1, 1, 3, 4)  # KG Peiper, weather and Supply Problems of turn 5
    assert (s.interdicted, s.markers, s.aircraft) == (0, [], 0)
