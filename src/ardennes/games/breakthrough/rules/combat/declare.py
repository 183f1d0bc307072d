"""Plotting attacks and the advance flag (BTA-7.9a, BTA-7.9b, BTA-7.9c, BTA-7.9d, BTA-7.9e)."""

from __future__ import annotations

from ardennes.games.breakthrough.rules.model import state as f
from ardennes.games.breakthrough.rules.model.events import AttackPlotted, FlagSet
from ardennes.games.breakthrough.rules.model.position import occupied
from ardennes.games.breakthrough.rules.model.state import PLOTTED, BreakthroughState
from ardennes.games.breakthrough.rules.movement.step import road_open
from ardennes.games.breakthrough.schema.terms import ISOLATED, TRAVEL
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Events, Refusal
from ardennes.words import counted

SECOND_PHASES = (f.AMERICAN_SECOND, f.GERMAN_SECOND)


def attack_cost(w: World, unit: int) -> int:
    """Return the operation points that an attack costs the unit."""
    return w.tables.costs["attack"].usual[0 if w.mobile[unit] else 1]


def check_unplotted(w: World, s: BreakthroughState, unit: int) -> Refusal | None:
    """Return why the unit has no other orders, or None.

    A unit that has plotted may only set its flag in this phase, BTA-7.9b.
    """
    if not s.marks[unit] & PLOTTED:
        return None
    target = next((plot.target for plot in s.plots if plot.unit == unit), -1)
    at = f" {w.at_hex(target)}" if target >= 0 else ""
    facts = f"{w.units[unit].name} has already plotted an attack{at}, and a plot cannot be withdrawn."
    return Refusal("BTA-7.9b", facts, "Only its advance flag can still change in this phase.")


def check_plotter(w: World, s: BreakthroughState, unit: int) -> Refusal | None:
    """Return why the unit cannot plot any attack now, or None.

    A unit cannot plot twice, while isolated (BTA-4.3b) or without the points.
    """
    name = w.units[unit].name
    if refusal := check_unplotted(w, s, unit):
        return refusal
    if s.supply[unit] == ISOLATED:
        return Refusal("BTA-4.3b", f"{name} is isolated and cannot attack.")
    cost = attack_cost(w, unit)
    if s.points[unit] < cost:
        return Refusal("BTA-7.9a", f"An attack costs {counted(cost, 'point')}; {name} has {s.points[unit]}.")
    return None


def check_target(w: World, s: BreakthroughState, unit: int, target: int) -> Refusal | None:
    """Return why the unit cannot attack this hex from where it is, or None.

    It may attack a hex that it may not enter, BTA-7.9e.
    """
    here, there = w.hex_text(s.where[unit]), w.hex_text(target)
    way = w.ground.way_to[s.where[unit]].get(target)
    if way is None:
        return Refusal("BTA-7.9a", f"{there} is not next to {here} (BTA-7.3).", "Move next to it first.")
    if not occupied(w, s, 1 - w.side[unit]) >> target & 1:
        return Refusal("BTA-7.9a", f"There is no enemy unit {w.at_hex(target)}.", "Move there instead.")
    if s.mode[unit] == TRAVEL and not road_open(s, way):
        return Refusal(
            "BTA-7.9e",
            f"{w.units[unit].name} is in travel mode (BTA-7.7d), and there is no unbroken road from {here} "
            f"to {there}.",
            "Change to normal mode.",
        )
    return None


def check_plot(w: World, s: BreakthroughState, unit: int, target: int) -> Refusal | None:
    """Return why the unit cannot plot an attack on the hex, or None."""
    return check_plotter(w, s, unit) or check_target(w, s, unit, target)


def targets_of(w: World, s: BreakthroughState, unit: int) -> list[int]:
    """Return every hex that the unit may plot an attack on now."""
    near = w.grid.near[s.where[unit]] & occupied(w, s, 1 - w.side[unit])
    if not near or check_plotter(w, s, unit) is not None:
        return []
    return [
        way.to
        for way in w.ground.ways[s.where[unit]]
        if near >> way.to & 1 and check_target(w, s, unit, way.to) is None
    ]


def plot(w: World, s: BreakthroughState, unit: int, target: int, events: Events) -> None:
    """Plot the attack and pay for it at once; in a second operation phase all remaining points are spent,
    BTA-7.9a."""
    s.points[unit] = 0 if s.phase in SECOND_PHASES else s.points[unit] - attack_cost(w, unit)
    s.marks[unit] |= PLOTTED
    s.plots.append(f.Plotted(unit, target))
    events.append(AttackPlotted(w.side[unit], w.units[unit].id, w.grid.label(target), s.points[unit]))


def forget_plots(w: World, s: BreakthroughState, side: int) -> None:
    """Clear the side's plots at the start of its operation phase, BTA-7.9b."""
    s.plots.clear()
    for unit in w.of_side[side]:
        s.marks[unit] &= ~PLOTTED


def check_flag(w: World, s: BreakthroughState, unit: int, on: bool) -> Refusal | None:
    """Return why the advance flag cannot change, or None; it costs nothing and may be set at any time,
    BTA-7.9d."""
    if bool(s.marks[unit] & f.ADVANCE) == on:
        state = "is already set to advance" if on else "is not set to advance"
        return Refusal("BTA-7.9d", f"{w.units[unit].name} {state} after combat.")
    return None


def set_flag(w: World, s: BreakthroughState, unit: int, on: bool, events: Events) -> None:
    """Set or clear the unit's advance flag."""
    s.marks[unit] = s.marks[unit] | f.ADVANCE if on else s.marks[unit] & ~f.ADVANCE
    events.append(FlagSet(w.side[unit], w.units[unit].id, on))
