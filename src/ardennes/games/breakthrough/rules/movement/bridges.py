"""Blowing and building bridges in the organization phase (BTA-6.7a, BTA-6.7b, BTA-6.7c, BTA-6.7d)."""

from __future__ import annotations

from ardennes.dice import Dice
from ardennes.games.breakthrough.rules.model.events import BridgeBlown, BridgeBuilt
from ardennes.games.breakthrough.rules.model.orders import Blow, Build
from ardennes.games.breakthrough.rules.model.position import forget, in_enemy_zone
from ardennes.games.breakthrough.rules.model.rolls import chance
from ardennes.games.breakthrough.rules.model.state import BLEW, BreakthroughState
from ardennes.games.breakthrough.rules.sequence.decision_base import at_hand, supplied
from ardennes.games.breakthrough.schema.terms import GERMAN, TRAVEL
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Events, Refusal
from ardennes.words import counted


def intact(s: BreakthroughState, bridge: int) -> bool:
    """Return whether the bridge is intact."""
    return bool(s.bridges >> bridge & 1)


def set_bridge(w: World, s: BreakthroughState, bridge: int, stands: bool) -> None:
    """Build or destroy a bridge; the only place that does, so that cached roads are cleared."""
    s.bridges = s.bridges | 1 << bridge if stands else s.bridges & ~(1 << bridge)
    forget(s)


def blow_cost(w: World, unit: int) -> int:
    """Return the operation points that blowing a bridge costs the unit."""
    return w.tables.costs["bridge_blow"].usual[0 if w.mobile[unit] else 1]


def blow_chance(w: World, unit: int) -> int:
    """Return the chance in percent that the unit blows a bridge, BTA-6.7d."""
    return w.limits.bridge_blow_engineer_pct if w.engineer[unit] else w.limits.bridge_blow_other_pct


def _at_work(w: World, s: BreakthroughState, side: int, unit: int, bridge: int, work: str) -> Refusal | None:
    """Return why the unit can neither blow nor build at this bridge, or None."""
    if refusal := at_hand(w, s, side, unit, "BTA-6.0"):
        return refusal
    name, site = w.units[unit].name, w.board.bridges[bridge]
    if s.where[unit] not in site.ends:
        facts = f"{name} is {w.at_hex(s.where[unit])}, not next to the {w.bridge_text(site.name)}."
        return Refusal("BTA-6.7a", facts)
    if refusal := supplied(w, s, unit, "BTA-6.7c", f"{work} bridges"):
        return refusal
    if s.mode[unit] == TRAVEL:
        return Refusal("BTA-6.7c", f"{name} is in travel mode and cannot {work} bridges.")
    return None


def check_blow(w: World, s: BreakthroughState, side: int, order: Blow) -> Refusal | None:
    """Return why the side cannot blow the bridge, or None."""
    unit, bridge = w.by_id[order.unit], w.bridge_by_name[order.bridge]
    if refusal := _at_work(w, s, side, unit, bridge, "blow"):
        return refusal
    name = w.units[unit].name
    if not intact(s, bridge):
        return Refusal("BTA-6.7a", f"The {w.bridge_text(order.bridge)} is already down.")
    if s.marks[unit] & BLEW:
        return Refusal("BTA-6.7d", f"{name} has already tried to blow a bridge today.", "Use another unit.")
    cost = blow_cost(w, unit)
    if s.points[unit] < cost:
        facts = f"Blowing a bridge costs {name} {counted(cost, 'point')}; it has {s.points[unit]}."
        return Refusal("BTA-6.7a", facts)
    return None


def do_blow(w: World, s: BreakthroughState, order: Blow, dice: Dice, events: Events) -> None:
    """Try to blow the bridge; the points are spent whether it succeeds or not, BTA-6.7d."""
    unit, bridge = w.by_id[order.unit], w.bridge_by_name[order.bridge]
    site = w.board.bridges[bridge]
    s.points[unit] -= blow_cost(w, unit)
    s.marks[unit] |= BLEW
    what = f"{w.units[unit].name} tries to blow the {w.bridge_text(site.name)}"
    down = chance(s, dice, events, f"{order.unit} blows {site.name}", what, "BTA-6.7d", blow_chance(w, unit))
    if down:
        set_bridge(w, s, bridge, False)
    events.append(BridgeBlown(site.name, order.unit, down))


def check_build(w: World, s: BreakthroughState, side: int, order: Build) -> Refusal | None:
    """Return why the side cannot build the bridge, or None."""
    unit, bridge = w.by_id[order.unit], w.bridge_by_name[order.bridge]
    if refusal := _at_work(w, s, side, unit, bridge, "build"):
        return refusal
    name = w.units[unit].name
    if intact(s, bridge):
        return Refusal("BTA-6.7a", f"The {w.bridge_text(order.bridge)} is intact.")
    if side == GERMAN and not w.engineer[unit]:
        return Refusal("BTA-6.7b", f"{name} is not an engineer unit; only engineers build German bridges.")
    if s.points[unit] < 1:
        return Refusal("BTA-6.7a", f"{name} has no operation points left to build a bridge.")
    if in_enemy_zone(w, s, side, s.where[unit]):
        return Refusal("BTA-6.7d", f"{name} is next to an enemy unit and cannot build a bridge (BTA-7.6d).")
    return None


def do_build(w: World, s: BreakthroughState, order: Build, events: Events) -> None:
    """Build the bridge with all of the unit's points, BTA-6.7a."""
    unit, bridge = w.by_id[order.unit], w.bridge_by_name[order.bridge]
    s.points[unit] = 0
    set_bridge(w, s, bridge, True)
    events.append(BridgeBuilt(w.board.bridges[bridge].name, order.unit))


def sites(w: World, s: BreakthroughState, unit: int) -> list[int]:
    """Return the bridge sites of the unit's hex."""
    return list(w.bridge_dirs[s.where[unit]].values())
