"""Case files: calculations about what units can do, combat, the day and the score."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ardennes.cases.ask import Calculation, Facts
from ardennes.errors import UserError
from ardennes.games.breakthrough.cases.ask import Ask
from ardennes.games.breakthrough.rules import (
    air,
    artillery,
    bridges,
    casualties,
    combat,
    efficiency,
    reinforcements,
    replacements,
    retreat,
    supply,
    victory,
    weather,
)
from ardennes.games.breakthrough.rules.allowance import first_allowance, most_after_second, second_points
from ardennes.games.breakthrough.rules.casualties import loss_points
from ardennes.games.breakthrough.rules.exits import check_exit, exit_cost
from ardennes.games.breakthrough.rules.movement import may_enter, step, step_cost
from ardennes.games.breakthrough.rules.moves import routes
from ardennes.games.breakthrough.rules.plotting import attack_cost, targets_of
from ardennes.games.breakthrough.rules.position import (
    in_enemy_zone,
    on_map,
    owned,
    stack_at,
    stack_points,
    stacking,
    zone_of,
)
from ardennes.games.breakthrough.rules.roads import supplied_roads
from ardennes.games.breakthrough.rules.shares import share_out
from ardennes.games.breakthrough.rules.stance import check_fortify, check_mode, fortify_cost, mode_cost
from ardennes.games.breakthrough.rules.state import MOVED, Gone
from ardennes.games.breakthrough.rules.strength import Modified, Odds, attack_of, defence_of, odds_of
from ardennes.games.breakthrough.schema.terms import MODES, POOL_WORDS, SIDES, SUPPLY_STATES, WEATHERS
from ardennes.games.breakthrough.words import WORDING
from ardennes.hexes import OFF_MAP, bits
from ardennes.kernel.contract import Refusal

# Operation points, movement, modes, stacking, zones and supply.


def _allowance(ask: Ask) -> Facts:
    """Points by the first and the second allowance, in the unit's state or in another one."""
    unit, state = ask.unit(), ask.s.clone()
    if "supply" in ask.arguments:
        word = ask.arguments.choice("supply", "a state of supply", SUPPLY_STATES)
        state.supply[unit] = SUPPLY_STATES.index(word)
    if "mode" in ask.arguments:
        state.mode[unit] = MODES.index(ask.arguments.choice("mode", "a mode", MODES))
    state.points[unit] = ask.number("unused", 0, 99, state.points[unit])
    return {
        "first": first_allowance(ask.w, state, unit),
        "second": second_points(ask.w, state, unit),
        "cap": most_after_second(ask.w, state, unit),
    }


def _step(ask: Ask) -> Facts:
    """One step from where the unit stands, with what it has left."""
    unit, to = ask.unit(), ask.hex("to")
    frm, points = ask.s.where[unit], ask.number("points", 0, 99, ask.s.points[ask.unit()])
    moved = ask.arguments.flag("moved", bool(ask.s.marks[unit] & MOVED))
    result = step(ask.w, ask.s, unit, frm, to, points, moved)
    barred = may_enter(ask.w, ask.s, unit, frm, to)
    zones = ask.arguments.flag("zones", True)
    cost = step_cost(ask.w, ask.s, unit, frm, to, zones) if barred is None else None
    refused = isinstance(result, Refusal)
    return {
        "legal": not refused,
        "rule": result.rule if isinstance(result, Refusal) else "",
        "cost": cost.total if cost else "none",
        "parts": {part.what: part.points for part in cost.parts} if cost else {},
        "part_rules": frozenset(part.rule for part in cost.parts) if cost else frozenset(),
        "left": "none" if isinstance(result, Refusal) else result.points,
    }


def _steps(ask: Ask) -> Facts:
    """The cost of a step into each neighbouring hex, or the rule against it whatever the points."""
    unit = ask.unit()
    frm = ask.s.where[unit]
    cost: dict[str, int] = {}
    barred: dict[str, str] = {}
    for to in bits(ask.w.grid.near[frm]):
        refusal = may_enter(ask.w, ask.s, unit, frm, to)
        if refusal is None:
            cost[ask.w.grid.label(to)] = step_cost(ask.w, ask.s, unit, frm, to).total
        else:
            barred[ask.w.grid.label(to)] = refusal.rule
    return {"cost": cost, "barred": barred}


