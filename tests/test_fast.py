"""./test --fast: a reproducible sample, nothing long, something of everything."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.fast import FEW, SERVED, SPARSE, fast_ones


class Item:
    """The parts of a test that the selection reads."""

    def __init__(self, nodeid: str, *marks: str) -> None:
        self.nodeid, self.marks = nodeid, marks

    def get_closest_marker(self, name: str) -> str | None:
        return name if name in self.marks else None


def chosen(items: list[Item]) -> list[str]:
    return [item.nodeid for item in fast_ones(items)]  # type: ignore[arg-type]


def test_long_tests_are_left_out() -> None:
    assert chosen([Item("a"), Item("b", "long"), Item("c", "slow"), Item("d[1]")]) == ["a", "d[1]"]


@pytest.mark.parametrize("count", [1, FEW, 2 * FEW - 1])
def test_a_short_table_is_run_whole(count: int) -> None:
    assert len(chosen([Item(f"t[{row}]") for row in range(count)])) == count


@pytest.mark.parametrize(("count", "message"), [(2 * FEW, FEW), (55, 5), (FEW * SPARSE, FEW), (3358, 280)])
def test_of_a_long_table_some_rows_are_run(count: int, message: int) -> None:
    result = chosen([Item(f"t[{row}]") for row in range(count)])
    assert len(result) == message
    assert result[0] == "t[0]"


def test_every_test_has_its_row() -> None:
    items = [Item(f"{name}[{row}]") for name in "abc" for row in range(100)]
    assert set(Counter(nodeid[0] for nodeid in chosen(items)).values()) == {9}


def test_of_the_servers_tests_some_are_run() -> None:
    items = [Item(f"tests/server/test_a.py::t{row}") for row in range(2 * SERVED + 1)]
    result = chosen([*items, Item("tests/rules/test_a.py::t")])
    last = ["tests/rules/test_a.py::t"]
    assert result == [f"tests/server/test_a.py::t{SERVED * row}" for row in range(3)] + last
