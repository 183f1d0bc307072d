"""When a unit gets where its written order sends it: the same clock for sheet, map and drawn ways."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.games.playsheet.log import percent
from ardennes.games.playsheet.rules import orders as o
from ardennes.games.playsheet.rules import planning
from ardennes.games.playsheet.rules.state import PlaysheetState
from ardennes.games.playsheet.schema.terms import MODES, TACTICAL, TURN
from ardennes.games.playsheet.schema.world import World


class Times(NamedTuple):
    """When a unit sets out, OPS-SIM-7, and how long its way takes, OPS-MOVE-4."""

    start: int
    taken: int

    @property
    def clock(self) -> str:
        """The moment of its arrival, in hundredths of the turn."""
        return percent(self.start + self.taken)


def times(w: World, s: PlaysheetState, unit: int, order: o.GroundOrder | None) -> Times | None:
    """The estimate from what the side knows; None for an order without a way."""
    route: tuple[str, ...] = getattr(order, "route", ())
    if not route:
        return None
    mode = MODES.index(order.mode) if isinstance(order, o.Move | o.Support) else TACTICAL
    plan = planning.plan_of(w, s, unit, mode)
    walked = planning.walk(w, plan, s.where[unit], route, TURN, "OPS-MOVE-4")
    if not isinstance(walked, planning.Walked):
        return None
    target = w.cell_of(order.target) if isinstance(order, o.Attack) else -1
    return Times(planning.start_clock(w, s, unit, target), walked.time)


def when(w: World, s: PlaysheetState, unit: int, order: o.GroundOrder | None) -> str:
    """The estimate as it is added to the words of an order."""
    found = times(w, s, unit, order)
    return f"; there at {found.clock} % of the turn" if found is not None else ""


def arrival(start: int, time: int) -> str:
    """When a unit gets there, and what it can do then, OPS-MOVE-11, OPS-SIM-7."""
    said = f"there at {percent(start + time)} % of the turn"
    if start:
        said += ", since it sets out at half time"
    return said + ("" if planning.in_time(time) else ", too late to fight or fire")
