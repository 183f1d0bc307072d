"""Hex geometry compared with brute force, for both ways of pushing columns."""

from __future__ import annotations

from collections import deque
from math import isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ardennes.hexes import (
    COMPASS_NORTH_UP,
    COMPASS_SOUTH_UP,
    OFF_MAP,
    Grid,
    Pushed,
    bits,
    board_of,
    make_grid,
    opposite,
)

PUSHES: list[Pushed] = ["odd", "even"]


def label(column: int, row: int) -> str:
    return f"{column}.{row}"


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    """Maps of any shape: a rectangle anywhere, with holes."""
    left, low = draw(st.integers(-3, 4)), draw(st.integers(-3, 4))
    width, height = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    every = [(c, r) for c in range(left, left + width) for r in range(low, low + height)]
    holes = draw(st.sets(st.sampled_from(every), max_size=len(every) - 1))
    return make_grid(set(every) - holes, pushed=draw(st.sampled_from(PUSHES)), label=label)


def centre(grid: Grid, cell: int) -> tuple[float, float]:
    return grid.position(cell)


def touch(grid: Grid, a: int, b: int) -> bool:
    """Hexes are adjacent if their centres are one hex width apart."""
    (ax, ay), (bx, by) = centre(grid, a), centre(grid, b)
    return isclose(sqrt((ax - bx) ** 2 + (ay - by) ** 2), 1.0, abs_tol=1e-9)


def walk(grid: Grid, start: int) -> dict[int, int]:
    """Return the number of steps from a hex to all that can be reached on the map."""
    steps = {start: 0}
    queue = deque([start])
    while queue:
        at = queue.popleft()
        for nxt in grid.neighbours[at]:
            if nxt != OFF_MAP and nxt not in steps:
                steps[nxt] = steps[at] + 1
                queue.append(nxt)
    return steps


@given(grids())
def test_neighbours_are_the_hexes_one_width_away(grid: Grid) -> None:
    for a in grid.cells:
        near = {b for b in grid.cells if touch(grid, a, b)}
        assert {b for b in grid.neighbours[a] if b != OFF_MAP} == near
        assert set(bits(grid.near[a])) == near
        for b in grid.cells:
            assert grid.adjacent(a, b) == (b in near)


@given(grids())
def test_directions_run_clockwise_and_back(grid: Grid) -> None:
    north_up = [(0.0, 1.0), (0.866, 0.5), (0.866, -0.5), (0.0, -1.0), (-0.866, -0.5), (-0.866, 0.5)]
    for a in grid.cells:
        for d, b in enumerate(grid.neighbours[a]):
            if b == OFF_MAP:
                continue
            (ax, ay), (bx, by) = centre(grid, a), centre(grid, b)
            assert (bx - ax, by - ay) == pytest.approx(north_up[d], abs=1e-3)
            assert grid.direction(a, b) == d
            assert grid.direction(b, a) == opposite(d)
            assert grid.neighbours[b][opposite(d)] == a


@given(grids())
def test_beyond_names_the_position_even_off_the_map(grid: Grid) -> None:
    for a in grid.cells:
        for d, b in enumerate(grid.neighbours[a]):
            column, row = grid.beyond(a, d)
            if b != OFF_MAP:
                assert (column, row) == (grid.column[b], grid.row[b])
            else:
                assert grid.find(label(column, row)) is None
            assert grid.virtual_distance((grid.column[a], grid.row[a]), (column, row)) == 1


@given(grids())
def test_labels_find_their_hexes(grid: Grid) -> None:
    assert len(set(grid.cells)) == len(grid.cells) == grid.mask.bit_count()
    for cell in grid.cells:
        name = label(grid.column[cell], grid.row[cell])
        assert grid.label(cell) == name
        assert grid.at(name) == grid.find(name) == cell
        assert cell in grid
    assert grid.find("nowhere") is None
    with pytest.raises(KeyError, match="nowhere"):
        grid.at("nowhere")
    outside = set(range(-2, grid.size + 2)) - set(grid.cells)
    assert not [cell for cell in outside if cell in grid]


@pytest.mark.parametrize("pushed", PUSHES)
def test_distance_is_the_number_of_steps(pushed: Pushed) -> None:
    grid = make_grid([(c, r) for c in range(-2, 7) for r in range(-1, 8)], pushed=pushed, label=label)
    for a in grid.cells:
        steps = walk(grid, a)
        assert {b: grid.distance(a, b) for b in grid.cells} == steps
        for b in grid.cells:
            pair = (grid.column[a], grid.row[a]), (grid.column[b], grid.row[b])
            assert grid.virtual_distance(*pair) == steps[b]


@given(grids())
def test_hexsides_are_one_number_from_both_sides(grid: Grid) -> None:
    visited: dict[int, frozenset[int]] = {}
    for a in grid.cells:
        for b in grid.cells:
            if not grid.adjacent(a, b):
                with pytest.raises(ValueError, match="do not touch"):
                    grid.hexside(a, b)
                continue
            side = grid.hexside(a, b)
            assert side == grid.hexside(b, a)
            assert set(grid.sides_of(side)) == {a, b}
            assert visited.setdefault(side, frozenset((a, b))) == frozenset((a, b))


@given(grids(), st.data())
def test_ring_is_every_neighbour_of_any_hex(grid: Grid, data: st.DataObject) -> None:
    chosen = data.draw(st.sets(st.sampled_from(grid.cells)))
    expected = {b for a in chosen for b in grid.neighbours[a] if b != OFF_MAP}
    assert set(bits(grid.ring(board_of(chosen)))) == expected


@given(st.sets(st.integers(0, 300)))
def test_boards_and_cells_are_the_same_thing(cells: set[int]) -> None:
    assert list(bits(board_of(cells))) == sorted(cells)


def test_the_pushed_columns_are_half_a_hex_further_up() -> None:
    for pushed, higher in (("odd", 1), ("even", 2)):
        grid = make_grid([(1, 1), (2, 1)], pushed=pushed, label=label)  # type: ignore[arg-type]
        heights = {grid.column[cell]: grid.position(cell)[1] for cell in grid.cells}
        assert heights[higher] == 1.5
        assert heights[3 - higher] == 1.0


def test_compass_names_follow_the_rows() -> None:
    for compass, up in ((COMPASS_NORTH_UP, "N"), (COMPASS_SOUTH_UP, "S")):
        grid = make_grid([(1, 1), (1, 2)], pushed="odd", label=label, compass=compass)
        direction = grid.direction(grid.at("1.1"), grid.at("1.2"))
        assert direction is not None
        assert grid.compass[direction] == up
        assert grid.compass[opposite(direction)] != up


def test_a_hex_does_not_touch_what_is_off_the_map() -> None:
    grid = make_grid([(1, 1)], pushed="odd", label=label)
    (cell,) = grid.cells
    assert not grid.adjacent(cell, OFF_MAP)
    assert grid.direction(cell, OFF_MAP) is None


def test_an_empty_map_and_a_name_used_twice_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one hex"):
        make_grid([], pushed="odd", label=label)
    with pytest.raises(ValueError, match="two hexes are called 'x'"):
        make_grid([(1, 1), (1, 2)], pushed="odd", label=lambda c, r: "x")
