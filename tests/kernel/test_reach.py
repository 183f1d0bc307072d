"""Reach, floods and odds compared with plain reference implementations."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ardennes.hexes import OFF_MAP, Grid, bits, board_of, make_grid
from ardennes.kernel.odds import odds_column
from ardennes.kernel.reach import flood, flood_links, reach

GRID: Grid = make_grid(
    [(c, r) for c in range(9) for r in range(8)], pushed="odd", label=lambda c, r: f"{c}.{r}"
)
Costs = dict[tuple[int, int], int]


def random_costs(rng: Random, highest: int) -> Costs:
    """A cost for each step across a hexside, in each direction; some steps are not allowed."""
    return {
        (a, b): rng.randint(1, highest)
        for a in GRID.cells
        for b in GRID.neighbours[a]
        if b != OFF_MAP and rng.random() < 0.8
    }


def steps_of(costs: Costs) -> dict[int, list[tuple[int, int]]]:
    steps: dict[int, list[tuple[int, int]]] = {cell: [] for cell in GRID.cells}
    for (a, b), cost in costs.items():
        steps[a].append((b, cost))
    return steps


def plain_reach(start: int, budget: int, costs: Costs) -> dict[int, int]:
    """Dijkstra's algorithm with a heap and a dict."""
    steps, best, heap = steps_of(costs), {start: 0}, [(0, start)]
    while heap:
        spent, at = heapq.heappop(heap)
        if spent > best[at]:
            continue
        for nxt, cost in steps[at]:
            total = spent + cost
            if total <= budget and total < best.get(nxt, budget + 1):
                best[nxt] = total
                heapq.heappush(heap, (total, nxt))
    return best


@given(st.integers(0, 10**6), st.integers(0, 25), st.integers(1, 6))
def test_reach_is_the_cheapest_way(number: int, budget: int, highest: int) -> None:
    rng = Random(number)
    costs = random_costs(rng, highest)
    steps, start = steps_of(costs), rng.choice(GRID.cells)
    result = reach(start, budget, lambda node, spent: steps[node])
    assert result.cost == plain_reach(start, budget, costs)
    for node, cost in result.cost.items():
        route = result.route(node)
        stations = [start, *route]
        assert sum(costs[pair] for pair in zip(stations, route, strict=False)) == cost
        assert stations[-1] == node


def test_reach_tells_what_has_been_spent() -> None:
    """The second step costs more, as some rules require."""

    def steps(node: int, spent: int) -> Iterator[tuple[int, int]]:
        yield node + 1, 1 if spent == 0 else 3

    assert reach(0, 7, steps).cost == {0: 0, 1: 1, 2: 4, 3: 7}


@pytest.mark.parametrize("budget", [0, -1, -5])
def test_without_budget_only_the_start_is_reached(budget: int) -> None:
    result = reach(4, budget, lambda node, spent: [(node + 1, 1)])
    assert result.cost == {4: 0}
    assert result.route(4) == []


def plain_flood(start: set[int], allowed: set[int], joined: set[tuple[int, int]] | None) -> set[int]:
    visited = start & allowed
    queue = deque(visited)
    while queue:
        at = queue.popleft()
        for nxt in GRID.neighbours[at]:
            if nxt in allowed and nxt not in visited and (joined is None or (at, nxt) in joined):
                visited.add(nxt)
                queue.append(nxt)
    return visited


cells = st.sets(st.sampled_from(GRID.cells))


@given(cells, cells)
def test_flood_is_breadth_first_search(start: set[int], allowed: set[int]) -> None:
    assert set(bits(flood(GRID, board_of(start), board_of(allowed)))) == plain_flood(start, allowed, None)


@given(cells, cells, st.integers(0, 10**6))
def test_flood_over_links_is_breadth_first_search(start: set[int], allowed: set[int], number: int) -> None:
    joined = set(random_costs(Random(number), 1))
    links = tuple(board_of(a for a in GRID.cells if (a, GRID.neighbours[a][d]) in joined) for d in range(6))
    result = flood_links(GRID, board_of(start), board_of(allowed), links)
    assert set(bits(result)) == plain_flood(start, allowed, joined)


RATIOS = [(1, 3), (1, 2), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1)]


@given(st.integers(0, 60), st.integers(1, 60))
def test_odds_round_in_the_defenders_favour(attack: int, defence: int) -> None:
    column = odds_column(attack, defence, RATIOS)
    odds = Fraction(attack, defence)
    assert column == max((i for i, (a, d) in enumerate(RATIOS) if Fraction(a, d) <= odds), default=-1)


def test_odds_against_nothing_are_the_highest() -> None:
    assert odds_column(3, 0, RATIOS) == len(RATIOS) - 1
