"""Artillery and aircraft that support a battle (OPS-ARTY-2, OPS-ARTY-3, OPS-ARTY-4, OPS-ARTY-5, OPS-UNIT-5,
OPS-AIR-5, OPS-AIR-6, OPS-AIR-7, OPS-AIR-8, OPS-AIR-9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from fractions import Fraction

from ardennes.games.playsheet.rules.model.orders import Support
from ardennes.games.playsheet.rules.model.state import MOVED, PlaysheetState
from ardennes.games.playsheet.rules.orders import routes
from ardennes.games.playsheet.rules.resolution.notebook import Turn, lapse
from ardennes.games.playsheet.rules.tables import air_support, artillery
from ardennes.games.playsheet.schema.sheet import HEX_KM, NO_AIR
from ardennes.games.playsheet.schema.terms import GROUND_ATTACK, NO_GUN, SIDES
from ardennes.games.playsheet.schema.world import World

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
        if s.where[unit] < 0:
            continue
        why = _cannot_fire(turn, unit, fighting, attacked)
        km = w.distance(s.where[unit], target) * HEX_KM
        added = support_of(w, s, unit, km)
        if added and not why:
            value += added
            firing.append(unit)
        turn.guns[unit] = why or ("" if added else f"{label} is out of range from where it stands")
    return value, firing


def support_of(w: World, s: PlaysheetState, unit: int, km: int) -> Fraction:
    """What a unit's guns add to a battle so far away, OPS-ARTY-2, OPS-UNIT-5."""
    gun = w.units[unit].gun
    if gun == NO_GUN:
        return artillery.own_guns(w.sheet, km)
    return artillery.support(w.sheet, artillery.Group(gun, s.status[unit], km))


def _cannot_fire(turn: Turn, unit: int, fighting: Collection[int], attacked: Collection[int]) -> str:
    """Why guns do not support a battle, OPS-ARTY-5; "" where they do.

    The infantry's own guns need no SP, but stand still and fight in no battle themselves, OPS-UNIT-5.
    """
    s = turn.s
    if unit in fighting:
        return "it fights in the battle itself"
    if turn.w.units[unit].gun == NO_GUN:
        return "it has moved" if s.marks[unit] & MOVED else ""
    if not routes.in_time(s.used[unit]):
        return "it had moved for more than half a turn"
    if s.sp[unit] == 0:
        return "it has no supply points"
    return "its own hex was attacked" if s.where[unit] in attacked else ""


def tell_of_silence(turn: Turn) -> None:
    """The owner of guns that did not support their battle is told why, OPS-ORD-4."""
    for unit, order in enumerate(turn.orders):
        if not isinstance(order, Support) or turn.s.where[unit] < 0:
            continue
        does = "attacked it" if order.role == ATTACK else "defended it"
        why = turn.guns.get(unit, f"no battle was fought for {order.target} in which its side {does}")
        if why:
            rule = "OPS-UNIT-5" if turn.w.units[unit].gun == NO_GUN else "OPS-ARTY-5"
            lapse(turn, unit, why, rule)


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
