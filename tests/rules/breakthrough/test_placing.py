"""The free setup of the Last Seven Days (BTA-2.2): offers, saved setups, no other changes."""

from __future__ import annotations

from random import Random

import pytest

from ardennes.dice import KeyedDice, seed_from_number
from ardennes.games import table_of
from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.model.orders import END, Place
from ardennes.games.breakthrough.rules.model.position import on_map, owned, stack_at, stack_points
from ardennes.games.breakthrough.rules.model.state import SETTING_UP, BreakthroughState
from ardennes.games.breakthrough.rules.sequence import setup
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN
from ardennes.kernel.match import settle_options
from ardennes.kernel.offers import orders
from ardennes.kernel.table import SetsUp
from tests.rules.refused import rule_of

GAME = Breakthrough()
W = GAME.world
TABLE = table_of(GAME)


def dice() -> KeyedDice:
    return KeyedDice(seed_from_number(5))


def begun(scenario: str = "last_seven_free") -> BreakthroughState:
    return GAME.start(scenario, settle_options(GAME, {}), dice())


def shuffled(side: int, many: int, seed: int = 1) -> BreakthroughState:
    """Return a setup after this many random placements of a side."""
    s, rng = begun(), Random(seed)
    if side == GERMAN:
        GAME.apply(s, AMERICAN, END, dice())
    for _ in range(many):
        unit = rng.choice(on_map(W, s, side))
        cells = setup.places(W, s, unit)
        if cells:
            GAME.apply(s, side, Place(W.units[unit].id, W.grid.label(rng.choice(cells))), dice())
    return s


@pytest.mark.long
def test_what_is_offered_is_what_may_be_ordered() -> None:
    s = shuffled(AMERICAN, 30)
    result = set(orders(GAME.offers(s, AMERICAN)))
    for unit in on_map(W, s, AMERICAN)[::9]:
        for cell in W.grid.cells:
            order = Place(W.units[unit].id, W.grid.label(cell))
            assert (order in result) == (GAME.check(s, AMERICAN, order) is None), order


def test_a_set_up_keeps_stacking_columns_and_owners() -> None:
    for side in (AMERICAN, GERMAN):
        before, s = begun(), shuffled(side, 200)
        assert s.german == before.german
        for cell in W.grid.cells:
            assert stack_points(W, s, stack_at(W, s, cell)) <= W.limits.stacking_points_per_hex
        for unit in on_map(W, s, side):
            assert owned(W, s, side) >> s.where[unit] & 1
            assert abs(W.grid.column[s.where[unit]] - W.grid.column[setup.listed(W, unit)]) <= 3
            assert (s.strength[unit], s.fort[unit]) == (before.strength[unit], before.fort[unit])


def test_anyone_who_changes_nothing_plays_the_usual_scenario() -> None:
    usual, free = begun("last_seven"), begun()
    assert (free.phase, free.acting) == (SETTING_UP, AMERICAN)
    d = dice()
    for side in (AMERICAN, GERMAN):
        GAME.apply(free, side, END, d)
    free.scenario = usual.scenario
    assert free.record() == usual.record()


@pytest.mark.long
@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(3, 12), marks=pytest.mark.slow)])
def test_a_kept_set_up_is_made_again_by_its_orders(seeds: range) -> None:
    assert isinstance(TABLE, SetsUp)
    for side in (AMERICAN, GERMAN):
        for seed in seeds:
            s = shuffled(side, 120, seed)
            saved = TABLE.placed(GAME.view(s, side), side)
            again = shuffled(side, 0)
            for plain in saved:
                order = GAME.read_order(plain)
                assert GAME.check(again, side, order) is None
                GAME.apply(again, side, order, dice())
            assert again.where == s.where
    GAME.apply(s, GERMAN, END, dice())
    assert not TABLE.sets_up(s, s.acting)
    assert TABLE.placed(s, s.acting) == []


def test_two_units_that_wait_for_each_others_hex_are_kept() -> None:
    """Others come to both hexes first, then neither has room for the unit of the other: one steps aside."""
    s = shuffled(AMERICAN, 0)
    one, two = (W.by_id[name] for name in ("US-101-502", "US-101-506"))
    first, second = s.where[one], s.where[two]
    near = [u for u in on_map(W, s, AMERICAN) if s.where[u] not in (first, second)]
    fit = [u for u in near if all(setup.sector(W, s, u) >> cell & 1 for cell in (first, second))]
    s.where[one], s.where[two] = second, first
    for unit, cell in zip(fit[:4], (first, first, second, second), strict=True):
        s.where[unit] = cell
    s = BreakthroughState.from_record(s.record())
    assert isinstance(TABLE, SetsUp)
    again, saved = shuffled(AMERICAN, 0), TABLE.placed(s, AMERICAN)
    for plain in saved:
        assert GAME.check(again, AMERICAN, GAME.read_order(plain)) is None
        GAME.apply(again, AMERICAN, GAME.read_order(plain), dice())
    assert again.where == s.where
    assert len(saved) == 7  # six that moved, and one of them twice


def test_the_table_tells_where_a_unit_may_be_put_and_why_not_elsewhere() -> None:
    s = begun()
    phase = TABLE.board(s, AMERICAN).phase
    assert phase is not None
    assert phase.setup
    choices = TABLE.choices(s, AMERICAN)
    assert choices.keeps_setup
    assert len(choices.units) == len(on_map(W, s, AMERICAN))
    ways = {way.hex for way in TABLE.reach(s, AMERICAN, "US-101-501")}
    assert "5,9" in ways
    assert not ways & {"7,14", "3,9", "9,20"}
    assert TABLE.why(s, AMERICAN, "US-101-501", "5,9") == []
    assert [no.rule for no in TABLE.why(s, AMERICAN, "US-101-501", "3,9")] == ["BTA-2.2"]
    drawn = TABLE.route(s, AMERICAN, "US-101-501", ["7,13", "5,9"], "")
    assert drawn.ways[0].order == {"do": "place", "unit": "US-101-501", "hex": "5,9"}
    assert rule_of(TABLE.route(s, AMERICAN, "US-101-501", ["3,9"], "")) == "BTA-2.2"
    assert TABLE.reach(s, AMERICAN, "GE-1SS-Piper") == []
