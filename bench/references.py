"""Plain implementations of what the engine does: dicts, sets, heapq, deepcopy. They must give the same
answers.
"""

from __future__ import annotations

import copy
from collections import Counter, deque
from collections.abc import Callable, Iterable
from fractions import Fraction
from heapq import heappop, heappush
from typing import Any, Protocol, TypeVar

from ardennes.dice import ScriptedDice
from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.model.events import CombatResult
from ardennes.games.tigers.rules.model.orders import Fight, Move, StandFast
from ardennes.games.tigers.rules.model.state import DISRUPTED, NO_BRIDGE, TigersState
from ardennes.games.tigers.rules.movement.moves import begin, check_end
from ardennes.games.tigers.rules.movement.step import Walk, walk_on
from ardennes.games.tigers.schema.terms import ALLIED, CAVALRY, DIVISION, DUMP, SUB_DIVISIONAL, VDH
from ardennes.games.tigers.schema.world import EXIT, World
from ardennes.hexes import bits
from ardennes.kernel.contract import Refusal, State

Graph = dict[str, dict[str, int]]
S = TypeVar("S", bound=State)


def cost_graph(w: World) -> Graph:
    """The map as a dict of dicts: the cost of each step of a mechanized unit, roads used."""
    graph: Graph = {}
    for cell in w.grid.cells:
        steps = graph.setdefault(w.grid.label(cell), {})
        for direction, to in enumerate(w.grid.neighbours[cell]):
            if to >= 0:
                road = w.board.road_dirs[cell] >> direction & 1
                steps[w.grid.label(to)] = w.road_rate if road else w.mech_cost[to]
    return graph


def reach_by_heapq(graph: Graph, start: str, budget: int) -> dict[str, int]:
    """A straightforward Dijkstra search."""
    best = {start: 0}
    queue = [(0, start)]
    while queue:
        spent, node = heappop(queue)
        if spent > best[node]:
            continue
        for to, cost in graph[node].items():
            total = spent + cost
            if total <= budget and total < best.get(to, budget + 1):
                best[to] = total
                heappush(queue, (total, to))
    return best


class Walking(Protocol):
    """A unit on a path."""

    @property
    def cell(self) -> int: ...


A = TypeVar("A", bound=Walking)


def walks_by_heapq(start: A, left: Callable[[A], int], onward: Callable[[A], Iterable[A]]) -> dict[int, int]:
    """Where a path can lead and the points left there: a heap of paths, every step checked by the game."""
    best: dict[int, int] = {}
    queue = [(-left(start), 0, start)]
    pushed = 0
    while queue:
        _, _, at = heappop(queue)
        for on in onward(at):
            if on.cell != start.cell and left(on) > best.get(on.cell, -1):
                best[on.cell] = left(on)
                pushed += 1
                heappush(queue, (-left(on), pushed, on))
    return best


def routes_by_heapq(w: World, s: TigersState, unit: int) -> set[tuple[int, bool, bool]]:
    """All ends of a unit's legal moves, (hex, may attack, in road mode): every step checked by the same
    function.
    """
    begun = begin(w, s, Move(w.units[unit].id, ()))
    if isinstance(begun, Refusal):
        return set()
    who, start = begun
    best: dict[tuple[int, bool, bool], int] = {}
    result: set[tuple[int, bool, bool]] = set()
    queue: list[tuple[int, int, Walk]] = [(start.spent, 0, start)]
    pushed = 0
    while queue:
        _, _, at = heappop(queue)
        if at.steps and check_end(w, s, who, at) is None:
            result.add((at.cell, not at.road and at.spent <= who.omf, at.road))
        targets = [EXIT] if at.cell == EXIT else [*w.grid.neighbours[at.cell], EXIT]
        for to in targets:
            for road in (False, True):
                on = walk_on(w, s, who, at, to, road)
                if not isinstance(on, int):
                    key = (on.cell, on.road, on.stopped)
                    if on.spent < best.get(key, who.limit + 1):
                        best[key] = on.spent
                        pushed += 1
                        heappush(queue, (on.spent, pushed, on))
    return result


