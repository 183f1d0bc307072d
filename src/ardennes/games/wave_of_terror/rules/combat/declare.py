"""Declare battles: which units may attack which hex, and together with which others.

Rules: WOT-10.1, WOT-10.2, WOT-10.3, WOT-10.4, WOT-10.16, WOT-10.17.
"""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.games.wave_of_terror.rules.model.orders import Attack
from ardennes.games.wave_of_terror.rules.model.position import derived
from ardennes.games.wave_of_terror.rules.model.set_offers import Chosen, later, sets, units_of
from ardennes.games.wave_of_terror.rules.model.state import ATTACKED, TOP, WaveState
from ardennes.games.wave_of_terror.rules.movement.supply import Wishes
from ardennes.games.wave_of_terror.rules.special import aerial_supply
from ardennes.games.wave_of_terror.rules.special.british import commitment_refusal, may_cross_meuse
from ardennes.games.wave_of_terror.schema.terms import ALLIED, BRITISH
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits, board_of
from ardennes.kernel.contract import Refusal
from ardennes.kernel.offers import Branch, Offer, leads_to


def truce(s: WaveState, side: int) -> bool:
    """Return whether the side may not attack: the Allies in the first couplet of turn 1, WOT-5.8 b."""
    return side == ALLIED and s.turn == 1 and s.couplet == 1


def check_attack(w: World, s: WaveState, side: int, order: Attack) -> Refusal | None:
    """Return why this battle cannot be declared now, or None.

    One battle attacks one hex from any hexes around it, WOT-10.2.
    """
    if truce(s, side):
        return Refusal("WOT-5.8", "The Allies cannot attack in the first couplet of turn 1.")
    target = w.grid.at(order.hex)
    units = [w.by_id[name] for name in order.units]
    if not units:
        return Refusal("WOT-10.3", "The attack names no units.", "Name at least one.")
    if len(set(units)) != len(units):
        return Refusal("WOT-10.3", "The attack names a unit twice.", "Name each unit once.")
    if not derived(w, s).occupied[1 - side] >> target & 1:
        return Refusal("WOT-10.1", f"{w.place(target)} has no enemy unit.")
    if target in s.attacked:
        return Refusal("WOT-10.3", f"{w.place(target)} has already been attacked in this phase.")
    for unit in units:
        if refusal := unit_refusal(w, s, side, unit, target):
            return refusal
    refusal = company_refusal(w, s, units) or aerial_supply.named_twice(w, order)
    return refusal or aerial_supply.wish_refusal(w, s, units, aerial_supply.wishes_of(w, order))


def unit_refusal(w: World, s: WaveState, side: int, unit: int, target: int) -> Refusal | None:
    """Return why this unit cannot take part in an attack on the hex, or None."""
    name = w.units[unit].name
    if w.side[unit] != side:
        return Refusal("WOT-10.1", f"{name} belongs to the other side.")
    if s.where[unit] < 0:
        return Refusal("WOT-10.1", f"{name} is not on the map.")
    if w.artillery[unit]:
        facts = f"{name} is artillery, which supports attacks but cannot make one."
        return Refusal("WOT-10.18", facts, "Attack with other units, then add it as support.")
    if not w.grid.adjacent(s.where[unit], target):
        return Refusal("WOT-10.1", f"{name} is not adjacent to {w.place(target)}.")
    if s.marks[unit] & ATTACKED:
        return Refusal("WOT-10.3", f"{name} has already attacked in this phase.")
    return commitment_refusal(w, s, (unit,), target)


def company_refusal(w: World, s: WaveState, units: Sequence[int]) -> Refusal | None:
    """Return why these units cannot attack together, or None.

    Units of one parent may, with at most four independents, WOT-10.16, WOT-10.17. In the basic game all units
    may.
    """
    if not s.variant.full:
        return None
    parents = sorted({w.parent[unit] for unit in units if w.parent[unit] >= 0})
    if len(parents) > 1:
        names = " and the ".join(w.parents[parent].name for parent in parents[:2])
        facts = f"Units of the {names} cannot attack together."
        return Refusal("WOT-10.16", facts, "Attack with only one of the two.")
    count, most = sum(w.parent[unit] < 0 for unit in units), w.limits.attack_independents
    if count > most:
        facts = f"The attack has {count} independent units; the limit is {most}."
        return Refusal("WOT-10.17", facts, f"Attack with at most {most} of them.")
    return None


