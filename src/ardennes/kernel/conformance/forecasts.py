"""Check one state: forecasts sum to 1 and agree with play, over every die and over sampled dice.

Play and forecast are compared by the events of an order, without its dice, as the side sees them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

from ardennes.dice import Dice, DiceError, SealedDice, every_outcome, seed_from_number
from ardennes.kernel.conformance.play import OTHER_DICE, Blaming
from ardennes.kernel.conformance.report import Found
from ardennes.kernel.conformance.scene import Scene, reveals
from ardennes.kernel.contract import AnyGame, Chance, Event, Order, Rolled
from ardennes.kernel.forecast import MOST_SEQUENCES
from ardennes.kernel.offers import sample
from ardennes.kernel.visibility import visible_events

UNLIKELY = 6.0  # standard deviations: a correct forecast fails about once in a thousand million

Outcome = object
Spread = dict[Outcome, Fraction]


class Revealed(Exception):
    """The order reveals a hidden fact, which no forecast can know."""


def check_forecasts(scene: Scene) -> None:
    """Check the forecasts of some offered orders."""
    compared = 0
    for side, order in _candidates(scene):
        with Blaming("view", side):
            view = scene.game.view(scene.state, side)
        with scene.untouched("forecast", view, side=side, order=order):
            chances = scene.game.forecast(view, side, order)
        check_preview(scene, view, side, order)
        if not chances:
            check_no_dice(scene, side, order)
            continue
        check_sum(chances, side, order)
        compare(scene, side, order, chances)
        compared += 1
        if compared >= scene.level.forecasts:
            return


def check_preview(scene: Scene, view: Any, side: int, order: Order) -> None:
    """Check that the later result of an order, if nobody decides otherwise, is also a distribution."""
    with scene.untouched("preview", view, side=side, order=order):
        chances = scene.game.preview(view, side, order)
    if chances:
        check_sum(chances, side, order)
        scene.done["previews summed"] += 1


def check_no_dice(scene: Scene, side: int, order: Order) -> None:
    """Check that an order that rolls dice has a forecast, unless it rolls too many or a hidden fact makes it
    roll.
    """
    try:
        result = every_outcome(_run(scene.game, scene.state, side, order), MOST_SEQUENCES)
    except (Revealed, DiceError):
        scene.done["orders that cannot be forecast"] += 1
        return
    if len(result) > 1:
        raise Found("forecast-wrong", "it rolls dice and has no forecast", side, order)


def _candidates(scene: Scene) -> list[tuple[int, Order]]:
    """Return suspects first, then offered orders, each kind once before any kind repeats."""
    game = scene.game
    result: list[tuple[int, Order]] = []
    for side, order in scene.suspects:
        if game.check(game.view(scene.state, side), side, order) is None:
            result.append((side, order))
    for side in game.to_move(scene.state):
        with Blaming("offers", side):
            offers = game.offers(game.view(scene.state, side), side)
            drawn = [sample(offers, scene.rng) for _ in range(8 * max(scene.level.forecasts, 1))]
        counts: Counter[str] = Counter()
        ranked: list[tuple[int, int, Order]] = []
        for drew in drawn:
            if drew is not None:
                counts[type(drew).__name__] += 1
                ranked.append((counts[type(drew).__name__], len(ranked), drew))
        result += [(side, drew) for _, _, drew in sorted(ranked, key=lambda item: item[:2])]
    return result


def check_sum(chances: Sequence[Chance], side: int, order: Order) -> None:
    for chance in chances:
        probability: object = chance.probability
        if not isinstance(probability, Fraction) or not 0 < probability <= 1:
            message = f"the chance of {chance.outcome!r} is {probability!r}"
            raise Found("forecast-sum", message, side, order)
        if not chance.outcome.strip():
            raise Found("forecast-sum", "an outcome without a name", side, order)
    total = sum((chance.probability for chance in chances), Fraction(0))
    if total != 1:
        raise Found("forecast-sum", f"the chances sum to {total}", side, order)


def happened(game: AnyGame, events: Sequence[Event], side: int) -> Outcome:
    """Return the key by which outcomes are compared."""
    return tuple(event for event in visible_events(game, events, side) if not isinstance(event, Rolled))


def compare(scene: Scene, side: int, order: Order, chances: Sequence[Chance]) -> None:
    forecast: Spread = {}
    for chance in chances:
        outcome = happened(scene.game, chance.events, side)
        forecast[outcome] = forecast.get(outcome, Fraction(0)) + chance.probability
    if len(chances) > 1 and not any(chance.events for chance in chances):
        message = "no outcome tells its events, so the forecast cannot be compared with play"
        raise Found("forecast-wrong", message, side, order)
    try:
        spread = over_every_die(scene.game, scene.state, side, order)
        if spread is not None and spread != forecast:
            if depends_on_hidden(scene, side, order, spread):
                raise Revealed
            raise Found("forecast-wrong", _difference(forecast, spread), side, order)
        compare_sampled(scene, side, order, forecast)
    except Revealed:
        scene.done["forecasts that depend on a hidden fact"] += 1
        return
    scene.done["forecasts compared with play"] += 1


def _run(game: AnyGame, state: Any, side: int, order: Order) -> Callable[[Dice], Outcome]:
    def run(dice: Dice) -> Outcome:
        with Blaming(OTHER_DICE, side, order):
            events = game.apply(state.clone(), side, order, dice)
        if reveals(events):
            raise Revealed
        return happened(game, events, side)

    return run


def over_every_die(game: AnyGame, state: Any, side: int, order: Order) -> Spread | None:
    """Carry out the order over every possible sequence of dice; None if there are too many."""
    spread: Spread = {}
    try:
        for chance, _, outcome in every_outcome(_run(game, state, side, order), MOST_SEQUENCES):
            spread[outcome] = spread.get(outcome, Fraction(0)) + chance
    except DiceError:
        return None
    return spread


def depends_on_hidden(scene: Scene, side: int, order: Order, spread: Spread) -> bool:
    """Return whether the result of the order depends on a hidden fact."""
    twins = scene.game.hidden_twins(scene.state, side)
    return any(over_every_die(scene.game, twin, side, order) != spread for twin in twins)


def _difference(forecast: Spread, spread: Spread) -> str:
    """Return the first outcome on which the two disagree."""
    for outcome in [*spread, *forecast]:
        said, true = forecast.get(outcome, Fraction(0)), spread.get(outcome, Fraction(0))
        if said != true:
            return f"forecast {said}, over every die {true}: {outcome}"
    return "no difference"


def compare_sampled(scene: Scene, side: int, order: Order, forecast: Spread) -> None:
    """Play the order with real dice; only here do dice drawn with a wrong index show."""
    run = _run(scene.game, scene.state, side, order)
    first = scene.rng.getrandbits(40)
    counted = Counter(run(SealedDice(seed_from_number(first + n))) for n in range(scene.level.rolls))
    for outcome in counted:
        if outcome not in forecast:
            raise Found(
                "forecast-wrong", f"play gave what the forecast does not have: {outcome}", side, order
            )
    if not fits(forecast, counted):
        observed = "; ".join(f"{counted[o]} times {o} (chance {p})" for o, p in forecast.items())
        raise Found("forecast-wrong", f"of {counted.total()} plays: {observed}", side, order)


def fits(forecast: Spread, counted: Counter[Outcome]) -> bool:
    """Run a chi-square test; outcomes expected less than five times are counted as one."""
    rolls = counted.total()
    cells: list[tuple[float, int]] = []
    rare, rare_seen = 0.0, 0
    for outcome, chance in forecast.items():
        expected = float(chance) * rolls
        if expected < 5:
            rare, rare_seen = rare + expected, rare_seen + counted[outcome]
        else:
            cells.append((expected, counted[outcome]))
    if rare >= 5 or not cells:
        cells.append((rare, rare_seen))
    elif rare_seen > rare + UNLIKELY * sqrt(rare) + 6:
        return False
    freedom = len(cells) - 1
    if freedom < 1:
        return True
    square = sum((observed - expected) ** 2 / expected for expected, observed in cells)
    # Wilson and Hilferty's approximation of the chi-square quantile
    part = 2 / (9 * freedom)
    return square <= freedom * (1 - part + UNLIKELY * sqrt(part)) ** 3
