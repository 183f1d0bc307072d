"""Offers and routes of a movement phase: exactly what `check` accepts, on random maps."""

from __future__ import annotations

import itertools
from random import Random

import pytest

from ardennes.dice import SealedDice, seed_from_number
from ardennes.games.wave_of_terror.rules.model.orders import (
    END,
    Commit,
    Demolish,
    Enter,
    LeaveKampfgruppe,
    Move,
)
from ardennes.games.wave_of_terror.rules.model.position import Derived, derived, enemies_by_hex
from ardennes.games.wave_of_terror.rules.model.state import DONE, TOP, Demolishing, Marker, Moving, Walking
from ardennes.games.wave_of_terror.rules.movement import moves, reinforcements, stacking, supply
from ardennes.games.wave_of_terror.rules.movement.search import routes
from ardennes.games.wave_of_terror.rules.movement.step import Walk, Walker, walk_on
from ardennes.games.wave_of_terror.schema.terms import ALLIED, CLEAR_SKIES, GERMAN, TERRAINS
from ardennes.kernel.contract import Event, Order, Refusal
from ardennes.kernel.offers import holds, orders, sample
from tests.kernel.by_branches import sample_by_branches
from tests.rules.wave_of_terror.field import MOVEMENT, Field, small_grid

PATCH = [f"E{c}{r:02}" for c in range(19, 24) for r in range(5)]
SIDE_KINDS = ("", "road", "minor", "bridge", "blocked", "major")
KG = tuple(f"G-1SS-{n}" for n in range(1, 5))


def strewn(seed: int) -> Field:
    """A patch of mixed ground by the north edge, with units of both sides in all conditions."""
    rng = Random(seed)
    side = rng.choice((GERMAN, ALLIED))
    grid = small_grid()
    pairs = [f"{a}/{b}" for a, b in itertools.combinations(PATCH, 2) if grid.adjacent(grid.at(a), grid.at(b))]
    kinds = {pair: rng.choices(SIDE_KINDS, (5, 5, 2, 2, 1, 1))[0] for pair in pairs}
    field = Field(
        side,
        turn=rng.choice((1, 2, 3, 5, 8, 11)),
        couplet=rng.choice((1, 2)),
        weather=rng.choice((0, CLEAR_SKIES)),
        profile=rng.choice(("full", "full", "basic")),
        terrain={label: rng.choice(TERRAINS) for label in PATCH},
        places=dict.fromkeys(rng.sample(PATCH, 3), "town"),
        roads=[pair for pair, kind in kinds.items() if kind == "road"],
        sides={pair: kind for pair, kind in kinds.items() if kind in ("minor", "blocked", "major")},
        bridges={pair: rng.random() < 0.5 for pair, kind in kinds.items() if kind == "bridge"},
        meuse=rng.choice((0, 20)),
    )
    w, s = field.w, field.s
    names = {of: [w.units[u].id for u in w.of_side[of] if w.units[u].turn == 0] for of in (GERMAN, ALLIED)}
    for label in rng.sample(PATCH, 9):
        of = rng.choice((GERMAN, ALLIED))
        here: list[str] = []
        for name in rng.sample(names[of], rng.randrange(1, 5)):
            if s.where[field.unit(name)] == -1 and not stacking.judge(
                w, [*map(field.unit, here), field.unit(name)]
            ):
                here.append(name)
        field.put(label, *here)
    if s.variant.full:
        free = [label for label in PATCH if not derived(w, s).stacks.get(field.cell(label))]
        if all(s.where[field.unit(name)] < 0 for name in KG) and free:
            field.put(rng.choice(free), *KG)
            s.kg = tuple(map(field.unit, KG))
        s.interdicted = sum(1 << field.cell(label) for label in rng.sample(PATCH, 2))
        s.struck = rng.getrandbits(len(w.units)) & rng.getrandbits(len(w.units))
        spots = [field.cell(label) for label in rng.sample(PATCH, 2)]
        s.markers = [
            Marker(c, rng.choice((1, 3, 30))) for c in spots if not derived(w, s).occupied[GERMAN] >> c & 1
        ]
        for gun in w.guns:
            s.marks[gun] |= rng.choice((0, 0, DONE))
    return field


def steps_from(field: Field, label: str) -> list[str]:
    near = field.w.grid.neighbours[field.cell(label)]
    return [field.w.grid.label(cell) for cell in near if cell >= 0]


def thinkable(field: Field, rng: Random) -> list[Order]:
    """Return orders that a player might try: every group in a hex by one or two
    steps, entries, and the rest.
    """
    w, s = field.w, field.s
    result: list[Order] = [END, Commit("43"), Commit("brigades"), Commit("1")]
    for cell, stack in derived(w, s).stacks.items():
        sets = [units for size in range(1, len(stack) + 1) for units in itertools.combinations(stack, size)]
        for units in rng.sample(sets, min(4, len(sets))):
            names, here = w.names(units), w.grid.label(cell)
            result.append(LeaveKampfgruppe(names))
            result.append(Move(names, ("exit",)))
            for column in (False, True):
                for one in steps_from(field, here):
                    result.append(Move(names, (one,), column))
                    result.append(Move(names, (one,), column, names[:1]))
                    for spot in w.labels([marker.cell for marker in s.markers]):
                        result.append(Move(names, (one,), column, (), tuple((name, spot) for name in names)))
                        result.append(Move(names, (one,), column, names[:1], ((names[-1], spot),)))
                    two = rng.choice(steps_from(field, one))
                    result.append(Move(names, (one, two), column))
    waiting = [unit.id for unit in w.units if unit.turn and s.where[unit.index] == -1]
    for label in ("E1900", "E2000", "E2100", "E2403", "E2105"):
        for size in (1, 1, 2, 3, 5):
            picked = sorted(rng.sample(waiting, size), key=field.unit)
            result += [Enter(tuple(picked), label, column) for column in (False, True)]
    return result


