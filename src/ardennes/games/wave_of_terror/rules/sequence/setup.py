"""Set-up: where each unit may start, and the position before any placement (WOT-3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ardennes.dice import Dice
from ardennes.games.wave_of_terror.rules.model import orders as o
from ardennes.games.wave_of_terror.rules.model.events import SetUpDone, UnitsPlaced
from ardennes.games.wave_of_terror.rules.model.position import (
    best_top,
    derived,
    lift,
    place,
    show_top,
    units_at,
)
from ardennes.games.wave_of_terror.rules.model.set_offers import Chosen, later, sets, units_of
from ardennes.games.wave_of_terror.rules.model.state import (
    ASIDE,
    NOT_YET,
    SETUP,
    SettingUp,
    Variant,
    WaveState,
)
from ardennes.games.wave_of_terror.rules.movement import stacking
from ardennes.games.wave_of_terror.rules.special import kampfgruppe_peiper, markers
from ardennes.games.wave_of_terror.schema.terms import ALLIED, ANYWHERE, BELGIAN, GERMAN, OVERCAST, SIDES
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits, board_of
from ardennes.kernel.contract import Events, Order, Refusal, numbers
from ardennes.kernel.deciding import Deeds, UntilEnd, no_die
from ardennes.kernel.offers import Offer, of_kind
from ardennes.kernel.states import untouched
from ardennes.words import counted, listed

MOST_NAMED = 3  # units named in a refusal
TO_PLACE = "Place them, or set up all at once."
ASIDE_WORD = "aside"  # the squadron of WOT-3.10
AUTO = o.AutoSetup()


def opening(w: World, variant: Variant) -> WaveState:
    """Return the position without units on the map.

    Each side controls its side of the front, WOT-3.11; in the full game the bridges of the front are blown,
    WOT-3.9.
    """
    s = untouched(WaveState, variant=variant)
    s.step, s.weather = SETUP, OVERCAST
    s.acting = s.origin = s.kg_cell = s.winner = -1
    s.where = numbers(
        ASIDE
        if unit.optional == ASIDE_WORD or (unit.artillery and not variant.full) or not w.in_play[unit.index]
        else NOT_YET
        for unit in w.units
    )
    s.steps = bytearray(unit.steps for unit in w.units)  # all at full strength, WOT-3.1
    s.marks, s.spent = bytearray(len(w.units)), bytearray(len(w.units))
    s.german = w.board.german_side
    s.blown = board_of(b.index for b in w.board.bridges if b.blown) if variant.full else 0
    s.points = [0, 0]
    return s


def starters(w: World, s: WaveState, side: int) -> list[int]:
    """Return the side's units that start on the map: those with a hex or an A (WOT-3.1, WOT-3.8).

    The squadron kept aside (WOT-3.10) and, in the basic game, artillery do not start.
    """
    return [unit for unit in w.of_side[side] if w.units[unit].setup_hex != -1 and s.where[unit] != ASIDE]


def own_side(w: World, side: int) -> int:
    """Return the side's hexes at the start, WOT-3.5."""
    return w.board.german_side if side == GERMAN else w.grid.mask & ~w.board.german_side


def area(w: World, s: WaveState, unit: int) -> int:
    """Return the hexes where a starting unit may be set up (WOT-3.3, WOT-3.6); Belgians start on a POL
    marker, WOT-3.7."""
    info = w.units[unit]
    if info.nation == BELGIAN and info.setup_hex != ANYWHERE:
        return board_of(depot.cell for depot in s.depots) if s.variant.full else markers.depot_hexes(w)
    return w.start_area[unit]


def area_refusal(w: World, s: WaveState, unit: int, cell: int) -> Refusal | None:
    """Return why the unit cannot be set up in the hex, or None."""
    if area(w, s, unit) >> cell & 1:
        return None
    info, there = w.units[unit], w.place(cell)
    if info.nation == BELGIAN and s.variant.full:
        facts = f"{info.name} must start on a fuel depot, and {there} has none."
        return Refusal("WOT-3.7", facts, "Place the fuel depots first, then choose the hex of one.")
    if info.nation == BELGIAN:
        reach, centre = counted(w.limits.pol_hexes, "hex", "hexes"), w.place(w.board.pol_centre)
        facts = f"{info.name} must start within {reach} of {centre}, on a road without a town or city."
        return Refusal("WOT-3.7", f"{facts} {there} is not such a hex.", "Choose another hex.")
    if not own_side(w, info.side) >> cell & 1:
        return Refusal("WOT-3.5", f"{there} is on the enemy's side of the front.", "Choose another hex.")
    home = w.place(info.setup_hex)
    if w.grid.distance(info.setup_hex, cell) > info.radius:
        reach = f"within {counted(info.radius, 'hex', 'hexes')} of" if info.radius else "in"
        facts = f"{info.name} must start {reach} {home}. {there} is farther away."
        return Refusal("WOT-3.3", facts, "Choose a nearer hex.")
    facts = f"{info.name} must start in a hex that touches the front, because {home} does."
    return Refusal("WOT-3.6", facts, "Choose a hex at the front.")


