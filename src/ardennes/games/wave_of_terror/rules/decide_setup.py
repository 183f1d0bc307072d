"""The decisions of set-up (WOT-3)."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.dice import Dice
from ardennes.games.wave_of_terror.rules import kampfgruppe, markers, setup
from ardennes.games.wave_of_terror.rules import orders as o
from ardennes.games.wave_of_terror.rules import state as f
from ardennes.games.wave_of_terror.rules.deciding import apply_top, check_top, top_offers
from ardennes.games.wave_of_terror.rules.picking import Chosen, later, sets
from ardennes.games.wave_of_terror.rules.position import derived
from ardennes.games.wave_of_terror.rules.state import WaveState
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.contract import Event, Order, Refusal
from ardennes.kernel.deciding import Handler
from ardennes.kernel.offers import Branch, Offer


def _prompt(w: World, s: WaveState, frame: f.SettingUp) -> str:
    units = setup.starters(w, s, frame.side)
    left = sum(s.where[unit] < 0 for unit in units)
    return f"Set up your units: {left} of {len(units)} are still to be placed."


def _offers(w: World, s: WaveState, frame: f.SettingUp) -> Sequence[Offer]:
    side = frame.side
    found: list[Offer] = []
    if setup.check_auto(w, s, side) is None:
        found.append(o.AutoSetup())
    found.append(Branch("place", lambda: _place_offers(w, s, side), lambda order: isinstance(order, o.Place)))
    if side == ALLIED and s.variant.full:
        found.append(Branch("POL", lambda: markers.depot_offers(w, s), lambda x: isinstance(x, o.PlacePol)))
    if side == GERMAN:
        found += _kg_offers(w, s)
    found += top_offers(w, s, side)
    if setup.check_end(w, s, side) is None:
        found.append(o.END)
    return found


def _place_offers(w: World, s: WaveState, side: int) -> Sequence[Offer]:
    """Units one more at a time, as long as a hex is open to all of them; then the hex."""
    units = setup.starters(w, s, side)
    areas = {unit: setup.area(w, s, unit) for unit in units}

    def common(chosen: Chosen) -> int:
        found = w.grid.mask
        for unit in chosen:
            found &= areas[unit]
            if s.where[unit] >= 0:
                found &= ~(1 << s.where[unit])
        return found

    def more(chosen: Chosen) -> Sequence[int]:
        if len(chosen) >= w.limits.stack:
            return ()
        return [unit for unit in later(units, chosen) if common((*chosen, unit))]

    def made(chosen: Chosen) -> Sequence[Offer]:
        if not chosen:
            return ()
        names = w.names(chosen)
        return [
            o.Place(names, w.grid.label(cell))
            for cell in bits(common(chosen))
            if setup.company_refusal(w, s, chosen, cell) is None
        ]

    return sets(more, made, lambda unit: w.units[unit].id, _placed_in)


def _placed_in(order: Order) -> tuple[str, ...] | None:
    return order.units if isinstance(order, o.Place) else None


def _kg_offers(w: World, s: WaveState) -> list[Offer]:
    """Four units of 1SS that stand in one hex, WOT-7.7."""
    if not s.variant.full or s.kg:
        return []
    found: list[Offer] = []
    for stack in derived(w, s).stacks.values():
        units = [unit for unit in stack if w.parent[unit] == w.kg_parent >= 0]
        if len(units) == w.limits.kg_units:
            found.append(o.FormKampfgruppe(w.names(units)))
    return found


def _check(w: World, s: WaveState, frame: f.SettingUp, order: Order) -> Refusal | None:
    side = frame.side
    match order:
        case o.AutoSetup():
            return setup.check_auto(w, s, side)
        case o.Place():
            return setup.check_place(w, s, side, order)
        case o.PlacePol():
            return markers.check_depot(w, s, side, order)
        case o.FormKampfgruppe(units):
            return _check_kg(w, s, side, [w.by_id[name] for name in units])
        case o.ShowTop():
            return check_top(w, s, side, order)
    return setup.check_end(w, s, side)


def _check_kg(w: World, s: WaveState, side: int, units: Sequence[int]) -> Refusal | None:
    if side != GERMAN:
        return Refusal("WOT-7.7", "KG Peiper is the German player's to form.")
    if s.kg:
        return Refusal("WOT-7.7", "KG Peiper is formed.", "Place one of its units elsewhere to form it anew.")
    return kampfgruppe.check_form(w, s, units)


def _apply(w: World, s: WaveState, frame: f.SettingUp, order: Order, dice: Dice, events: list[Event]) -> None:
    side = frame.side
    match order:
        case o.AutoSetup():
            setup.set_up_all(w, s, side, events)
        case o.Place(units, hex):
            setup.put_down(w, s, side, [w.by_id[name] for name in units], w.grid.at(hex), events)
        case o.PlacePol():
            markers.place_depot(w, s, order, events)
        case o.FormKampfgruppe(units):
            kampfgruppe.form(w, s, [w.by_id[name] for name in units], events)
        case o.ShowTop():
            apply_top(w, s, order, events)
        case _:
            setup.finish(w, s, side, events)


SETUP_DECISIONS: dict[type[f.Frame], Handler[World, WaveState]] = {
    f.SettingUp: Handler(
        "set-up",
        "WOT-3.4",
        _prompt,
        (o.AutoSetup, o.Place, o.PlacePol, o.FormKampfgruppe, o.ShowTop, o.End),
        _offers,
        _check,
        _apply,
        done="End set-up",
    ),
}
