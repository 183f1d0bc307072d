"""Walks down the tree of offers reach every legal order and nothing else, whatever the number of slots."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ardennes.env.walk import NoOrder, Walk
from ardennes.kernel.contract import Order
from ardennes.kernel.offers import Branch, Offer, sample


class Number(Order, frozen=True, tag="number"):
    """An order that differs from others."""

    value: int


Tree = list["Tree | int | None"]  # an order by its number, a branch, or (None) an aside branch
LEAVES: st.SearchStrategy[Tree] = st.lists(st.integers(0, 99) | st.none(), max_size=6)
TREES: st.SearchStrategy[Tree] = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4), max_leaves=6)


def grown(tree: Tree) -> list[Offer]:
    def offer(part: Tree | int | None) -> Offer:
        if isinstance(part, int):
            return Number(part)
        if part is None:
            return Branch("aside", lambda: [Number(-1)], aside=True)
        return Branch("more", lambda: grown(part))

    return [offer(part) for part in tree]


def leaves(tree: Tree) -> set[int]:
    result: set[int] = set()
    for part in tree:
        result |= {part} if isinstance(part, int) else leaves(part) if part is not None else set()
    return result


def reached(tree: Tree, slots: int) -> set[int]:
    """Return every order that some choices lead to."""
    result: set[int] = set()
    ways: list[tuple[int, ...]] = [()]
    visited: set[tuple[object, ...]] = set()
    while ways:
        way = ways.pop()
        walk = Walk(grown(tree), slots)
        order = walk.begin()
        for slot in way:
            assert order is None
            order = walk.take(slot)
        if order is not None:
            assert isinstance(order, Number)
            result.add(order.value)
            continue
        # The same page of the same list, with the same branches closed, need not be visited twice.
        here = tuple((level.place, level.first, frozenset(level.closed)) for level in walk.levels)
        if here not in visited:
            visited.add(here)
            assert walk.allowed()
            ways += [(*way, slot) for slot in walk.allowed()]
    return result


@settings(max_examples=60)
@given(TREES, st.integers(2, 4))
def test_every_order_is_reached_and_nothing_that_lies_aside(tree: Tree, slots: int) -> None:
    if leaves(tree):
        assert reached(tree, slots) == leaves(tree)


@pytest.mark.parametrize("tree", [[], [[]], [[], [[], []]], [None]])
def test_where_there_is_no_order_that_is_said(tree: Tree) -> None:
    def go() -> None:
        walk = Walk(grown(tree), 4)
        walk.begin()
        while True:  # only a visit shows that a branch leads nowhere
            walk.take(walk.allowed()[0])

    with pytest.raises(NoOrder):
        go()


def test_one_choice_is_none() -> None:
    assert Walk(grown([[[7]]]), 4).begin() == Number(7)
    walk = Walk(grown([[[1, 2]]]), 4)
    assert walk.begin() is None
    assert walk.allowed() == [0, 1]


def test_a_long_list_is_turned_page_by_page_and_begins_again() -> None:
    walk = Walk(grown(list(range(7))), 4)
    walk.begin()
    pages = []
    for _ in range(4):
        assert 3 in walk.allowed()
        pages.append([offer.value for offer in walk.page if isinstance(offer, Number)])
        assert walk.take(3) is None
    assert pages == [[0, 1, 2], [3, 4, 5], [6], [0, 1, 2]]


def test_a_branch_that_leads_nowhere_is_closed() -> None:
    walk = Walk(grown([[[], []], 5, 6]), 4)
    walk.begin()
    assert walk.allowed() == [0, 1, 2]
    assert walk.take(0) is None
    assert walk.allowed() == [0, 1]
    assert walk.take(1) is None
    assert walk.allowed() == [1, 2]
    assert walk.trail == []
    assert walk.take(2) == Number(6)


def test_the_tree_here_is_the_tree_players_sample() -> None:
    assert sample(grown([[3]]), Random(0)) == Number(3)
