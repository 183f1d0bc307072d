"""Artillery and aircraft in battle (WOT-5.7, WOT-10.14, WOT-10.18, WOT-10.19, WOT-10.20, WOT-10.21,
WOT-10.22, WOT-10.23, WOT-10.24)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ardennes.dice import Dice
from ardennes.games.wave_of_terror.rules.model.events import AircraftDeclared, GunsDeclared
from ardennes.games.wave_of_terror.rules.model.orders import END, End, Fly, Support
from ardennes.games.wave_of_terror.rules.model.position import derived, units_at
from ardennes.games.wave_of_terror.rules.model.set_offers import Chosen, later, sets, units_of
from ardennes.games.wave_of_terror.rules.model.state import DONE, Battle, Flying, Supporting, WaveState
from ardennes.games.wave_of_terror.rules.movement.supply import (
    AUTOMATIC,
    Wishes,
    feed,
    hungry,
    in_supply,
    within_reach_of_marker,
)
from ardennes.games.wave_of_terror.rules.special import aerial_supply
from ardennes.games.wave_of_terror.schema.terms import ALLIED, CLEAR_SKIES, SIDES
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.contract import Events, Refusal
from ardennes.kernel.deciding import Deciding, Lasting, YesOrNo
from ardennes.kernel.offers import Offer


def silent(s: WaveState, side: int) -> bool:
    """Return whether the side's artillery may not bombard.

    Allied artillery is silent on turn 1, also in defense, WOT-5.8 c. The basic game has no artillery.
    """
    return not s.variant.full or (side == ALLIED and s.turn == 1)


def supported(w: World, s: WaveState, b: Battle, attack: bool) -> list[int]:
    """Return the hexes whose units a side's artillery may support, WOT-10.18, WOT-10.20.

    The attacker's may support any attacking hex; the defender's the defending hex, unless it holds artillery
    alone.
    """
    if attack:
        return sorted({s.where[unit] for unit in b.attackers})
    guns = derived(w, s).guns[1 - w.side[b.attackers[0]]]
    return [] if guns >> b.target & 1 else [b.target]


def in_range(w: World, s: WaveState, unit: int, cells: Sequence[int]) -> bool:
    """Return whether one of the hexes is within 4 hexes, whatever lies between, WOT-10.20, WOT-10.21."""
    here, reach = s.where[unit], w.limits.gun_range
    return any(w.grid.distance(here, cell) <= reach for cell in cells)


def explain_done(w: World, unit: int) -> str:
    """Return why an artillery unit can do nothing more in this couplet, WOT-10.18, WOT-10.19."""
    name = w.units[unit].name
    return f"{name} has already moved, bombarded or been attacked in this couplet and is DONE."


def gun_refusal(w: World, s: WaveState, side: int, unit: int, cells: Sequence[int]) -> Refusal | None:
    """Return why this unit cannot bombard for units in those hexes, ignoring supply, or None."""
    name = w.units[unit].name
    if not w.artillery[unit]:
        return Refusal("WOT-10.18", f"{name} is not an artillery unit.", "Name artillery units.")
    if w.side[unit] != side:
        return Refusal("WOT-10.18", f"{name} belongs to the other side.", "Name your own artillery.")
    if s.where[unit] < 0:
        return Refusal("WOT-10.18", f"{name} is not on the map.", "Name artillery on the map.")
    if not s.variant.full:
        return Refusal("WOT-10.18", "The basic game has no artillery and no bombardment.")
    if silent(s, side):
        return Refusal("WOT-5.8", "Allied artillery cannot bombard on turn 1.")
    if s.marks[unit] & DONE:
        return Refusal("WOT-5.7", explain_done(w, unit))
    if not in_range(w, s, unit, cells):
        if not cells:
            # WOT-10.19
            return Refusal("WOT-10.18", "The attacked hex has only artillery, which cannot be supported.")
        facts = f"{name} is more than {w.limits.gun_range} hexes from the units that it would support."
        return Refusal("WOT-10.20", facts, "Name artillery in range.")
    return None


def ready_guns(w: World, s: WaveState, side: int, attack: bool) -> list[int]:
    """Return the side's artillery that may bombard in the current battle, WOT-10.18.

    Each unit alone is in supply or can draw on a marker.
    """
    near = near_guns(w, s, side, supported(w, s, s.fought, attack))
    return [unit for unit in near if not hungry(w, s, (unit,))]


def seems_ready(w: World, s: WaveState, side: int, attack: bool) -> bool:
    """Return whether the side may have artillery to bombard with, as far as both sides can see.

    How much an aerial supply marker has left is hidden from the German, WOT-6.15. The side is therefore asked
    whenever a marker can reach its artillery, even if that marker is used up.
    """
    near = near_guns(w, s, side, supported(w, s, s.fought, attack))
    return any(in_supply(w, s, unit) or within_reach_of_marker(w, s, unit) for unit in near)


def near_guns(w: World, s: WaveState, side: int, cells: Sequence[int]) -> list[int]:
    """Return the side's visible artillery that is not DONE and has one of the hexes in range."""
    if silent(s, side) or not cells:
        return []
    d = derived(w, s)
    guns = [unit for cell in bits(d.guns[side]) for unit in d.stacks[cell] if not s.marks[unit] & DONE]
    return sorted(unit for unit in guns if in_range(w, s, unit, cells))


