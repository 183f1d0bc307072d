"""Weather, frozen ground and the air points of a turn (BTA-9.0a, BTA-9.0b, BTA-9.0c, BTA-3.1a, BTA-3.1b)."""

from __future__ import annotations

from ardennes.dice import Dice
from ardennes.games.breakthrough.rules.model.events import TurnBegan
from ardennes.games.breakthrough.rules.model.rolls import PERCENT, die
from ardennes.games.breakthrough.rules.model.state import INTERDICTED, BreakthroughState
from ardennes.games.breakthrough.schema.terms import AMERICAN, CLEAR_SKY, FOG, GERMAN, OVERCAST, WEATHERS
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Events

GERMAN_AIR_DAY = 18  # BTA-3.1b


def chances_on(w: World, day: int) -> tuple[int, int, int]:
    """Return the chances of overcast, fog and clear weather on a day in percent, BTA-9.0a."""
    for row in w.tables.weather:
        if row.from_day <= day <= row.to_day:
            return row.overcast, row.fog, row.clear
    return (PERCENT, 0, 0)


def weather_on(w: World, day: int, face: int) -> int:
    """Return the weather for a die: overcast first, then fog, then clear, BTA-9.0b."""
    overcast, fog, _ = chances_on(w, day)
    if face <= overcast:
        return OVERCAST
    return FOG if face <= overcast + fog else CLEAR_SKY


def frozen(w: World, day: int) -> bool:
    """Return whether the ground is frozen: from a fixed day on in any weather; rivers never freeze,
    BTA-9.0c."""
    return day >= w.limits.freeze_from


def air_points(w: World, level: int, day: int, weather: int, side: int) -> int:
    """Return a side's air points, BTA-3.1a, BTA-3.1b; if there are any, with the bonus of the level,
    BTA-2.1b."""
    row = w.tables.air[weather]
    german = row.german_on_dec_18 if day == GERMAN_AIR_DAY else row.german
    points = row.american if side == AMERICAN else german
    return points + w.tables.levels[level].air[side] if points else 0


def begin_turn(w: World, s: BreakthroughState, dice: Dice, events: Events) -> None:
    """Start a turn: set the weather, by a roll if more than one is possible, and the air points."""
    chances = chances_on(w, s.day)
    if PERCENT in chances:
        s.weather = chances.index(PERCENT)
    else:
        s.weather = weather_on(w, s.day, die(s, dice, events, "weather", "weather", "BTA-9.0a"))
    s.air = [air_points(w, s.variant.level, s.day, s.weather, side) for side in (GERMAN, AMERICAN)]
    s.interdiction = [0, 0]
    for unit, marks in enumerate(s.marks):
        s.marks[unit] = marks & ~INTERDICTED
    events.append(
        TurnBegan(s.turn, s.day, WEATHERS[s.weather], frozen(w, s.day), s.air[GERMAN], s.air[AMERICAN])
    )
