"""Case files: calculations about operation points, movement, modes, stacking, zones and supply."""

from __future__ import annotations

from collections.abc import Mapping

from ardennes.cases.ask import Calculation, Facts
from ardennes.games.breakthrough.cases.ask import Ask
from ardennes.games.breakthrough.rules import supply
from ardennes.games.breakthrough.rules.allowance import first_allowance, most_after_second, second_points
from ardennes.games.breakthrough.rules.exits import check_exit, exit_cost
from ardennes.games.breakthrough.rules.fortifying import check_fortify, fortify_cost
from ardennes.games.breakthrough.rules.modes import check_mode, mode_cost
from ardennes.games.breakthrough.rules.movement import may_enter, step, step_cost
from ardennes.games.breakthrough.rules.moves import routes
from ardennes.games.breakthrough.rules.plotting import attack_cost, targets_of
from ardennes.games.breakthrough.rules.position import (
    in_enemy_zone,
    owned,
    stack_at,
    stack_points,
    stacking,
    zone_of,
)
from ardennes.games.breakthrough.rules.roads import supplied_roads
from ardennes.games.breakthrough.rules.state import MOVED
from ardennes.games.breakthrough.schema.terms import MODES, SIDES, SUPPLY_STATES
from ardennes.hexes import bits
from ardennes.kernel.contract import Refusal


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


def _exit(ask: Ask) -> Facts:
    return {"cost": exit_cost(ask.w), **_may(check_exit(ask.w, ask.s, ask.unit()))}


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


CALCULATIONS: Mapping[str, Calculation[Ask]] = {
    "allowance": Calculation(("unit", "supply", "mode", "unused"), _allowance),
    "step": Calculation(("unit", "to", "points", "moved", "zones"), _step),
    "steps": Calculation(("unit",), _steps),
    "reach": Calculation(("unit",), _reach),
    "mode": Calculation(("unit", "to"), _mode),
    "fortify": Calculation(("unit",), _fortify),
    "exit": Calculation(("unit",), _exit),
    "targets": Calculation(("unit",), _targets),
    "stack": Calculation(("hex",), _stack),
    "zoc": Calculation(("side", "hex"), _zoc),
    "supply": Calculation(("unit", "side", "traced"), _supply),
    "supplied_roads": Calculation(("side", "hex"), _supplied_roads),
}
