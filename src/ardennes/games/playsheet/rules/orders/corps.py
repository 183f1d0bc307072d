"""The corps of a side, its army troops and its air force, which several commanders can share."""

from __future__ import annotations

import functools

from ardennes.games.playsheet.rules.model import orders as o
from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.games.playsheet.schema.names import corps_name
from ardennes.games.playsheet.schema.world import World
from ardennes.kernel.commanders import Formation

ARMY, AIR = "army", "air"
NAMES = {ARMY: "Army troops", AIR: "Air force"}


def name_of(formation: str) -> str:
    """Return the name of a formation that a commander can hold."""
    return NAMES.get(formation) or corps_name(formation)


@functools.lru_cache(maxsize=16)
def formations(w: World, side: int) -> tuple[Formation, ...]:
    """Return the corps of a side, its units without a corps, and its air force."""
    corps = sorted({w.units[unit].corps for unit in w.of_side[side]} - {""})
    return tuple(Formation(name, name_of(name)) for name in (*corps, ARMY, AIR))


def under(w: World, s: PlaysheetState, unit: int) -> str:
    """Return the corps that commands a unit: its own, or that of the division it joined, OPS-UNIT-13."""
    u = w.units[unit]
    return u.corps or w.divisions[u.side].get(s.division[unit], "") or ARMY


def formation_of(w: World, s: PlaysheetState, order: o.GroundOrder | o.AirOrder) -> str:
    """Return the formation that an order on the sheet is for."""
    return AIR if isinstance(order, o.Fly) else under(w, s, w.by_id[order.unit])
