"""Artillery: massed on planned attacks, else behind whoever is threatened, else brought up."""

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

KEEP_BACK = 2  # hexes between the guns and the nearest enemy


def batteries(draft: Draft) -> list[int]:
    """Groups that can still be given a task."""
    return [
        u for u in draft.units if u in draft.free and draft.w.units[u].gun != NO_GUN and draft.s.sp[u] > 0
    ]


def value_at(draft: Draft, unit: int, target: int) -> Fraction:
    """What a group adds to a battle for a hex from where it stands."""
    km = draft.w.distance(draft.s.where[unit], target) * HEX_KM
    return support_of(draft.w, draft.s, unit, km)


def within_reach(draft: Draft, target: int, units: int) -> tuple[Fraction, list[int]]:
    """What the free groups could add to a battle, up to the cap, and the groups it takes, OPS-ARTY-3."""
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
    """(what it adds, group) of those in range of a hex, the best first, whether they have a task or not."""
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
    """The remaining groups stand by for the defence: (threat, hex, units in it), the worst first."""
    for _, cell, units in threatened:
        _, used = within_reach(draft, cell, units)
        support(draft, used, cell, "defence", f"stands by for {draft.w.label(cell)}")


def bring_up(draft: Draft, front: Sequence[int]) -> None:
    """Groups out of range of every front hex go nearer, but not too near."""
    if not front:
        return
    for unit in batteries(draft):
        far = min(draft.w.distance(draft.s.where[unit], cell) for cell in front) * HEX_KM
        if far + HEX_KM <= longest(draft.w, unit):
            continue
        field = draft.field(draft.w.units[unit].row, board_of(front))
        march(draft, unit, field, "the guns are brought up", keep_off=KEEP_BACK)
