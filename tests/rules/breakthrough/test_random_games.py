"""Whatever is played: the invariants of the rules hold at the end of every phase."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ardennes.dice import SealedDice, seed_from_number
from ardennes.games import find_game
from ardennes.games.breakthrough.rules.combat.odds import printed
from ardennes.games.breakthrough.rules.model.events import Arrived, Fought, Retreated
from ardennes.games.breakthrough.rules.model.orders import END, End, Exit, GroundAttack, Plot
from ardennes.games.breakthrough.rules.model.position import owned, stack_at, stack_points
from ardennes.games.breakthrough.rules.model.state import MERGED, BreakthroughState
from ardennes.games.breakthrough.rules.movement.reinforcements import unit_limit
from ardennes.games.breakthrough.rules.movement.supply import automatic, traced
from ardennes.games.breakthrough.rules.outcome.victory import score
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN, TRAVEL
from ardennes.games.breakthrough.schema.world import World, printed_world
from ardennes.kernel.contract import AnyGame, Event, Order
from ardennes.kernel.offers import sample

SIDES = (GERMAN, AMERICAN)


def faults(w: World, s: BreakthroughState) -> list[str]:
    """Return what is wrong with a position; empty if it is valid."""
    result = []
    for unit, cell in enumerate(s.where):
        name, side = w.units[unit].id, w.side[unit]
        if cell < 0:
            if s.inside[unit] >= 0 and cell != MERGED:
                result.append(f"{name} is in a division and elsewhere")
            continue
        if not 1 <= s.strength[unit] <= printed(w, s, unit):
            result.append(f"BTA-8.3d, BTA-6.5: {name} has strength {s.strength[unit]}")
        if s.known[unit] < 1:
            result.append(f"BTA-8.0b: {name} is believed to have {s.known[unit]}")
        if not 40 <= s.efficiency[unit] <= 100:
            result.append(f"BTA-8.1a: {name} has efficiency {s.efficiency[unit]}")
        if not 0 <= s.fort[unit] <= 5 or s.points[unit] < 0 or s.artillery[unit] < 0:
            result.append(f"{name}: fort {s.fort[unit]}, {s.points[unit]} points, {s.artillery[unit]} guns")
        if not owned(w, s, side) >> cell & 1:
            result.append(f"BTA-1.4b: {name} stands in a hex of the enemy's")
        if side == GERMAN and w.grid.column[cell] == 0:
            result.append(f"BTA-7.6f: {name} stands in column 0")
        if s.mode[unit] == TRAVEL and w.units[unit].divisional:
            result.append(f"BTA-6.6d: {name} is in travel mode")
    for cell in w.grid.cells:
        units = stack_at(w, s, cell)
        if stack_points(w, s, units) > w.limits.stacking_points_per_hex:
            result.append(f"BTA-7.6j: too many units in {w.grid.label(cell)}")
        if len({w.side[unit] for unit in units}) > 1:
            result.append(f"both sides stand in {w.grid.label(cell)}")
    for side in SIDES:
        if sum(s.where[unit] >= 0 for unit in w.of_side[side]) > unit_limit(w, side):
            result.append("BTA-5.2a: too many units on the map")
    if min(s.pools) < 0 or min(s.air) < 0 or min(s.replacements) < 0:
        result.append(f"pools {s.pools}, air {s.air}, replacements {s.replacements}")
    return result


def bold(game: AnyGame, s: BreakthroughState, side: int, rng: Random) -> Order:
    """Return a random order, preferring attacks; rarely the end of a phase."""
    offers = game.offers(s, side)
    drawn = [order for _ in range(6) if (order := sample(offers, rng)) is not None]
    return next((order for order in drawn if isinstance(order, Plot | GroundAttack | Exit)), drawn[-1])


@pytest.mark.parametrize(
    ("scenario", "number"), [("first_seven", 1), ("last_seven", 2), ("twelve", 3), ("last_seven_free", 4)]
)
def test_positions_stay_sound(scenario: str, number: int) -> None:
    game, w = find_game("breakthrough"), printed_world()
    dice, rng = SealedDice(seed_from_number(number)), Random(number)
    s = game.start(scenario, {}, dice)
    reported: Counter[type[Event]] = Counter()
    in_phase: Counter[tuple[int, ...]] = Counter()
    while movers := game.to_move(s):
        mark = game.phase_mark(s)
        in_phase[mark] += 1
        order = bold(game, s, movers[0], rng) if in_phase[mark] < 100 else END
        reported.update(type(event) for event in game.apply(s, movers[0], order, dice))
        if isinstance(order, End):
            assert faults(w, s) == [], f"after {mark}"
    result = game.result(s)
    assert result is not None
    assert result.points == score(s)
    assert min(reported[Fought], reported[Retreated], reported[Arrived]) > 10


def test_states_are_those_of_the_trace() -> None:
    """At the first decision of a day nobody has moved since the Supply Phase: the supply state of an American
    unit follows from its trace, and that of a German unit too unless it lacks fuel.
    """
    game, w = find_game("breakthrough"), printed_world()
    dice, rng = SealedDice(seed_from_number(9)), Random(9)
    s = game.start("last_seven", {}, dice)
    days = 0
    while movers := game.to_move(s):
        order = sample(game.offers(s, movers[0]), rng)
        assert order is not None
        turn, phase = s.turn, s.phase
        game.apply(s, movers[0], order, dice)
        if (s.turn, s.phase) != (turn, phase) and phase < 4 <= s.phase:
            fresh = {u for u in range(len(w.units)) if w.units[u].day == s.day or u in s.waiting}
            for side in SIDES:
                for unit, state in traced(w, s, side).items():
                    if unit not in fresh and not automatic(w, s, side):
                        same = s.supply[unit] == state
                        assert same or (side == GERMAN and (state, s.supply[unit]) == (0, 1))
            days += 1
    assert days
