"""Check one state: facts hidden from a side change nothing that the side can see."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from ardennes.dice import Dice
from ardennes.kernel.conformance.copies import differences
from ardennes.kernel.conformance.mutate import strangers
from ardennes.kernel.conformance.play import OTHER_DICE, Blaming, sides_to_move
from ardennes.kernel.conformance.report import Found
from ardennes.kernel.conformance.scene import Scene, reveals
from ardennes.kernel.contract import Event, Order
from ardennes.kernel.offers import sample
from ardennes.kernel.visibility import hides, visible_events

SAMPLED = 6  # orders drawn from the offers of each of the two worlds
FORECAST = 2  # how many of these are forecast


def check_hidden(scene: Scene) -> None:
    for side in scene.every_side:
        with scene.untouched("hidden_twins", side=side):
            twins = list(scene.game.hidden_twins(scene.state, side))
        for twin in scene.rng.sample(twins, min(len(twins), scene.level.twins)):
            scene.done["hidden twins compared"] += 1
            check_twin(scene, twin, side)
        if not twins and hides(scene.game, scene.state, side):
            visible = scene.game.view(scene.state, side)
            message = f"this is hidden, but no twin differs in it: {differences(scene.state, visible)}"
            raise Found("no-twin", message, side)
        check_view(scene, side)
    for mover in sides_to_move(scene.game, scene.state):
        for order in _offered(scene, scene.state, mover, scene.rng.getrandbits(32)):
            check_trace(scene, mover, order)


def check_view(scene: Scene, side: int) -> None:
    """Check that a view does not change when the same side views it again."""
    with scene.untouched("view", side=side):
        view = scene.game.view(scene.state, side)
        again = scene.game.view(view, side)
    if view.digest() != again.digest():
        raise Found("leak-view", "the view of a view is different", side)


def check_trace(scene: Scene, mover: int, order: Order) -> None:
    """Check that an order is quiet exactly if the other sides notice nothing, in their log or view.

    Otherwise their log would count orders that they may not know of, or their view would change without a
    reason.
    """
    game = scene.game
    quiet = order.quiet_in(scene.state)
    after, events = _play(scene, scene.state, mover, order, scene.some_dice())
    for side in (side for side in scene.every_side if side != mover):
        is_reported = bool(visible_events(game, events, side))
        is_visible = any(
            game.view(scene.state, eye).digest() != game.view(after, eye).digest() for eye in (side, None)
        )
        if quiet == (is_reported or is_visible):
            what = (
                "a quiet order is noticed"
                if quiet
                else "the other sides may not know of it, but it is not quiet"
            )
            raise Found("trace", f"{what} by the {game.sides[side]} side", mover, order)
    scene.done["traces of orders looked for"] += 1


def check_twin(scene: Scene, twin: Any, side: int) -> None:
    """Check that the two worlds look the same to the side, now and after an order that reveals nothing."""
    game = scene.game
    with Blaming("view", side):
        for viewer, who in ((side, game.sides[side]), (None, "bystander")):
            visible, other = game.view(scene.state, viewer), game.view(twin, viewer)
            if visible.digest() != other.digest():
                message = f"the {who}'s view reveals a hidden fact: {differences(visible, other)}"
                raise Found("leak-view", message, side)
    number = scene.rng.getrandbits(32)
    orders = _offered(scene, scene.state, side, number)
    if orders != _offered(scene, twin, side, number):
        raise Found("leak-offers", "other orders are offered when only a hidden fact differs", side)
    strange = list(strangers(game, orders, scene.vocabulary, scene.rng, scene.level.mutants // 2))
    for order in orders + strange:
        here, there = _refusal(scene, scene.state, side, order), _refusal(scene, twin, side, order)
        if (here is None) != (there is None):
            raise Found("leak-offers", "legal or not, depending on a hidden fact", side, order)
        if here != there:
            message = f"the answer is {here}; with another hidden fact {there}"
            raise Found("leak-refusal", message, side, order)
    for order in list(dict.fromkeys(orders))[:FORECAST]:
        if _forecast(scene, scene.state, side, order) != _forecast(scene, twin, side, order):
            raise Found("leak-forecast", "the forecast reveals a hidden fact", side, order)
    _compare_play(scene, twin, side)


def _offered(scene: Scene, world: Any, side: int, number: int) -> list[Order]:
    rng = Random(number)
    with Blaming("offers", side):
        view = scene.game.view(world, side)
        offers = scene.game.offers(view, side)
        return [order for _ in range(SAMPLED) if (order := sample(offers, rng)) is not None]


def _refusal(scene: Scene, world: Any, side: int, order: Order) -> object:
    with Blaming("check", side, order):
        return scene.game.check(scene.game.view(world, side), side, order)


def _forecast(scene: Scene, world: Any, side: int, order: Order) -> object:
    with scene.untouched("forecast", side=side, order=order):
        return scene.game.forecast(scene.game.view(world, side), side, order)


def _compare_play(scene: Scene, twin: Any, side: int) -> None:
    """Check that the side reads the same in both worlds after anybody's order, unless a fact was revealed."""
    game = scene.game
    for mover in game.to_move(scene.state):
        for order in _offered(scene, scene.state, mover, scene.rng.getrandbits(32)):
            if game.check(game.view(twin, mover), mover, order) is not None:
                continue  # the mover knows the hidden fact, and it forbids the order in the other world
            _compare_order(scene, twin, side, mover, order)


def _compare_order(scene: Scene, twin: Any, side: int, mover: int, order: Order) -> None:
    game, dice = scene.game, scene.some_dice()
    here, events = _play(scene, scene.state, mover, order, dice)
    there, others = _play(scene, twin, mover, order, dice)
    if reveals(events) or reveals(others):
        return
    scene.done["orders played in two worlds"] += 1
    difference = _difference(visible_events(game, events, side), visible_events(game, others, side))
    visible, other = game.view(here, side), game.view(there, side)
    if not difference and visible.digest() != other.digest():
        fields = differences(visible, other)
        difference = f"nothing reveals it, yet after it the {game.sides[side]} side sees it in: {fields}"
    if not difference:
        return
    again, repeated = _play(scene, scene.state, mover, order, dice)
    if repeated != events or again.digest() != here.digest():
        raise Found("not-determined", "the same order gave a different result the second time", mover, order)
    raise Found("leak-event", difference, mover, order)


def _play(scene: Scene, world: Any, side: int, order: Order, dice: Dice) -> tuple[Any, list[Event]]:
    state = world.clone()
    with Blaming(OTHER_DICE, side, order):
        return state, scene.game.apply(state, side, order, dice)


def _difference(events: Sequence[Event], others: Sequence[Event]) -> str:
    for event, other in zip(events, others, strict=False):
        if event != other:
            return f"reported as {event}; with another hidden fact as {other}"
    return "" if len(events) == len(others) else "more is reported when a hidden fact differs"