def fresh(w: World, s: WaveState, side: int, cell: int) -> list[int]:
    """Return the side's units in the hex that may still attack in this phase."""
    return [
        unit
        for unit in derived(w, s).stacks.get(cell, ())
        if w.side[unit] == side and not w.artillery[unit] and not s.marks[unit] & ATTACKED
    ]


def targets(w: World, s: WaveState, side: int, pledged: bool = False, as_seen: bool = False) -> int:
    """Return the enemy hexes that a unit of the side may attack now.

    `pledged` adds those that could be attacked if the right British units were committed, WOT-8.5. `as_seen`
    adds those next to hidden units of the side, which may be British units that cannot cross the Meuse: the
    enemy must not learn that from the end of the phase.
    """
    if truce(s, side):
        return 0
    d, grid = derived(w, s), w.grid
    enemy = d.occupied[1 - side] & ~board_of(s.attacked)
    free = barred = 0  # hexes with units that may attack; with only British that may not cross
    for cell in bits(grid.ring(enemy) & d.occupied[side] & ~d.guns[side]):
        units = fresh(w, s, side, cell)
        if (
            units
            and side == ALLIED
            and not any(
                may_cross_meuse(w, s, unit)
                or (pledged and w.parent[unit] >= 0)
                or (as_seen and s.variant.full and not s.marks[unit] & TOP)
                for unit in units
            )
        ):
            barred |= 1 << cell
        elif units:
            free |= 1 << cell
    result = grid.ring(free)
    if barred:
        result |= grid.ring(barred) & w.board.west_of_meuse
    return result & enemy


def attackers_of(w: World, s: WaveState, side: int, target: int) -> list[int]:
    """Return every unit that could take part in an attack on the hex."""
    east = not w.board.west_of_meuse >> target & 1
    result = [
        unit
        for cell in bits(w.grid.near[target] & derived(w, s).occupied[side])
        for unit in fresh(w, s, side, cell)
        if not east or w.units[unit].nation != BRITISH or may_cross_meuse(w, s, unit)
    ]
    return sorted(result)


def attack_offers(w: World, s: WaveState, side: int) -> list[Offer]:
    """Offer target hexes, then attackers one at a time."""
    return [_target(w, s, side, target) for target in bits(targets(w, s, side))]


def _target(w: World, s: WaveState, side: int, target: int) -> Branch:
    name = w.grid.label(target)

    return Branch(name, lambda: _attacks_on(w, s, side, target), leads_to(Attack, hex=name))


def _attacks_on(w: World, s: WaveState, side: int, target: int) -> Sequence[Offer]:
    units = attackers_of(w, s, side, target)
    full, parent = s.variant.full, w.parent
    most = w.limits.attack_independents

    def more(chosen: Chosen) -> Sequence[int]:
        left = later(units, chosen)
        if not full or not chosen:
            return left
        ours = next((parent[unit] for unit in chosen if parent[unit] >= 0), -1)
        alone = sum(parent[unit] < 0 for unit in chosen)
        return [
            unit for unit in left if (alone < most if parent[unit] < 0 else ours < 0 or parent[unit] == ours)
        ]

    def made(chosen: Chosen) -> Sequence[Offer]:
        if not chosen:
            return ()
        names, where = w.names(chosen), w.grid.label(target)

        def wished(wishes: Wishes) -> Sequence[Offer]:
            return (Attack(names, where, *aerial_supply.written(w, wishes)),)

        more_offers = aerial_supply.wish_offers(
            w, s, chosen, wished, dry=True, holds=lambda x: isinstance(x, Attack) and x.units == names
        )
        return [Attack(names, where), *more_offers]

    return sets(w, more, made, units_of(Attack))
