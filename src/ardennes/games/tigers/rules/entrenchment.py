"""Entrenching (TIA-ENTR)."""

from __future__ import annotations

from ardennes.games.tigers.rules.events import Entrenched
from ardennes.games.tigers.rules.orders import Entrench
from ardennes.games.tigers.rules.state import ATTACKED, DISRUPTED, ENTRENCHED, MOVED, STIRRED, TigersState
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.contract import Event, Refusal


def entrench_refusal(w: World, s: TigersState, side: int, unit: int) -> Refusal | None:
    """An UnDisrupted foot division that neither moved nor attacked this turn may dig in, TIA-ENTR-1."""
    info = w.units[unit]
    if info.side != side:
        return Refusal("TIA-SEQ-1", f"{info.name} belongs to the other side.")
    if s.where[unit] < 0:
        return Refusal("TIA-ENTR-1", f"{info.name} is not on the map.")
    if not info.entrenches:
        return Refusal("TIA-ENTR-1", f"{info.name} cannot entrench; foot and panzer grenadier divisions can.")
    if s.status[unit] & ENTRENCHED:
        return Refusal("TIA-ENTR-5", f"{info.name} is entrenched.")
    if s.status[unit] & DISRUPTED:
        return Refusal("TIA-ENTR-1", f"{info.name} is Disrupted.")
    if s.status[unit] & (MOVED | ATTACKED | STIRRED):
        return Refusal("TIA-ENTR-1", f"{info.name} has moved or attacked this turn.")
    return None


def eligible(w: World, s: TigersState, side: int) -> list[int]:
    return [
        u
        for u in w.of_side[side]
        if s.where[u] >= 0 and w.units[u].entrenches and entrench_refusal(w, s, side, u) is None
    ]


def check_entrench(w: World, s: TigersState, side: int, order: Entrench) -> Refusal | None:
    return entrench_refusal(w, s, side, w.by_id[order.unit])


def entrench(w: World, s: TigersState, unit: int, events: list[Event]) -> None:
    s.status[unit] |= ENTRENCHED
    events.append(Entrenched(w.units[unit].id))
