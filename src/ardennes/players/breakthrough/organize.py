"""The organization phase as both staffs and the simple players do it: guns, replacements, formations."""

from __future__ import annotations

from collections.abc import Callable

from ardennes.games.breakthrough.rules import artillery, formations, replacements
from ardennes.games.breakthrough.rules.air import droppable
from ardennes.games.breakthrough.rules.bridges import blow_chance, intact, sites
from ardennes.games.breakthrough.rules.orders import (
    AirDrop,
    Artillery,
    Blow,
    BreakDown,
    Build,
    BuildUp,
    Replace,
)
from ardennes.games.breakthrough.rules.position import in_enemy_zone, stack_at
from ardennes.games.breakthrough.schema.terms import ISOLATED
from ardennes.players.breakthrough.desk import Desk

NEAR = 3  # hexes to the enemy within which a division stays together


def nearest_foe(desk: Desk, cell: int) -> int:
    """Hexes to the nearest enemy unit; 99 when there is none."""
    w, s = desk.w, desk.s
    return min((w.grid.distance(cell, s.where[foe]) for foe in desk.foes), default=99)


def replace(desk: Desk) -> None:
    """All replacement points, to the units that miss most beside the enemy first, BTA-6.5."""
    w, s = desk.w, desk.s
    if s.day < w.limits.replacements_from:
        return
    units = sorted(desk.mine(), key=lambda u: (-replacements.ceiling(w, s, u) + s.strength[u], u))
    for unit in units:
        more = replacements.room(w, s, unit)
        if more:
            desk.give(Replace(desk.name(unit), more), f"{desk.shown(unit)} is brought up to strength")


def guns(desk: Desk, wanted: Callable[[int], float]) -> None:
    """Artillery from each pool to the units that want it most, BTA-6.4a; none to those that want none."""
    w, s = desk.w, desk.s
    units = [u for u in desk.mine() if artillery.may_transfer(w, s, u) is None]
    worth = {u: wanted(u) for u in units}
    for unit in sorted(units, key=lambda u: (-worth[u], u)):
        points = artillery.room(w, s, unit)
        if worth[unit] > 0 and points:
            desk.give(Artillery(desk.name(unit), points), f"guns for {desk.shown(unit)}, which will fight")


def build_up(desk: Desk, wanted: Callable[[int], bool]) -> None:
    """Regiments of a division that stand together become one where the policy wants it, BTA-6.6a."""
    w, s = desk.w, desk.s
    for unit in desk.mine():
        if s.where[unit] < 0 or not wanted(unit):
            continue
        partners = [p for p in formations.build_ups(w, s, unit) if all(wanted(u) for u in p)]
        if partners:
            best = max(partners, key=lambda p: (len(p), [-u for u in p]))
            why = f"{desk.shown(unit)} and its sisters fight as one division"
            desk.give(BuildUp(desk.name(unit), w.names(best)), why)


def break_down(desk: Desk, wanted: Callable[[int], bool]) -> None:
    for unit in desk.mine():
        if desk.w.units[unit].divisional and wanted(unit):
            desk.give(BreakDown(desk.name(unit)), f"{desk.shown(unit)} splits up to march by road")


def mend_bridges(desk: Desk, wanted: Callable[[int], bool]) -> None:
    """Build the bridges the policy wants, with whoever may."""
    w, s = desk.w, desk.s
    for unit in desk.mine():
        for bridge in sites(w, s, unit):
            if not intact(s, bridge) and wanted(bridge):
                site = w.board.bridges[bridge]
                desk.give(Build(desk.name(unit), site.name), f"the road over {site.river} is wanted")


def blow_bridges(desk: Desk, wanted: Callable[[int], bool]) -> None:
    """Try to blow the bridges the policy wants down, the best chance first; several may try at one."""
    w, s = desk.w, desk.s
    for unit in sorted(desk.mine(), key=lambda u: (-blow_chance(w, u), u)):
        for bridge in sites(w, s, unit):
            if intact(s, bridge) and wanted(bridge):
                site = w.board.bridges[bridge]
                why = f"the enemy is near the bridge of {site.label or site.name}"
                if desk.give(Blow(desk.name(unit), site.name), why):
                    break


def drop_supplies(desk: Desk) -> None:
    """Air points left go to isolated units first, the stronger stack first, BTA-3.5."""
    w, s = desk.w, desk.s
    while s.air[desk.side] and (cells := droppable(w, s, desk.side)):

        def need(cell: int) -> tuple[bool, int, int]:
            stack = stack_at(w, s, cell)
            hungry = any(s.supply[u] == ISOLATED for u in stack)
            return hungry, sum(s.strength[u] for u in stack), -cell

        cell = max(cells, key=need)
        if not desk.give(AirDrop(desk.label(cell)), f"supplies for the units in {desk.place(cell)}"):
            break


def beside_enemy(desk: Desk, unit: int) -> bool:
    return in_enemy_zone(desk.w, desk.s, desk.side, desk.s.where[unit])
