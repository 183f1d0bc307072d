"""Artillery: massed on planned attacks, else behind whoever is threatened, else brought up."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ardennes.games.playsheet.rules.ground_orders import longest
from ardennes.games.playsheet.rules.orders import Support
from ardennes.games.playsheet.rules.sheet import artillery
from ardennes.games.playsheet.rules.supporting import support_of
from ardennes.games.playsheet.schema.sheet import HEX_KM
from ardennes.games.playsheet.schema.terms import NO_GUN
from ardennes.players.playsheet.desk import Desk
from ardennes.players.playsheet.marching import march

KEEP_BACK = 2  # hexes between the guns and the nearest enemy


def batteries(desk: Desk) -> list[int]:
    """Groups that can still be given a task."""
    return [u for u in desk.units if u in desk.free and desk.w.units[u].gun != NO_GUN and desk.s.sp[u] > 0]


def value_at(desk: Desk, unit: int, target: int) -> Fraction:
    """What a group adds to a battle for a hex from where it stands."""
    km = desk.w.distance(desk.s.where[unit], target) * HEX_KM
    return support_of(desk.w, desk.s, unit, km)


def within_reach(desk: Desk, target: int, units: int) -> tuple[Fraction, list[int]]:
    """What the free groups could add to a battle, up to the cap, and the groups it takes, OPS-ARTY-3."""
    most = artillery.cap(units, desk.s.readings)
    found = sorted(((value_at(desk, u, target), u) for u in batteries(desk)), key=lambda f: (-f[0], f[1]))
    total, used = Fraction(0), list[int]()
    for added, unit in found:
        if not added or (most is not None and total >= most):
            break
        total += added
        used.append(unit)
    return (total if most is None else min(total, most)), used


def support(desk: Desk, groups: Sequence[int], target: int, role: str, why: str) -> None:
    for unit in groups:
        desk.give(unit, Support(desk.id(unit), desk.w.label(target), role), why)


def behind_the_line(desk: Desk, threatened: Sequence[tuple[float, int, int]]) -> None:
    """The remaining groups stand by for the defence: (threat, hex, units in it), the worst first."""
    for _, cell, units in threatened:
        _, used = within_reach(desk, cell, units)
        support(desk, used, cell, "defence", f"stands by for {desk.w.label(cell)}")


def bring_up(desk: Desk, front: Sequence[int]) -> None:
    """Groups out of range of every front hex go nearer, but not too near."""
    if not front:
        return
    for unit in batteries(desk):
        far = min(desk.w.distance(desk.s.where[unit], cell) for cell in front) * HEX_KM
        if far + HEX_KM <= longest(desk.w, unit):
            continue
        field = desk.field(desk.w.units[unit].row, dict.fromkeys(sorted(front), 0))
        march(desk, unit, field, "the guns are brought up", keep_off=KEEP_BACK)
