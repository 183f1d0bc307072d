"""Benchmarks of Tigers in the Ardennes."""

from __future__ import annotations

import functools
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ardennes.games import find_game
from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.model.orders import Fight
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.movement.moves import routes
from ardennes.games.tigers.rules.movement.supply import supplied_hexes
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN
from ardennes.hexes import bits
from ardennes.kernel.reach import reach
from bench import references
from bench.measure import Effort, Figure, seconds_a_call
from bench.positions import before_a_battle, middle_of_the_game
from bench.subject import BUDGETS, MICRO, MILLI, Subject

REACH_BUDGET = 12  # half-MF: a panzer division with its bonus
PEERS = {
    "reach": "65×45 map: C 4.7, Numba 5.3, bitboard 67, flat 81, heapq 176, networkx 289 µs",
    "supply": "65×45 map: C 8.5, Numba 14, bitboard 58, flat 435, networkx 3,125 µs",
}


def plain_reach(game: Tigers, effort: Effort) -> Figure:
    """The kernel's bucket queue on the plain costs of the map."""
    w = game.world
    graph = references.cost_graph(w)
    steps: list[list[tuple[int, int]]] = [[] for _ in range(w.grid.size)]
    for label, to in graph.items():
        steps[w.grid.at(label)] = [(w.grid.at(name), cost) for name, cost in to.items()]
    start = w.board.hex_of["Bastogne"]
    label = w.grid.label(start)
    result = reach(start, REACH_BUDGET, lambda node, spent: steps[node]).cost
    plain = references.reach_by_heapq(graph, label, REACH_BUDGET)
    assert {w.grid.label(cell): cost for cell, cost in result.items()} == plain
    return Figure(
        "reach, costs only",
        "µs",
        MICRO * seconds_a_call(lambda: reach(start, REACH_BUDGET, lambda node, spent: steps[node]), effort),
        MICRO * seconds_a_call(lambda: references.reach_by_heapq(graph, label, REACH_BUDGET), effort),
        "heapq and dicts",
        None,
        PEERS["reach"],
    )


def legal_routes(game: Tigers, effort: Effort) -> Figure:
    """Every legal move of one armored division: zones, rivers, roads, bonus, attacks owed."""
    w, s = game.world, middle_of_the_game(game)
    unit = fastest_mover(game, s)
    ends = {(r.cell, r.can_attack, r.road_end) for r in routes(w, s, unit)}
    assert ends == references.routes_by_heapq(w, s, unit)
    return Figure(
        "legal routes of one unit",
        "µs",
        MICRO * seconds_a_call(lambda: routes(w, s, unit), effort),
        MICRO * seconds_a_call(lambda: references.routes_by_heapq(w, s, unit), effort),
        "heapq and dicts, the same judge of a step",
        None,
        "",
    )


def fastest_mover(game: Tigers, s: TigersState) -> int:
    """The Allied unit with the most possible destinations."""
    units = [u for u in game.world.of_side[ALLIED] if s.where[u] >= 0]
    return max(units, key=lambda u: len(routes(game.world, s, u)))


def supply(game: Tigers, effort: Effort) -> Figure:
    """Where German units are in supply, with all zones recomputed."""
    w, s = game.world, middle_of_the_game(game)

    def fresh() -> int:
        s.follows = None
        return supplied_hexes(w, s, GERMAN)

    for side in (GERMAN, ALLIED):
        assert set(bits(supplied_hexes(w, s, side))) == references.supply_by_sets(w, s, side)
    return Figure(
        "supply of a side",
        "µs",
        MICRO * seconds_a_call(fresh, effort),
        MICRO * seconds_a_call(lambda: references.supply_by_sets(w, s, GERMAN), effort),
        "sets and breadth-first search",
        None,
        PEERS["supply"],
    )


def offers(game: Tigers, effort: Effort) -> Figure:
    """All routes of all units of the side to move, without caches."""
    w, s = game.world, middle_of_the_game(game)
    units = [u for u in w.of_side[ALLIED] if s.where[u] >= 0]

    def ours() -> list[Any]:
        s.follows = None
        return [routes(w, s, u) for u in units]

    def plain() -> list[Any]:
        s.follows = None
        return [references.routes_by_heapq(w, s, u) for u in units]

    assert [{(r.cell, r.can_attack, r.road_end) for r in result} for result in ours()] == plain()
    return Figure(
        f"all routes of {len(units)} units",
        "ms",
        MILLI * seconds_a_call(ours, effort),
        MILLI * seconds_a_call(plain, effort),
        "heapq and dicts, the same judge of a step",
        BUDGETS["offers"],
        "",
    )


def forecast(game: Tigers, effort: Effort) -> Figure:
    """The exact chances of one combat."""
    s = before_a_battle(game)
    side = s.stack[-1].side
    order = next(o for o in game.offers(s, side) if isinstance(o, Fight))
    chances: dict[str, Fraction] = {}
    for chance in game.preview(s, side, order):  # one for each face of the die
        chances[chance.outcome] = chances.get(chance.outcome, Fraction(0)) + chance.probability
    assert chances == references.forecast_by_playing(game, s, side, order)
    return Figure(
        "forecast of one battle",
        "ms",
        MILLI * seconds_a_call(lambda: game.preview(s, side, order), effort),
        MILLI * seconds_a_call(lambda: references.forecast_by_playing(game, s, side, order), effort),
        "copy.deepcopy for each face of the die",
        BUDGETS["forecast"],
        "",
    )


@functools.cache
def subject() -> Subject:
    game = find_game("tigers")
    assert isinstance(game, Tigers)
    own: dict[str, Callable[[Tigers, Effort], Figure]] = {
        "reach": plain_reach,
        "routes": legal_routes,
        "supply": supply,
        "offers": offers,
        "forecast": forecast,
    }
    return Subject(
        game,
        "Tigers in the Ardennes",
        "campaign",
        12_000.0,
        lambda: middle_of_the_game(game),
        {name: functools.partial(benchmark, game) for name, benchmark in own.items()},
    )
