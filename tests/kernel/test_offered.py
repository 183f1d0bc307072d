"""Orders from `match.offers` are not checked again; every other order is."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

import ardennes
from ardennes.dice import seed_from_number
from ardennes.games import GAMES, find_game
from ardennes.kernel.contract import Order, Refused
from ardennes.kernel.match import Match, new_match
from ardennes.kernel.offered import MOST_REMEMBERED, OfferedOrders
from ardennes.kernel.offers import Branch, holds, orders, sample

Counts = dict[str, int]


def counted_match(name: str, number: int = 1) -> tuple[Match[Any], Counts]:
    """A match of the real game that counts the views and checks it makes."""
    game = copy.copy(find_game(name))
    counts = {"check": 0, "view": 0}

    def count(method: str) -> None:
        real = getattr(game, method)

        def counting(*args: Any) -> Any:
            counts[method] += 1
            return real(*args)

        setattr(game, method, counting)

    match = new_match(game, seed=seed_from_number(number))
    count("check")
    count("view")
    return match, counts


def drawn(match: Match[Any], rng: Random) -> tuple[int, Order]:
    side = match.game.to_move(match.state)[0]
    order = sample(match.offers(side), rng)
    assert order is not None
    return side, order


@pytest.mark.parametrize("name", GAMES)
def test_an_offered_order_costs_one_view_and_no_check(name: str) -> None:
    match, counts = counted_match(name)
    rng = Random(1)
    for _ in range(40):
        if not match.game.to_move(match.state):
            break
        match.play(*drawn(match, rng))
    assert match.seq >= 20
    assert counts == {"check": 0, "view": match.seq}


@pytest.mark.parametrize("name", GAMES)
def test_offers_of_a_match_are_those_of_the_game(name: str) -> None:
    match, _ = counted_match(name)
    rng, again = Random(2), Random(2)
    for _ in range(30):
        if not match.game.to_move(match.state):
            break
        side, order = drawn(match, rng)
        plain = match.game.offers(match.game.view(match.state, side), side)
        assert sample(plain, again) == order
        offered = match.offers(side)
        assert holds(offered, order)
        assert [_name(offer) for offer in offered] == [_name(offer) for offer in plain]
        match.play(side, order)


def _name(offer: Any) -> object:
    return (offer.key, offer.aside) if isinstance(offer, Branch) else offer


@pytest.mark.parametrize("name", GAMES)
def test_other_orders_are_checked(name: str) -> None:
    """An equal order built elsewhere, and one sampled from the offers of another match or position."""
    match, counts = counted_match(name)
    twin = new_match(match.game, seed=match.setting.seed)
    side, order = drawn(match, Random(3))
    rebuilt = msgspec.structs.replace(order)
    assert rebuilt == order
    assert rebuilt is not order
    twin.offers(side)
    twin.play(side, order)  # legal there, but not sampled from there
    assert counts["check"] == 1
    match.play(side, rebuilt)
    assert counts["check"] == 2


@pytest.mark.parametrize("name", GAMES)
def test_a_stale_order_is_refused(name: str) -> None:
    """An order that was legal one order earlier and no longer is, found by random play."""
    match, _ = counted_match(name)
    rng, refused = Random(4), 0
    for _ in range(100):
        if not match.game.to_move(match.state):
            break
        side, stale = drawn(match, rng)
        match.play(*drawn(match, rng))
        match.offers(side)
        if match.check(side, stale) is not None:
            before = match.state.digest()
            with pytest.raises(Refused):
                match.play(side, stale)
            assert match.state.digest() == before
            refused += 1
    assert refused


@pytest.mark.parametrize("name", GAMES)
def test_an_order_is_not_offered_to_the_other_side(name: str) -> None:
    match, _ = counted_match(name)
    rng, refused = Random(5), 0
    for _ in range(20):
        if not match.game.to_move(match.state):
            break
        side, order = drawn(match, rng)
        match.offers(1 - side)
        if match.check(1 - side, order) is not None:
            with pytest.raises(Refused):
                match.play(1 - side, order)
            refused += 1
        match.play(side, order)
    assert refused >= 5


def _forged(order: Order) -> Iterator[tuple[str, object]]:
    """Return changes that make an order name something unknown."""
    for field in order.__struct_fields__:
        value = getattr(order, field)
        if isinstance(value, str):
            yield field, "nowhere"
        elif isinstance(value, tuple) and value and all(isinstance(part, str) for part in value):
            yield field, ("nowhere", *value[1:])


@pytest.mark.parametrize("name", GAMES)
def test_an_order_changed_after_it_was_offered_is_refused(name: str) -> None:
    match, _ = counted_match(name)
    rng, refused = Random(6), 0
    for _ in range(60):
        if not match.game.to_move(match.state):
            break
        side, order = drawn(match, rng)
        for field, value in _forged(order):
            was = getattr(order, field)
            msgspec.structs.force_setattr(order, field, value)
            if match.check(side, order) is not None:  # it may be a text with free content
                with pytest.raises(Refused):
                    match.play(side, order)
                refused += 1
            msgspec.structs.force_setattr(order, field, was)
        match.play(side, order)
    assert refused >= 5


@pytest.mark.parametrize("name", GAMES)
def test_nothing_offered_is_remembered_after_undo(name: str) -> None:
    match, counts = counted_match(name)
    rng = Random(7)
    for _ in range(40):
        side, order = drawn(match, rng)
        match.play(side, order)
        if not match.why_no_undo(side):
            match.undo(side)
            match.play(side, order)
            assert counts["check"] == 1
            return
    pytest.fail("no order could be undone")


def test_listing_orders_remembers_a_bounded_number() -> None:
    match, counts = counted_match("tigers")
    side = match.game.to_move(match.state)[0]
    listed = list(orders(match.offers(side)))
    match.play(side, listed[-1])
    assert counts["check"] == 0
    memory = OfferedOrders()
    copies = [msgspec.structs.replace(listed[0]) for _ in range(MOST_REMEMBERED + 1)]
    for order in copies:
        memory.add(order)
    assert memory.has(copies[0])
    assert not memory.has(copies[-1])


@pytest.mark.parametrize("name", GAMES)
def test_the_public_interface_checks_only_what_it_did_not_offer(name: str) -> None:
    match = ardennes.new_match(name, seed=1)
    game, checks = copy.copy(match.game), []
    real = game.check

    def counting(*args: Any) -> Any:
        checks.append(args)
        return real(*args)

    game.check = counting  # type: ignore[method-assign, assignment]
    match.kernel.game = game
    rng = Random(8)
    for _ in range(10):
        match.play(match.random_order(rng=rng))
    assert not checks
    stale = match.legal()
    match.play(match.random_order(rng=rng))
    side = match.game.to_move(match.kernel.state)[0]
    order = stale.random(rng)
    refusal = real(match.game.view(match.kernel.state, side), side, order)
    if refusal is None:
        match.play(side, order)
    else:
        with pytest.raises(Refused):
            match.play(side, order)
    assert len(checks) == 1
