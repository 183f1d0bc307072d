"""Benchmarks of Breakthrough in the Ardennes."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from ardennes.games import find_game
from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.combat.chances import chances, outlook
from ardennes.games.breakthrough.rules.model.position import occupied, stack_at
from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.games.breakthrough.rules.movement.moves import may_move, routes, setting_out
from ardennes.games.breakthrough.rules.movement.step import Walk, walk_on, walker
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN, ISOLATED
from ardennes.games.breakthrough.schema.world import World
from ardennes.hexes import bits
from bench import references
from bench.measure import Effort, Figure, seconds_a_call
from bench.positions import germans_on_the_sixth_day
from bench.subject import BUDGETS, MILLI, Subject, all_routes, first_offers

STRONG = 20  # strength of an attacker worth including


def reach_by_heapq(w: World, s: BreakthroughState, unit: int) -> dict[int, int]:
    """Where a unit can go and the points left there: every step checked by the game, a heap of paths."""
    if may_move(w, s, unit) is not None:
        return {}
    who, start = walker(w, s, unit), setting_out(s, unit)

    def onward(at: Walk) -> Iterator[Walk]:
        result = (walk_on(who, at, way) for way in w.ground.ways[at.cell])
        return (on for on in result if isinstance(on, Walk))

    return references.walks_by_heapq(start, lambda at: at.points, onward)


def german_routes(game: Breakthrough, effort: Effort) -> Figure:
    """All routes of all German units on 21 December."""
    w, s = game.world, germans_on_the_sixth_day(game)
    units = [unit for unit in w.of_side[GERMAN] if s.where[unit] >= 0]

    def ours() -> list[dict[int, int]]:
        return [{cell: result.left(cell) for cell in result} for result in (routes(w, s, u) for u in units)]

    return all_routes(s, len(units), ours, lambda: [reach_by_heapq(w, s, u) for u in units], effort)


def crowded_battle(game: Breakthrough) -> tuple[BreakthroughState, list[int], int]:
    """Choose the American hex with the most defenders, attacked from every free side; two defenders are
    isolated and may surrender, so it is among the largest forecasts possible.
    """
    w, s = game.world, germans_on_the_sixth_day(game).clone()
    target = max(bits(occupied(w, s, AMERICAN)), key=lambda cell: (len(stack_at(w, s, cell)), -cell))
    for unit in stack_at(w, s, target)[:2]:
        s.supply[unit] = ISOLATED
    around = [cell for cell in w.grid.neighbours[target] if cell >= 0 and not stack_at(w, s, cell)]
    strong = [unit for unit in w.of_side[GERMAN] if s.where[unit] >= 0 and s.strength[unit] > STRONG]
    attackers = strong[: len(around)]
    for cell, unit in zip(around, attackers, strict=True):
        s.where[unit] = cell
    s.follows = None
    return s, attackers, target


def forecast(game: Breakthrough, effort: Effort) -> Figure:
    """The exact chances of one large combat: a million pairs of draws, every retreat, every surrender."""
    w = game.world
    s, attackers, target = crowded_battle(game)
    assert sum(chance.probability for chance in chances(outlook(w, s, attackers, target))) == 1
    defenders = len(stack_at(w, s, target))
    return Figure(
        f"forecast, {len(attackers)} units against {defenders}",
        "ms",
        MILLI * seconds_a_call(lambda: outlook(w, s, attackers, target), effort),
        None,
        "",
        BUDGETS["forecast"],
        "",
    )


@functools.cache
def subject() -> Subject:
    game = find_game("breakthrough")
    assert isinstance(game, Breakthrough)
    return Subject(
        game,
        "Breakthrough in the Ardennes",
        "twelve",
        8_000.0,
        lambda: germans_on_the_sixth_day(game),
        {
            "routes": lambda effort: german_routes(game, effort),
            "offers": lambda effort: first_offers(subject(), effort),
            "forecast": lambda effort: forecast(game, effort),
        },
    )
