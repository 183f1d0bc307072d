"""The top unit of a stack: its owner may change it in his set-up and in his own phases, WOT-7.3."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.games.wave_of_terror.rules.events import TopChosen
from ardennes.games.wave_of_terror.rules.orders import ShowTop
from ardennes.games.wave_of_terror.rules.position import derived, show_top
from ardennes.games.wave_of_terror.rules.state import TOP, WaveState
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.contract import Event, Refusal
from ardennes.kernel.offers import Branch, Offer


def check_top(w: World, s: WaveState, side: int, order: ShowTop) -> Refusal | None:
    unit = w.by_id[order.unit]
    name = w.units[unit].name
    if not s.variant.full:
        return Refusal("WOT-7.3", "In the basic game stacks lie open.")
    if w.side[unit] != side or s.where[unit] < 0:
        return Refusal("WOT-7.3", f"{name} is no unit of yours on the map.")
    if s.marks[unit] & TOP:
        return Refusal("WOT-7.3", f"{name} lies on top already.")
    return None


def top_offers(w: World, s: WaveState, side: int) -> list[Offer]:
    """Set apart: who plays at random need not shuffle his stacks for ever."""
    if not s.variant.full:
        return []

    def expand() -> Sequence[Offer]:
        d = derived(w, s)
        return [
            ShowTop(w.units[unit].id)
            for cell in bits(d.occupied[side])
            if len(d.stacks[cell]) > 1
            for unit in d.stacks[cell]
            if not s.marks[unit] & TOP
        ]

    return [Branch("top", expand, lambda order: isinstance(order, ShowTop), aside=True)]


def apply_top(w: World, s: WaveState, order: ShowTop, events: list[Event]) -> None:
    unit = w.by_id[order.unit]
    show_top(w, s, unit)
    events.append(TopChosen(order.unit, w.grid.label(s.where[unit])))
