"""The orders of Breakthrough as its players would say them, with what each costs and brings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ardennes.games.breakthrough.log import place
from ardennes.games.breakthrough.rules import orders as o
from ardennes.games.breakthrough.rules.air import interdiction_chance
from ardennes.games.breakthrough.rules.artillery import pool_of
from ardennes.games.breakthrough.rules.bridges import blow_chance, blow_cost
from ardennes.games.breakthrough.rules.exits import exit_cost, leave_map
from ardennes.games.breakthrough.rules.formations import divisional_unit, do_break_down, do_build_up
from ardennes.games.breakthrough.rules.fortifying import fortify_cost
from ardennes.games.breakthrough.rules.modes import change_mode, mode_cost
from ardennes.games.breakthrough.rules.plotting import attack_cost
from ardennes.games.breakthrough.rules.position import parts_of, stack_at
from ardennes.games.breakthrough.rules.reinforcements import cancellations_owed
from ardennes.games.breakthrough.rules.state import AIR, ORGANIZATION, SETTING_UP, BreakthroughState
from ardennes.games.breakthrough.rules.victory import last_turn
from ardennes.games.breakthrough.schema.terms import MODES, NORMAL, SUPPLIED, SUPPLY_STATES, TRAVEL
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Order
from ardennes.kernel.table import Plain
from ardennes.words import counted

Maker = Callable[[World, BreakthroughState, Any], str]


def names(w: World, units: Sequence[int]) -> str:
    return ", ".join(w.units[unit].name for unit in units)


def words(w: World, s: BreakthroughState, order: Order) -> str:
    """The order in words."""
    return WORDS[type(order)](w, s, order)


def entry(w: World, s: BreakthroughState, order: Order) -> Plain:
    """An order ready to give, what to call it, and the units it is about."""
    unit = getattr(order, "unit", "")
    return {
        "label": words(w, s, order),
        "order": msgspec.to_builtins(order),
        "end": isinstance(order, o.End),
        "units": [unit, *getattr(order, "partners", ())] if unit else [],
        "path": list(getattr(order, "path", ())),
    }


def _name(w: World, id_: str) -> str:
    return w.units[w.by_id[id_]].name


def bridge_name(w: World, id_: str) -> str:
    """A bridge by its place, if it is known by one, and its hexes."""
    site = w.board.bridges[w.bridge_by_name[id_]]
    return f"{site.label} ({site.name})" if site.label else site.name


def _end(w: World, s: BreakthroughState, order: o.End) -> str:
    left = s.air[s.acting] if s.acting >= 0 else 0
    if s.phase == AIR:
        return f"End air phase, keep {left}" if left else "End air phase"
    if s.phase == ORGANIZATION:
        return "End organization"
    if s.phase == SETTING_UP:
        return "End set-up"
    attacked = len({plot.target for plot in s.plots})
    return f"Resolve {counted(attacked, 'combat')}" if attacked else "End operations"


def _interdict(w: World, s: BreakthroughState, order: o.Interdict) -> str:
    spent = s.interdiction[s.acting]
    now, then = interdiction_chance(w, spent), interdiction_chance(w, spent + 1)
    return f"Interdict: 1 point, each enemy unit hit with {then} % (now {now} %)"


def ground_attack_about(w: World, s: BreakthroughState, cell: int) -> str:
    """What one point may do to each unit in the hex, BTA-3.4."""
    limits = w.limits
    found = []
    for unit in stack_at(w, s, cell):
        strafed = f", strafed {limits.ground_attack_strafe_pct} %" if s.mode[unit] == TRAVEL else ""
        found.append(f"{w.units[unit].name}: disrupted {limits.ground_attack_disrupt_pct} %{strafed}")
    return "; ".join(found) + "."


def _artillery(w: World, s: BreakthroughState, order: o.Artillery) -> str:
    pool = w.pools[pool_of(w, w.by_id[order.unit])].name
    points = counted(abs(order.points), "artillery point")
    if order.points < 0:
        return f"{_name(w, order.unit)} returns {points} to {pool}"
    return f"{_name(w, order.unit)} draws {points} from {pool}"


def _build_up(w: World, s: BreakthroughState, order: o.BuildUp) -> str:
    """With the unit that would come of it, BTA-6.6c."""
    trial = s.clone()
    do_build_up(w, trial, order, [])
    whole = divisional_unit(w, w.by_id[order.unit])
    partners = names(w, [w.by_id[name] for name in order.partners])
    return f"Build up {w.units[whole].name} with {partners}: {figures(w, trial, whole)}"


def _break_down(w: World, s: BreakthroughState, order: o.BreakDown) -> str:
    unit = w.by_id[order.unit]
    parts, trial = parts_of(w, s, unit), s.clone()
    do_break_down(w, trial, order, [])
    made = ", ".join(f"{w.units[part].name} {trial.strength[part]}" for part in parts)
    return f"Break down {w.units[unit].name} into {made}"


def figures(w: World, s: BreakthroughState, unit: int) -> str:
    """A unit in numbers."""
    return (
        f"strength {s.strength[unit]}, efficiency {s.efficiency[unit]}, fort {s.fort[unit]}, "
        f"{counted(s.points[unit], 'point')}, {MODES[s.mode[unit]]} mode"
    )


def _mode(w: World, s: BreakthroughState, order: o.ChangeMode) -> str:
    unit, trial = w.by_id[order.unit], s.clone()
    change_mode(w, trial, unit, order.travel, [])
    cost = mode_cost(w, s, unit, order.travel)
    wanted = MODES[TRAVEL if order.travel else NORMAL].capitalize()
    return f"{wanted} mode: {counted(cost, 'point')}, {trial.points[unit]} left"


def _fortify(w: World, s: BreakthroughState, order: o.Fortify) -> str:
    unit = w.by_id[order.unit]
    cost = fortify_cost(w, s, unit)
    left = s.points[unit] - cost
    return f"Dig in to level {s.fort[unit] + 1}: {counted(cost, 'point')}, {left} left"


def _exit(w: World, s: BreakthroughState, order: o.Exit) -> str:
    """With the points it would bring if the road behind it stays open, BTA-10.1c."""
    unit = w.by_id[order.unit]
    turns = last_turn(w, s) - s.turn + 1
    worth = s.strength[unit] // w.tables.points["exit"]
    trial = s.clone()
    leave_map(w, trial, unit, [])
    more = cancellations_owed(w, trial) - cancellations_owed(w, s)
    cancels = f"; it cancels {counted(more, 'American reinforcement')}" if more else ""
    return (
        f"Leave the map: {counted(exit_cost(w), 'point')}; {worth} a day for {counted(turns, 'day')} = "
        f"{worth * turns} if the road home stays open{cancels}"
    )


def _blow(w: World, s: BreakthroughState, order: o.Blow) -> str:
    unit = w.by_id[order.unit]
    cost, chance = blow_cost(w, unit), blow_chance(w, unit)
    return f"{w.units[unit].name} blows the bridge {bridge_name(w, order.bridge)}: {cost} points, {chance} %"


def _drop(w: World, s: BreakthroughState, order: o.AirDrop) -> str:
    cell = w.grid.at(order.hex)
    helped = [
        f"{w.units[u].name} becomes {SUPPLY_STATES[s.supply[u] - 1]}"
        for u in stack_at(w, s, cell)
        if s.supply[u] != SUPPLIED
    ]
    return f"Air drop on {place(w, order.hex)}: {', '.join(helped) or 'nobody needs it'}"


def _plot(w: World, s: BreakthroughState, order: o.Plot) -> str:
    cost = attack_cost(w, w.by_id[order.unit])
    return f"{_name(w, order.unit)} will attack {place(w, order.hex)} ({cost} points)"


def _move(w: World, s: BreakthroughState, order: o.Move) -> str:
    by = f" by {' – '.join(order.path)}" if len(order.path) > 1 else ""
    return f"{_name(w, order.unit)} to {place(w, order.path[-1])}{by}"


WORDS: dict[type, Maker] = {
    o.End: _end,
    o.Interdict: _interdict,
    o.GroundAttack: lambda w, s, x: f"Ground attack on {place(w, x.hex)}",
    o.AirDrop: _drop,
    o.Artillery: _artillery,
    o.Replace: lambda w, s, x: f"{_name(w, x.unit)} takes {counted(x.points, 'replacement point')}",
    o.BuildUp: _build_up,
    o.BreakDown: _break_down,
    o.Blow: _blow,
    o.Build: lambda w, s, x: (
        f"{_name(w, x.unit)} builds the bridge {bridge_name(w, x.bridge)}: all its points"
    ),
    o.Move: _move,
    o.ChangeMode: _mode,
    o.Fortify: _fortify,
    o.Plot: _plot,
    o.Place: lambda w, s, x: f"{_name(w, x.unit)} stands in {place(w, x.hex)}",
    o.AdvanceFlag: lambda w, s, x: "Advance after combat" if x.on else "Do not advance after combat",
    o.Exit: _exit,
}
