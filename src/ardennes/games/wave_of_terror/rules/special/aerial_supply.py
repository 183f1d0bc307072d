"""Orders about aerial supply: which marker a unit draws on (WOT-6.15), read, checked and offered."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ardennes.games.wave_of_terror.rules.model.orders import Attack, Demolish, Draws, Move, Support
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.rules.movement import supply
from ardennes.games.wave_of_terror.rules.movement.supply import AUTOMATIC, DRY, Wishes
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.contract import Order, Refusal
from ardennes.kernel.names import unit_name
from ardennes.kernel.offers import Branch, Offer
from ardennes.words import counted

KEY = "aerial supply"  # of the branch of offers that name aerial supply


def dry_in(order: Order) -> tuple[str, ...]:
    """Return the units that an order forbids to draw; artillery that bombards is never one of them."""
    return order.dry if isinstance(order, Move | Attack | Demolish) else ()


def draw_in(order: Order) -> Draws:
    """Return the units and markers that an order names."""
    return order.draw if isinstance(order, Move | Attack | Support | Demolish) else ()


def wishes_of(w: World, order: Order) -> Wishes:
    """Return what an order says about aerial supply; other units draw by default."""
    dry, draw = dry_in(order), draw_in(order)
    if not dry and not draw:
        return AUTOMATIC
    return {w.by_id[unit]: DRY for unit in dry} | {w.by_id[unit]: w.grid.at(hex_) for unit, hex_ in draw}


def written(w: World, wishes: Wishes) -> tuple[tuple[str, ...], Draws]:
    """Return wishes as the fields `dry` and `draw` of an order, in counter order."""
    if not wishes:
        return (), ()
    dry = w.names([unit for unit in sorted(wishes) if wishes[unit] == DRY])
    return dry, tuple(
        (w.units[unit].id, w.grid.label(wishes[unit])) for unit in sorted(wishes) if wishes[unit] != DRY
    )


def named_twice(w: World, order: Order) -> Refusal | None:
    """Return a refusal if a unit is named twice: it draws on one marker or on none."""
    names = [*dry_in(order), *(unit for unit, _ in draw_in(order))]
    if len(set(names)) == len(names):
        return None
    twice = unit_name(w, next(name for name in names if names.count(name) > 1))
    facts = f"{twice} is named twice. A unit draws on one aerial supply marker or on none."
    return Refusal("WOT-6.15", facts, "Name each unit once.")


def wish_refusal(w: World, s: WaveState, units: Sequence[int], wishes: Wishes) -> Refusal | None:
    """Return why the units cannot draw as ordered, or None.

    Only units without a line choose, among markers that they can trace to and that have enough left for all
    units sent to them.
    """
    if not wishes:
        return None
    able = supply.thirsty(w, s, units)
    wanted: dict[int, int] = {}
    for unit, cell in wishes.items():
        name = w.units[unit].name
        if unit not in able:
            facts = f"{name} has no choice of aerial supply{_why_not(w, s, units, unit)}."
            return Refusal("WOT-6.15", facts, "Leave it out of dry and draw.")
        if cell == DRY:
            continue
        if all(marker.cell != cell for marker in s.markers):
            return Refusal("WOT-6.15", f"{w.place(cell)} has no aerial supply marker.")
        if not supply.fed_from(w, s, cell) >> s.where[unit] & 1:
            reach = counted(w.limits.marker_reach, "hex", "hexes")
            facts = f"{name} cannot trace an open way of at most {reach} to the marker {w.at_place(cell)}."
            return Refusal("WOT-6.15", facts, "Name another marker, or leave the unit out.")
        wanted[cell] = wanted.get(cell, 0) + supply.appetite(w, s, unit)
    return _too_much(w, s, wanted)


def _why_not(w: World, s: WaveState, units: Sequence[int], unit: int) -> str:
    """Return why the unit has no choice of aerial supply, as the end of a sentence."""
    if unit not in units:
        return ", because it does not begin to act with this order"
    if supply.in_supply(w, s, unit):
        return ", because it has a supply line"
    if supply.feeding(w, s, unit) >= 0:
        return ", because it already draws on a marker"
    return ", because no marker can supply it"


def _too_much(w: World, s: WaveState, wanted: dict[int, int]) -> Refusal | None:
    """Return a refusal if more is drawn from a marker than it has left."""
    for marker in s.markers:
        steps = wanted.get(marker.cell, 0)
        if steps > marker.left:
            need, place = counted(steps, "step"), w.at_place(marker.cell)
            facts = (
                f"These units need {need} of aerial supply, but the marker {place} has only {marker.left}."
            )
            return Refusal("WOT-6.15", facts, "Let some draw on another marker, or on none.")
    return None


def options(w: World, s: WaveState, unit: int, so_far: Wishes = AUTOMATIC) -> list[int]:
    """Return the markers that the unit may be ordered to draw on, besides the units that already draw."""
    wanted = supply.appetite(w, s, unit)
    result = []
    for marker in s.markers:
        taken = sum(supply.appetite(w, s, other) for other, cell in so_far.items() if cell == marker.cell)
        if marker.left - taken >= wanted and supply.fed_from(w, s, marker.cell) >> s.where[unit] & 1:
            result.append(marker.cell)
    return result


Makes = Callable[[Wishes], Sequence[Offer]]


def wish_offers(
    w: World, s: WaveState, units: Sequence[int], makes: Makes, *, dry: bool, holds: Callable[[Order], bool]
) -> list[Offer]:
    """Return a branch of orders that name the aerial supply of some units, if there is a choice.

    `makes` returns the orders for one set of wishes; `holds` says whether an order may be one of them.
    """
    asked = supply.thirsty(w, s, units)
    if not asked:
        return []

    def leads_to(order: Order) -> bool:
        return holds(order) and bool(dry_in(order) or draw_in(order))

    return [Branch(KEY, lambda: _choose(w, s, asked, {}, makes, dry), leads_to)]


def _choose(
    w: World, s: WaveState, asked: Sequence[int], so_far: dict[int, int], makes: Makes, dry: bool
) -> list[Offer]:
    """Return the choices of the first unit, each followed by the choices of the next.

    A unit draws by default, stays dry, or is sent to a marker.
    """
    if not asked:
        return list(makes(so_far))
    unit, rest = asked[0], asked[1:]
    name = w.units[unit].id

    def branch(key: str, wish: int | None) -> Branch:
        wishes = so_far if wish is None else {**so_far, unit: wish}

        def leads_to(order: Order) -> bool:
            return wishes_of(w, order).get(unit) == wish

        return Branch(f"{name} {key}", lambda: _choose(w, s, rest, wishes, makes, dry), leads_to)

    result: list[Offer] = [branch("by itself", None)] if so_far or rest else []  # one unit needs a wish
    if dry:
        result.append(branch("dry", DRY))
    cells = options(w, s, unit, so_far)
    return result + [branch(f"from {w.grid.label(cell)}", cell) for cell in cells]


def shared(w: World, s: WaveState, units: Sequence[int]) -> Wishes | None:
    """Return wishes that supply all the units at once, or None."""

    def fit(rest: Sequence[int], so_far: Wishes) -> Wishes | None:
        if not rest:
            return so_far
        for cell in options(w, s, rest[0], so_far):
            result = fit(rest[1:], {**so_far, rest[0]: cell})
            if result is not None:
                return result
        return None

    return fit(supply.thirsty(w, s, units), {})


def by_marker(w: World, s: WaveState, units: Sequence[int]) -> list[Wishes]:
    """Return for each marker that would not supply them by default: as many of the units as it can supply."""
    asked, usual = supply.thirsty(w, s, units), supply.draws(w, s, units)
    result: list[Wishes] = []
    for marker in s.markers:
        sent: dict[int, int] = {}
        for unit in asked:
            if marker.cell in options(w, s, unit, sent):
                sent[unit] = marker.cell
        if any(usual[unit] != marker.cell for unit in sent):
            result.append(sent)
    return result
