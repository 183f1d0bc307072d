"""The front drawn from the owners of hexes."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ardennes.games.breakthrough.schema.world import printed_world
from ardennes.hexes import bits, board_of
from ardennes.history import chronicle
from ardennes.kernel.front_line import front_lines, smoothed

GRID = printed_world().grid
EVERY = GRID.mask
NEAR = dict(enumerate(GRID.neighbours))


def east_of(row: int) -> int:
    return board_of(cell for cell in GRID.cells if GRID.row[cell] >= row)


def shares(held: int) -> dict[int, float]:
    return {cell: float(held >> cell & 1) for cell in bits(EVERY)}


def lines(held: int, passes: int = 2) -> list[list[tuple[float, float]]]:
    return front_lines(NEAR, GRID.position, shares(held), passes)


def test_a_straight_front_is_one_line_from_edge_to_edge() -> None:
    (line,) = lines(east_of(15))
    assert all(y == pytest.approx(14.5, abs=0.6) for _, y in line)
    first, last = GRID.columns
    assert abs(line[-1][0] - line[0][0]) == pytest.approx((last - first) * 3**0.5 / 2)


def test_a_single_hex_a_column_drove_through_bends_nothing() -> None:
    alone = next(cell for cell in GRID.cells if GRID.row[cell] == 6 and GRID.column[cell] == 20)
    assert lines(east_of(15) | 1 << alone) == lines(east_of(15))
    assert len(lines(east_of(15) | 1 << alone, passes=0)) == 2


def test_a_pocket_is_a_ring() -> None:
    middle = next(cell for cell in GRID.cells if GRID.row[cell] == 6 and GRID.column[cell] == 20)
    pocket = board_of(cell for cell in GRID.cells if GRID.distance(cell, middle) <= 3)
    front, ring = lines(east_of(15) | pocket)
    assert front[0] != front[-1]
    assert ring[0] == ring[-1]
    assert all(1 < GRID.distance(middle, _nearest(point)) <= 4 for point in ring)


def _nearest(point: tuple[float, float]) -> int:
    return min(
        GRID.cells,
        key=lambda cell: sum((a - b) ** 2 for a, b in zip(point, GRID.position(cell), strict=True)),
    )


def test_all_or_nothing_has_no_front() -> None:
    assert lines(EVERY) == lines(0) == []
    assert set(smoothed(NEAR, shares(EVERY)).values()) == {1.0}


def test_the_front_of_an_evening_of_1944() -> None:
    held = board_of(
        GRID.at(row.hex)
        for row in chronicle.hexes("breakthrough")
        if row.evenings[24 - 16] == chronicle.GERMAN
    )
    front = lines(held)[0]
    steps = [((a - c) ** 2 + (b - d) ** 2) ** 0.5 for (a, b), (c, d) in pairwise(front)]
    assert max(steps) < 1.2, "the line does not jump"
    assert len(front) > 60