def check_place(w: World, s: WaveState, side: int, order: o.Place) -> Refusal | None:
    """Return why the units cannot be placed in the hex, or None; placed units may be placed again,
    WOT-3.4."""
    units, cell = [w.by_id[name] for name in order.units], w.grid.at(order.hex)
    if not units:
        return Refusal("WOT-3.4", "The order names no units.", "Name at least one.")
    if len(set(units)) != len(units):
        return Refusal("WOT-3.4", "The order names a unit twice.", "Name each unit once.")
    able = set(starters(w, s, side))
    for unit in units:
        if unit not in able:
            return Refusal("WOT-3.1", _not_a_starter(w, side, unit))
        if refusal := area_refusal(w, s, unit, cell):
            return refusal
        if s.where[unit] == cell:
            return Refusal("WOT-3.4", f"{w.units[unit].name} is already {w.at_place(cell)}.")
    return company_refusal(w, s, units, cell)


def _not_a_starter(w: World, side: int, unit: int) -> str:
    """Return why a unit is not placed in this set-up."""
    name = w.units[unit].name
    return f"{name} {'does not start on the map' if w.side[unit] == side else 'belongs to the other side'}."


def company_refusal(w: World, s: WaveState, units: Sequence[int], cell: int) -> Refusal | None:
    """Return why the units cannot be in the hex together, or None, WOT-3.4, WOT-3.7.

    Stacking applies, and in the basic game the Belgian unit is set up alone.
    """
    if not s.variant.full:
        together = {*units, *units_at(w, s, cell)}
        if len(together) > 1 and any(w.units[unit].nation == BELGIAN for unit in together):
            facts = "The Belgian unit must be alone in its hex."
            return Refusal("WOT-3.7", facts, "Place the others elsewhere.")
    return stacking.room(w, s, units, cell)


def place_units(w: World, s: WaveState, order: o.Place, events: Events) -> None:
    """Place the units in the hex."""
    put_down(w, s, w.numbers(order.units), w.grid.at(order.hex), events)


def put_down(w: World, s: WaveState, units: Sequence[int], cell: int, events: Events) -> None:
    """Put the units in the hex, with the best of the stack on top, WOT-7.3."""
    if any(unit in s.kg for unit in units):
        s.kg = ()  # moving a unit dissolves the KG; it can be formed again
    for unit in units:
        place(w, s, unit, cell)
    show_top(w, s, best_top(w, units_at(w, s, cell)))
    events.append(UnitsPlaced(w.side[units[0]], w.names(units), w.grid.label(cell)))


def check_auto(w: World, s: WaveState, side: int, order: o.AutoSetup = AUTO) -> Refusal | None:
    """Return why the recorded set-up cannot be used, or None."""
    missing = [unit for unit in starters(w, s, side) if unit not in w.historical.units]
    if missing:
        facts = f"{w.units[missing[0]].name} has no historical hex in this game's data."
        return Refusal("WOT-3.4", facts, "Place the units one by one.")
    return None


def set_up_all(w: World, s: WaveState, side: int, events: Events) -> None:
    """Place all units by the recorded set-up; earlier placements are replaced."""
    units = starters(w, s, side)
    for unit in units:
        lift(w, s, unit, NOT_YET)
    if side == ALLIED and s.variant.full:
        s.depots = []
        for cell, real in w.historical.pol if w.part is None else ():
            markers.place_depot(w, s, o.PlacePol(w.grid.label(cell), real), events)
    by_hex: dict[int, list[int]] = {}
    for unit in units:
        by_hex.setdefault(w.historical.units[unit], []).append(unit)
    for cell, stack in sorted(by_hex.items()):
        put_down(w, s, stack, cell, events)
    if side == GERMAN and s.variant.full and w.historical.kg and w.in_play[w.historical.kg[0]]:
        kampfgruppe_peiper.form(w, s, o.FormKampfgruppe(w.names(w.historical.kg)), events)


