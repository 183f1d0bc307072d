"""Offers: sampling, listing and finding in a lazy tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from ardennes.kernel.offers import Branch, Choices, Offer, holds, orders, sample
from tests.kernel.toygame import Done, Lay, Move, Outpost, Retreat


def tree() -> list[Offer]:
    return [
        Lay("a"),
        Branch("b", lambda: [Lay("b"), Branch("c", lambda: [Lay("c")])]),
        Branch("empty", list),
        Branch("dead", lambda: [Branch("end", list)]),
    ]


def test_orders_lists_the_whole_tree() -> None:
    assert list(orders(tree())) == [Lay("a"), Lay("b"), Lay("c")]


def test_sample_reaches_every_order_and_survives_dead_branches() -> None:
    drawn = Counter(sample(tree(), Random(n)) for n in range(2000))
    assert set(drawn) == {Lay("a"), Lay("b"), Lay("c")}
    # Each choice on the way is equally likely: dead branches are left out, so a is one of two.
    assert abs(drawn[Lay("a")] - 1000) < 120
    assert abs(drawn[Lay("b")] - 500) < 100


def test_sample_of_nothing_is_nothing() -> None:
    assert sample([], Random(1)) is None
    assert sample([Branch("end", list)], Random(1)) is None


def test_holds_finds_what_is_there_and_nothing_else() -> None:
    assert all(holds(tree(), order) for order in orders(tree()))
    assert not holds(tree(), Lay("d"))
    assert not holds(tree(), Retreat("a"))


def test_a_branch_is_not_opened_in_vain() -> None:
    opened = []

    def expand() -> Sequence[Offer]:
        opened.append(1)
        return [Done()]

    assert not holds([Branch("x", expand, lambda order: False)], Done())
    assert not opened
    assert holds([Branch("x", expand, lambda order: True)], Done())
    assert opened == [1]


def test_offers_are_computed_only_where_somebody_looks() -> None:
    game = Outpost()
    state = game.start("short", {"mines": False, "first": "red"}, None)  # type: ignore[arg-type]
    offers = game.offers(state, 0)
    branches = [offer for offer in offers if isinstance(offer, Branch)]
    assert [branch.key for branch in branches] == ["R1", "R2", "R3"]
    first = next(o for o in branches[0].offers() if isinstance(o, Move))
    assert holds(offers, first)
    assert game.check(state, 0, first) is None


def test_choices_are_made_one_by_one() -> None:
    made: list[int] = []

    class Places(Choices):
        def __len__(self) -> int:
            return 4

        def make(self, at: int) -> Offer:
            made.append(at)
            return Lay(str(at))

    places = Places()
    assert places[2] == Lay("2")
    assert places[-1] == Lay("3")
    assert made == [2, 3]
    assert list(places) == places[:] == [Lay(str(at)) for at in range(4)]
    for wrong in (4, -5):
        with pytest.raises(IndexError):
            places[wrong]
    picked = sample(places, Random(1))
    assert picked in places


def test_what_lies_aside_is_offered_but_never_drawn_by_chance() -> None:
    hidden = Branch("give up", lambda: [Lay("c")], aside=True)
    offers: list[Offer] = [hidden, Lay("a"), Branch("more", lambda: [hidden, Lay("b")])]
    assert {sample(offers, Random(n)) for n in range(200)} == {Lay("a"), Lay("b")}
    assert holds(offers, Lay("c"))
    assert sample([hidden], Random(1)) is None