def _reach(ask: Ask) -> Facts:
    """Every hex the unit can move to now, with the points it would have left."""
    found = routes(ask.w, ask.s, ask.unit())
    return {
        "hexes": frozenset(ask.w.grid.label(cell) for cell in found),
        "left": {ask.w.grid.label(cell): found.left(cell) for cell in found},
    }


def _may(refusal: Refusal | None) -> Facts:
    return {"legal": refusal is None, "rule": refusal.rule if refusal else ""}


def _mode(ask: Ask) -> Facts:
    unit, travel = ask.unit(), ask.arguments.choice("to", "a mode", MODES) == "travel"
    return {"cost": mode_cost(ask.w, ask.s, unit, travel), **_may(check_mode(ask.w, ask.s, unit, travel))}


def _fortify(ask: Ask) -> Facts:
    unit = ask.unit()
    return {"cost": fortify_cost(ask.w, ask.s, unit), **_may(check_fortify(ask.w, ask.s, unit))}


def _targets(ask: Ask) -> Facts:
    """Hexes a unit may plot an attack on."""
    unit = ask.unit()
    hexes = ask.w.labels(targets_of(ask.w, ask.s, unit))
    return {"hexes": frozenset(hexes), "cost": attack_cost(ask.w, unit)}


def _stack(ask: Ask) -> Facts:
    here = stack_at(ask.w, ask.s, ask.hex())
    return {
        "points": stack_points(ask.w, ask.s, here),
        "units": {ask.w.units[unit].id: stacking(ask.w, ask.s, unit) for unit in here},
        "limit": ask.w.limits.stacking_points_per_hex,
    }


def _zoc(ask: Ask) -> Facts:
    """The zone of control of a side's units; `in_zoc`: is the hex in it?"""
    side = ask.side()
    facts: dict[str, object] = {"hexes": frozenset(map(ask.w.grid.label, bits(zone_of(ask.w, ask.s, side))))}
    if "hex" in ask.arguments:
        facts["in_zoc"] = in_enemy_zone(ask.w, ask.s, 1 - side, ask.hex())
    return facts


def _supply(ask: Ask) -> Facts:
    """The state the Supply Phase would find a unit in, fuel apart; or of all units of a side."""
    if "unit" not in ask.arguments:
        side = ask.side()
        by_trace = ask.arguments.flag("traced", False)
        states = (supply.traced if by_trace else supply.states_of)(ask.w, ask.s, side)
        named = {ask.w.units[unit].id: SUPPLY_STATES[state] for unit, state in states.items()}
        by_state = {
            word: frozenset(unit for unit, state in named.items() if state == word) for word in SUPPLY_STATES
        }
        return {"states": named, **by_state}
    unit = ask.unit()
    side, cell = ask.w.side[unit], ask.s.where[unit]
    traced = supply.traced(ask.w, ask.s, side)[unit]
    return {
        "state": SUPPLY_STATES[supply.states_of(ask.w, ask.s, side)[unit]],
        "traced": SUPPLY_STATES[traced],
        "surrounded": supply.surrounded(ask.w, ask.s, side, cell),
        "commanded": bool(supply.commanded(ask.w, ask.s, side) >> cell & 1),
        "automatic": supply.automatic(ask.w, ask.s, side),
        "fuel_roll": supply.rolls_for_fuel(ask.w, ask.s, unit),
    }