def check_support(w: World, s: WaveState, side: int, attack: bool, order: Support) -> Refusal | None:
    """Return why these artillery units cannot bombard together, or None."""
    units = [w.by_id[name] for name in order.units]
    if not units:
        return Refusal("WOT-10.18", "The order names no artillery.", "Name some, or end without artillery.")
    if len(set(units)) != len(units):
        return Refusal("WOT-10.18", "The order names an artillery unit twice.", "Name each unit once.")
    cells = supported(w, s, s.fought, attack)
    for unit in units:
        if refusal := gun_refusal(w, s, side, unit, cells):
            return refusal
    most = w.limits.guns[side]
    if len(units) > most:
        facts = f"The order names {len(units)} artillery units; your limit in a battle is {most}."
        return Refusal("WOT-10.22", facts, f"Name at most {most}.")
    wishes = aerial_supply.wishes_of(w, order)
    if refusal := aerial_supply.named_twice(w, order) or aerial_supply.wish_refusal(w, s, units, wishes):
        return refusal
    unfed = hungry(w, s, sorted(units), wishes)
    if not unfed:
        return None
    name = w.units[unfed[0]].name
    facts = f"{name} has neither a supply line nor aerial supply, so it cannot bombard."  # WOT-6.15
    if any(hungry(w, s, (unit,)) for unit in units) or aerial_supply.shared(w, s, units) is None:
        return Refusal("WOT-6.3", facts, f"Leave {name} out.")
    return Refusal("WOT-6.3", facts, "Name which aerial supply marker each artillery unit draws on.")


def attacked(w: World, s: WaveState, target: int) -> None:
    """Mark artillery that is attacked as DONE, WOT-10.19, WOT-5.7."""
    for unit in units_at(w, s, target):
        if w.artillery[unit]:
            s.marks[unit] |= DONE


def recover(w: World, s: WaveState) -> None:
    """Make all artillery of both sides ready again, WOT-5.7."""
    for unit in w.guns:
        s.marks[unit] &= ~DONE


def may_fly(s: WaveState) -> bool:
    """Return whether the Allied player has an aircraft for this battle, WOT-10.14."""
    return s.variant.full and s.weather == CLEAR_SKIES and s.aircraft > 0


