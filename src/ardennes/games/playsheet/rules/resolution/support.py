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
from ardennes.kernel.names import at_hex

ATTACK, DEFENCE = "attack", "defence"


def guns_for(
    turn: Turn, side: int, target: int, role: str, fighting: Collection[int], attacked: Collection[int]
) -> tuple[Fraction, list[int]]:
    """Return what artillery adds before the cap, and the groups that fire.

    `fighting`: units in battles of this step; `attacked`: hexes attacked in this step.
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
        why = _why_silent(turn, unit, fighting, attacked)
        km = w.distance(s.where[unit], target) * HEX_KM
        added = support_of(w, s, unit, km)
        if added and not why:
            value += added
            firing.append(unit)
        turn.guns[unit] = why or ("" if added else f"{w.hex_text(target)} is out of range")
    return value, firing


def support_of(w: World, s: PlaysheetState, unit: int, km: int) -> Fraction:
    """Return what a unit's guns add to a battle at this distance, OPS-ARTY-2, OPS-UNIT-5."""
    gun = w.units[unit].gun
    if gun == NO_GUN:
        return artillery.own_guns(w.sheet, km)
    return artillery.support(w.sheet, artillery.Group(gun, s.status[unit], km))


def _why_silent(turn: Turn, unit: int, fighting: Collection[int], attacked: Collection[int]) -> str:
    """Return why guns do not support a battle; "" if they do, OPS-ARTY-5.

    Infantry guns need no SP, but must not move or fight, OPS-UNIT-5.
    """
    s = turn.s
    if unit in fighting:
        return "it was in the battle itself"
    if turn.w.units[unit].gun == NO_GUN:
        return "it moved" if s.marks[unit] & MOVED else ""
    if not routes.in_time(s.used[unit]):
        return "it moved for more than half the turn"
    if s.sp[unit] == 0:
        return "it has no supply points"
    return "its own hex was attacked" if s.where[unit] in attacked else ""


def report_silent_guns(turn: Turn) -> None:
    """Report to their owner why guns did not support a battle, OPS-ORD-4."""
    for unit, order in enumerate(turn.orders):
        if not isinstance(order, Support) or turn.s.where[unit] < 0:
            continue
        no_battle = "did not attack" if order.role == ATTACK else "was not attacked"
        why = turn.guns.get(unit, f"its side {no_battle} {at_hex(turn.w, order.target)}")
        if why:
            rule = "OPS-UNIT-5" if turn.w.units[unit].gun == NO_GUN else "OPS-ARTY-5"
            lapse(turn, unit, why, rule)


def pay(turn: Turn, firing: Collection[int]) -> None:
    """Spend the SP of groups whose support was used, OPS-SUP-2."""
    for unit in firing:
        if turn.w.units[unit].gun != NO_GUN:
            turn.s.sp[unit] = max(0, turn.s.sp[unit] - turn.w.limits.support_sp)


def aircraft_for(turn: Turn, side: int, target: int, role: str) -> int:
    """Return the level of the squadrons that reached the hex; it counts in one battle a turn, OPS-AIR-9."""
    if (side, target, role) in turn.fought_for:
        return NO_AIR
    kinds: Counter[str] = Counter()
    for squadron in turn.support.get((side, target, role), ()):
        ground_attack = turn.w.squadrons[squadron].pool == GROUND_ATTACK
        kinds[f"{SIDES[side]}_ga" if ground_attack else air_support.HEAVY_BOMBER] += 1
    return air_support.best_level(turn.w.sheet, kinds, turn.s.readings)