def _supplied_roads(ask: Ask) -> Facts:
    """Road hexes of a side that are tied to a friendly edge."""
    side = ask.side()
    hexes = supplied_roads(ask.w, ask.s, side)
    facts: dict[str, object] = {
        "hexes": frozenset(map(ask.w.grid.label, bits(hexes))),
        "count": hexes.bit_count(),
    }
    if "hex" in ask.arguments:
        facts["supplied"] = bool(hexes >> ask.hex() & 1)
        facts["in_reach"] = bool(supply.in_reach(ask.w, ask.s, side) >> ask.hex() & 1)
        facts["owner"] = SIDES[side if owned(ask.w, ask.s, side) >> ask.hex() & 1 else 1 - side]
    return facts


# Combat.


def _modified(found: Modified) -> dict[str, Any]:
    return {
        "strength": found.strength,
        "factors": {line.what: line.factor for line in found.lines},
        "factor_rules": frozenset(line.rule for line in found.lines),
        "product": found.product,
        "divisional": found.divisional,
        "modified": found.total,
    }


def _strength(ask: Ask) -> Facts:
    """Of a unit that attacks a neighbouring hex (`against`), else of one that defends where it stands."""
    unit = ask.unit()
    if "against" in ask.arguments:
        return _modified(attack_of(ask.w, ask.s, unit, ask.hex("against")))
    return _modified(defence_of(ask.w, ask.s, unit))


def _combat(ask: Ask) -> tuple[Odds, list[int], list[int]]:
    attackers, target = ask.units("attackers"), ask.hex()
    defenders = list(stack_at(ask.w, ask.s, target))
    if not defenders:
        ask.arguments.fail("hex", "nobody stands there.")
    return odds_of(ask.w, ask.s, attackers, target, defenders), attackers, defenders


def _odds(ask: Ask) -> Facts:
    odds, _, _ = _combat(ask)
    guns_a, guns_d = casualties.guns_cost(ask.w, odds.defender_artillery, odds.reduced_artillery)
    return {
        "attack": odds.attack,
        "defence": odds.defence,
        "odds": odds.odds,
        "attacker_artillery": odds.attacker_artillery,
        "reduced_artillery": odds.reduced_artillery,
        "defender_artillery": odds.defender_artillery,
        "attacker_loss_to_artillery": guns_a,
        "defender_loss_to_artillery": guns_d,
        "shown": combat.shown_strength(ask.w, odds.defending),
        "attackers": {ask.w.units[m.unit].id: _modified(m) for m in odds.attackers},
        "defenders": {ask.w.units[m.unit].id: _modified(m) for m in odds.defenders},
    }


def _losses(ask: Ask) -> Facts:
    """What two draws cost both sides, and how it is shared."""
    odds, attackers, defenders = _combat(ask)
    u1, u2 = ask.draw("u1"), ask.draw("u2")
    base = casualties.base_losses(ask.w, odds.attacking, odds.defending, odds.odds, u1, u2)
    lost = casualties.losses_at(ask.w, odds, u1, u2)
    shares: dict[str, int] = {}
    for units, loss in ((attackers, lost[0]), (defenders, lost[1])):
        parts = share_out([ask.s.strength[unit] for unit in units], loss)
        shares.update(zip(ask.w.names(units), parts, strict=True))
    return {
        "odds": odds.odds,
        "attacker_base": base[0],
        "defender_base": base[1],
        "attacker_loss": lost[0],
        "defender_loss": lost[1],
        "shares": shares,
    }


def _wear(ask: Ask) -> Facts:
    """Efficiency and artillery that a loss costs a unit."""
    before, loss = ask.number("strength", 1, 999), ask.number("loss", 0, 999)
    return {
        "attacker": efficiency.worn_by_combat(ask.w, before, loss, True),
        "defender": efficiency.worn_by_combat(ask.w, before, loss, False),
        "artillery": casualties.guns_lost(ask.w, before, loss, ask.number("artillery", 0, 99, 0)),
    }


def _retreat_chance(ask: Ask) -> Facts:
    before, loss = ask.number("strength", 1, 999), ask.number("loss", 0, 999)
    left, fort = ask.number("efficiency", 40, 100, 100), ask.number("fort", 0, 5, 0)
    return {"percent": retreat.retreat_chance(ask.w, before, loss, left, fort)}


