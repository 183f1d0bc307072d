"""How many units a hex may hold (WOT-7.1, WOT-7.2, WOT-7.4, WOT-7.5, WOT-7.6), and the top unit (WOT-7.3).

Markers never count (WOT-7.8).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from ardennes.games.wave_of_terror.rules.model.events import TopChosen, TopLaid
from ardennes.games.wave_of_terror.rules.model.orders import ArrangeStack, ShowTop
from ardennes.games.wave_of_terror.rules.model.position import derived, show_top, units_at
from ardennes.games.wave_of_terror.rules.model.state import TOP, WaveState
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.contract import Events, Refusal
from ardennes.kernel.offers import Offer, of_kind

# Reasons against a stack.
FITS, TOO_MANY, TOO_MANY_INDEPENDENT, WITH_ARTILLERY = 0, -1, -2, -3


def judge(w: World, units: Sequence[int]) -> int:
    """Return FITS, or the number of the reason why these units of one side do not fit into a hex.

    At most four units (WOT-7.1) of any parents (WOT-7.5), three of them independent (WOT-7.6); artillery only
    alone (WOT-7.4).
    """
    count = len(units)
    if count < 2:
        return FITS
    for unit in units:
        if w.artillery[unit]:
            return WITH_ARTILLERY
    if count > w.limits.stack:
        return TOO_MANY
    most = w.limits.stack_independents
    if count > most and sum(w.parent[unit] < 0 for unit in units) > most:
        return TOO_MANY_INDEPENDENT
    return FITS


def explain(w: World, units: Sequence[int], cell: int, why: int, *, passing: bool = False) -> Refusal:
    """Return the refusal for a stack that does not fit; `passing`: it would not stay there, WOT-7.2."""
    there = w.place(cell)
    if why == WITH_ARTILLERY:
        facts = f"Artillery cannot share {there} with another unit, even in passing."
        return Refusal("WOT-7.4", facts, "Use another hex.")
    if why == TOO_MANY_INDEPENDENT:
        count, most = sum(w.parent[unit] < 0 for unit in units), w.limits.stack_independents
        facts = f"{there} would have {count} independent units; the limit is {most}."
        return Refusal("WOT-7.6", facts, "Leave one out.")
    return Refusal(
        "WOT-7.2" if passing else "WOT-7.1",
        f"{there} would have {len(units)} units; the limit is {w.limits.stack}, even in passing.",
        "Use another hex, or move a unit out first.",
    )


def room(w: World, s: WaveState, units: Iterable[int], cell: int) -> Refusal | None:
    """Return why the units cannot be in the hex together with those already there, or None."""
    coming = tuple(units)
    together = [*coming, *(unit for unit in units_at(w, s, cell) if unit not in coming)]
    why = judge(w, together)
    return explain(w, together, cell, why) if why else None


def overstacked(w: World, s: WaveState, side: int) -> int:
    """Return a hex of the side that holds too many units at the end of a phase, or -1, WOT-7.2."""
    d = derived(w, s)
    for cell in bits(d.occupied[side]):
        stack = d.stacks[cell]
        if len(stack) > 1 and judge(w, stack):
            return cell
    return -1


def cures(w: World, s: WaveState, cell: int) -> list[tuple[int, ...]]:
    """Return the smallest sets of units whose loss makes the stack legal, WOT-7.2."""
    stack = units_at(w, s, cell)
    for size in range(1, len(stack)):
        result = [
            lost
            for lost in combinations(stack, size)
            if not judge(w, [unit for unit in stack if unit not in lost])
        ]
        if result:
            return result
    return []


# The top unit. Its owner may change it in the set-up and in the owner's phases, WOT-7.3


def check_top(w: World, s: WaveState, side: int, order: ArrangeStack | ShowTop) -> Refusal | None:
    """Return why the unit cannot be put on top, or None."""
    unit = w.by_id[order.unit]
    name = w.units[unit].name
    if not s.variant.full:
        return Refusal("WOT-7.3", "Both players see whole stacks in the basic game, so no unit is on top.")
    if w.side[unit] != side:
        return Refusal("WOT-7.3", f"{name} belongs to the other side.")
    if s.where[unit] < 0:
        return Refusal("WOT-7.3", f"{name} is not on the map.")
    if s.marks[unit] & TOP:
        return Refusal("WOT-7.3", f"{name} is already on top of its stack.")
    return None


def top_offers(
    w: World, s: WaveState, side: int, kind: type[ArrangeStack | ShowTop] = ShowTop
) -> list[Offer]:
    """Return the orders that change a top unit, set apart so that a random player does not shuffle stacks."""
    if not s.variant.full:
        return []

    def expand() -> Sequence[Offer]:
        d = derived(w, s)
        return [
            kind(w.units[unit].id)
            for cell in bits(d.occupied[side])
            if len(d.stacks[cell]) > 1
            for unit in d.stacks[cell]
            if not s.marks[unit] & TOP
        ]

    return [of_kind(kind, expand, "top", aside=True)]


def apply_top(w: World, s: WaveState, order: ShowTop, events: Events) -> None:
    events.append(TopChosen(order.unit, _put_on_top(w, s, order.unit)))


def arrange(w: World, s: WaveState, order: ArrangeStack, events: Events) -> None:
    hex_ = _put_on_top(w, s, order.unit)
    events.append(TopLaid(s.acting, order.unit, hex_))


def _put_on_top(w: World, s: WaveState, name: str) -> str:
    """Put the unit on top and return its hex."""
    unit = w.by_id[name]
    show_top(w, s, unit)
    return w.grid.label(s.where[unit])
