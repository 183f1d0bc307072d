"""Check one state: clones, records and events are equal, and only the dice decide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import msgspec

from ardennes.kernel.conformance.mutate import strangers
from ardennes.kernel.conformance.play import Blaming, CountedDice, carry_out, pick_order, sides_to_move
from ardennes.kernel.conformance.report import Found
from ardennes.kernel.conformance.scene import Scene
from ardennes.kernel.contract import AnyGame, Event, Order
from ardennes.kernel.offers import Offer, sample
from ardennes.kernel.visibility import visible_event

DRAWN = 8  # orders drawn from the offers of a state and of its copy


def check_copies(scene: Scene) -> None:
    check_mark(scene, scene.state)
    check_clone(scene)
    copy = check_record(scene)
    check_not_stale(scene, copy)
    for side in sides_to_move(scene.game, scene.state):
        for order in _orders_to_try(scene, side):
            check_determined(scene, copy, side, order)
            check_view_is_its_own(scene, side, order)
    check_nothing_shared(scene)


def _orders_to_try(scene: Scene, side: int) -> list[Order]:
    """Yield legal orders, beginning with those that showed a fault before."""
    view = scene.game.view(scene.state, side)
    tried = [o for s, o in scene.suspects if s == side and scene.game.check(view, side, o) is None]
    for _ in range(scene.level.orders):
        order = pick_order(scene.game, scene.state, side, scene.rng)
        if order not in tried:
            tried.append(order)
    return tried


def check_mark(scene: Scene, state: Any) -> None:
    with scene.untouched("phase_mark"):
        mark: object = scene.game.phase_mark(state)
    if not isinstance(mark, tuple) or not all(isinstance(part, int) for part in mark):
        raise Found("phase-mark", f"the phase mark is {mark!r}")
    if mark != scene.game.phase_mark(state.clone()):
        raise Found("phase-mark", "a clone has another phase mark")


def check_clone(scene: Scene) -> None:
    with scene.untouched("clone"):
        clone = scene.state.clone()
    scene.done["clones and records compared"] += 1
    if type(clone) is not type(scene.state) or clone.digest() != scene.state.digest():
        raise Found("clone", f"the clone differs in: {differences(scene.state, clone)}")


def check_record(scene: Scene) -> Any:
    """Encode the state as JSON, decode it, and return the copy."""
    with scene.untouched("record, read_state"):
        text = msgspec.json.encode(scene.state.record())
        copy = scene.game.read_state(msgspec.json.decode(text))
    if type(copy) is not type(scene.state) or copy.digest() != scene.state.digest():
        raise Found("record", f"the state read again differs in: {differences(scene.state, copy)}")
    return copy


def check_not_stale(scene: Scene, copy: Any) -> None:
    """Check that the same state without its history gives the same answers."""
    game, rng = scene.game, scene.rng
    for what, ask in (("to_move", game.to_move), ("result", game.result), ("phase_mark", game.phase_mark)):
        if ask(scene.state) != ask(copy):
            raise Found(
                "stale", f"{what} is {ask(scene.state)}; of the same state read from a record {ask(copy)}"
            )
    for side in game.to_move(scene.state):
        number = rng.getrandbits(32)
        with Blaming("offers", side):
            views = game.view(scene.state, side), game.view(copy, side)
            drawn, again = (_draw(game.offers(view, side), Random(number)) for view in views)
        if drawn != again:
            raise Found("stale", "the same state read from a record has other offers", side)
        strange = strangers(game, drawn, scene.vocabulary, rng, scene.level.mutants // 2)
        for order in [*drawn, *strange]:
            with Blaming("check", side, order):
                here, there = (game.check(view, side, order) for view in views)
            if here != there:
                raise Found(
                    "stale", f"{here or 'legal'}; after reading from a record {there or 'legal'}", side, order
                )


def _draw(offers: Sequence[Offer], rng: Random) -> list[Order]:
    return [order for _ in range(DRAWN) if (order := sample(offers, rng)) is not None]


def differences(a: Any, b: Any) -> str:
    """Return the names of the fields in which two states differ."""
    fields = [f for f in a.__struct_fields__ if getattr(a, f) != getattr(b, f, None)]
    return ", ".join(fields) or "nothing that can be named"


def check_determined(scene: Scene, copy: Any, side: int, order: Order) -> None:
    """Give the same order to a clone and to a decoded copy, with the same dice."""
    dice, before = scene.dice, scene.state.digest()
    first, second = scene.state.clone(), copy.clone()
    events = carry_out(scene.game, first, side, order, CountedDice(dice, first.rolls))
    again = carry_out(scene.game, second, side, order, CountedDice(dice, second.rolls))
    if scene.state.digest() != before:
        raise Found("shared", "giving an order in a clone has changed the original", side, order)
    if events != again:
        raise Found("not-determined", "the same order gave other events the second time", side, order)
    if first.digest() != second.digest():
        message = f"the same order gave another state the second time: {differences(first, second)}"
        raise Found("not-determined", message, side, order)
    check_events(scene.game, events)
    scene.done["orders applied twice"] += 1


def check_events(game: AnyGame, events: list[Event]) -> None:
    """Check that every event, as each side sees it, can be encoded, decoded and described."""
    for event in events:
        versions = [event, *(visible_event(game, event, side) for side in range(len(game.sides)))]
        for version in versions:
            if version is None:
                continue
            with Blaming(f"read_event or tell({type(version).__name__})"):
                text = msgspec.json.encode(version)
                if game.read_event(msgspec.json.decode(text)) != version:
                    raise Found("event", f"another event after being written and read: {version}")
                if not game.tell(version).strip():
                    raise Found("event", f"told as nothing: {version}")


def check_view_is_its_own(scene: Scene, side: int, order: Order) -> None:
    """Check that changes to a view leave the state behind it as it is."""
    view = scene.game.view(scene.state, side)
    if view is scene.state:  # nothing is hidden: a caller that wants to change it makes a clone
        return
    before = scene.state.digest()
    with suppress(Exception):  # a view may lack what `apply` needs
        scene.game.apply(view, side, order, scene.some_dice())
    if scene.state.digest() != before:
        raise Found("shared", "giving an order on a view has changed the state behind it", side, order)


def check_nothing_shared(scene: Scene) -> None:
    """Play on in a clone and check that the original does not change."""
    before = scene.state.digest()
    line: list[tuple[int, Order]] = []
    try:
        for side, order in _play_on(scene, scene.state.clone()):
            if scene.state.digest() != before:
                raise Found("shared", "playing on in a clone has changed the original", side, order)
            line.append((side, order))
    except Found as result:
        if result.kind != "shared":  # a different fault, which shows only after these orders
            result.after = tuple(line)
        raise


def _play_on(scene: Scene, state: Any) -> Iterator[tuple[int, Order]]:
    """Yield random legal orders with the match's dice, each as it was carried out."""
    dice = CountedDice(scene.dice, state.rolls)
    for _ in range(scene.level.play_on):
        sides = sides_to_move(scene.game, state)
        if not sides:
            return
        side = scene.rng.choice(sides)
        order = pick_order(scene.game, state, side, scene.rng)
        check_events(scene.game, carry_out(scene.game, state, side, order, dice))
        scene.vocabulary.learn(order)
        yield side, order