def _retreat(ask: Ask) -> Facts:
    """Where a beaten unit may go and where it does go."""
    unit, attackers = ask.unit(), ask.units("attackers")
    frm = ask.s.where[unit]
    cells = sorted({ask.s.where[a] for a in attackers})
    legal = [
        to
        for to in ask.w.grid.neighbours[frm]
        if to != OFF_MAP and may_enter(ask.w, ask.s, unit, frm, to) is None
    ]
    town = retreat.no_way_back(ask.w, frm)
    to = None if town else retreat.retreat_hex(ask.w, ask.s, unit, cells)
    strength, constants = ask.s.strength[unit], ask.w.constants
    return {
        "legal_hexes": frozenset(ask.w.labels(legal)),
        "hex": ask.w.grid.label(to) if to is not None else "none",
        "loss_standing": retreat.extra_loss(strength, constants.no_retreat_loss),
        "loss_in_zone": retreat.extra_loss(strength, constants.zoc_retreat_loss),
    }


def _order_chances(ask: Ask, ahead: bool) -> Facts:
    try:
        order = ask.table.game.tidy(WORDING.parse(ask.w, ask.arguments.text("order"), ask.s))
    except UserError as error:
        ask.arguments.fail("order", str(error))
    game, side = ask.table.game, max(ask.s.acting, 0)
    view = game.view(ask.s, side)
    found = game.preview(view, side, order) if ahead else game.forecast(view, side, order)
    chances: dict[str, Fraction] = {}
    for chance in found:
        chances[chance.outcome] = chances.get(chance.outcome, Fraction(0)) + chance.probability
    return {"chances": chances, "total": sum(chances.values(), Fraction(0))}


# Weather, air, artillery, replacements, bridges, arrivals and victory.


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
    "allowance": Calculation(("unit", "supply", "mode", "unused"), _allowance),
    "step": Calculation(("unit", "to", "points", "moved", "zones"), _step),
    "steps": Calculation(("unit",), _steps),
    "reach": Calculation(("unit",), _reach),
    "mode": Calculation(("unit", "to"), _mode),
    "fortify": Calculation(("unit",), _fortify),
    "exit": Calculation(
        ("unit",), lambda ask: {"cost": exit_cost(ask.w), **_may(check_exit(ask.w, ask.s, ask.unit()))}
    ),
    "targets": Calculation(("unit",), _targets),
    "stack": Calculation(("hex",), _stack),
    "zoc": Calculation(("side", "hex"), _zoc),
    "supply": Calculation(("unit", "side", "traced"), _supply),
    "supplied_roads": Calculation(("side", "hex"), _supplied_roads),
    "strength": Calculation(("unit", "against"), _strength),
    "odds": Calculation(("attackers", "hex"), _odds),
    "losses": Calculation(("attackers", "hex", "u1", "u2"), _losses),
    "share": Calculation(
        ("strengths", "loss"),
        lambda ask: {"shares": share_out(ask.numbers("strengths"), ask.number("loss", 0, 9999))},
    ),
    "wear": Calculation(("strength", "loss", "artillery"), _wear),
    "retreat_chance": Calculation(("strength", "loss", "efficiency", "fort"), _retreat_chance),
    "retreat": Calculation(("unit", "attackers"), _retreat),
    # The exact chances of what comes of an order given now.
    "forecast": Calculation(("order",), lambda ask: _order_chances(ask, False)),
    # The exact chances of the combat a plot leads to.
    "preview": Calculation(("order",), lambda ask: _order_chances(ask, True)),
    "weather": Calculation(("day", "die"), _weather),
    "air_points": Calculation(("day", "level", "weather"), _air_points),
    "interdiction": Calculation(
        ("points",), lambda ask: {"percent": air.interdiction_chance(ask.w, ask.number("points", 0, 99))}
    ),
    "strafing": Calculation(
        ("strength",), lambda ask: {"loss": air.strafing_loss(ask.w, ask.number("strength", 1, 300))}
    ),
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
