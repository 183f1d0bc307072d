"""The table of Tigers: its offers are legal and complete, and reveal nothing hidden."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from ardennes.dice import SealedDice
from ardennes.games import find_game, table_of
from ardennes.games.tigers.rules.model.orders import AnyOrder
from ardennes.kernel.match import settle_options
from ardennes.kernel.offers import orders, sample
from ardennes.kernel.wire import Choice, Choices
from tests.rules.refused import rule_of

GAME = find_game("tigers")
TABLE = table_of(GAME)


def offered(choices: Choices) -> list[Choice]:
    """Return every order ready to give in the choices."""
    entries = [*choices.buttons, *choices.arrange]
    for place in (choices.hexes, choices.sides):
        for here in place.values():
            entries += here
    return entries


def looked_at(view: Any, side: int) -> tuple[str, list[Any]]:
    """Return the orders of one decision as a client gets them: listed, reached and by target."""
    choices = TABLE.choices(view, side)
    result = [entry.order for entry in offered(choices)]
    assert all(entry.label for entry in offered(choices))
    for unit in choices.units:
        ways = TABLE.reach(view, side, unit)
        assert ways, f"{unit} is said to be able to act and has no way"
        result += [way.order for way in ways]
    for target in choices.targets[:3]:
        odds = TABLE.odds(view, side, [target.hex], target.attackers)
        if odds.order:
            result.append(odds.order)
    assert choices.decision is not None
    return choices.decision.kind, result


@pytest.mark.parametrize("seed", [1, 2])
def test_every_order_a_client_is_given_is_legal(seed: int) -> None:
    rng = Random(seed)
    dice = SealedDice(bytes([seed]) * 32)
    state = GAME.start("campaign", settle_options(GAME, {}), dice)
    kinds = set()
    for step in range(600):
        moving = GAME.to_move(state)
        if not moving:
            break
        side = moving[0]
        view = GAME.view(state, side)
        if step % 14 == 0:
            kind, given = looked_at(view, side)
            kinds.add(kind)
            for plain in given if len(given) < 25 else rng.sample(given, 25):
                order = msgspec.convert(plain, AnyOrder)
                assert GAME.check(view, side, order) is None, (kind, plain)
            msgspec.json.encode(TABLE.board(view, side))
        order = sample(GAME.offers(view, side), rng)
        assert order is not None
        GAME.apply(state, side, order, dice)
    assert len(kinds) > 4


def test_choices_leave_nothing_out_where_single_orders_are_listed() -> None:
    dice = SealedDice(b"d" * 32)
    state = GAME.start("campaign", settle_options(GAME, {}), dice)
    view = GAME.view(state, 1)
    given = [entry.order for entry in offered(TABLE.choices(view, 1))]
    assert given == [msgspec.to_builtins(order) for order in orders(GAME.offers(view, 1))]


def test_the_board_names_one_phase_as_now_and_the_german_seat_sees_no_dump() -> None:
    dice = SealedDice(b"d" * 32)
    state = GAME.start("campaign", settle_options(GAME, {}), dice)
    GAME.apply(state, 1, next(iter(orders(GAME.offers(state, 1)))), dice)
    board = TABLE.board(GAME.view(state, 0), 0)
    assert [step.now for step in board.strip].count(True) == 1
    setting = next(panel for panel in board.panels if panel.id == "setting")
    assert next(row for row in setting.rows if row.what == "Fuel dump").value == "not found"
    assert not [unit for unit in board.units if unit.id == "US-DUMP"]


def _to_the_first_move() -> tuple[Any, int]:
    """A view of the side that moves, played to by any legal orders."""
    rng, dice = Random(1), SealedDice(b"r" * 32)
    state = GAME.start("campaign", settle_options(GAME, {}), dice)
    for _ in range(400):
        side = GAME.to_move(state)[0]
        view = GAME.view(state, side)
        if GAME.decisions(view)[0].kind == "move" and len(TABLE.choices(view, side).units) > 3:
            return view, side
        order = sample(GAME.offers(view, side), rng)
        assert order is not None
        GAME.apply(state, side, order, dice)
    raise AssertionError("nobody came to move")


def test_a_drawn_way_is_judged_like_any_order() -> None:
    view, side = _to_the_first_move()
    for unit in TABLE.choices(view, side).units:
        for way in TABLE.reach(view, side, unit)[::5]:
            judged = TABLE.route(view, side, unit, way.path or (), way.mode)
            assert judged.path == way.path
            assert judged.refusal is None
            lefts = [result.left for result in judged.ways if result.marks == way.marks]
            assert lefts == [way.left]
            for result in judged.ways:
                assert GAME.check(view, side, msgspec.convert(result.order, AnyOrder)) is None


def test_a_drawn_way_goes_as_far_as_it_may_and_says_why_no_farther() -> None:
    view, side = _to_the_first_move()
    board = TABLE.board(view, side)
    at = {u.id: u.hex for u in board.units}
    unit = TABLE.choices(view, side).units[0]
    near = {x.id: x.near for x in TABLE.stage().hexes}
    to_and_fro = [near[at[unit]][0], at[unit]] * 9
    judged = TABLE.route(view, side, unit, to_and_fro, "")
    assert len(judged.path) < len(to_and_fro)
    assert judged.ways == []
    assert rule_of(judged).startswith("TIA-")
    gone = TABLE.route(view, side, unit, [*judged.path, "9999"], "")
    assert rule_of(gone) == "TIA-MAP-1"
    other = next(u for u in at if TABLE.stage().units[u].side != GAME.sides[side])
    assert rule_of(TABLE.route(view, side, other, ["1206"], "")) == "TIA-SEQ-1"


def test_the_stage_says_how_every_mark_result_and_event_looks() -> None:
    stage = TABLE.stage()
    shown = {row for column in stage.crt for row in column}
    assert shown <= set(stage.results)
    assert all(unit.print and unit.about for unit in stage.units.values())
    tones = [result.tone for result in stage.results.values()]
    assert tones == sorted(tones, reverse=True)


def test_orders_are_reported_as_text() -> None:
    view, side = _to_the_first_move()
    unit = TABLE.choices(view, side).units[0]
    way = TABLE.reach(view, side, unit)[0]
    words = TABLE.words(view, side, way.order)
    assert words.startswith(TABLE.stage().units[unit].short)
    assert way.hex in words


def test_odds_can_be_asked_when_it_is_over() -> None:
    state = GAME.start("campaign", settle_options(GAME, {}), SealedDice(bytes(32)))
    state.stack.clear()
    state.over = True
    odds = TABLE.odds(state, 0, ["1206"], ["G-18VG", "G-62VG"])
    assert (odds.column, odds.more, len(odds.less)) == ("1:1", [], 2)
