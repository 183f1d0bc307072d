"""British units and the Meuse (WOT-8.5, WOT-4.10)."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.dice import Dice
from ardennes.games.wave_of_terror.rules.model.events import BritishCommitted
from ardennes.games.wave_of_terror.rules.model.orders import Commit
from ardennes.games.wave_of_terror.rules.model.rolls import roll
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.rules.outcome.victory import score
from ardennes.games.wave_of_terror.schema.terms import ALLIED, BRITISH, GERMAN
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.contract import Events, Refusal
from ardennes.words import listed

RULE = "WOT-8.5"
BRIGADES = "brigades"  # all three together


def choices(w: World) -> list[str]:
    """Return what may be committed: one division, or the three brigades."""
    result = [p.id for p in w.parents if p.british and p.index not in w.brigades]
    return [*result, BRIGADES] if w.brigades else result


def committed_text(w: World, what: str) -> str:
    """Return the name of what may be committed: "43rd Wessex Division", "three British brigades"."""
    names = {parent.id: parent.name for parent in w.parents if parent.british}
    return "three British brigades" if what == BRIGADES else names.get(what, what)


def may_cross_meuse(w: World, s: WaveState, unit: int) -> bool:
    """Return whether the unit may operate east of the Meuse line; British artillery never may, as it has no
    division."""
    if w.units[unit].nation != BRITISH:
        return True
    parent = w.parent[unit]
    if not s.committed or parent < 0:
        return False
    return parent in w.brigades if s.committed == BRIGADES else w.parents[parent].id == s.committed


def commitment_refusal(w: World, s: WaveState, units: Iterable[int], to: int) -> Refusal | None:
    """Return why the units cannot move, advance or attack into the hex because of the Meuse line, or None."""
    if w.board.west_of_meuse >> to & 1:
        return None
    for unit in units:
        if not may_cross_meuse(w, s, unit):
            way_out = "" if s.committed or w.parent[unit] < 0 else _when(w, s)
            facts = f"{w.place(to)} is east of the Meuse. {w.units[unit].name} is British and not committed."
            return Refusal(RULE, facts, way_out)
    return None


def _when(w: World, s: WaveState) -> str:
    if s.turn < w.limits.british_turn:
        return (
            f"From turn {w.limits.british_turn} on you may commit a British division or the three brigades."
        )
    return "Commit its division or the brigades first."


def check_commit(w: World, s: WaveState, side: int, order: Commit) -> Refusal | None:
    """Return why this cannot be committed now, or None.

    From turn 10 on, once and for good, in an Allied movement or combat phase.
    """
    if side != ALLIED:
        return Refusal(RULE, "Only the Allied player commits British units.")
    if s.turn < w.limits.british_turn:
        facts = f"British units can be committed from turn {w.limits.british_turn} on. It is turn {s.turn}."
        return Refusal(RULE, facts)
    if s.committed:
        facts = f"You have already committed the {committed_text(w, s.committed)}. This cannot be changed."
        return Refusal(RULE, facts)
    if order.what not in choices(w):
        known = [f"{what} (the {committed_text(w, what)})" for what in choices(w)]
        facts = f"{order.what!r} is not a British division or the brigades."
        return Refusal(RULE, facts, f"Write {listed(known, 'or')}.")
    return None


def commit_offers(w: World, s: WaveState, side: int) -> list[Commit]:
    """Return the orders to commit British units now, in a movement or combat phase."""
    if side != ALLIED or s.committed or s.turn < w.limits.british_turn:
        return []
    return [order for order in map(Commit, choices(w)) if check_commit(w, s, side, order) is None]


def commit(w: World, s: WaveState, order: Commit, events: Events) -> None:
    """Commit the British division or brigades."""
    s.committed = order.what
    events.append(BritishCommitted(order.what))


def british_used(w: World, s: WaveState, unit: int, to: int, dice: Dice, events: Events) -> None:
    """Give the German player 2d6 points the first time a British unit moves or attacks east of the Meuse,
    WOT-4.10."""
    if w.units[unit].nation != BRITISH or w.board.west_of_meuse >> to & 1 or "british" in s.paid:
        return
    s.paid = (*s.paid, "british")
    texts = {
        1: "British units east of the Meuse, first die",
        2: "British units east of the Meuse, second die",
    }
    total = sum(
        roll(s, dice, events, f"British east of the Meuse, die {n}", "WOT-4.10", text)
        for n, text in texts.items()
    )
    score(w, s, GERMAN, "British units east of the Meuse", total, "WOT-4.10", events)
