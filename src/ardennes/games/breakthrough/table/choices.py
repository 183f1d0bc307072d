"""Build what a player can click at Breakthrough now: units, hexes, hexsides, targets and buttons with
orders."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.air.missions import droppable, interdiction_chance
from ardennes.games.breakthrough.rules.combat.declare import targets_of
from ardennes.games.breakthrough.rules.model import orders as o
from ardennes.games.breakthrough.rules.model.knowledge import replacement_places
from ardennes.games.breakthrough.rules.model.position import occupied, standing
from ardennes.games.breakthrough.rules.model.state import (
    AIR,
    ORGANIZATION,
    PLOTTED,
    SETTING_UP,
    BreakthroughState,
)
from ardennes.games.breakthrough.rules.movement import bridges
from ardennes.games.breakthrough.rules.organization import artillery, phase, replacements
from ardennes.games.breakthrough.rules.sequence import operations
from ardennes.games.breakthrough.schema.terms import AMERICAN, POOL_WORDS
from ardennes.games.breakthrough.schema.world import World
from ardennes.games.breakthrough.table.panels import arrows, plots
from ardennes.games.breakthrough.words import WORDING, ground_attack_about, names_of
from ardennes.hexes import bits
from ardennes.kernel.contract import Order
from ardennes.kernel.offers import Offer, orders
from ardennes.kernel.table import choice, entry, idle
from ardennes.kernel.wire import Choice, Choices, Entry, Panel, Row, Target
from ardennes.words import counted

# Warnings before work on a bridge, BTA-6.7a, BTA-6.7d.
AT_WORK = {
    o.Blow: "The points are spent even if it fails. Each unit may try once a day.",
    o.Build: "This uses all operation points of the unit.",
}


def choices(game: Breakthrough, view: BreakthroughState, side: int) -> Choices:
    """Return the open decision and everything the side can do in it."""
    decisions = game.decisions(view)
    result = idle(decisions[0] if decisions else None)
    result.mine = view.acting == side
    if not result.mine:
        return result
    w = game.world
    if view.phase == AIR:
        _air(w, view, side, result)
    elif view.phase == ORGANIZATION:
        _organization(w, view, side, result)
    elif view.phase == SETTING_UP:
        _setting_up(w, view, side, result)
    else:
        _operations(w, view, side, result)
    result.buttons.append(pressed(w, view, o.END))
    return result


def pressed(w: World, s: BreakthroughState, order: Order, about: str = "") -> Choice:
    """Return a button with an order, its label and the units it concerns."""
    unit = getattr(order, "unit", "")
    units = [unit, *getattr(order, "partners", ())] if unit else []
    return choice(WORDING.label(w, s, order), order, units, about)


def button(w: World, s: BreakthroughState, order: Order) -> Entry:
    """Return an order as an entry of a panel."""
    return entry(WORDING.label(w, s, order), order)


def _setting_up(w: World, s: BreakthroughState, side: int, result: Choices) -> None:
    """List every unit: each may be placed elsewhere, BTA-2.2, and the set-up can be saved."""
    result.keeps_setup = True
    result.units = list(w.names(standing(w, s, side)))


def _air(w: World, s: BreakthroughState, side: int, result: Choices) -> None:
    """Offer interdiction as a button, and a ground attack on any hex with enemy units, BTA-3.2."""
    result.panels.append(_sorties(w, s, side))
    if not s.air[side]:
        return
    result.buttons.append(pressed(w, s, o.Interdict()))
    for cell in bits(occupied(w, s, 1 - side)):
        order = o.GroundAttack(w.grid.label(cell))
        result.hexes[order.hex] = [pressed(w, s, order, ground_attack_about(w, s, cell))]
    result.leaves = (
        f"{counted(s.air[side], 'air point')} will be kept for air drops in the organization phase."
    )


def _sorties(w: World, s: BreakthroughState, side: int) -> Panel:
    """Return a panel of the points left, the points used, and the effects of a point."""
    spent, limits = s.interdiction[side], w.limits
    hit = (
        f"{counted(spent, 'point')}: {interdiction_chance(w, spent)} % of enemy units lose half their points"
    )
    struck = f"disrupts each unit in a hex with {limits.ground_attack_disrupt_pct} %"
    strafed = f"strafes units in travel mode with {limits.ground_attack_strafe_pct} %"
    rows = [
        Row("Points left", str(s.air[side]), "BTA-3.1a" if side == AMERICAN else "BTA-3.1b"),
        Row("Interdiction so far", hit if spent else "none", "BTA-3.3"),
        Row("A ground attack", f"{struck}, {strafed}", "BTA-3.4"),
        Row("Unspent points", "are kept for air drops in the organization phase", "BTA-3.5"),
    ]
    return Panel("sorties", "Air points", "orders", rows)


def _organization(w: World, s: BreakthroughState, side: int, result: Choices) -> None:
    """List units to organize, bridges to blow or build, and hexes that need an air drop."""
    for unit in standing(w, s, side):
        if _fruitful(phase.orders_for(w, s, unit)):
            result.units.append(w.units[unit].id)
        for bridge in bridges.sites(w, s, unit):
            name, site = w.units[unit].id, w.board.bridges[bridge].name
            for order in (o.Blow(name, site), o.Build(name, site)):
                if phase.DECISION.check(w, s, side, order) is None:
                    result.sides.setdefault(site, []).append(pressed(w, s, order, AT_WORK[type(order)]))
    drops = [button(w, s, o.AirDrop(w.grid.label(cell))) for cell in droppable(w, s, side)]
    if drops:
        title = f"Air drops: {counted(s.air[side], 'point')}"
        result.panels.append(Panel("drops", title, "orders", buttons=drops))
    result.leaves = _unused(w, s, side)


def _unused(w: World, s: BreakthroughState, side: int) -> str:
    """Return a line for each supply of points that is lost or stays idle today."""
    units = standing(w, s, side)
    lines: list[str] = []
    drawing = [u for u in units if artillery.may_transfer(w, s, u) is None and artillery.room(w, s, u)]
    lying = sum(s.pools[pool] for pool in {artillery.pool_of(w, u) for u in drawing})
    if lying:
        lines.append(f"{counted(lying, 'artillery point')} will stay unused in the pools today.")
    for at, kind in zip(replacement_places(side), POOL_WORDS[1:], strict=True):
        if any(replacements.pool_index(w, u) == at and replacements.room(w, s, u) for u in units):
            points = counted(s.replacements[at], f"{kind} replacement point")
            lines.append(f"{points} will be lost.")
    if s.air[side]:
        lines.append(f"{counted(s.air[side], 'air point')} will be lost.")
    return "\n".join(lines)


def _operations(w: World, s: BreakthroughState, side: int, result: Choices) -> None:
    """List units that can do more than set their flag, and the hexes they may attack."""
    targets: dict[int, list[str]] = {}
    for unit in standing(w, s, side):
        if s.marks[unit] & PLOTTED or not s.points[unit]:
            continue
        if _can_act(w, s, unit):
            result.units.append(w.units[unit].id)
        for target in targets_of(w, s, unit):
            targets.setdefault(target, []).append(w.units[unit].id)
    result.targets = [
        Target(w.grid.label(target), units, owed=False, with_=[]) for target, units in targets.items()
    ]
    lines = _combats(w, s)
    if result.units:
        lines.append(f"{counted(len(result.units), 'unit')} can still act.")
    result.leaves = "\n".join(lines)


def _combats(w: World, s: BreakthroughState) -> list[str]:
    """Return the plotted attacks in the order in which they will be fought, BTA-8.0a."""
    plotted = plots(w, s)
    if not plotted:
        return []
    ratios = {arrow.to: arrow.label for arrow in arrows(w, s)}
    lines = [f"{counted(len(plotted), 'combat')} will be fought. This cannot be undone:"]
    for target, units in plotted.items():
        label = w.grid.label(target)
        lines.append(f"{w.hex_text(target)}: {names_of(w, units)}, odds {ratios.get(label, 'unknown')}")
    return lines


def _can_act(w: World, s: BreakthroughState, unit: int) -> bool:
    """Return whether the unit can do more than set its flag."""
    return _fruitful([x for x in operations.orders_for(w, s, unit) if not isinstance(x, o.AdvanceFlag)])


def _fruitful(offers: Sequence[Offer]) -> bool:
    """Return whether the offers contain an order; a branch of moves may be empty."""
    return next(iter(orders(offers)), None) is not None
