"""Breakthrough's marches, measured only as far as needed, equal those of a plain search."""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random

from ardennes.dice import SealedDice, seed_from_number
from ardennes.games import find_game
from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.model.position import on_map
from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.kernel.match import settle_options
from ardennes.kernel.offers import sample
from ardennes.players.breakthrough.ground import LONGEST, Marches
from ardennes.players.breakthrough.staff.missions import NEARBY
from ardennes.players.toolkit.fields import FAR


def position(game: Breakthrough, orders: int) -> BreakthroughState:
    dice, rng = SealedDice(seed_from_number(orders)), Random(orders)
    s = game.start("losheim", settle_options(game, {}), dice)
    for _ in range(orders):
        (side,) = game.to_move(s)
        order = sample(game.offers(game.view(s, side), side), rng)
        assert order is not None
        game.apply(s, side, order, dice)
    return s


def plain_cost(marches: Marches, unit: int, goal: int) -> int:
    """The march by a heap, from the unit on, with every toll looked up at every step."""
    kind, size = marches.class_of(unit), marches.size
    net, tolls = marches._net(kind), marches._tolls_of(kind[0])
    best = {marches.node(unit): 0}
    heap = [(0, marches.node(unit))]
    while heap:
        cost, node = heappop(heap)
        if cost > best[node]:
            continue
        if node % size == goal:
            return cost
        steps = [(to, tolls.leave[node] + step + tolls.enter[to]) for to, step in net.out[node]]
        if net.twin[node] >= 0:
            steps.append((net.twin[node], net.to_twin[node]))
        for to, step in steps:
            if cost + step < best.get(to, FAR):
                best[to] = cost + step
                heappush(heap, (cost + step, to))
    return FAR


def test_marches_are_those_of_a_plain_search() -> None:
    game = find_game("breakthrough", "losheim")
    assert isinstance(game, Breakthrough)
    w, rng = game.world, Random(7)
    compared = near = loose = 0
    for orders in (0, 60, 140):
        s = position(game, orders)
        for side in (0, 1):
            marches = Marches(w, s, side, {})
            units = rng.sample(on_map(w, s, side), 8)
            for goal in rng.sample(w.grid.cells, 8):
                for limit in (FAR, NEARBY):
                    reported = list(marches.least_turns(units, 1 << goal, limit))
                    for unit, (least, exact) in zip(units, reported, strict=True):
                        plain = plain_cost(marches, unit, goal)
                        cost = plain if plain <= min(limit, LONGEST) else FAR
                        assert marches.cost(unit, 1 << goal, limit) == cost
                        days = marches.turns(unit, 1 << goal, limit)
                        assert least == days if exact else least <= days
                        compared += 1
                        near += 0 < cost <= NEARBY
                        loose += least < days
    assert compared > 500
    assert near > 100, "marches that all lead nowhere prove nothing"
    assert loose > 20, "bounds that are always exact are no bounds"
