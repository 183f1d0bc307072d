"""Benchmarks of Wave of Terror."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from fractions import Fraction

from ardennes.dice import ScriptedDice
from ardennes.games import find_game
from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.combat.declare import attackers_of, company_refusal, targets
from ardennes.games.wave_of_terror.rules.model.events import BattleResult
from ardennes.games.wave_of_terror.rules.model.orders import END, Attack, Fly
from ardennes.games.wave_of_terror.rules.model.position import units_at
from ardennes.games.wave_of_terror.rules.model.state import Flying, WaveState
from ardennes.games.wave_of_terror.rules.movement.moves import set_out
from ardennes.games.wave_of_terror.rules.movement.search import routes
from ardennes.games.wave_of_terror.rules.movement.step import Walk, walk_on
from ardennes.games.wave_of_terror.schema.terms import GERMAN
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.contract import Refusal
from bench import references
from bench.measure import Effort, Figure, seconds_a_call
from bench.positions import germans_about_to_fight, germans_on_the_move
from bench.subject import BUDGETS, MILLI, Subject, all_routes, first_offers


def reach_by_heapq(w: World, s: WaveState, units: tuple[int, ...]) -> dict[int, int]:
    """Where units can go and the points left there: every step checked by the
    same function, a heap of paths.
    """
    begun = set_out(w, s, w.side[units[0]], units, False)
    if isinstance(begun, Refusal):
        return {}
    who, start = begun

    def onward(at: Walk) -> Iterator[Walk]:
        result = (walk_on(who, at, way) for way in w.ground.ways[at.cell])
        return (on for on in result if isinstance(on, Walk))

    return references.walks_by_heapq(start, lambda at: at.left, onward)


def german_routes(game: WaveOfTerror, effort: Effort) -> Figure:
    """All routes of all German units on turn 3, each alone."""
    w, s = game.world, germans_on_the_move(game)
    units = [(unit,) for unit in w.of_side[GERMAN] if s.where[unit] >= 0]

    def ours() -> list[dict[int, int]]:
        return [{cell: result.left(cell) for cell in result} for result in (routes(w, s, u) for u in units)]

    return all_routes(s, len(units), ours, lambda: [reach_by_heapq(w, s, u) for u in units], effort)


def largest_attack(w: World, s: WaveState) -> Attack:
    """The hex with the most defenders, and as many units of one parent as can attack it."""
    target = max(bits(targets(w, s, GERMAN)), key=lambda cell: (len(units_at(w, s, cell)), -cell))
    chosen: list[int] = []
    for unit in attackers_of(w, s, GERMAN, target):
        if company_refusal(w, s, [*chosen, unit]) is None:
            chosen.append(unit)
    return Attack(w.names(chosen), w.grid.label(target))


def forecast_by_playing(game: WaveOfTerror, s: WaveState, order: Attack) -> dict[tuple[int, int], Fraction]:
    """Losses of a battle -> chance: a deep copy for each face of the die, with nobody joining the battle."""
    results: dict[tuple[int, int], Fraction] = {}
    for die in range(1, 7):
        trial, dice = references.deep_copy(s), ScriptedDice([die] + [6] * 20)
        events = game.apply(trial, GERMAN, order, dice)
        while not any(isinstance(event, BattleResult) for event in events):
            frame = trial.stack[-1]
            events = game.apply(trial, frame.side, Fly(False) if isinstance(frame, Flying) else END, dice)
        (result,) = (event for event in events if isinstance(event, BattleResult))
        key = result.attacker_loss, result.defender_loss
        results[key] = results.get(key, Fraction(0)) + Fraction(1, 6)
    return results


def forecast(game: WaveOfTerror, effort: Effort) -> Figure:
    """The exact chances of one battle without artillery."""
    w, s = game.world, germans_about_to_fight(game)
    order = largest_attack(w, s)
    chances: dict[tuple[int, int], Fraction] = {}
    for chance in game.preview(s, GERMAN, order):
        attacker, _, defender = chance.outcome.partition(",")[0].partition("/")
        chances[int(attacker), int(defender)] = chance.probability
    assert chances == forecast_by_playing(game, s, order)
    return Figure(
        f"forecast, {len(order.units)} units attack",
        "ms",
        MILLI * seconds_a_call(lambda: game.preview(s, GERMAN, order), effort),
        MILLI * seconds_a_call(lambda: forecast_by_playing(game, s, order), effort),
        "copy.deepcopy for each face of the die",
        BUDGETS["forecast"],
        "",
    )


@functools.cache
def subject() -> Subject:
    game = find_game("wave_of_terror")
    assert isinstance(game, WaveOfTerror)
    return Subject(
        game,
        "Wave of Terror",
        "campaign",
        5_000.0,
        lambda: germans_on_the_move(game),
        {
            "routes": lambda effort: german_routes(game, effort),
            "offers": lambda effort: first_offers(subject(), effort),
            "forecast": lambda effort: forecast(game, effort),
        },
    )