def check_end(w: World, s: WaveState, side: int) -> Refusal | None:
    """Return why the set-up is not complete, or None.

    Each hex was checked when its units were placed, WOT-3.4.
    """
    missing = [unit for unit in starters(w, s, side) if s.where[unit] < 0]
    if side == ALLIED and s.variant.full:
        for real in (True, False):
            left = markers.depots_left(w, s, real)
            if left:
                face = "real" if real else "dummy"
                depots = counted(left, f"{face} fuel depot")
                return Refusal(
                    "WOT-3.7", f"You must still place {depots}.", "Place them, or set up all at once."
                )
    if missing:
        more = len(missing) - MOST_NAMED
        names = [w.units[unit].name for unit in missing[:MOST_NAMED]]
        units = listed([*names, f"{more} more"] if more > 0 else names)
        return Refusal("WOT-3.4", f"You must still place {units}.", TO_PLACE)
    return None


class SetUp(UntilEnd[World, WaveState, SettingUp]):
    """Place the units, first the Allied player, then the German: all as in history, or one by one."""

    kind, rule = "set-up", "WOT-3.4"
    sets_up = True
    deeds: ClassVar[Deeds] = {
        o.AutoSetup: (check_auto, no_die(lambda w, s, order, events: set_up_all(w, s, s.acting, events))),
        o.Place: (check_place, no_die(place_units)),
        o.PlacePol: (markers.check_depot, no_die(markers.place_depot)),
        o.FormKampfgruppe: (kampfgruppe_peiper.check_form, no_die(kampfgruppe_peiper.form)),
        o.ArrangeStack: (stacking.check_top, no_die(stacking.arrange)),
    }
    answers = (*deeds, o.End)
    done = "End set-up"

    def prompt(self, w: World, s: WaveState, frame: SettingUp) -> str:
        units = starters(w, s, frame.side)
        left = sum(s.where[unit] < 0 for unit in units)
        return (
            f"Place your units: {left} of {len(units)} to go."
            if left
            else f"All {len(units)} units are placed. End the set-up, or change it."
        )

    def orders(self, w: World, s: WaveState, frame: SettingUp) -> list[Offer]:
        side = frame.side
        result: list[Offer] = []
        if check_auto(w, s, side) is None:
            result.append(AUTO)
        result.append(of_kind(o.Place, lambda: _place_offers(w, s, side)))
        if side == ALLIED and s.variant.full:
            result.append(of_kind(o.PlacePol, lambda: markers.depot_offers(w, s), "POL"))
        if side == GERMAN:
            result += _kg_offers(w, s)
        return [*result, *stacking.top_offers(w, s, side, o.ArrangeStack)]

    def usual(self, w: World, s: WaveState, frame: SettingUp) -> Order:
        return o.END if check_end(w, s, frame.side) is None else AUTO

    def not_yet(self, w: World, s: WaveState, frame: SettingUp) -> Refusal | None:
        return check_end(w, s, frame.side)

    def end(self, w: World, s: WaveState, frame: SettingUp, dice: Dice, events: Events) -> None:
        s.stack.pop()
        events.append(SetUpDone(SIDES[frame.side]))


def _place_offers(w: World, s: WaveState, side: int) -> Sequence[Offer]:
    """Offer units one at a time, as long as a hex is open to all of them; then the hex."""
    units = starters(w, s, side)
    areas = {unit: area(w, s, unit) for unit in units}

    def common(chosen: Chosen) -> int:
        result = w.grid.mask
        for unit in chosen:
            result &= areas[unit]
            if s.where[unit] >= 0:
                result &= ~(1 << s.where[unit])
        return result

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
            if company_refusal(w, s, chosen, cell) is None
        ]

    return sets(w, more, made, units_of(o.Place))


def _kg_offers(w: World, s: WaveState) -> list[Offer]:
    """Offer to form the KG from four units of 1SS in one hex, WOT-7.7."""
    if not s.variant.full or s.kg:
        return []
    result: list[Offer] = []
    for stack in derived(w, s).stacks.values():
        units = [unit for unit in stack if w.parent[unit] == w.kg_parent >= 0]
        if len(units) == w.limits.kg_units:
            result.append(o.FormKampfgruppe(w.names(units)))
    return result
