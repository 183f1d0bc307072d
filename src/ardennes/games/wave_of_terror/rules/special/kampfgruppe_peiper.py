"""Kampfgruppe Peiper (WOT-7.7): forming it, leaving it, removing its marker."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from ardennes.dice import Dice
from ardennes.games.wave_of_terror.rules.model.events import (
    KampfgruppeFormed,
    KampfgruppeGone,
    LeftKampfgruppe,
)
from ardennes.games.wave_of_terror.rules.model.orders import FormKampfgruppe, LeaveKampfgruppe
from ardennes.games.wave_of_terror.rules.model.position import units_at
from ardennes.games.wave_of_terror.rules.model.rolls import roll
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.rules.movement.stacking import judge
from ardennes.games.wave_of_terror.schema.terms import GERMAN
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.contract import Events, Refusal

RULE = "WOT-7.7"


def check_form(w: World, s: WaveState, side: int, order: FormKampfgruppe) -> Refusal | None:
    """Return why these units cannot form the KG, or None: exactly four units of 1SS in one hex, in the German
    set-up."""
    units = w.numbers(order.units)
    if side != GERMAN:
        return Refusal(RULE, "Only the German player forms KG Peiper.")
    if s.kg:
        return Refusal(RULE, "KG Peiper is already formed.", "Place one of its units again first.")
    if not s.variant.full:
        return Refusal(RULE, "The basic game has no Kampfgruppe Peiper.")
    need = w.limits.kg_units
    if len(set(units)) != need or len(units) != need:
        facts = f"KG Peiper has exactly {need} units; the order names {len(set(units))}."
        return Refusal(RULE, facts, f"Name {need} units of the 1st SS Panzer Division.")
    for unit in units:
        if w.parent[unit] != w.kg_parent:
            return Refusal(RULE, f"{w.units[unit].name} does not belong to the 1st SS Panzer Division.")
        if s.where[unit] < 0:
            return Refusal(RULE, f"{w.units[unit].name} is not on the map.", "Place it first.")
    hexes = sorted({s.where[unit] for unit in units})
    if len(hexes) > 1:
        facts = f"The units are in different hexes: {w.place_list(hexes)}."
        return Refusal(RULE, facts, "Place all of them in one hex.")
    return None


def form(w: World, s: WaveState, order: FormKampfgruppe, events: Events) -> None:
    """Form the Kampfgruppe."""
    s.kg = tuple(sorted(w.numbers(order.units)))
    events.append(KampfgruppeFormed(w.names(s.kg), w.grid.label(s.where[s.kg[0]])))


def moves_as_one(s: WaveState, units: Sequence[int]) -> bool:
    """Return whether these are exactly the units under the marker: they move as the Kampfgruppe."""
    return bool(s.kg) and len(units) == len(s.kg) and set(units) == set(s.kg)


def check_leave(w: World, s: WaveState, side: int, order: LeaveKampfgruppe) -> Refusal | None:
    """Return why the units cannot drop out in their hex, or None.

    They are ordinary units at once, so they must be stacked legally.
    """
    units = w.numbers(order.units)
    if not units:
        return Refusal(RULE, "The order names no units.", "Name those that leave KG Peiper.")
    for unit in units:
        if unit not in s.kg or side != GERMAN:
            return Refusal(RULE, f"{w.units[unit].name} does not belong to KG Peiper.")
    cell = s.where[units[0]]
    if judge(w, units_at(w, s, cell)):
        facts = f"{w.place(cell)} has too many units for a stack without the marker of KG Peiper."
        return Refusal(RULE, facts, "Move KG Peiper out of it first.")
    return None


def leave_offers(w: World, s: WaveState) -> list[LeaveKampfgruppe]:
    """Return every way to drop units, including all of them."""
    sets = [units for size in range(1, len(s.kg) + 1) for units in combinations(s.kg, size)]
    orders = [LeaveKampfgruppe(w.names(units)) for units in sets]
    return [order for order in orders if check_leave(w, s, GERMAN, order) is None]


def leave(w: World, s: WaveState, order: LeaveKampfgruppe, events: Events) -> None:
    """Drop the units from the Kampfgruppe."""
    drop_out(w, s, w.numbers(order.units), events, dropped=True)


def drop_out(w: World, s: WaveState, units: Iterable[int], events: Events, *, dropped: bool = False) -> None:
    """Remove units from the Kampfgruppe, and its marker with the last one; no unit may ever join."""
    gone = [unit for unit in s.kg if unit in set(units)]
    if not gone:
        return
    s.kg = tuple(unit for unit in s.kg if unit not in gone)
    events.append(LeftKampfgruppe(GERMAN, w.names(gone), w.grid.label(s.where[gone[0]]), dropped))
    if not s.kg:
        events.append(KampfgruppeGone("its last unit has left it"))


def remove_lost_unit(w: World, s: WaveState, unit: int, events: Events) -> None:
    """Remove an eliminated unit from the Kampfgruppe, and its marker with the last one."""
    if unit in s.kg:
        s.kg = tuple(other for other in s.kg if other != unit)
        if not s.kg:
            events.append(KampfgruppeGone("its last unit has been eliminated"))


def end_of_turn(w: World, s: WaveState, dice: Dice, events: Events) -> None:
    """Roll for the marker at the end of each turn from turn 3 on; a 6 removes it, and its units stay."""
    if not s.kg or s.turn < w.limits.kg_roll_from:
        return
    if roll(s, dice, events, "KG Peiper", RULE, "KG Peiper at the end of the turn") >= w.limits.kg_die:
        s.kg = ()
        events.append(KampfgruppeGone(f"the die showed {w.limits.kg_die}"))
