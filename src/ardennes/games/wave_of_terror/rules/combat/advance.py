"""Advance after combat (WOT-10.26)."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.dice import Dice
from ardennes.games.wave_of_terror.rules.model.events import Advanced
from ardennes.games.wave_of_terror.rules.model.orders import END, Advance, End
from ardennes.games.wave_of_terror.rules.model.position import occupied
from ardennes.games.wave_of_terror.rules.model.set_offers import Chosen, later, sets, units_of
from ardennes.games.wave_of_terror.rules.model.state import Advancing, Battle, WaveState
from ardennes.games.wave_of_terror.rules.movement.enter_hex import enter_hex
from ardennes.games.wave_of_terror.rules.movement.stacking import room
from ardennes.games.wave_of_terror.rules.movement.step import may_cross
from ardennes.games.wave_of_terror.rules.special import kampfgruppe_peiper
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.contract import Events, Refusal
from ardennes.kernel.deciding import Deciding
from ardennes.kernel.offers import Offer


def emptied(w: World, s: WaveState, b: Battle) -> bool:
    """Return whether all defenders are eliminated."""
    return not occupied(w, s, 1 - w.side[b.attackers[0]]) >> b.target & 1


def unit_refusal(w: World, s: WaveState, b: Battle, unit: int) -> Refusal | None:
    """Return why this unit cannot advance, ignoring stacking, or None."""
    if unit not in b.attackers or s.where[unit] < 0:
        return Refusal("WOT-10.26", f"{w.units[unit].name} is not one of the surviving attackers.")
    barred = may_cross(w, s, unit, s.where[unit], b.target)
    if barred is None or barred.rule == "WOT-8.5":  # WOT-8.5 already mentions advances
        return barred
    # The way out of a refused move, like another route, does not help an advance.
    return Refusal("WOT-10.26", f"{barred.facts} A unit cannot advance where it cannot move.")


def able(w: World, s: WaveState, b: Battle) -> list[int]:
    """Return the surviving attackers that may enter the hex, each alone."""
    if not emptied(w, s, b):
        return []
    return [unit for unit in b.attackers if unit_refusal(w, s, b, unit) is None]


def parts(s: WaveState, units: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Return the units of the Kampfgruppe that advance and those that stay, if it splits, WOT-7.7."""
    going = tuple(unit for unit in s.kg if unit in units)
    staying = tuple(unit for unit in s.kg if unit not in units)
    return (going, staying) if going and staying else None


def _keep_refusal(w: World, s: WaveState, units: Sequence[int], order: Advance) -> Refusal | None:
    split = parts(s, units)
    keep = tuple(sorted(w.by_id[name] for name in order.keep))
    if split is None:
        if keep:
            facts = "KG Peiper stays together in this advance."
            return Refusal("WOT-7.7", facts, "Do not say which units keep its marker.")
        return None
    if keep not in split:
        going, staying = map(w.unit_list, split)
        facts = "Only some units of KG Peiper advance, so you must say which units keep its marker."
        return Refusal("WOT-7.7", facts, f"Name those that advance ({going}) or stay ({staying}).")
    return None


class AdvanceAfterCombat(Deciding[World, WaveState, Advancing]):
    """Let surviving attackers enter the hex they have emptied."""

    kind, rule, answers = "advance", "WOT-10.26", (Advance, End)
    done = "Do not advance"

    def prompt(self, w: World, s: WaveState, frame: Advancing) -> str:
        return f"Choose the units that advance to {w.place(s.fought.target)}."

    def offers(self, w: World, s: WaveState, frame: Advancing) -> Sequence[Offer]:
        """Offer no advance, or any set of units that may enter together."""
        b = s.fought
        units = able(w, s, b)

        def more(chosen: Chosen) -> Sequence[int]:
            return [unit for unit in later(units, chosen) if room(w, s, (*chosen, unit), b.target) is None]

        def made(chosen: Chosen) -> Sequence[Offer]:
            if not chosen:
                return (END,)
            names = w.names(chosen)
            split = parts(s, chosen)
            if split is None:
                return (Advance(names),)
            return tuple(Advance(names, w.names(part)) for part in split)

        return sets(w, more, made, units_of(Advance))

    def check(self, w: World, s: WaveState, frame: Advancing, order: Advance | End) -> Refusal | None:
        if isinstance(order, End):
            return None
        b = s.fought
        units = [w.by_id[name] for name in order.units]
        if not emptied(w, s, b):
            facts = f"{w.place(b.target)} still has enemy units, so your units cannot advance there."
            return Refusal("WOT-10.26", facts)
        if not units:
            return Refusal("WOT-10.26", "The advance names no units.", "Name some, or end instead.")
        if len(set(units)) != len(units):
            return Refusal("WOT-10.26", "The advance names a unit twice.", "Name each unit once.")
        for unit in units:
            if refusal := unit_refusal(w, s, b, unit):
                return refusal
        full = room(w, s, units, b.target)
        if full is not None:
            return Refusal(full.rule, full.facts, "Advance with fewer units.")
        return _keep_refusal(w, s, units, order)

    def apply(
        self, w: World, s: WaveState, frame: Advancing, order: Advance | End, dice: Dice, events: Events
    ) -> None:
        """Move the units in at once and free of movement points; the enemy may blow bridges there,
        WOT-9.14."""
        s.stack.pop()
        if isinstance(order, End):
            return
        units, target = tuple(sorted(w.by_id[name] for name in order.units)), s.fought.target
        if parts(s, units) is not None:
            keep = {w.by_id[name] for name in order.keep}
            kampfgruppe_peiper.drop_out(w, s, [unit for unit in s.kg if unit not in keep], events)
        events.append(Advanced(w.names(units), w.grid.label(target)))
        enter_hex(w, s, units, target, dice, events)
