"""Case files: calculations about weather, air, artillery, replacements, bridges, arrivals and victory."""

from __future__ import annotations

from collections.abc import Mapping

from ardennes.cases.ask import Calculation, Facts
from ardennes.games.breakthrough.cases.ask import Ask
from ardennes.games.breakthrough.rules import (
    air,
    artillery,
    bridges,
    reinforcements,
    replacements,
    victory,
    weather,
)
from ardennes.games.breakthrough.rules.losses import loss_points
from ardennes.games.breakthrough.rules.position import on_map
from ardennes.games.breakthrough.rules.state import Gone
from ardennes.games.breakthrough.schema.terms import POOL_WORDS, SIDES, WEATHERS
from ardennes.hexes import bits

# Weather and air


def _weather(ask: Ask) -> Facts:
    """The chances of a day; with a die also what it brings."""
    day = ask.number("day", 16, 27, ask.s.day)
    facts: dict[str, object] = dict(zip(WEATHERS, weather.chances_on(ask.w, day), strict=True))
    if "die" in ask.arguments:
        facts["weather"] = WEATHERS[weather.weather_on(ask.w, day, ask.number("die", 1, 100))]
    facts["frozen"] = weather.frozen(ask.w, day)
    return facts


def _air_points(ask: Ask) -> Facts:
    day, level = ask.number("day", 16, 27, ask.s.day), ask.number("level", 1, 4, ask.s.variant.level)
    sky = WEATHERS.index(ask.arguments.choice("weather", "a weather", WEATHERS, WEATHERS[ask.s.weather]))
    return {name: weather.air_points(ask.w, level, day, sky, side) for side, name in enumerate(SIDES)}


def _interdiction(ask: Ask) -> Facts:
    return {"percent": air.interdiction_chance(ask.w, ask.number("points", 0, 99))}


def _strafing(ask: Ask) -> Facts:
    return {"loss": air.strafing_loss(ask.w, ask.number("strength", 1, 300))}


# Artillery, replacements, bridges


def _artillery(ask: Ask) -> Facts:
    """What a unit may hold and draw."""
    unit = ask.unit()
    pool = artillery.pool_of(ask.w, unit)
    return {
        "maximum": artillery.maximum(ask.w, ask.s, unit),
        "room": artillery.room(ask.w, ask.s, unit),
        "corps": ask.w.pools[pool].corps if pool >= 0 else "none",
    }


def _pool(ask: Ask) -> Facts:
    """A corps' pool at a level: at the start, and its change on a day."""
    level, day = ask.number("level", 1, 4, ask.s.variant.level), ask.number("day", 16, 27, ask.s.day)
    by_corps = {pool.corps: pool.index for pool in ask.w.pools}
    pool = by_corps[ask.arguments.choice("corps", "a corps", by_corps)]
    return {
        "start": artillery.starting_pool(ask.w, pool, level),
        "change": artillery.change_of(ask.w, pool, level, day),
        "now": ask.s.pools[pool],
        "divisions": frozenset(d.id for d in ask.w.divisions if d.pool == pool),
    }


def _replacements(ask: Ask) -> Facts:
    """What a unit may take."""
    unit = ask.unit()
    return {
        "pool": POOL_WORDS[ask.w.units[unit].replacements] or "none",
        "ceiling": replacements.ceiling(ask.w, ask.s, unit),
        "room": replacements.room(ask.w, ask.s, unit),
    }


def _blow(ask: Ask) -> Facts:
    unit = ask.unit()
    return {"cost": bridges.blow_cost(ask.w, unit), "percent": bridges.blow_chance(ask.w, unit)}


# Arrivals and victory


def _arrival(ask: Ask) -> Facts:
    """Where a unit would enter now, and whether anything keeps it from entering."""
    unit = ask.unit()
    cell = reinforcements.entry_cell(ask.w, ask.s, unit)
    full = reinforcements.full_map(ask.w, ask.s, ask.w.side[unit])
    return {
        "hex": ask.w.grid.label(cell) if cell is not None else "none",
        "full": full is not None,
        "due": unit in reinforcements.due(ask.w, ask.s),
        "cancellable": reinforcements.cancellable(ask.w, unit),
    }


def _units_on_map(ask: Ask) -> Facts:
    side = ask.side()
    return {
        "count": len(on_map(ask.w, ask.s, side)),
        "limit": reinforcements.unit_limit(ask.w, side),
        "cancellations_owed": reinforcements.cancellations_owed(ask.w, ask.s),
    }


def _victory(ask: Ask) -> Facts:
    """The levels that scores mean."""
    scenario = ask.arguments.choice("scenario", "a scenario", ask.w.scenarios, ask.s.scenario)
    scores = ask.arguments.wholes("scores", -9999, 9999)
    return {"levels": [victory.level_of(ask.w, scenario, score) for score in scores]}


def _score(ask: Ask) -> Facts:
    """The score so far, and what the position would add if the game ended today."""
    german, american = victory.percentages(ask.w, ask.s)
    awards = victory.end_awards(ask.w, ask.s, ask.s.turn)
    ends: dict[str, int] = {}
    for award in awards:
        ends[award.source] = ends.get(award.source, 0) + award.points
    return {
        "score": victory.score(ask.s),
        "german_percent": german,
        "american_percent": american,
        "towns": frozenset(town.name for town in victory.german_towns(ask.w, ask.s)),
        "roads": victory.scoring_roads(ask.w, ask.s).bit_count(),
        "road_hexes": frozenset(map(ask.w.grid.label, bits(victory.scoring_roads(ask.w, ask.s)))),
        "at_end": {"town_end": 0, "exit": 0, **ends},
    }


def _exit_points(ask: Ask) -> Facts:
    """What an exit is worth at the end of the scenario's last day."""
    gone = Gone(ask.unit(), ask.number("day", 16, 27) - 15, ask.number("strength", 1, 300), ask.hex())
    return {"points": victory.exit_points(ask.w, ask.s, gone, victory.last_turn(ask.w, ask.s))}


def _loss_points(ask: Ask) -> Facts:
    """What the loss of units adds to the German score."""
    units = ask.units("units")
    points = {ask.w.units[unit].id: loss_points(ask.w, ask.s, unit) for unit in units}
    return {"points": points, "total": sum(points.values())}


CALCULATIONS: Mapping[str, Calculation[Ask]] = {
    "weather": Calculation(("day", "die"), _weather),
    "air_points": Calculation(("day", "level", "weather"), _air_points),
    "interdiction": Calculation(("points",), _interdiction),
    "strafing": Calculation(("strength",), _strafing),
    "artillery": Calculation(("unit",), _artillery),
    "pool": Calculation(("corps", "level", "day"), _pool),
    "replacements": Calculation(("unit",), _replacements),
    "blow": Calculation(("unit",), _blow),
    "arrival": Calculation(("unit",), _arrival),
    "units_on_map": Calculation(("side",), _units_on_map),
    "victory": Calculation(("scores", "scenario"), _victory),
    "score": Calculation((), _score),
    "exit_points": Calculation(("unit", "day", "strength", "hex"), _exit_points),
    "loss_points": Calculation(("units",), _loss_points),
}
