"""Artillery: it supports planned attacks, else threatened units, else it moves up."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ardennes.games.playsheet.rules.model.orders import Support
from ardennes.games.playsheet.rules.orders.ground import longest
from ardennes.games.playsheet.rules.resolution.support import support_of
from ardennes.games.playsheet.rules.tables import artillery
from ardennes.games.playsheet.schema.sheet import HEX_KM
from ardennes.games.playsheet.schema.terms import NO_GUN
from ardennes.hexes import board_of
from ardennes.players.playsheet.draft import Draft
from ardennes.players.playsheet.marching import march

KEEP_BACK = 2  # least distance of the guns from the nearest enemy, in hexes


def batteries(draft: Draft) -> list[int]:
    """Return the groups that can still get an order."""
    return [
        u for u in draft.units if u in draft.free and draft.w.units[u].gun != NO_GUN and draft.s.sp[u] > 0
    ]


def value_at(draft: Draft, unit: int, target: int) -> Fraction:
    """Return what a group adds to a battle for a hex from its place."""
    km = draft.w.distance(draft.s.where[unit], target) * HEX_KM
    return support_of(draft.w, draft.s, unit, km)


def within_reach(draft: Draft, target: int, units: int) -> tuple[Fraction, list[int]]:
    """Return what free groups can add to a battle, up to the cap, and these groups, OPS-ARTY-3."""
    most = artillery.cap(units, draft.s.readings)
    total, used = Fraction(0), list[int]()
    for added, unit in _in_range(draft, target):
        if unit not in draft.free:
            continue
        if most is not None and total >= most:
            break
        total += added
        used.append(unit)
    return (total if most is None else min(total, most)), used


def _in_range(draft: Draft, target: int) -> list[tuple[Fraction, int]]:
    """Return the bonus and the group for all groups in range of a hex, the best first."""
    result = draft.in_range.get(target)
    if result is None:
        groups = [u for u in draft.units if draft.w.units[u].gun != NO_GUN and draft.s.sp[u] > 0]
        values = [(value_at(draft, u, target), u) for u in groups]
        result = sorted([f for f in values if f[0]], key=lambda f: (-f[0], f[1]))
        draft.in_range[target] = result
    return result


def support(draft: Draft, groups: Sequence[int], target: int, role: str, why: str) -> None:
    for unit in groups:
        draft.give(unit, Support(draft.id(unit), draft.w.label(target), role), why)


def behind_the_line(draft: Draft, threatened: Sequence[tuple[float, int, int]]) -> None:
    """Let the other groups support the defence of threatened hexes, the worst threat first."""
    for _, cell, units in threatened:
        _, used = within_reach(draft, cell, units)
        support(draft, used, cell, "defence", f"supports the defence {draft.w.at_hex(cell)}")


def bring_up(draft: Draft, front: Sequence[int]) -> None:
    """Move groups that are out of range of the front nearer to it."""
    if not front:
        return
    for unit in batteries(draft):
        far = min(draft.w.distance(draft.s.where[unit], cell) for cell in front) * HEX_KM
        if far + HEX_KM <= longest(draft.w, unit):
            continue
        field = draft.field(draft.w.units[unit].row, board_of(front))
        march(draft, unit, field, "moves up to the front", keep_off=KEEP_BACK)
