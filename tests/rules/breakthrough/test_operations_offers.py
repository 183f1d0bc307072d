"""Offers and routes: exactly what `check` accepts, on random maps."""

from __future__ import annotations

import itertools
from random import Random

import pytest

from ardennes.dice import NoDice
from ardennes.games.breakthrough.rules.model.orders import (
    END,
    AdvanceFlag,
    ChangeMode,
    Exit,
    Fortify,
    Move,
    Plot,
)
from ardennes.games.breakthrough.rules.model.state import (
    AMERICAN_FIRST,
    AMERICAN_SECOND,
    GERMAN_FIRST,
    GERMAN_SECOND,
    MOVED,
    PLOTTED,
)
from ardennes.games.breakthrough.rules.movement.moves import routes, setting_out
from ardennes.games.breakthrough.rules.movement.step import walk_on, walker
from ardennes.games.breakthrough.rules.sequence import operations
from ardennes.games.breakthrough.schema.map import load_board
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN, TERRAINS, TRAVEL
from ardennes.hexes import bits
from ardennes.kernel.contract import Event, Order
from ardennes.kernel.offers import Branch, holds, orders, sample
from tests.rules.breakthrough.field import Field

PATCH = [f"{x},{y}" for x in range(18, 23) for y in range(6)]
PHASES = {AMERICAN_FIRST: AMERICAN, AMERICAN_SECOND: AMERICAN, GERMAN_FIRST: GERMAN, GERMAN_SECOND: GERMAN}


def strewn(seed: int) -> Field:
    """A map of mixed terrain by the western edge, with units of both sides in all conditions."""
    rng = Random(seed)
    phase = rng.choice(list(PHASES))
    grid = load_board().grid
    sides = {f"{a}/{b}" for a, b in itertools.combinations(PATCH, 2) if grid.adjacent(grid.at(a), grid.at(b))}
    kinds = {side: rng.choices(("", "road", "river", "bridge"), (4, 4, 2, 2))[0] for side in sorted(sides)}
    field = Field(
        rng.choice((16, 17, 20, 25)),
        phase,
        {label: rng.choice(TERRAINS) for label in PATCH},
        [side for side, kind in kinds.items() if kind == "road"],
        [side for side, kind in kinds.items() if kind == "river"],
        [side for side, kind in kinds.items() if kind == "bridge"],
        historical=rng.random() < 0.5,
    )
    w, s = field.w, field.s
    field.give(True, *(label for label in PATCH if rng.random() < 0.5))
    s.bridges = rng.getrandbits(len(w.board.bridges)) if w.board.bridges else 0
    s.crossings = [rng.randrange(3) for _ in w.board.bridges]
    spots = {label: rng.choice((GERMAN, AMERICAN)) for label in rng.sample(PATCH, 8)}
    for label, side in spots.items():
        for name in rng.sample([w.units[u].id for u in w.of_side[side] if not w.units[u].divisional], 2):
            if s.where[field.unit(name)] < 0:
                field.put(
                    name,
                    label,
                    points=rng.randrange(13),
                    mode=rng.randrange(2),
                    supply=rng.choices((0, 1, 2), (6, 1, 1))[0],
                    marks=rng.choice((0, 0, MOVED, PLOTTED, 1)),
                    fort=rng.randrange(6),
                )
    field.division("GE-116PZ-DIV", "24,10", ("GE-116PZ-60", "GE-116PZ-156"), points=10)
    return field


def thinkable(field: Field, side: int) -> list[Order]:
    """Return every order of one or two steps that a player might try with a unit."""
    w, s = field.w, field.s
    result: list[Order] = [END]
    for unit in [u for u in w.of_side[side] if s.where[u] >= 0][:6]:
        name, cell = w.units[unit].id, s.where[unit]
        result += [Fortify(name), Exit(name), *(ChangeMode(name, on) for on in (True, False))]
        result += [AdvanceFlag(name, on) for on in (True, False)]
        for near in bits(w.grid.near[cell] | 1 << cell):
            result += [Plot(name, w.grid.label(near)), Move(name, (w.grid.label(near),))]
            result += [Move(name, w.labels([near, far])) for far in bits(w.grid.near[near])]
    return result


