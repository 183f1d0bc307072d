"""The organization phase as both staffs and the simple players do it: guns, replacements, formations."""

from __future__ import annotations

from collections.abc import Callable

from ardennes.games.breakthrough.rules.air.missions import droppable
from ardennes.games.breakthrough.rules.model.orders import (
    AirDrop,
    Artillery,
    Blow,
    BreakDown,
    Build,
    BuildUp,
    Replace,
)
from ardennes.games.breakthrough.rules.model.position import in_enemy_zone, stack_at
from ardennes.games.breakthrough.rules.movement.bridges import blow_chance, intact, sites
from ardennes.games.breakthrough.rules.organization import artillery, formations, replacements
from ardennes.games.breakthrough.schema.terms import ISOLATED
from ardennes.players.breakthrough.draft import Draft

NEAR = 3  # hexes to the enemy within which a division stays together


def nearest_foe(draft: Draft, cell: int) -> int:
    """Hexes to the nearest enemy unit; 99 when there is none."""
    w, s = draft.w, draft.s
    return min((w.grid.distance(cell, s.where[foe]) for foe in draft.foes), default=99)


def replace(draft: Draft) -> None:
    """All replacement points, to the units that miss most beside the enemy first, BTA-6.5."""
    w, s = draft.w, draft.s
    if s.day < w.limits.replacements_from:
        return
    units = sorted(draft.mine(), key=lambda u: (-replacements.ceiling(w, s, u) + s.strength[u], u))
    for unit in units:
        more = replacements.room(w, s, unit)
        if more:
            draft.give(Replace(draft.name(unit), more), f"{draft.shown(unit)} is brought up to strength")


def guns(draft: Draft, wanted: Callable[[int], float]) -> None:
    """Artillery from each pool to the units that want it most, BTA-6.4a; none to those that want none."""
    w, s = draft.w, draft.s
    units = [u for u in draft.mine() if artillery.may_transfer(w, s, u) is None]
    worth = {u: wanted(u) for u in units}
    for unit in sorted(units, key=lambda u: (-worth[u], u)):
        points = artillery.room(w, s, unit)
        if worth[unit] > 0 and points:
            draft.give(Artillery(draft.name(unit), points), f"guns for {draft.shown(unit)}, which will fight")


def build_up(draft: Draft, wanted: Callable[[int], bool]) -> None:
    """Regiments of a division that stand together become one where the policy wants it, BTA-6.6a."""
    w, s = draft.w, draft.s
    for unit in draft.mine():
        if s.where[unit] < 0 or not wanted(unit):
            continue
        partners = [p for p in formations.build_ups(w, s, unit) if all(wanted(u) for u in p)]
        if partners:
            best = max(partners, key=lambda p: (len(p), [-u for u in p]))
            why = f"{draft.shown(unit)} and its sisters fight as one division"
            draft.give(BuildUp(draft.name(unit), w.names(best)), why)


def break_down(draft: Draft, wanted: Callable[[int], bool]) -> None:
    for unit in draft.mine():
        if draft.w.units[unit].divisional and wanted(unit):
            draft.give(BreakDown(draft.name(unit)), f"{draft.shown(unit)} splits up to march by road")


def mend_bridges(draft: Draft, wanted: Callable[[int], bool]) -> None:
    """Build the bridges the policy wants, with whoever may."""
    w, s = draft.w, draft.s
    for unit in draft.mine():
        for bridge in sites(w, s, unit):
            if not intact(s, bridge) and wanted(bridge):
                site = w.board.bridges[bridge]
                draft.give(Build(draft.name(unit), site.name), f"we need the road over {site.river}")


def blow_bridges(draft: Draft, wanted: Callable[[int], bool]) -> None:
    """Try to blow the bridges the policy wants down, the best chance first; several may try at one."""
    w, s = draft.w, draft.s
    for unit in sorted(draft.mine(), key=lambda u: (-blow_chance(w, u), u)):
        for bridge in sites(w, s, unit):
            if intact(s, bridge) and wanted(bridge):
                site = w.board.bridges[bridge]
                why = f"the enemy is near the bridge of {site.label or site.name}"
                if draft.give(Blow(draft.name(unit), site.name), why):
                    break


def drop_supplies(draft: Draft) -> None:
    """Air points left go to isolated units first, the stronger stack first, BTA-3.5."""
    w, s = draft.w, draft.s
    while s.air[draft.side] and (cells := droppable(w, s, draft.side)):

        def need(cell: int) -> tuple[bool, int, int]:
            stack = stack_at(w, s, cell)
            hungry = any(s.supply[u] == ISOLATED for u in stack)
            return hungry, sum(s.strength[u] for u in stack), -cell

        cell = max(cells, key=need)
        if not draft.give(AirDrop(draft.label(cell)), f"supplies for the units in {draft.place(cell)}"):
            break


def beside_enemy(draft: Draft, unit: int) -> bool:
    return in_enemy_zone(draft.w, draft.s, draft.side, draft.s.where[unit])
