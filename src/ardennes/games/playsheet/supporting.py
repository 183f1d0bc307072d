"""Artillery and aircraft that support a battle (OPS-ARTY-2 to -5, OPS-UNIT-5, OPS-AIR-5 to -9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from fractions import Fraction

from ardennes.games.playsheet import planning
from ardennes.games.playsheet.orders import Support
from ardennes.games.playsheet.sheet import air_support, artillery
from ardennes.games.playsheet.sheet.tables import HEX_KM, NO_AIR
from ardennes.games.playsheet.state import MOVED
from ardennes.games.playsheet.terms import GROUND_ATTACK, NO_GUN, SIDES
from ardennes.games.playsheet.turn import Turn

ATTACK, DEFENCE = "attack", "defence"


def guns_for(
    turn: Turn, side: int, target: int, role: str, fighting: Collection[int], attacked: Collection[int]
) -> tuple[Fraction, list[int]]:
    """What artillery adds before the cap, and the groups that fire.

    `fighting`: units in the battle themselves; `attacked`: hexes attacked in this combat step.
    """
    w, s = turn.w, turn.s
    if (side, target, role) in turn.fought_for:
        return Fraction(0), []
    value, firing = Fraction(0), []
    label = w.label(target)
    for unit in w.of_side[side]:
        order = turn.orders[unit]
        if not isinstance(order, Support) or (order.target, order.role) != (label, role):
            continue
        if s.where[unit] < 0 or unit in fighting or not _may_fire(turn, unit, attacked):
            continue
        km = w.distance(s.where[unit], target) * HEX_KM
        gun = w.units[unit].gun or artillery.INFANTRY_GUNS
        added = artillery.support(w.sheet, artillery.Group(gun, s.status[unit], km))
        if added:
            value += added
            firing.append(unit)
    return value, firing


def _may_fire(turn: Turn, unit: int, attacked: Collection[int]) -> bool:
    """OPS-ARTY-5; the infantry's own guns need no SP, but stand still, OPS-UNIT-5."""
    s = turn.s
    if turn.w.units[unit].gun == NO_GUN:
        return not s.marks[unit] & MOVED
    return planning.in_time(s.used[unit]) and s.sp[unit] > 0 and s.where[unit] not in attacked


def pay(turn: Turn, firing: Collection[int]) -> None:
    """A group spends 1 SP when its support is used, OPS-SUP-2."""
    for unit in firing:
        if turn.w.units[unit].gun != NO_GUN:
            turn.s.sp[unit] = max(0, turn.s.sp[unit] - turn.w.limits.support_sp)


def aircraft_for(turn: Turn, side: int, target: int, role: str) -> int:
    """The level of the squadrons that reached the battle, in its first battle of the turn only, OPS-AIR-9."""
    if (side, target, role) in turn.fought_for:
        return NO_AIR
    kinds: Counter[str] = Counter()
    for squadron in turn.support.get((side, target, role), ()):
        ground_attack = turn.w.squadrons[squadron].pool == GROUND_ATTACK
        kinds[f"{SIDES[side]}_ga" if ground_attack else air_support.HEAVY_BOMBER] += 1
    return air_support.best_level(turn.w.sheet, kinds, turn.s.readings)