@pytest.mark.parametrize("seed", range(12))
def test_offers_hold_exactly_what_is_accepted(seed: int) -> None:
    field = strewn(seed)
    side = PHASES[field.s.phase]
    offers = operations.DECISION.offers(field.w, field.s, side)
    accepted = 0
    for order in thinkable(field, side):
        legal = operations.DECISION.check(field.w, field.s, side, order) is None
        assert holds(offers, order) == legal, order
        accepted += legal
    assert accepted > 1


@pytest.mark.parametrize("seed", range(12))
def test_every_offer_is_accepted_and_leaves_a_sound_position(seed: int) -> None:
    field = strewn(seed)
    side = PHASES[field.s.phase]
    for order in itertools.islice(orders(operations.DECISION.offers(field.w, field.s, side)), 400):
        assert operations.DECISION.check(field.w, field.s, side, order) is None, order
    rng = Random(seed)
    for _ in range(40):
        picked = sample(operations.DECISION.offers(field.w, field.s, side), rng)
        assert picked is not None
        if picked == END:
            continue
        unit = field.w.by_id[getattr(picked, "unit", "")]
        before = field.s.points[unit]
        events: list[Event] = []
        operations.DECISION.apply(field.w, field.s, side, picked, NoDice(), events)
        assert len(events) == 1
        doubled = isinstance(picked, ChangeMode) and picked.travel
        assert 0 <= field.s.points[unit] <= (2 * before if doubled else before)
        assert min(field.s.points) >= 0


def best_left(field: Field, unit: int) -> dict[int, int]:
    """The most points left in each hex, by trying every path."""
    who = walker(field.w, field.s, unit)
    best: dict[int, int] = {}
    todo = [setting_out(field.s, unit)]
    while todo:
        at = todo.pop()
        for way in field.w.ground.ways[at.cell]:
            on = walk_on(who, at, way)
            if not isinstance(on, int) and on.points > best.get(way.to, -1):
                best[way.to] = on.points
                todo.append(on)
    best.pop(field.s.where[unit], None)
    return best


@pytest.mark.parametrize("seed", range(20))
def test_routes_are_the_cheapest_and_can_be_walked(seed: int) -> None:
    field = strewn(seed)
    w, s, side = field.w, field.s, PHASES[field.s.phase]
    s.phase = GERMAN_SECOND if side == GERMAN else AMERICAN_SECOND
    for unit in [u for u in w.of_side[side] if s.where[u] >= 0]:
        result = routes(w, s, unit)
        if s.marks[unit] & PLOTTED or not s.points[unit]:
            assert len(result) == 0
            continue
        assert {cell: result.left(cell) for cell in result} == best_left(field, unit)
        for cell in result:
            order = Move(w.units[unit].id, result.path(cell))
            assert operations.DECISION.check(w, s, side, order) is None
            after = s.clone()
            operations.DECISION.apply(w, after, side, order, NoDice(), [])
            assert (after.where[unit], after.points[unit]) == (cell, result.left(cell))


def test_a_branch_is_named_after_its_unit() -> None:
    """BTA-7.1, BTA-7.2."""
    field = strewn(1)
    side = PHASES[field.s.phase]
    offers = operations.DECISION.offers(field.w, field.s, side)
    assert offers[0] == END
    names = [offer.key for offer in offers if isinstance(offer, Branch)]
    assert names == [field.w.units[u].id for u in field.w.of_side[side] if field.s.where[u] >= 0]
    assert len(offers) == len(names) + 1


def test_travel_mode_offers_only_roads() -> None:
    field = Field(roads=["20,10/20,9"])
    field.put("US-82-504", "20,10", points=3, mode=TRAVEL)
    moves = [o for o in orders(operations.DECISION.offers(field.w, field.s, AMERICAN)) if isinstance(o, Move)]
    assert [move.path for move in moves] == [
        ("20,9",),
        ("20,9", "20,10"),
        ("20,9", "20,10", "20,9"),
    ]
