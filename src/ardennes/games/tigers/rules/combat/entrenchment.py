"""Entrenching (TIA-ENTR)."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.dice import Dice
from ardennes.games.tigers.rules.model import state as st
from ardennes.games.tigers.rules.model.events import Entrenched, EntrenchmentLost
from ardennes.games.tigers.rules.model.orders import END, End, Entrench, EntrenchAll
from ardennes.games.tigers.rules.model.position import movers_here
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.sequence.decision_base import UntilEnd
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.contract import Events, Order, Refusal
from ardennes.kernel.deciding import Lasting
from ardennes.kernel.offers import Offer

BUSY = st.MOVED | st.ATTACKED | st.STIRRED


def entrench_refusal(w: World, s: TigersState, side: int, unit: int) -> Refusal | None:
    """Return why the unit may not entrench; None if it may, TIA-ENTR-1.

    An UnDisrupted foot division may that has neither moved nor attacked this turn.
    """
    info = w.units[unit]
    if info.side != side:
        return Refusal("TIA-SEQ-1", f"{info.name} belongs to the other side.")
    if s.where[unit] < 0:
        return Refusal("TIA-ENTR-1", f"{info.name} is not on the map.")
    if not info.entrenches:
        return Refusal("TIA-ENTR-1", f"{info.name} is not a foot or panzer grenadier division.")
    if s.status[unit] & st.ENTRENCHED:
        return Refusal("TIA-ENTR-5", f"{info.name} is already entrenched.")
    if s.status[unit] & st.DISRUPTED:
        return Refusal("TIA-ENTR-1", f"{info.name} is Disrupted and cannot entrench.")
    if s.status[unit] & BUSY:
        return Refusal("TIA-ENTR-1", f"{info.name} has moved or attacked this turn and cannot entrench.")
    return None


def eligible(w: World, s: TigersState, side: int) -> list[int]:
    """Return the units of the side that may entrench now."""
    status = s.status
    units = [u for u in movers_here(w, s, side) if not status[u] & BUSY]
    return [u for u in units if entrench_refusal(w, s, side, u) is None]


def entrench(w: World, s: TigersState, unit: int, events: Events) -> None:
    """Entrench the unit."""
    s.status[unit] |= st.ENTRENCHED
    events.append(Entrenched(w.units[unit].id))


def lose_entrenchment(w: World, s: TigersState, unit: int, rule: str, events: Events) -> None:
    """Remove the unit's entrenchment, if it has one."""
    if s.status[unit] & st.ENTRENCHED:
        s.status[unit] &= ~st.ENTRENCHED
        events.append(EntrenchmentLost(w.units[unit].id, rule))


class DigIn(UntilEnd[st.Entrenching]):
    kind, rule, answers = "entrench", "TIA-ENTR-1", (Entrench, EntrenchAll, End)
    asks = "Choose the divisions that entrench."
    done = "End entrenching"
    standing = "Entrenching"

    def lasting(self, w: World, s: TigersState, frame: st.Entrenching) -> Sequence[Lasting]:
        return [Lasting("all", "Entrench all", EntrenchAll()), Lasting("none", "Entrench none", END)]

    def orders(self, w: World, s: TigersState, frame: st.Entrenching) -> list[Offer]:
        return [EntrenchAll(), *(Entrench(w.units[u].id) for u in eligible(w, s, frame.side))]

    def usual(self, w: World, s: TigersState, frame: st.Entrenching) -> Order | None:
        return EntrenchAll()

    def refusal(self, w: World, s: TigersState, frame: st.Entrenching, order: Order) -> Refusal | None:
        if isinstance(order, Entrench):
            return entrench_refusal(w, s, frame.side, w.by_id[order.unit])
        return None

    def carry_out(
        self, w: World, s: TigersState, frame: st.Entrenching, order: Order, dice: Dice, events: Events
    ) -> None:
        if isinstance(order, Entrench):
            entrench(w, s, w.by_id[order.unit], events)
            return
        s.stack.pop()
        for unit in eligible(w, s, frame.side):
            entrench(w, s, unit, events)

    def idle(self, w: World, s: TigersState, frame: st.Entrenching) -> bool:
        return not eligible(w, s, frame.side)
