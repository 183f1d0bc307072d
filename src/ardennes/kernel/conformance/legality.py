"""Check one state: decisions, and that an order is accepted exactly if it is offered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ardennes.kernel.conformance.mutate import plain, strangers
from ardennes.kernel.conformance.play import Blaming, sides_to_move
from ardennes.kernel.conformance.report import Found
from ardennes.kernel.conformance.scene import Scene
from ardennes.kernel.contract import AnyGame, Order, Refusal
from ardennes.kernel.offers import Branch, Offer, orders, sample

LOOK_INTO = 5_000  # branches opened in search of one order before the search is given up


def check_legality(scene: Scene) -> None:
    sides = sides_to_move(scene.game, scene.state)
    check_decisions(scene, sides)
    for side in scene.every_side:
        with scene.untouched("view", side=side):
            view = scene.game.view(scene.state, side)
        with scene.untouched("to_move on a view", view, side=side):
            if scene.game.to_move(view) != sides:
                raise Found("decisions", f"in truth sides {sides} are to move, on the view others", side)
        with scene.untouched("offers", view, side=side):
            offers = scene.game.offers(view, side)
        if side in sides:
            tried = try_offered(scene, view, side, offers)
        else:
            tried = []
            with scene.untouched("offers", view, side=side):
                stray = next(orders(offers), None)
            if stray is not None:
                raise Found("decisions", "an order is offered to a side that is not to move", side, stray)
        try_strangers(scene, view, side, offers, tried)


def check_decisions(scene: Scene, sides: tuple[int, ...]) -> None:
    with scene.untouched("decisions"):
        decisions = scene.game.decisions(scene.state)
    with scene.untouched("result"):
        result = scene.game.result(scene.state)
    open_for = sorted({decision.side for decision in decisions})
    if open_for != sorted(set(sides)) or len(set(sides)) != len(sides):
        raise Found("decisions", f"decisions are open for sides {open_for}, to_move says {list(sides)}")
    for side in sides:
        if side not in scene.every_side:
            raise Found("decisions", f"there is no side {side}")
    for decision in decisions:
        if not decision.kind or not decision.prompt.strip():
            raise Found("decisions", f"a decision without kind or prompt: {decision}", decision.side)
        known_rule(scene, decision.rule, f"the decision {decision.kind!r}")
    if result is not None:
        known_rule(scene, result.rule, "the result")


def known_rule(scene: Scene, rule: str, what: str) -> None:
    if rule not in scene.game.rule_ids():
        raise Found("unknown-rule", f"{what} names rule {rule!r}, which is not in the rulebook")


def check_refusal(scene: Scene, refusal: Refusal) -> None:
    known_rule(scene, refusal.rule, "a refusal")
    if not refusal.facts.strip():
        raise Found("unknown-rule", f"a refusal by {refusal.rule} does not say the facts")


def try_offered(scene: Scene, view: Any, side: int, offers: Sequence[Offer]) -> list[Order]:
    """Check that orders from the offers are accepted, on the view and in truth, and can be found again."""
    tried: list[Order] = []
    for _ in range(scene.level.orders):
        with scene.untouched("offers", view, side=side):
            order = sample(offers, scene.rng)
        if order is None:
            raise Found("dead-end", "a side is to move and no order is offered", side)
        scene.vocabulary.learn(order)
        if order in tried:
            continue
        tried.append(order)
        scene.done["offered orders tried"] += 1
        check_order(scene.game, side, order)
        if tidied(scene, view, side, order) != order:
            raise Found("tidy", "the offered order is not in tidy form", side, order)
        if legal(scene, view, side, order) is not None:
            refusal = scene.game.check(view, side, order)
            raise Found("offered-refused", f"refused: {refusal}", side, order)
        if find(offers, order) is False:
            raise Found("offer-lost", "looking for the order does not lead to it", side, order)
    return tried


def check_order(game: AnyGame, side: int, order: Order) -> None:
    with Blaming("read_order", side, order):
        if game.read_order(plain(order)) != order:
            raise Found("order", "the order is another one after being written and read")


def try_strangers(scene: Scene, view: Any, side: int, offers: Sequence[Offer], seeds: list[Order]) -> None:
    """Check that changed and misplaced orders are refused by an existing rule, or are offered."""
    suspects = [order for suspect, order in scene.suspects if suspect == side]
    with Blaming("read_order", side):
        result = list(strangers(scene.game, seeds, scene.vocabulary, scene.rng, scene.level.mutants))
    for order in suspects + result:
        scene.done["strange orders tried"] += 1
        refusal = legal(scene, view, side, order)
        tidy = tidied(scene, view, side, order)
        if tidy != order:
            check_tidy(scene, view, side, order, tidy, refusal)
        with scene.untouched("offers", view, side=side, order=order):
            offered = find(offers, tidy)
        if offered is None:
            scene.done["searches given up"] += 1
        elif offered and refusal is not None:
            raise Found("offered-refused", f"refused: {refusal}", side, order)
        elif not offered and refusal is None:
            raise Found("not-offered-accepted", "check accepts an order that is not offered", side, order)


def tidied(scene: Scene, view: Any, side: int, order: Order) -> Order:
    with scene.untouched("tidy", view, side=side, order=order):
        return scene.game.tidy(order)


def check_tidy(
    scene: Scene, view: Any, side: int, order: Order, tidy: Order, refusal: Refusal | None
) -> None:
    """Check that tidying twice is the same as once, and changes neither the legality nor the effect of an
    order.
    """
    game = scene.game
    if game.tidy(tidy) != tidy:
        raise Found("tidy", "tidying it again changes it again", side, order)
    if (refusal is None) != (legal(scene, view, side, tidy) is None):
        raise Found("tidy", f"legal in one form only; the other is {as_json(tidy)}", side, order)
    if refusal is None:
        untidied, other = scene.state.clone(), scene.state.clone()
        with Blaming("apply", side, order):
            events = game.apply(untidied, side, order, scene.dice)
            if events != game.apply(other, side, tidy, scene.dice) or untidied.digest() != other.digest():
                raise Found("tidy", f"{as_json(tidy)} does something else", side, order)
        scene.done["orders tidied"] += 1


def legal(scene: Scene, view: Any, side: int, order: Order) -> Refusal | None:
    """Return the refusal on the side's view; the true state must agree on whether there is one."""
    with scene.untouched("check", view, side=side, order=order):
        refusal = scene.game.check(view, side, order)
        if refusal is not None:
            check_refusal(scene, refusal)
    with scene.untouched("check in truth", side=side, order=order):
        truth = scene.game.check(scene.state, side, order)
    if (refusal is None) != (truth is None):
        message = f"on the view: {refusal or 'legal'}; in truth: {truth or 'legal'}"
        raise Found("view-and-truth", message, side, order)
    return refusal


def find(offers: Sequence[Offer], order: Order, limit: int = LOOK_INTO) -> bool | None:
    """Return whether the order is in the tree; None if the search would take too long."""
    left = limit
    stack = list(reversed(offers))
    while stack:
        offer = stack.pop()
        if not isinstance(offer, Branch):
            if offer == order:
                return True
        elif offer.may_hold(order):
            left -= 1
            if left < 0:
                return None
            stack.extend(reversed(offer.offers()))
    return False


def as_json(order: Order | None) -> str:
    return "" if order is None else msgspec.json.encode(order).decode()
