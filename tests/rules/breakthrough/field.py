"""An artificial map for tests of Breakthrough: clear terrain on the printed grid, with units of the test."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ardennes.games.breakthrough.rules.model.state import AMERICAN_FIRST, AMERICAN_SECOND, Variant
from ardennes.games.breakthrough.schema import terms
from ardennes.games.breakthrough.schema.map import load_board
from ardennes.games.breakthrough.schema.terms import AMERICAN, CLEAR, GERMAN, TERRAINS, Bridge
from ardennes.games.breakthrough.schema.world import World
from tests.rules.breakthrough.board import Field as Board


def made_up_board(
    terrain: Mapping[str, str], roads: Iterable[str], rivers: Iterable[str], bridges: Iterable[str]
) -> terms.Board:
    """Return a map that is clear except for `terrain` (hex -> kind); hexsides are written 9,22/9,23. A bridge
    is both road and river.
    """
    printed = load_board()
    grid = printed.grid
    kinds = [CLEAR] * grid.size
    for label, kind in terrain.items():
        kinds[grid.at(label)] = TERRAINS.index(kind)
    links, wet = [0] * 6, [0] * 6
    for boards, sides in ((links, [*roads, *bridges]), (wet, [*rivers, *bridges])):
        for side in sides:
            a, b = (grid.at(label) for label in side.split("/"))
            for one, other in ((a, b), (b, a)):
                direction = grid.direction(one, other)
                assert direction is not None
                boards[direction] |= 1 << one
    made = []
    for index, side in enumerate(bridges):
        a, b = (grid.at(label) for label in side.split("/"))
        made.append(Bridge(index, side, (a, b), "Our", (True, True)))
    return replace(
        printed,
        terrain=tuple(kinds),
        links=tuple(links),
        rivers=tuple(wet),
        bridges=tuple(made),
        bridge_at={grid.hexside(*bridge.ends): bridge.index for bridge in made},
    )


@functools.cache
def made_up_world(
    terrain: tuple[tuple[str, str], ...],
    roads: tuple[str, ...],
    rivers: tuple[str, ...],
    bridges: tuple[str, ...],
) -> World:
    return World(board=made_up_board(dict(terrain), roads, rivers, bridges))


class Field(Board):
    """A test's own world with a position in it; hexes and units have their printed names."""

    def __init__(
        self,
        day: int = 20,
        phase: int = AMERICAN_FIRST,
        terrain: Mapping[str, str] | None = None,
        roads: Iterable[str] = (),
        rivers: Iterable[str] = (),
        bridges: Iterable[str] = (),
        **options: Any,
    ) -> None:
        ground = tuple((terrain or {}).items())
        world = made_up_world(ground, tuple(roads), tuple(rivers), tuple(bridges))
        super().__init__(day, world=world, variant=Variant(**options))
        self.s.phase = phase
        self.s.acting = AMERICAN if phase in (AMERICAN_FIRST, AMERICAN_SECOND) else GERMAN
        self.s.pools = [0] * len(world.pools)

    def unit(self, name: str) -> int:
        return self.w.by_id[name]
