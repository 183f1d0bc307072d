"""The dice at the start of a turn: weather, Baseplate, Supply Problems (WOT-5.3, WOT-5.4, WOT-6.16)."""

from __future__ import annotations

from ardennes.dice import Dice
from ardennes.games.wave_of_terror.rules.model.events import BaseplateLaunched, ParentsStruck, WeatherSet
from ardennes.games.wave_of_terror.rules.model.rolls import roll
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.schema.terms import CLEAR_SKIES, GERMAN, OVERCAST, WEATHERS
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.contract import Events


def weather_on(w: World, turn: int, die: int) -> int:
    """Return the weather for a die: overcast while the die is within the turn's range, WOT-5.3."""
    span = w.tables.overcast[turn]
    return OVERCAST if span is None or span[0] <= die <= span[1] else CLEAR_SKIES


def set_weather(w: World, s: WaveState, dice: Dice, events: Events) -> None:
    """Set the weather of the turn and its aircraft; the basic game ignores weather and rolls no die."""
    s.weather, s.aircraft = OVERCAST, 0
    if not s.variant.full:
        return
    if s.turn > w.limits.fixed_weather_turns:
        s.weather = weather_on(w, s.turn, roll(s, dice, events, "weather", "WOT-5.3"))
    if s.weather == CLEAR_SKIES:
        if not s.baseplate:
            die = roll(s, dice, events, "Baseplate", "WOT-5.4", "Operation Baseplate")
            if die >= w.limits.baseplate_die:
                s.baseplate = True
                events.append(BaseplateLaunched(s.turn))
        s.aircraft = w.limits.aircraft_baseplate if s.baseplate else w.limits.aircraft
    events.append(WeatherSet(s.turn, WEATHERS[s.weather], s.aircraft))


def strike(w: World, s: WaveState, total: int) -> tuple[str, ...]:
    """Put the German parents for a roll out of supply for the turn, WOT-6.16, and return them.

    Their units on the map are struck; arrivals of the turn are not. Units of KG Peiper are 1SS units.
    """
    struck = w.tables.supply_problems[total]
    for name in struck:
        parent = w.parent_by_id[GERMAN].get(name, -1)
        for unit in w.parents[parent].units if parent >= 0 else ():
            if s.where[unit] >= 0:
                s.struck |= 1 << unit
    return struck


def supply_problems(w: World, s: WaveState, dice: Dice, events: Events) -> None:
    """Roll two dice on the table from turn 4 on, until a depot or Liège is taken, WOT-6.16."""
    if not s.variant.full or s.turn < w.limits.problems_turn or s.rolls_stopped:
        return
    first = roll(s, dice, events, "supply problems, first die", "WOT-6.16")
    second = roll(s, dice, events, "supply problems, second die", "WOT-6.16")
    events.append(ParentsStruck((first, second), strike(w, s, first + second)))