@pytest.mark.parametrize("seed", range(12))
def test_offers_hold_what_check_accepts(seed: int) -> None:
    rng = Random(seed)
    field = strewn(seed)
    w, s, side = field.w, field.s, field.side
    dice = SealedDice(seed_from_number(seed))
    for _ in range(4):
        offered = MOVEMENT.offers(w, s, Moving(side))
        legal = 0
        for order in thinkable(field, rng):
            accepted = MOVEMENT.check(w, s, Moving(side), order) is None
            assert holds(offered, order) == accepted, order
            legal += accepted
        assert legal
        picked = sample(offered, rng)
        assert picked is not None
        assert MOVEMENT.check(w, s, Moving(side), picked) is None, picked
        if picked != END:
            give(field, picked, dice, rng)


def give(field: Field, order: Order, dice: SealedDice, rng: Random) -> None:
    """Carry an order out with all its interruptions."""
    w, s, events = field.w, field.s, list[Event]()
    MOVEMENT.apply(w, s, Moving(field.side), order, dice, events)
    while s.stack and isinstance(s.stack[-1], Demolishing | Walking):
        if isinstance(s.stack[-1], Demolishing):
            events += field.answer(Demolish(rng.random() < 0.7), dice)
        else:
            moves.resume(w, s, dice, events)


@pytest.mark.parametrize("seed", range(100, 106))
def test_every_offer_is_legal(seed: int) -> None:
    """The whole tree where it is small enough, else its first orders."""
    field = strewn(seed)
    tree = orders(MOVEMENT.offers(field.w, field.s, Moving(field.side)))
    for order in itertools.islice(tree, 3000):
        assert MOVEMENT.check(field.w, field.s, Moving(field.side), order) is None, order


@pytest.mark.parametrize("seed", range(200, 212))
def test_what_is_kept_stays_true_and_stacks_stay_legal(seed: int) -> None:
    """After every order: stacks, enemies and supply equal a fresh computation; one top per hex."""
    rng = Random(seed)
    field = strewn(seed)
    w, s = field.w, field.s
    dice = SealedDice(seed_from_number(seed))
    for _ in range(25):
        order = sample(MOVEMENT.offers(w, s, Moving(field.side)), rng)
        if order is None or order == END or s.over:
            break
        twin = s.clone()
        give(field, order, dice, rng)
        fresh = Derived(w, s)
        saved = derived(w, s)
        assert (saved.stacks, saved.occupied, saved.guns) == (fresh.stacks, fresh.occupied, fresh.guns)
        copy = s.clone()
        copy.follows = None
        for side in (GERMAN, ALLIED):
            assert enemies_by_hex(w, s, side) == enemies_by_hex(w, copy, side)
            assert supply.traced(w, s, side) == supply.traced(w, copy, side)
        for marker in s.markers:
            assert supply.fed_from(w, s, marker.cell) == supply.fed_from(w, copy, marker.cell)
        assert sorted(moves.active(w, s, field.side)) == sorted(moves.active(w, copy, field.side))
        assert moves.movable_hexes(w, s, field.side) == moves.movable_hexes(w, copy, field.side)
        assert reinforcements.waiting(w, s, field.side) == reinforcements.waiting(w, copy, field.side)
        for stack in saved.stacks.values():
            assert sum(bool(s.marks[unit] & TOP) for unit in stack) == 1
            assert not stacking.judge(w, stack) or set(stack) & set(s.kg)
        before = Derived(w, twin)
        assert derived(w, twin).stacks == before.stacks  # the clone did not change with it


def best_by_search(who: Walker, start: Walk) -> dict[int, int]:
    """Return the most points left on arrival at every hex, by trying everything."""
    best: dict[int, int] = {}
    todo = [start]
    while todo:
        at = todo.pop()
        for way in who.w.ground.ways[at.cell]:
            on = walk_on(who, at, way)
            if not isinstance(on, int) and on.left > best.get(on.cell, -1):
                best[on.cell] = on.left
                todo.append(on)
    best.pop(start.cell, None)
    return best


@pytest.mark.parametrize("seed", range(300, 320))
def test_routes_are_the_cheapest_and_legal(seed: int) -> None:
    field = strewn(seed)
    w, s, side = field.w, field.s, field.side
    for stack in list(derived(w, s).stacks.values()):
        units = tuple(stack)
        if w.side[units[0]] != side:
            continue
        for column in (False, True):
            result = routes(w, s, units, column)
            begun = moves.set_out(w, s, side, units, column)
            if isinstance(begun, Refusal):
                assert not list(result)
                continue
            assert {cell: result.left(cell) for cell in result} == best_by_search(*begun)
            for cell in result:
                order = Move(w.names(units), result.path(cell), column)
                assert (MOVEMENT.check(w, s, Moving(side), order) is None) == result.may_halt(cell)


@pytest.mark.parametrize("seed", range(12))
def test_moves_are_drawn_as_their_branches_would_be(seed: int) -> None:
    field = strewn(seed)
    offers = MOVEMENT.offers(field.w, field.s, Moving(field.side))
    one, other = Random(seed), Random(seed)
    drawn = [sample(offers, one) for _ in range(30)]
    assert drawn == [sample_by_branches(offers, other) for _ in range(30)]
    assert one.random() == other.random(), "both have used up the same dice"
    assert any(isinstance(order, Move) and len(order.path) > 1 for order in drawn)
