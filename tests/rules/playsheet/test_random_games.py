"""Positions of random games are valid: stacking, strength, supply, time; orders can be encoded."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ardennes.games.playsheet.rules.model.orders import Move, Seal
from ardennes.games.playsheet.rules.model.state import DEAD, PlaysheetState
from ardennes.games.playsheet.rules.orders.offers import offers
from ardennes.games.playsheet.rules.orders.routes import plan_of, planned_time, reach
from ardennes.games.playsheet.schema.terms import ALLIED, GERMAN, MODES, TURN
from ardennes.games.playsheet.words import WORDING
from ardennes.kernel.offers import sample
from tests.rules.playsheet.random_play import drawn, game, opening, turns, write_sheets


def check_position(s: PlaysheetState) -> None:
    w = game().world
    here: Counter[tuple[int, int]] = Counter()
    holders: dict[int, int] = {}
    for unit, cell in enumerate(s.where):
        u = w.units[unit]
        if cell < 0:
            assert cell != DEAD or s.status[unit] <= 0, u.id
            continue
        assert holders.setdefault(cell, u.side) == u.side, w.label(cell)  # OPS-GRID-6
        here[cell, u.side] += u.combat
        assert 0 < s.status[unit] <= u.status, u.id  # OPS-COMBAT-32, OPS-SUP-7
        assert 0 <= s.sp[unit] <= w.limits.sp_limit, u.id  # OPS-SUP-1
        assert 0 <= s.used[unit] <= TURN, u.id  # OPS-MOVE-4
        ground = s.german_ground if u.side == GERMAN else s.allied_ground
        assert ground >> cell & 1, u.id  # OPS-SIM-8
    assert max(here.values()) <= w.limits.stack_limit  # OPS-GRID-6
    for report in s.reports:
        assert report.turn < s.turn or s.over
        assert s.turn - max(report.turn, 0) <= w.limits.report_kept or s.over  # OPS-SPOT-6
        assert w.units[report.unit].side != report.to


@pytest.mark.parametrize("seed", range(2))
def test_positions_are_sound(seed: int) -> None:
    visited = 0
    for state, _ in turns(seed, "short"):
        check_position(state)
        visited += 1
    assert visited == 9


def test_a_sheet_written_at_random_has_orders_for_many_units() -> None:
    state, counts = opening(3), []
    for seed in range(12):
        sheet = state.clone()
        write_sheets(sheet, Random(seed))
        counts.append(sum(order is not None for order in sheet.sheet))
    assert 20 < sum(counts) / len(counts) < 140


def test_orders_can_be_written_and_read() -> None:
    w, rng = game().world, Random(4)
    kinds = set()
    for state, _ in turns(4, "short"):
        for side in (ALLIED, GERMAN):
            if state.over:
                break
            for _ in range(30):
                order = drawn(state, side, rng)
                kinds.add(type(order).__name__)
                assert WORDING.parse(w, WORDING.write(order)) == order
    assert {"Move", "Attack", "Prepare", "Support", "Interdict", "Defend", "Rest", "Attach"} <= kinds


def test_aside_lies_what_nobody_does_by_chance() -> None:
    state, rng = opening(5), Random(5)
    view = game().view(state, GERMAN)
    kinds = {type(sample(offers(game().world, view, GERMAN), rng)).__name__ for _ in range(300)}
    assert not {"Resign", "TakeBack", "Copy", "Priority"} & kinds
    assert Seal.__name__ in kinds


@pytest.mark.parametrize("mode", range(len(MODES)))
def test_reach_is_what_can_be_ordered(mode: int) -> None:
    """Every hex of the reach has a legal route with exactly that time; the next step beyond is too far or not
    allowed (OPS-MOVE-4, OPS-ORD-2).
    """
    w, state = game().world, opening(6)
    view = game().view(state, GERMAN)
    units = [unit for unit in w.of_side[GERMAN] if view.where[unit] >= 0 and w.combat[unit]][::17]
    tried = 0
    for unit in units:
        result, plan = reach(w, view, unit, mode), plan_of(w, view, unit, mode)
        for cell in list(result.cost)[1::20]:
            route = tuple(w.label(step) for step in result.route(cell))
            order = Move(w.units[unit].id, MODES[mode], route)
            assert game().check(view, GERMAN, order) is None
            tried += 1
        for cell, spent in list(result.cost.items())[::15]:
            for near in w.near[cell]:
                time = planned_time(w, plan, cell, near, cell == view.where[unit])
                assert near in result.cost or time < 0 or spent + time > TURN
    assert tried > 10


def test_turns_are_counted_from_one_as_people_do() -> None:
    """The lobby treats turn 0 as a setup, which the playsheet does not have."""
    assert game().phase_mark(opening(1)) == (1,)