def supply_by_sets(w: World, s: TigersState, side: int) -> set[int]:
    """The hexes where a unit of the side is in supply, by sets of hexes and breadth-first search."""
    enemy = 1 - side
    own = {s.where[u] for u in w.of_side[side] if s.where[u] >= 0 and w.units[u].kind != DUMP}
    theirs = {s.where[u] for u in w.of_side[enemy] if s.where[u] >= 0 and w.units[u].kind != DUMP}
    passable = set(w.grid.cells) - theirs - blocked_by_sets(w, s, enemy) | own
    edge = set(bits(w.board.allied_supply_edge if side == ALLIED else w.board.german_supply_edge))
    net = edge & passable
    todo = deque(net)
    while todo:
        cell = todo.popleft()
        for direction, to in enumerate(w.grid.neighbours[cell]):
            if to in passable and to not in net and road_is_open(w, s, cell, direction):
                net.add(to)
                todo.append(to)
    return within_reach(w, s, net, passable)


def within_reach(w: World, s: TigersState, net: set[int], passable: set[int]) -> set[int]:
    """Hexes whose line to the net has at most the printed number of hexes, TIA-SUPPLY-1, TIA-SUPPLY-2."""
    cost = dict.fromkeys(net, 0)
    queue = [(0, cell) for cell in net]
    while queue:
        spent, cell = heappop(queue)
        if spent > cost[cell] or cell not in passable:
            continue  # a line may begin in a blocked hex, the unit's own, but not pass one
        for direction, to in enumerate(w.grid.neighbours[cell]):
            if to >= 0:
                river = w.board.river_at[cell][direction]
                total = spent + 1 + (river >= 0 and s.bridge[river] == NO_BRIDGE)
                if total <= w.constants.supply.reach and total < cost.get(to, 99):
                    cost[to] = total
                    heappush(queue, (total, to))
    return set(cost)


def blocked_by_sets(w: World, s: TigersState, side: int) -> set[int]:
    """Hexes in a zone of the side that blocks supply, TIA-ZOC-3, TIA-ZOC-4, TIA-ZOC-6, TIA-ZOC-13."""
    blocked: set[int] = set()
    foot = {s.where[u] for u in w.of_side[side] if w.units[u].size == DIVISION and not w.units[u].pure_armor}
    for unit in w.of_side[side]:
        cell, info = s.where[unit], w.units[unit]
        counts = info.size == DIVISION or (info.size == SUB_DIVISIONAL and not s.status[unit] & DISRUPTED)
        if cell < 0 or info.kind in (VDH, DUMP) or not counts:
            continue
        rides = info.pure_armor or info.kind == CAVALRY
        if info.size == DIVISION and cell in foot:
            rides = False
        for direction, to in enumerate(w.grid.neighbours[cell]):
            woods = to >= 0 and w.board.forest >> to & 1
            if to >= 0 and not (rides and woods and not road_is_open(w, s, cell, direction)):
                blocked.add(to)
    return blocked


def road_is_open(w: World, s: TigersState, cell: int, direction: int) -> bool:
    river = w.board.river_at[cell][direction]
    road = bool(w.board.road_dirs[cell] >> direction & 1)
    return road and (river < 0 or s.bridge[river] != NO_BRIDGE)


def deep_copy(s: S) -> S:
    """copy.deepcopy of the position without its caches."""
    return copy.deepcopy(copy.copy(s))  # a shallow copy has only the fields


def forecast_by_playing(game: Tigers, s: TigersState, side: int, order: Fight) -> dict[str, Fraction]:
    """Result of a combat -> chance: a deep copy for each face of the die, played to the result."""
    counts: Counter[str] = Counter()
    for die in range(1, 7):
        trial = deep_copy(s)
        dice: Any = ScriptedDice([die])
        events = game.apply(trial, side, order, dice)
        if not any(isinstance(e, CombatResult) for e in events):
            events = game.apply(trial, 1 - side, StandFast(False), dice)
        counts[next(e.result for e in events if isinstance(e, CombatResult))] += 1
    return {result: Fraction(count, 6) for result, count in counts.items()}
