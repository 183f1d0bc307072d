"""Fields of marches: whatever method is used, the cheapest cost equals that of plain relaxation."""

from __future__ import annotations

from random import Random

import pytest

from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.schema.terms import BLOCKED, MARSH, MINOR, PLAIN
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import board_of
from ardennes.players.toolkit.fields import FAR, Flood, Links, eased_field
from ardennes.players.wave_of_terror.ground import (
    CROSSING,
    FOOT,
    HEAVY,
    THROUGH_ENEMY,
    WHEELS,
    flood,
    ways_of,
)

WORLD = WaveOfTerror().world


def relaxed(goals: dict[int, int], into: Links, toll: list[int]) -> list[int]:
    """Try every step until nothing becomes cheaper."""
    best = [goals.get(cell, FAR) for cell in range(len(toll))]
    changed = True
    while changed:
        changed = False
        for cell, origins in enumerate(into):
            for origin, step in origins:
                if best[cell] + toll[cell] + step < best[origin]:
                    best[origin] = best[cell] + toll[cell] + step
                    changed = True
    return best


@pytest.mark.parametrize("seed", range(6))
def test_a_flood_continues_where_it_stopped(seed: int) -> None:
    rng = Random(seed)
    size, shortest = 60, rng.choice([1, 3, 7])
    into = [
        [(rng.randrange(size), rng.randint(shortest, 4 * shortest)) for _ in range(3)] for _ in range(size)
    ]
    toll = [rng.choice([0, 0, 5]) for _ in range(size)]
    goals = {rng.randrange(size): rng.randint(0, 9) for _ in range(3)}
    right = relaxed(goals, into, toll)
    result = Flood(goals, into, toll, shortest)
    for limit in (4, 11, 12, 40, FAR):
        at = result.upto(limit)
        assert [cost for cost in right if cost <= limit] == [
            got for got, cost in zip(at, right, strict=True) if cost <= limit
        ]
        assert all(got >= cost for got, cost in zip(at, right, strict=True))
    assert result.upto(FAR) == right


@pytest.mark.parametrize("seed", range(6))
def test_a_field_is_repaired_where_a_toll_falls(seed: int) -> None:
    rng = Random(seed)
    size = 60
    into = [[(rng.randrange(size), rng.randint(1, 9)) for _ in range(3)] for _ in range(size)]
    toll = [rng.choice([0, 6, 30]) for _ in range(size)]
    goals = {rng.randrange(size): 2 for _ in range(2)}
    before = relaxed(goals, into, toll)
    eased = rng.sample(range(size), 5)
    for cell in eased:
        toll[cell] = 0
    assert eased_field(before, eased, into, toll) == relaxed(goals, into, toll)


def test_a_flood_asks_for_steps_that_are_not_listed_and_stops_at_its_limit() -> None:
    asked = []

    def price(cell: int) -> list[tuple[int, int]]:
        asked.append(cell)
        return [(cell + 1, 2)]

    flood = Flood({0: 0}, [None] * 9, [0] * 9, price=price, limit=6)
    assert flood.at([2]) == 4
    assert flood.upto(FAR)[:4] == [0, 2, 4, 6]
    assert flood.at([5]) == FAR
    assert asked == [0, 1, 2, 3]


def plain_links(w: World, blown: int, kind: int) -> Links:
    into: list[list[tuple[int, int]]] = [[] for _ in range(w.grid.size)]
    for origin in w.grid.cells:
        for way in w.ground.ways[origin]:
            stands = way.bridge >= 0 and not blown >> way.bridge & 1
            if way.link and (way.bridge < 0 or stands):
                into[way.to].append((origin, w.tables.road_cost))
            elif w.board.terrain[way.to] == MARSH and kind != FOOT:
                continue
            elif way.side == PLAIN or stands:
                into[way.to].append((origin, w.ground.cost[way.to]))
            elif (way.side == MINOR and kind != HEAVY) or (way.side == BLOCKED and kind == FOOT):
                into[way.to].append((origin, CROSSING))
    return into


@pytest.mark.parametrize("kind", [FOOT, WHEELS, HEAVY])
def test_marches_of_wave_of_terror(kind: int) -> None:
    """Bridges blown, enemies on the way, ground that is closed; exact as far as the limit."""
    w, rng = WORLD, Random(kind)
    blown = rng.getrandbits(len(w.board.bridges))
    enemies, goals = rng.sample(w.grid.cells, 150), rng.sample(w.grid.cells, 2)
    closed = w.grid.mask & ~w.board.west_of_meuse if kind == HEAVY else 0
    toll = [0] * w.grid.size
    for cell in enemies:
        toll[cell] = THROUGH_ENEMY
    for cell in w.grid.cells:
        toll[cell] = FAR if closed >> cell & 1 else toll[cell]
    right = relaxed(dict.fromkeys(goals, 0), plain_links(w, blown, kind), toll)
    for limit in (25, 200):
        net = ways_of(w).into(blown, kind)
        result = flood(net, board_of(goals), board_of(enemies), closed, limit)
        for cell in w.grid.cells:
            assert result[cell] == right[cell] or min(result[cell], right[cell]) > limit, w.grid.label(cell)
