"""What is true after every order of a game, whoever plays: stacking, owners, pools, formations."""

from __future__ import annotations

import os
from random import Random

import pytest

from ardennes.dice import SealedDice, seed_from_number
from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.combat.odds import printed
from ardennes.games.breakthrough.rules.model.orders import AdvanceFlag, ChangeMode, End, Exit, Move, Plot
from ardennes.games.breakthrough.rules.model.position import Derived, on_map, parts_of, stack_at, stacking
from ardennes.games.breakthrough.rules.model.state import (
    DEAD,
    EXITED,
    MERGED,
    NOT_YET,
    SUPPLY,
    UNFORMED,
    BreakthroughState,
)
from ardennes.games.breakthrough.rules.movement.reinforcements import unit_limit
from ardennes.games.breakthrough.rules.organization.artillery import maximum, pool_of
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN, NORMAL, TRAVEL
from ardennes.kernel.contract import Order
from ardennes.kernel.match import settle_options
from ardennes.kernel.offers import sample

GAME = Breakthrough()
W = GAME.world
GAMES = max(3, int(os.environ.get("ARDENNES_FUZZ_GAMES", "24")) // 8)  # one of each scenario
LOOKS = 6  # orders drawn before the boldest is given


def check_units(s: BreakthroughState) -> None:
    for unit, cell in enumerate(s.where):
        kind = W.units[unit]
        assert 40 <= s.efficiency[unit] <= 100
        assert 0 <= s.fort[unit] <= 5
        assert s.points[unit] >= 0
        assert (s.inside[unit] >= 0) == (cell == MERGED)
        if cell == MERGED:
            assert s.where[s.inside[unit]] >= 0
        if cell < 0:
            assert s.artillery[unit] == 0
            assert s.strength[unit] == 0 or cell in (NOT_YET, EXITED) or cell <= MERGED
            continue
        assert 1 <= s.strength[unit] <= printed(W, s, unit)
        assert s.artillery[unit] >= 0
        if s.phase > SUPPLY:  # before it a unit still holds what it was lent under yesterday's limit
            assert s.artillery[unit] <= maximum(W, s, unit)
        assert bool(s.german >> cell & 1) == (kind.side == GERMAN), "who stands in a hex owns it"
        assert kind.side == AMERICAN or W.grid.column[cell] > 0, "BTA-7.6f"
        if kind.divisional:
            assert 2 <= len(parts_of(W, s, unit)) <= 3
            assert s.mode[unit] == NORMAL, "BTA-6.6d"


def check_hexes(s: BreakthroughState) -> None:
    fresh = Derived(W, s)
    for cell in W.grid.cells:
        stack = stack_at(W, s, cell)
        assert stack == fresh.stacks.get(cell, [])
        assert len({W.side[unit] for unit in stack}) <= 1
        assert sum(stacking(W, s, unit) for unit in stack) <= 3, "BTA-7.6j"


def check_state(s: BreakthroughState) -> None:
    check_units(s)
    check_hexes(s)
    assert min(s.pools) >= 0
    assert min(s.replacements) >= 0
    assert min(s.air) >= 0
    for side in (GERMAN, AMERICAN):
        assert len(on_map(W, s, side)) <= unit_limit(W, side), "BTA-5.2a"
    assert len({gone.unit for gone in s.gone}) == len(s.gone)
    assert all(s.where[gone.unit] == EXITED for gone in s.gone)
    assert all(s.where[unit] == NOT_YET for unit in s.waiting)


def artillery_of(s: BreakthroughState, corps: int) -> int:
    """All points of a corps, in its pool and lent."""
    return s.pools[corps] + sum(p for unit, p in enumerate(s.artillery) if p and pool_of(W, unit) == corps)


def boldness(s: BreakthroughState, order: Order) -> int:
    """Prefer exits, then attacks, then moves to the enemy's rear; end the phase when little else is drawn."""
    if isinstance(order, Exit | Plot):
        return 100
    if isinstance(order, End | AdvanceFlag):
        return 12 if isinstance(order, AdvanceFlag) and order.on else 0
    if isinstance(order, ChangeMode):
        return 11
    if isinstance(order, Move):
        unit = W.by_id[order.unit]
        rows = W.grid.row[s.where[unit]] - W.grid.row[W.grid.at(order.path[-1])]
        return 10 + (rows if W.side[unit] == GERMAN else -rows)
    return 5


@pytest.mark.long
@pytest.mark.parametrize("seed", range(GAMES))
def test_what_always_holds(seed: int) -> None:
    rng, dice = Random(seed), SealedDice(seed_from_number(seed))
    scenario = GAME.scenarios[seed % 3].id
    state = GAME.start(scenario, settle_options(GAME, {"level": 1 + seed % 4}), dice)
    given = 0
    while GAME.to_move(state):
        side = state.acting
        drawn = [sample(GAME.offers(state, side), rng) for _ in range(LOOKS)]
        order = max((o for o in drawn if o is not None), key=lambda o: boldness(state, o))
        if given % 60 == 59:
            order = End()
        before = [artillery_of(state, corps) for corps in range(len(W.pools))]
        GAME.apply(state, side, order, dice)
        given += 1
        if not isinstance(order, End):
            assert [artillery_of(state, corps) for corps in range(len(W.pools))] == before
        if isinstance(order, End) or given % 10 == 0:
            check_state(state)
    check_state(state)
    assert any(where == DEAD for where in state.where), "somebody was lost in a bold game"
    assert TRAVEL in state.mode
    assert UNFORMED in state.where
