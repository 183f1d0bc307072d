"""Kampfgruppe Peiper (WOT-7.7): how it is formed, who leaves it, when its marker goes."""

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
    """Exactly four units of 1SS in one hex, in the German set-up."""
    units = w.numbers(order.units)
    if side != GERMAN:
        return Refusal(RULE, "KG Peiper is the German player's to form.")
    if s.kg:
        return Refusal(RULE, "KG Peiper is formed.", "Place one of its units elsewhere to form it anew.")
    if not s.variant.full:
        return Refusal(RULE, "The basic game has no Kampfgruppe Peiper.")
    need = w.limits.kg_units
    if len(set(units)) != need or len(units) != need:
        return Refusal(RULE, f"The Kampfgruppe has exactly {need} units; {len(set(units))} are named.")
    for unit in units:
        if w.parent[unit] != w.kg_parent:
            return Refusal(RULE, f"{w.units[unit].name} is no unit of the 1st SS Panzer Division.")
        if s.where[unit] < 0:
            return Refusal(RULE, f"{w.units[unit].name} is not on the map.", "Place it first.")
    hexes = sorted({w.grid.label(s.where[unit]) for unit in units})
    if len(hexes) > 1:
        return Refusal(RULE, f"The units stand in {', '.join(hexes)}.", "Place the four in one hex.")
    return None


def form(w: World, s: WaveState, order: FormKampfgruppe, events: Events) -> None:
    s.kg = tuple(sorted(w.numbers(order.units)))
    events.append(KampfgruppeFormed(w.names(s.kg), w.grid.label(s.where[s.kg[0]])))


def moves_as_one(s: WaveState, units: Sequence[int]) -> bool:
    """Are these all units under the marker and nobody else? Then they move as the Kampfgruppe."""
    return bool(s.kg) and len(units) == len(s.kg) and set(units) == set(s.kg)


def check_leave(w: World, s: WaveState, side: int, order: LeaveKampfgruppe) -> Refusal | None:
    """May the units drop out where they stand? They are ordinary units at once, so they must be stacked
    legally."""
    units = w.numbers(order.units)
    if not units:
        return Refusal(RULE, "Name the units that leave the Kampfgruppe.")
    for unit in units:
        if unit not in s.kg or side != GERMAN:
            return Refusal(RULE, f"{w.units[unit].name} is not under the marker of KG Peiper.")
    cell = s.where[units[0]]
    if judge(w, units_at(w, s, cell)):
        return Refusal(RULE, f"{w.grid.label(cell)} is full: nobody is dropped there.", "Go on first.")
    return None


def leave_offers(w: World, s: WaveState) -> list[LeaveKampfgruppe]:
    """Every way to drop units, all of them included."""
    sets = [units for size in range(1, len(s.kg) + 1) for units in combinations(s.kg, size)]
    orders = [LeaveKampfgruppe(w.names(units)) for units in sets]
    return [order for order in orders if check_leave(w, s, GERMAN, order) is None]


def leave(w: World, s: WaveState, order: LeaveKampfgruppe, events: Events) -> None:
    drop_out(w, s, w.numbers(order.units), events, dropped=True)


def drop_out(w: World, s: WaveState, units: Iterable[int], events: Events, *, dropped: bool = False) -> None:
    """Units drop out; with the last one the marker goes. None may ever join."""
    gone = [unit for unit in s.kg if unit in set(units)]
    if not gone:
        return
    s.kg = tuple(unit for unit in s.kg if unit not in gone)
    events.append(LeftKampfgruppe(GERMAN, w.names(gone), w.grid.label(s.where[gone[0]]), dropped))
    if not s.kg:
        events.append(KampfgruppeGone("its last unit has left it"))


def lost(w: World, s: WaveState, unit: int, events: Events) -> None:
    """A unit of the Kampfgruppe is eliminated; with the last one the marker goes."""
    if unit in s.kg:
        s.kg = tuple(other for other in s.kg if other != unit)
        if not s.kg:
            events.append(KampfgruppeGone("its last unit is eliminated"))


def end_of_turn(w: World, s: WaveState, dice: Dice, events: Events) -> None:
    """From turn 3 on a die is rolled at the end of the turn; on 6 the marker is removed, its units stay."""
    if not s.kg or s.turn < w.limits.kg_roll_from:
        return
    if roll(s, dice, events, "KG Peiper", RULE) >= w.limits.kg_die:
        s.kg = ()
        events.append(KampfgruppeGone("its time is over"))
