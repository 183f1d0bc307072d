"""Case files: calculations about stacking, movement, zones and supply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ardennes.cases.ask import Calculation, Facts
from ardennes.games.tigers.cases.ask import Ask
from ardennes.games.tigers.cases.expect import mf_number
from ardennes.games.tigers.rules import entrenchment, supply, zones
from ardennes.games.tigers.rules.allowance import fuel_limited, omb_half, omf_half
from ardennes.games.tigers.rules.movement import explain, starting_walk, walk_on, walker
from ardennes.games.tigers.rules.moves import check_end
from ardennes.games.tigers.rules.obligations import unmet
from ardennes.games.tigers.rules.reach import next_steps
from ardennes.games.tigers.rules.stacking import count_stack, cures, stack_fits
from ardennes.games.tigers.rules.state import Moving
from ardennes.games.tigers.schema.terms import GERMAN
from ardennes.games.tigers.schema.world import EXIT
from ardennes.hexes import bits

# Stacking, movement, zones, supply


def _stack(ask: Ask) -> Facts:
    cell, units = ask.hex(), ask.units("units")
    bodies, armor, tigers = count_stack(ask.w, units)
    return {
        "fits": stack_fits(ask.w, cell, units),
        "divisions": bodies,
        "pure_armor": armor,
        "tigers": tigers,
    }


def _excess(ask: Ask) -> Facts:
    sets = cures(ask.w, ask.s, ask.hex(), ask.side())
    return {"sets": frozenset(" ".join(ask.w.ids(units)) for units in sets)}


def _allowance(ask: Ask) -> Facts:
    unit = ask.unit()
    omf, omb = omf_half(ask.w, ask.s, unit), omb_half(ask.w, ask.s, unit)
    spent = ask.s.spent[unit]
    return {
        "omf": mf_number(omf),
        "omb": mf_number(omb),
        "total": mf_number(omf + omb),
        "spent": mf_number(spent),
        "left": mf_number(omf + omb - spent),
        "fuel_limited": ask.w.side[unit] == GERMAN and fuel_limited(ask.w, ask.s),
    }


def _step(ask: Ask) -> Facts:
    """One step of operational movement from the unit's hex."""
    unit = ask.unit()
    leaves = ask.arguments.raw("to") == "exit"
    to, road = EXIT if leaves else ask.hex("to"), ask.arguments.flag("road", False)
    who = walker(ask.w, ask.s, unit, ask.arguments.flag("omb", False))
    at = starting_walk(ask.s, unit)
    on = walk_on(ask.w, ask.s, who, at, to, road)
    if isinstance(on, int):
        refusal = explain(ask.w, ask.s, who, at, to, road, on)
        return {"legal": False, "rule": refusal.rule, "mf": "none", "stops": False}
    return {"legal": True, "rule": "", "mf": mf_number(on.spent - at.spent), "stops": on.stopped}


def _reach(ask: Ask) -> Facts:
    """Every hex where the unit may end a move, with its cheapest cost."""
    unit = ask.unit()
    state = ask.s.clone()
    if not state.stack or state.stack[-1].side != ask.w.side[unit]:
        state.stack.append(Moving(ask.w.side[unit]))
    who = walker(ask.w, state, unit, ask.arguments.flag("omb", False))
    cost: dict[str, float | int] = {}
    todo = [starting_walk(state, unit)]
    seen = {todo[0]: 0}
    while todo:
        at = todo.pop()
        for _, on in next_steps(ask.w, state, who, at):
            key = msgspec.structs.replace(on, steps=min(on.steps, 2))
            if key in seen:
                continue
            seen[key] = 1
            todo.append(on)
            if on.cell != EXIT and check_end(ask.w, state, who, on) is None:
                label = ask.w.grid.label(on.cell)
                spent = mf_number(on.spent)
                cost[label] = min(cost.get(label, spent), spent)
    return {"hexes": frozenset(cost), "cost": cost}


def _zoc(ask: Ask) -> Facts:
    """The zones of a side that hinder movement, and those that block supply."""
    side = ask.side()
    move = zones.controlled(zones.division_zones(ask.w, ask.s, side))
    block = zones.supply_zone(ask.w, ask.s, side)
    facts: dict[str, Any] = {
        "hexes": frozenset(map(ask.w.grid.label, bits(move))),
        "supply_hexes": frozenset(map(ask.w.grid.label, bits(block))),
    }
    if "hex" in ask.arguments:
        facts["in_zoc"] = bool(move >> ask.hex() & 1)
        facts["blocks_supply"] = bool(block >> ask.hex() & 1)
    return facts


def _must_attack(ask: Ask) -> Facts:
    hexes, idle = unmet(ask.w, ask.s, ask.side())
    return {
        "hexes": frozenset(map(ask.w.grid.label, bits(hexes))),
        "units_owing": frozenset(ask.w.ids(idle)),
    }


def _supply(ask: Ask) -> Facts:
    """Of a unit where it stands, or of any hex for a side."""
    if "unit" in ask.arguments:
        unit = ask.unit()
        side, cell = ask.w.side[unit], ask.s.where[unit]
        supplied = supply.in_supply(ask.w, ask.s, unit)
    else:
        side, cell = ask.side(), ask.hex()
        supplied = bool(supply.supplied_hexes(ask.w, ask.s, side) >> cell & 1)
    return {"supplied": supplied, "hexes": supply.hexes_to_net(ask.w, ask.s, side, cell)}


def _supply_lines(ask: Ask) -> Facts:
    """Of every unit on the map that needs supply: the hexes to its net, and who is out."""
    on_map = [u for u in range(len(ask.w.units)) if ask.s.where[u] >= 0 and ask.w.units[u].omf]
    lines = {
        ask.w.units[u].id: supply.hexes_to_net(ask.w, ask.s, ask.w.side[u], ask.s.where[u]) for u in on_map
    }
    out = [ask.w.units[u].id for u in on_map if not supply.in_supply(ask.w, ask.s, u)]
    return {"hexes": lines, "out": frozenset(out)}


def _entrench(ask: Ask) -> Facts:
    unit = ask.unit()
    refusal = entrenchment.entrench_refusal(ask.w, ask.s, ask.w.side[unit], unit)
    return {"may": refusal is None, "rule": refusal.rule if refusal else ""}


CALCULATIONS: Mapping[str, Calculation[Ask]] = {
    "stack": Calculation(("hex", "units"), _stack),
    "excess": Calculation(("hex", "side"), _excess),
    "allowance": Calculation(("unit",), _allowance),
    "step": Calculation(("unit", "to", "road", "omb"), _step),
    "reach": Calculation(("unit", "omb"), _reach),
    "zoc": Calculation(("side", "hex"), _zoc),
    "must_attack": Calculation(("side",), _must_attack),
    "supply": Calculation(("unit", "hex", "side"), _supply),
    "supply_lines": Calculation((), _supply_lines),
    "entrench": Calculation(("unit",), _entrench),
}