class Artillery(Deciding[World, WaveState, Supporting]):
    """Declare artillery for a battle, first the attacker, then the defender, WOT-10.24."""

    kind, rule, answers = "artillery", "WOT-10.24", (Support, End)
    done = "No artillery"
    standing = "Artillery"

    def question(self, w: World, s: WaveState, frame: Supporting) -> str:
        return f"Artillery in {'attack' if frame.attack else 'defense'}"

    def lasting(self, w: World, s: WaveState, frame: Supporting) -> Sequence[Lasting]:
        guns = ready_guns(w, s, frame.side, frame.attack)[: w.limits.guns[frame.side]]
        return [
            Lasting("most", "the most allowed", Support(w.names(guns))),
            Lasting("none", "none", END),
        ]

    def prompt(self, w: World, s: WaveState, frame: Supporting) -> str:
        what = "the attack on" if frame.attack else "the defense of"
        most = w.limits.guns[frame.side]
        return f"Choose up to {most} artillery units for {what} {w.place(s.fought.target)}, or none."

    def offers(self, w: World, s: WaveState, frame: Supporting) -> Sequence[Offer]:
        """Offer no artillery, or any set within the limit."""
        side = frame.side
        guns = ready_guns(w, s, side, frame.attack)
        most = w.limits.guns[side]
        may_run_dry = bool(s.markers) and side == ALLIED

        def more(chosen: Chosen) -> Sequence[int]:
            if len(chosen) >= most:
                return ()
            left = later(guns, chosen)
            if not may_run_dry:
                return left
            return [unit for unit in left if aerial_supply.shared(w, s, (*chosen, unit)) is not None]

        def made(chosen: Chosen) -> Sequence[Offer]:
            if not chosen:
                return (END,)
            names = w.names(chosen)
            if not may_run_dry:
                return (Support(names),)

            def wished(wishes: Wishes) -> Sequence[Offer]:
                _, draws = aerial_supply.written(w, wishes)
                return () if hungry(w, s, chosen, wishes) else (Support(names, draws),)

            more_offers = aerial_supply.wish_offers(
                w, s, chosen, wished, dry=False, holds=lambda x: isinstance(x, Support) and x.units == names
            )
            return [*wished(AUTOMATIC), *more_offers]

        return sets(w, more, made, units_of(Support))

    def check(self, w: World, s: WaveState, frame: Supporting, order: Support | End) -> Refusal | None:
        return None if isinstance(order, End) else check_support(w, s, frame.side, frame.attack, order)

    def apply(
        self, w: World, s: WaveState, frame: Supporting, order: Support | End, dice: Dice, events: Events
    ) -> None:
        """Mark the units as DONE for the couplet, WOT-5.7, and let those without supply draw on a marker."""
        s.stack.pop()
        if isinstance(order, End):
            return
        guns = tuple(sorted(w.by_id[name] for name in order.units))
        feed(w, s, guns, events, aerial_supply.wishes_of(w, order))
        for unit in guns:
            s.marks[unit] |= DONE
        events.append(GunsDeclared(SIDES[frame.side], w.names(guns)))
        if frame.attack:
            s.battle = msgspec.structs.replace(s.fought, attack_guns=guns)
        else:
            s.battle = msgspec.structs.replace(s.fought, defence_guns=guns)


class Aircraft(YesOrNo[World, WaveState, Flying]):
    """Decide on an aircraft: one per battle, each once per turn, only under Clear Skies, spent in any
    case."""

    kind, rule, answers = "aircraft", "WOT-10.14", (Fly,)
    standing = "Aircraft in battle"

    def lasting(self, w: World, s: WaveState, frame: Flying) -> Sequence[Lasting]:
        return [Lasting("yes", "send one", Fly(True)), Lasting("no", "send none", Fly(False))]

    def prompt(self, w: World, s: WaveState, frame: Flying) -> str:
        return f"Send an aircraft to the battle {w.at_place(s.fought.target)}? You have {s.aircraft} left."

    def check(self, w: World, s: WaveState, frame: Flying, order: Fly) -> Refusal | None:
        if not order.yes:
            return None
        if s.fought.aircraft:
            return Refusal("WOT-10.14", "An aircraft already supports this battle; only one may.")
        if not may_fly(s):
            # WOT-5.3
            facts = "No aircraft is available. Aircraft fly only on turns with clear skies, each once a turn."
            return Refusal("WOT-10.14", facts)
        return None

    def apply(self, w: World, s: WaveState, frame: Flying, order: Fly, dice: Dice, events: Events) -> None:
        s.stack.pop()
        if order.yes:
            s.aircraft -= 1
            events.append(AircraftDeclared(s.aircraft))
            s.battle = msgspec.structs.replace(s.fought, aircraft=True)
